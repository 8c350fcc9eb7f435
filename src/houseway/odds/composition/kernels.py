"""The inner loops of ``composition``: dealer's hands, the best decisions, a strategy played out.

Hands of the player are numbered so that a card more has a lower number. A table of how the dealer
can go on (``composition.Tree``) lists sets of cards to draw, each after the set it adds a card to;
one multiplication gives a set its weight. Chances are those of the event "and the dealer has no
natural", so no division by its chance is ever needed: the cards that a player draws and the
dealer's second card are alike before they are seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.hands.kernel import kernel
from houseway.odds.residues import times

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Indices = NDArray[np.uint64]
    Floats = NDArray[np.float64]

STAND, HIT, DOUBLE, SURRENDER, SPLIT = range(5)
LOSE, PUSH, WIN = range(3)
NONE = -1
VALUES = 10

# Where an outcome is added up; after these come the rows, first of plain and then of doubled hands
(
    SURRENDERED,
    NATURAL,
    LOST,
    PUSHED,
    LOST_DOUBLE,
    PUSHED_DOUBLE,
    BUST_NATURAL,
    BUST_DOUBLE_NATURAL,
) = range(8)
ROWS = 8


@kernel
def spread(
    left: Floats, tree: Indices, before: Ints, ways: Floats, product: Floats, found: Floats
) -> None:
    """Add the weights of all the dealer's hands to the slots where they belong."""
    for slot in range(len(found)):
        found[slot] = 0.0
    product[0] = 1.0
    found[tree[2, 0]] = ways[0]
    for i in range(1, len(ways)):
        rest = left[tree[1, i]] - before[i]
        weight = product[tree[0, i]] * rest if rest > 0 else 0.0
        product[i] = weight
        found[tree[2, i]] += weight * ways[i]


@kernel
def spread_mod(
    left: Ints, tree: Indices, before: Ints, ways: Ints, prime: int, product: Ints, found: Ints
) -> None:
    """The same in residues; sums of products with small numbers of ways still fit a word."""
    for slot in range(len(found)):
        found[slot] = 0
    product[0] = 1
    found[tree[2, 0]] = ways[0]
    for i in range(1, len(ways)):
        rest = left[tree[1, i]] - before[i]
        weight = product[tree[0, i]] * rest % prime if rest > 0 else 0
        product[i] = weight
        found[tree[2, i]] += weight * ways[i]


@kernel
def hands_worth(
    shoe: Ints, counts: Ints, after: Ints, facts: Ints, outcome: Ints, prices: Floats,
    tree: Indices, before: Ints, ways: Floats, depths: int, natural: int, final: int,
    share: Floats, chance: Floats, bonus: float, given: Ints, follow: int,
    left: Floats, product: Floats, found: Floats, worth: Floats, acts: Ints, margin: Floats,
) -> None:  # fmt: skip
    """What standing, hitting and doubling are worth with every hand, and the best of them.

    ``facts`` of a hand: its size, whether it may draw, whether it may double, whether it may be
    given up, its row, the card that would make it the lucky hand. ``worth`` gets a line each for
    standing, hitting, doubling, the best, and for how often it wins and loses when it stands.
    With ``follow`` the decisions are those given; else they are found and put into ``acts``.
    """
    ends = outcome.shape[1]
    for i in range(len(counts)):
        cards = 0
        possible = True
        for r in range(VALUES):
            rest = shoe[r] - counts[i, r]
            possible = possible and rest >= 0
            left[r] = rest
            cards += rest
        if not possible or cards < 1:
            continue
        spread(left, tree, before, ways, product, found)
        win = 0.0
        lose = 0.0
        for end in range(ends):
            sets = 1.0
            part = 0.0
            for depth in range(depths):
                part += found[end * depths + depth] / sets
                sets *= max(cards - depth, 1)
            if outcome[i, end] == WIN:
                win += part
            elif outcome[i, end] == LOSE:
                lose += part
        price = prices[facts[4, i]]
        worth[4, i] = win
        worth[5, i] = lose
        stand = price * win - lose
        hit = 0.0
        double = 0.0
        lucky = 0.0
        for r in range(VALUES):
            if left[r] <= 0:
                continue
            p = left[r] / cards
            j = after[i, r]
            if j < 0:
                free = 1.0
                if natural >= 0 and cards > 1:
                    free -= (left[natural] - (1 if r == natural else 0)) / (cards - 1)
                hit -= p * free
                double -= p * (2.0 * free + (final * (1.0 - free)))
            else:
                hit += p * worth[3, j]
                double += p * ((prices[facts[4, j]] + 1.0) * worth[4, j] - 2.0 * worth[5, j])
                if r == facts[5, i]:
                    lucky = p * bonus * worth[4, j]
        free = 1.0 - (left[natural] / cards if natural >= 0 else 0.0)
        worth[0, i] = stand
        worth[1, i] = hit
        worth[2, i] = double
        worth[3, i] = 0.0
        margin[i] = 9.0
        for v in range(len(share)):
            if share[v, i] <= 0.0:
                continue
            more = chance[v, i] * lucky
            if follow:
                act = given[v, i]
            else:
                act = STAND
                best = stand
                second = -9.0
                if facts[1, i]:
                    if hit + more > best:
                        act, best, second = HIT, hit + more, best
                    else:
                        second = hit + more
                if facts[1, i] and facts[2, i]:
                    if double + more > best:
                        act, best, second = DOUBLE, double + more, best
                    else:
                        second = max(second, double + more)
                if facts[3, i]:
                    if -0.5 * free > best:
                        act, best, second = SURRENDER, -0.5 * free, best
                    else:
                        second = max(second, -0.5 * free)
                if facts[0, i] < 2:
                    act, second = HIT, -9.0
                acts[v, i] = act
                margin[i] = min(margin[i], best - second)
            value = stand
            if act == HIT or facts[0, i] < 2:
                value = hit + more
            elif act == DOUBLE:
                value = double + more
            elif act == SURRENDER:
                value = -0.5 * free
            worth[3, i] += share[v, i] * value


