"""What a winning wager is paid, written as the law prints it and kept as exact ratios.

``3 to 2``, ``push``, ``lose``, ``$1,000`` and ``100% of meter_1`` are all prices. "For" is not a
word of prices: odds are stated with "to" (51.11(a) and its like in every subchapter).
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from houseway.rulebook.money import dollars
from houseway.rulebook.rate import parse_rate, rate_text
from houseway.rulebook.refusal import Refused

Kind = Literal["odds", "push", "lose", "money", "meter"]

# A price in one word; n/a is none of its own: the hand may still answer to another row
_SAID: dict[str, Kind] = {"push": "push", "lose": "lose", "n/a": "lose"}
_ODDS = re.compile(r"^([\d,]+) to ([\d,]+)$")
_METER = re.compile(r"^(\d+(?:\.\d+)?)% of (\w+)$")


@dataclass(frozen=True)
class Price:
    """One cell of a paytable."""

    text: str
    kind: Kind
    odds: Fraction = Fraction(0)
    cents: int = 0
    meter: str = ""
    share: Fraction = Fraction(1)

    @classmethod
    def parse(cls, text: object) -> "Price":
        """Read a price.

        >>> Price.parse("3 to 2").odds
        Fraction(3, 2)
        >>> Price.parse("10% of meter_1").share
        Fraction(1, 10)
        """
        if isinstance(text, Price):
            return text
        words = str(text).strip()
        if kind := _SAID.get(words):
            return cls(words, kind)
        if found := _ODDS.match(words):
            gain, stake = (int(number.replace(",", "")) for number in found.groups())
            if gain and stake:
                return cls(words, "odds", odds=Fraction(gain, stake))
        elif found := _METER.match(words):
            return cls(words, "meter", meter=found[2], share=Fraction(found[1]) / 100)
        elif words.startswith("$"):
            return cls(words, "money", cents=dollars(words))
        hint = "; odds are stated with 'to', never 'for'" if " for " in words else ""
        raise ValueError(f"{words!r} is not a price such as '3 to 2', 'push', '$20'{hint}")

    def __str__(self) -> str:
        return self.text

    def wins(self, stake: int) -> int:
        """What odds or a dollar prize pay on a stake, in cents, beside the stake itself."""
        if self.kind == "money":
            return self.cents
        if self.unpaid(stake):
            raise Refused(f"{self.text} on {stake} cents is not a whole number of cents")
        return stake * self.odds.numerator // self.odds.denominator

    def unpaid(self, stake: int) -> bool:
        """Whether these odds on a stake are no whole number of cents."""
        return stake % self.odds.denominator != 0

    def at_least(self, floor: "Price") -> bool:
        """Whether this price is no worse for the player than another of its kind."""
        order = ["lose", "push", "odds"]
        if self.kind in order and floor.kind in order:
            return (order.index(self.kind), self.odds) >= (order.index(floor.kind), floor.odds)
        return (
            self.kind == floor.kind
            and self.meter == floor.meter
            and (self.cents, self.share) >= (floor.cents, floor.share)
        )


def _to_text(price: Price) -> str:
    return price.text


PriceField = Annotated[
    Price,
    BeforeValidator(Price.parse),
    PlainSerializer(_to_text, return_type=str),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": r"^([\d,]+ to [\d,]+|push|lose|n/a|\$[\d,]+(\.\d\d?)?|\d+(\.\d+)?% of \w+)$",
            "examples": ["3 to 2", "push", "$1,000", "100% of meter_1"],
        }
    ),
]


RateField = Annotated[
    int,
    BeforeValidator(parse_rate),
    PlainSerializer(rate_text, return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^\d+(\.\d{1,4})?%$", "examples": ["2.00%"]}),
]
