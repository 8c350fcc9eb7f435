"""Boston 5 stud poker: figures, strategies, and the kernel that deals."""

from fractions import Fraction
from math import comb

import pytest
from checked import checked
from given import Given

from houseway.equipment.cards import cards, mask
from houseway.games import game
from houseway.games.against_dealer.boston_5_stud_poker import deal, odds, results
from houseway.games.against_dealer.boston_5_stud_poker.hand import five_card_rows, three_card_rows
from houseway.games.against_dealer.higher_hand import contest
from houseway.games.authoring.policy import Sight
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.hands.poker import CATEGORIES
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = game("boston-5-stud-poker")
BOOK = GAME.rulebook()
RULES = TableRules(BOOK)
BETS = {"ante": 500, "first": 1_000, "bonus3": 300}
DEALS = comb(52, 3) * comb(49, 2) * comb(47, 5)


def found(wager, stakes=None, **options):
    (result,) = results.results(TableRules(BOOK, options), stakes, wager=wager)
    result.outcomes.check()
    return result.outcomes


def test_hands() -> None:
    assert [contest(*one) for one in ((2, 1), (1, 1), (1, 2))] == ["higher", "equal", "lower"]
    assert five_card_rows(mask(cards("Ac Ad 9h 9c 2d"))) == {"two_pair"}
    assert three_card_rows(mask(cards("Ac Kc Qc"))) == {"straight_flush"}


def test_nobody_folds_so_the_contest_is_even_and_the_ante_pays_for_the_bonus() -> None:
    """Nobody has an edge in a contest of five cards against five; the ante is lost whenever the
    dealer is higher, and the bonus is what the hands of five cards are worth."""
    first, second, ante, bonus = (found(name) for name in ("first", "second", "ante", "ante_bonus"))
    assert first.expectation == second.expectation == 0
    assert first.denominator == DEALS
    pays = {"two_pair": 2, "three_of_a_kind": 4, "straight": 8, "flush": 15, "full_house": 25}
    pays |= {"four_of_a_kind": 100, "straight_flush": 200, "royal_flush": 1000}
    hands = {"two_pair": 123552, "three_of_a_kind": 54912, "straight": 10200, "flush": 5108}
    hands |= {"full_house": 3744, "four_of_a_kind": 624, "straight_flush": 36, "royal_flush": 4}
    worth = sum(odds * hands[row] for row, odds in pays.items())
    assert bonus.expectation == Fraction(worth, comb(52, 5))
    lost = -ante.expectation
    assert lost == sum(o.count for o in first.outcomes if o.net < 0) / Fraction(DEALS)
    main = found("main")
    assert main.expectation == bonus.expectation - lost
    assert f"{float(main.house_advantage):.4%}" == "19.5153%"
    assert results.strategy(RULES).best_simple_rule.name == "never fold"


def test_the_optional_bonus() -> None:
    assert found("bonus3").expectation == Fraction(-467, 5525)


def test_a_payout_limit_cuts_what_a_hand_wins() -> None:
    """With an ante of $100 a royal flush is due $100,000 and two wagers of $200."""
    stakes = {"ante": Fraction(100)}
    whole = found("main", stakes)
    cut = found("main", stakes, payout_limit=5_000_000)
    royal = Fraction(4, comb(52, 5))
    assert royal * 500 <= whole.expectation - cut.expectation <= royal * 504
    with pytest.raises(Refused, match="twice the ante"):
        results.results(RULES, {"ante": Fraction(1), "first": Fraction(3)})


def test_strategies() -> None:
    content = {"game": BOOK.game, "name": "x", "otherwise": "fold"}
    for hand in ("Q-3-2 or better", "pair or better"):
        table = results.read_policy({**content, "rules": [{"do": "second", "hand": hand}]}, RULES)
        main, mistakes = checked(GAME, table, RULES)
        assert {one.best for one in mistakes} == {"second"}
        assert main.outcomes.stake == 3

    def clubs(sight: Sight) -> str:
        return "fold" if sight.hand[0] >> 4 == 0 else "second"

    with pytest.raises(Refused, match="worth the same"):
        results.valued(RULES, clubs)


def test_classes_and_worth() -> None:
    rows = list(results.every_class(RULES))
    assert sum(row.ways for row in rows) == comb(52, 3)
    assert all(row.best == "second" for row in rows)
    mean = sum(row.second * row.ways for row in rows) / comb(52, 3)
    assert mean == found("main").expectation
    (trips,) = {row.ways for row in results.every_class(RULES, total=4)}
    assert trips == 4
    solved = results.main_game(RULES)
    own = mask(cards("9c 9d 9h"))
    assert solved.best(own) == "second"
    assert solved.worth(own)["second"] > 4
    assert len(CATEGORIES) == len(solved.prices.bonus)
    assert odds.WORDS["equal"] == "push"


@pytest.mark.parametrize("bets", [BETS, {"ante": 500, "first": 1_000}])
@pytest.mark.parametrize("policy", list(deal.POLICIES))
def test_the_referee_settles_the_kernels_cards_alike(bets, policy) -> None:
    state = deal.table(RULES, bets, 7, 3, **deal.POLICIES[policy])
    given, one, told = Given(), state[0], Dealt()
    table = Table(GAME.play, BOOK, options={"dealing": "hand"}, chance=given, keep_log=False)
    table.sit(1)
    decide = results.POLICIES[policy]
    for _ in range(150):
        deal.play_rounds.jit(state, 1)
        own, its = one.shoe[:5].tolist(), one.shoe[5:10].tolist()
        given.cards = [*own[:3], *its[:3], *own[3:], *its[3:]]
        table.bet(1, bets)
        table.close()
        while table.waiting is not None:
            view = table.view(1)
            name = decide(view, table.rules)
            if name == "fold":
                given.cards = [*own[:0], *its[3:]]  # only the dealer gets two more
            table.act(1, name, {c.name: c.most for c in view.asked.choices}[name])
        told.take(moves_of(table.round, 1, bets), main_wagers(RULES, bets))
    kernel = deal.dealt(RULES, bets, one)
    assert (kernel.all, kernel.game) == (told.all, told.game)


def test_the_kernel_is_the_same_in_plain_python_and_its_edges_are_exact() -> None:
    slow, compiled = (deal.table(RULES, BETS, 7, 1) for _ in range(2))
    deal.play_rounds(slow, 300)
    deal.play_rounds.jit(compiled, 300)
    assert slow.tobytes() == compiled.tobytes()
    exact = {result.wager: result.outcomes for result in results.results(RULES)}
    dealt = deal.simulate_shard(RULES, BETS, 3, 0, 1 << 20)
    for wager, stake in (("ante", 500), ("first", 1000), ("ante_bonus", 500), ("bonus3", 300)):
        sums = dealt.wagers[wager]
        error = sums.standard_error / stake
        assert abs(float(sums.mean / stake - exact[wager].expectation)) < 4 * error, wager
    with pytest.raises(Refused, match="no way to play"):
        deal.table(RULES, BETS, 0, 0, stays_from="blind")
    assert "not dealt natively with second" in deal.why_not(RULES, {"second": 100})
