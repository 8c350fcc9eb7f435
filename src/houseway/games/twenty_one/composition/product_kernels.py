"""The inner loops of ``products``: hands multiplied, and the dealer put beside them.

Sets of cards are gone through by their low cards, a row each, so that what comes together stays
near. ``row_one`` and ``row_other`` are the low cards of some hands and of one hand more that add up
to a row's. Below these come lists of ways: of the hands by profile and high cards, of the one by
letter. A profile and high cards together are a place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from houseway.games.twenty_one.residues import times
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Short = NDArray[np.uint32]
    Flags = NDArray[np.bool_]
    Dealer = tuple[Any, ...]  # see ``weigh_rows``


@kernel
def sort_rows(row: Ints, row_from: Ints, order: Ints) -> None:
    """Numbers of things by the row that each is in: ``row_from`` says where a row begins, and has
    room for one more."""
    for at in row:
        row_from[at + 2] += 1
    for at in range(2, len(row_from)):
        row_from[at] += row_from[at - 1]
    for i in range(len(row)):
        order[row_from[row[i] + 1]] = i
        row_from[row[i] + 1] += 1


@kernel
def gather(
    first: int, last: int, row_one: Ints, row_other: Ints,
    one_from: Ints, one_place: Short, one_ways: Ints, one_upto: Ints,
    other_from: Ints, other_letter: Ints, other_high: Ints, other_ways: Ints,
    base: Ints, high_sum: Short, mask: int, column: Ints, times_column: Ints,
    ways: Ints, seen: Flags, touched: Short, count: int,
) -> int:  # fmt: skip
    """Add all products of one row to ``ways``, and note their places; gives how many these are.

    Of the hands only so many come before one of a letter (``one_upto``), so that letters come in
    order. ``column`` says which ways of theirs there are if the one hand takes a slot, and
    ``times_column`` how many times. Slots come in pairs. ``mask`` is for the high cards of a
    place; it has no sign, nor has anything else that a place is made of, so that nothing need be
    checked for one.
    """
    for at in range(first, last):
        one, other = row_one[at], row_other[at]
        for j in range(other_from[other], other_from[other + 1]):
            letter = other_letter[j]
            start, stop = one_from[one], one_upto[one, letter]
            places, line = one_place[start:stop], high_sum[other_high[j]]
            these, known = ways[base[letter] :], seen[base[letter] :]
            for slot in range(0, len(column), 2):
                often = other_ways[j, slot] * times_column[slot]
                also = other_ways[j, slot + 1] * times_column[slot + 1]
                if not often and not also:
                    continue
                lefts = one_ways[column[slot], start:stop]
                rights = one_ways[column[slot + 1], start:stop]
                if not also:
                    rights = lefts
                for i in range(len(places)):
                    place = (places[i] & ~mask) + line[places[i] & mask]
                    so_far = these[place]
                    if not so_far and not known[place]:
                        known[place] = True
                        touched[count] = base[letter] + place
                        count += 1
                    these[place] = so_far + often * lefts[i] + also * rights[i]
    return count


@kernel
def grow_rows(
    row_from: Ints, row_one: Ints, row_other: Ints,
    one_from: Ints, one_place: Short, one_ways: Ints, one_upto: Ints,
    other_from: Ints, other_letter: Ints, other_high: Ints, other_ways: Ints,
    base: Ints, high_sum: Short, bits: int, mask: int, column: Ints, times_column: Ints,
    repeated: Ints,
    ways: Ints, seen: Flags, touched: Short, made_from: Ints, places: Ints, made: Ints, row: int,
) -> int:  # fmt: skip
    """All products of the rows from one on, each row in the order of its places. Gives the row for
    which there was no room, or one more than the last.

    ``repeated`` is how often a profile has its last letter: so often each of its ways was found.
    """
    columns = len(made)
    while row < len(row_from) - 1:
        count = 0
        for c in range(columns):
            count = gather(
                row_from[row], row_from[row + 1], row_one, row_other,
                one_from, one_place, one_ways, one_upto,
                other_from, other_letter, other_high, other_ways,
                base, high_sum, mask, column[c], times_column[c], ways[c], seen, touched, count,
            )  # fmt: skip
        start = made_from[row]
        room = start + count <= len(places)
        if room:
            touched[:count].sort()
        for i in range(count):
            place = touched[i]
            if room:
                places[start + i] = place
                for c in range(columns):
                    made[c, start + i] = ways[c, place] // repeated[place >> bits]
            for c in range(columns):
                ways[c, place] = 0
            seen[place] = False
        if not room:
            break
        row += 1
        made_from[row] = start + count
    return row


@kernel
def orders_of(gone: Ints, drawn: Ints, fall: Ints, prime: int) -> int:
    """In how many orders some cards are gone and others drawn, modulo a prime."""
    product = 1
    for r in range(len(gone)):
        product = times(product, fall[r, gone[r] + drawn[r]], prime)
    return product


@kernel
def orders_beside(gone: Ints, drawn: Ints, fall: Ints, primes: Ints, orders: Ints) -> None:
    """The same for every list of cards that may be gone and be drawn, modulo every prime."""
    for q in range(len(primes)):
        for i in range(len(gone)):
            for j in range(len(drawn)):
                orders[q, i, j] = orders_of(gone[i], drawn[j], fall[q], primes[q])


@kernel
def orders_after(gone: Ints, drawn: Ints, shoe: Ints, orders: Ints) -> None:
    """In how many orders cards are drawn after others are gone."""
    for i in range(len(gone)):
        for j in range(len(drawn)):
            product = 1
            for r in range(len(shoe)):
                for n in range(drawn[j, r]):
                    product *= shoe[r] - gone[i, r] - n
            orders[i, j] = product


@kernel
def near(number: int, prime: int, part: float) -> int:
    """A number brought near to zero, modulo a prime of which ``part`` is the inverse: no further
    than a prime, and a little for the estimate of the quotient."""
    return number - int(float(number) * part) * prime


@kernel
def gather_row(
    first: int, last: int, row_one: Ints, row_other: Ints,
    one_from: Ints, one_place: Short, one_ways: Ints, one_upto: Ints,
    other_from: Ints, other_letter: Ints, other_high: Ints, other_ways: Ints,
    base: Ints, high_sum: Short, bits: int, mask: int, column: Ints, times_column: Ints,
    high_size: Ints,
    ways: Ints, seen: Flags, touched: Short, by_profile: Ints, at_high: Ints,
    part_from: Ints, part_profile: Ints, high: Short, size_from: Ints, its_high: Short,
    its_ways: Ints,
) -> int:  # fmt: skip
    """All products of one row, by their profiles, a part each (``part_from``, ``part_profile``);
    gives how many parts there are.

    Products have ways and the number of their high cards among those of the row (``high``), which
    are sorted by how many cards these are (``size_from``).
    """
    count = gather(
        first, last, row_one, row_other, one_from, one_place, one_ways, one_upto,
        other_from, other_letter, other_high, other_ways,
        base, high_sum, mask, column, times_column, ways, seen, touched, 0,
    )  # fmt: skip
    by_profile[:] = 0
    size_from[:] = 0
    highs = 0
    for place in touched[:count]:
        by_profile[(place >> bits) + 2] += 1
        if at_high[place & mask] < 0:
            at_high[place & mask] = 0
            its_high[highs] = place & mask
            highs += 1
            size_from[high_size[place & mask] + 2] += 1
    for size in range(2, len(size_from)):
        size_from[size] += size_from[size - 1]
    for one in its_high[:highs]:
        at = size_from[high_size[one] + 1]
        size_from[high_size[one] + 1] += 1
        high[at], at_high[one] = one, at
    parts = 0
    for profile in range(len(by_profile) - 2):
        if by_profile[profile + 2]:
            part_profile[parts] = profile
            parts += 1
            part_from[parts] = part_from[parts - 1] + by_profile[profile + 2]
        by_profile[profile + 2] += by_profile[profile + 1]
    for place in touched[:count]:
        at = by_profile[(place >> bits) + 1]
        by_profile[(place >> bits) + 1] += 1
        its_ways[at], its_high[at] = ways[place], at_high[place & mask]
        ways[place], seen[place] = 0, False
    for one in high[:highs]:
        at_high[one] = -1
    return parts


@kernel
def weigh_row(
    row: int, parts: int, dealer: Dealer, row_size: Ints, row_half: Ints, high_orders: Ints,
    part_from: Ints, part_profile: Ints, high: Short, size_from: Ints, its_high: Short,
    its_ways: Ints, chances: Ints, primes: Ints, beside: Ints,
) -> None:  # fmt: skip
    """Put the dealer beside one row, modulo as many primes as it wants (``row_primes``), and add up
    the weight of every profile, by how many these are.

    The dealer's draws are sorted by high cards and size (a cell). ``draw_at`` says which low cards
    a draw has, and ``draw_ways`` in how many orders it comes. In how many orders low cards are gone
    and drawn is known for two halves of them (``lower``, ``upper``; ``row_half`` and ``draw_low``
    say which these are). ``high_orders`` and ``high_more`` are the orders of high cards that are
    gone, and of the dealer's after them: if these are ``small``, a word holds their products.

    Sums are brought near to zero before they are multiplied, and reduced at the end: a product of
    such numbers, less the estimate of the quotient, is no further from zero than three primes.
    """
    (
        row_primes, lower, upper, draw_low, draw_at, draw_ways, cell_from, cell_high, cell_size,
        high_more, small, low, cells, sums, more, found,
    ) = dealer  # fmt: skip
    highs, wanted = size_from[-1], row_primes[row]
    for u in range(highs):
        for j in range(len(sums)):
            more[j * highs + u] = high_more[high[u], j]
    for q in range(wanted):
        prime = primes[q]
        inverse = 1.0 / prime
        lefts, rights = lower[q, row_half[0, row]], upper[q, row_half[1, row]]
        for d in range(len(low)):
            left, right = lefts[draw_low[0, d]], rights[draw_low[1, d]]
            low[d] = left * right - int(float(left) * float(right) * inverse) * prime
        for c in range(len(cell_size)):
            total = 0
            for d in range(cell_from[c], cell_from[c + 1]):
                total += low[draw_at[d]] * draw_ways[d]
            cells[cell_size[c], cell_high[c]] = near(total, prime, inverse)
        for size in range(len(size_from) - 1):
            start, stop = size_from[size], size_from[size + 1]
            if start == stop:
                continue
            sums[:] = 0
            for c in range(len(cells)):
                lefts, right = cells[c], chances[q, row_size[row] + size + c]
                part = float(right) * inverse
                for j in range(len(sums)):
                    sums[j] += lefts[j] * right - int(float(lefts[j]) * part) * prime
            totals, orders = beside[start:stop], high[start:stop]
            totals[:] = 0
            for j in range(len(sums)):
                left, rights = (
                    near(sums[j], prime, inverse),
                    more[j * highs + start : j * highs + stop],
                )
                if small:
                    for u in range(len(totals)):
                        totals[u] += left * rights[u]
                else:
                    part = float(left) * inverse
                    for u in range(len(totals)):
                        totals[u] += left * rights[u] - int(float(rights[u]) * part) * prime
            for u in range(len(totals)):
                total, right = near(totals[u], prime, inverse), high_orders[q, orders[u]]
                totals[u] = total * right - int(float(total) * float(right) * inverse) * prime
        for at in range(parts):
            start, stop = part_from[at], part_from[at + 1]
            lefts, where = its_ways[start:stop], its_high[start:stop]
            total = 0
            for i in range(len(lefts)):
                left, right = near(lefts[i], prime, inverse), beside[where[i]]
                quotient = int(float(left) * float(right) * inverse)
                total += left * right - quotient * prime
            profile = part_profile[at]
            found[q, wanted, profile] = near(found[q, wanted, profile] + total, prime, inverse)


@kernel
def weigh(
    row_from: Ints, row_one: Ints, row_other: Ints,
    one_from: Ints, one_place: Short, one_ways: Ints, one_upto: Ints,
    other_from: Ints, other_letter: Ints, other_high: Ints, other_ways: Ints,
    base: Ints, high_sum: Short, bits: int, mask: int, column: Ints, times_column: Ints,
    ends: int, dealers: tuple[Dealer, ...],
    row_size: Ints, row_half: Ints, high_size: Ints, high_orders: Ints, chances: Ints, primes: Ints,
    ways: Ints, seen: Flags, touched: Short, by_profile: Ints, at_high: Ints,
    part_from: Ints, part_profile: Ints, high: Short, size_from: Ints, its_high: Short,
    its_ways: Ints, beside: Ints,
) -> None:  # fmt: skip
    """The weight of every profile against so many ends of the dealer's, modulo every prime: one row
    after the other is multiplied, weighed and forgotten."""
    for row in range(len(row_from) - 1):
        parts = gather_row(
            row_from[row], row_from[row + 1], row_one, row_other,
            one_from, one_place, one_ways, one_upto,
            other_from, other_letter, other_high, other_ways,
            base, high_sum, bits, mask, column, times_column, high_size,
            ways, seen, touched, by_profile, at_high,
            part_from, part_profile, high, size_from, its_high, its_ways,
        )  # fmt: skip
        for end in range(ends):
            weigh_row(
                row, parts, dealers[end], row_size, row_half, high_orders,
                part_from, part_profile, high, size_from, its_high, its_ways,
                chances, primes, beside,
            )  # fmt: skip
