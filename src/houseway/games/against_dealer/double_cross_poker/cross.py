"""Every deal of double cross poker, counted by what a player can see.

A player who commits to an axis has seen his own two cards, the card of that axis that is shown and
the card of the other axis that is shown. Two cards and three make a flush only where the three are
of one suit; all else is a matter of ranks. So deals are counted twice over:

1. By ranks alone, as if there were no flushes. For every rank of the center and of the two others
   of each axis, the dealer's pairs of ranks are taken in rising order of what the better axis makes
   of them, and the player's are asked in rising order of what theirs makes. Of the pairs taken so
   far the sweep keeps how many there are and how many have a card of each rank; those that avoid
   the player's two cards follow by inclusion and exclusion.
2. Where an axis is of one suit, once more with flushes, and the first count is taken back. The axes
   share their center, so there is one such suit and a card is in it or is not.

What a player can see is then a class: four ranks and which suits are the same. Suits are numbered
as they appear: that of the shown card of the own axis, of the other, of the two cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, pairwise, product
from math import comb, perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.counting.canonical import Pack
from houseway.hands.kernel import kernel, thread_pool
from houseway.hands.poker import CATEGORIES, FLUSH, FULL_HOUSE, strength

Ints = NDArray[np.int64]
Counts = NDArray[np.int32]
Small = NDArray[np.int16]

KINDS = len(CATEGORIES)
THREADS = 2
RANKS = 13  # of a whole suit
WON, TIED = 0, 1
PAIR_BITS, PAIR_MASK = 8, 255  # a sorted key is a strength, then a pair of ranks
# Which of a player's two cards are of the suit that matters: a bit for each, the lower first
NEITHER, LOWER_IN, HIGHER_IN, BOTH_IN = range(4)
TAKEN_BACK = 4  # both, as counted without flushes


class Frame(NamedTuple):
    """What the sweeps work on. Ranks are numbers from 0, the lowest; a pair of ranks has a number
    too. An axis is the rank of its center and the pair of the two others."""

    ranks: int  # how many
    suits: int
    pair: Ints  # [rank, rank]: the number of the pair
    low: Ints  # [pair]
    high: Ints
    plain: Ints  # [center, pair, own pair]: what five ranks are worth that are not a flush
    order: Ints  # [center, pair]: own pairs by that, rising
    flush: Ints  # [set of ranks]: what five ranks of one suit are worth
    flush_order: Ints  # [center, pair]: own pairs by what they make with an axis of one suit


def frame_of(pack: Pack) -> Frame:
    """The ranks of a deck."""
    ranks = pack.rank_list
    count = len(ranks)
    pairs = [(low, high) for high in range(count) for low in range(high + 1)]
    number = np.zeros((count, count), np.int64)
    for at, (one, other) in enumerate(pairs):
        number[one, other] = number[other, one] = at
    low, high = (np.array(side, np.int64) for side in zip(*pairs, strict=True))
    plain = np.zeros((count, len(pairs), len(pairs)), np.int64)
    fill_plain.jit(np.array(ranks, np.int64), low, high, np.zeros(RANKS, np.int64), plain)
    flush = np.zeros(1 << count, np.int64)
    for some in combinations(range(count), 5):
        held = sum(1 << ranks[rank] for rank in some)
        flush[sum(1 << rank for rank in some)] = strength(held)
    order = np.argsort(plain, axis=2, kind="stable")
    both = 1 << low | 1 << high
    suited = (1 << np.arange(count))[:, None, None] | both[:, None] | both
    flush_order = np.argsort(flush[suited], axis=2, kind="stable")
    return Frame(count, len(pack.suits), number, low, high, plain, order, flush, flush_order)


@kernel
def fill_plain(ranks: Ints, low: Ints, high: Ints, times: Ints, plain: Ints) -> None:
    """What a center, two others and two own cards are worth by their ranks; nothing where there
    would be five of a kind."""
    for center in range(len(ranks)):
        for axis in range(len(low)):
            for own in range(len(low)):
                times[:] = 0
                for rank in (center, low[axis], high[axis], low[own], high[own]):
                    times[ranks[rank]] += 1
                if times.max() < 5:
                    plain[center, axis, own] = strength(mixed(times))


@kernel
def mixed(times: Ints) -> int:
    """A hand with so many cards of each rank that is not all of one suit."""
    hand, placed = 0, 0
    for rank in range(len(times)):
        for copy in range(times[rank]):
            suit = copy if times[rank] > 1 else placed & 1
            hand |= 1 << (16 * suit + rank)
            placed += 1
    return hand


# By ranks alone


@kernel
def sweep_ranks(f: Frame, first: int, last: int, won: Small, tied: Small) -> None:
    """For every center from ``first`` to ``last``, own axis, other axis and pair of own ranks: how
    many of the dealer's hands it beats, and how many it ties."""
    pairs = len(f.low)
    keys = np.zeros(pairs, np.int64)
    left, held = np.zeros(f.ranks, np.int64), np.zeros(f.ranks, np.int64)
    for center in range(first, last):
        for axis in range(pairs):
            for other in range(pairs):
                left[:] = f.suits
                for rank in (center, f.low[axis], f.high[axis], f.low[other], f.high[other]):
                    left[rank] -= 1
                if left.min() < 0:
                    continue
                mine, theirs = f.plain[center, axis], f.plain[center, other]
                for pair in range(pairs):
                    keys[pair] = max(mine[pair], theirs[pair]) << PAIR_BITS | pair
                keys.sort()
                held[:] = 0
                taken, at, one = 0, 0, 0
                order = f.order[center, axis]
                while one < pairs:
                    worth = mine[order[one]]
                    while at < pairs and keys[at] >> PAIR_BITS < worth:
                        taken += take_ranks(f, left, held, keys[at] & PAIR_MASK)
                        at += 1
                    end = one
                    while end < pairs and mine[order[end]] == worth:
                        own = order[end]
                        below = taken - held[f.low[own]] - held[f.high[own]]
                        won[center, axis, other, own] = below
                        end += 1
                    while at < pairs and keys[at] >> PAIR_BITS == worth:
                        taken += take_ranks(f, left, held, keys[at] & PAIR_MASK)
                        at += 1
                    for place in range(one, end):
                        own = order[place]
                        upto = taken - held[f.low[own]] - held[f.high[own]]
                        upto += theirs[own] <= worth  # the player's own two cards are not dealt
                        tied[center, axis, other, own] = upto - won[center, axis, other, own]
                    one = end


