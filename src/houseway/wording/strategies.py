"""A strategy in words."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

SHOWN = 5  # of a long list of rules, those that cost least


def play_name(strategy: Any) -> str:
    """What a strategy is: the best play, or near to it where it was found by simulation."""
    return "near-best play, simulated" if hasattr(strategy, "standard_error") else "best play"


def runs(shares: Mapping[int, Fraction]) -> list[tuple[str, Fraction]]:
    """Cases that follow each other and have the same share, taken together.

    >>> runs({5: Fraction(1), 6: Fraction(1), 7: Fraction(0)})
    [('5 to 6', Fraction(1, 1)), ('7', Fraction(0, 1))]
    """
    found: list[tuple[int, int, Fraction]] = []
    for case, share in shares.items():
        if found and found[-1][2] == share:
            found[-1] = (found[-1][0], case, share)
        else:
            found.append((case, case, share))
    return [(str(low) if low == high else f"{low} to {high}", s) for low, high, s in found]
