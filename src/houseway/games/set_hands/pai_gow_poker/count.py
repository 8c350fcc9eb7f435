"""Every deal of seven cards against seven, counted: 8.2 quadrillion of them.

For each hand of the side that decides, every setting is held against all hands of the other side,
which follow the house way, and which do not hold any of the same cards. Hands that share no card
with a hand A are counted by inclusion and exclusion over the subsets S of A: of all hands that hold
S it is enough to know how many have a high and a low hand below a certain place, one table for each
S, which serves every hand that holds S. Suits are renamed, so that there are 8 million S instead of
186 million.

That takes some minutes and three gigabytes, so that what it comes to for the house way that is
shipped is kept in ``standard.counts.json``, under the hash of what it rests on:

    python -m houseway.games.set_hands.pai_gow_poker.count

counts it anew. Other house ways are simulated (``odds.py``).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import Any

import numpy as np

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
from houseway.games.set_hands.pai_gow_poker.every_hand import (
    fact_counts,
    find_facts,
    five_card_table,
    look_up_fives,
)
from houseway.games.set_hands.pai_gow_poker.hand import LAST, SECOND, SETTINGS, arrange
from houseway.games.set_hands.pai_gow_poker.rows import F_NINE_HIGH, pai_gow_fact
from houseway.games.set_hands.pai_gow_poker.way import FACTS, all_facts
from houseway.games.set_hands.pai_gow_poker.way import HANDS as TWO
from houseway.games.set_hands.seven_cards import CARDS
from houseway.games.set_hands.two_hands import Tally
from houseway.hands.kernel import kernel, thread_pool

Ints = Any
MOST_SETTINGS = 12  # on average, that none dominates
WHEELS = {"second": SECOND, "lowest": LAST}
FEW = 64  # hands that are compared one by one
KINDS = 5  # of hands without a pair: nine, ten, jack and queen high, and all others before them
DRAGON = 4


@kernel
def set_all(
    masks: Any, jokers: Any, table: Any, dense: Any, rows: Any, house: Any, kinds: Any,
    first: Any, settings: Any, lines: Any,
) -> int:  # fmt: skip
    """Fill in how the house sets each hand, how high it is without a pair, and all settings that no
    other dominates, the house's own first; says how many these are. A setting is the place of the
    high hand, seven bits up, and of the low hand."""
    numbers, cards = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    fives, facts = np.zeros(SETTINGS, np.int64), np.zeros(FACTS, np.int64)
    made, division = np.zeros((SETTINGS, TWO), np.int64), np.zeros(SETTINGS, np.int64)
    high, low = np.zeros(SETTINGS, np.int64), np.zeros(SETTINGS, np.int64)
    total = 0
    for at in range(len(masks)):
        cards_of(masks[at], jokers[at], numbers, cards)
        look_up_fives(numbers, table, fives)
        count = arrange(cards, fives, made, division)
        all_facts(cards, facts)
        line, own = choose(rows, facts, made, count, FACTS, TWO)
        lines[at] = line
        whole = 0
        for k in range(CARDS):
            whole |= 1 << cards[k]
        kinds[at] = 0
        fact = pai_gow_fact(whole)
        for kind in range(1, KINDS):
            if fact == 1 << (F_NINE_HIGH + kind - 1):
                kinds[at] = kind
        for k in range(count):
            high[k] = np.searchsorted(dense, made[k, 0])
            low[k] = place_of_two(made[k, 1])
        house[at] = high[own] << 7 | low[own]
        first[at] = total
        settings[total] = house[at]
        total += 1
        for a in range(count):
            if high[a] == high[own] and low[a] == low[own]:
                continue
            best = True
            for b in range(count):
                if b == a or high[b] < high[a] or low[b] < low[a]:
                    continue
                if high[b] > high[a] or low[b] > low[a] or b < a:
                    best = False
                    break
            if best:
                settings[total] = high[a] << 7 | low[a]
                total += 1
    first[len(masks)] = total
    return total


@kernel
def add_up(below: Any, rows: int) -> None:
    """Turn counts by high and low hand into counts below each place."""
    for row in range(1, rows + 1):
        total = 0
        for low in range(1, TWOS + 1):
            total += below[row, low]
            below[row, low] = total + below[row - 1, low]


@kernel
def count_sets(
    size: int, masks: Any, jokers: Any, weights: Any, start: int, step: int, ranks: int, ids: Any,
    house: Any, kinds: Any, first: Any, settings: Any, own: Any, places: int, shift: int,
    drop: bool, room: Any, either: Any, both: Any, met: Any,
) -> None:  # fmt: skip
    """Add what the subsets of one size, every so many, say of each setting: of how many hands of
    the other side the high and of how many the low hand is below, and of how many both are. With
    ``shift`` equal ones count as below; ``drop`` leaves out the other side's queen's dragons. And
    of each hand against how many of each kind it plays."""
    sign = -1 if size & 1 else 1
    numbers, cards = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    found = np.zeros(CHOOSE[WHOLE - size, CARDS - size] if size else 1, np.int32)
    below = np.zeros((places + 2, TWOS + 1), np.int32)
    place, seen = np.zeros(places + 2, np.int32), np.zeros(places + 1, np.bool_)
    times = np.zeros(len(own) if size <= 2 else 1, np.int32)
    held = np.zeros(KINDS, np.int64)
    for number in range(start, len(masks), step):
        cards_of(masks[number], jokers[number], numbers, cards)
        worth = sign * weights[number]
        if size <= 2:
            if size:
                count = list_holding(numbers, size, ranks, ids, found, room)
                times[:] = 0
                for k in range(count):
                    times[found[k]] += 1
            else:
                for k in range(len(own)):
                    times[k] = own[k]
            below[:, :] = 0
            held[:] = 0
            for k in range(len(own)):
                held[kinds[k]] += times[k]
                if times[k] and not (drop and kinds[k] == DRAGON):
                    below[(house[k] >> 7) + 1, (house[k] & 127) + 1] += times[k]
            add_up(below, places)
            for k in range(len(own)):
                if times[k]:
                    for kind in range(KINDS):
                        met[k, kind] += worth * times[k] * held[kind]
                    for one in range(first[k], first[k + 1]):
                        h, low = (settings[one] >> 7) + shift, (settings[one] & 127) + shift
                        either[one] += worth * times[k] * (below[h, TWOS] + below[places, low])
                        both[one] += worth * times[k] * below[h, low]
            continue
        count = list_holding(numbers, size, ranks, ids, found, room)
        held[:] = 0
        for k in range(count):
            held[kinds[found[k]]] += 1
        for k in range(count):
            for kind in range(KINDS):
                if held[kind]:
                    met[found[k], kind] += worth * held[kind]
        if count <= FEW:
            for k in range(count):
                for one in range(first[found[k]], first[found[k] + 1]):
                    h, low = (settings[one] >> 7) + shift, (settings[one] & 127) + shift
                    highs, lows, twice = 0, 0, 0
                    for other in range(count):
                        if drop and kinds[found[other]] == DRAGON:
                            continue
                        theirs = house[found[other]]
                        is_high, is_low = theirs >> 7 < h, theirs & 127 < low
                        highs += int(is_high)
                        lows += int(is_low)
                        twice += int(is_high and is_low)
                    either[one] += worth * (highs + lows)
                    both[one] += worth * twice
            continue
        seen[:] = False
        for k in range(count):
            seen[house[found[k]] >> 7] = True
        used = 0
        for k in range(places + 1):
            place[k] = used
            used += int(seen[k])
        place[places + 1] = used
        below[: used + 1, :] = 0
        for k in range(count):
            if not (drop and kinds[found[k]] == DRAGON):
                theirs = house[found[k]]
                below[place[theirs >> 7] + 1, (theirs & 127) + 1] += 1
        add_up(below, used)
        for k in range(count):
            for one in range(first[found[k]], first[found[k] + 1]):
                h, low = place[(settings[one] >> 7) + shift], (settings[one] & 127) + shift
                either[one] += worth * (below[h, TWOS] + below[used, low])
                both[one] += worth * below[h, low]


@kernel
def best_settings(
    first: Any, settings: Any, either: Any, both: Any, met: Any, win: int, lose: int, chosen: Any
) -> None:
    """Fill in the best setting of each hand, where a win nets ``win`` and a loss costs ``lose``; of
    equals the house's own."""
    for at in range(len(first) - 1):
        best, most = first[at], 0
        for one in range(first[at], first[at + 1]):
            net = win * both[one] - lose * (met[at] - either[one] + both[one])
            if one == first[at] or net > most:
                best, most = one, net
        chosen[at] = best


