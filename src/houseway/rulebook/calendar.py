"""Dates of the law: what day it is in a house, and when a year is over.

Whoever keeps time counts minutes; a law that speaks of dates means those of the place where the
house stands, also where its clocks change or a year has a day more.
"""

from datetime import date, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from houseway.rulebook.refusal import Refused

LAST_YEAR = 9900  # a clock that starts by then can run for years without leaving the calendar
EPOCH = datetime(1970, 1, 1, tzinfo=ZoneInfo("UTC"))


@cache
def zone_of(name: str) -> tzinfo:
    """A time zone by its name; UTC where there is none.

    >>> str(zone_of("America/New_York"))
    'America/New_York'
    """
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, ValueError, OSError):
        raise Refused(f"there is no time zone {name!r}; an example is America/New_York") from None


def local_time(minutes: int, zone: str = "") -> datetime:
    """The time in a zone, so many minutes after the beginning of 1970 UTC.

    >>> local_time(0, "America/New_York").isoformat()
    '1969-12-31T19:00:00-05:00'
    """
    return (EPOCH + timedelta(minutes=minutes)).astimezone(zone_of(zone))


def minutes_at(text: str, zone: str = "") -> int:
    """The minutes since the beginning of 1970 UTC at a time that is told in a zone.

    >>> minutes_at("1970-01-02 01:00")
    1500
    """
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
    """The same date so many years later; of a February 29 that a year does not have, March 1.

    >>> years_after(date(2027, 3, 1), 1), years_after(date(2028, 2, 29), 1)
    (datetime.date(2028, 3, 1), datetime.date(2029, 3, 1))
    """
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)
