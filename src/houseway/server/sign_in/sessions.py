"""Who is at the door: one-time links, sessions of browsers, tokens of programs.

A link lets one person in, once. What is kept of links, sessions and tokens is their hash.
"""

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from houseway.ledger.people.people import IDLE, hashed
from houseway.ledger.people.sign_in_links import Link
from houseway.rulebook.refusal import Refused

COOKIE, GUEST_COOKIE = "houseway", "houseway_guest"
GUEST_DAYS = 180  # for which a guest's browser remembers them
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


class Sessions:
    """Links that are still good, and everybody who has come in."""

    keeps_passwords = False  # whoever works here then needs one

    def __init__(self, idle: int = IDLE, clock: Callable[[], float] = time.monotonic) -> None:
        self._idle = idle / 1000
        self._clock = clock
        self._links: dict[str, Link] = {}
        self._sessions: dict[str, Session] = {}
        self._seen: dict[str, float] = {}
        self._lock = threading.Lock()
        self._key = secrets.token_bytes(32)

    def link(self, *roles: str, owner: bool = False) -> str:
        """Return a new token that lets one new person in, a player unless roles are named; the
        ``owner``'s also lets in somebody whom the house knows."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._links[hashed(token)] = Link(roles or (PLAYER,), owner)
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

    def start(self, name: str, role: str = PLAYER, address: str = "", how: str = "link") -> str:
        """Start a session for somebody; return the secret that stands for it. A house that keeps a
        sign-in log notes ``how`` they came in."""
        secret = secrets.token_urlsafe(32)
        self._seen[hashed(secret)] = self._clock()
        self._sessions[hashed(secret)] = Session(name, secrets.token_urlsafe(24), role)
        return secret

    def must_wait(self, name: str, address: str) -> None:
        """Refuse somebody who has tried too many passwords."""

    def log_in(self, name: str, password: str, code: str = "", address: str = "") -> str:
        """A session for somebody who says a password."""
        raise Refused("this server signs people in by links; ask for one")

    def has_factor(self, name: str) -> bool:
        """Whether somebody signs in with a second factor."""
        return False

    def has_password(self, name: str) -> bool:
        """Whether somebody signs in with a password."""
        return False

    def check_password(self, password: str) -> None:
        """Refuse a password that nobody may have here."""
        raise Refused("this house is kept in memory and has no passwords")

    def set_password(self, name: str, password: str, address: str = "") -> None:
        """Give somebody new a password."""

    def _tag(self, name: str) -> str:
        """Return the proof that this house gave a guest their pass."""
        return hmac.new(self._key, name.encode(), sha256).hexdigest()

    def guest_pass(self, name: str) -> str:
        """Return what a guest's browser keeps, so that they can return to their own account."""
        return f"{name.encode().hex()}.{self._tag(name)}"

    def guest_of(self, kept: str) -> str:
        """Return whose guest pass this is, or nothing if this house did not write it."""
        named, _, tag = kept.partition(".")
        try:
            name = bytes.fromhex(named).decode()
        except ValueError:
            return ""
        return name if hmac.compare_digest(self._tag(name).encode(), tag.encode()) else ""

    def of(self, secret: str, *, active: bool = True) -> Session | None:
        """Whose session this is; what a page asks for by itself is not ``active``."""
        kept = hashed(secret) if secret else ""
        found = self._sessions.get(kept)
        if found is None or kept not in self.lasting():
            return None
        if active:
            self._seen[kept] = self._clock()
        return found

    def known(self, secret: str) -> Session | None:
        """Return a session that is known to be good without asking a database."""
        return self.of(secret)

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