@kernel
def extreme_settings(first: Any, settings: Any, high: bool, chosen: Any) -> None:
    """Fill in the setting of each hand with the best high hand, or with the best low one."""
    for at in range(len(first) - 1):
        best, most = first[at], -1
        for one in range(first[at], first[at + 1]):
            h, low = settings[one] >> 7, settings[one] & 127
            value = h << 7 | low if high else low << 20 | h
            if value > most:
                best, most = one, value
        chosen[at] = best


@dataclass(frozen=True, eq=False)
class Setup:
    """All hands of a deck as the house sets them, and their settings."""

    ranks: int  # of the deck, as a mask
    masks: Ints
    jokers: Ints
    weights: Ints
    ids: Ints
    house: Ints
    kinds: Ints  # nine, ten, jack and queen high are one to four, all others none
    first: Ints
    settings: Ints
    lines: Ints
    places: int  # how many high hands there are
    rules: int  # how many lines the house way has

    @property
    def deals(self) -> int:
        """In how many ways two hands are dealt."""
        cards = 4 * self.ranks.bit_count() + 1
        return comb(cards, CARDS) * comb(cards - CARDS, CARDS)


def set_up(way: HouseWay, wheel: int, ranks: int = ALL_RANKS) -> Setup:
    """Every hand set by the house way."""
    masks, jokers, weights = every_hand(ranks)
    table = five_card_table(wheel)
    dense = np.unique(table)
    house, kinds = np.zeros(len(masks), np.int32), np.zeros(len(masks), np.int8)
    first, lines = np.zeros(len(masks) + 1, np.int32), np.zeros(len(masks), np.int8)
    settings = np.zeros(MOST_SETTINGS * len(masks), np.int32)
    rows = np.array(way.rows, np.int64)
    total = set_all.jit(masks, jokers, table, dense, rows, house, kinds, first, settings, lines)
    assert total <= len(settings)
    return Setup(
        ranks, masks, jokers, weights, hand_numbers(masks, jokers), house, kinds, first,
        settings[:total].copy(), lines, len(dense), len(way.lines),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Counted:
    """For each setting how often the high and the low hand are better together, how often both are,
    and for each hand against how many of each kind it plays; all times the weight of the hand."""

    setup: Setup
    either: Ints
    both: Ints
    met: Ints
    drop: bool

    @property
    def against(self) -> Ints:
        """Against how many hands each hand plays, without those that push."""
        found = self.met.sum(axis=1)
        return found - self.met[:, DRAGON] if self.drop else found

    @property
    def house(self) -> Ints:
        """The house's own setting of each hand."""
        return np.asarray(self.setup.first[:-1], np.int64)

    def tally(self, chosen: Ints, without: Ints | None = None) -> Tally:
        """What comes of all deals when each hand is set so; some hands may push whatever comes."""
        kept = slice(None) if without is None else ~without
        won, higher = _sum(self.both[chosen][kept]), _sum(self.either[chosen][kept])
        lost = _sum(self.against[kept]) - higher + won
        return Tally(won, self.setup.deals - won - lost, lost)

    def best(self, win: int, lose: int) -> Ints:
        """The best setting of each hand."""
        chosen, setup = np.zeros(len(self.met), np.int64), self.setup
        best_settings.jit(
            setup.first, setup.settings, self.either, self.both, self.against, win, lose, chosen
        )
        return chosen

    def extreme(self, *, high: bool) -> Ints:
        """The setting of each hand with the best high or the best low hand."""
        chosen = np.zeros(len(self.met), np.int64)
        extreme_settings.jit(self.setup.first, self.setup.settings, high, chosen)
        return chosen


def _sum(numbers: Ints) -> int:
    """A sum that does not run over."""
    return sum(int(part.sum()) for part in np.array_split(numbers, 64))


def count(setup: Setup, *, banks: bool = False, drop: bool = False, threads: int = 2) -> Counted:
    """Every setting of every hand against all hands of the other side, as a player or as a bank,
    who has the copies; ``drop`` leaves out the other side's queen's dragons, which push."""
    total, hands = len(setup.settings), len(setup.masks)
    sums = [
        (np.zeros(total, np.int64), np.zeros(total, np.int64), np.zeros((hands, KINDS), np.int64))
        for _ in range(threads)
    ]

    def work(part: int, size: int, sets: tuple[Ints, Ints, Ints]) -> None:
        count_sets.jit(
            size, *sets, part, threads, setup.ranks, setup.ids, setup.house, setup.kinds,
            setup.first, setup.settings, setup.weights, setup.places, int(banks), drop, room(),
            *sums[part],
        )  # fmt: skip

    with thread_pool(threads) as pool:
        for size in range(CARDS + 1):
            list(
                pool.map(partial(work, size=size, sets=sets_of(size, setup.ranks)), range(threads))
            )
    for more in sums[1:]:
        for mine, theirs in zip(sums[0], more, strict=True):
            mine += theirs
    return Counted(setup, *sums[0], drop)


# -- what is kept ----------------------------------------------------------------------------------


def count_player(setup: Setup) -> dict[str, Any]:
    """Tallies of a player, and what the imperial bonus needs."""
    played = count(setup)
    best = played.best(19, 20)
    tallies = {
        "house_way": played.tally(played.house),
        "optimal": played.tally(best),
        "even": played.tally(played.best(1, 1)),
        "high_first": played.tally(played.extreme(high=True)),
        "low_first": played.tally(played.extreme(high=False)),
    }
    lines = [int(setup.weights[setup.lines == line].sum()) for line in range(setup.rules)]
    worse = int(setup.weights[best != played.house].sum())
    joint = _banker_counts(setup, played)
    return {"player": tallies, "lines": lines, "worse": worse, "joint": joint}


def count_bank(setup: Setup) -> dict[str, Any]:
    """Tallies of a bank, and of one whose queen's dragons push."""
    banked = count(setup, banks=True)
    best, dragons = banked.best(19, 20), setup.kinds == DRAGON
    ways = {"house_way": banked.house, "optimal": best}
    return {
        "bank": {name: banked.tally(way) for name, way in ways.items()},
        "ez_bank": {name: banked.tally(way, dragons) for name, way in ways.items()},
    }


def count_ez(setup: Setup) -> dict[str, Any]:
    """Tallies of a player against a dealer whose queen's dragons push."""
    dropped = count(setup, drop=True)
    ways = {
        "house_way": dropped.house,
        "even": dropped.best(1, 1),
        "high_first": dropped.extreme(high=True),
        "low_first": dropped.extreme(high=False),
    }
    return {"ez": {name: dropped.tally(way) for name, way in ways.items()}}


PARTS = {"player": count_player, "bank": count_bank, "ez": count_ez}


def _banker_counts(setup: Setup, played: Counted) -> dict[str, list[int]]:
    """For each set of facts of a hand, how often it is dealt beside a hand of the other side that
    is nine, ten or jack high."""
    found = np.zeros(len(setup.masks), np.int64)
    find_facts.jit(setup.masks, setup.jokers, five_card_table(SECOND), found)
    kinds = range(1, DRAGON)
    return {
        str(fact): [_sum(played.met[found == fact, kind]) for kind in kinds]
        for fact in np.unique(found).tolist()
    }


def main() -> None:
    """Count everything for the house way that is shipped, and write it down part by part; parts
    that stand there already are kept."""
    from houseway.games import game
    from houseway.games.set_hands.pai_gow_poker.counted import FILE, fingerprint
    from houseway.games.set_hands.pai_gow_poker.way import way_of
    from houseway.rulebook.table_rules import TableRules

    way = way_of(TableRules(game("pai-gow-poker").rulebook()))
    kept: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    if kept.get("rests_on") != fingerprint(way):
        facts = {str(fact): times for fact, times in fact_counts().items()}
        kept = {"rests_on": fingerprint(way), "facts": facts}
    for name, wheel in WHEELS.items():
        found = kept.setdefault(name, {})
        missing = [part for part in PARTS if part not in found]
        setup = set_up(way, wheel) if missing else None
        for part in missing:
            assert setup is not None
            found.update(PARTS[part](setup))
            FILE.write_text(json.dumps(kept) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
