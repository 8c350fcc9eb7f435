"""Hold 'em against a dealer: two cards each, five on the board, a bet on one of three streets.

Nobody has to deal the 27,813,810,024,000 deals. Suits matter only where three cards of the board
are of one suit, so a board is looked at in two ways:

* *plain*: by its ranks alone (6,175 boards), as if there were no flushes;
* *suited*: by its ranks and by which of its cards are of one suit that it has three of (36,608
  boards), where flushes count.

What a set of deals comes to is the plain sum over all its boards and, suit by suit, the suited sum
less the plain one over the boards that have three of that suit. So a flop with two cards in the
hand needs one number from a table of plain flops and one more for each suit on the flop.

Within a way to look at them, cards that look the same are one *kind*. A board, a flop and two cards
in the hand ("holes") are sets of kinds, and card removal is a matter of how many copies are left.

``Solver.solve`` folds the values back from the last street to the first, in whole numbers, and
finds the best choice everywhere. ``Solver.tally`` takes any choices and counts every deal by what
became of it: the same sums, run the other way. The engine knows no game: what the choices are and
what they pay comes in as ``Stakes``. It needs numpy; import it where the work begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from houseway.hands.kernel import kernel
from houseway.hands.lookup import EMPTY, STRENGTHS, place_of_seven
from houseway.hands.poker import CATEGORIES, category
from houseway.hands.poker_tables import RANK_KEYS
from houseway.odds.suit_class import suit_class

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Words = NDArray[np.uint64]
    Choices = NDArray[np.uint8]
    Looks = tuple[Ints, Words, Words, Ints]  # copies, keys and bits of kinds, and holes
    Streets = tuple[int, int, int]  # how many choices each has

HOLE, FLOP, BOARD = 2, 3, 5
SUITED = 3  # cards of one suit on the board from which on a flush is possible
FLOPS_OF_BOARD = 10  # that one board can have begun with
THREADS = 2

# What a deal comes to; "shut" is a dealer whose hand does not open
WIN_SHUT, WIN, TIE_SHUT, TIE, LOSE_SHUT, LOSE = range(6)
OUTCOMES = 6
PLACE, WON, TIED, WON_SHUT, LOST_SHUT = range(5)  # what is found about a hole on a board

CATEGORY = np.array([category(strength) for strength in STRENGTHS.tolist()], np.int64)


@dataclass(frozen=True)
class Deck:
    """The cards: ranks as numbers, a deuce being nought, and how many suits there are."""

    ranks: tuple[int, ...] = tuple(range(13))
    suits: int = 4

    def __post_init__(self) -> None:
        if not 2 <= self.suits <= 4 or len(self) < BOARD + 2 * HOLE:
            raise ValueError(f"{len(self)} cards in {self.suits} suits are too few for the game")

    def __len__(self) -> int:
        return len(self.ranks) * self.suits

    @property
    def cards(self) -> list[int]:
        """The cards by their numbers (16 a suit), rank by rank."""
        return [16 * suit + rank for rank in self.ranks for suit in range(self.suits)]

    @property
    def opponents(self) -> int:
        """What the dealer can hold when seven cards are known."""
        return comb(len(self) - HOLE - BOARD, HOLE)

    @property
    def ends(self) -> int:
        """The ways in which a board can end after the flop."""
        return comb(len(self) - HOLE - FLOP, BOARD - FLOP)

    @property
    def flops(self) -> int:
        """The flops that two cards in the hand leave."""
        return comb(len(self) - HOLE, FLOP)

    @property
    def deals(self) -> int:
        """All deals: the hand, the flop, the end of the board, the dealer's cards."""
        return comb(len(self), HOLE) * self.flops * self.ends * self.opponents


@dataclass(frozen=True, eq=False)
class Stakes:
    """What each choice pays, in whole units of which an ante has ``scale``.

    ``pays[choice, category, outcome]``, the choices of the first street before those of the second
    and of the last; ``fold`` is what giving up on the last street comes to. The dealer opens from
    ``opens`` (a strength) on.
    """

    before: Sequence[str]
    flop: Sequence[str]
    final: Sequence[str]
    pays: Ints
    fold: int
    scale: int
    opens: int

    def __post_init__(self) -> None:
        shape = (len(self.before) + len(self.flop) + len(self.final), len(CATEGORIES), OUTCOMES)
        if self.pays.shape != shape:
            raise ValueError(f"prices of shape {self.pays.shape}, not {shape}")
        deals = Deck().deals
        if max(int(abs(self.pays).max()), abs(self.fold)) * deals >= 2**62:
            raise ValueError("prices too large or too fine for 64-bit sums")


