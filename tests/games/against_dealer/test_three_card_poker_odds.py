"""Three-card poker: published figures, counts by hand, tables and readings, strategy."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway.certificates.figures import recompute
from houseway.counting.canonical import Pack
from houseway.counting.prices import by_table
from houseway.equipment.cards import cards, mask
from houseway.equipment.shoe import Scripted
from houseway.games import game
from houseway.games.against_dealer.fold_or_play_odds import MainGame, decide, from_strength
from houseway.games.against_dealer.fold_or_play_paid import Terms
from houseway.games.against_dealer.three_card_poker import odds, results
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

BOOK = game("three-card-poker").rulebook("nj")
F = Fraction
QUEEN = 10
HANDS, DEALS = comb(52, 3), comb(52, 3) * comb(49, 3)
VERSION = {"base": "base", "base_literal": "base"}  # every other ante bonus goes with f1 to f3


def at(**options):
    return TableRules(BOOK, options)


def found(wager, stakes=None, **options):
    (result,) = results.results(at(**options), stakes, wager=wager)
    result.outcomes.check()
    return result.outcomes


@pytest.mark.parametrize(
    ("table", "advantage", "percent"),
    [
        ("base", F(686689, 20358520), "3.3730%"),
        ("A", F(3668351, 101792600), "3.6038%"),
        ("B", None, "1.4906%"),
        ("B_literal", None, "4.7485%"),
        ("C", None, "3.7169%"),
        ("C_literal", None, "6.9748%"),
    ],
)
def test_ante_and_play_with_every_ante_bonus(table, advantage, percent):
    """The figures of the rulebook's readings, worked out before this solver was written."""
    main = found("main", ante_bonus=table, version=VERSION.get(table, "f3"))
    assert main.denominator == DEALS
    assert f"{float(main.house_advantage):.4%}" == percent
    if advantage is not None:
        assert main.house_advantage == advantage


def test_a_straight_flush_counts_as_a_straight_where_the_table_breaks_off():
    """By the printed cells alone 48 straight flushes are paid 1 and not 5."""
    difference = found("main", ante_bonus="base_literal").house_advantage
    difference -= found("main").house_advantage
    assert difference == F(48 * 4, HANDS)


PUBLISHED_BONUS = [
    # straight flush, three of a kind, straight: published house edge and element of risk
    ((5, 4, 1), "3.37%", "2.01%"),
    ((4, 3, 1), "3.83%", "2.28%"),
    ((3, 2, 1), "4.28%", "2.56%"),
    ((5, 3, 1), "3.61%", "2.16%"),
]


@pytest.mark.parametrize(("prices", "edge", "risk"), PUBLISHED_BONUS)
def test_published_ante_bonus_tables(prices, edge, risk):
    rows = ("straight_flush", "three_of_a_kind", "straight")
    bonus = by_table(dict(zip(rows, prices, strict=True)))
    main = MainGame(odds.contest(Pack(), QUEEN), Terms("play", bonus=bonus)).optimal.together
    assert f"{float(main.house_advantage):.2%}" == edge
    assert f"{float(main.house_advantage_on_action):.2%}" == risk


PUBLISHED_PAIR_PLUS = [
    # mini royal, straight flush, three of a kind, straight, flush, pair
    ((40, 40, 30, 6, 4, 1), "2.32%"),
    ((40, 40, 30, 6, 3, 1), "7.28%"),
    ((50, 40, 30, 6, 3, 1), "7.10%"),
    ((40, 40, 30, 5, 4, 1), "5.57%"),
    ((50, 40, 30, 5, 4, 1), "5.39%"),
    ((100, 40, 30, 5, 4, 1), "4.49%"),
]


@pytest.mark.parametrize(("prices", "edge"), PUBLISHED_PAIR_PLUS)
def test_published_pair_plus_tables(prices, edge):
    rows = ("mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")
    wager = odds.pair_plus(Pack(), by_table(dict(zip(rows, prices, strict=True))))
    wager.check()
    assert f"{float(wager.house_advantage):.2%}" == edge


def test_pair_plus_at_the_minimum():
    wager = found("pair_plus")
    assert wager.house_advantage == F(707, 5525)
    assert {outcome.label: outcome.count for outcome in wager.outcomes} == {
        "mini_royal": 4,
        "straight_flush": 44,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "lose": 16_440,
    }


def test_a_house_may_pay_more_on_the_pair_plus():
    own = ["50 to 1", "40 to 1", "30 to 1", "6 to 1", "3 to 1", "1 to 1"]
    assert f"{float(found('pair_plus', pair_plus=own).house_advantage):.1%}" == "7.1%"
    with pytest.raises(Refused):
        at(pair_plus=["30 to 1", *own[1:]])


