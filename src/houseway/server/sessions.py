"""Who is at the door: one-time links, sessions of browsers, tokens of programs.

A link lets one person in, once. What is kept of links, sessions and tokens is their hash.
"""

import secrets
import threading
from dataclasses import dataclass
from hashlib import sha256

from houseway.rulebook.refusal import Refused

COOKIE = "houseway"
PLAYER = "player"
STAFF = ("dealer", "floor", "auditor", "admin")
ROLES = (PLAYER, *STAFF)
NO_LINK = "this link has been used or is none of ours; ask for another"


@dataclass(frozen=True)
class Session:
    """Somebody who has come in. Whatever a page of theirs changes carries ``csrf``."""

    name: str
    csrf: str
    role: str = PLAYER


@dataclass(frozen=True)
class Link:
    """Whom a link lets in: somebody new in one of these roles, or (``back``) somebody who has been
    here before."""

    roles: tuple[str, ...] = (PLAYER,)
    back: bool = False


class Sessions:
    """Links that are still good, and everybody who has come in."""

    def __init__(self) -> None:
        self._links: dict[str, Link] = {}
        self._sessions: dict[str, Session] = {}
        self._lock = threading.Lock()

    def link(self, *roles: str, back: bool = False) -> str:
        """A new token that lets one person in, a player unless roles are named; ``back``: or
        somebody who has been here before."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._links[_hash(token)] = Link(roles or (PLAYER,), back)
        return token

    def behind(self, token: str) -> Link | None:
        """Whom a link lets in, while it has not been used."""
        return self._links.get(_hash(token))

    def use(self, token: str) -> None:
        """Use a link up, or refuse one that is used or was never given."""
        with self._lock:
            if self._links.pop(_hash(token), None) is None:
                raise Refused(NO_LINK)

    def unuse(self, token: str, link: Link) -> None:
        """Nobody came in by it after all: it is good again."""
        with self._lock:
            self._links[_hash(token)] = link

    def start(self, name: str, role: str = PLAYER) -> str:
        """A session for somebody, as the secret that stands for it."""
        secret = secrets.token_urlsafe(32)
        self._sessions[_hash(secret)] = Session(name, secrets.token_urlsafe(24), role)
        return secret

    def log_in(self, name: str, password: str) -> str:
        """A session for somebody who says a password."""
        raise Refused("this house lets people in by links; ask for one")

    def of(self, secret: str) -> Session | None:
        """Whose session this is."""
        return self._sessions.get(_hash(secret)) if secret else None

    def end(self, secret: str) -> None:
        """The session is over."""
        self._sessions.pop(_hash(secret), None)


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
