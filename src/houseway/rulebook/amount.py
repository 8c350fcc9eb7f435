"""How large a wager must be, in words: ``equal to ante``, ``at most 5 times ante``, ``$5``,
``at most $100``."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from houseway.rulebook.money import dollars, money

Relation = Literal["equal", "at most", "at least", "one of", "steps"]

_RELATION = re.compile(
    r"^(?:(equal to)|(at most)|(at least))? ?(?:(\d+(?:/\d+)?) times )?([a-z][a-z0-9_]*)$"
)


@dataclass(frozen=True)
class AmountRule:
    """One condition on the amount of a wager."""

    text: str
    relation: Relation
    other: str = ""
    times: Fraction = Fraction(1)
    choices: tuple[int, ...] = ()
    cents: int = 0  # an amount that no other wager tells

    @classmethod
    def parse(cls, text: object) -> "AmountRule":
        """Read a condition.

        >>> AmountRule.parse("2 times ante").times
        Fraction(2, 1)
        >>> AmountRule.parse("$1 or $5").choices
        (100, 500)
        >>> AmountRule.parse("at most $100").cents
        10000
        """
        if isinstance(text, AmountRule):
            return text
        words = str(text).strip()
        if words.startswith("in steps of $"):
            return cls(words, "steps", choices=(dollars(words.removeprefix("in steps of ")),))
        if words.startswith("at most $"):
            return cls(words, "at most", cents=dollars(words.removeprefix("at most ")))
        if words.startswith("$"):
            return cls(words, "one of", choices=tuple(dollars(x) for x in words.split(" or ")))
        found = _RELATION.match(words)
        if not found:
            raise ValueError(
                f"{words!r} is not an amount such as 'equal to ante', '2 times ante', "
                "'at most 5 times ante', '$1 or $5', 'at most $100' or 'in steps of $5'"
            )
        _, most, least, times, other = found.groups()
        relation: Relation = "at most" if most else "at least" if least else "equal"
        return cls(words, relation, other, Fraction(times or 1))

    def __str__(self) -> str:
        return self.text

    def fits(self, amount: int, bets: Mapping[str, int]) -> bool:
        """Whether an amount meets the condition, beside the seat's other wagers."""
        if self.relation == "one of":
            return amount in self.choices
        if self.relation == "steps":
            return amount % self.choices[0] == 0
        if self.cents:
            return amount <= self.cents
        times, parts = self._ratio
        amount, bound = amount * parts, bets.get(self.other, 0) * times
        if self.relation == "equal":
            return amount == bound
        return amount <= bound if self.relation == "at most" else amount >= bound

    @cached_property
    def _ratio(self) -> tuple[int, int]:
        return self.times.as_integer_ratio()

    def exact(self, bets: Mapping[str, int]) -> int | None:
        """The one amount that fits, where the condition leaves no choice."""
        if self.relation == "one of" and len(self.choices) == 1:
            return self.choices[0]
        times, parts = self._ratio
        bound, part = divmod(bets.get(self.other, 0) * times, parts)
        return bound if self.relation == "equal" and not part else None

    @property
    def alone(self) -> bool:
        """Whether the amount of no other wager matters."""
        return not self.other

    def wants(self, bets: Mapping[str, int]) -> str:
        """The condition for a person who has just missed it."""
        exact = self.exact(bets)
        return f"{self.text} ({money(exact)})" if exact and self.other else self.text


def _to_text(rule: AmountRule) -> str:
    return rule.text


AmountField = Annotated[
    AmountRule,
    BeforeValidator(AmountRule.parse),
    PlainSerializer(_to_text, return_type=str),
    WithJsonSchema(
        {"type": "string", "examples": ["equal to ante", "2 times ante", "$1 or $5"]},
    ),
]