SIX_CARD_COUNTS = {
    "royal_flush": 188,
    "straight_flush": 1_656,
    "four_of_a_kind": 14_664,
    "full_house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three_of_a_kind": 732_160,
}


@pytest.mark.parametrize(
    ("table", "percent"),
    [("A", "10.2248%"), ("B", "15.2790%"), ("C", "6.7413%"), ("D", "8.5614%")],
)
def test_six_card_bonus(table, percent):
    wager = found("six_card", six_card=table)
    assert wager.denominator == comb(52, 6)
    counts = {outcome.label: outcome.count for outcome in wager.outcomes if outcome.net > 0}
    six_royals = sum(counts.pop(label) for label in [*counts] if label.startswith("six_royal"))
    assert six_royals == 4
    counts["royal_flush"] += six_royals
    assert counts == SIX_CARD_COUNTS
    assert f"{float(wager.house_advantage):.4%}" == percent


@pytest.mark.parametrize(("dollars", "percent"), [(1, "9.388%"), (5, "14.497%"), (10, "15.135%")])
def test_fixed_dollars_weigh_less_on_a_larger_stake(dollars, percent):
    wager = found("six_card", {"six_card": F(dollars)}, six_card="E", version="f3", ante_bonus="A")
    assert f"{float(wager.house_advantage):.3%}" == percent
    top = {outcome.label: outcome.net for outcome in wager.outcomes}
    assert top["six_royal_diamonds"] == F(1_000_000, dollars)
    assert top["six_royal_clubs"] == F(100_000, dollars)


def test_the_wagers_add_up_to_the_game():
    for table in ("base", "A", "C_literal"):
        options = {"ante_bonus": table, "version": VERSION.get(table, "f2")}
        main, ante, play, bonus = (
            found(wager, **options) for wager in ("main", "ante", "play", "ante_bonus")
        )
        parts = ante.expectation + play.expectation + bonus.expectation
        assert main.expectation == parts
        assert main.mean_action == 1 + play.mean_action
        assert bonus.mean_action == 0


def test_the_spade_mini_royal_is_one_in_four():
    bonus = found("ante_bonus", ante_bonus="A", version="f1")
    counts = {outcome.label: outcome.count for outcome in bonus.outcomes}
    opponents = comb(49, 3)
    assert counts["mini_royal_spades 50 to 1"] == opponents
    assert counts["mini_royal 5 to 1"] == 3 * opponents
    assert counts["straight_flush 4 to 1"] == 44 * opponents


def test_every_variation_is_lawful_and_every_figure_is_found_again():
    seen = set()
    for chosen in results.every_variation(BOOK):
        rules = at(**chosen)
        for result in results.results(rules):
            if (key := (result.wager, tuple(sorted(result.options.items())))) in seen:
                continue
            seen.add(key)
            result.outcomes.check()
            if result.wager in ("main", "pair_plus", "six_card"):
                assert recompute(result).to_json() == result.to_json()
    bonuses = {dict(options)["ante_bonus"] for wager, options in seen if wager == "main"}
    assert bonuses == set(BOOK.paytables["ante_bonus"].tables)
    six = {dict(options)["six_card"] for wager, options in seen if wager == "six_card"}
    assert six == set(BOOK.paytables["six_card"].tables)


# Strategy


def test_the_best_play_is_queen_six_four():
    best = results.strategy(at())
    assert best.best_simple_rule.name == "play Q-6-4 or better"
    assert best.best_simple_rule.cost == 0
    costs = {rule.name: rule.house_advantage for rule in best.simple_rules}
    assert f"{float(costs['play Q high or better']):.2%}" == "3.45%"
    assert f"{float(costs['play every hand']):.2%}" == "7.65%"
    assert f"{float(best.fold_frequency):.2%}" == "32.58%"
    assert best.folds_by_hand["J high"] == 1
    assert best.folds_by_hand["pair"] == 0


def test_queen_six_four_is_the_line():
    solved = results.main_game(at())
    for hand, best in (("Qs 6d 4c", "play"), ("Qs 6d 3c", "fold"), ("Qs 5d 4c", "fold")):
        held = mask(cards(hand))
        assert solved.best(held) == best
        assert decide(solved.contest, solved.terms, held).best == best


