"""The floor's actions, used by its pages and its API: open and close tables, announce changes,
preview rulings, check meters against their history."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from houseway.games import game as find_game
from houseway.ledger.books import MeterLine
from houseway.ledger.house import House
from houseway.ledger.tables.live import Live
from houseway.ledger.tables.ruling_preview import Rehearsal
from houseway.referee.data import SET_CLOCK
from houseway.referee.reports import Reportable, reportable
from houseway.rulebook.calendar import local_time
from houseway.rulebook.chapter import Notice
from houseway.rulebook.choosing import Choosing, choose
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.notices import RuleChange
from houseway.rulebook.placard import Placard, placard
from houseway.rulebook.refusal import Refused
from houseway.rulebook.signs import Line, sign
from houseway.rulebook.table_rules import TableRules
from houseway.server.durable import STEP, DurableHost
from houseway.server.host import Answer, Host

STAMPS = {"posted": "posted at the table", "announced": "announced to the players"}
DIVISION = {"division": "told to the Division"}


@dataclass(frozen=True)
class Wanted:
    """A table setup that is being configured."""

    game: str
    edition: str
    options: Mapping[str, Any]
    limits: Mapping[str, Limit]
    meters: Mapping[str, Mapping[str, Any]]
    by_hand: tuple[str, ...] = ()

    def choosing(self) -> Choosing:
        """Return what the law bars in the setup, and why."""
        book = find_game(self.game).rulebook(self.edition)
        terms = {
            name: {key: value for key, value in meter.items() if key != "link"}
            for name, meter in self.meters.items()
        }
        return choose(book, self.options, self.limits, terms)


def open_table(host: Host, wanted: Wanted, by: str, key: str = "") -> int:
    """Open the table, or refuse with the first reason. A ledger opens one table per key."""
    for problem in wanted.choosing().problems:
        raise problem
    terms: dict[str, Any] = {"limits": dict(wanted.limits), "by_hand": wanted.by_hand}
    if wanted.meters:
        terms["meters"] = wanted.meters
    if isinstance(host, DurableHost):
        terms["key"] = key
    elif any("link" in m for m in wanted.meters.values()):
        raise Refused("a house in memory has no shared meters")
    return host.open_table(wanted.game, wanted.edition, wanted.options, by=by, **terms)


# A house with a ledger


def durable(host: Host) -> DurableHost:
    """Return the house if it is kept in a ledger."""
    if not isinstance(host, DurableHost):
        raise Refused("this house is kept in memory: it has no notices, no books and no log")
    return host


def ledger(host: Host) -> House:
    """Return the house's ledger."""
    return durable(host).house


def close_table(host: Host, table: int, by: str, key: str) -> Answer:
    """Close a table at which nobody sits."""
    house = ledger(host)
    key = key or uuid.uuid4().hex
    if not house.answered(table, {"do": "close_table"}, by, key):
        _check_empty(house, table)
    done = house.close_table(table, by=by, key=key)
    return Answer(table, done.seq, done.events, done.repeated)


def _check_empty(house: House, table: int) -> None:
    """Refuse to close a table with seated players or outstanding tickets."""
    with house.looking(table) as live:
        data = live.table.data
        for player in data.players.values():
            raise Refused(f"only an empty table can be closed; {player} has a seat")
        if data.tickets:
            raise Refused("this table has outstanding tickets")


def set_clock(host: Host, table: int, by: str, key: str) -> Answer:
    """Set back the clock of a table that was played while the house's clock ran ahead."""
    house = ledger(host)
    done = house.do(table, {"do": SET_CLOCK}, by=by, key=key or uuid.uuid4().hex)
    return Answer(table, done.seq, done.events, done.repeated)


# Changes


@dataclass(frozen=True)
class Stamp:
    """A notice required before a change, and its deadline."""

    name: str
    says: str
    at: datetime | None
    by: datetime  # the last moment that the law allows
    cite: str


@dataclass(frozen=True)
class Change:
    """An announced change: its contents, when it takes effect, and how long from now."""

    seq: int
    options: Mapping[str, Any]
    limits: Mapping[str, Any]
    effective: datetime
    minutes_left: int
    stamps: tuple[Stamp, ...]
    in_effect: int | None  # the entry at which it took effect

    @property
    def left(self) -> str:
        """Return the remaining time in words."""
        if self.in_effect is not None:
            return "in effect"
        if self.minutes_left <= 0:
            return "due: it holds from the next round"
        return f"{self.minutes_left} {'minute' if self.minutes_left == 1 else 'minutes'} left"


def notice_of(rules: TableRules, options: Mapping[str, Any], limits: Mapping[str, Any]) -> Notice:
    """Return the notices that the law requires before this change; none where the law is silent."""
    chapter = rules.chapter
    found = chapter.limit_notice if limits and not options else chapter.rule_notice
    return found or Notice(minutes=0, division=False, cite=chapter.limits.cite)


def announce(
    host: Host,
    table: int,
    options: Mapping[str, Any],
    limits: Mapping[str, Limit],
    in_minutes: int,
    ago: Mapping[str, int | None],
    *,
    by: str,
    key: str = "",
) -> Change:
    """Announce a change that takes effect in ``minutes``; stamps are minutes ago."""
    found = durable(host)
    with found.house.looking(table) as live:
        said = announcement(found.house, live, options, limits, in_minutes, ago)
    done = found.say(table, said, by=by, key=key)
    seq = done.version // STEP
    return next(one for one in changes(host, table) if one.seq == seq)


