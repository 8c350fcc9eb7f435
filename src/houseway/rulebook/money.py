"""Money in whole cents. Floats are refused wherever an amount enters."""

import re
from decimal import Decimal

from houseway.rulebook.refusal import Refused

CENT = 1
DOLLAR = 100
FINE = 1_000_000  # progressive meters count in millionths of a cent, so that no rate is rounded

_MONEY = re.compile(r"^\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$")


def dollars(amount: int | str | Decimal) -> int:
    """Dollars as people write them, in cents.

    >>> dollars(25), dollars("2.50"), dollars("$1,000")
    (2500, 250, 100000)
    """
    if isinstance(amount, bool) or not isinstance(amount, (int, str, Decimal)):
        raise Refused(f"{amount!r} is not an amount of money: write 25, 2.50 or $1,000")
    found = _MONEY.match(str(amount).strip())
    if not found:
        raise Refused(f"{str(amount)!r} is not an amount of money: write 25, 2.50 or $1,000")
    whole, part = found.groups()
    return int(whole.replace(",", "")) * DOLLAR + int((part or "0").ljust(2, "0"))


def cents(amount: object, what: str = "amount", cite: str = "") -> int:
    """An amount that must already be whole cents and not negative."""
    if isinstance(amount, bool) or not isinstance(amount, int):
        raise Refused(f"{what} must be whole cents, not {amount!r}", cite)
    if amount < 0:
        raise Refused(f"{what} may not be negative: {money(amount)}", cite)
    return amount


def money(cents: int) -> str:
    """Cents as people read them.

    >>> money(123450), money(-500)
    ('$1,234.50', '-$5')
    """
    sign, whole, part = "-" if cents < 0 else "", abs(cents) // 100, abs(cents) % 100
    return f"{sign}${whole:,}" + (f".{part:02d}" if part else "")


def up_to_dollar(fine: int) -> int:
    """A meter's amount, in millionths of a cent, rounded up to whole dollars, in cents."""
    unit = DOLLAR * FINE
    return -(-fine // unit) * DOLLAR
