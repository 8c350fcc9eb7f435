"""Supreme pai gow: hands, the house way line by line, exact figures, and the kernel."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway.equipment.cards import cards, deck, names
from houseway.games import game
from houseway.games.set_hands.house_way import read_house_way
from houseway.games.set_hands.supreme_pai_gow import deal, odds, recount, results
from houseway.games.set_hands.supreme_pai_gow.hand import BONUS_ROWS, hands_won, two_card_strength
from houseway.games.set_hands.supreme_pai_gow.hand_names import name_set
from houseway.games.set_hands.supreme_pai_gow.way import (
    SIMPLE,
    WORDS,
    Hands,
    set_by_house_way,
    way_of,
)
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

BOOK = game("supreme-pai-gow").rulebook()
RULES = TableRules(BOOK)
BANKED = TableRules(BOOK, {"player_bank": True, "co_bank": True})
WAY = way_of(RULES)


def two(text: str) -> int:
    return two_card_strength(*cards(text))


# -- hands -----------------------------------------------------------------------------------------


def test_two_cards_rank_as_the_text_lists_them() -> None:
    listed = [
        "X1 X2", "Ac Ad", "Kc Kd", "Qc Qd", "Jc Jd", "Tc Td", "9c 9d", "2c 2d", "Kc Qd", "Kc Jd",
        "Qc Jd", "Kc 9d", "Tc 9d", "2c 7d", "X1 3d", "5c 4d", "X1 6d", "Kc 8d", "Kc Td",
    ]  # fmt: skip
    strengths = [two(text) for text in listed]
    # nine points: K9 T9 72 (joker as six)3; 54; then joker as three with a six: its best card a six
    assert strengths[:14] == sorted(strengths[:14], reverse=True)
    assert two("X1 6d") // 256 == two("X1 3d") // 256 == two("5c 4d") // 256 == 9
    assert two("X1 6d") == two("X1 3d") > two("5c 4d")
    assert two("Kc Td") < 256


@pytest.mark.parametrize(
    ("other", "points"),
    [("A", 7), ("2", 8), ("3", 9), ("4", 7), ("5", 8), ("6", 9), ("7", 3), ("8", 4), ("9", 5),
     ("T", 6), ("J", 6), ("Q", 6), ("K", 6)],
)  # fmt: skip
def test_a_joker_counts_what_gives_most_after_ten_is_dropped(other: str, points: int) -> None:
    assert two(f"X1 {other}d") // 256 == points
    assert two(f"{other}d X2") == two(f"X1 {other}d")


def test_the_ranking_is_that_of_the_second_count() -> None:
    whole = deck(jokers=2)
    pairs = list(combinations(whole, 2))
    random.Random(34).shuffle(pairs)

    def kind(card: int) -> str:
        return "X" if names([card])[0] == "X" else names([card])[0]

    ranked = [(two_card_strength(*p), recount.ranked(kind(p[0]), kind(p[1]))) for p in pairs]
    for (a, b), (c, d) in zip(ranked, ranked[7:], strict=False):
        assert (a > c) == (b > d)
        assert (a == c) == (b == d)


def test_equal_hands_and_low_hands_of_no_points_are_the_banks() -> None:
    nine, none, faces = two("Kc 9d"), two("Kc Td"), two("Kc Qd")
    assert hands_won(nine, nine, nine, nine) == 0
    assert hands_won(nine, none, two("2c 3d"), two("4c 6d")) == 1
    assert hands_won(nine, faces, two("2c 3d"), two("Kd 9h")) == 2


# -- the house way, line by line -------------------------------------------------------------------

LINES = [  # line, four cards, how they are set
    (1, "9c 4d 9h 4s", "high 9c 9h, low 4d 4s"),
    (1, "X1 4d X2 4s", "high X1 X2, low 4d 4s"),
    (1, "7c 7d 7h 7s", "high 7c 7d, low 7h 7s"),
    (2, "9c Kd 8h Qs", "high 9c Qs, low 8h Kd"),
    (3, "2c 2d Kh 5s", "high 2c 2d, low Kh 5s"),
    (4, "Kc 9d Th 4s", "high 9d Th, low Kc 4s"),
    (5, "8c Kd 4h Ts", "high 8c Ts, low Kd 4h"),
    (6, "2c 9d 8h Ks", "high 9d 8h, low 2c Ks"),
]


@pytest.mark.parametrize(("line", "four", "wanted"), LINES)
def test_each_line_of_the_house_way(line: int, four: str, wanted: str) -> None:
    dealt = cards(four)
    decided, way = set_by_house_way(dealt, WAY)
    assert decided + 1 == line
    found = Hands.of(dealt, way)
    sets = [sorted(part.split()[1:]) for part in wanted.split(", ")]
    assert [sorted(names(hand).split()) for hand in found] == sets


def test_every_line_is_shown_above() -> None:
    assert {line for line, *_ in LINES} == set(range(1, len(WAY.lines) + 1))


def test_a_house_way_is_held_to_all_hands() -> None:
    line = {"says": "Never.", "high": "5", "low": "pair", "first": ["low", "high"]}
    rest = {"says": "All.", "first": ["low", "high"]}
    own = {"name": "Ours", "lines": [line, rest]}
    rules = TableRules(BOOK, {"house_way": own})
    with pytest.raises(Refused, match="no hand is set by line 1"):
        results.results(rules, wager="supreme")
    with pytest.raises(Refused, match="'ten points' is no hand"):
        read_house_way({"name": "Ours", "lines": [{**rest, "low": "ten points"}, rest]}, WORDS)


# -- figures ---------------------------------------------------------------------------------------


def test_bonus_hands_of_four_cards() -> None:
    counts = odds.bonus_counts()
    assert sum(counts.values()) == comb(54, 4) == 316_251
    assert counts["four_aces"] == 1
    assert counts["royal_flush"] == 4
    assert counts["jokers_and_aces"] == 6
    assert counts["four_of_a_kind"] == 12
    assert counts["three_of_a_kind"] == 13 * 4 * 50  # any fourth card, jokers too
    # in a row without a joker ten ways of four suits; with one, three others of four suits where
    # the three or the six is what is lacking: rows that hold a three, or a six, of either joker
    rows = [{low, low + 1, low + 2, low + 3} for low in range(1, 11)] + [{1, 11, 12, 13}]
    lacking = {frozenset(row - {extra}) for row in rows for extra in (3, 6) if extra in row}
    assert counts["straight_flush"] == 10 * 4 + 2 * 4 * len(lacking)
    assert counts["straight"] == 11 * (4**4 - 4) + 2 * (4**3 - 4) * len(lacking)
    assert counts["two_jokers"] == comb(13, 2) * 16
    assert set(counts) == {*BONUS_ROWS, "lose"}


def test_two_jokers_with_a_four_and_a_five_where_the_house_counts_them_as_three_and_six() -> None:
    assigned, other = odds.bonus_counts(), odds.bonus_counts(both=True)
    moved = {row: other[row] - count for row, count in assigned.items() if other[row] != count}
    assert moved == {"straight_flush": 4, "straight": 12, "two_jokers": -16}
    [result] = results.results(TableRules(BOOK, {"jokers_three_and_six": True}), wager="bonus")
    [usual] = results.results(TableRules(BOOK), wager="bonus")
    gained = 4 * (25 - 4) + 12 * (6 - 4)
    fall = usual.outcomes.house_advantage - result.outcomes.house_advantage
    assert fall == Fraction(gained, comb(54, 4))


@pytest.mark.soak
def test_figures_by_hand_and_by_the_second_count() -> None:
    found = {result.wager: result for result in results.results(BANKED)}
    assert found.keys() == {
        "supreme", "supreme@house_way", "bonus", "bank", "bank@co_bank",
    }  # fmt: skip
    for result in found.values():
        if result.wager == "bonus":
            continue
        counted = recount.plain_count(result, BANKED)
        nets = {net: chance for (net, _), chance in counted.items()}
        for outcome in result.outcomes.outcomes:
            assert nets[outcome.net] == Fraction(outcome.count, result.outcomes.denominator)
    whole = comb(54, 4) * comb(50, 4)
    assert found["supreme"].outcomes.denominator == whole
    # the house's way against itself: what a player loses the bank wins, but for vigorish
    player, bank = found["supreme@house_way"].outcomes, found["bank@co_bank"].outcomes
    assert player.loss_probability == bank.win_probability
    assert player.house_advantage > found["supreme"].outcomes.house_advantage > 0


def test_the_best_setting_of_a_hand_is_worth_what_all_hands_say() -> None:
    """A small deck: every hand of the dealer gone through, by the referee's own comparison."""
    small = tuple(cards("Ac 2c 3c 4d 5d 9h 9s Kc Qd X1 X2 7h"))
    known = odds.contest(WAY, cards=small)
    own = tuple(cards("9h Kc 3c 7h"))
    left = [card for card in small if card not in own]
    for way, tally in enumerate(known.of_hand(own)):
        mine = Hands.of(own, way)
        ends = [
            mine.against(Hands.of(four, set_by_house_way(four, WAY)[1]))
            for four in combinations(left, 4)
        ]
        assert tuple(tally) == (ends.count(2), ends.count(1), ends.count(0))


