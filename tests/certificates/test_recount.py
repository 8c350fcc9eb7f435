"""Every shipped figure is counted a second time, by a route that shares no counting with the first.

``make test`` takes one figure of every edition and a small deck of one game of each family, always
the same ones; ``make soak`` takes all. A failure names its seed: HOUSEWAY_SEED=... makes the same
choice again.
"""

import os
from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random, SystemRandom

import pytest

from houseway.certificates.figures import shipped
from houseway.certificates.recount import routes, small_tables
from houseway.certificates.recount.rounds import Setting
from houseway.certificates.recount.routes import EXACT, Route, route_of
from houseway.certificates.recount.seen import (
    certified,
    exact_differences,
    named_rows,
    sample_differences,
)
from houseway.counting.result import Outcome, OutcomeTable
from houseway.games import editions_with_odds, game

SOAK = bool(os.environ.get("HOUSEWAY_SOAK"))
SEED = int(os.environ.get("HOUSEWAY_SEED") or (SystemRandom().randrange(2**32) if SOAK else 1))
EDITIONS = [pytest.param(*one, id=f"{one[0].id}-{one[1]}") for one in editions_with_odds()]
LONG = ("fire",)  # thousands of states; in a soak
DEALS = 3  # first cards of more than so many are gone through in a soak
ROUNDS = 20_000 if SOAK else 400


@pytest.fixture
def chance(request) -> Random:
    print(f"HOUSEWAY_SEED={SEED}")  # shown when the test fails
    return Random(f"{SEED} {request.node.callspec.id}")


def is_quick(result) -> bool:
    """Whether a second count takes seconds at the most."""
    found = game(result.game)
    first = found.recount.first_cards.get(result.wager)
    if first is not None and route_of(found, result.edition, result.wager) is Route.FIRST_CARDS:
        return (
            sum(n for pool in first.pools for _, n in pool) <= DEALS
            and sum(map(len, first.pools)) < DEALS
        )
    return result.wager not in LONG


@pytest.mark.parametrize(("found", "edition"), EDITIONS)
def test_figures_are_counted_a_second_time(found, edition, chance) -> None:
    results = list(shipped(found, edition))
    if not SOAK:
        results = [chance.choice([one for one in results if is_quick(one)])]
    for result in results:
        wrong = routes.differences(result, chance, ROUNDS)
        assert not wrong, (result.wager, dict(result.options), wrong)


@pytest.mark.parametrize(("found", "edition"), EDITIONS)
def test_small_decks_are_counted_row_by_row(found, edition, chance) -> None:
    every = found.recount.small_tables(edition)
    quick = [one for one in every if not one.slow]
    if every and not SOAK:
        every = quick[:1]
    for small in every:
        assert small_tables.differences(found, edition, small) == [], small


@pytest.mark.parametrize(("found", "edition"), EDITIONS)
def test_a_certificate_names_no_other_second_count(found, edition) -> None:
    for result in shipped(found, edition):
        assert result.second_count in ("", route_of(found, edition, result.wager))


def test_the_optional_bonus_is_counted_from_the_dealers_cards() -> None:
    """Three cards of the dealer's, one by one, from six decks: the third takes a hand of 16 or less
    over 21. What was certified once took the eight of clubs for a six."""
    (result,) = [
        one
        for one in shipped(game("blackjack"), "nj")
        if one.wager == "optional_bonus" and one.options["decks_in_use"] == "6"
    ]
    words = {6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
    cards = [(rank, suit) for rank in range(1, 14) for suit in "cdhs"]
    found: Counter[str] = Counter()
    for one, two, three in product(cards, repeat=3):
        ways = 6 * (6 - (two == one)) * (6 - [one, two].count(three))
        values = [min(rank, 10) for rank, _ in (one, two, three)]
        first = values[0] + values[1] + (10 if 1 in values[:2] else 0)
        # An ace in the hand counts one where eleven would be too many: then three cards hold 21
        row = "lose"
        if first < 17 and sum(values) > 21:
            row = words[values[2]]
            if values == [8, 8, 8]:
                suits = {suit for _, suit in (one, two, three)}
                if len(suits) == 1:
                    row = "eights_suited"
                elif suits <= {"c", "s"} or suits <= {"d", "h"}:
                    row = "eights_coloured"
        found[row] += ways
    assert {one.label: one.count for one in result.outcomes.outcomes} == found
    assert result.outcomes.house_advantage == Fraction(43312, 626665)


def test_a_row_with_the_count_of_another_is_found() -> None:
    """Two rows that pay the same and have changed places: nets agree, rows do not."""
    right = OutcomeTable(
        "x", 10,
        (Outcome("pair", Fraction(2), 1), Outcome("flush", Fraction(2), 3),
         Outcome("lose", Fraction(-1), 6)),
    )  # fmt: skip
    wrong = OutcomeTable(
        "x", 10,
        (Outcome("pair", Fraction(2), 3), Outcome("flush", Fraction(2), 1),
         Outcome("lose", Fraction(-1), 6)),
    )  # fmt: skip
    rows = named_rows(right, ["pair", "flush"])
    seen = certified(right, rows)
    assert exact_differences(certified(right, rows), seen) == []
    assert len(exact_differences(certified(wrong, rows), seen)) == 2


def test_a_sample_of_another_wager_is_refuted() -> None:
    """Insurance of a single deck is not that of eight."""
    one, eight = (
        next(
            result
            for result in shipped(game("blackjack"), "nj")
            if result.wager == "over_13" and result.options["decks_in_use"] == decks
        )
        for decks in ("1", "8")
    )
    from houseway.certificates.recount.simulation import sample

    seen = sample(Setting(one), 300, Random(SEED))
    assert sample_differences(Setting(one).expected, seen) == []
    assert sample_differences({(Fraction(1), ()): Fraction(1)}, seen)
    assert Setting(one).expected != Setting(eight).expected


def test_most_routes_are_exact() -> None:
    """What is only simulated is little, and is listed: nothing slips into it unseen."""
    simulated = {
        (found.id, result.wager)
        for found, edition in editions_with_odds()
        for result in shipped(found, edition)
        if edition == "nj" and route_of(found, edition, result.wager) is Route.SIMULATED
    }
    assert {wager for name, wager in simulated if name == "blackjack"} == {
        "streak_2", "streak_3", "streak_4", "streak_5",
        "main_on_2", "main_on_3", "insurance_on_2", "insurance_on_3",
    }  # fmt: skip
    done = {wager for name, wager in simulated if name == "three-card-21-n-done"}
    assert done == {"insurance"}  # offered beside hands that are not 21, of three cards
    assert {name for name, _ in simulated} == {
        "asia-poker",
        "blackjack",
        "fast-action-hold-em",
        "pai-gow",
        "pai-gow-poker",
        "three-card-21-n-done",
    }
    assert Route.SIMULATED not in EXACT
