"""Payout funds of the house: meters that players' pots feed and whose money is the players' own.

Which meters are such funds, and what may be done with them, a game tells (``payouts`` of its
folder). What a fund holds is its meter's account; what a table's box must hold is what that table
has fed to it since the box was last counted. What people did with it are entries in the chain of
the house, and a fund stands where these lead, step by step, by the game's own rules.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from types import ModuleType
from typing import Any

from sqlalchemy import Connection, text

from houseway.games import games
from houseway.ledger import books
from houseway.ledger.books import meter, meter_name
from houseway.ledger.chain.hash_chain import CAGE
from houseway.ledger.tables import snapshots
from houseway.ledger.tables.commands import change_of
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused

DO = "payout"  # how such an entry begins
_TABLES = text(
    "SELECT id, game, edition, settings, open, seq, rules, pending FROM tables"
    " WHERE game = :game ORDER BY id"
)
_METERS = text("SELECT name FROM meters")
_TOLD = text(
    f"SELECT seq, body FROM entries WHERE table_id = {CAGE} AND key BETWEEN :first AND :last"
    " ORDER BY seq"
)
_MOVED = text(  # into the box, out of it again, and to winners
    "SELECT MIN(CASE WHEN kind = 'fed' AND target = :meter THEN seq END) AS first,"
    " SUM(CASE WHEN kind = 'fed' AND target = :meter THEN amount"
    " WHEN kind = 'restored' AND source = :meter THEN -amount ELSE 0 END) AS held"
    " FROM transfers WHERE table_id = :table AND seq > :mark AND seq <= :last"
)
_CAGE = text(f"SELECT seq FROM tables WHERE id = {CAGE}")
_SENT = text(  # to the casino that pays, where several share a fund
    f"SELECT SUM(amount) FROM transfers WHERE table_id = {CAGE} AND kind = 'sent'"
    " AND source = :meter AND seq > :mark AND seq <= :last"
)
_PAID = text(
    "SELECT SUM(CASE WHEN source = :meter THEN amount ELSE -amount END) FROM transfers"
    " WHERE table_id = :table AND seq > :mark AND seq <= :last"
    " AND ((kind = 'awarded' AND source = :meter) OR (kind = 'restored' AND target = :meter))"
)


@dataclass(frozen=True)
class Place:
    """A table of a fund: whether it takes contributions, or will by a change that is announced."""

    table: int
    open: bool
    seq: int


@dataclass(frozen=True)
class Known:
    """A fund that the house has: its meter, its kind, the game that rules it, its tables."""

    name: str
    payout: str
    game: str
    edition: str
    linked: bool
    places: tuple[Place, ...] = ()

    @property
    def rules(self) -> ModuleType:
        """The game's rules of payouts."""
        found = games()[self.game].payouts
        assert found is not None
        return found

    @property
    def law(self) -> Any:
        """The values that the law fixes."""
        return self.rules.law(self.edition)


@dataclass(frozen=True)
class Marks:
    """Up to which entry of each table boxes were counted and the display was adjusted, and what has
    left the fund for another one or for players since it was."""

    counted: Mapping[str, int] = field(default_factory=dict)
    adjusted: Mapping[str, int] = field(default_factory=dict)
    gone: int = 0


@dataclass(frozen=True)
class Standing:
    """The state of a fund under the game's rules, with the present books."""

    known: Known
    fund: Any
    now: Mapping[str, Any]  # what an entry tells of the books
    since: Mapping[str, int]  # by table, the first entry whose contribution is not yet counted
    entries: tuple[dict[str, Any], ...] = ()