def test_no_hand_that_wins_the_pair_plus_is_folded():
    for table in BOOK.paytables["ante_bonus"].tables:
        rules = at(ante_bonus=table, version=VERSION.get(table, "f1"))
        optimal = results.main_game(rules).optimal
        for row in ("pair", "flush", "straight", "three_of_a_kind", "straight_flush"):
            assert optimal.folds(row) == 0


def test_a_strategy_that_folds_everything_loses_the_ante():
    solved = results.main_game(at())
    folded = solved.follow(from_strength(10**9), "fold everything")
    assert folded.expectation == -1
    assert solved.cost(folded) == 1 + solved.optimal.expectation


def test_every_class_tells_every_hand_and_adds_up():
    rows = list(results.every_class(at()))
    assert len(rows) == 1_755
    assert sum(row.ways for row in rows) == HANDS
    worth = sum(row.ways * max(row.play, row.fold) for row in rows) / HANDS
    assert worth == results.main_game(at()).optimal.expectation
    pairs = list(results.every_class(at(), total=1))
    assert sum(row.ways for row in pairs) == 3_744
    assert {row.best for row in pairs} == {"play"}


def table_with(hand, bets, **options):
    table = Table(game("three-card-poker").play, BOOK, options=options,
                  chance=Scripted({1: cards(hand)}), keep_log=False)  # fmt: skip
    table.sit(1)
    table.bet(1, bets)
    table.close()
    return table


def test_advice_counts_the_pair_plus_that_a_fold_gives_up():
    alone = table_with("Qs 6d 4c", {"ante": 1000})
    worth = results.advise(alone.view(1), alone.rules)
    counts = F(5758 + 2 * 305 - 2 * 12335, comb(49, 3))  # not qualified, below, above
    assert worth == {"play": counts * 1000, "fold": F(-1000)}
    beside = table_with("Js Jd 4c", {"ante": 1000, "pair_plus": 500})
    worth = results.advise(beside.view(1), beside.rules)
    pair = table_with("Js Jd 4c", {"ante": 1000})
    plain = results.advise(pair.view(1), pair.rules)
    assert worth["play"] == plain["play"] + 500
    assert worth["fold"] == plain["fold"] - 500 == -1500


def test_policies_decide_from_the_view():
    line = table_with("Qs 6d 4c", {"ante": 1000})
    below = table_with("Qs 6d 3c", {"ante": 1000})
    low = table_with("Js 9d 7c", {"ante": 1000})
    decided = {
        name: [policy(one.view(1), one.rules) for one in (line, below, low)]
        for name, policy in results.POLICIES.items()
    }
    assert decided == {
        "optimal": ["play", "fold", "fold"],
        "queen_six_four": ["play", "fold", "fold"],
        "like_the_dealer": ["play", "play", "fold"],
        "every_hand": ["play", "play", "play"],
    }


def test_a_price_that_depends_on_the_suit_may_not_decide():
    def bonus(rows):
        return by_table({"mini_royal_spades": 1, "mini_royal": -9})(rows)

    with pytest.raises(ValueError, match="depends on the suit"):
        MainGame(odds.contest(Pack(), QUEEN), Terms("play", bonus=bonus)).plays  # noqa: B018


def test_bad_questions_are_refused():
    with pytest.raises(ValueError, match="3 cards"):
        decide(odds.contest(Pack(), QUEEN), Terms("play"), 0b1111)
    with pytest.raises(ValueError, match="no card is seen"):
        decide(odds.contest(Pack(), QUEEN), Terms("play"), 0b111, shown=20)
    with pytest.raises(Refused, match="whole number of cents"):
        found("pair_plus", {"pair_plus": F(1, 3)})


def test_counts_of_three_cards_by_hand():
    """All 22,100 hands, ranked here from sets of ranks and suits."""
    counts = {}
    for hand in combinations([(rank, suit) for rank in range(13) for suit in range(4)], 3):
        ranks = sorted(rank for rank, _ in hand)
        suited = len({suit for _, suit in hand}) == 1
        run = ranks in ([0, 1, 12], [ranks[0], ranks[0] + 1, ranks[0] + 2])
        alike = 4 - len(set(ranks))
        name = ("straight_flush" if run and suited else "three_of_a_kind" if alike == 3
                else "straight" if run else "flush" if suited else "pair" if alike == 2
                else "high_card")  # fmt: skip
        counts[name] = counts.get(name, 0) + 1
    patterns = odds.contest(Pack(), QUEEN).kinds_of_hands.patterns
    ours = {}
    for rows, count in patterns.items():
        (name,) = rows & counts.keys()
        ours[name] = ours.get(name, 0) + count
    assert ours == counts
