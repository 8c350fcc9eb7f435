"""Alerts for the floor: meters and card changes that are due, bets at the maximum, unusual wins,
tables that wait for staff."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from houseway.ledger.house import House
from houseway.ledger.tables.execution import DRIFT
from houseway.ledger.tables.rounds import body_at
from houseway.ledger.tables.takings import Takings, cents
from houseway.referee.data import TableData
from houseway.rulebook.money import FINE, money
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.server.host import Snapshot
from houseway.server.house_settings import HouseSettings

SOON = 30  # minutes before cards must be changed
HOUR = 60
CHANGED = {"cards_changed_after": "Cards", "dice_changed_after": "Dice"}
KINDS = {
    "waiting": "Waiting",
    "cards": "Cards",
    "limit": "Limit",
    "win": "Unusual win",
    "meter": "Meter",
    "house": "Log",
    "clock": "Clock",
}


@dataclass(frozen=True)
class Alert:
    """One alert."""

    table: int  # 0: the house
    kind: str  # one of ``KINDS``
    says: str
    cite: str = ""
    urgent: bool = False  # play cannot continue without staff

    @property
    def label(self) -> str:
        """Return the alert's subject in one word."""
        return KINDS[self.kind]


def house_alerts(house: House) -> list[Alert]:
    """Return alerts about the log: the house has stopped, or the log is not signed or not
    witnessed."""
    troubles = house.signing.troubles()
    return [Alert(0, "house", one, urgent=one in troubles) for one in house.signing.notices()]


def table_alerts(
    house: House, seen: Snapshot, taken: Takings | None, settings: HouseSettings
) -> list[Alert]:
    """Return every alert about one table."""
    with house.looking(seen.id) as live:
        data, now = live.table.data, house.minutes(live)
        with house.database.reading() as connection:
            last = body_at(connection, seen.id, live.seq)["at"]
    idle = datetime.fromisoformat(house.store.moment()) - datetime.fromisoformat(last)
    return [
        *_clock(seen.id, data.minutes - now),
        *_waiting(seen, int(idle.total_seconds()), settings.waits),
        *_cards(seen.id, seen.rules, data, now),
        *_at_limit(seen),
        *_wins(seen.id, taken.players if taken else {}, settings.unusual_win),
        *_meters(seen.id, seen.rules, data.meters, settings.meter_due),
    ]


def _waiting(seen: Snapshot, idle: int, patience: int) -> Iterator[Alert]:
    """Return an alert if the table waits for someone: for staff at once, for a player after a
    delay."""
    who, staff = "", False
    if seen.asks == "dealing":
        who, staff = "the dealer", True
    elif seen.asks == "decision":
        staff = not isinstance(seen.asked_of, int)
        who = f"the {seen.asked_of}" if staff else _player(seen, seen.asked_of)
    elif seen.asks == "bets" and seen.ready and seen.awaited:
        who = ", ".join(_player(seen, seat) for seat in sorted(seen.awaited))
    if who and (staff or idle >= patience):
        since = f" for {_long(idle)}" if idle >= patience else ""
        yield Alert(seen.id, "waiting", f"Waiting for {who}{since}", seen.cite, staff)


def _clock(table: int, ahead: int) -> Iterator[Alert]:
    """Return an alert if the table was played while the house's clock ran ahead; it takes no
    commands."""
    if ahead > DRIFT:
        told = f"Its clock is {_long(60 * ahead)} ahead of the house's: it takes no commands"
        yield Alert(table, "clock", told, urgent=True)


def _player(seen: Snapshot, seat: object) -> str:
    name = seen.players.get(seat) if isinstance(seat, int) else None
    return f"{name} (seat {seat})" if name else f"seat {seat}"


def _long(seconds: int) -> str:
    """Return a rounded duration in words.

    >>> _long(90), _long(60 * 60), _long(50 * 60 * 60)
    ('1 minute', '1 hour', '50 hours')
    """
    count, unit = (seconds // 60, "minute") if seconds < 3600 else (seconds // 3600, "hour")
    return f"{count} {unit}{'' if count == 1 else 's'}" if count else f"{seconds} seconds"


def _cards(table: int, rules: TableRules, data: TableData, now: int) -> Iterator[Alert]:
    if data.deck_removed:
        yield Alert(table, "cards", "A new deck must come to the table", data.deck_removed, True)
    for name, what in CHANGED.items():
        if not rules.fixes(name):
            continue
        left = rules.rule(name) * HOUR - (now - data.deck_since)
        if left <= 0:
            yield Alert(table, "cards", f"{what} are due for change", rules.cite(name), True)
        elif left <= SOON:
            told = f"{what} are due for change in {_long(60 * left)}"
            yield Alert(table, "cards", told, rules.cite(name))


def _at_limit(seen: Snapshot) -> Iterator[Alert]:
    """Return alerts for bets at the maximum, in the current or last round."""
    placed = seen.view.state.placed if seen.view else {}
    for seat, bets in placed.items():
        for wager, amount in bets.items():
            limit = seen.rules.limits.get(base_of(wager))
            if limit and amount >= limit.maximum > limit.minimum:
                name = seen.rules.wagers[base_of(wager)].name
                told = f"{_player(seen, seat)} bets the maximum on {name}, {money(amount)}"
                yield Alert(seen.id, "limit", told[:1].upper() + told[1:])


def _wins(table: int, players: Mapping[str, int], threshold: int) -> Iterator[Alert]:
    for name, won in players.items():
        if cents(won) >= threshold:
            yield Alert(table, "win", f"{name} is ahead {money(cents(won))} at this table")


def _meters(
    table: int, rules: TableRules, meters: Mapping[str, int], times: int
) -> Iterator[Alert]:
    for name, stands in meters.items():
        terms = rules.meters.get(name)
        if terms and terms.reset and stands >= times * terms.reset * FINE:
            of = rules.book.meters[name]
            told = f"{of.name} stands at {money(cents(stands))}, {times} times its reset or more"
            yield Alert(table, "meter", told, of.cite)