# Cards by kind


@dataclass(frozen=True, eq=False)
class Kinds:
    """One way to look at cards: kinds with their copies, and every board, two in the hand, flop.

    The kinds of a set rise. ``plain_of`` and ``plain_hole`` lead from suited boards and holes to
    those of the same ranks.
    """

    copies: Ints
    keys: Words
    bits: Words
    boards: Ints
    plain_of: Ints
    plain_hole: Ints

    @cached_property
    def holes(self) -> Ints:
        """The two kinds of every hole, in the order of ``hole_index``."""
        kinds = range(len(self.copies))
        return np.array([(low, high) for high in kinds for low in range(high + 1)], np.int64)

    @property
    def flops(self) -> int:
        """How many sets of three kinds there are."""
        return comb(len(self.copies) + 2, 3)


@kernel
def hole_index(low: int, high: int) -> int:
    """Two kinds, the lower first, as one number."""
    return high * (high + 1) // 2 + low


@kernel
def flop_index(low: int, middle: int, high: int) -> int:
    """Three kinds in rising order as one number."""
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low


def plain_kinds(deck: Deck) -> Kinds:
    """Cards by rank alone."""
    ranks = range(len(deck.ranks))
    boards = [
        board
        for board in combinations_with_replacement(ranks, BOARD)
        if max(Counter(board).values()) <= deck.suits
    ]
    holes = len(ranks) * (len(ranks) + 1) // 2
    return Kinds(
        np.full(len(ranks), deck.suits, np.int64),
        np.array([RANK_KEYS[rank] for rank in deck.ranks], np.uint64),
        np.zeros(len(ranks), np.uint64),
        np.array(boards, np.int64),
        np.arange(len(boards)),
        np.arange(holes),
    )


def suited_kinds(deck: Deck, plain: Kinds) -> Kinds:
    """Cards by rank and by whether they are of the suit that the board has three of.

    A card of another suit has its rank's number, one of the suit that and the number of ranks.
    """
    count = len(deck.ranks)
    numbers = {tuple(board): i for i, board in enumerate(plain.boards.tolist())}
    boards, plain_of = [], []
    for size in range(SUITED, BOARD + 1):
        for others in combinations_with_replacement(range(count), BOARD - size):
            if others and max(Counter(others).values()) > deck.suits - 1:
                continue
            for suited in combinations(range(count), size):
                boards.append((*others, *(rank + count for rank in suited)))
                plain_of.append(numbers[tuple(sorted(others + suited))])
    kinds = range(2 * count)
    plain_hole = [
        hole_index(*sorted((low % count, high % count)))
        for high in kinds
        for low in range(high + 1)
    ]
    one_of_suit = 1 << 32  # in the counter of the first suit
    return Kinds(
        np.repeat(np.array([deck.suits - 1, 1], np.int64), count),
        np.array(
            [RANK_KEYS[r] for r in deck.ranks] + [RANK_KEYS[r] + one_of_suit for r in deck.ranks],
            np.uint64,
        ),
        np.array([0] * count + [1 << rank for rank in deck.ranks], np.uint64),
        np.array(boards, np.int64).reshape(-1, BOARD),
        np.array(plain_of, np.int64),
        np.array(plain_hole, np.int64),
    )


@lru_cache(maxsize=4)
def kinds_of(deck: Deck) -> tuple[Kinds, Kinds]:
    """The plain and the suited way to look at a deck."""
    plain = plain_kinds(deck)
    return plain, suited_kinds(deck, plain)


# One board


