"""Links that let somebody in, once. What is kept of one is a hash."""

import secrets
from hashlib import sha256

from sqlalchemy import Connection, text

LIFE = 7 * 24 * 60 * 60 * 1000  # milliseconds for which a link is good

Found = tuple[tuple[str, ...], bool]  # whom it lets in, and whether also somebody who was here


def give(connection: Connection, roles: tuple[str, ...], back: bool, now: str) -> str:
    """A new link's token; links that are too old to be used are forgotten."""
    token = secrets.token_urlsafe(24)
    connection.execute(text(f"DELETE FROM links WHERE until < {now}"))
    put(connection, token, roles, back, now)
    return token


def put(connection: Connection, token: str, roles: tuple[str, ...], back: bool, now: str) -> None:
    """A token is good from now on."""
    connection.execute(
        text(
            "INSERT INTO links (token, roles, back, until)"
            f" VALUES (:token, :roles, :back, {now} + :life)"
        ),
        {"token": _hash(token), "roles": " ".join(roles), "back": back, "life": LIFE},
    )


def behind(connection: Connection, token: str, now: str) -> Found | None:
    """Whom a link lets in, while it is good."""
    query = text(f"SELECT roles, back FROM links WHERE token = :token AND until > {now}")
    row = connection.execute(query, {"token": _hash(token)}).first()
    return (tuple(row.roles.split()), bool(row.back)) if row else None


def use(connection: Connection, token: str) -> bool:
    """Use a link up; of those who try at once, one does."""
    gone = connection.execute(
        text("DELETE FROM links WHERE token = :token"), {"token": _hash(token)}
    )
    return gone.rowcount == 1


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
