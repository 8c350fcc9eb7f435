"""The inner loops of ``composition``: dealer's hands, the best decisions, a strategy played out.

Hands of the player are numbered so that a card more has a lower number. A table of how the dealer
can go on (``composition.Tree``) lists sets of cards to draw, each after the set it adds a card to;
one multiplication gives a set its weight. Chances are those of the event "and the dealer has no
natural", so no division by its chance is ever needed: the cards that a player draws and the
dealer's second card are alike before they are seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.games.twenty_one.residues import times
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Indices = NDArray[np.uint64]
    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int64] | NDArray[np.float64]

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
    SURRENDERED_DOUBLE,
    SAFE_NATURAL,
    SAFE_DOUBLE_NATURAL,
) = range(11)
ROWS = 11

HALF_BITS = 31
HALF = 2**HALF_BITS
WORD = 2**62


@kernel
def grow(left: Numbers, nodes: Indices, rest: Numbers, product: Numbers) -> None:
    """The orders in which the dealer can draw sets of cards that are part of others; ``rest`` is
    what is left of each value after so many more of it."""
    depths = len(rest) // len(left)
    for r in range(len(left)):
        for n in range(depths):
            rest[r * depths + n] = max(left[r] - n, 0)
    product[0] = 1
    for i in range(1, nodes.shape[1]):
        product[i] = product[nodes[0, i]] * rest[nodes[1, i]]


@kernel
def spread(
    left: Floats, nodes: Indices, sets: Indices, ways: Floats, cells: Ints, outcome: Ints,
    rest: Floats, product: Floats, found: Floats,
) -> None:  # fmt: skip
    """The weights of the dealer's hands by who wins and by cell, the last end's left out."""
    grow(left, nodes, rest, product)
    found[:] = 0.0
    otherwise = outcome[-1]
    for c in range(cells.shape[1]):
        first, last, at, end = cells[0, c], cells[1, c], cells[2, c], cells[3, c]
        if outcome[end] != otherwise:
            total = 0.0
            for i in range(first, last):
                total += product[sets[0, i]] * rest[sets[1, i]] * ways[i]
            found[outcome[end], at] += total


@kernel
def spread_exact(
    left: Ints, nodes: Indices, sets: Indices, ways: Ints, cells: Ints, outcome: Ints,
    rest: Ints, product: Ints, found: Ints,
) -> None:  # fmt: skip
    """The same in two words: what is below ``HALF``, and how many times that. The weight of no set
    by itself is larger than a word, and ways are less than ``HALF`` (``Against.woods``)."""
    grow(left, nodes, rest, product)
    found[:] = 0
    otherwise = outcome[-1]
    for c in range(cells.shape[1]):
        first, last, at, end = cells[0, c], cells[1, c], cells[2, c], cells[3, c]
        if outcome[end] != otherwise:
            low = 0
            high = 0
            for i in range(first, last):
                weight = product[sets[0, i]] * rest[sets[1, i]]
                low += (weight & (HALF - 1)) * ways[i]
                high += (weight >> HALF_BITS) * ways[i]
            found[outcome[end], at, 0] += low
            found[outcome[end], at, 1] += high


@kernel
def hands_worth(
    shoe: Ints, counts: Ints, after: Ints, facts: Ints, outcome: Ints, prices: Floats,
    nodes: Indices, sets: Indices, ways: Floats, cells: Ints, natural: int, final: int, loss: float,
    saves: Ints, share: Floats, chance: Floats, bonus: float, plain: int, given: Ints, follow: int,
    left: Floats, rest: Floats, product: Floats, found: Floats,
    worth: Floats, acts: Ints, margin: Floats,
) -> None:  # fmt: skip
    """What standing, hitting and doubling are worth with every hand, and the best of them.

    ``facts`` of a hand: its size, whether it may draw, whether it may double, whether it may be
    given up, its row, the card that would make it a lucky hand, whether it wins also beside a
    natural of the dealer's, its rows as a lucky hand. ``plain``: what was doubled has the first
    price. ``loss`` is what any other first hand loses there; what is worth
    anything is beyond that. ``saves``: whether a hand that was doubled is given up. ``worth`` gets
    a line each for standing, hitting, doubling, the best, for how often it wins and loses when it
    stands, and for the hand when it has been doubled.
    With ``follow`` the decisions are those given; else they are found and put into ``acts``.
    """
    for i in range(len(counts)):
        cards_left = 0
        possible = True
        for r in range(VALUES):
            left[r] = shoe[r] - counts[i, r]
            possible = possible and left[r] >= 0
            cards_left += shoe[r] - counts[i, r]
        if not possible or cards_left < 1:
            continue
        spread(left, nodes, sets, ways, cells, outcome[i], rest, product, found)
        free = 1.0 - (left[natural] / cards_left if natural >= 0 else 0.0)
        parts = [0.0, 0.0, 0.0]
        orders = 1.0
        for depth in range(found.shape[1]):
            for who in (LOSE, PUSH, WIN):
                parts[who] += found[who, depth] / orders
            orders *= max(cards_left - depth, 1)
        parts[outcome[i, -1]] = free - parts[LOSE] - parts[PUSH] - parts[WIN]
        lose, win = parts[LOSE], parts[WIN]
        price = prices[facts[4, i]]
        worth[4, i] = win
        worth[5, i] = lose
        stand = price * win - lose
        twice = prices[0] if plain else price
        doubled = (twice + 1.0) * win - 2.0 * lose
        if facts[6, i]:
            stand += (1.0 - free) * (price + loss)
            doubled += (1.0 - free) * (price + 1.0 + loss)
        worth[6, i] = -free if saves[i] else doubled
        hit = 0.0
        double = 0.0
        lucky = 0.0
        for r in range(VALUES):
            if left[r] <= 0:
                continue
            p = left[r] / cards_left
            j = after[i, r]
            if j < 0:
                then = 1.0
                if natural >= 0 and cards_left > 1:
                    then -= (left[natural] - (1 if r == natural else 0)) / (cards_left - 1)
                hit -= p * (then + final * (1.0 - loss) * (1.0 - then))
                double -= p * (2.0 * then + (final * (2.0 - loss) * (1.0 - then)))
            else:
                hit += p * worth[3, j]
                double += p * worth[6, j]
                if r == facts[5, i]:
                    lucky = p * bonus * worth[4, j]
        worth[0, i] = stand
        worth[1, i] = hit
        worth[2, i] = double
        worth[3, i] = 0.0
        margin[i] = 9.0
        for v in range(len(share)):
            if share[v, i] <= 0.0:
                continue
            more = chance[v, i] * lucky
            with_double = double if plain else double + more
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
                    if with_double > best:
                        act, best, second = DOUBLE, with_double, best
                    else:
                        second = max(second, with_double)
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
                value = with_double
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
    start: int, first: int, skipped: int, key: int, rows: int, final: int,
    shoe: Ints, counts: Ints, after: Ints, facts: Ints, outcome: Ints, is_natural: Ints,
    nodes: Indices, sets: Indices, ways: Ints, cells: Ints, keys: int, natural: int,
    acts: Ints, saves: Ints, share: Ints, chance: Ints, luck: Ints, plain: int, primes: Ints,
    many: Ints, left: Ints, rest: Ints, product: Ints, found: Ints, sums: Ints,
) -> None:  # fmt: skip
    """Play a strategy out from one hand, and add up the weights of all that comes of it, modulo
    every prime.

    ``shoe`` is what is left beside the dealer's cards and the hand at the start. A weight counts
    ordered draws: ``sums[prime, outcome, j, n]`` those of n cards of which j have the key value,
    whose own factors are left out, so that one table serves any number of such cards in the shoe.
    ``first`` is a decision forced at the start, ``skipped`` a value that the first card must not
    have. ``many`` has for every hand and prime a number of orders as it is reached, and of those
    that stand: plain ones, lucky ones, doubled ones, and lucky doubled ones or, where what was
    doubled is ``plain``, lucky ones of the last suit. ``luck`` says which a kind becomes.
    """
    many[: start + 1] = 0
    many[start, :, 0] = 1
    for back in range(start + 1):
        i = start - back
        if not many[i].any():
            continue
        drawn = 0
        mine = 0
        possible = True
        for r in range(VALUES):
            took = counts[i, r] - counts[start, r]
            drawn += took
            left[r] = shoe[r] - took
            if r == key:
                mine = took
                left[r] = 1
            possible = possible and left[r] >= 0
        if not possible:
            continue
        left[VALUES] = 1
        for q in range(len(primes)):
            weight = 1
            for r in range(VALUES):
                if r != key:
                    for n in range(counts[i, r] - counts[start, r]):
                        weight = weight * (shoe[r] - n) % primes[q]
            go_on(
                i, i == start, first, skipped, key, final, after, facts, is_natural,
                natural, acts, share[q], chance[q], luck, plain, primes[q], weight, mine, drawn,
                left, many[:, q], sums[q],
            )  # fmt: skip
            for line in range(4):
                many[i, q, line] = times(many[i, q, line], weight, primes[q])
                if line > 1 and saves[i]:
                    add_free(
                        sums[q], SURRENDERED_DOUBLE, NONE, many[i, q, line], mine, drawn,
                        left, natural, key, primes[q],
                    )  # fmt: skip
                    many[i, q, line] = 0
        if not many[i].any():
            continue
        spread_exact(left, nodes, sets, ways, cells, outcome[i], rest, product, found)
        otherwise = outcome[i, -1]
        for q in range(len(primes)):
            for line in range(4):
                stand = many[i, q, line]
                if stand:
                    doubled = 1 if line == 2 or (line == 3 and not plain) else 0
                    row = facts[4, i]
                    if line % 2 == 1:
                        row = facts[7, i] if line == 1 else facts[8, i]
                    elif doubled and plain:
                        row = 0
                    at_win = ROWS + doubled * rows + row
                    if doubled:
                        places = (LOST_DOUBLE, PUSHED_DOUBLE, at_win)
                    else:
                        places = (LOST, PUSHED, at_win)
                    other = places[otherwise]
                    beside = NONE
                    if facts[6, i]:
                        beside = SAFE_DOUBLE_NATURAL if doubled else SAFE_NATURAL
                    add_free(
                        sums[q], other, beside, stand, mine, drawn, left, natural, key, primes[q]
                    )
                    for who in (LOSE, PUSH, WIN):
                        if who != otherwise:
                            settle(
                                found[who], keys, stand, primes[q],
                                sums[q, places[who]], sums[q, other], mine, drawn,
                            )  # fmt: skip


@kernel
def go_on(
    i: int, at_start: bool, first: int, skipped: int, key: int, final: int,
    after: Ints, facts: Ints, is_natural: Ints, natural: int, acts: Ints, share: Ints, chance: Ints,
    luck: Ints, plain: int, prime: int, weight: int, mine: int, drawn: int, left: Ints,
    many: Ints, sums: Ints,
) -> None:  # fmt: skip
    """Decide for one hand: those of a card more are reached more often, what is over the goal or
    given up is added up, and of the hand itself those are left that stand."""
    stands = 0
    for v in range(len(share)):
        if share[v, i] == 0 or many[i, 0] == 0:
            continue
        reached = times(many[i, 0], share[v, i], prime)
        act = acts[v, i]
        if at_start and first != NONE:
            act = first
        elif facts[0, i] < 2:
            act = HIT
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
                if (r != key and left[r] <= 0) or (at_start and r == skipped):
                    continue
                j = after[i, r]
                if j >= 0:
                    lucky = 0
                    if r == facts[5, i] and not (plain and act == DOUBLE):
                        lucky = times(reached, chance[v, i], prime)
                    many[j, line] = (many[j, line] + reached + prime - lucky) % prime
                    if lucky:
                        at = line + luck[v, i]
                        many[j, at] = (many[j, at] + lucky) % prime
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
    many[i, 0] = stands


@kernel
def settle(
    found: Ints, keys: int, stand: int, prime: int, sums: Ints, less: Ints, mine: int, drawn: int
) -> None:
    """Add what the dealer's hands make of one that stands to an outcome, and take it from the one
    that there is otherwise."""
    halves = times(HALF, stand, prime)
    for cell in range(len(found)):
        if found[cell, 0] or found[cell, 1]:
            part = times(found[cell, 0] % prime, stand, prime)
            if found[cell, 1]:
                part = (part + times(found[cell, 1] % prime, halves, prime)) % prime
            j, n = cell % keys + mine, cell // keys + drawn
            sums[j, n] = (sums[j, n] + part) % prime
            less[j, n] = (less[j, n] + prime - part) % prime


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
