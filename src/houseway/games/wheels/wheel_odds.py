"""The exact odds of a wheel: where it stops, and what a wager makes of it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from houseway.counting.chain import Chain, counts
from houseway.counting.result import Outcome, OutcomeTable

SPIN = "spin"  # the wheel is turning


def stops(pockets: Sequence[str], void: Collection[str] = ()) -> dict[str, Fraction]:
    """The chance of each pocket, or of each symbol that pockets bear, to decide. A pocket that
    makes a spin void has the wheel spun again.

    >>> stops(["0", "1", "1", "00"], void=["00"])
    {'0': Fraction(1, 3), '1': Fraction(2, 3)}
    """
    weights: dict[str, int] = {}
    for pocket in pockets:
        after = SPIN if pocket in void else pocket
        weights[after] = weights.get(after, 0) + 1
    return Chain({SPIN: 1}, lambda state: weights if state == SPIN else {}).ends


def spot_table(
    name: str, chances: Mapping[str, Fraction], stake: int, net: Callable[[str], int]
) -> OutcomeTable:
    """What becomes of a stake in cents, by what the wager nets on each pocket."""
    by_net: dict[int, Fraction] = {}
    for pocket, chance in chances.items():
        won = net(pocket)
        by_net[won] = by_net.get(won, Fraction(0)) + chance
    found, whole = counts(by_net, ways=_denominator(chances.values()))
    outcomes = [
        Outcome(_label(won, stake), Fraction(won, stake), found[won])
        for won in sorted(found, reverse=True)
    ]
    return OutcomeTable(name, whole, tuple(outcomes))


def _denominator(chances: Iterable[Fraction]) -> int:
    return counts(dict(enumerate(chances)))[1]


def _label(won: int, stake: int) -> str:
    if won > 0:
        return "wins"
    return "loses" if won == -stake else "loses a part" if won < 0 else "pushes"
