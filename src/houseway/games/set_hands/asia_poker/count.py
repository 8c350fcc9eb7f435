"""Every deal of seven cards against seven, counted: 8.2 quadrillion of them.

For each hand of a player every setting is held against all hands of the dealer, who follows the
house way, that hold none of the same cards. Dealer's hands that share no card with a hand A are
counted by inclusion and exclusion over the subsets S of A: of all hands that hold S it is enough to
know against how many a high, a medium and a low hand win, one table for each S, which serves every
hand that holds S. Suits are renamed, so that there are 8 million S instead of 186 million.

Sums that stop at subsets of some size are bounds from above and below in turn (Bonferroni), and the
next size bounds the error: settings that can no longer be the best are dropped on the way.

A table holds, by the place of a high, of a medium and of a low hand, how many of the dealer's hands
these three beat in two places at least. Only highs and mediums that the dealer has count as places.

That takes some minutes and three gigabytes, so that the counts for the house way that is shipped
are kept in ``standard.counts.json``, under the hash of what they rest on:

    python -m houseway.games.set_hands.asia_poker.count

counts what is missing there. Other house ways are simulated (``odds.py``).
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import cached_property
from math import comb
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.games.set_hands.asia_poker.hand import FOURS, LAST, SECOND, SETTINGS, arrange
from houseway.games.set_hands.asia_poker.solver import four_card_table, look_up_fours
from houseway.games.set_hands.asia_poker.way import FACTS
from houseway.games.set_hands.asia_poker.way import HANDS as THREE
from houseway.games.set_hands.every_seven import (
    ALL_RANKS,
    CHOOSE,
    TWOS,
    WHOLE,
    cards_of,
    every_hand,
    hand_numbers,
    list_holding,
    place_of_two,
    room,
    sets_of,
)
from houseway.games.set_hands.house_way import HouseWay, choose
from houseway.games.set_hands.seven_cards import CARDS, facts_of
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Ints = NDArray[Any]

WHEELS = {"second": SECOND, "lowest": LAST}
MOST_SETTINGS = 24  # on average, that none dominates
FIRST_BOUND = 2  # from subsets of this size on, bounds are of use and hold in 32 bits
LOWS, LINE = 13, 16  # low hands, and the numbers kept for each high and medium hand
MEDIUM_BITS, LOW_BITS = 7, 4
MEDIUM, LOW = (1 << MEDIUM_BITS) - 1, (1 << LOW_BITS) - 1
HIGH_AT = MEDIUM_BITS + LOW_BITS  # where a setting has the place of its high hand


@kernel
def set_all(
    masks: Any, jokers: Any, table: Any, highs: Any, rows: Any, first: Any, settings: Any,
    lines: Any,
) -> int:  # fmt: skip
    """Fill in the settings of each hand that no other dominates, the house's own first, and the
    line of the house way that decides; says how many settings these are."""
    numbers, cards = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    fours, facts = np.zeros(FOURS, np.int64), np.zeros(FACTS, np.int64)
    made, division = np.zeros((SETTINGS, THREE), np.int64), np.zeros(SETTINGS, np.int64)
    high, medium, low = (
        np.zeros(SETTINGS, np.int64), np.zeros(SETTINGS, np.int64), np.zeros(SETTINGS, np.int64)
    )  # fmt: skip
    total = 0
    for at in range(len(masks)):
        cards_of(masks[at], jokers[at], numbers, cards)
        look_up_fours(numbers, table, fours)
        count = arrange(cards, fours, made, division)
        facts_of(cards, facts)
        line, own = choose(rows, facts, made, count, FACTS, THREE)
        lines[at] = line
        for k in range(count):
            if k and made[k, 0] == made[k - 1, 0]:
                high[k] = high[k - 1]
            else:
                high[k] = np.searchsorted(highs, made[k, 0])
            medium[k], low[k] = place_of_two(made[k, 1]), made[k, 2]
        first[at] = total
        settings[total] = high[own] << HIGH_AT | medium[own] << LOW_BITS | low[own]
        total += 1
        for a in range(count):
            if high[a] == high[own] and medium[a] == medium[own] and low[a] == low[own]:
                continue
            best = True
            for b in range(count):
                if high[b] < high[a] or medium[b] < medium[a] or low[b] < low[a]:
                    continue
                more = high[b] > high[a] or medium[b] > medium[a] or low[b] > low[a]
                if more or b < a:
                    best = False
                    break
            if best:
                settings[total] = high[a] << HIGH_AT | medium[a] << LOW_BITS | low[a]
                total += 1
    first[len(masks)] = total
    return total


@kernel
def fill_places(house: Any, found: Any, times: Any, count: int, places: Any, twos: Any) -> None:
    """Fill in how many highs and mediums the dealer has below each; ``times`` may be empty."""
    places[:] = 0
    twos[:] = 0
    for k in range(count):
        if len(times) == 0 or times[k]:
            theirs = house[found[k]]
            places[theirs >> HIGH_AT] = 1
            twos[theirs >> LOW_BITS & MEDIUM] = 1
    for line in (places, twos):
        used = 0
        for k in range(len(line)):
            here = line[k]
            line[k] = used
            used += here


@kernel
def fill_table(
    house: Any, found: Any, times: Any, count: int, places: Any, twos: Any, beaten: Any
) -> int:
    """Fill in against how many of these hands of the dealer three hands win in two places at least,
    by their places; says how far apart the highs are."""
    used, width = int(places[len(places) - 1]), int(twos[len(twos) - 1])
    line = (width + 1) * LINE
    size = (used + 1) * line
    for k in range(size):
        beaten[k] = 0
    for k in range(count):
        worth = times[k] if len(times) else 1
        if worth:
            theirs = house[found[k]]
            at = (places[theirs >> HIGH_AT] + 1) * line
            at += (twos[theirs >> LOW_BITS & MEDIUM] + 1) * LINE
            for low in range((theirs & LOW) + 1, LOWS + 1):
                beaten[at + low] += worth
    for high in range(1, used + 1):
        at = high * line
        for k in range(at + LINE, at + line):
            beaten[k] += beaten[k - LINE]
        for k in range(at, at + line):
            beaten[k] += beaten[k - line]
    last = used * line
    for high in range(used + 1):
        at = high * line
        right = at + width * LINE
        for medium in range(width + 1):
            here = at + medium * LINE
            both, under = beaten[here + LOWS], last + medium * LINE
            for low in range(LOWS + 1):
                without = beaten[right + low] + beaten[under + low]
                beaten[here + low] = both + without - 2 * beaten[here + low]
    return line


@kernel
def count_sets(
    size: int, masks: Any, jokers: Any, weights: Any, start: int, stop: int, ranks: int, ids: Any,
    own: Any, first: Any, settings: Any, house: Any, highs: int, found: Any, beaten: Any,
    room: Any, won: Any,
) -> None:  # fmt: skip
    """Add what some of the subsets of one size say of each setting: against how many hands of the
    dealer it wins, times the weight of the hand. Sums over all subsets of some sizes fit in 32 bits
    where they are bounds, and what comes between may run over."""
    sign = -1 if size & 1 else 1
    numbers, cards = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    places, twos = np.zeros(highs + 1, np.int32), np.zeros(TWOS + 1, np.int32)
    times = np.zeros(len(own) if size <= 1 else 0, np.int32)
    each = np.arange(len(own) if size <= 1 else 0).astype(np.int32)
    for number in range(start, stop):
        cards_of(masks[number], jokers[number], numbers, cards)
        worth = sign * weights[number]
        listed = found
        if size == 0:
            count = len(own)
            for k in range(count):
                times[k] = own[k]
            listed = each
        else:
            count = list_holding(numbers, size, ranks, ids, found, room)
        if size == 1:
            times[:] = 0
            for k in range(count):
                times[found[k]] += 1
            count, listed = len(own), each
        if size == CARDS:
            at = found[0]
            theirs = house[at]
            for one in range(first[at], first[at + 1]):
                mine = settings[one]
                better = int(mine >> HIGH_AT > theirs >> HIGH_AT)
                better += int(mine >> LOW_BITS & MEDIUM > theirs >> LOW_BITS & MEDIUM)
                better += int(mine & LOW > theirs & LOW)
                if better >= 2:
                    won[one] += worth
            continue
        fill_places(house, listed, times, count, places, twos)
        line = fill_table(house, listed, times, count, places, twos, beaten)
        for k in range(count):
            each_worth = worth
            if size <= 1:
                if times[k] == 0:
                    continue
                each_worth = worth * times[k]
            at = listed[k]
            for one in range(first[at], first[at + 1]):
                mine = settings[one]
                here = places[mine >> HIGH_AT] * line
                here += twos[mine >> LOW_BITS & MEDIUM] * LINE + (mine & LOW)
                won[one] += each_worth * beaten[here]


@kernel
def drop_settings(
    weights: Any, first: Any, settings: Any, won: Any, error: int, kept_first: Any
) -> int:
    """Move together the settings of each hand that may still be the best, and the house's own, when
    sums are off by so much times the weight of the hand at most; says how many these are."""
    total = 0
    for at in range(len(weights)):
        most = won[first[at]]
        for one in range(first[at], first[at + 1]):
            most = max(most, won[one])
        least = most - error * weights[at]
        kept_first[at] = total
        for one in range(first[at], first[at + 1]):
            if one == first[at] or won[one] >= least:
                settings[total], won[total] = settings[one], won[one]
                total += 1
    kept_first[len(weights)] = total
    return total


@kernel
def best_settings(first: Any, won: Any, chosen: Any) -> None:
    """Fill in the setting of each hand that wins most often; of equals the house's own."""
    for at in range(len(first) - 1):
        best = first[at]
        for one in range(first[at], first[at + 1]):
            if won[one] > won[best]:
                best = one
        chosen[at] = best


