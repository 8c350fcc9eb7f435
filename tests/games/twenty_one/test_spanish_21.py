"""Spanish 21: figures held against published ones and against counts by hand."""

from fractions import Fraction
from math import comb

import pytest

from houseway.games import game
from houseway.games.twenty_one import odds
from houseway.games.twenty_one.composition.against import against
from houseway.games.twenty_one.composition.suits import suit_kinds
from houseway.games.twenty_one.composition.terms import hand_of
from houseway.games.twenty_one.spanish_21 import results
from houseway.games.twenty_one.table_numbers import numbers_at
from houseway.rulebook.table_rules import TableRules

BOOK = game("spanish-21").rulebook("nj")
SIX = TableRules(BOOK)
EIGHT = TableRules(BOOK, {"decks_in_use": "8", "match_pays": "decks_8"})
SEVENS = hand_of(6, 6)


def edge(rules, stake):
    return -odds.optimal(results.known_at(rules, {"main": Fraction(stake)})).expectation


@pytest.mark.parametrize(
    ("rules", "expected"), [(SIX, Fraction(-114, 3731)), (EIGHT, Fraction(-2184, 73153))]
)
def test_match_the_dealer_counted_by_hand(rules, expected) -> None:
    """Each card matches in rank alone or in suit too, and the two add up."""
    (result,) = results.results(rules, wager="match_dealer")
    assert result.outcomes.expectation == expected


@pytest.mark.soak
def test_the_best_play_comes_near_the_published_figure() -> None:
    """About 0.40 % is published for a dealer who stands on all 17s, by totals and numbers of cards
    and without the super bonus; a player who looks at every card does a little better."""
    assert Fraction(35, 10000) < edge(SIX, 4) < Fraction(40, 10000)
    assert edge(SIX, 4) < edge(EIGHT, 4) < Fraction(40, 10000)


@pytest.mark.soak
def test_a_wager_of_25_has_the_same_bonus_in_proportion_as_one_of_5() -> None:
    assert edge(SIX, 5) == edge(SIX, 25) < edge(SIX, 10) < edge(SIX, 100) < edge(SIX, 4)


def test_the_super_bonus_is_as_likely_as_four_sevens() -> None:
    """Three sevens of one suit and a seven of any suit: every suited pair is drawn to."""
    expected = Fraction(24 * 5 * 4 * 21, 288 * 287 * 286 * 285)
    found = odds.optimal(results.known_at(SIX, None))
    assert found.super_frequency == expected
    assert results.others_add(SIX, None, others=3) == 3 * expected * 50 / 10


def test_a_suited_pair_of_sevens_is_hit_beside_a_seven_for_the_bonus_alone() -> None:
    small, large = (against(odds.terms(numbers_at(SIX, cents)), (6,)) for cents in (400, 1000))
    assert 6 in small.best.splits & large.best.splits
    assert (small.best.suited_kept, large.best.suited_kept) == (frozenset(), frozenset({6}))


def test_kinds_of_two_sevens_beside_a_seven() -> None:
    """Six of each suit: the pair by its suits and by whether the dealer's seven is of them."""
    found = suit_kinds(odds.terms(numbers_at(SIX, 0)), (6,), SEVENS, 6)
    whole = comb(24, 2) * 22
    with_it, without = comb(6, 2) * 4, comb(6, 2) * 18
    assert [share for share, _ in found.kinds] == [
        1 - Fraction(4 * (with_it + without), whole),
        Fraction(3 * without, whole),
        Fraction(3 * with_it, whole),
        Fraction(without, whole),
        Fraction(with_it, whole),
    ]
    assert [part for _, part in found.kinds[1:]] == [Fraction(n, 21) for n in (4, 3, 4, 3)]
    assert sum(share for share, _ in found.kinds) == 1


def test_a_double_forgoes_the_bonus() -> None:
    """6-7 beside a six: whoever doubles is paid 1 to 1 for the eight."""
    here = against(odds.terms(numbers_at(SIX, 0)), (5,))
    rows = [row for row, _ in here.terms.prices]
    doubled = here.play(here.best.acts, here.hands.at[hand_of(5, 6)], 2)
    wins = [place for place in doubled.places if place >= 11 + len(rows)]
    assert {here.net_of(place) for place in wins} == {2}