@kernel
def showdown(
    board: Ints,
    kinds: Looks,
    opens: int,
    work: Ints,
    found: Ints,
) -> int:
    """Every hole on one board against every hole that the dealer can have.

    ``found`` gets a row each of places, and of dealer's holes beaten, tied, beaten though shut and
    lost to though shut. The holes that can be dealt are listed in ``work[0]``; their number is
    returned. Holes are taken in rising order of place; a kind's partners so far are counted, so
    that those of the player's own two cards can be taken off.
    """
    copies, keys, bits, holes = kinds
    dealt, order, spare, hist = work[0], work[1], work[2], work[3]
    left, below, level, shut = work[4], work[5], work[6], work[7]
    total, hand = EMPTY, np.uint64(0)
    for k in range(len(copies)):
        left[k], below[k], level[k], shut[k] = copies[k], 0, 0, 0
    for i in range(len(board)):
        total += keys[board[i]]
        hand |= bits[board[i]]
        left[board[i]] -= 1
    n = 0
    all_shut = 0
    for h in range(len(holes)):
        a, b = holes[h, 0], holes[h, 1]
        if left[a] < 1 or left[b] < 1 or (a == b and left[a] < 2):
            continue
        place = np.int64(place_of_seven(total + keys[a] + keys[b], hand | bits[a] | bits[b]))
        found[PLACE, h] = place
        dealt[n] = h
        n += 1
        if place < opens:
            if a == b:
                shut[a] += left[a] - 1
                all_shut += left[a] * (left[a] - 1) // 2
            else:
                shut[a] += left[b]
                shut[b] += left[a]
                all_shut += left[a] * left[b]
    # by the low seven bits of the place, then by the rest
    for source, target, shift, mask in ((dealt, spare, 0, 127), (spare, order, 7, 63)):
        for i in range(128):
            hist[i] = 0
        for i in range(n):
            hist[found[PLACE, source[i]] >> shift & mask] += 1
        start = 0
        for i in range(128):
            hist[i], start = start, start + hist[i]
        for i in range(n):
            digit = found[PLACE, source[i]] >> shift & mask
            target[hist[digit]] = source[i]
            hist[digit] += 1
    all_below = 0
    begin = 0
    while begin < n:
        place = found[PLACE, order[begin]]
        end = begin
        here = 0
        while end < n and found[PLACE, order[end]] == place:
            a, b = holes[order[end], 0], holes[order[end], 1]
            if a == b:
                level[a] += left[a] - 1
                here += left[a] * (left[a] - 1) // 2
            else:
                level[a] += left[b]
                level[b] += left[a]
                here += left[a] * left[b]
            end += 1
        for i in range(begin, end):
            h = order[i]
            a, b = holes[h, 0], holes[h, 1]
            won = all_below - below[a] - below[b]
            tied = here - level[a] - level[b] + 1  # the player's own hole was taken off twice
            found[WON, h] = won
            found[TIED, h] = tied
            others_shut = all_shut - shut[a] - shut[b]
            if place < opens:
                found[WON_SHUT, h] = won
                found[LOST_SHUT, h] = others_shut + 1 - won - tied
            else:
                found[WON_SHUT, h] = others_shut
                found[LOST_SHUT, h] = 0
        for i in range(begin, end):
            a, b = holes[order[i], 0], holes[order[i], 1]
            below[a], level[a] = below[a] + level[a], 0
            below[b], level[b] = below[b] + level[b], 0
        all_below += here
        begin = end
    return n


@kernel
def count_outcomes(
    dealt: Ints, n: int, found: Ints, opens: int, opponents: int, counts: Ints
) -> None:
    """The dealer's holes by outcome, for each hole that can be dealt on a board."""
    for i in range(n):
        h = dealt[i]
        won, tied, won_shut, lost_shut = (
            found[WON, h], found[TIED, h], found[WON_SHUT, h], found[LOST_SHUT, h],
        )  # fmt: skip
        is_shut = found[PLACE, h] < opens
        counts[h, WIN_SHUT] = won_shut
        counts[h, WIN] = won - won_shut
        counts[h, TIE_SHUT] = tied if is_shut else 0
        counts[h, TIE] = 0 if is_shut else tied
        counts[h, LOSE_SHUT] = lost_shut
        counts[h, LOSE] = opponents - won - tied - lost_shut


@kernel
def count_ways(board: Ints, holes: Ints, dealt: Ints, n: int, copies: Ints, ways: Ints) -> None:
    """In how many ways the kinds of a board come, for each hole that can be dealt."""
    for i in range(n):
        h = dealt[i]
        a, b = holes[h, 0], holes[h, 1]
        product, taken = 1, 0
        for k in range(len(board)):
            kind = board[k]
            taken = taken + 1 if k > 0 and board[k - 1] == kind else 0
            left = copies[kind] - (a == kind) - (b == kind) - taken
            product = product * left // (taken + 1)
        ways[h] = product


