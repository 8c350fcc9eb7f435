"""Figures as people state them: ``3.4693 %``, ``37 to 1``, ``1/36``, and what they may round from.

A figure is as fine as it is written. It agrees with an exact number that is no further from it
than half a unit of its last decimal.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

_NUMBER = r"-?\d+(?:,\d{3})*(?:\.\d+)?"
_ODDS = re.compile(rf"({_NUMBER}) to ({_NUMBER})")
_PERCENT = re.compile(rf"({_NUMBER}) ?%")
_FRACTION = re.compile(r"(-?\d+)/(\d+)")
_PLAIN = re.compile(rf"({_NUMBER})")


@dataclass(frozen=True)
class Figure:
    """A number as stated, and how far the exact one may be from it."""

    value: Fraction
    within: Fraction

    def agrees(self, exact: Fraction) -> bool:
        """Whether it is this number, rounded."""
        return abs(exact - self.value) <= self.within


def parse(text: str) -> Figure:
    """Read a figure.

    >>> parse("3.47 %").agrees(Fraction(34692, 1000000)), parse("37 to 1").value
    (True, Fraction(37, 1))
    """
    words = text.strip()
    if found := _FRACTION.fullmatch(words):
        if int(found[2]):
            return Figure(Fraction(int(found[1]), int(found[2])), Fraction(0))
    elif found := _PERCENT.fullmatch(words):
        return _scaled(found[1], Fraction(1, 100))
    elif found := _ODDS.fullmatch(words):
        if against := _scaled(found[2]).value:
            return _scaled(found[1], 1 / against)
    elif found := _PLAIN.fullmatch(words):
        return _scaled(found[1])
    raise ValueError(f"{words!r} is not a figure such as '3.4693 %', '37 to 1' or '1/36'")


def _scaled(number: str, scale: Fraction = Fraction(1)) -> Figure:
    plain = number.replace(",", "")
    decimals = len(plain.partition(".")[2])
    within = Fraction(1, 2 * 10**decimals) if decimals else Fraction(0)
    return Figure(Fraction(plain) * scale, within * abs(scale))


def decimal(value: Fraction, digits: int) -> str:
    """Return a fraction with a number of decimals, rounded half away from zero, without floats."""
    scaled = abs(value) * 10**digits
    units = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    whole, part = divmod(units, 10**digits)
    sign = "-" if value < 0 and units else ""
    return f"{sign}{whole}.{part:0{digits}d}"