@kernel
def take_ranks(f: Frame, left: Ints, held: Ints, pair: int) -> int:
    """How many pairs of cards have these ranks; ``held`` gets how many of them each card has."""
    low, high = f.low[pair], f.high[pair]
    if low == high:
        held[low] += left[low] - 1
        return int(left[low] * (left[low] - 1) // 2)
    held[low] += left[high]
    held[high] += left[low]
    return int(left[low] * left[high])


@kernel
def add_ranks(f: Frame, first: int, last: int, won: Small, tied: Small, found: Ints) -> None:
    """Add up the cards that are not seen, for shown cards of the own axis from ``first`` to
    ``last``: [own shown, other shown, own pair, category, won or tied]."""
    count, suits = f.ranks, f.suits
    for shown in range(first, last):
        for both in range(count * len(f.low)):
            seen, own = both // len(f.low), both % len(f.low)
            low, high = f.low[own], f.high[own]
            for center in range(count):
                first_ways = suits - times_in(center, shown, seen, low, high)
                if first_ways <= 0:
                    continue
                for hidden in range(count):
                    ways = suits - times_in(hidden, shown, seen, low, high) - (hidden == center)
                    if ways <= 0:
                        continue
                    axis = f.pair[shown, hidden]
                    kind = f.plain[center, axis, own] >> 20
                    win, tie = 0, 0
                    for last_one in range(count):
                        more = suits - times_in(last_one, shown, seen, low, high)
                        more -= (last_one == center) + (last_one == hidden)
                        if more > 0:
                            other = f.pair[seen, last_one]
                            win += more * won[center, axis, other, own]
                            tie += more * tied[center, axis, other, own]
                    found[shown, seen, own, kind, WON] += first_ways * ways * win
                    found[shown, seen, own, kind, TIED] += first_ways * ways * tie


@kernel
def times_in(rank: int, a: int, b: int, c: int, d: int) -> int:
    """How often a rank is among four."""
    return int(rank == a) + int(rank == b) + int(rank == c) + int(rank == d)


# Where an axis is of one suit


class Suited(NamedTuple):
    """Room for the boards with an axis of one suit. Cards are of that suit (in) or not (out)."""

    into: Ints  # [rank]: whether the card of the suit is left
    out: Ints  # [rank]: how many others are left
    held: Ints  # [rank]: of some of the dealer's pairs, those with the card of the suit
    taken: Ints  # [rank]: the same of others
    before: Ints  # the dealer's pairs of the suit by what they make without flushes, rising
    after: Ints  # and with them
    change: Counts  # [won or tied, which are in, own pair]: what flushes change on a board
    axis: Counts  # [other shown, ...]: the same for all boards with this axis


def room_for(f: Frame) -> Suited:
    """Room for one thread."""
    ranks, own = np.zeros(f.ranks, np.int64), np.zeros(len(f.low), np.int64)
    change = np.zeros((2, TAKEN_BACK + 1, len(f.low)), np.int32)
    axis = np.zeros((2 * f.ranks, *change.shape), np.int32)
    of_ranks = (ranks.copy(), ranks.copy(), ranks.copy(), ranks.copy())
    return Suited(*of_ranks, own.copy(), own.copy(), change, axis)


@kernel
def sweep_suited(
    f: Frame, s: Suited, first: int, last: int, won: Small, tied: Small, found: Counts
) -> None:
    """Every board with an axis of one suit and with a center from ``first`` to ``last``: what
    flushes change, [own shown, other shown, which are in, own pair, category, won or tied]. Shown
    cards are ranks, and out of the suit if they are not below the number of ranks."""
    n = f.ranks
    for center in range(first, last):
        for a in range(2 * n):
            for b in range(a + 1 if a < n else a, 2 * n):
                if center in (a, b):
                    continue
                s.axis[:] = 0  # boards with this axis
                for c in range(2 * n):
                    for d in range(c + 1 if c < n else c, 2 * n):
                        if center in (c, d) or (b >= n and d >= n):
                            continue
                        if lay(f, s, center, a, b, c, d):
                            count_suited(f, s, center, a, b, c, d, won, tied)
                            add_board(f, s, c, d)
                            if c != d:
                                add_board(f, s, d, c)
                add_axis(f, s, center, a, b, found)
                if a != b:
                    add_axis(f, s, center, b, a, found)


@kernel
def lay(f: Frame, s: Suited, center: int, a: int, b: int, c: int, d: int) -> bool:
    """What a board leaves of the deck, if it is one."""
    n = f.ranks
    s.into[:] = 1
    s.out[:] = f.suits - 1
    s.into[center] = 0
    for card in (a, b, c, d):
        if card < n:
            if not s.into[card]:
                return False
            s.into[card] = 0
        else:
            s.out[card - n] -= 1
    return bool(s.out.min() >= 0)


@kernel
def count_suited(
    f: Frame, s: Suited, center: int, a: int, b: int, c: int, d: int, won: Small, tied: Small
) -> None:
    """What flushes change on one board for each of the player's hands; for two cards that make one,
    how many of the dealer's hands they beat and tie."""
    n = f.ranks
    axis, other = f.pair[a % n, b % n], f.pair[c % n, d % n]
    mine, theirs = f.plain[center, axis], f.plain[center, other]
    own_axis = 1 << center | 1 << a | 1 << b if b < n else 0
    other_axis = 1 << center | 1 << c | 1 << d if d < n else 0
    order = f.order[center, axis]
    flushes = f.flush_order[center, axis if own_axis else other]
    size = 0
    for place in range(len(order)):
        pair = order[place]
        if suited(f, s, pair):
            insert(s.before, size, max(mine[pair], theirs[pair]) << PAIR_BITS | pair)
            size += 1
    size = 0
    for place in range(len(order)):
        pair = flushes[place]
        if suited(f, s, pair):
            held = 1 << f.low[pair] | 1 << f.high[pair]
            own = f.flush[own_axis | held] if own_axis else mine[pair]
            its = f.flush[other_axis | held] if other_axis else theirs[pair]
            insert(s.after, size, max(own, its) << PAIR_BITS | pair)
            size += 1
    clear(s.change)
    ask_suited(f, s, mine, order, s.before, size, -1)
    ask_suited(f, s, mine, order, s.after, size, 1)
    if own_axis:
        count_flushes(f, s, own_axis, theirs, size, f.order[center, other], flushes)
    for own in range(len(order)):
        low, high = s.into[f.low[own]], s.into[f.high[own]]
        for end in range(2):
            if not low:
                s.change[end, LOWER_IN, own] = 0
            if not high:
                s.change[end, HIGHER_IN, own] = 0
            if not (low and high):
                s.change[end, BOTH_IN, own] = 0
            elif own_axis:
                counted = won if end == WON else tied
                s.change[end, TAKEN_BACK, own] = -counted[center, axis, other, own]


@kernel
def suited(f: Frame, s: Suited, pair: int) -> bool:
    """Whether two cards of the suit and of these ranks are left."""
    low, high = f.low[pair], f.high[pair]
    return bool(low != high and s.into[low] != 0 and s.into[high] != 0)


@kernel
def insert(keys: Ints, size: int, key: int) -> None:
    """Put a key in its place among so many; they come nearly in order."""
    at = size
    while at > 0 and keys[at - 1] > key:
        keys[at] = keys[at - 1]
        at -= 1
    keys[at] = key


@kernel
def clear(change: Counts) -> None:
    """Begin at nothing."""
    for end in range(change.shape[0]):
        for which in range(change.shape[1]):
            for own in range(change.shape[2]):
                change[end, which, own] = 0


@kernel
def ask_suited(
    f: Frame, s: Suited, mine: Ints, order: Ints, keys: Ints, size: int, sign: int
) -> None:
    """Take the dealer's pairs of the suit, weakest first, and ask about the player's hands in their
    own order."""
    pairs = len(order)
    s.held[:] = 0
    at, one = 0, 0
    while one < pairs:
        worth = mine[order[one]]
        while at < size and keys[at] >> PAIR_BITS < worth:
            pair = keys[at] & PAIR_MASK
            s.held[f.low[pair]] += 1
            s.held[f.high[pair]] += 1
            at += 1
        end = one
        while end < pairs and mine[order[end]] == worth:
            note(f, s, order[end], sign * at, sign)
            end += 1
        if at < size and keys[at] >> PAIR_BITS == worth:
            note_ties(f, s, order, one, end, keys, size, at, sign)
        one = end


@kernel
def note(f: Frame, s: Suited, own: int, taken: int, sign: int) -> None:
    """Of the pairs that are below, those that avoid the player's cards are beaten."""
    low, high = sign * s.held[f.low[own]], sign * s.held[f.high[own]]
    s.change[WON, NEITHER, own] += taken
    s.change[WON, LOWER_IN, own] += taken - low
    s.change[WON, HIGHER_IN, own] += taken - high
    s.change[WON, BOTH_IN, own] += taken - low - high


@kernel
def note_ties(
    f: Frame, s: Suited, order: Ints, one: int, end: int, keys: Ints, size: int, at: int, sign: int
) -> None:
    """Pairs that are equal, and avoid the player's cards, are tied."""
    worth = keys[at] >> PAIR_BITS
    while at < size and keys[at] >> PAIR_BITS == worth:
        first, second = f.low[keys[at] & PAIR_MASK], f.high[keys[at] & PAIR_MASK]
        at += 1
        for place in range(one, end):
            own = order[place]
            low = f.low[own] == first or f.low[own] == second
            high = f.high[own] == first or f.high[own] == second
            for which in range(TAKEN_BACK):
                if not ((which & 1 and low) or (which & 2 and high)):
                    s.change[TIED, which, own] += sign


@kernel
def count_flushes(
    f: Frame, s: Suited, own_axis: int, theirs: Ints, size: int, order: Ints, flushes: Ints
) -> None:
    """The player's two cards that make a flush with the own axis: the dealer's other hands are all
    lower, but for full houses and four of a kind on the other axis."""
    outside, left, above, place = s.out.sum(), 0, 0, len(order) - 1
    s.held[:] = 0
    for pair in range(len(order)):
        left += others(f, s, pair)
    while place >= 0 and theirs[order[place]] >> 20 >= FULL_HOUSE:
        above += others(f, s, order[place])
        hold_others(f, s, order[place])
        place -= 1
    s.taken[:] = 0
    at = 0
    for place in range(len(order)):
        own = flushes[place]
        low, high = f.low[own], f.high[own]
        if not suited(f, s, own):
            continue
        worth = f.flush[own_axis | 1 << low | 1 << high]
        while at < size and s.after[at] >> PAIR_BITS < worth:
            pair = s.after[at] & PAIR_MASK
            s.taken[f.low[pair]] += 1
            s.taken[f.high[pair]] += 1
            at += 1
        won = at - s.taken[low] - s.taken[high]
        won += (
            left - 2 * outside
        )  # each of the two cards has a pair with every card out of the suit
        if worth >> 20 == FLUSH:
            won -= above - s.held[low] - s.held[high]
        tied, equal = 0, at
        while equal < size and s.after[equal] >> PAIR_BITS == worth:
            pair = s.after[equal] & PAIR_MASK
            if not (f.low[pair] in (low, high) or f.high[pair] in (low, high)):
                tied += 1
            equal += 1
        s.change[WON, BOTH_IN, own], s.change[TIED, BOTH_IN, own] = won, tied


@kernel
def others(f: Frame, s: Suited, pair: int) -> int:
    """How many pairs of cards have these ranks and are not both of the suit."""
    low, high = f.low[pair], f.high[pair]
    if low == high:
        return int(s.out[low] * (s.out[low] - 1) // 2 + s.into[low] * s.out[low])
    both = s.out[low] * s.out[high] + s.into[low] * s.out[high] + s.out[low] * s.into[high]
    return int(both)


@kernel
def hold_others(f: Frame, s: Suited, pair: int) -> None:
    """Note how many of these pairs have the card of the suit of each rank."""
    low, high = f.low[pair], f.high[pair]
    s.held[low] += s.out[high]
    if low != high:
        s.held[high] += s.out[low]


@kernel
def add_board(f: Frame, s: Suited, seen: int, last: int) -> None:
    """Add a board to those with its own axis, of the other axis one card being seen."""
    rank = last - f.ranks  # of a card that is not of the suit
    ways = 1 if rank < 0 else f.suits - 1 - int(seen == last)
    for end in range(2):
        for which in range(TAKEN_BACK + 1):
            for own in range(len(f.low)):
                s.axis[seen, end, which, own] += ways * s.change[end, which, own]
    if rank >= 0:
        for other in range(f.ranks):  # fewer ways where the player has such a card
            own = f.pair[rank, other]
            for which in range(TAKEN_BACK + 1):
                less = out_of(f, own, which, rank)
                s.axis[seen, WON, which, own] -= less * s.change[WON, which, own]
                s.axis[seen, TIED, which, own] -= less * s.change[TIED, which, own]


@kernel
def out_of(f: Frame, own: int, which: int, rank: int) -> int:
    """How many of the player's two cards are of a rank and not of the suit."""
    if which >= BOTH_IN:
        return 0
    return int(f.low[own] == rank and not which & 1) + int(f.high[own] == rank and not which & 2)


@kernel
def add_axis(f: Frame, s: Suited, center: int, shown: int, hidden: int, found: Counts) -> None:
    """Add all boards with an own axis of which one card is seen."""
    n = f.ranks
    axis, rank = f.pair[shown % n, hidden % n], hidden - n
    own_axis = 1 << center | 1 << shown | 1 << hidden if shown < n and hidden < n else 0
    for seen in range(2 * n):
        ways = 1 if rank < 0 else f.suits - 1 - int(shown == hidden) - int(seen == hidden)
        for which in range(TAKEN_BACK + 1):
            into = found[shown, seen, min(which, BOTH_IN)]
            for own in range(len(f.low)):
                won, tied = s.axis[seen, WON, which, own], s.axis[seen, TIED, which, own]
                many = ways - out_of(f, own, which, rank) if rank >= 0 else 1
                if many <= 0 or (won == 0 and tied == 0):
                    continue
                kind = f.plain[center, axis, own] >> 20
                if which == BOTH_IN and own_axis:
                    kind = f.flush[own_axis | 1 << f.low[own] | 1 << f.high[own]] >> 20
                into[own, kind, WON] += many * won
                into[own, kind, TIED] += many * tied


# All together


def same_suits(suits: Sequence[int]) -> tuple[int, ...]:
    """Suits numbered as they appear.

    >>> same_suits((3, 1, 3, 0))
    (0, 1, 0, 2)
    """
    first: dict[int, int] = {}
    return tuple(first.setdefault(suit, len(first)) for suit in suits)


PATTERNS = tuple(dict.fromkeys(map(same_suits, product(range(4), repeat=4))))


def pattern_of(suits: Sequence[int], paired: bool) -> int:
    """The number of a pattern of suits: of the card shown on the own axis, that on the other, the
    lower and the higher of the own two, which are alike if they are ``paired``."""
    shown, seen, low, high = suits
    orders = [same_suits(suits)] + [same_suits((shown, seen, high, low))] * paired
    return min(map(PATTERNS.index, orders))


@dataclass(frozen=True, eq=False)
class Sights:
    """All that a player can see before committing to an axis, as classes: [shown on it, shown on
    the other, own pair of ranks, pattern of suits], in one row.

    ``ways`` is how many sights each class has; of ``each`` deals that each leaves, ``won`` and
    ``tied`` have how many beat or tie the dealer by the category of the player's hand.
    """

    pack: Pack
    frame: Frame
    ways: Ints
    won: Ints  # [class, category]
    tied: Ints
    each: int

    def __len__(self) -> int:
        return len(self.ways)

    @property
    def lost(self) -> Ints:
        """How many deals of a sight the dealer wins, by class."""
        lost: Ints = self.each - self.won.sum(axis=1) - self.tied.sum(axis=1)
        return lost

    @cached_property
    def other_axis(self) -> Ints:
        """The class of the same sight for one who commits to the other axis."""
        shape = self.shape
        shown, seen, own, pattern = np.indices(shape, np.int64)
        paired = (self.frame.low == self.frame.high)[own].astype(np.int64)
        turned = np.array(
            [[pattern_of((b, a, c, d), bool(alike)) for a, b, c, d in PATTERNS] for alike in (0, 1)]
        )
        found = np.ravel_multi_index((seen, shown, own, turned[paired, pattern]), shape)
        places: Ints = np.asarray(found, np.int64).reshape(-1)
        return places

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """How classes are numbered."""
        return self.frame.ranks, self.frame.ranks, len(self.frame.low), len(PATTERNS)

    def place(self, own: Sequence[int], shown: int, seen: int) -> int:
        """The class of two cards beside the card shown on the own axis and that on the other."""
        low, high = sorted(own, key=lambda card: card & 15)
        ranks = [self.pack.rank_list.index(card & 15) for card in (shown, seen, low, high)]
        suits = [card >> 4 for card in (shown, seen, low, high)]
        pattern = pattern_of(suits, ranks[2] == ranks[3])
        pair = int(self.frame.pair[ranks[2], ranks[3]])
        return int(np.ravel_multi_index((ranks[0], ranks[1], pair, pattern), self.shape))

    def cards(self, number: int) -> tuple[tuple[int, int], int, int]:
        """A sight that stands for its class: the own two, the card shown on the own axis and that
        on the other."""
        shown, seen, own, pattern = (int(one) for one in np.unravel_index(number, self.shape))
        low, high = int(self.frame.low[own]), int(self.frame.high[own])
        first, second, third, fourth = (
            16 * self.pack.suits[suit] + self.pack.rank_list[rank]
            for rank, suit in zip((shown, seen, low, high), PATTERNS[pattern], strict=True)
        )
        return (third, fourth), first, second


@lru_cache(maxsize=4)
def sights(pack: Pack) -> Sights:
    """Everything that can be seen with a deck, and what comes of it."""
    if pack.size < 9:
        raise ValueError(f"a deck of {pack.size} cards gives no two hands and a cross")
    f = frame_of(pack)
    pairs = len(f.low)
    won, tied = (np.zeros((f.ranks, pairs, pairs, pairs), np.int16) for _ in range(2))
    ranks = np.zeros((f.ranks, f.ranks, pairs, KINDS, 2), np.int64)
    room = [np.zeros((2 * f.ranks, 2 * f.ranks, 4, pairs, KINDS, 2), np.int32) for _ in "12"]
    parts = list(pairwise(f.ranks * part // THREADS for part in range(THREADS + 1)))
    rooms = list(zip(parts, room, strict=True))

    def sweep(part: tuple[int, int]) -> None:
        sweep_ranks.jit(f, part[0], part[1], won, tied)

    def add(part: tuple[int, int]) -> None:
        add_ranks.jit(f, part[0], part[1], won, tied, ranks)

    def change(one: tuple[tuple[int, int], Counts]) -> None:
        (first, last), found = one
        sweep_suited.jit(f, room_for(f), first, last, won, tied, found)

    with thread_pool(THREADS) as pool:
        list(pool.map(sweep, parts))
        list(pool.map(add, parts))
        list(pool.map(change, rooms))
    found = gathered(f, ranks, room[0].astype(np.int64) + room[1])
    left = pack.size - 4
    each = perm(left, 3) * comb(left - 3, 2)
    ways = ways_of(f, pack).reshape(-1)
    ends = found.reshape(-1, KINDS, 2)
    ends[ways == 0] = 0
    return Sights(pack, f, ways, ends[..., WON], ends[..., TIED], each)


def gathered(f: Frame, ranks: Ints, suited: Ints) -> Ints:
    """What was counted by ranks, with what flushes change for each pattern of suits."""
    pairs, n = len(f.low), f.ranks
    found = np.repeat(ranks[:, :, :, None], len(PATTERNS), axis=3)
    own, paired = np.arange(pairs), f.low == f.high
    for number, (shown, seen, low, high) in enumerate(PATTERNS):
        for suit, own_in, other_in in ((shown, True, shown == seen), (seen, False, True)):
            if suit == seen == shown and not own_in:
                continue  # both axes may be of that suit, and have been counted
            which = int(low == suit) + 2 * int(high == suit)
            ways = np.where(paired & (which == HIGHER_IN), LOWER_IN, which)
            axis = slice(0, n) if own_in else slice(n, None)
            other = slice(0, n) if other_in else slice(n, None)
            found[:, :, :, number] += suited[axis, other][:, :, ways, own]
    return found


def ways_of(f: Frame, pack: Pack) -> Ints:
    """How many sights each class has; none if a card would be seen twice, or if another class has
    them."""
    shape = f.ranks, f.ranks, len(f.low), len(PATTERNS)
    shown, seen, own, _ = np.indices(shape)
    ranks = shown, seen, f.low[own], f.high[own]
    found = np.zeros(shape, np.int64)
    for number, pattern in enumerate(PATTERNS):
        twice = np.zeros(shape[:3], bool)
        for one, other in combinations(range(4), 2):
            if pattern[one] == pattern[other]:
                twice |= (ranks[one] == ranks[other])[..., number]
        paired = (ranks[2] == ranks[3])[..., number]
        many = perm(len(pack.suits), len(set(pattern)))
        turned = same_suits((*pattern[:2], pattern[3], pattern[2]))
        half = many // 2 if turned == pattern else many
        first = pattern_of(pattern, True) == number
        found[..., number] = np.where(paired, half if first else 0, many) * ~twice
    return found
