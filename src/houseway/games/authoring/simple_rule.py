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


class Remembered:
    """The best play of a game, beside ways to play that a person can remember."""

    simple_rules: tuple[SimpleRule, ...]

    @property
    def best_simple_rule(self) -> SimpleRule:
        """The simple rule that costs least."""
        return min(self.simple_rules, key=lambda rule: rule.cost)