@dataclass(frozen=True, eq=False)
class Setup:
    """All hands of a deck as the house sets them, and their settings."""

    ranks: int  # of the deck, as a mask
    weights: Ints
    ids: Ints
    first: Ints
    settings: Ints
    lines: Ints
    highs: int  # how many strengths of four cards there are

    @property
    def cards(self) -> int:
        """How many cards the deck has."""
        return 4 * self.ranks.bit_count() + 1

    @property
    def deals(self) -> int:
        """In how many ways two hands are dealt."""
        return comb(self.cards, CARDS) * comb(self.cards - CARDS, CARDS)

    @cached_property
    def house(self) -> Ints:
        """How the house sets each hand."""
        return self.settings[self.first[:-1]].copy()


def set_up(way: HouseWay, wheel: int, ranks: int = ALL_RANKS) -> Setup:
    """Every hand set by the house way."""
    masks, jokers, weights = every_hand(ranks)
    table = four_card_table(wheel)
    highs = np.unique(table)
    first, lines = np.zeros(len(masks) + 1, np.int32), np.zeros(len(masks), np.int8)
    settings = np.zeros(MOST_SETTINGS * len(masks), np.int32)
    rows = np.array(way.rows, np.int64)
    total = set_all.jit(masks, jokers, table, highs, rows, first, settings, lines)
    assert total <= len(settings)
    return Setup(
        ranks, weights, hand_numbers(masks, jokers), first, settings[:total].copy(), lines,
        len(highs),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Counted:
    """For each setting that may be the best, and the house's own, against how many hands of the
    dealer it wins, times the weight of the hand."""

    setup: Setup
    first: Ints
    won: Ints

    def wins(self, chosen: Ints) -> int:
        """How many deals are won when each hand is set so."""
        return sum(int(part.sum(dtype=np.int64)) for part in np.array_split(self.won[chosen], 64))

    @property
    def house(self) -> Ints:
        """The house's own setting of each hand."""
        return np.asarray(self.first[:-1], np.int64)

    def best(self) -> Ints:
        """The setting of each hand that wins most often."""
        chosen = np.zeros(len(self.setup.weights), np.int64)
        best_settings.jit(self.first, self.won, chosen)
        return chosen


def _silent(size: int, done: int, of: int) -> None:
    """Say nothing."""


def count(setup: Setup, told: Callable[[int, int, int], None] = _silent) -> Counted:
    """Every setting of every hand against all hands of the dealer."""
    first, settings = setup.first, setup.settings
    won = np.zeros(len(settings), np.int32)
    beaten = np.zeros((setup.highs + 1) * (TWOS + 1) * LINE, np.int32)
    for size in range(CARDS + 1):
        sets = sets_of(size, setup.ranks)
        found = np.zeros(int(CHOOSE[WHOLE - size, CARDS - size]) if size else 1, np.int32)
        many = len(sets[0])
        block = max(1, many // 20)
        for start in range(0, many, block):
            count_sets.jit(
                size, *sets, start, min(many, start + block), setup.ranks, setup.ids,
                setup.weights, first, settings, setup.house, setup.highs, found, beaten, room(),
                won,
            )  # fmt: skip
            told(size, min(many, start + block), many)
        if FIRST_BOUND <= size < CARDS - 1:
            first, settings, won = _without_worse(setup, first, settings, won, size)
    return Counted(setup, first, won)


def _without_worse(
    setup: Setup, first: Ints, settings: Ints, won: Ints, size: int
) -> tuple[Ints, Ints, Ints]:
    """The settings that may still be the best after subsets of this size."""
    error = comb(CARDS, size + 1) * comb(setup.cards - size - 1, CARDS - size - 1)
    kept = np.zeros(len(first), np.int32)
    total = drop_settings.jit(setup.weights, first, settings, won, error, kept)
    return kept, settings[:total].copy(), won[:total].copy()


# -- what is kept ----------------------------------------------------------------------------------


def counts(setup: Setup, told: Callable[[int, int, int], None] = _silent) -> dict[str, Any]:
    """How many deals are won under each way to set, and how the house way does."""
    found = count(setup, told)
    best, house = found.best(), found.house
    less = found.won[best] > found.won[house]
    lost = (found.won[best] - found.won[house]).astype(np.int64)

    def by_line(numbers: Ints) -> list[int]:
        return [
            int(numbers[setup.lines == line].sum()) for line in range(int(setup.lines.max()) + 1)
        ]

    return {
        "deals": setup.deals,
        "won": {
            "house_way": found.wins(house),
            "optimal": found.wins(best),
        },
        "lines": by_line(setup.weights),
        "worse": by_line(np.where(less, setup.weights, 0)),
        "lost": by_line(lost),
    }


def main() -> None:
    """Count everything for the house way that is shipped, and write it down wheel by wheel; what
    stands there already is kept."""
    from houseway.games import game
    from houseway.games.set_hands.asia_poker.counted import FILE, fingerprint
    from houseway.games.set_hands.asia_poker.way import way_of
    from houseway.rulebook.table_rules import TableRules

    way, began = way_of(TableRules(game("asia-poker").rulebook())), monotonic()

    def told(size: int, done: int, of: int) -> None:
        seconds = monotonic() - began
        print(f"{size} cards: {done:,} of {of:,} sets, {seconds:,.0f} s", file=sys.stderr)

    kept: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    if kept.get("rests_on") != fingerprint(way):
        kept = {"rests_on": fingerprint(way)}
    for name, wheel in WHEELS.items():
        if name not in kept:
            kept[name] = counts(set_up(way, wheel), told)
            FILE.write_text(json.dumps(kept) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
