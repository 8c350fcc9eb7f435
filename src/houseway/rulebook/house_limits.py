"""The limits and the terms of meters that a house has set, as it writes them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.rulebook.models import Meter
from houseway.rulebook.money import cents, money
from houseway.rulebook.rate import parse_rate, rate_text
from houseway.rulebook.refusal import Refused


@dataclass(frozen=True)
class Limit:
    """The least and the most that may be bet, in cents, and the step between amounts."""

    minimum: int
    maximum: int
    step: int = 1


@dataclass(frozen=True)
class MeterTerms:
    """A meter's reset amount (cents) and its share of each wager (millionths)."""

    reset: int
    rate: int


def read_limit(name: str, value: Any) -> Limit:
    """Limits as a house writes them: the least and the most, and the step if there is one."""
    if isinstance(value, Limit):
        return value
    if not isinstance(value, (list, tuple)) or len(value) not in (2, 3):
        raise Refused(
            f"limits of {name}: expected a minimum, a maximum and optionally a step, not {value!r}"
        )
    return Limit(*value)


def read_meter(name: str, meter: Meter, given: Mapping[str, Any]) -> MeterTerms:
    """The terms of a meter, the law's where the house may not set them; others are refused."""
    for key in given:
        if key not in ("reset", "rate"):
            raise Refused(f"meters.{name}.{key}: a meter has a reset and a rate")
    reset = cents(given.get("reset", meter.reset), f"meters.{name}.reset")
    try:
        rate = parse_rate(given.get("rate", meter.rate))
    except ValueError as error:
        raise Refused(f"meters.{name}.rate: {error}", meter.cite) from None
    if meter.reset_is == "fixed" and reset != meter.reset:
        raise Refused(f"{name} must reset to exactly {money(meter.reset)}", meter.cite)
    if meter.reset_is == "minimum" and reset < meter.reset:
        raise Refused(f"{name} must reset to at least {money(meter.reset)}", meter.cite)
    if meter.rate_is == "fixed" and rate != meter.rate:
        raise Refused(
            f"{name} must grow by exactly {rate_text(meter.rate)} of each wager", meter.cite
        )
    if meter.rate_is == "minimum" and rate < meter.rate:
        least = rate_text(meter.rate)
        raise Refused(f"{name} must grow by at least {least} of each wager", meter.cite)
    return MeterTerms(reset, rate)