def test_vigorish_counts_at_the_stake() -> None:
    quarter = TableRules(BOOK, {"vigorish_rounding": "quarter"})
    assert results.win_of(RULES, "supreme", Fraction(12)) == Fraction(1140, 1200)
    assert results.win_of(quarter, "supreme", Fraction(12)) == Fraction(1125, 1200)


def test_simple_ways_cost_more_than_the_house_way() -> None:
    found = results.strategy(RULES)
    costs = [rule.cost for rule in found.simple_rules]
    assert found.best_simple_rule.name == "as the house does"
    assert min(costs) == found.by_house_way - found.house_advantage
    assert sum(found.house_way.shares) == 1


@pytest.mark.soak
def test_policies_are_valued_as_files_and_functions() -> None:
    content = {
        "game": "supreme-pai-gow",
        "name": "best low hand",
        "lines": [{"says": "All.", "first": ["low", "high"]}],
    }
    policy = results.read_policy(content, RULES)
    edge = results.valued(RULES, policy)[0].outcomes.house_advantage
    same = results.card_game(RULES).follow("low", odds.Setter(SIMPLE["low_first"]))
    assert edge == -results.card_game(RULES).worth(same.tally)
    lost = results.mistakes(RULES, policy)
    best = results.results(RULES, wager="supreme")[0].outcomes.house_advantage
    assert sum(mistake.cost for mistake in lost) == edge - best
    house = results.valued(RULES, lambda sight: "house_way")[0].outcomes.house_advantage
    assert house == results.strategy(RULES).by_house_way
    with pytest.raises(Refused, match="answers 'hit'"):
        results.valued(RULES, lambda sight: "hit")


