"""Rates, read and written exactly."""

import re
from fractions import Fraction
from typing import Any


def parse_rate(text: Any) -> int:
    """A percentage as millionths, exactly: ``2.00%`` is 20,000.

    >>> parse_rate("2.00%"), parse_rate("0.0001%")
    (20000, 1)
    """
    if isinstance(text, int) and not isinstance(text, bool):
        return text
    found = re.match(r"^(\d+(?:\.\d{1,4})?)%$", str(text).strip())
    if not found:
        raise ValueError(f"{text!r} is not a rate such as '2.00%' (at most four decimals)")
    return int(Fraction(found[1]) * 10_000)


def rate_text(millionths: int) -> str:
    """A rate as people write it.

    >>> rate_text(20000), rate_text(12500)
    ('2%', '1.25%')
    """
    whole, rest = divmod(millionths, 10_000)
    return f"{whole}.{rest:04d}".rstrip("0").rstrip(".") + "%"


def percent(part: Fraction) -> str:
    """A share to thousandths of a percent, cut off.

    >>> percent(Fraction(22, 79)), percent(Fraction(-1, 3))
    ('27.848%', '-33.333%')
    """
    thousandths = abs(part.numerator) * 100_000 // part.denominator
    return f"{'-' if part < 0 else ''}{thousandths // 1000}.{thousandths % 1000:03d}%"