@kernel
def reach_hands(
    shoe: Ints, counts: Ints, after: Ints, size: Ints, share: Floats, acts: Ints, reach: Floats
) -> None:
    """The chance to come to each hand when the decisions are those given."""
    for i in range(len(counts)):
        reach[i] = 0.0
    reach[len(counts) - 1] = 1.0
    for back in range(len(counts)):
        i = len(counts) - 1 - back
        if reach[i] == 0.0:
            continue
        draws = 0.0
        for v in range(len(share)):
            if size[i] < 2 or acts[v, i] == HIT:
                draws += share[v, i]
        if draws == 0.0:
            continue
        cards = 0
        for r in range(VALUES):
            cards += shoe[r] - counts[i, r]
        for r in range(VALUES):
            rest = shoe[r] - counts[i, r]
            j = after[i, r]
            if rest > 0 and j >= 0:
                reach[j] += reach[i] * draws * rest / cards


@kernel
def add(sums: Ints, place: int, j: int, drawn: int, weight: int, prime: int) -> None:
    """Add a weight to an outcome, by the cards drawn and by those among them of the key value."""
    total = sums[place, j, drawn] + weight
    sums[place, j, drawn] = total - prime if total >= prime else total


@kernel
def add_free(
    sums: Ints, place: int, other: int, weight: int, j: int, drawn: int,
    left: Ints, natural: int, key: int, prime: int,
) -> None:  # fmt: skip
    """Add what is decided before the dealer's second card, to ``place`` if the dealer has no
    natural and to ``other`` (if any) beside one."""
    add(sums, place, j, drawn, weight, prime)
    if natural >= 0:
        part = weight
        at = j + 1
        if natural != key:
            part = times(weight, left[natural], prime)
            at = j
        add(sums, place, at, drawn + 1, prime - part if part else 0, prime)
        if other >= 0:
            add(sums, other, at, drawn + 1, part, prime)


