"""Who is who: roles, passwords, sessions."""

import secrets
from dataclasses import dataclass
from hashlib import sha256

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from sqlalchemy import Connection, text

from houseway.rulebook.refusal import Refused

ROLES = ("player", "dealer", "floor", "auditor", "admin")
SESSION = 12 * 60 * 60 * 1000  # milliseconds
_HASHER = PasswordHasher()
_NOBODY = _HASHER.hash("nobody")  # so that an unknown name takes as long as a wrong password


@dataclass(frozen=True)
class Person:
    """Somebody the house knows."""

    name: str
    role: str

    def must_be(self, *roles: str, to: str) -> None:
        """Refuse what this role may not do."""
        if self.role not in roles:
            raise Refused(f"{self.name} ({self.role}) may not {to}; {' or '.join(roles)} may")


def check_name(name: str, role: str) -> None:
    """Refuse a name that could be taken for something else, and a role that there is not."""
    if not name or name != " ".join(name.split()) or len(name) > 80 or not name.isprintable():
        raise Refused(f"{name!r} is not a name: one to eighty characters, no double spaces")
    if role not in ROLES:
        raise Refused(f"{role!r} is not a role: it is one of {', '.join(ROLES)}")


def add(connection: Connection, name: str, role: str, password: str) -> Person:
    """Somebody new; without a password, one who comes in by a link and by nothing else."""
    check_name(name, role)
    if connection.execute(_PERSON, {"name": name}).first():
        raise Refused(f"there is a {name} already")
    values = {"name": name, "role": role, "password": _HASHER.hash(password) if password else ""}
    connection.execute(
        text("INSERT INTO people (name, role, password) VALUES (:name, :role, :password)"), values
    )
    return Person(name, role)


_PERSON = text("SELECT name, role, password FROM people WHERE name = :name")


def find(connection: Connection, name: str) -> Person:
    """Somebody by name."""
    row = connection.execute(_PERSON, {"name": name}).first()
    if row is None:
        raise Refused(f"nobody here is called {name!r}")
    return Person(row.name, row.role)


def log_in(connection: Connection, name: str, password: str, now: str) -> str:
    """A session's token, which only its holder knows: the database keeps a hash."""
    row = connection.execute(_PERSON, {"name": name}).first()
    known = row.password if row else ""
    try:
        _HASHER.verify(known or _NOBODY, password)
    except (Argon2Error, InvalidHashError):
        known = ""
    if not known:
        raise Refused("the name or the password is wrong")
    return start_session(connection, name, now)


def start_session(connection: Connection, name: str, now: str) -> str:
    """A session of somebody who has been recognised: its token."""
    token = secrets.token_urlsafe(32)
    connection.execute(text(f"DELETE FROM sessions WHERE until < {now}"))
    connection.execute(
        text(
            f"INSERT INTO sessions (token, person, until) VALUES (:token, :person, {now} + :length)"
        ),
        {"token": _hash(token), "person": name, "length": SESSION},
    )
    return token


def log_out(connection: Connection, token: str) -> None:
    """The session is over."""
    connection.execute(text("DELETE FROM sessions WHERE token = :token"), {"token": _hash(token)})


def who(connection: Connection, token: str, now: str) -> Person:
    """Whose session this is, while it lasts."""
    query = text(
        "SELECT people.name, role FROM sessions JOIN people ON people.name = person"
        f" WHERE token = :token AND until > {now}"
    )
    row = connection.execute(query, {"token": _hash(token)}).first()
    if row is None:
        raise Refused("the session is over: log in again")
    return Person(row.name, row.role)


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