def announcement(
    house: House,
    live: Live,
    options: Mapping[str, Any],
    limits: Mapping[str, Limit],
    in_minutes: int,
    ago: Mapping[str, int | None],
) -> dict[str, Any]:
    """Return the ledger's command for a change, with times in minutes of the table's clock. Refuses
    what the law bars, as the table itself would."""
    if not options and not limits:
        raise Refused("the new rules equal the present ones")
    now = house.minutes(live)
    times = {name: None if minutes is None else now - minutes for name, minutes in ago.items()}
    change = RuleChange(
        dict(options),
        now + in_minutes,
        _told(times.get("posted")),
        _told(times.get("announced")),
        times.get("division"),
        {name: [one.minimum, one.maximum, one.step] for name, one in limits.items()},
    )
    live.table.check_notice(change)
    live.table.changed(change.options, change.limits)
    said: dict[str, Any] = {
        "do": "announce",
        "effective_at": change.effective_at,
        "posted_at": change.posted_at,
        "announced_at": change.announced_at,
    }
    if change.options:
        said["options"] = dict(change.options)
    if change.limits:
        said["limits"] = dict(change.limits)
    if change.division_notified_at is not None:
        said["division_notified_at"] = change.division_notified_at
    return said


def _told(at: int | None) -> int:
    if at is None:
        raise Refused("post and announce a change before you enter it")
    return at


def changes(host: Host, table: int) -> list[Change]:
    """Return every announced change of a table, newest first."""
    house = ledger(host)
    with house.looking(table) as live:
        now, rules = house.minutes(live), live.table.rules
        opened, zone = live.began, live.table.data.zone
    found = []
    for row in house.notices(table):
        options, limits = row["change"]["options"], row["change"]["limits"]
        notice = notice_of(rules, options, limits)
        told = {
            "posted": row["posted_at"],
            "announced": row["announced_at"],
            "division": row["division_notified_at"],
        }
        latest = local_time(opened + row["effective_at"] - notice.minutes, zone)
        asked = {**STAMPS, **(DIVISION if notice.division else {})}
        found.append(
            Change(
                row["seq"],
                options,
                limits,
                local_time(opened + row["effective_at"], zone),
                row["effective_at"] - now,
                tuple(
                    Stamp(
                        name,
                        says,
                        None if (at := told[name]) is None else local_time(opened + at, zone),
                        latest,
                        notice.cites.get(name, notice.cite),  # type: ignore[call-overload]
                    )
                    for name, says in asked.items()
                ),
                row["in_effect"],
            )
        )
    return found[::-1]


def sign_of(host: Host, table: int, change: int | None = None) -> tuple[TableRules, list[Line]]:
    """Return the table's sign, for the rules in effect or for an announced change."""
    if change is None:
        rules = host.look(table, by="").rules
    else:
        wanted = next((one for one in changes(host, table) if one.seq == change), None)
        if wanted is None:
            raise Refused(f"table {table} has no change {change}")
        with ledger(host).looking(table) as live:
            rules = live.table.changed(wanted.options, wanted.limits)
    if (law := rules.chapter.signs) is None:
        raise Refused(f"edition {rules.book.edition} has no rules of signs")
    return rules, sign(law, rules)


def placard_of(host: Host, table: int, rules: TableRules) -> Placard:
    """Return the sign as posted, with the present amounts of the table's meters."""
    shown = host.look(table, by="").meters
    meters = {name: cents for name, cents in shown.items() if name in rules.meters}
    return placard(rules, find_game(rules.book.game).handout, meters)


# What goes wrong


def irregularities(host: Host, table: int) -> tuple[int, list[Reportable]]:
    """Return the irregularities that can and cannot be reported now, and the entry at which this
    holds."""
    with ledger(host).looking(table) as live:
        return live.seq, list(reportable(live.table))


def preview(host: Host, table: int, what: str, who: int | None, by: str) -> Rehearsal:
    """Return the ruling that would be made, and its effect on everyone's money."""
    return ledger(host).rehearse(table, what, who, by=by)


def report(
    host: Host, table: int, what: str, who: int | None, *, by: str, key: str, at: int
) -> Answer:
    """Report an irregularity, if the table is still at the entry of the preview."""
    said = {"do": "report", "what": what, **({"who": who} if who is not None else {})}
    return durable(host).say(table, said, by=by, key=key, at=at)


# Meters


@dataclass(frozen=True)
class MeterRow:
    """A meter, the tables that move it, and whether it is shared."""

    line: MeterLine
    tables: tuple[tuple[int, str], ...]  # table number, and the table's name for the meter
    linked: bool


@dataclass(frozen=True)
class Meters:
    """Every meter of the house, and whether its books hold."""

    rows: tuple[MeterRow, ...]
    accounts: int
    total: int
    wrong: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Return whether there are no discrepancies."""
        return not self.wrong


def meters(host: Host) -> Meters:
    """Return every meter with its account, and whether the books balance."""
    house = ledger(host)
    moved: dict[str, list[tuple[int, str]]] = {}
    shared: set[str] = set()
    for row in house.tables():
        with house.looking(row["id"]) as live:
            for name, own in live.meters.items():
                moved.setdefault(own, []).append((live.id, name))
            shared.update(live.linked.values())
    found = house.reconcile()
    rows = tuple(
        MeterRow(line, tuple(moved.get(line.name, ())), line.name in shared)
        for line in found.meters
    )
    return Meters(rows, found.accounts, found.total, found.wrong)
