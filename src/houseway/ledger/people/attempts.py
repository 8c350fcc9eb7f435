"""How often somebody may try a password: each try that fails makes the next one wait longer, for
the account that is tried and for the address that tries.

A try is counted before it is judged, so that many at once are many; one that succeeds is taken back
for the account. An address keeps its count: it may own one account and guess at others. A name that
nobody has waits as long as one that somebody has.
"""

from sqlalchemy import Connection, text

NAME, ADDRESS = "name", "address"
FREE = {NAME: 5, ADDRESS: 20}  # tries that need not wait
LONGEST = {NAME: 15 * 60_000, ADDRESS: 60_000}  # milliseconds; many people may share an address
FORGET = 60 * 60_000  # milliseconds without a failure after which all is forgotten

_COUNT = """
    INSERT INTO attempts (kind, who, failures, last, until) VALUES (:kind, :who, 1, {now}, 0)
    ON CONFLICT (kind, who) DO UPDATE SET
        failures = CASE WHEN attempts.last < {now} - :forget THEN 1 ELSE attempts.failures + 1 END,
        last = {now}
    WHERE attempts.until <= {now}
"""  # whoever counts the same next waits for this, and sees it


def waits(connection: Connection, name: str, address: str, now: str) -> int:
    """For how many milliseconds this account, or this address, is not to be tried; 0 is now."""
    query = text(
        f"SELECT MAX(until - {now}) FROM attempts WHERE (kind = :name_kind AND who = :name)"
        " OR (kind = :address_kind AND who = :address)"
    )
    values = {"name_kind": NAME, "name": name, "address_kind": ADDRESS, "address": address}
    return max(0, int(connection.execute(query, values).scalar() or 0))


class MustWait(Exception):
    """It is too early for another attempt; this one is not counted."""

    def __init__(self, milliseconds: int) -> None:
        super().__init__(milliseconds)
        self.milliseconds = milliseconds


def count(connection: Connection, name: str, address: str, now: str) -> int:
    """A try begins: it is counted as failed until it has succeeded. How long the next must wait,
    in milliseconds; a try that comes too early is turned away, and the transaction with it."""
    longest = 0
    for kind, who in ((NAME, name), (ADDRESS, address)):
        values = {"kind": kind, "who": who}
        counted = connection.execute(text(_COUNT.format(now=now)), {**values, "forget": FORGET})
        if counted.rowcount == 0:
            raise MustWait(max(1, waits(connection, name, address, now)))
        row = text("SELECT failures FROM attempts WHERE kind = :kind AND who = :who")
        failures = int(connection.execute(row, values).scalar_one())
        if (over := failures - FREE[kind]) >= 0:
            wait = min(LONGEST[kind], 1000 * 2 ** min(over, 20))
            connection.execute(
                text(
                    f"UPDATE attempts SET until = {now} + :wait WHERE kind = :kind AND who = :who"
                ),
                {**values, "wait": wait},
            )
            longest = max(longest, wait)
    return longest


def forget(connection: Connection, now: str) -> None:
    """Delete old attempts."""
    connection.execute(text(f"DELETE FROM attempts WHERE last < {now} - :f"), {"f": FORGET})


def succeeded(connection: Connection, name: str, address: str) -> None:
    """It was the right password: the account is as if nothing had been tried, and the address as
    if this had not."""
    gone = text("DELETE FROM attempts WHERE kind = :kind AND who = :who")
    connection.execute(gone, {"kind": NAME, "who": name})
    less = text(
        "UPDATE attempts SET failures = failures - 1 WHERE kind = :kind AND who = :who"
        " AND failures > 0"
    )
    connection.execute(less, {"kind": ADDRESS, "who": address})
