"""People of the house: roles and sessions."""

import secrets
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from sqlalchemy import Connection, TextClause, text

from houseway.ledger.people import names
from houseway.rulebook.refusal import Refused

ROLES = ("player", "dealer", "floor", "auditor", "admin")
SESSION = 12 * 60 * 60 * 1000  # milliseconds
IDLE = 15 * 60 * 1000  # milliseconds of inactivity after which a staff session ends


@dataclass(frozen=True)
class Person:
    """A person whom the house knows."""

    name: str
    role: str

    def must_be(self, *roles: str, to: str) -> None:
        """Refuse what this role may not do."""
        if self.role not in roles:
            raise Refused(f"{self.name} ({self.role}) may not {to}; {' or '.join(roles)} may")


def check_name(name: str, role: str) -> None:
    """Refuse a name that could be taken for something else, and a role that there is not."""
    names.check(name)
    if role not in ROLES:
        raise Refused(f"{role!r} is not a role: it is one of {', '.join(ROLES)}")


def add(connection: Connection, name: str, role: str, password: str) -> Person:
    """Somebody new, with the hash of a password; without one, somebody who comes in by a link and
    by nothing else. A name that looks like another's is refused."""
    check_name(name, role)
    if connection.execute(_PERSON, {"name": name}).first():
        raise Refused(f"there is a {name} already")
    if like := alike(connection, name):
        raise Refused(f"{name!r} looks like {like!r}, who has an account: choose another name")
    values = {"name": name, "role": role, "password": password}
    connection.execute(
        text("INSERT INTO people (name, role, password) VALUES (:name, :role, :password)"), values
    )
    for look in names.looks(name):
        connection.execute(
            text("INSERT INTO looks (look, person) VALUES (:look, :name)"),
            {"look": look, "name": name},
        )
    return Person(name, role)


def alike(connection: Connection, name: str) -> str:
    """Return a person whose name looks like this one, if any."""
    query = text("SELECT person FROM looks WHERE look = :look")
    for look in sorted(names.looks(name)):
        if found := connection.execute(query, {"look": look}).scalar():
            return str(found)
    return ""


_PERSON = text("SELECT name, role FROM people WHERE name = :name")


def find(connection: Connection, name: str) -> Person:
    """Return the person with this name."""
    row = connection.execute(_PERSON, {"name": name}).first()
    if row is None:
        raise Refused(f"there is no user {name!r}")
    return Person(row.name, row.role)


def has_password(connection: Connection, name: str) -> bool:
    """Return whether a person signs in with a password."""
    query = text("SELECT password FROM people WHERE name = :name")
    return bool(connection.execute(query, {"name": name}).scalar())


def start_session(connection: Connection, name: str, now: str) -> str:
    """Start a session of an authenticated person; return its token."""
    token = secrets.token_urlsafe(32)
    connection.execute(text(f"DELETE FROM sessions WHERE until < {now}"))
    connection.execute(
        text(
            "INSERT INTO sessions (token, person, until, seen)"
            f" VALUES (:token, :person, {now} + :length, {now})"
        ),
        {"token": hashed(token), "person": name, "length": SESSION},
    )
    return token


def end(connection: Connection, token: str) -> None:
    """End one session."""
    connection.execute(text("DELETE FROM sessions WHERE token = :token"), {"token": hashed(token)})


def end_all(connection: Connection, name: str) -> None:
    """End all sessions of a person."""
    connection.execute(text("DELETE FROM sessions WHERE person = :name"), {"name": name})


@dataclass(frozen=True)
class Held:
    """A session that lasts: whose it is, and for how many milliseconds nothing was done in it."""

    person: Person
    quiet: int


def held(connection: Connection, token: str, now: str, idle: int) -> Held | None:
    """A session, while it lasts."""
    row = connection.execute(_held(now), {"token": hashed(token), "idle": idle}).first()
    return Held(Person(row.name, row.role), int(row.quiet)) if row else None


@cache
def _held(now: str) -> TextClause:
    """Return the statement for a session; cached because every request uses it."""
    return text(
        f"SELECT people.name, role, {now} - seen AS quiet"
        " FROM sessions JOIN people ON people.name = person"
        f" WHERE token = :token AND until > {now} AND (role = 'player' OR seen > {now} - :idle)"
    )


def lasting(connection: Connection, now: str, idle: int) -> set[str]:
    """The hashes of all sessions that last."""
    query = text(
        "SELECT token FROM sessions JOIN people ON people.name = person"
        f" WHERE until > {now} AND (role = 'player' OR seen > {now} - :idle)"
    )
    return set(connection.execute(query, {"idle": idle}).scalars())


def touch(connection: Connection, token: str, now: str) -> None:
    """Something was done in a session."""
    connection.execute(
        text(f"UPDATE sessions SET seen = {now} WHERE token = :token"), {"token": hashed(token)}
    )


def hashed(token: str) -> str:
    """Return the stored form of a token."""
    return sha256(token.encode()).hexdigest()
