"""The inner loops of ``together``: products of ways to play, and the dealer put beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.hands.kernel import kernel
from houseway.odds.residues import times

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

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
    draw_low: Ints, draw_alike: Ints, draw_high: Ints, draw_at: Ints, draw_pair: Ints,
    draw_ways: Ints, pair_high: Ints, pair_end: Ints, fall: Ints, prime: int,
    part: Ints, sums: Ints, table: Ints, found: Ints,
) -> None:  # fmt: skip
    """What the dealer comes to beside every set of cards that is gone.

    Sets are sorted by their low cards (``rows``); ``columns`` are their high cards. A dealer's draw
    has low cards (each list told by how far it is like the one before) and a pair of high cards and
    end; ``draw_ways`` are its orders by the number of cards gone, with the chance of so many draws.
    """
    lows, highs = low.shape[1], high.shape[1]
    for i in range(len(high)):
        for d in range(len(draw_high)):
            product = 1
            for r in range(highs):
                product = times(product, fall[lows + r, high[i, r] + draw_high[d, r]], prime)
            table[i, d] = product
    before = -1
    for u in range(len(rows)):
        row = rows[u]
        if row != before:
            before = row
            part[0, 0] = 1
            for d in range(len(draw_low)):
                for r in range(draw_alike[d], lows):
                    part[0, r + 1] = times(part[0, r], fall[r, low[row, r] + draw_low[d, r]], prime)
                part[1, d] = part[0, lows]
            for pair in range(len(sums)):
                sums[pair] = 0
            size = low_size[row]
            for d in range(len(draw_at)):
                total = sums[draw_pair[d]] + times(part[1, draw_at[d]], draw_ways[size, d], prime)
                sums[draw_pair[d]] = total - prime if total >= prime else total
        for pair in range(len(sums)):
            end = pair_end[pair]
            more = times(sums[pair], table[columns[u], pair_high[pair]], prime)
            total = found[u, end] + more
            found[u, end] = total - prime if total >= prime else total


@kernel
def contract(profiles: Ints, sets: Ints, ways: Ints, dealer: Ints, prime: int, found: Ints) -> None:
    """The weight of every kind of hands together against every end of the dealer's."""
    ends = found.shape[1]
    for i in range(len(ways)):
        weight = ways[i] % prime
        for end in range(ends):
            total = found[profiles[i], end] + times(weight, dealer[sets[i], end], prime)
            found[profiles[i], end] = total - prime if total >= prime else total
