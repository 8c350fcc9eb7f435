"""The compiled sums behind ``streets``: boards, and the first three and four cards of them.

Kinds, holes and shards are those of ``board_sums``. Sets of kinds are numbered by ``set_index``,
and a table of rows says where a set's sums are kept.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from houseway.games.against_dealer.board_sums import (
    CATEGORY,
    PLACE,
    TIED,
    WON,
    count_ways,
    showdown,
)
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from houseway.games.against_dealer.board_sums import Looks

    Ints = NDArray[np.int64]
    Counts = NDArray[np.int32]
    Small = NDArray[np.int16]
    Choices = NDArray[np.uint8]

WINS, TIES, LOSSES = range(3)
BINOMIAL = np.array([[comb(n, k) for k in range(6)] for n in range(60)], np.int64)


@kernel
def set_index(kinds: Ints, count: int, left_out: int) -> int:
    """Some kinds in rising order as one number, without the one at a place, if that is not -1."""
    found, at = 0, 0
    for i in range(count):
        if i != left_out:
            found += BINOMIAL[kinds[i] + at, at + 1]
            at += 1
    return found


@kernel
def set_number(cards: Ints, left_out: int) -> int:
    """Some different cards in rising order as one number, without the one at a place, if that is
    not -1."""
    found, at = 0, 0
    for i in range(len(cards)):
        if i != left_out:
            found += BINOMIAL[cards[i], at + 1]
            at += 1
    return found


@kernel
def stand_boards(
    boards: Ints,
    kinds: Looks,
    opponents: int,
    shard: tuple[int, int],
    plain: tuple[Ints, Ints, Choices, Small, Small],
    is_plain: bool,
    hands: Choices,
    won: Small,
    lost: Small,
    counts: Ints,
) -> None:
    """Every hole on every board of a shard: its category, and the dealer's holes that it beats and
    loses to; -1 where it cannot be dealt. ``counts`` gets the deals by hole, category and end; on
    suited boards, those that are more or fewer than by ranks alone."""
    plain_of, plain_hole, plain_hands, plain_won, plain_lost = plain
    copies, holes = kinds[0], kinds[3]
    work = np.zeros((8, max(128, len(holes))), np.int64)
    dealt = work[0]
    found = np.zeros((5, len(holes)), np.int64)
    ways = np.zeros(len(holes), np.int64)
    for b in range(shard[0], len(boards), shard[1]):
        n = showdown(boards[b], kinds, 0, work, found)
        count_ways(boards[b], holes, dealt, n, copies, ways)
        for i in range(n):
            h = dealt[i]
            beaten, tied = found[WON, h], found[TIED, h]
            hand = CATEGORY[found[PLACE, h]]
            hands[b, h], won[b, h], lost[b, h] = hand, beaten, opponents - beaten - tied
            counts[h, hand, WINS] += ways[h] * beaten
            counts[h, hand, TIES] += ways[h] * tied
            counts[h, hand, LOSSES] += ways[h] * (opponents - beaten - tied)
            if not is_plain:
                p, q = plain_of[b], plain_hole[h]
                hand, beaten, below = plain_hands[p, q], plain_won[p, q], plain_lost[p, q]
                counts[h, hand, WINS] -= ways[h] * beaten
                counts[h, hand, TIES] -= ways[h] * (opponents - beaten - below)
                counts[h, hand, LOSSES] -= ways[h] * below


@kernel
def last_kinds(board: Ints, copies: Ints, rows: Ints, parts: Ints) -> int:
    """The kinds that a board can have ended with: a row each of the kind, its copies beside the
    first four, and the row of these. The number of rows is returned."""
    n = 0
    for i in range(len(board)):
        row = rows[set_index(board, len(board), i)]
        if (i > 0 and board[i] == board[i - 1]) or row < 0:
            continue
        left = copies[board[i]] + 1
        for k in range(len(board)):
            left -= board[k] == board[i]
        parts[n, 0], parts[n, 1], parts[n, 2] = board[i], left, row
        n += 1
    return n


@kernel
def sum_fours(
    boards: Ints,
    copies: Ints,
    holes: Ints,
    rows: Ints,
    prices: tuple[int, int],
    won: Small,
    lost: Small,
    plain: tuple[Ints, Ints, Small, Small],
    is_plain: bool,
    fours: Counts,
) -> None:
    """What a wager is worth to each hole on the first four cards of a board, over all that can come
    as the fifth and all that the dealer can have; on suited boards, what it is worth more than by
    ranks alone."""
    plain_of, plain_hole, plain_won, plain_lost = plain
    gain, loss = prices
    parts = np.zeros((5, 3), np.int64)
    value = np.zeros(len(holes), np.int64)
    for b in range(len(boards)):
        for h in range(len(holes)):
            value[h] = gain * won[b, h] - loss * lost[b, h]
            if not is_plain and won[b, h] >= 0:
                p, q = plain_of[b], plain_hole[h]
                value[h] -= gain * plain_won[p, q] - loss * plain_lost[p, q]
        for part in range(last_kinds(boards[b], copies, rows, parts)):
            kind, left, row = parts[part, 0], parts[part, 1], parts[part, 2]
            for h in range(len(holes)):
                if won[b, h] >= 0:
                    times = left - (holes[h, 0] == kind) - (holes[h, 1] == kind)
                    fours[row, h] += times * value[h]


@kernel
def sum_flops(
    flops: Ints, copies: Ints, holes: Ints, rows: Ints, fours: Counts, found: Ints
) -> None:
    """The same on flops, over all cards that can come as the fourth."""
    four = np.zeros(4, np.int64)
    for f in range(len(flops)):
        for kind in range(len(copies)):
            left, at = copies[kind], 0
            for i in range(3):
                left -= flops[f, i] == kind
                at += flops[f, i] <= kind
            for i in range(4):
                four[i] = flops[f, i] if i < at else kind if i == at else flops[f, i - 1]
            row = rows[set_index(four, 4, -1)]
            if left <= 0 or row < 0:
                continue
            for h in range(len(holes)):
                times = left - (holes[h, 0] == kind) - (holes[h, 1] == kind)
                if times > 0:
                    found[f, h] += times * fours[row, h]


@kernel
def place_of(cards: Ints, suits: int, ranks: int, suit: int, kinds: Ints) -> int:
    """The number of a set of cards by their kinds: plain, or as seen from a suit. Cards are
    numbered rank by rank."""
    n = len(cards)
    for i in range(n):
        kinds[i] = cards[i] // suits + (ranks if cards[i] % suits == suit else 0)
    for i in range(1, n):  # few enough to be put in order one by one
        for k in range(i, 0, -1):
            low, high = min(kinds[k - 1], kinds[k]), max(kinds[k - 1], kinds[k])
            kinds[k - 1], kinds[k] = low, high
    return set_index(kinds, n, -1)


@kernel
def worth_of_sets(
    sets: Ints,
    weights: Ints,
    shape: tuple[int, int],
    pairs: Ints,
    looks: Ints,
    rows: tuple[Ints, Ints],
    sums: tuple[Ints, Ints],
    shard: tuple[int, int],
    found: Ints,
    totals: Ints,
) -> None:
    """What a wager is worth to every hole on sets of cards: the plain sum, and one more for each
    suit of which there are enough; and each hole's total where it is worth something."""
    suits, ranks = shape
    plain, suited = sums
    kinds = np.zeros(sets.shape[1], np.int64)
    here = np.zeros(4, np.int64)
    for s in range(shard[0], len(sets), shard[1]):
        row = rows[0][place_of(sets[s], suits, ranks, -1, kinds)]
        for suit in range(suits):
            here[suit] = rows[1][place_of(sets[s], suits, ranks, suit, kinds)]
        for h in range(len(pairs)):
            gone = False
            for card in sets[s]:
                gone |= card == pairs[h, 0] or card == pairs[h, 1]
            if gone:
                continue
            worth = plain[row, looks[h, 0]]
            for suit in range(suits):
                if here[suit] >= 0:
                    worth += suited[here[suit], looks[h, 1 + suit]]
            found[s, h] = worth
            if worth > 0:
                totals[h] += weights[s] * worth


