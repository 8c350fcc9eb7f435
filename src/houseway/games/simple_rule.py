"""Ways to play that a person can remember, and what they cost."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class SimpleRule:
    """A way to play that a person can remember: what the house keeps, and what it costs against the
    best play, both in units of the wager that the game is measured by."""

    name: str
    house_advantage: Fraction
    cost: Fraction
