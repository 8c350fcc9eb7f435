"""What a round with a split comes to, outcome by outcome.

Each hand of a split is played by its own cards and the dealer's (``ways``), and a round is a
product of its hands (``products``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

from houseway.games.twenty_one.composition.dealer import dealer_draws
from houseway.games.twenty_one.composition.products import (
    Kept,
    Products,
    Shoe,
    Together,
    profiles,
    together,
    weights,
)
from houseway.games.twenty_one.composition.splits import split_sequences
from houseway.games.twenty_one.composition.terms import falling
from houseway.games.twenty_one.composition.ways import HandsOfSplit, Slot, Worth
from houseway.games.twenty_one.residues import fraction

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.games.twenty_one.composition.against import Against, Plan

    Ints = NDArray[np.int64]

MOST_KEPT = 5000  # splits whose rounds are remembered


@dataclass(frozen=True)
class SplitLine:
    """One thing that can become of a split: the number of hands, what all of them net, the money at
    risk, and the chance."""

    hands: int
    net: Fraction
    action: Fraction
    chance: Fraction
    natural: bool = False  # beside a natural of the dealer's


_kept: dict[Any, tuple[SplitLine, ...]] = {}
_together = Kept()


def split_rounds(here: Against, plan: Plan, value: int) -> tuple[SplitLine, ...]:
    """All that becomes of a pair that is split, as chances given the pair.

    Rounds beside a natural of the dealer's are left out unless they lose more than one wager.
    Tables that differ in something else have it in common, so it is remembered.
    """
    if ("rounds", value) not in plan.known:
        plan.known["rounds", value] = _split_rounds(here, plan, value)
    found: tuple[SplitLine, ...] = plan.known["rounds", value]
    return found


def _split_rounds(here: Against, plan: Plan, value: int) -> tuple[SplitLine, ...]:
    hands, final = HandsOfSplit(here, plan, value), here.terms.final
    slots = [(paired, first) for first in sorted({False, final}) for paired in (False, True)]
    key = _key(hands, slots)
    if (known := _kept.get(key)) is None:
        found: list[SplitLine] = []
        for again, products in _products(here.most_hands(value), slots).items():
            if again <= here.shoe[value] - 2:
                found += _outcomes(hands, again, slots, products)
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        known = _kept[key] = tuple(line for line in found if line.chance)
    return known


def _key(hands: HandsOfSplit, slots: list[Slot]) -> Any:
    """All that the rounds of a split depend on."""
    here = hands.here
    suits = here.terms.suits if here.terms.lucky is not None else 0
    most = here.most_hands(hands.value)
    return here.tree, here.start, here.terms.shoe, suits, hands.value, most, hands.digest(slots)


def _products(most: int, slots: list[Slot]) -> dict[int, Products]:
    """The rounds of a split by how many pairs are split again.

    A hand that got another value is one that got any card less one that got a card of the pair's.
    The first hand is among the former if there are any, and is like any other unless what is over
    is lost for good.
    """
    found: dict[int, Products] = {}
    for again, others, free, ways in split_sequences(most):
        rounds: list[tuple[tuple[int, ...], int]] = [((), ways)]
        for at in range(others + free):
            first = at == 0 and (False, True) in slots
            any_card, paired = slots.index((False, first)), slots.index((True, first))
            longer = [((*hands, any_card), factor) for hands, factor in rounds]
            if at < others:
                longer += [((*hands, paired), -factor) for hands, factor in rounds]
            rounds = longer
        products = found.setdefault(again, {})
        for hands, factor in rounds:
            key = tuple(sorted(hands))
            products[key] = products.get(key, 0) + factor
    return found


def _outcomes(
    hands: HandsOfSplit, again: int, slots: list[Slot], products: Products
) -> list[SplitLine]:
    """Every outcome of a pair and so many more that were split."""
    here, count, unit = hands.here, 2 + again, hands.unit
    dealer = dealer_draws(here.tree, here.terms.goal, here.natural)
    left = [has - count * (v == hands.value) for v, has in enumerate(here.shoe)]
    longest = count * hands.longest(slots) + max(one.longest for one in dealer)
    limits = tuple(
        min(has, count * most) for has, most in zip(left, hands.most(slots), strict=True)
    )
    groups = hands.groups(slots, len(dealer) if here.terms.final else len(hands.ends) + 1)
    played = _together.find(
        (hands.digest(slots), hands.value, again, tuple(products.items()), tuple(groups), limits),
        lambda: [together(*hands.listed(slots, group), products, limits) for group in groups],
    )
    suited = any(letter.suits for one in played for letter in one.letters)
    shoe = Shoe.of(left, longest, hands.suits_denominator(count) if suited else 1)
    residues: dict[tuple[int, int, bool], Ints] = {}
    for group, one in zip(groups, played, strict=True):
        weighed = weights(one, [dealer[end] for end in group], shoe)
        scales = _scales(hands, one, weighed, shoe.moduli)
        for at, end in enumerate(group):
            for (net, action), more in _lines(one, at, scales, weighed[at], shoe.moduli):
                key = net, action, False
                if end > len(hands.ends):  # what is lost there anyway is told by who asks for it
                    key = net - unit, 1 - net // unit, True
                    if not net:
                        continue
                residues[key] = residues.get(key, 0) + more
    chances = {
        key: sum(
            fraction(some[:wanted, wanted].tolist(), denominator)
            for wanted, denominator in shoe.denominators.items()
            if some[:wanted, wanted].any()
        )
        for key, some in residues.items()
    }
    paired = Fraction(falling(left[hands.value] + again, again), falling(sum(left) + again, again))
    return [
        SplitLine(count, Fraction(net, unit), Fraction(action), paired * chance, beside)
        for (net, action, beside), chance in chances.items()
    ]


def _scales(
    hands: HandsOfSplit, played: Together, weighed: Sequence[Ints], moduli: tuple[int, ...]
) -> Ints:
    """What a profile's weight is to be multiplied with, modulo every prime: it was found as often
    as its last letter is in it, and what is known of suits has a chance."""
    import numpy as np

    found = _once(len(played.letters), played.hands, moduli)
    if all(letter.suits is None for letter in played.letters):
        return found
    used = np.sum([one.sum(axis=(0, 1)) for one in weighed], axis=0) > 0  # none is negative
    every = profiles(len(played.letters), played.hands)
    shares = [
        hands.share(played.letters[at] for at in one) if used[number] else Fraction(1)
        for number, one in enumerate(every)
    ]
    return _times(found, _residues(shares, moduli), moduli)


@lru_cache(maxsize=200)
def _once(letters: int, hands: int, moduli: tuple[int, ...]) -> Ints:
    """One over how often a profile has its last letter."""
    parts = [Fraction(1, one.count(one[-1])) for one in profiles(letters, hands)]
    return _residues(parts, moduli)


def _residues(parts: Sequence[Fraction], moduli: tuple[int, ...]) -> Ints:
    import numpy as np

    different = {part: at for at, part in enumerate(dict.fromkeys(parts))}
    lines = [[s.numerator * pow(s.denominator, -1, p) % p for s in different] for p in moduli]
    return np.array(lines, np.int64)[:, [different[one] for one in parts]]


def _times(one: Ints, other: Ints, moduli: tuple[int, ...]) -> Ints:
    """Products modulo every prime, as ``residues.times`` does it."""
    import numpy as np

    whole = np.array(moduli, np.int64).reshape(-1, *[1] * (one.ndim - 1))
    quotient = (one.astype(np.float64) * other / whole).astype(np.int64)
    found: Ints = (one * other - quotient * whole) % whole
    return found


def _lines(
    played: Together, at: int, scales: Ints, weighed: Ints, moduli: tuple[int, ...]
) -> Iterator[tuple[Worth, Ints]]:
    """What all hands together net and put at risk against one of some ends, and the chance, modulo
    every prime, by how many of these tell it."""
    import numpy as np

    scaled = _times(weighed, scales[:, None], moduli)
    worths, starts, profile, often = _worth(
        tuple((one.worths[at], one.instead and one.instead[at]) for one in played.letters),
        played.hands,
    )
    parts = scaled[:, :, profile] * often % np.array(moduli, np.int64)[:, None, None]
    sums = np.add.reduceat(parts, starts, axis=2)
    yield from zip(worths, np.moveaxis(sums, 2, 0), strict=True)


@lru_cache(maxsize=1000)
def _worth(
    letters: tuple[tuple[Worth, Worth | None], ...], count: int
) -> tuple[list[Worth], Ints, Ints, Ints]:
    """What so many hands are worth together: everything that they can be, and from where on it is
    told which profiles are that, and how often. A letter is what it is, less what it would be if it
    were not."""
    import numpy as np

    every = {one for letter in letters for one in letter if one is not None}
    least, most = (pick(net for net, _ in every) for pick in (min, max))
    width = count * (max(action for _, action in every) - 1) + 1
    code = {worth: (worth[0] - least) * width + worth[1] - 1 for worth in every}
    room = (count * (most - least) + 1) * width
    worth = np.zeros((1, room), np.int64)
    worth[0, 0] = 1
    for hands in range(count):
        more = []
        for at, (is_worth, instead) in enumerate(letters):
            before = worth[: comb(at + hands, hands)]
            after = np.zeros_like(before)
            for one, sign in ((is_worth, 1), (instead, -1)):
                if one is not None:
                    after[:, code[one] :] += sign * before[:, : room - code[one]]
            more.append(after)
        worth = np.concatenate(more)
    found, profile = worth.T.nonzero()
    codes, starts = np.unique(found, return_index=True)
    worths = [
        (int(net) + count * least, int(extra) + count)
        for net, extra in zip(*np.divmod(codes, width), strict=True)
    ]
    return worths, starts, profile, worth[profile, found]
