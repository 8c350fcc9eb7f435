"""Triple attack blackjack: figures by hand, the solver against the referee and the kernel."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.certificates.recount import small_tables
from houseway.games import game
from houseway.games.twenty_one.attack_figures import best, follow, with_chart
from houseway.games.twenty_one.attacks import always, attacked, dealt_with, mean_of, never
from houseway.games.twenty_one.table_numbers import numbers
from houseway.games.twenty_one.triple_attack_blackjack import deal, recount
from houseway.games.twenty_one.triple_attack_blackjack.results import FIGURES
from houseway.rulebook.table_rules import TableRules

GAME = game("triple-attack-blackjack")
RULES = TableRules(GAME.rulebook())
KNOWN = numbers(RULES)
CARDS = 8 * 48


def test_wagers_are_added_where_a_round_is_worth_something() -> None:
    found, alone = best(KNOWN), dealt_with(KNOWN, 1)
    means = {cell: mean_of(KNOWN, 1, one) for cell, one in alone.items()}
    for cell, added in found.added.items():
        assert ("third_attack" in added) == (means[cell] > 0)
        alike = [other for other in alone if other[1] == cell[1]]
        gain = sum(alone[other].chance * means[other] for other in alike)
        assert ("second_attack" in added) == (gain > 0)
    # an ace or a ten for a first card: 4 of 12 ranks
    assert found.attack_frequency("second_attack") == Fraction(1, 3)
    assert 0.0011 < -found.expectation < 0.0012


def test_cells_are_the_whole_game() -> None:
    """Told apart by the player's first card or not, a round without more wagers is the same."""
    plain = replace(KNOWN, more=replace(KNOWN.more, attacks=(("third_attack", "dealer"),)))
    assert attacked(KNOWN, adds=never).expectation == attacked(plain, adds=never).expectation
    assert attacked(KNOWN, adds=always).expectation == 3 * attacked(KNOWN, adds=never).expectation


@pytest.mark.soak
def test_each_rule_of_the_game_has_its_worth() -> None:
    base = attacked(KNOWN, adds=never).expectation
    for name, value, helps in (
        ("wins_21", 1, True),
        ("least_cards_win", 0, True),
        ("push_total", 0, False),
        ("split_aces_double", False, True),
    ):
        without = attacked(replace(KNOWN, more=replace(KNOWN.more, **{name: value})), adds=never)
        assert (without.expectation < base) == helps
        assert without.expectation != base


def test_side_wagers_by_hand() -> None:
    found = {one.wager: one.outcomes for one in FIGURES.results(RULES)}
    royals = {one.label: one for one in found["suited_royals"].outcomes}
    whole = found["suited_royals"].denominator
    assert Fraction(royals["king_queen"].count, whole) == Fraction(2 * 4 * 8 * 8, CARDS * 383)
    faces = 4 * (24 * 23) - 2 * 4 * 8 * 8
    assert Fraction(royals["faces"].count, whole) == Fraction(faces, CARDS * 383)
    assert Fraction(royals["flush"].count, whole) == Fraction(4 * (96 * 95 - 24 * 23), CARDS * 383)
    match = {one.label: one for one in found["triple_match"].outcomes}
    whole = found["triple_match"].denominator
    deals = CARDS * 383 * 382
    suited = 48 * 8 * 7 * 6
    assert Fraction(match["three_suited"].count, whole) == Fraction(suited, deals)
    assert Fraction(match["three"].count, whole) == Fraction(12 * 32 * 31 * 30 - suited, deals)
    pair_suited = 3 * 48 * 8 * 7 * 352
    assert Fraction(match["pair_suited"].count, whole) == Fraction(pair_suited, deals)
    pairs = 3 * 12 * 32 * 31 * 352 - pair_suited
    assert Fraction(match["pair"].count, whole) == Fraction(pairs, deals)
    tens, same = Fraction(96, 383), Fraction(24, 383)
    assert found["insurance"].expectation == 5 * same + 2 * (tens - same) - (1 - tens)


@pytest.mark.parametrize(
    "small", [recount.SMALL[0], recount.SMALL[1], recount.SMALL[3]], ids=lambda one: one.ranks
)
def test_the_referee_comes_to_what_the_solver_says(small) -> None:
    assert small_tables.differences(GAME, "nj", small) == []


@pytest.mark.soak
def test_the_kernel_deals_what_the_chart_is_worth() -> None:
    """Rounds of one shoe are not quite alike, so that a little more than chance is let be."""
    exact = with_chart(KNOWN).expectation
    found = deal.simulate_shard(RULES, {"main": 1000}, 3, 0, 2_000_000, **deal.POLICIES["optimal"])
    error = 4 * found.game.standard_error / 1000 + 0.0005
    assert abs(float(found.game.mean) / 1000 - float(exact)) < error


def test_mistakes_add_up_to_the_cost() -> None:
    def bold(sight) -> str:
        for name in ("add_second_attack", "add_third_attack", "double", "stand"):
            if name in sight.choices:
                return name
        return sight.choices[0]

    found = follow(KNOWN, bold)
    cost = sum(one.cost for one in FIGURES.own_play.mistakes(RULES, bold))
    assert cost == best(KNOWN).expectation - found.expectation
