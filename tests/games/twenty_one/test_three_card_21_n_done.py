"""Three Card 21 "N" Done: the solver against hand counts, the referee and the kernel."""

from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest
from checked import checked

from houseway.certificates.figures import shipped
from houseway.equipment.cards import cards
from houseway.games import game
from houseway.games.authoring.policy import Sight
from houseway.games.twenty_one.composition.terms import hand_of
from houseway.games.twenty_one.table_numbers import numbers
from houseway.games.twenty_one.three_card_21_n_done import odds, policy
from houseway.games.twenty_one.three_card_21_n_done.chart import name_of
from houseway.games.twenty_one.three_card_21_n_done.hand import bonus_of
from houseway.games.twenty_one.twentyone import worth
from houseway.rulebook.models import Deck
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from maths import maths

GAME = game("three-card-21-n-done")
BOOK = GAME.rulebook()
BOTH = {"main": 1000, "bonus": 1000}


def small(ranks: str, suits: str = "cdhs", **options) -> TableRules:
    """A table with few ranks."""
    assert BOOK.deck is not None
    deck = Deck(ranks=ranks, suits=suits, jokers=0, cite=BOOK.deck.cite)
    return TableRules(BOOK.model_copy(update={"deck": deck}), options)


# The bonus


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_the_bonus_is_what_combinations_say(decks) -> None:
    """Each row counted by ranks and suits, as one would on paper."""
    whole, d = comb(52 * decks, 3), decks
    one_suit = comb(13 * d, 3)  # three cards of a suit
    trips = 13 * comb(4 * d, 3)
    suited_trips = 13 * comb(d, 3)
    runs = 12 * d**3  # of one suit, A-2-3 and Q-K-A among them
    pairs = 13 * comb(4 * d, 2) * 48 * d
    suited_pairs = 13 * comb(d, 2) * 12 * d
    of_21 = [
        {a, b, c}
        for a, b, c in combinations(range(13), 3)
        if worth([a, b, c], TableRules(BOOK).points).total == 21
    ]
    runs_21 = [ranks for ranks in of_21 if sorted(ranks) in ([4, 5, 6], [10, 11, 12])]
    wanted = {
        "royal_diamonds": d**3,
        "royal": 3 * d**3,
        "straight_flush": 4 * runs - 4 * d**3,
        "three_of_a_kind": trips,
        "straight": 12 * (64 - 4) * d**3,
        "flush": 4 * (one_suit - suited_trips - runs),
        "pair": pairs - 4 * suited_pairs,
        "twenty_one": (len(of_21) - len(runs_21)) * (64 - 4) * d**3,
    }
    rules = TableRules(BOOK, {"decks_in_use": str(decks)})
    (found,) = GAME.odds.results(rules, wager="bonus")
    table = found.outcomes
    counts = {one.label: Fraction(one.count, table.denominator) * whole for one in table.outcomes}
    assert {row: counts[row] for row in wanted} == wanted
    prices = {"royal_diamonds": 200, "royal": 50, "straight_flush": 15, "three_of_a_kind": 5,
              "straight": 2, "flush": Fraction(3, 2), "pair": 1, "twenty_one": 1}  # fmt: skip
    won = sum(prices[row] * count for row, count in wanted.items())
    assert table.house_advantage == Fraction(whole - sum(wanted.values()) - won) / whole


def test_rows_of_the_bonus_by_name() -> None:
    points = TableRules(BOOK).points
    for text, row in (
        ("Qd Ad Kd", "royal_diamonds"), ("Qh Ah Kh", "royal"), ("2s As 3s", "straight_flush"),
        ("Jd Td Qd", "straight_flush"), ("Kd Ad 2d", "flush"), ("Kd Ac 2d", ""),
        ("5c 5c 5c", "three_of_a_kind"), ("2c 3d Ah", "straight"), ("Th 8h 3h", "flush"),
        ("Th Tc 3h", "pair"), ("Th 8c 3h", "twenty_one"), ("Th Jc 3h", ""),
    ):  # fmt: skip
        hand = cards(text)
        assert bonus_of(hand, worth(hand, points).total) == row, text


# The main wager


def test_house_advantages_of_every_table() -> None:
    """The player has the edge on this wager; the bonus takes most of it back."""
    found = {
        (r.options["decks_in_use"], r.options["soft_17"], r.options["surrender"]): r.outcomes
        for r in shipped(GAME, "nj")
        if r.wager == "main"
    }
    assert len(found) == 12
    for (decks, soft, surrender), table in found.items():
        assert Fraction(-19, 100) < table.house_advantage < Fraction(-16, 100)
        if surrender:  # a choice more cannot be worth less
            assert table.expectation > found[decks, soft, False].expectation
        if soft == "hit":  # the dealer may not do so for nothing
            assert table.expectation < found[decks, "stand", surrender].expectation


def test_a_shoe_of_nines_and_tens_by_hand() -> None:
    """Three nines are over; so is everything else. Each card of a split gets one more: nineteen or
    twenty or eighteen, and none can be drawn to. The dealer has two such cards as well."""
    rules = numbers(small("9K"))
    nines = tens = 24
    up = odds.game(rules).columns[8]  # a nine
    hand = hand_of(8, 9, 9)
    left = {8: nines - 2, 9: tens - 2}
    total, net = sum(left.values()), Fraction(0)
    for first in (8, 9, 9):
        for card, hole in product(left, repeat=2):
            ways = Fraction(left[card] * (left[hole] - (card == hole)), total * (total - 1))
            mine, dealers = first + card + 2, 9 + hole + 1
            net += ways * ((mine > dealers) - (mine < dealers))
    assert up.worth(hand, "split") == net
    assert up.worth(hand, "stand") == -1
    assert up.decision(hand, False) == "split"