# Choices forward to outcomes


@kernel
def weigh_fours(
    sets: Ints,
    weights: Ints,
    shape: tuple[int, int],
    pairs: Ints,
    looks: Ints,
    rows: tuple[Ints, Ints],
    flops: tuple[Ints, Ints],
    renamed: Counts,
    chosen: tuple[Choices, Choices, Choices],
    plain: Counts,
    suited: Counts,
) -> None:
    """How many holes, flops and fourth cards come to each pair of choices, by their places in the
    tables. ``flops`` says of every flop its class and the renaming of suits that makes it of its
    class, ``renamed`` what becomes of the holes."""
    suits, ranks = shape
    before, on_flop, on_turn = chosen
    kinds = np.zeros(4, np.int64)
    here = np.zeros(4, np.int64)
    kind_of, way = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for s in range(len(sets)):
        row = rows[0][place_of(sets[s], suits, ranks, -1, kinds)]
        for suit in range(suits):
            here[suit] = rows[1][place_of(sets[s], suits, ranks, suit, kinds)]
        for turn in range(4):
            flop = set_number(sets[s], turn)
            kind_of[turn], way[turn] = flops[0][flop], flops[1][flop]
        for h in range(len(pairs)):
            gone = before[h] == 0
            for card in sets[s]:
                gone |= card == pairs[h, 0] or card == pairs[h, 1]
            if gone:
                continue
            bets = 0  # on how many of the four flops that these cards can have come from
            for turn in range(4):
                bets += on_flop[kind_of[turn], renamed[way[turn], h]]
            last = on_turn[s, h]
            plain[row, looks[h, 0], last] += weights[s] * (4 - bets)
            plain[row, looks[h, 0], 2 + last] += weights[s] * bets
            for suit in range(suits):
                if here[suit] >= 0:
                    suited[here[suit], looks[h, 1 + suit], last] += weights[s] * (4 - bets)
                    suited[here[suit], looks[h, 1 + suit], 2 + last] += weights[s] * bets


