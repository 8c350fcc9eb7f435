"""The gaming day and its shifts by the house's clock, for takings."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from houseway.rulebook.refusal import Refused

USUAL = "06:00 14:00 22:00"
WHOLE = "day"
_TIME = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True)
class Period:
    """A gaming day, or one shift of it."""

    day: date
    shift: int  # from 1; 0 is the whole day
    since: datetime
    until: datetime

    @property
    def name(self) -> str:
        """Return the period's name in a URL: ``day``, ``1``, ``2``."""
        return str(self.shift) if self.shift else WHOLE


def read_shifts(text: str) -> tuple[time, ...]:
    """Return the start times of the shifts; the gaming day starts with the first.

    >>> [str(one) for one in read_shifts("06:00 18:00")]
    ['06:00:00', '18:00:00']
    """
    found = [_TIME.fullmatch(word) for word in text.split()]
    times = tuple(time(int(one[1]), int(one[2])) for one in found if one)
    if not times or len(times) != len(found) or len(times) > 8 or list(times) != sorted(set(times)):
        raise Refused(f"shifts begin at times of one day in order, as {USUAL!r}; not {text!r}")
    return times


def gaming_day(now: datetime, zone: tzinfo, begins: tuple[time, ...]) -> date:
    """Return the gaming day of a moment."""
    local = now.astimezone(zone)
    return local.date() - timedelta(days=local.time() < begins[0])


def period(day: date, shift: int, zone: tzinfo, begins: tuple[time, ...]) -> Period:
    """Return a day or one of its shifts, from its start to the start of the next."""
    if not 0 <= shift <= len(begins):
        raise Refused(f"a day has the shifts 1 to {len(begins)}, or 'day' is all of it")
    try:
        starts = [
            *(datetime.combine(day, one, zone) for one in begins),
            datetime.combine(day + timedelta(days=1), begins[0], zone),
        ]
        first, last = (shift - 1, shift) if shift else (0, -1)
        return Period(day, shift, starts[first].astimezone(UTC), starts[last].astimezone(UTC))
    except OverflowError:
        raise Refused(f"{day} is not a gaming day of this house") from None


def asked_period(
    day: str, shift: str, now: datetime, zone: tzinfo, begins: tuple[time, ...]
) -> Period:
    """Return the period that a URL names; the default is all of today."""
    try:
        chosen = date.fromisoformat(day.strip()) if day.strip() else gaming_day(now, zone, begins)
    except ValueError:
        raise Refused(f"{day[:20]!r} is not a date: write 2026-01-31") from None
    word = shift.strip() or WHOLE
    if word != WHOLE and not (word.isdecimal() and len(word) == 1 and word != "0"):
        raise Refused(f"a day has the shifts 1 to {len(begins)}, or 'day' is all of it")
    return period(chosen, 0 if word == WHOLE else int(word), zone, begins)
