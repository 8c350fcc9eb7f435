"""The exact odds of pai gow with tiles.

What hands are worth, how the house sets them and who wins comes from ``hands/tiles.py``, which the
referee uses too. What the rulebook decides comes in as plain parameters:

* ``Rules``: the values of the house way and whether it looks at the low hand first;
* ``win``: what a wager of one nets when it wins, vigorish taken off.

``TileGame`` solves the setting of four tiles for a player against the dealer, and for a player who
banks against the dealer's wager.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from houseway.counting.result import Outcome, OutcomeTable
from houseway.equipment.tiles import tile_set
from houseway.games.set_hands.dragon_odds import rolls
from houseway.games.set_hands.setting_game import Setter, SettingGame, outcomes
from houseway.games.set_hands.two_hands import Contest, Hand, Kinds, Strengths, Tally, Way
from houseway.hands.tiles import (
    OF_PAIR,
    POINT,
    house_way,
    outcome,
    pair_rank,
    rank,
    split,
    strength,
)

TILES = 4
WAYS = range(3)


@dataclass(frozen=True)
class Rules:
    """The house way, and the tiles; a reduced set is for checking by hand."""

    values: tuple[int, ...]
    low_first: bool
    tiles: tuple[int, ...] = tuple(tile_set())

    def house_way(self, hand: Hand) -> Way:
        """How the house sets four tiles."""
        return _house_way(hand, self.values, self.low_first)


@lru_cache(maxsize=1 << 15)
def _house_way(hand: Hand, values: tuple[int, ...], low_first: bool) -> Way:
    return house_way((hand[0], hand[1], hand[2], hand[3]), values, low_first)


def set_as(hand: Hand, way: Way) -> tuple[Hand, Hand]:
    """The high and the low hand that a way makes of four tiles."""
    a, b, c, d = split((hand[0], hand[1], hand[2], hand[3]), way)
    return (a, b), (c, d)


@lru_cache(maxsize=1 << 14)
def ways(hand: Hand) -> tuple[Strengths, ...]:
    """What each of the three ways makes of four tiles."""
    pairs = (set_as(hand, way) for way in WAYS)
    return tuple((strength(*high), strength(*low)) for high, low in pairs)


@lru_cache(maxsize=8)
def contest(rules: Rules, banks: bool = False) -> Contest:
    """A player against the house way, or as the bank against it."""
    kinds = Kinds.of(rules.tiles, rank)
    return Contest(kinds, TILES, ways, rules.house_way, outcome, banks)


# Tiles


@dataclass(frozen=True)
class TileGame(SettingGame):
    """Four tiles against the house way. A loss costs one; ``win`` is what a win nets."""

    rules: Rules
    win: Fraction
    banks: bool = False

    @property
    def contest(self) -> Contest:
        """All sets of tiles and what comes of them."""
        return contest(self.rules, self.banks)

    @cached_property
    def pairs_split(self) -> dict[int, Fraction]:
        """For each place in the order of pairs, how often the best play splits such a pair."""
        known = self.contest
        held: dict[int, int] = {}
        broken: dict[int, int] = {}
        for hand, times, way in zip(known.hands, known.dealt.tolist(), self.best, strict=True):
            kept = {pair_rank(*two) for two in set_as(hand, way)}
            every = {pair_rank(*two) for way in WAYS for two in set_as(hand, way)} - {0}
            for place in every:
                held[place] = held.get(place, 0) + times
                broken[place] = broken.get(place, 0) + times * (place not in kept)
        return {place: Fraction(broken[place], held[place]) for place in sorted(held)}


def tile_table(
    wager: str, tally: Tally, win: Fraction, *, triple_takes: bool = False, dice: int = 3
) -> OutcomeTable:
    """A wager on tiles. ``triple_takes`` says that three equal dice take it before the tiles."""
    triples, others = rolls(triple_takes, dice)
    found = outcomes(Tally(*(count * others for count in tally)), win)
    if triple_takes:
        found.insert(0, Outcome("triple", Fraction(-1), triples * sum(tally)))
    return OutcomeTable(wager, (triples + others) * sum(tally), tuple(found))


# Rules of thumb


def best_high(hand: Hand) -> Way:
    """The best high hand and, of equals, the best low hand."""
    found = ways(hand)
    return max(WAYS, key=lambda way: found[way])


def best_low(hand: Hand) -> Way:
    """The best low hand and, of equals, the best high hand."""
    found = ways(hand)
    return max(WAYS, key=lambda way: found[way][::-1])


def low_beside(least: int) -> Setter:
    """The best low hand beside a high hand of that strength or more; the best low hand of all
    where no high hand is so strong."""

    def setter(hand: Hand) -> Way:
        found = ways(hand)
        strong = [way for way in WAYS if found[way][0] >= least]
        return max(strong or WAYS, key=lambda way: found[way][::-1])

    return setter


SETTERS: dict[str, Setter] = {
    "best_high": best_high,
    "best_low": best_low,
    "low_beside_7": low_beside(7 * POINT),
    "low_beside_8": low_beside(8 * POINT),
    "low_beside_9": low_beside(9 * POINT),
    "low_beside_pair": low_beside(OF_PAIR),
}