@kernel
def split_board(board: Ints, copies: Ints, parts: Ints) -> int:
    """The flops that a board can have begun with, each with the two kinds that ended it.

    A row each: the kinds, their copies beside the flop, the flop. The number of rows is returned.
    """
    n = 0
    for i in range(len(board)):
        if i > 0 and board[i] == board[i - 1]:
            continue
        for j in range(i + 1, len(board)):
            if j > i + 1 and board[j] == board[j - 1]:
                continue
            rest = 0
            left_i, left_j = copies[board[i]], copies[board[j]]
            for k in range(len(board)):
                if k not in (i, j):
                    parts[n, 5 + rest] = board[k]
                    left_i -= board[k] == board[i]
                    left_j -= board[k] == board[j]
                    rest += 1
            parts[n, 0], parts[n, 1] = board[i], board[j]
            parts[n, 2], parts[n, 3] = left_i, left_j
            parts[n, 4] = flop_index(parts[n, 5], parts[n, 6], parts[n, 7])
            n += 1
    return n


@kernel
def ways_to_end(one: int, other: int, ones: int, others: int, a: int, b: int) -> int:
    """In how many ways a board ends in these two kinds, so many of each being left beside the flop,
    when ``a`` and ``b`` are in the hand."""
    ones -= (a == one) + (b == one)
    if one == other:
        return ones * (ones - 1) // 2
    return ones * (others - (a == other) - (b == other))


@kernel
def stand_in(rank: int, low: int, start: int, suits: int, used: int) -> int:
    """A card of some rank that is not among those used, as a mask: of a suit from ``low`` on, the
    suit ``start`` after it tried first."""
    for turn in range(suits - low):
        card = 1 << 16 * (low + (start + turn) % (suits - low)) + rank
        if not used & card:
            return card
    return 0


@kernel
def board_cards(board: Ints, ranks: Ints, suits: int, is_plain: bool) -> int:
    """A board of these kinds, as a mask; a plain one has no three cards of a suit."""
    cards = 0
    for i in range(len(board)):
        if board[i] >= len(ranks):
            cards |= 1 << ranks[board[i] - len(ranks)]
        else:
            cards |= stand_in(ranks[board[i]], 0 if is_plain else 1, i, suits, cards)
    return cards


@kernel
def hole_cards(a: int, b: int, board: int, ranks: Ints, suits: int, is_plain: bool) -> int:
    """Two cards of these kinds that the board leaves, as a mask."""
    cards = 0
    for kind in (a, b):
        if kind >= len(ranks):
            cards |= 1 << ranks[kind - len(ranks)]
        else:
            cards |= stand_in(ranks[kind], 0 if is_plain else 1, 0, suits, board | cards)
    return cards


# All boards: values back to the flop


@kernel
def value_boards(
    boards: Ints,
    kinds: Looks,
    plain: tuple[Ints, Ints],
    is_plain: bool,
    streets: Streets,
    pays: Ints,
    fold: int,
    opens: int,
    opponents: int,
    shard: tuple[int, int],
    values: Ints,
    final: Choices,
    flops: Ints,
    before: Ints,
) -> None:
    """Value every hole on every board of a shard, and add up by flop and by hole.

    ``values`` keeps the plain values, from which the suited ones are taken: the best of the last
    street, then each choice on the flop, then each before it. ``final`` gets the best choice of
    the last street (nought is to fold), ``flops`` and ``before`` the sums.
    """
    copies, holes = kinds[0], kinds[3]
    plain_of, plain_hole = plain
    early, middle, late = streets
    kept = 1 + middle
    work = np.zeros((8, max(128, len(holes))), np.int64)
    dealt = work[0]
    found = np.zeros((5, len(holes)), np.int64)
    value = np.zeros((len(holes), kept + early), np.int64)
    counts = np.zeros((len(holes), OUTCOMES), np.int64)
    ways = np.zeros(len(holes), np.int64)
    parts = np.zeros((10, 8), np.int64)
    for b in range(shard[0], len(boards), shard[1]):
        board = boards[b]
        n = showdown(board, kinds, opens, work, found)
        count_outcomes(dealt, n, found, opens, opponents, counts)
        count_ways(board, holes, dealt, n, copies, ways)
        for i in range(n):
            h = dealt[i]
            hand = CATEGORY[found[PLACE, h]]
            best, chosen = fold * opponents, 0
            for c in range(early + middle + late):
                worth = 0
                for outcome in range(OUTCOMES):
                    worth += counts[h, outcome] * pays[c, hand, outcome]
                if c < early:
                    value[h, kept + c] = worth
                elif c < early + middle:
                    value[h, 1 + c - early] = worth
                elif worth > best:
                    best, chosen = worth, c - early - middle + 1
            value[h, 0] = best
            final[b, h] = chosen
            if is_plain:
                for p in range(kept + early):
                    values[b, h, p] = value[h, p]
            else:
                for p in range(kept + early):
                    value[h, p] -= values[plain_of[b], plain_hole[h], p]
            for c in range(early):
                before[h, c] += ways[h] * value[h, kept + c]
        for part in range(split_board(board, copies, parts)):
            one, other = parts[part, 0], parts[part, 1]
            ones, others = parts[part, 2], parts[part, 3]
            flop = flops[parts[part, 4]]
            for i in range(n):
                h = dealt[i]
                times = ways_to_end(one, other, ones, others, holes[h, 0], holes[h, 1])
                for p in range(kept):
                    flop[h, p] += times * value[h, p]


