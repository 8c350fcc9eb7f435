"""The compiled sums behind ``board``: one board, all boards, all flops.

Kinds come as their copies, keys and bits and the holes that can be made of them. A shard is every
so manieth board from some board on, so that threads can share the work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from houseway.games.against_dealer.board_kinds import flop_index, hole_index
from houseway.hands.kernel import kernel
from houseway.hands.lookup import EMPTY, STRENGTHS, place_of_seven
from houseway.hands.poker import category

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Words = NDArray[np.uint64]
    Choices = NDArray[np.uint8]
    Groups = NDArray[np.uint32]
    Looks = tuple[Ints, Words, Words, Ints]  # copies, keys and bits of kinds, and holes
    Streets = tuple[int, int, int]  # how many choices each has

FLOPS_OF_BOARD = 10  # that one board can have begun with

# What a deal comes to; "shut" is a dealer whose hand does not open
WIN_SHUT, WIN, TIE_SHUT, TIE, LOSE_SHUT, LOSE = range(6)
OUTCOMES = 6
PLACE, WON, TIED, WON_SHUT, LOST_SHUT = range(5)  # what is found about a hole on a board

CATEGORY = np.array([category(strength) for strength in STRENGTHS.tolist()], np.int64)


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
def weigh_board(
    parts: Ints, flops_of: int, holes: Ints, dealt: Ints, n: int, flops: Ints, kept: int,
    weight: Ints,
) -> None:  # fmt: skip
    """Add how many flops and ends of a board come to each choice on the flop, hole by hole."""
    for part in range(flops_of):
        one, other = parts[part, 0], parts[part, 1]
        ones, others = parts[part, 2], parts[part, 3]
        flop = flops[parts[part, 4]]
        for i in range(n):
            h = dealt[i]
            times = ways_to_end(one, other, ones, others, holes[h, 0], holes[h, 1])
            for p in range(kept):
                weight[h, p] += times * flop[h, p]


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
        weigh_board(parts, split_board(board, copies, parts), holes, dealt, n, flops, kept, weight)
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


# What other choices give away


@kernel
def regret_flops(
    flops: Ints,
    weights: Ints,
    deck: tuple[int, int],
    sums: tuple[Ints, Ints],
    early: Choices,
    chosen: Choices,
    best: Choices,
    groups: Groups,
    deals: Ints,
    lost: Ints,
) -> None:
    """Flops and holes by group, choice and best choice, and the sums of what the best one is worth
    more; only where it is."""
    suits, ranks = deck
    plain, suited = sums
    where = np.zeros((5, 2), np.int64)
    for f in range(len(flops)):
        hole = 0
        for b in range(suits * ranks):
            for a in range(b):
                mine, other = chosen[f, hole], best[f, hole]
                gone = a in flops[f] or b in flops[f]
                if early[hole] == 0 and mine != other and not gone:
                    n = flop_parts(flops[f], a, b, suits, ranks, where)
                    more = (
                        plain[where[0, 0], where[0, 1], other]
                        - plain[where[0, 0], where[0, 1], mine]
                    )
                    for i in range(1, n):
                        more += suited[where[i, 0], where[i, 1], other]
                        more -= suited[where[i, 0], where[i, 1], mine]
                    if more > 0:
                        deals[groups[f, hole], mine, other] += weights[f]
                        lost[groups[f, hole], mine, other] += weights[f] * more
                hole += 1


@kernel
def regret_boards(
    boards: Ints,
    kinds: Looks,
    plain: tuple[Ints, Ints],
    is_plain: bool,
    pays: Ints,
    fold: int,
    opens: int,
    opponents: int,
    shard: tuple[int, int],
    flops: Ints,
    chosen: Choices,
    best: Choices,
    groups: Groups,
    moved: Ints,
    deals: Ints,
    lost: Ints,
) -> None:
    """The same on the last street: ``pays`` are its prices, ``flops`` says how many flops and holes
    check. What suited boards take is put into ``moved``, as in ``tally_boards``."""
    copies, holes = kinds[0], kinds[3]
    plain_of, plain_hole = plain
    work = np.zeros((8, max(128, len(holes))), np.int64)
    dealt = work[0]
    found = np.zeros((5, len(holes)), np.int64)
    weight = np.zeros((len(holes), 1), np.int64)
    counts = np.zeros((len(holes), OUTCOMES), np.int64)
    worths = np.zeros(1 + len(pays), np.int64)
    parts = np.zeros((10, 8), np.int64)
    worths[0] = fold * opponents
    for b in range(shard[0], len(boards), shard[1]):
        board = boards[b]
        n = showdown(board, kinds, opens, work, found)
        count_outcomes(dealt, n, found, opens, opponents, counts)
        for i in range(n):
            weight[dealt[i], 0] = 0
        weigh_board(parts, split_board(board, copies, parts), holes, dealt, n, flops, 1, weight)
        for i in range(n):
            h = dealt[i]
            times = weight[h, 0]
            if is_plain:
                times += moved[b, h]
            else:
                moved[plain_of[b], plain_hole[h]] -= times
            mine, other = chosen[b, h], best[b, h]
            if times == 0 or mine == other:
                continue
            hand = CATEGORY[found[PLACE, h]]
            for c in range(len(pays)):
                worths[1 + c] = 0
                for outcome in range(OUTCOMES):
                    worths[1 + c] += counts[h, outcome] * pays[c, hand, outcome]
            more = worths[other] - worths[mine]
            if more > 0:
                deals[groups[b, h], mine, other] += times
                lost[groups[b, h], mine, other] += times * more
