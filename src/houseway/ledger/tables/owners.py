"""Which process runs which table, and its address.

A process that owns tables is named ``host pid letters``. It may announce an address; whoever does
not own a table hands what concerns it to the owner there. Whatever is wrong here costs time and
nothing else: what an owner writes is fenced.
"""

import os
import socket
from dataclasses import dataclass

from sqlalchemy import Connection, text

from houseway.ledger.database.database import Database


@dataclass(frozen=True)
class Owner:
    """The process that runs a table; none if the name is empty or the lease has expired."""

    name: str
    alive: bool
    address: str

    @property
    def near(self) -> bool:
        """Return whether a loopback address belongs to this machine."""
        return self.name.startswith(f"{socket.gethostname()} ")


def announce(connection: Connection, me: str, address: str, lease: int, now: str) -> None:
    """Announce this process's address for the length of a lease; expired ones are deleted."""
    values = {"me": me, "address": address, "lease": lease}
    connection.execute(text(f"DELETE FROM workers WHERE until < {now}"))
    connection.execute(
        text(
            f"INSERT INTO workers (owner, address, until) VALUES (:me, :address, {now} + :lease)"
            f" ON CONFLICT (owner) DO UPDATE SET until = {now} + :lease"
        ),
        values,
    )


def withdraw(connection: Connection, me: str) -> None:
    """This process is not reached any more."""
    connection.execute(text("DELETE FROM workers WHERE owner = :me"), {"me": me})


def crew(connection: Connection, now: str) -> list[Owner]:
    """Every process of this machine that can be reached."""
    query = text(f"SELECT owner, address FROM workers WHERE until > {now}")
    found = [Owner(row.owner, True, row.address) for row in connection.execute(query)]
    return [one for one in found if one.near]


def owner(connection: Connection, table: int, now: str) -> Owner | None:
    """Return the process that runs a table; none if the table does not exist or is closed."""
    query = text(
        f"SELECT tables.owner, lease_until > {now} AS alive, address FROM tables"
        " LEFT JOIN workers ON workers.owner = tables.owner WHERE id = :id AND open"
    )
    row = connection.execute(query, {"id": table}).first()
    if row is None:
        return None
    return Owner(row.owner, bool(row.owner and row.alive), row.address or "")


def free_gone(database: Database) -> int:
    """Free the tables of processes of this machine that are no more, without waiting for their
    leases; how many."""
    with database.reading() as connection:
        known = text("SELECT owner FROM tables UNION SELECT owner FROM workers")
        names = connection.execute(known).scalars().all()
    gone = [name for name in names if _gone(name)]
    if not gone:
        return 0
    freed = 0
    with database.transaction() as connection:
        for name in gone:
            values = {"name": name}
            done = connection.execute(
                text("UPDATE tables SET owner = '' WHERE owner = :name"), values
            )
            freed += done.rowcount
            connection.execute(text("DELETE FROM workers WHERE owner = :name"), values)
    return freed


def _gone(name: str) -> bool:
    """Whether a name is that of a process of this machine that is no more."""
    host, _, rest = name.partition(" ")
    pid = rest.partition(" ")[0]
    if host != socket.gethostname() or not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