@kernel
def tally_streets(
    boards: Ints,
    copies: Ints,
    holes: Ints,
    rows: Ints,
    hands: Choices,
    won: Small,
    lost: Small,
    opponents: int,
    plain: tuple[Ints, Ints],
    is_plain: bool,
    fours: Counts,
    moved: Ints,
    tally: Ints,
) -> None:
    """Count the deals by choices, category and end. What suited boards take is put into ``moved``,
    and plain boards are counted without it."""
    plain_of, plain_hole = plain
    parts = np.zeros((5, 3), np.int64)
    weight = np.zeros((len(holes), 4), np.int64)
    for b in range(len(boards)):
        weight[:] = 0
        for part in range(last_kinds(boards[b], copies, rows, parts)):
            kind, left, row = parts[part, 0], parts[part, 1], parts[part, 2]
            for h in range(len(holes)):
                times = left - (holes[h, 0] == kind) - (holes[h, 1] == kind)
                if won[b, h] >= 0:
                    for c in range(4):
                        weight[h, c] += times * fours[row, h, c]
        for h in range(len(holes)):
            if won[b, h] < 0:
                continue
            hand, tied = hands[b, h], opponents - won[b, h] - lost[b, h]
            for c in range(4):
                if is_plain:
                    weight[h, c] += moved[b, h, c]
                else:
                    moved[plain_of[b], plain_hole[h], c] -= weight[h, c]
                tally[c, hand, WINS] += weight[h, c] * won[b, h]
                tally[c, hand, TIES] += weight[h, c] * tied
                tally[c, hand, LOSSES] += weight[h, c] * lost[b, h]