# All flops


@kernel
def flop_parts(flop: Ints, a: int, b: int, suits: int, ranks: int, found: Ints) -> int:
    """Where a flop and a hole stand in the tables: the plain pair first, then a suited pair for
    each suit on the flop. Cards are numbered rank by rank; the number of pairs is returned."""
    low, high = min(a // suits, b // suits), max(a // suits, b // suits)
    found[0, 0] = flop_index(flop[0] // suits, flop[1] // suits, flop[2] // suits)
    found[0, 1] = hole_index(low, high)
    n = 1
    for suit in range(suits):
        if suit not in (flop[0] % suits, flop[1] % suits, flop[2] % suits):
            continue
        x, y, z = (
            flop[0] // suits + ranks * (flop[0] % suits == suit),
            flop[1] // suits + ranks * (flop[1] % suits == suit),
            flop[2] // suits + ranks * (flop[2] % suits == suit),
        )
        x, y = min(x, y), max(x, y)
        y, z = min(y, z), max(y, z)
        x, y = min(x, y), max(x, y)
        p = a // suits + ranks * (a % suits == suit)
        q = b // suits + ranks * (b % suits == suit)
        found[n, 0] = flop_index(x, y, z)
        found[n, 1] = hole_index(min(p, q), max(p, q))
        n += 1
    return n


@kernel
def decide_flops(
    flops: Ints,
    weights: Ints,
    deck: tuple[int, int],
    plain: Ints,
    suited: Ints,
    chosen: Choices,
    totals: Ints,
) -> None:
    """The best choice of every hole on every flop (nought is to check), and each hole's total."""
    suits, ranks = deck
    kept = plain.shape[2]
    where = np.zeros((5, 2), np.int64)
    for f in range(len(flops)):
        hole = 0
        for b in range(suits * ranks):
            for a in range(b):
                if a not in flops[f] and b not in flops[f]:
                    n = flop_parts(flops[f], a, b, suits, ranks, where)
                    best, choice = 0, 0
                    for p in range(kept):
                        worth = plain[where[0, 0], where[0, 1], p]
                        for i in range(1, n):
                            worth += suited[where[i, 0], where[i, 1], p]
                        if p == 0 or worth > best:
                            best, choice = worth, p
                    chosen[f, hole] = choice
                    totals[hole] += weights[f] * best
                hole += 1


@kernel
def weigh_flops(
    flops: Ints,
    weights: Ints,
    deck: tuple[int, int],
    early: Choices,
    chosen: Choices,
    plain: Ints,
    suited: Ints,
) -> None:
    """How many flops and holes come to each choice on the flop, by their places in the tables."""
    suits, ranks = deck
    where = np.zeros((5, 2), np.int64)
    for f in range(len(flops)):
        hole = 0
        for b in range(suits * ranks):
            for a in range(b):
                if early[hole] == 0 and a not in flops[f] and b not in flops[f]:
                    n = flop_parts(flops[f], a, b, suits, ranks, where)
                    choice = chosen[f, hole]
                    plain[where[0, 0], where[0, 1], choice] += weights[f]
                    for i in range(1, n):
                        suited[where[i, 0], where[i, 1], choice] += weights[f]
                hole += 1


# All boards: choices forward to outcomes


@kernel
def tally_boards(
    boards: Ints,
    kinds: Looks,
    plain: tuple[Ints, Ints],
    is_plain: bool,
    streets: Streets,
    opens: int,
    opponents: int,
    shard: tuple[int, int],
    final: Choices,
    flops: Ints,
    before: Ints,
    moved: Ints,
    tally: Ints,
) -> None:
    """Count the deals of a shard's boards by choice, category and outcome.

    ``flops`` and ``before`` say how many flops and holes come to each choice. What suited boards
    take is put into ``moved``, and plain boards are counted without it.
    """
    copies, holes = kinds[0], kinds[3]
    plain_of, plain_hole = plain
    early, middle, late = streets
    kept = 1 + middle
    work = np.zeros((8, max(128, len(holes))), np.int64)
    dealt = work[0]
    found = np.zeros((5, len(holes)), np.int64)
    weight = np.zeros((len(holes), kept + early), np.int64)
    counts = np.zeros((len(holes), OUTCOMES), np.int64)
    ways = np.zeros(len(holes), np.int64)
    parts = np.zeros((10, 8), np.int64)
    for b in range(shard[0], len(boards), shard[1]):
        board = boards[b]
        n = showdown(board, kinds, opens, work, found)
        count_outcomes(dealt, n, found, opens, opponents, counts)
        count_ways(board, holes, dealt, n, copies, ways)
        for i in range(n):
            h = dealt[i]
            for p in range(kept):
                weight[h, p] = 0
            for c in range(early):
                weight[h, kept + c] = FLOPS_OF_BOARD * ways[h] * before[h, c]
        for part in range(split_board(board, copies, parts)):
            one, other = parts[part, 0], parts[part, 1]
            ones, others = parts[part, 2], parts[part, 3]
            flop = flops[parts[part, 4]]
            for i in range(n):
                h = dealt[i]
                times = ways_to_end(one, other, ones, others, holes[h, 0], holes[h, 1])
                for p in range(kept):
                    weight[h, p] += times * flop[h, p]
        for i in range(n):
            h = dealt[i]
            hand = CATEGORY[found[PLACE, h]]
            for p in range(kept + early):
                if is_plain:
                    weight[h, p] += moved[b, h, p]
                else:
                    moved[plain_of[b], plain_hole[h], p] -= weight[h, p]
                if weight[h, p] == 0:
                    continue
                if p >= kept:
                    row = p - kept
                elif p > 0:
                    row = early + p - 1
                elif final[b, h] > 0:
                    row = early + middle + final[b, h] - 1
                else:
                    row = early + middle + late  # a fold
                for outcome in range(OUTCOMES):
                    tally[row, hand, outcome] += weight[h, p] * counts[h, outcome]


# The whole game


@dataclass(frozen=True, eq=False)
class Flops:
    """One flop of each class that differs only in the names of suits, as numbers of cards in the
    deck's own order, and how many flops are like it."""

    cards: Ints
    weights: Ints
    number: dict[tuple[int, ...], int]  # by suit class


@dataclass(frozen=True, eq=False)
class Plan:
    """What to do: a choice for every hole before the flop, for every hole on every flop, and for
    every hole on every board, plain and suited. Nought is to check, and at last to fold."""

    before: Choices
    flop: Choices
    final: tuple[Choices, Choices]


@dataclass(frozen=True, eq=False)
class Solved:
    """The best plan, and the sums that it was found from, in units of the stakes.

    ``check`` and ``bets`` are each hole's totals before the flop; ``flops`` are the sums by flop
    and hole, plain and suited: of going on, and of each choice on the flop.
    """

    plan: Plan
    check: Ints
    bets: Ints
    flops: tuple[Ints, Ints]


class Solver:
    """One game on one deck."""

    def __init__(self, deck: Deck, stakes: Stakes) -> None:
        self.deck = deck
        self.stakes = stakes
        self.plain, self.suited = kinds_of(deck)
        self.opens = int(np.searchsorted(STRENGTHS, stakes.opens))
        self.cards = deck.cards
        self.place = {card: i for i, card in enumerate(self.cards)}
        self.streets = len(stakes.before), len(stakes.flop), len(stakes.final)

    @cached_property
    def holes(self) -> list[tuple[int, int]]:
        """Every hole as two cards, in the order that plans have them."""
        return [(low, high) for n, high in enumerate(self.cards) for low in self.cards[:n]]

    @cached_property
    def classes(self) -> dict[tuple[int, ...], list[int]]:
        """The holes that differ only in the names of suits, together."""
        found: dict[tuple[int, ...], list[int]] = {}
        for i, hole in enumerate(self.holes):
            found.setdefault(suit_class(hole), []).append(i)
        return found

    @cached_property
    def flops(self) -> Flops:
        """Every class of flops."""
        first: dict[tuple[int, ...], list[int]] = {}
        weights: Counter[tuple[int, ...]] = Counter()
        for flop in combinations(range(len(self.cards)), FLOP):
            name = suit_class([self.cards[i] for i in flop])
            first.setdefault(name, list(flop))
            weights[name] += 1
        return Flops(
            np.array(list(first.values()), np.int64),
            np.array([weights[name] for name in first], np.int64),
            {name: i for i, name in enumerate(first)},
        )

    @cached_property
    def solved(self) -> Solved:
        """The best choice everywhere; of choices that are worth the same the one that bets less."""
        early, middle, _ = self.streets
        kept = 1 + middle
        values = np.zeros((len(self.plain.boards), len(self.plain.holes), kept + early), np.int64)
        sums, bets, final = [], [], []
        for kinds in (self.plain, self.suited):
            chosen = np.zeros((len(kinds.boards), len(kinds.holes)), np.uint8)

            def value(shard: int, kinds: Kinds = kinds, chosen: Choices = chosen) -> list[Ints]:
                by_flop = np.zeros((kinds.flops, len(kinds.holes), kept), np.int64)
                by_hole = np.zeros((len(kinds.holes), early), np.int64)
                value_boards.jit(
                    *self._boards(kinds), self.stakes.pays, self.stakes.fold, self.opens,
                    self.deck.opponents, (shard, THREADS), values, chosen, by_flop, by_hole,
                )  # fmt: skip
                return [by_flop, by_hole]

            by_flop, by_hole = _in_threads(value)
            sums.append(by_flop)
            bets.append(by_hole)
            final.append(chosen)
        flop = np.zeros((len(self.flops.weights), len(self.holes)), np.uint8)
        check = np.zeros(len(self.holes), np.int64)
        decide_flops.jit(
            self.flops.cards, self.flops.weights, self._shape, sums[0], sums[1], flop, check
        )
        by_hole = self._by_hole(bets[0], bets[1]) * FLOPS_OF_BOARD
        before = np.zeros(len(self.holes), np.uint8)
        for alike in self.classes.values():
            # the flops stand for all that are like them, so a class is right only as a whole
            check[alike] = check[alike].sum() // len(alike)
            worths = [int(check[alike[0]]), *by_hole[alike[0]].tolist()]
            before[alike] = worths.index(max(worths))
        plan = Plan(before, flop, (final[0], final[1]))
        return Solved(plan, check, by_hole, (sums[0], sums[1]))

    def tally(self, plan: Plan) -> Ints:
        """All deals under a plan by choice (a fold last), the player's category and outcome."""
        early, middle, late = self.streets
        kept = 1 + middle
        weights = [
            np.zeros((kinds.flops, len(kinds.holes), kept), np.int64)
            for kinds in (self.plain, self.suited)
        ]
        weigh_flops.jit(
            self.flops.cards, self.flops.weights, self._shape, plan.before, plan.flop, *weights
        )
        bets = self._bets(plan.before)
        moved = np.zeros((len(self.plain.boards), len(self.plain.holes), kept + early), np.int64)
        shape = early + middle + late + 1, len(CATEGORIES), OUTCOMES
        found = np.zeros(shape, np.int64)
        looks = (self.suited, self.plain)  # plain boards last: they are what is left
        for kinds, final, by_flop, by_hole in zip(
            looks, plan.final[::-1], weights[::-1], bets[::-1], strict=True
        ):
            given = moved

            def count(
                shard: int,
                kinds: Kinds = kinds,
                final: Choices = final,
                by_flop: Ints = by_flop,
                by_hole: Ints = by_hole,
                given: Ints = given,
            ) -> list[Ints]:
                taken = given if kinds is self.plain else np.zeros_like(given)
                tally = np.zeros(shape, np.int64)
                tally_boards.jit(
                    *self._boards(kinds), self.opens, self.deck.opponents, (shard, THREADS),
                    final, by_flop, by_hole, taken, tally,
                )  # fmt: skip
                return [taken, tally]

            taken, tally = _in_threads(count)
            moved = taken
            found += tally
        if int(found.sum()) != self.deck.deals:
            raise AssertionError(f"{int(found.sum())} deals of {self.deck.deals}")
        return found

    def on_flop(self, hole: Sequence[int], flop: Sequence[int]) -> list[Fraction]:
        """What going on and each choice on the flop are worth to one hand, in antes."""
        a, b = sorted(self.place[card] for card in hole)
        cards = np.array(sorted(self.place[card] for card in flop), np.int64)
        where = np.zeros((5, 2), np.int64)
        n = flop_parts(cards, a, b, *self._shape, where)
        plain, suited = self.solved.flops
        found = plain[where[0, 0], where[0, 1]].copy()
        for one, other in where[1:n]:
            found += suited[one, other]
        share = self.deck.ends * self.deck.opponents * self.stakes.scale
        return [Fraction(worth, share) for worth in found.tolist()]

    def on_board(self, hole: Sequence[int], board: Sequence[int]) -> list[Fraction]:
        """What folding and each choice of the last street are worth to one hand, in antes."""
        kinds, row, h = self.where(hole, board)
        work = np.zeros((8, max(128, len(kinds.holes))), np.int64)
        found = np.zeros((5, len(kinds.holes)), np.int64)
        counts = np.zeros((len(kinds.holes), OUTCOMES), np.int64)
        looks = kinds.copies, kinds.keys, kinds.bits, kinds.holes
        n = showdown.jit(kinds.boards[row], looks, self.opens, work, found)
        count_outcomes.jit(work[0], n, found, self.opens, self.deck.opponents, counts)
        pays = self.stakes.pays[sum(self.streets[:2]) :, CATEGORY[found[PLACE, h]]]
        worths = [self.stakes.fold * self.deck.opponents, *(pays @ counts[h]).tolist()]
        share = self.deck.opponents * self.stakes.scale
        return [Fraction(worth, share) for worth in worths]

    def where(self, hole: Sequence[int], board: Sequence[int]) -> tuple[Kinds, int, int]:
        """How a board is looked at, and the numbers of the board and of the hole."""
        count = Counter(card >> 4 for card in board)
        suit = next((suit for suit, cards in count.items() if cards >= SUITED), None)
        kinds = self.plain if suit is None else self.suited
        ranks = {rank: i for i, rank in enumerate(self.deck.ranks)}

        def kind(card: int) -> int:
            return ranks[card & 15] + (len(ranks) if card >> 4 == suit else 0)

        row = self._rows[suit is not None][tuple(sorted(map(kind, board)))]
        return kinds, row, hole_index(*sorted(map(kind, hole)))

    @cached_property
    def _rows(self) -> list[dict[tuple[int, ...], int]]:
        return [
            {tuple(board): i for i, board in enumerate(kinds.boards.tolist())}
            for kinds in (self.plain, self.suited)
        ]

    def before_flop(self, hole: Sequence[int]) -> list[Fraction]:
        """What checking and each choice before the flop are worth to one hand, in antes."""
        low, high = sorted(self.place[card] for card in hole)
        i = high * (high - 1) // 2 + low
        solved = self.solved
        share = self.deck.flops * self.deck.ends * self.deck.opponents * self.stakes.scale
        return [Fraction(w, share) for w in (int(solved.check[i]), *solved.bets[i].tolist())]

    @property
    def _shape(self) -> tuple[int, int]:
        return self.deck.suits, len(self.deck.ranks)

    def _boards(self, kinds: Kinds) -> tuple[Ints, Looks, tuple[Ints, Ints], bool, Streets]:
        looks = kinds.copies, kinds.keys, kinds.bits, kinds.holes
        plain = kinds.plain_of, kinds.plain_hole
        return kinds.boards, looks, plain, kinds is self.plain, self.streets

    @cached_property
    def _looks(self) -> Ints:
        """For each hole its plain number, and its suited one for each suit."""
        suits, ranks = self._shape
        found = []
        for low, high in self.holes:
            one, other = self.place[low], self.place[high]
            row = [hole_index(one // suits, other // suits)]
            for suit in range(suits):
                kinds = (c // suits + ranks * (c % suits == suit) for c in (one, other))
                row.append(hole_index(*sorted(kinds)))
            found.append(row)
        return np.array(found, np.int64)

    def _by_hole(self, plain: Ints, suited: Ints) -> Ints:
        """The sums before the flop, for each hole."""
        found: Ints = plain[self._looks[:, 0]]
        for suit in range(self.deck.suits):
            found = found + suited[self._looks[:, 1 + suit]]
        return found

    def _bets(self, before: Choices) -> list[Ints]:
        """How many holes make each bet before the flop, plain and suited."""
        found = []
        for kinds, columns in ((self.plain, [0]), (self.suited, range(1, 1 + self.deck.suits))):
            bets = np.zeros((len(kinds.holes), self.streets[0]), np.int64)
            for column in columns:
                for choice in range(self.streets[0]):
                    np.add.at(bets[:, choice], self._looks[before == choice + 1, column], 1)
            found.append(bets)
        return found


def _in_threads(work: Callable[[int], list[Ints]]) -> list[Ints]:
    """The sums of what the shards find; whole numbers, so the split does not show."""
    work_done: list[list[Ints]]
    with ThreadPoolExecutor(THREADS) as pool:
        work_done = list(pool.map(work, range(THREADS)))
    return [sum(arrays[1:], arrays[0]) for arrays in zip(*work_done, strict=True)]
