"""Red dog: figures against a count written here, the kernel against both, advice and strategies."""

from fractions import Fraction
from itertools import product

import pytest

from houseway.equipment.cards import cards
from houseway.equipment.shoe import Scripted
from houseway.games import game
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from maths import maths

DOG = game("red-dog")
BOOK = DOG.rulebook()
# Loss per original wager when a spread of seven or more is raised in full
PRINTED = {1: Fraction(523, 16575), 6: Fraction(17533, 626665), 8: Fraction(30721, 1116765)}


def by_hand(decks, raised=lambda spread: spread >= 7, trips=11, pays=(5, 4, 2)):
    """What the house keeps: three values out of the shoe, in every order."""
    each, total = 4 * decks, Fraction(0)
    for a, b, c in product(range(2, 15), repeat=3):
        ways = each * (each - (a == b)) * (each - (a == c) - (b == c))
        low, high = sorted((a, b))
        spread = high - low - 1
        if a == b:
            total += ways * (trips if c == a else 0)
        elif spread:
            won = pays[spread - 1] if spread <= len(pays) else 1
            total += ways * (won if low < c < high else -1) * (2 if raised(spread) else 1)
    n = 52 * decks
    return -total / (n * (n - 1) * (n - 2))


@pytest.mark.parametrize("decks", PRINTED)
def test_the_house_keeps_what_three_cards_give_it(decks) -> None:
    (main,) = DOG.odds.results(TableRules(BOOK, {"decks": decks}), wager="main")
    assert main.outcomes.house_advantage == by_hand(decks) == PRINTED[decks]
    assert main.strategy == "optimal"


@pytest.mark.soak
def test_better_odds_change_when_to_raise() -> None:
    """At 2 to 1 for all spreads from three on, a spread of four is worth raising."""
    rules = TableRules(
        BOOK, {"decks": 6, "spread": ["11 to 1", "5 to 1", "4 to 1", "2 to 1", "2 to 1"]}
    )
    best = {one.facts[0]: one.best for one in maths(DOG).ODDS.classes(rules)}
    assert [spread for spread, does in best.items() if does == "raise"] == list(range(5, 12))
    (main,) = DOG.odds.results(rules, wager="main")
    pays = (5, 4, 2, *[2] * 8)
    assert main.outcomes.house_advantage == by_hand(6, lambda spread: spread >= 5, pays=pays)


@pytest.mark.soak
def test_simple_strategies_cost_what_they_cost() -> None:
    rules = TableRules(BOOK, {"decks": 6})
    found = DOG.odds.strategy(rules)
    costs = {rule.name: rule.house_advantage for rule in found.simple_rules}
    assert costs["raise on seven or more"] == found.house_advantage == by_hand(6)
    assert costs["never raise"] == by_hand(6, lambda spread: False)
    assert costs["always raise"] == by_hand(6, lambda spread: True)
    assert "spread 7" in found.best_play.markup()
    assert "<svg" in found.best_play.svg("best play")


@pytest.mark.soak
def test_mistakes_add_up_to_the_cost() -> None:
    rules = TableRules(BOOK, {"decks": 6})
    decide = DOG.odds.own_play.read(
        {"game": "red-dog", "name": "five", "rules": [{"do": "raise", "spread": "5 or more"}],
         "otherwise": "no_raise"}, rules,
    )  # fmt: skip
    (mine,) = DOG.odds.own_play.results(rules, decide)
    wrong = DOG.odds.own_play.mistakes(rules, decide)
    assert {one.hand for one in wrong} == {"spread 5", "spread 6"}
    cost = mine.outcomes.house_advantage - by_hand(6)
    assert sum(one.cost for one in wrong) == cost
    assert mine.outcomes.house_advantage == by_hand(6, lambda spread: spread >= 5)


def test_a_way_to_decide_by_suits_is_refused() -> None:
    def by_suit(sight):
        return "raise" if sight.board[0] >> 4 == 0 else "no_raise"

    with pytest.raises(Refused, match="worth the same"):
        DOG.odds.own_play.results(TableRules(BOOK, {"decks": 1}), by_suit)


@pytest.mark.parametrize(("left", "right", "spread"), [("4c", "9d", 4), ("2c", "Ad", 11)])
def test_advice_on_two_open_cards(left, right, spread) -> None:
    """Six decks, two cards out: so many of 310 cards fall between them."""
    table = Table(
        DOG.play, BOOK, options={"decks": 6, "shuffler": "continuous"},
        chance=Scripted({"board_left": cards(left), "board_right": cards(right)}),
    )  # fmt: skip
    table.sit(1)
    table.bet(1, {"original": 1000})
    table.close()
    won = Fraction(24 * spread, 310)
    mean = 1000 * (2 * won - 1)
    assert DOG.odds.advise(table.view(1), table.rules) == {"no_raise": mean, "raise": 2 * mean}
    best = "raise" if spread >= 7 else "no_raise"
    assert DOG.odds.policies["optimal"](table.view(1), table.rules) == best


def test_cards_found_face_up_count_in_the_advice() -> None:
    table = Table(
        DOG.play, BOOK, options={"decks": 1, "shuffler": "continuous"},
        chance=Scripted(
            {"rack": cards("6s"), "board_left": cards("4c"), "board_right": cards("9d")}
        ),
    )  # fmt: skip
    table.sit(1)
    table.bet(1, {"original": 1000})
    table.report("card_face_up")
    table.close()
    won = Fraction(15, 49)
    assert DOG.odds.advise(table.view(1), table.rules)["no_raise"] == 1000 * (2 * won - 1)


@pytest.mark.parametrize(("policy", "raised"), [("optimal", range(7, 12)), ("never_raise", ())])
@pytest.mark.parametrize("options", [{"decks": 6}, {"decks": 1, "shuffler": "continuous"}])
def test_the_kernel_deals_what_the_odds_say(policy, raised, options) -> None:
    deal = pytest.importorskip("houseway.games.shoe_contests.red_dog.deal")
    rules = TableRules(BOOK, options)
    dealt = deal.simulate_shard(rules, {"original": 1000}, 7, 0, 400_000, **deal.POLICIES[policy])
    exact = by_hand(options["decks"], lambda spread: spread in raised)
    assert abs(-float(dealt.game.mean) / 1000 - exact) < 5 * dealt.game.standard_error / 1000
    assert (dealt.wagers["raise"].made == 0) == (policy == "never_raise")
    assert dealt.wagers["original"].rounds == 400_000


def test_a_raise_is_never_paid_for_three_of_a_kind() -> None:
    """With a pair nobody raises: no sign, guide or par sheet promises 11 to 1 for a raise."""
    rules = TableRules(BOOK)
    assert list(rules.schedule("raise").prices) == list(rules.schedule("original").prices)[1:]
    assert list(rules.schedule("original").prices) == list(BOOK.paytables["spread"].rows)


def test_prices_of_the_house_leave_three_of_a_kind_as_the_text_has_it() -> None:
    for trips in ("10 to 1", "12 to 1"):
        with pytest.raises(Refused, match="Three of a kind pays 11 to 1") as told:
            TableRules(BOOK, {"spread": [trips, "5 to 1", "4 to 1", "2 to 1", "1 to 1"]})
        assert "6.5(f)1" in told.value.cite