def test_what_may_be_split() -> None:
    may = {"A-9-2": True, "A-8-2": False, "10-9-3": True, "10-9-2": False, "4-4-2": True,
           "5-4-2": False, "10-10-A": False, "A-A-9": False, "A-A-8": True}  # fmt: skip
    values = {"A": 0, **{str(n): n - 1 for n in range(2, 11)}}
    for name, allowed in may.items():
        hand = hand_of(*(values[one] for one in name.split("-")))
        assert odds.may_split(hand) is allowed, name


def test_a_21_is_worth_its_wager_and_insurance_is_not_offered_to_it() -> None:
    """Beside an ace, without hands of 21, counted card by card in a shoe of aces and kings."""
    rules = numbers(small("9KA"))
    table = odds.insurance_table(rules, Fraction(2))
    win = lose = 0
    shoe = {0: 23, 8: 24, 9: 24}
    for hand in odds.hands_of_three(rules):
        if odds.total_of(hand)[0] == 21:
            continue
        ways = comb(23, hand[0]) * comb(24, hand[8]) * comb(24, hand[9])
        win += ways * (shoe[9] - hand[9])
        lose += ways * (shoe[0] - hand[0] + shoe[8] - hand[8])
    assert (win, lose) == tuple(one.count for one in table.outcomes)


# Ways to play


def test_a_function_is_worth_what_its_chart_is_and_mistakes_make_up_its_cost() -> None:
    rules = small("69K", surrender=True)
    never = GAME.odds.own_play.read({"chart": "never_split"}, rules)
    main, mistakes = checked(GAME, never, rules)
    assert any(one.best == "split" and one.does == "surrender" for one in mistakes)

    def same(sight: Sight) -> str:
        return never(sight)

    (again,) = GAME.odds.own_play.results(rules, same)
    assert again.outcomes.outcomes == main.outcomes.outcomes


def test_the_chart_costs_little_and_simple_rules_more() -> None:
    rules = small("69K")
    found = GAME.odds.strategy(rules)
    assert 0 <= found.chart_cost <= found.simple_rules[1].cost <= found.simple_rules[2].cost
    assert "10-10-6" in found.chart.svg("Chart")
    assert found.chart.three["10-10-6"][8] == "P"
    (bonus,) = GAME.odds.results(rules, wager="bonus")
    both = found.house_advantage + bonus.outcomes.house_advantage
    assert found.both_wagers_house_advantage == both / 2


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ({"game": "craps"}, "does not decide in"),
        ({"chart": "clever"}, "no chart 'clever'"),
        ({"count": {}}, "has no 'count'"),
        ({"chart": {"pairs": {}}}, "has no 'pairs'"),
        ({"chart": {"hard": {17: "SS"}}}, "one letter for each"),
        ({"chart": {"hard": {17: "PPPPPPPPPP"}}}, "no letter 'P'"),
        ({"chart": {"three": {"10-9-2": "PPPPPPPPPP"}}}, "no hand '10-9-2'"),
        ({"chart": {"soft": {}}}, "has rows"),
        ("optimal", "keys and values"),
        ({"chart": 7}, "keys and values"),
    ],
)
def test_charts_that_are_not_clear(content, reason) -> None:
    with pytest.raises(Refused, match=reason):
        GAME.odds.own_play.read(content, small("9K"))


def test_names_of_hands_run_from_the_ace_down() -> None:
    assert name_of(hand_of(1, 0, 9)) == "A-10-2"


# The kernel


@pytest.mark.soak
def test_the_kernel_deals_what_the_solver_counts() -> None:
    """Two ranks, so that the exact value is at hand; five standard errors."""
    rules, rounds = small("69K", surrender=True), 400_000
    found = GAME.deal.simulate_shard(rules, BOTH, 21, 0, rounds, chart="split_over")
    known = numbers(rules)
    way = maths(GAME).named_way(known, "split_over")
    exact = odds.game(known, way).expectation
    main = sum(sums.net for name, sums in found.wagers.items() if name != "bonus") / rounds / 1000
    assert abs(main - float(exact)) < 5 * 2.2 / rounds**0.5
    (bonus,) = GAME.odds.results(rules, wager="bonus")
    paid = found.wagers["bonus"].net / rounds / 1000
    assert abs(paid - float(bonus.outcomes.expectation)) < 5 * 3 / rounds**0.5


def test_what_the_kernel_does_not_deal() -> None:
    rules = TableRules(BOOK)
    assert "two required wagers" in GAME.deal.why_not(rules, {"main": 1000})
    assert "two required wagers" in GAME.deal.why_not(rules, {"main": 1000, "bonus": 500})
    stacked = TableRules(BOOK, {"shuffle_method": "bart_carter"})
    assert "shuffle_method bart_carter" in GAME.deal.why_not(stacked, BOTH)
    with pytest.raises(Refused, match="odd number"):
        GAME.deal.simulate_shard(rules, {"main": 1001, "bonus": 1001}, 1, 0, 1, chart="mimic")
    assert not GAME.deal.why_not(rules, BOTH)
    assert set(policy.CHARTS) == set(GAME.deal.policies)
