"""Blackjack switch: figures by hand and as published, the solver against the referee and kernel."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from houseway.certificates.figures import shipped
from houseway.certificates.recount import small_tables
from houseway.games import game, open_table
from houseway.games.twenty_one import odds as family
from houseway.games.twenty_one.blackjack_switch import advice, deal, odds, recount, results
from houseway.games.twenty_one.blackjack_switch.match import match_row
from houseway.games.twenty_one.blackjack_switch.strategy import (
    good_hands,
    switches_by_values,
    value_table,
)
from houseway.games.twenty_one.composition.terms import without
from houseway.games.twenty_one.table_numbers import numbers
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = game("blackjack-switch")
BOOK = GAME.rulebook()
RULES = TableRules(BOOK)
KNOWN = numbers(RULES)
TENS = replace(KNOWN, ranks="9T")  # a shoe of nines and tens: nobody draws
BETS = {"main": 1000, "second": 1000}


@pytest.mark.parametrize(
    ("options", "decks"), [({}, 6), ({"decks_in_use": "8", "match_pays": "decks_8"}, 8)]
)
def test_the_match_wager_counted_by_hand(options, decks) -> None:
    """Ways to choose four cards by how many of each rank there are."""
    each = 4 * decks
    ways = {
        "four_of_a_kind": 13 * comb(each, 4),
        "two_pair": comb(13, 2) * comb(each, 2) ** 2,
        "three_of_a_kind": 13 * comb(each, 3) * 12 * each,
        "one_pair": 13 * comb(each, 2) * comb(12, 2) * each**2,
        "lose": comb(13, 4) * each**4,
    }
    assert sum(ways.values()) == comb(52 * decks, 4)
    (result,) = results.results(TableRules(BOOK, options), wager="match")
    found = {one.label: one.count for one in result.outcomes.outcomes}
    whole = Fraction(result.outcomes.denominator, comb(52 * decks, 4))
    assert found == {row: count * whole for row, count in ways.items()}


def test_every_shape_of_four_cards_has_its_row() -> None:
    """Of two ranks there are four of a kind, three and one, two and two."""
    found = Counter(match_row(four) for four in product((0, 1), repeat=4))
    assert found == {"four_of_a_kind": 2, "three_of_a_kind": 8, "two_pair": 6}


def test_deals_are_counted_once_each() -> None:
    left = without(KNOWN.shoe, 5)
    assert sum(ways for _, ways in odds.deals_of(left)) == 311 * 310 * 309 * 308


def test_the_figures_come_near_the_published_one() -> None:
    """0.58 % is published where the dealer hits soft 17. With eight decks it is that; with six it
    is 0.54 to 0.57 %, by how often pairs are split, and looking at every card explains little of
    the rest: the chart of totals costs 0.002 %."""
    edges = {
        (one.options["decks_in_use"], one.options["splits"]): one.outcomes.house_advantage
        for one in shipped(GAME, "nj")
        if one.wager == "main" and one.options["dealer_cards"] == "hole_with_reader"
        if not one.options["surrender"] and not one.options["resplit_aces"]
    }
    assert 0.0053 < edges["6", "3"] < 0.0055 < edges["6", "1"] < 0.0058
    assert 0.0058 < edges["8", "3"] < 0.0059 < edges["8", "1"] < 0.0062
    assert edges["6", "3"] < edges["6", "2"] < edges["6", "1"]


def test_what_helps_a_player_lowers_every_figure() -> None:
    found = {
        tuple(
            one.options[name]
            for name in ("decks_in_use", "splits", "resplit_aces", "surrender", "dealer_cards")
        ): one.outcomes.house_advantage
        for one in shipped(GAME, "nj")
        if one.wager == "main"
    }
    assert len(found) == 60
    for key, edge in found.items():
        decks, splits, aces, surrender, cards = key
        if not surrender:
            assert found[decks, splits, aces, True, cards] < edge
        if cards == "hole_with_reader":
            assert found[decks, splits, aces, surrender, "no_hole"] < edge
            same = found[decks, splits, aces, surrender, "hole_no_peek"]
            assert same == found[decks, splits, aces, surrender, "no_hole"]
        if splits != "1" and not aces:
            assert found[decks, splits, True, surrender, cards] < edge


def test_of_nines_and_tens_by_hand() -> None:
    """Where nobody draws a switch still tells: 20 and 18 are not worth two hands of 19."""
    column = odds.best_column(TENS, (9,))
    deal_of = (9, 8, 9, 8)  # two hands of 19: the switch changes nothing
    assert not odds.where_better(column, deal_of)
    game_of = odds.optimal(TENS)
    assert game_of.table.expectation == game_of.expectation
    assert game_of.table.denominator > 0
    never = odds.Game(TENS, "never", game_of.columns, odds.never)
    assert never.expectation < game_of.expectation
    assert 0 < game_of.switch_frequency < 1
    assert never.switch_frequency == 0


def test_an_ace_and_a_ten_by_a_switch_are_worth_less_than_a_blackjack() -> None:
    """They push beside 21, 22 and, where nobody has looked, a blackjack."""
    known = replace(KNOWN, ranks="2TA")
    column = odds.best_column(known, (9,))
    other = (9, 9)
    dealt, made = column.entry((0, 9), other, False), column.entry((0, 9), other, True)
    assert {label for label, *_ in dealt.lines} == {"blackjack", "both blackjack"}
    assert {label for label, *_ in made.lines} == {"win", "push"}
    assert made.net < dealt.net
    peeked = replace(known, more=replace(known.more, two_card_21_ties=False))
    lost = odds.best_column(peeked, (9,)).entry((0, 9), other, True)
    assert lost.net == made.net - made.beaten


def test_a_hand_is_surrendered_where_that_is_better() -> None:
    known = replace(KNOWN, ranks="7T", surrender=True)
    plain = odds.best_column(replace(known, surrender=False), (9,))
    column = odds.best_column(known, (9,))
    assert all(one.net >= plain.dealt[key].net for key, one in column.dealt.items())
    given = [key for key, one in column.dealt.items() if one.act == odds.SURRENDER]
    assert given
    assert all(column.dealt[key].net == Fraction(-1, 2) for key in given)


@pytest.mark.parametrize("small", recount.SMALL[:2], ids=lambda one: one.ranks)
def test_the_referee_comes_to_what_the_solver_says(small) -> None:
    assert small_tables.differences(GAME, "nj", small) == []


@pytest.mark.soak
def test_rules_of_thumb() -> None:
    """6-5 and 10-10 are worth more than 16 and 15; two good hands stay."""
    sixteen = (9, 4, 5, 9)
    assert switches_by_values(KNOWN, (9,), sixteen)
    assert good_hands(sixteen, True) == 2 > good_hands(sixteen, False) == 0
    assert not switches_by_values(KNOWN, (5,), (9, 9, 5, 4))
    blackjack = (0, 9, 9, 8)
    assert not switches_by_values(KNOWN, (5,), blackjack)
    table = value_table(KNOWN)
    assert table.lines[0][0] == "blackjack"
    assert table.lines[0][1] == "+100"
    assert len(table.lines) == 1 + 15 + 8 + 10
    assert "hard 20" not in {line[0] for line in table.lines}


@pytest.mark.soak
def test_the_kernel_deals_what_the_solver_says() -> None:
    """By a chart and from a shoe that is dealt to its cutting card, so that a little more than
    chance is let be."""
    found = deal.simulate_shard(RULES, BETS, 5, 0, 1_000_000)
    error = 4 * found.game.standard_error / 2000 + 0.0005
    figure = next(
        one
        for one in shipped(GAME, "nj")
        if one.wager == "main"
        and one.options
        == {**one.options, "decks_in_use": "6", "splits": "1", "dealer_cards": "no_hole"}
        and not one.options["surrender"]
    )
    assert abs(float(found.game.mean) / 2000 + float(figure.outcomes.house_advantage)) < error
    never = deal.simulate_shard(RULES, BETS, 5, 0, 200_000, chart="optimal", switch="never")
    assert never.game.mean < found.game.mean - 100


def test_the_kernel_refuses_what_it_does_not_deal() -> None:
    for bets in ({"main": 1000}, {**BETS, "match": 100}, {"main": 1000, "second": 500}):
        with pytest.raises(Refused, match="two equal wagers"):
            deal.simulate_shard(RULES, bets, 0, 0, 1)
    with pytest.raises(Refused, match="not 'always'"):
        deal.simulate_shard(RULES, BETS, 0, 0, 1, switch="always")
    with pytest.raises(Refused, match="odd number"):
        deal.simulate_shard(RULES, {"main": 1001, "second": 1001}, 0, 0, 1)
    carter = TableRules(BOOK, {"shuffle_method": "bart_carter"})
    with pytest.raises(Refused, match="bart_carter"):
        deal.simulate_shard(carter, BETS, 0, 0, 1)


def test_advice_is_what_the_hands_are_worth() -> None:
    """10-5 and 6-10 beside a nine: the switch is worth more than half a wager."""
    start, four = (8,), (9, 4, 5, 9)
    stay = advice.entries(KNOWN, start, four, False)
    moved = advice.entries(KNOWN, start, advice.switched(four), True)
    assert sum(one.net for one in moved) > sum(one.net for one in stay) + Fraction(1)
    assert family.insurance(KNOWN, (0,) * 10) == Fraction(96, 311)


def test_a_table_opens() -> None:
    table = open_table("blackjack-switch", "nj")
    assert table.rules.rule("hands_dealt") == 2
