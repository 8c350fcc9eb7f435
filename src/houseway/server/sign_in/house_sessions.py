"""Sessions and sign-in links in a database."""

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

FRESH = 2.0  # seconds for which a player's session that was good is not looked up again
MOST = 20_000  # sessions that are remembered


class HouseSessions(Sessions):
    """Sessions and links in a house's ledger: browsers and programs come back after a restart, and
    every process of the house knows them."""

    keeps_passwords = True

    def __init__(self, house: House, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock=clock)
        self._house = house
        self._good: dict[str, tuple[Session, float]] = {}  # by hash: until when it is fresh

    def link(self, *roles: str, owner: bool = False) -> str:
        """Return a new token that lets one person in, for as long as links are good."""
        link = Link(roles or (PLAYER,), owner)
        with self._house.database.transaction() as connection:
            return sign_in_links.give(connection, link, self._house.database.now)

    def behind(self, token: str) -> Link | None:
        """Whom a link lets in, while it is good and has not been used."""
        with self._house.database.reading() as connection:
            return sign_in_links.behind(connection, token, self._house.database.now)

    def use(self, token: str) -> None:
        """Use a link up, or refuse one that is used or was never given."""
        with self._house.database.transaction() as connection:
            if not sign_in_links.use(connection, token):
                raise Refused(NO_LINK)

    def unuse(self, token: str, link: Link) -> None:
        """Nobody came in by it after all: it is good again."""
        with self._house.database.transaction() as connection:
            sign_in_links.put(connection, token, link, self._house.database.now)

    def invited(self, role: str, by: str, address: str = "") -> None:
        """Somebody has been given a link: the log of the doors keeps for which role."""
        self._house.door.note(INVITED, "", by=by, address=address, note=role)

    def start(self, name: str, role: str = PLAYER, address: str = "", how: str = "link") -> str:
        """Start a session for somebody and note in the sign-in log how they came in."""
        return self._house.door.let_in(name, address, how)

    def must_wait(self, name: str, address: str) -> None:
        """Refuse somebody who has tried too many passwords."""
        self._house.door.must_wait(name, address)

    def log_in(self, name: str, password: str, code: str = "", address: str = "") -> str:
        """A session for somebody who says a password."""
        return self._house.log_in(name, password, code, address)

    def has_factor(self, name: str) -> bool:
        """Whether somebody signs in with a second factor."""
        return self._house.door.has_factor(name)

    def has_password(self, name: str) -> bool:
        """Whether somebody signs in with a password."""
        return self._house.door.has_password(name)

    def check_password(self, password: str) -> None:
        """Refuse a password that is too short."""
        check_new(password)

    def set_password(self, name: str, password: str, address: str = "") -> None:
        """Give somebody new a password."""
        self._good.clear()
        self._house.door.set_password(name, password, address=address)

    def _tag(self, name: str) -> str:
        return self._house.keys.tag(f"guest pass of {name}")

    def of(self, secret: str, *, active: bool = True) -> Session | None:
        """Whose session this is; what a page asks for by itself is not ``active``."""
        if not secret:
            return None
        try:
            person = self._house.door.who(secret, active=active)
        except Refused:
            return None
        # follows from the secret, which only its holder knows, and does not give it away
        found = Session(person.name, sha256(f"csrf {secret}".encode()).hexdigest(), person.role)
        if found.role == PLAYER:  # what staff do is noted, or their sessions end
            if len(self._good) >= MOST:
                self._good.clear()
            self._good[hashed(secret)] = found, self._clock() + FRESH
        return found

    def known(self, secret: str) -> Session | None:
        """Return a player's session that was good a moment ago. It is forgotten when it ends here,
        when another process tells that sessions have ended, and after ``FRESH`` seconds."""
        found, until = self._good.get(hashed(secret), (None, 0.0))
        return found if self._clock() < until else None

    def lasting(self) -> set[str]:
        """The hashes of all sessions that last; those that do not are no longer known."""
        found = self._house.door.lasting()
        for gone in set(self._good) - found:
            self._good.pop(gone, None)
        return found

    def end(self, secret: str, address: str = "", *, everywhere: bool = False) -> str:
        """The session is over, or every session of whoever has it; their name."""
        self._good.clear()
        return self._house.door.sign_out(secret, address, everywhere=everywhere)
