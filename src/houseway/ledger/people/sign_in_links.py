"""One-time sign-in links. Only a hash of each is stored. What is kept of one is a hash."""

import secrets
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import Connection, text

LIFE = 7 * 24 * 60 * 60 * 1000  # milliseconds for which a link is good


@dataclass(frozen=True)
class Link:
    """Whom a link lets in: somebody new in one of these roles; anybody at all, if it is the
    ``owner``'s; or nobody but one ``person`` whom the house knows."""

    roles: tuple[str, ...] = ("player",)
    owner: bool = False
    person: str = ""


def give(connection: Connection, link: Link, now: str) -> str:
    """Return a new link's token; delete links that have expired."""
    token = secrets.token_urlsafe(24)
    connection.execute(text(f"DELETE FROM links WHERE until < {now}"))
    put(connection, token, link, now)
    return token


def put(connection: Connection, token: str, link: Link, now: str) -> None:
    """Make a token good from now on."""
    connection.execute(
        text(
            "INSERT INTO links (token, roles, back, person, until)"
            f" VALUES (:token, :roles, :owner, :person, {now} + :life)"
        ),
        {
            "token": _hash(token),
            "roles": " ".join(link.roles),
            "owner": link.owner,
            "person": link.person,
            "life": LIFE,
        },
    )


def behind(connection: Connection, token: str, now: str) -> Link | None:
    """Return the link's name or roles, while it is valid."""
    query = text(f"SELECT roles, back, person FROM links WHERE token = :token AND until > {now}")
    row = connection.execute(query, {"token": _hash(token)}).first()
    return Link(tuple(row.roles.split()), bool(row.back), row.person) if row else None


def use(connection: Connection, token: str) -> bool:
    """Use a link up; of those who try at once, one does."""
    gone = connection.execute(
        text("DELETE FROM links WHERE token = :token"), {"token": _hash(token)}
    )
    return gone.rowcount == 1


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