# -- the kernel ------------------------------------------------------------------------------------


@pytest.mark.parametrize("sets", list(deal.POLICIES))
def test_the_kernel_is_near_what_is_exact(sets: str) -> None:
    dealt = deal.simulate_shard(RULES, {"supreme": 1000, "bonus": 100}, 5, 0, 200_000, sets=sets)
    known = results.card_game(RULES)
    play = {
        "optimal": known.optimal,
        "house_way": known.as_the_house,
    }.get(sets) or known.follow(sets, odds.Setter(SIMPLE[sets]))
    main = dealt.wagers["supreme"]
    assert abs(float(main.mean) - 1000 * float(known.worth(play.tally))) < 4 * main.standard_error
    bonus = dealt.wagers["bonus"]
    exact = results.results(RULES, wager="bonus")[0].outcomes.expectation
    assert abs(float(bonus.mean) - 100 * float(exact)) < 4 * bonus.standard_error


def test_the_kernel_leaves_banks_and_limits_to_the_referee() -> None:
    assert "may bank" in deal.why_not(BANKED, {"supreme": 1000})
    assert "limit" in deal.why_not(RULES, {"supreme": 1000, "bonus": 10_000})
    assert deal.why_not(RULES, {"supreme": 1000, "bonus": 5_000}) == ""


def test_what_hands_are_called() -> None:
    def called(high: str, low: str) -> str:
        return name_set({"high": cards(high), "low": cards(low)}, RULES)

    assert called("9c 9h", "4d 4s") == "pair of nines / pair of fours"
    assert called("9d 8h", "2c Ks") == "7 points, nine high / 2 points, king high"
