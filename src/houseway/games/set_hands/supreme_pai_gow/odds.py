"""The exact odds of supreme pai gow.

What hands are worth and who wins comes from ``hand.py``, which the referee uses too. Suits are
nothing to the supreme pai gow wager, so that four cards are a set of ranks and jokers
(``two_hands.py``). The bonus wager is counted over all hands of four cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations

from houseway.counting.prices import Pays
from houseway.counting.result import Outcome, OutcomeTable
from houseway.equipment.cards import Card, deck
from houseway.games.set_hands.house_way import HouseWay
from houseway.games.set_hands.setting_game import SettingGame
from houseway.games.set_hands.supreme_pai_gow.hand import (
    BONUS_ROWS,
    CARDS,
    NOTHING,
    bonus_row,
    hands_won,
    is_joker,
)
from houseway.games.set_hands.supreme_pai_gow.way import set_by_house_way, strengths_of
from houseway.games.set_hands.two_hands import Contest, Hand, Kinds, Strengths, Way

DECK = tuple(deck(jokers=2))
ANY_JOKER = -1


def alike(card: Card) -> int:
    """What the supreme pai gow wager sees of a card: its rank, or that it is a joker."""
    return ANY_JOKER if is_joker(card) else card & 15


@lru_cache(maxsize=1 << 14)
def ways(hand: Hand) -> tuple[Strengths, ...]:
    """What each of the three ways makes of four cards."""
    return strengths_of(hand)


@dataclass(frozen=True)
class Setter:
    """Four cards set by the lines of a house way."""

    way: HouseWay

    def __call__(self, hand: Hand) -> Way:
        """The way in which four cards are set."""
        return set_by_house_way(hand, self.way)[1]


@lru_cache(maxsize=8)
def contest(way: HouseWay, banks: bool = False, cards: tuple[Card, ...] = DECK) -> Contest:
    """A player against the house way, or as the bank against it."""
    return Contest(Kinds.of(cards, alike), CARDS, ways, Setter(way), hands_won, banks)


@dataclass(frozen=True)
class CardGame(SettingGame):
    """Four cards against the house way. A loss costs one; ``win`` is what a win nets."""

    way: HouseWay
    win: Fraction
    banks: bool = False

    @property
    def contest(self) -> Contest:
        """All sets of ranks and what comes of them."""
        return contest(self.way, self.banks)

    @cached_property
    def line_shares(self) -> list[Fraction]:
        """How often each line of the house way decides."""
        known = self.contest
        counts = [0] * len(self.way.lines)
        for hand, times in zip(known.hands, known.dealt.tolist(), strict=True):
            counts[set_by_house_way(hand, self.way)[0]] += times
        return [Fraction(count, sum(counts)) for count in counts]


@lru_cache(maxsize=2)
def bonus_counts(both: bool = False) -> Mapping[str, int]:
    """How many hands of four cards each row of the bonus wager has, and how many none; ``both``
    as in ``bonus_row``."""
    counts = [0] * (NOTHING + 1)
    for a, b, c, d in combinations(DECK, CARDS):
        counts[bonus_row(a, b, c, d, both)] += 1
    return dict(zip((*BONUS_ROWS, "lose"), counts, strict=True))


def bonus_table(pays: Pays, both: bool = False) -> OutcomeTable:
    """The bonus wager at prices by row."""
    counts = bonus_counts(both)
    found = [Outcome("lose", Fraction(-1), counts["lose"])]
    for row in reversed(BONUS_ROWS):
        paid = pays(frozenset({row}))
        assert paid is not None
        found.append(Outcome(row, paid.odds, counts[row]))
    return OutcomeTable("bonus", sum(counts.values()), tuple(found))
