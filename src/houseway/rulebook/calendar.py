"""Dates of the law: the date in a house's time zone, and the end of a year."""

from datetime import date, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from houseway.rulebook.refusal import Refused

LAST_YEAR = 9900  # a clock that starts by then can run for years without leaving the calendar
EPOCH = datetime(1970, 1, 1, tzinfo=ZoneInfo("UTC"))


@cache
def zone_of(name: str) -> tzinfo:
    """Return a time zone by its name; UTC for an empty name."""
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, ValueError, OSError):
        raise Refused(f"there is no time zone {name!r}; an example is America/New_York") from None


def local_time(minutes: int, zone: str = "") -> datetime:
    """Return the time in a zone, given minutes since the start of 1970 UTC."""
    return (EPOCH + timedelta(minutes=minutes)).astimezone(zone_of(zone))


def minutes_at(text: str, zone: str = "") -> int:
    """Return the minutes since the start of 1970 UTC, given a time in a zone."""
    try:
        told = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(f"{text!r} is not a time such as 2027-03-01 09:00") from None
    if told.tzinfo is not None:
        raise Refused(f"{text!r}: give the time zone separately")
    if not EPOCH.year <= told.year <= LAST_YEAR:
        raise Refused(f"{text!r} is not between {EPOCH.year} and {LAST_YEAR}")
    return (told.replace(tzinfo=zone_of(zone)) - EPOCH) // timedelta(minutes=1)


def years_after(day: date, years: int) -> date:
    """Return the same date a number of years later; March 1 for a February 29 that does not
    exist."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)