def known_funds(connection: Connection) -> list[Known]:
    """Every fund of the house, those of closed tables too."""
    there = set(connection.execute(_METERS).scalars())
    found: dict[str, Known] = {}
    for game in games().values():
        if game.payouts is None:
            continue
        for row in connection.execute(_TABLES, {"game": game.id}):
            law = game.payouts.law(row.edition)
            links = json.loads(row.settings)["linked"]
            offers = _offered(connection, row) if row.open and law else set()
            for name, payout in law.funds.items() if law else ():
                own = meter_name(row.id, name, links)
                if own not in there:
                    continue
                new = Known(own, payout, game.id, row.edition, name in links)
                one = found.setdefault(own, new)
                place = Place(row.id, name in offers, row.seq)
                found[own] = replace(one, places=(*one.places, place))
    return sorted(found.values(), key=lambda one: one.name)


def _offered(connection: Connection, row: Any) -> set[str]:
    """The meters that a table has, or will have by changes that are announced."""
    header = json.loads(row.rules)
    names = set(header["meters"])
    pending = [change_of(change) for change in json.loads(row.pending)]
    if pending:
        table = snapshots.table(header, lambda hash: snapshots.stored(connection, hash))
        for change in pending:
            names |= set(table.changed(change.options, change.limits).meters)
    return names


def find(connection: Connection, name: str) -> Known:
    """A fund by the name of its meter."""
    every = known_funds(connection)
    for one in every:
        if one.name == name:
            return one
    known = ", ".join(repr(one.name) for one in every) or "none"
    raise Refused(f"there is no payout fund {name[:60]!r}: {known}")


# -- where a fund stands ---------------------------------------------------------------------------


def standing(connection: Connection, known: Known) -> Standing:
    """A fund after everything that was done, with what the books show now."""
    entries = _told(connection, known)
    _, fund, marks = [(None, _new(known), Marks()), *_steps(known, entries)][-1]
    held, since, paid = {}, {}, marks.gone
    for place in known.places:
        table = str(place.table)
        held[table], first = _held(connection, known, table, marks, place.seq)
        if first:
            since[table] = first
        at = {"meter": meter(known.name), "table": place.table}
        bounds = {"mark": marks.adjusted.get(table, 0), "last": place.seq}
        paid += int(connection.execute(_PAID, {**at, **bounds}).scalar() or 0)
    last = int(connection.execute(_CAGE).scalar_one())
    bounds = {"mark": marks.adjusted.get(str(CAGE), 0), "last": last}
    paid += int(connection.execute(_SENT, {"meter": meter(known.name), **bounds}).scalar() or 0)
    now = {
        "record": books.balance(connection, meter(known.name)) // FINE,
        "paid": paid // FINE,
        "held": held,
        "open": [str(place.table) for place in known.places if place.open],
        "marks": {str(CAGE): last, **{str(place.table): place.seq for place in known.places}},
    }
    return Standing(known, _with(known, fund, now), now, since, tuple(entries))


def _held(
    connection: Connection, known: Known, table: str, marks: Marks, last: int
) -> tuple[int, int]:
    """What a table's box must hold at one of its entries, in cents, and the first entry that put
    something in."""
    bounds = {"mark": marks.counted.get(table, 0), "last": last}
    at = {"meter": meter(known.name), "table": int(table)}
    first, moved = connection.execute(_MOVED, {**at, **bounds}).one()
    return int(moved or 0) // FINE, int(first or 0)


def _new(known: Known) -> Any:
    """A fund with which nothing was done yet: a table that offers it has made it."""
    return known.rules.Fund(known.payout, stage="offered")


def _steps(
    known: Known, entries: Iterable[dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], Any, Marks]]:
    """Entry by entry, where it leads: the fund, and how far its tables were counted."""
    fund, marks = _new(known), Marks()
    for body in entries:
        said = body["do"]
        before = _with(known, fund, said["books"]) if "books" in said else fund
        fund = known.rules.take(known.law, before, said["act"], said["given"])
        if "books" in said:
            at = said["books"]["marks"]
            counted = {t: at[t] for t, box in fund.boxes.items() if box.counted is not None}
            marks = replace(marks, counted={**marks.counted, **counted})
            if said["act"] == "adjust":
                marks = replace(marks, adjusted=dict(at), gone=0)
        gone = sum(amount for _, _, _, amount in body["moves"])
        marks = replace(marks, gone=marks.gone + gone)
        yield body, fund, marks


