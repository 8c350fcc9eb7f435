"""The inner loops of ``together``: products of ways to play, and the dealer put beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.hands.kernel import kernel
from houseway.odds.residues import times

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Indices = NDArray[np.uint64]

EMPTY = -1
SPREAD, MIX = 2147483647, 1103515245  # scatter keys over a table of slots


@kernel
def slot_of(slots: Ints, key: int) -> int:
    """Where a key is, or would be, in a table of slots: keys and what belongs to them."""
    mask = len(slots) - 1
    slot = (key % SPREAD) * MIX % SPREAD & mask
    while slots[slot, 0] != key and slots[slot, 0] != EMPTY:
        slot = (slot + 1) & mask
    return slot


@kernel
def move(old: Ints, slots: Ints) -> None:
    """Put all that is in a table into a larger one."""
    for i in range(len(old)):
        if old[i, 0] != EMPTY:
            slot = slot_of(slots, old[i, 0])
            slots[slot, 0] = old[i, 0]
            slots[slot, 1] = old[i, 1]


@kernel
def number(codes: Ints, slots: Ints, places: Ints, different: Ints) -> int:
    """Number the different codes as they come; gives how many there are."""
    count = 0
    for i in range(len(codes)):
        slot = slot_of(slots, codes[i])
        if slots[slot, 0] == EMPTY:
            slots[slot, 0] = codes[i]
            slots[slot, 1] = count
            different[count] = codes[i]
            count += 1
        places[i] = slots[slot, 1]
    return count


@kernel
def multiply(
    codes: Ints, profiles: Ints, ways: Ints, more_codes: Ints, more_kinds: Ints, more_ways: Ints,
    grown: Ints, whole: int, shift: int, factor: int, alike: int,
    slots: Ints, done: Ints,
) -> None:  # fmt: skip
    """Add every product of a way of some hands and a way of one more to a table of slots.

    Codes add up; ``grown`` names the kinds of hands together. With ``alike`` both factors are the
    same list and each product of two different ways is made once. ``done`` has the number of slots
    in use and the first way that is not multiplied yet: with a table half full it stops there.
    """
    used = done[0]
    for i in range(done[1], len(codes)):
        if 2 * used > len(slots):
            done[1] = i
            break
        upto = i + 1 if alike else len(more_codes)
        if used + upto >= len(slots):
            done[1] = i
            break
        for j in range(upto):
            key = grown[profiles[i], more_kinds[j]] * whole + codes[i] + more_codes[j] + shift
            product = ways[i] * more_ways[j] * factor
            if alike and j < i:
                product *= 2
            slot = slot_of(slots, key)
            if slots[slot, 0] == EMPTY:
                slots[slot, 0] = key
                used += 1
            slots[slot, 1] += product
        done[1] = i + 1
    done[0] = used


@kernel
def beside(
    rows: Ints, columns: Ints, low: Ints, low_size: Ints, high: Ints,
    draw_low: Ints, draw_alike: Ints, draw_at: Indices, draw_ways: Ints, pair_from: Ints,
    pair_high: Ints, end_from: Ints, fall: Ints, prime: int,
    part: Ints, sums: Ints, table: Ints, found: Ints,
) -> None:  # fmt: skip
    """What the dealer comes to beside every set of cards that is gone.

    Sets are sorted by their low cards (``rows``); ``columns`` are their high cards. The dealer's
    draws are sorted by end and high cards: ``draw_at`` says which low cards a draw has (each list
    of these is told by how far it is like the one before), ``draw_ways`` in how many orders it
    comes, by the number of cards gone and with the chance of so many draws; ``pair_from`` where the
    draws of a pair of end and high cards begin, ``end_from`` where the pairs of an end do.

    Products are summed up before the last step of their reduction: none is further from zero than
    two primes, so a word holds a hundred thousand of them.
    """
    lows, highs = low.shape[1], high.shape[1]
    pairs, ends = len(pair_high), found.shape[1]
    part_of = 1.0 / prime
    for i in range(len(high)):
        for pair in range(pairs):
            product = 1
            for r in range(highs):
                n = high[i, r] + pair_high[pair, r]
                product = times(product, fall[lows + r, n], prime)
            table[i, pair] = product
    before = -1
    for u in range(len(rows)):
        row = rows[u]
        if row != before:
            alike = before >= 0
            for r in range(lows):
                alike = alike and low[row, r] == low[before, r]
            before = row
            if not alike:
                part[0, 0] = 1
                for d in range(len(draw_low)):
                    for r in range(draw_alike[d], lows):
                        n = low[row, r] + draw_low[d, r]
                        part[0, r + 1] = times(part[0, r], fall[r, n], prime)
                    part[1, d] = part[0, lows]
            size = low_size[row]
            for pair in range(pairs):
                total = 0
                for d in range(pair_from[pair], pair_from[pair + 1]):
                    one, other = part[1, draw_at[d]], draw_ways[size, d]
                    total += one * other - int(float(one) * float(other) * part_of) * prime
                sums[pair] = total % prime
        column = columns[u]
        for end in range(ends):
            total = 0
            for pair in range(end_from[end], end_from[end + 1]):
                one, other = sums[pair], table[column, pair]
                total += one * other - int(float(one) * float(other) * part_of) * prime
            found[u, end] = total % prime


@kernel
def contract(profiles: Ints, sets: Ints, ways: Ints, dealer: Ints, prime: int, found: Ints) -> None:
    """The weight of every kind of hands together against every end of the dealer's."""
    ends = found.shape[1]
    part_of = 1.0 / prime
    for i in range(len(ways)):
        weight = ways[i] % prime
        profile, gone = profiles[i], sets[i]
        for end in range(ends):
            one = dealer[gone, end]
            found[profile, end] += weight * one - int(float(weight) * float(one) * part_of) * prime
        if i % 65536 == 65535:
            for j in range(len(found)):
                for end in range(ends):
                    found[j, end] %= prime
    for j in range(len(found)):
        for end in range(ends):
            found[j, end] %= prime
