"""Who is at the door: one-time links, sessions of browsers, tokens of programs.

A link lets one person in, once. What is kept of links, sessions and tokens is their hash.
"""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from houseway.ledger.people import IDLE, hashed
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

    def __init__(self, idle: int = IDLE, clock: Callable[[], float] = time.monotonic) -> None:
        self._idle = idle / 1000
        self._clock = clock
        self._links: dict[str, Link] = {}
        self._sessions: dict[str, Session] = {}
        self._seen: dict[str, float] = {}
        self._lock = threading.Lock()

    def link(self, *roles: str, back: bool = False) -> str:
        """A new token that lets one person in, a player unless roles are named; ``back``: or
        somebody who has been here before."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._links[hashed(token)] = Link(roles or (PLAYER,), back)
        return token

    def behind(self, token: str) -> Link | None:
        """Whom a link lets in, while it has not been used."""
        return self._links.get(hashed(token))

    def use(self, token: str) -> None:
        """Use a link up, or refuse one that is used or was never given."""
        with self._lock:
            if self._links.pop(hashed(token), None) is None:
                raise Refused(NO_LINK)

    def unuse(self, token: str, link: Link) -> None:
        """Nobody came in by it after all: it is good again."""
        with self._lock:
            self._links[hashed(token)] = link

    def invited(self, role: str, by: str, address: str = "") -> None:
        """Somebody has been given a link; a house in memory keeps no log of it."""

    def start(self, name: str, role: str = PLAYER, address: str = "") -> str:
        """A session for somebody, as the secret that stands for it."""
        secret = secrets.token_urlsafe(32)
        self._seen[hashed(secret)] = self._clock()
        self._sessions[hashed(secret)] = Session(name, secrets.token_urlsafe(24), role)
        return secret

    def must_wait(self, name: str, address: str) -> None:
        """Refuse somebody who has tried too many passwords."""

    def log_in(self, name: str, password: str, code: str = "", address: str = "") -> str:
        """A session for somebody who says a password."""
        raise Refused("this house lets people in by links; ask for one")

    def by_link(self, name: str) -> bool:
        """Whether somebody whom the house knows may come back by a link."""
        return True

    def of(self, secret: str, *, active: bool = True) -> Session | None:
        """Whose session this is; what a page asks for by itself is not ``active``."""
        kept = hashed(secret) if secret else ""
        found = self._sessions.get(kept)
        if found is None or kept not in self.lasting():
            return None
        if active:
            self._seen[kept] = self._clock()
        return found

    def lasting(self) -> set[str]:
        """The hashes of all sessions that last: those of staff end when nothing is done."""
        last = self._clock() - self._idle
        sessions = list(self._sessions.items())
        return {
            kept for kept, one in sessions if one.role == PLAYER or self._seen.get(kept, 0) > last
        }

    def end(self, secret: str, address: str = "", *, everywhere: bool = False) -> str:
        """The session is over, or every session of whoever has it; their name."""
        found = self._sessions.pop(hashed(secret), None)
        if found and everywhere:
            for kept, one in list(self._sessions.items()):
                if one.name == found.name:
                    self._sessions.pop(kept, None)
        return found.name if found else ""
