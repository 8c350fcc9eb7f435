"""What tables have taken in a stretch of time: drop, win, hold, rounds. Read from the transfers of
the table's own entries, which are found by halving its chain; nothing here writes.

*Drop* is cash in the table's drop box and chips that players have brought: of each player the most
that they were down at the table, less what they bought there. *Win* is what rack and fees have
gained of players and meters; opening, closing and buy-ins do not count. *Hold* is win by drop.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger.books import BANK, DROP, FEES, part
from houseway.ledger.chain.hash_chain import CAGE
from houseway.ledger.house import House
from houseway.ledger.tables.rounds import body_at, first_since, moment_text, table_row
from houseway.referee.events import RACK
from houseway.rulebook.money import FINE

MOST = 500  # closed tables that are looked at, the newest first
HOUR = 3600
PLAYER = "player "

_WON = text(
    "SELECT COALESCE(SUM(CASE WHEN target IN (:rack, :fees) THEN amount ELSE 0 END), 0)"
    " - COALESCE(SUM(CASE WHEN source IN (:rack, :fees) THEN amount ELSE 0 END), 0)"
    " FROM transfers WHERE table_id = :table AND seq BETWEEN :first AND :last"
    f" AND source <> '{BANK}' AND target <> '{BANK}'"
)
_DOWN = text(  # how far each player was down at most, and is in the end
    "SELECT who, MAX(down) AS most, SUM(leaves) AS whole FROM ("
    "SELECT who, leaves, SUM(leaves) OVER (PARTITION BY who ORDER BY seq, number) AS down FROM ("
    "SELECT seq, number, CASE WHEN source LIKE 'player %' THEN source ELSE target END AS who,"
    " CASE WHEN source LIKE 'player %' THEN amount ELSE -amount END AS leaves FROM transfers"
    " WHERE table_id = :table AND seq BETWEEN :first AND :last"
    " AND (source LIKE 'player %') <> (target LIKE 'player %')) AS moved) AS running GROUP BY who"
)
_BOUGHT = text(  # cash at tables, entry by entry: one move into the box and one out of the rack
    "SELECT a.target AS box, b.target AS who, a.amount FROM transfers AS a JOIN transfers AS b"
    " ON b.table_id = a.table_id AND b.seq = a.seq AND b.kind = 'buy_in'"
    f" WHERE a.table_id = {CAGE} AND a.seq BETWEEN :first AND :last AND a.kind = 'dropped'"
)
_CAGE = text(f"SELECT seq FROM tables WHERE id = {CAGE}")
_OPEN = text(f"SELECT id FROM tables WHERE open AND id <> {CAGE}")
_CLOSED = text(
    f"SELECT id FROM tables WHERE NOT open AND id <> {CAGE} ORDER BY id DESC LIMIT {MOST}"
)


@dataclass(frozen=True)
class Takings:
    """A table in a stretch of time. Amounts are millionths of a cent."""

    table: int
    game: str
    edition: str
    rounds: int  # that were over by its end
    cash: int  # in the drop box
    brought: int  # from the players' own accounts
    win: int
    players: dict[str, int] = field(default_factory=dict)  # what each has won; lost if negative
    began: str = ""  # the first entry in it
    ended: str = ""  # and the last

    @property
    def drop(self) -> int:
        """Cash and chips that were brought."""
        return self.cash + self.brought

    @property
    def hold(self) -> Fraction | None:
        """Which part of the drop was won; none where nothing was dropped."""
        return Fraction(self.win, self.drop) if self.drop else None

    @property
    def rounds_an_hour(self) -> Fraction | None:
        """Rounds by the time from the first entry to the last; none in less than a minute."""
        if not self.began:
            return None
        span = datetime.fromisoformat(self.ended) - datetime.fromisoformat(self.began)
        seconds = int(span.total_seconds())
        return Fraction(self.rounds * HOUR, seconds) if seconds >= 60 else None


def cents(fine: int) -> int:
    """Millionths of a cent as whole cents, rounded down."""
    return fine // FINE


def total(found: list[Takings]) -> Takings:
    """Return the sum of all tables."""
    players: Counter[str] = Counter()
    for one in found:
        players.update(one.players)
    return Takings(
        CAGE,
        "",
        "",
        sum(one.rounds for one in found),
        sum(one.cash for one in found),
        sum(one.brought for one in found),
        sum(one.win for one in found),
        dict(players),
    )


def takings(
    house: House, since: datetime, until: datetime, table: int | None = None
) -> list[Takings]:
    """What every table has taken from one moment to before another, or one of them. Tables at which
    nothing was entered in that time are left out."""
    start, end = moment_text(since), moment_text(until)
    with house.database.reading() as connection:
        cash = _cash(connection, start, end)
        found = [
            _of_table(connection, id, start, end, cash)
            for id in ([table] if table is not None else _tables(connection, start))
        ]
    return [one for one in found if one is not None]


def _tables(connection: Connection, start: str) -> Iterator[int]:
    """Tables that were open at some time since then: those that are, and of the closed ones."""
    open_ = list(connection.execute(_OPEN).scalars())
    closed = []
    for id in connection.execute(_CLOSED).scalars().all():
        if body_at(connection, id, table_row(connection, id).seq)["at"] >= start:
            closed.append(id)
    yield from sorted([*open_, *closed])


def _of_table(
    connection: Connection, id: int, start: str, end: str, cash: dict[str, Counter[str]]
) -> Takings | None:
    row = table_row(connection, id)
    first = first_since(connection, id, row.seq, start)
    last = first_since(connection, id, row.seq, end) - 1
    if last < first:
        return None
    begins, ends = body_at(connection, id, first), body_at(connection, id, last)
    within = {"table": id, "first": first, "last": last}
    rack, fees = part(id, RACK), part(id, FEES)
    won = connection.execute(_WON, {**within, "rack": rack, "fees": fees}).scalar()
    bought = cash.get(part(id, DROP), Counter())
    brought, players = 0, {}
    for who, most, whole in connection.execute(_DOWN, within):
        brought += max(0, int(most) - bought[who])
        players[who.removeprefix(PLAYER)] = -int(whole)
    before = _over(body_at(connection, id, first - 1)) if first > 1 else 0
    return Takings(
        id,
        row.game,
        row.edition,
        _over(ends) - before,
        bought.total(),
        brought,
        int(won or 0),
        players,
        begins["at"],
        ends["at"],
    )


def _over(body: dict[str, Any]) -> int:
    """Return the number of rounds that were over after an entry."""
    return int(body["round"]) - ("data" not in body)


def _cash(connection: Connection, start: str, end: str) -> dict[str, Counter[str]]:
    """Cash that went into each drop box, by who bought chips with it."""
    top = connection.execute(_CAGE).scalar_one()
    first = first_since(connection, CAGE, top, start)
    last = first_since(connection, CAGE, top, end) - 1
    found: dict[str, Counter[str]] = {}
    for box, who, amount in connection.execute(_BOUGHT, {"first": first, "last": last}):
        found.setdefault(box, Counter())[who] += amount
    return found
