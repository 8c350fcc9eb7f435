"""Sessions and sign-in links that are kept in a ledger."""

import time
from collections.abc import Callable
from hashlib import sha256

from houseway.ledger.house import House
from houseway.ledger.people import sign_in_links
from houseway.ledger.people.passwords import check_new
from houseway.ledger.people.people import hashed
from houseway.ledger.people.sign_in_links import Link
from houseway.ledger.people.sign_in_log import INVITED
from houseway.rulebook.refusal import Refused
from houseway.server.sign_in.sessions import NO_LINK, PLAYER, Session, Sessions

FRESH = 2.0  # seconds for which a verified player session is not looked up again
MOST = 20_000  # cached sessions


class HouseSessions(Sessions):
    """Sessions and links in a ledger: they survive a restart, and every process of the house knows
    them."""

    keeps_passwords = True

    def __init__(self, house: House, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock=clock)
        self._house = house
        self._good: dict[
            str, tuple[Session, float]
        ] = {}  # by hash: the time until which it is fresh

    def link(self, *roles: str, owner: bool = False) -> str:
        """Return the token of a new one-time link, valid for a limited time."""
        link = Link(roles or (PLAYER,), owner)
        with self._house.database.transaction() as connection:
            return sign_in_links.give(connection, link, self._house.database.now)

    def behind(self, token: str) -> Link | None:
        """Return the name or roles of an unused link."""
        with self._house.database.reading() as connection:
            return sign_in_links.behind(connection, token, self._house.database.now)

    def use(self, token: str) -> None:
        """Use up a link, or refuse one that is used or unknown."""
        with self._house.database.transaction() as connection:
            if not sign_in_links.use(connection, token):
                raise Refused(NO_LINK)

    def unuse(self, token: str, link: Link) -> None:
        """Make a link valid again because the sign-in failed."""
        with self._house.database.transaction() as connection:
            sign_in_links.put(connection, token, link, self._house.database.now)

    def invited(self, role: str, by: str, address: str = "") -> None:
        """Log that a link was given to someone, with its role."""
        self._house.door.note(INVITED, "", by=by, address=address, note=role)

    def start(self, name: str, role: str = PLAYER, address: str = "", how: str = "link") -> str:
        """Start a session and log how the user signed in."""
        return self._house.door.let_in(name, address, how)

    def must_wait(self, name: str, address: str) -> None:
        """Refuse a user with too many failed passwords."""
        self._house.door.must_wait(name, address)

    def log_in(self, name: str, password: str, code: str = "", address: str = "") -> str:
        """Start a session with a password."""
        return self._house.log_in(name, password, code, address)

    def has_factor(self, name: str) -> bool:
        """Return whether the user signs in with a second factor."""
        return self._house.door.has_factor(name)

    def has_password(self, name: str) -> bool:
        """Return whether the user signs in with a password."""
        return self._house.door.has_password(name)

    def check_password(self, password: str) -> None:
        """Refuse a password that is too short."""
        check_new(password)

    def set_password(self, name: str, password: str, address: str = "") -> None:
        """Set the user's password."""
        self._good.clear()
        self._house.door.set_password(name, password, address=address)

    def _tag(self, name: str) -> str:
        return self._house.keys.tag(f"guest pass of {name}")

    def of(self, secret: str, *, active: bool = True) -> Session | None:
        """Return the session with this secret; requests that a page sends by itself are not
        ``active``."""
        if not secret:
            return None
        try:
            person = self._house.door.who(secret, active=active)
        except Refused:
            return None
        # derived from the secret without revealing it
        found = Session(person.name, sha256(f"csrf {secret}".encode()).hexdigest(), person.role)
        if found.role == PLAYER:  # staff activity is recorded, because idle sessions end
            if len(self._good) >= MOST:
                self._good.clear()
            self._good[hashed(secret)] = found, self._clock() + FRESH
        return found

    def known(self, secret: str) -> Session | None:
        """Return a player's recently verified session. It is dropped when it ends here, when
        another process reports ended sessions, and after ``FRESH`` seconds."""
        found, until = self._good.get(hashed(secret), (None, 0.0))
        return found if self._clock() < until else None

    def lasting(self) -> set[str]:
        """Return the hashes of all valid sessions; drop the others from the cache."""
        found = self._house.door.lasting()
        for gone in set(self._good) - found:
            self._good.pop(gone, None)
        return found

    def end(self, secret: str, address: str = "", *, everywhere: bool = False) -> str:
        """End the session, or every session of its user; return the name."""
        self._good.clear()
        return self._house.door.sign_out(secret, address, everywhere=everywhere)
