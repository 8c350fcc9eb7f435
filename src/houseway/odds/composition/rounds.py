"""What a round with a split comes to, outcome by outcome.

Each hand of a split is played by its own cards and the dealer's (``ways``), and a round is a
product of its hands (``products``). Where three or four hands have too many ways together, the
round is told by its exact mean and variance: products of two hands are enough for these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from houseway.odds.composition.products import Pile, Product, Sum, pile, weigh
from houseway.odds.composition.splits import split_sequences
from houseway.odds.composition.ways import HandsOfSplit, Kind, Slot

if TYPE_CHECKING:
    from houseway.odds.composition.against import Against, Plan

MOST_PRODUCTS = 3_000_000  # ways of hands that are multiplied for one number of hands
MOST_KEPT = 5000  # splits whose rounds are remembered

Value = Callable[[Sequence[Kind], int], int]


@dataclass(frozen=True)
class SplitLine:
    """One thing that can become of a split: the number of hands, what all of them net, the money at
    risk, and the chance. ``within`` is the variance inside the line if that net is only a mean."""

    hands: int
    net: Fraction
    action: Fraction
    chance: Fraction
    natural: bool = False  # beside a natural of the dealer's
    mean: bool = False
    within: Fraction = Fraction(0)


_kept: dict[Any, tuple[SplitLine, ...]] = {}


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
    hands = HandsOfSplit(here, plan, value)
    by_hands: dict[int, list[Product]] = {}
    for again, others, free, ways in split_sequences(here.most_hands(value)):
        product = ways, again, _slots(others, free, here.terms.final)
        by_hands.setdefault(2 + again, []).append(product)
    key = _key(hands, by_hands)
    if (known := _kept.get(key)) is None:
        found: list[SplitLine] = []
        for count, products in by_hands.items():
            together = pile(hands, products, MOST_PRODUCTS)
            if together is None:
                found += _means(hands, count, products)
            else:
                found += _outcomes(hands, count, together)
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        known = _kept[key] = tuple(line for line in found if line.chance)
    return known


def _key(hands: HandsOfSplit, by_hands: dict[int, list[Product]]) -> Any:
    """All that the rounds of a split depend on."""
    here = hands.here
    slots = {slot for every in by_hands.values() for _, _, chosen in every for slot in chosen}
    for slot in sorted(slots):  # so that every kind has its number before they are told apart
        hands.ways(slot)
    suits = here.terms.suits if here.terms.lucky is not None else 0
    start, shoe = here.start, here.terms.shoe
    return here.tree, start, shoe, suits, hands.value, len(by_hands), hands.digest(slots)


def _slots(others: int, free: int, final: bool) -> tuple[Slot, ...]:
    """Hands that got another value and hands that got any card. The first hand is among the former
    if there are any, and is like any other unless what is over is lost for good."""
    hands = [False] * others + [True] * free
    return tuple((any_second, final and at == 0) for at, any_second in enumerate(hands))


def _outcomes(hands: HandsOfSplit, count: int, together: Pile) -> list[SplitLine]:
    """Every outcome of so many hands."""
    natural, unit = len(hands.ends) + 1, hands.unit
    lines: dict[tuple[int, int, bool], list[tuple[int, int, Fraction]]] = {}
    for profile in together.used.nonzero()[0].tolist():
        kinds = together.profiles[profile]
        share = hands.share(kinds)
        action = sum(kind.action for kind in kinds)
        nets = [sum(parts) for parts in zip(*(kind.nets for kind in kinds), strict=True)]
        for end, net in enumerate(nets[:natural]):
            lines.setdefault((net, action, False), []).append((profile, end, share))
        if nets[natural]:
            key = nets[natural] - unit, 1 - nets[natural] // unit, True
            lines.setdefault(key, []).append((profile, natural, share))
    chances = weigh(hands, together, list(lines.values()))
    return [
        SplitLine(count, Fraction(net, unit), Fraction(action), chance, beside)
        for (net, action, beside), chance in zip(lines, chances, strict=True)
    ]


def _means(hands: HandsOfSplit, count: int, products: list[Product]) -> list[SplitLine]:
    """So many hands on average: products of two hands give the mean of the square."""
    none, one, two = _looked_at(products)
    natural, unit = len(hands.ends) + 1, hands.unit
    found = []
    for beside in (False, True) if hands.here.terms.final else (False,):
        ends = [natural] if beside else list(range(natural))
        (chance,) = _totals(hands, none, ends, lambda kinds, end: 1)
        if not chance:
            continue
        net, squares, action = _totals(
            hands, one, ends,
            lambda kinds, end: kinds[0].nets[end],
            lambda kinds, end: kinds[0].nets[end] ** 2,
            lambda kinds, end: kinds[0].action,
        )  # fmt: skip
        (crossed,) = _totals(
            hands, two, ends, lambda kinds, end: 2 * kinds[0].nets[end] * kinds[1].nets[end]
        )
        mean = net / chance / unit
        within = (squares + crossed) / chance / unit**2 - mean**2
        risk = 1 - mean if beside else action / chance
        found.append(SplitLine(count, mean - beside, risk, chance, beside, True, within))
    return found


def _totals(
    hands: HandsOfSplit, products: list[Product], ends: list[int], *values: Value
) -> list[Fraction]:
    """The sums of some values over products of hands."""
    together = pile(hands, products)
    if together is None:
        raise OverflowError("two hands of a split have more ways than a word can count")
    sums: list[Sum] = [
        [
            (profile, end, part * hands.share(together.profiles[profile]))
            for profile in together.used.nonzero()[0].tolist()
            for end in ends
            if (part := value(together.profiles[profile], end))
        ]
        for value in values
    ]
    return weigh(hands, together, sums) if any(sums) else [Fraction(0) for _ in sums]


def _looked_at(products: list[Product]) -> list[list[Product]]:
    """The same rounds with none, one and two of their hands looked at. A hand that nobody looks at
    asks at the most that its second card be of another value: any card less those of the pair's."""
    found: list[list[Product]] = [[], [], []]
    for factor, gone, slots in products:
        for count in range(3):
            for seen in combinations(range(len(slots)), count):
                apart = sum(not slots[at][0] for at in range(len(slots)) if at not in seen)
                chosen = tuple(slots[at] for at in seen)
                for paired in range(apart + 1):
                    sign = (-1) ** paired * comb(apart, paired)
                    found[count].append((factor * sign, gone + paired, chosen))
    return [_joined(every) for every in found]


def _joined(products: list[Product]) -> list[Product]:
    """The same with like ones put together."""
    factors: dict[tuple[int, tuple[Slot, ...]], int] = {}
    for factor, gone, slots in products:
        key = gone, tuple(sorted(slots))
        factors[key] = factors.get(key, 0) + factor
    return [(factor, gone, slots) for (gone, slots), factor in factors.items() if factor]
