"""Sign-in: one-time links, sessions of browsers, tokens of programs.

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
GUEST_DAYS = 180  # lifetime of a guest's cookie
PLAYER = "player"
STAFF = ("dealer", "floor", "auditor", "admin")
ROLES = (PLAYER, *STAFF)
NO_LINK = "this link has been used or is none of ours; ask for another"


@dataclass(frozen=True)
class Session:
    """A signed-in user. State-changing requests from pages must carry ``csrf``."""

    name: str
    csrf: str
    role: str = PLAYER


class Sessions:
    """The unused links and all sessions."""

    keeps_passwords = False  # staff then need a password

    def __init__(self, idle: int = IDLE, clock: Callable[[], float] = time.monotonic) -> None:
        self._idle = idle / 1000
        self._clock = clock
        self._links: dict[str, Link] = {}
        self._sessions: dict[str, Session] = {}
        self._seen: dict[str, float] = {}
        self._lock = threading.Lock()
        self._key = secrets.token_bytes(32)

    def link(self, *roles: str, owner: bool = False) -> str:
        """Return the token of a new one-time link, for a new player unless roles are given; the
        ``owner``'s link also admits known users."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._links[hashed(token)] = Link(roles or (PLAYER,), owner)
        return token

    def behind(self, token: str) -> Link | None:
        """Return the name or roles of an unused link."""
        return self._links.get(hashed(token))

    def use(self, token: str) -> None:
        """Use up a link, or refuse one that is used or unknown."""
        with self._lock:
            if self._links.pop(hashed(token), None) is None:
                raise Refused(NO_LINK)

    def unuse(self, token: str, link: Link) -> None:
        """Make a link valid again because the sign-in failed."""
        with self._lock:
            self._links[hashed(token)] = link

    def invited(self, role: str, by: str, address: str = "") -> None:
        """Log that a link was given to someone; a house in memory keeps no log."""

    def start(self, name: str, role: str = PLAYER, address: str = "", how: str = "link") -> str:
        """Start a session and return its secret. A house with a sign-in log records ``how`` the
        user signed in."""
        secret = secrets.token_urlsafe(32)
        self._seen[hashed(secret)] = self._clock()
        self._sessions[hashed(secret)] = Session(name, secrets.token_urlsafe(24), role)
        return secret

    def must_wait(self, name: str, address: str) -> None:
        """Refuse a user with too many failed passwords."""

    def log_in(self, name: str, password: str, code: str = "", address: str = "") -> str:
        """Start a session with a password."""
        raise Refused("this server signs people in by links; ask for one")

    def has_factor(self, name: str) -> bool:
        """Return whether the user signs in with a second factor."""
        return False

    def has_password(self, name: str) -> bool:
        """Return whether the user signs in with a password."""
        return False

    def check_password(self, password: str) -> None:
        """Refuse every password: a house in memory has none."""
        raise Refused("this house is kept in memory and has no passwords")

    def set_password(self, name: str, password: str, address: str = "") -> None:
        """Set the user's password."""

    def _tag(self, name: str) -> str:
        """Return the signature of a guest's cookie."""
        return hmac.new(self._key, name.encode(), sha256).hexdigest()

    def guest_pass(self, name: str) -> str:
        """Return the cookie with which a guest can return to the same account."""
        return f"{name.encode().hex()}.{self._tag(name)}"

    def guest_of(self, kept: str) -> str:
        """Return the guest named in a cookie, or None if this house did not sign it."""
        named, _, tag = kept.partition(".")
        try:
            name = bytes.fromhex(named).decode()
        except ValueError:
            return ""
        return name if hmac.compare_digest(self._tag(name).encode(), tag.encode()) else ""

    def of(self, secret: str, *, active: bool = True) -> Session | None:
        """Return the session with this secret; requests that a page sends by itself are not
        ``active``."""
        kept = hashed(secret) if secret else ""
        found = self._sessions.get(kept)
        if found is None or kept not in self.lasting():
            return None
        if active:
            self._seen[kept] = self._clock()
        return found

    def known(self, secret: str) -> Session | None:
        """Return a session that needs no database lookup, if it is cached."""
        return self.of(secret)

    def lasting(self) -> set[str]:
        """Return the hashes of all valid sessions; idle staff sessions have ended."""
        last = self._clock() - self._idle
        sessions = list(self._sessions.items())
        return {
            kept for kept, one in sessions if one.role == PLAYER or self._seen.get(kept, 0) > last
        }

    def end(self, secret: str, address: str = "", *, everywhere: bool = False) -> str:
        """End the session, or every session of its user; return the name."""
        found = self._sessions.pop(hashed(secret), None)
        if found and everywhere:
            for kept, one in list(self._sessions.items()):
                if one.name == found.name:
                    self._sessions.pop(kept, None)
        return found.name if found else ""