@kernel
def play_out(
    start: int, first: int, skipped: int, one_card: int, key: int, rows: int, final: int,
    shoe: Ints, counts: Ints, after: Ints, facts: Ints, outcome: Ints, is_natural: Ints,
    tree: Indices, before: Ints, ways: Ints, depths: int, keys: int, natural: int,
    acts: Ints, share: Ints, chance: Ints, lucky_row: int, prime: int,
    many: Ints, left: Ints, product: Ints, found: Ints, sums: Ints,
) -> None:  # fmt: skip
    """Play a strategy out from one hand, and add up the weights of all that comes of it.

    ``shoe`` is what is left beside the dealer's cards and the hand at the start. A weight counts
    ordered draws: ``sums[outcome, j, n]`` those of n cards of which j have the key value, whose own
    factors are left out, so that one table serves any number of such cards in the shoe. ``first``
    is a decision forced at the start, ``skipped`` a value that the first card must not have.
    ``many`` has a line for hands as they are reached, lucky ones, doubled ones, lucky doubled ones.
    """
    for line in range(4):
        for i in range(start + 1):
            many[line, i] = 0
    many[0, start] = 1
    ends = outcome.shape[1]
    for back in range(start + 1):
        i = start - back
        if many[0, i] == 0 and many[1, i] == 0 and many[2, i] == 0 and many[3, i] == 0:
            continue
        drawn = 0
        mine = 0
        weight = 1
        possible = True
        for r in range(VALUES):
            took = counts[i, r] - counts[start, r]
            drawn += took
            left[r] = shoe[r] - took
            if r == key:
                mine = took
                left[r] = 1
            else:
                possible = possible and left[r] >= 0
                for n in range(took):
                    weight = weight * (shoe[r] - n) % prime
        if not possible:
            continue
        left[VALUES] = 1
        stands = 0
        for v in range(len(share)):
            if share[v, i] == 0 or many[0, i] == 0:
                continue
            reached = times(many[0, i], share[v, i], prime)
            act = acts[v, i]
            if i == start and first != NONE:
                act = first
            elif facts[0, i] < 2:
                act = HIT
            elif one_card:
                act = STAND
            elif is_natural[i]:
                part = times(reached, weight, prime)
                add_free(sums, NATURAL, NONE, part, mine, drawn, left, natural, key, prime)
                continue
            if act == STAND:
                stands = (stands + reached) % prime
            elif act == SURRENDER:
                part = times(reached, weight, prime)
                add_free(sums, SURRENDERED, NONE, part, mine, drawn, left, natural, key, prime)
            elif act in (HIT, DOUBLE):
                line = 2 if act == DOUBLE else 0
                for r in range(VALUES):
                    if (r != key and left[r] <= 0) or (i == start and r == skipped):
                        continue
                    j = after[i, r]
                    if j >= 0:
                        lucky = 0
                        if r == facts[5, i]:
                            lucky = times(reached, chance[v, i], prime)
                        many[line, j] = (many[line, j] + reached + prime - lucky) % prime
                        many[line + 1, j] = (many[line + 1, j] + lucky) % prime
                        continue
                    part = times(reached, weight, prime)
                    at = mine + 1
                    if r != key:
                        part = times(part, left[r], prime)
                        at = mine
                    place, other = LOST, BUST_NATURAL
                    if act == DOUBLE:
                        place, other = LOST_DOUBLE, BUST_DOUBLE_NATURAL
                    left[r] -= 1
                    add_free(
                        sums, place, other if final else NONE, part, at, drawn + 1,
                        left, natural, key, prime,
                    )  # fmt: skip
                    left[r] += 1
        many[0, i] = stands
        if not (stands or many[1, i] or many[2, i] or many[3, i]):
            continue
        spread_mod(left, tree, before, ways, prime, product, found)
        for line in range(4):
            if many[line, i] == 0:
                continue
            doubled = line // 2
            row = facts[4, i] if line % 2 == 0 else lucky_row
            lost, pushed = LOST, PUSHED
            if doubled:
                lost, pushed = LOST_DOUBLE, PUSHED_DOUBLE
            won = ROWS + doubled * rows + row
            reached = times(many[line, i], weight, prime)
            for depth in range(depths):
                for j in range(keys):
                    lose = 0
                    push = 0
                    win = 0
                    for end in range(ends):
                        part = found[(end * depths + depth) * keys + j]
                        if part:
                            part %= prime
                            if outcome[i, end] == WIN:
                                win += part
                            elif outcome[i, end] == LOSE:
                                lose += part
                            else:
                                push += part
                    if win:
                        part = times(win % prime, reached, prime)
                        add(sums, won, j + mine, drawn + depth, part, prime)
                    if push:
                        part = times(push % prime, reached, prime)
                        add(sums, pushed, j + mine, drawn + depth, part, prime)
                    if lose:
                        part = times(lose % prime, reached, prime)
                        add(sums, lost, j + mine, drawn + depth, part, prime)


@kernel
def collapse(
    sums: Ints, weights: Ints, falling: Ints, inverse: Ints, prime: int, found: Ints
) -> None:
    """The mean of each line of ``weights`` over outcomes, for each number of cards of the key value
    that are gone: ``falling`` has their factors and ``inverse`` the chance of so many draws."""
    lines, gone = found.shape
    for place in range(sums.shape[0]):
        for j in range(sums.shape[1]):
            for drawn in range(sums.shape[2]):
                weight = sums[place, j, drawn]
                if weight == 0:
                    continue
                for t in range(gone):
                    part = times(times(weight, falling[t, j], prime), inverse[t, drawn], prime)
                    for line in range(lines):
                        if weights[line, place]:
                            total = found[line, t] + times(part, weights[line, place], prime)
                            found[line, t] = total - prime if total >= prime else total