def wrong_entries(connection: Connection) -> Iterator[tuple[int, str]]:
    """Entries about a fund that the rules do not allow, or that tell of boxes what their tables did
    not put in: their numbers, and what is wrong."""
    for known in known_funds(connection):
        entries, before, seq = _told(connection, known), Marks(), 0
        try:
            for body, (_, _, marks) in zip(entries, _steps(known, entries), strict=True):
                seq, told = body["seq"], body["do"].get("books", {"held": {}})
                for table, held in told["held"].items():
                    due, _ = _held(connection, known, table, before, told["marks"][table])
                    if held != due:
                        yield seq, f"the box of table {table} held {due} cents, not {held}"
                before = marks
        except Refused as refusal:
            yield seq, f"what was done with {known.name!r} after it is not allowed: {refusal}"


def _with(known: Known, fund: Any, told: Mapping[str, Any]) -> Any:
    """A fund with what the books show."""
    boxes = {
        table: known.rules.Box(held, open=table in told["open"])
        for table, held in told["held"].items()
    }
    return replace(fund, record=told["record"], paid=told["paid"], boxes=boxes)


def _told(connection: Connection, known: Known) -> list[dict[str, Any]]:
    """Return the actions on a fund and the filings for its kind, in order."""
    found: dict[int, dict[str, Any]] = {}
    for scope in (fund_scope(known.name), kind_scope(known.game, known.edition, known.payout)):
        found |= dict(_entries(connection, scope))
    return [found[seq] for seq in sorted(found)]


def _entries(connection: Connection, scope: str) -> Iterator[tuple[int, dict[str, Any]]]:
    bounds = {"first": scope + "0" * 32, "last": scope + "f" * 32}
    for row in connection.execute(_TOLD, bounds):
        yield int(row.seq), json.loads(row.body)


def fund_scope(name: str) -> str:
    """Return the prefix of the keys of a fund's actions; all have one length."""
    return f"payout {sha256(f'fund {name}'.encode()).hexdigest()[:32]} "


def kind_scope(game: str, edition: str, payout: str) -> str:
    """Return the prefix of the keys of the filings for a kind of payout."""
    return f"payout {sha256(f'kind {game} {edition} {payout}'.encode()).hexdigest()[:32]} "


def filing(connection: Connection, game: str, edition: str, payout: str) -> dict[str, Any] | None:
    """Return the last filing for a kind of payout, if any."""
    found = [body for _, body in _entries(connection, kind_scope(game, edition, payout))]
    return dict(found[-1]["do"]["given"]) if found else None


# -- what tables may not do ------------------------------------------------------------------------


def check_offered(
    connection: Connection,
    game: str,
    edition: str,
    meters: Collection[str],
    links: Mapping[str, str],
    table: int = 0,
) -> None:
    """Refuse a payout whose end is not planned, or that has ended."""
    rules = games()[game].payouts
    law = rules.law(edition) if rules else None
    if rules is None or law is None:
        return
    for name, payout in law.funds.items():
        if name not in meters:
            continue
        filed = filing(connection, game, edition, payout) is not None
        rules.check_offer(law, payout, filed)
        own = meter_name(table, name, links)
        for one in known_funds(connection):
            if one.name == own:
                rules.check_offer(law, payout, filed, standing(connection, one).fund.stage)


def check_closing(connection: Connection, game: str, table: int, meters: Mapping[str, str]) -> None:
    """Refuse to close a table whose fund does not permit it."""
    if games()[game].payouts is None:
        return
    own = set(meters.values())
    for one in known_funds(connection):
        if one.name in own and any(place.table == table for place in one.places):
            one.rules.check_closing(one.law, standing(connection, one).fund, str(table))
