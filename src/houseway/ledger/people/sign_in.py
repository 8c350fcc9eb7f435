"""Sign-in: passwords, second factors, sessions, and the log of all that.

No password is hashed within a transaction. A try is counted before it is judged, by account and by
address, and too many have to wait (``attempts``).
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import Connection, text

from houseway.ledger.chain.keys import Keys
from houseway.ledger.database.database import Database
from houseway.ledger.errors import TooMany, Unavailable
from houseway.ledger.people import attempts, names, passwords, people, sign_in_log, totp
from houseway.ledger.people.people import IDLE, Person
from houseway.ledger.people.sign_in_log import Line
from houseway.rulebook.refusal import Refused

WRONG = "the name, the password or the code is wrong"
TOUCHED = 10  # updates of a staff session's last use within its idle limit
_ROW = text(
    "SELECT name, role, password, factor, factor_on, factor_step FROM people WHERE name = :name"
)


class Door:
    """Sign-in and sessions of a house."""

    def __init__(
        self,
        database: Database,
        keys: Keys,
        idle: int = IDLE,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.idle = idle
        self._database = database
        self._keys = keys
        self._clock = clock  # by which codes are good
        self._locked: dict[tuple[str, str], float] = {}  # until when, known without asking
        self._guard = threading.Lock()

    # -- signing in --------------------------------------------------------------------------

    def must_wait(self, name: str, address: str) -> None:
        """Refuse a try that comes too early, from memory alone: it costs next to nothing."""
        now = time.monotonic()
        for who in ((attempts.NAME, _key(name)), (attempts.ADDRESS, address)):
            if (left := self._locked.get(who, 0.0) - now) > 0:
                raise _too_many(left)

    def sign_in(self, name: str, password: str, code: str = "", address: str = "") -> str:
        """A session's token for a name, its password and, where one is set up, the code of the
        second factor. Which of them was wrong is not told."""
        self.must_wait(name, address)
        key, now = _key(name), self._database.now
        later = self._count(name, address)
        with self._database.reading() as connection:
            row = connection.execute(_ROW, {"name": name}).first()
        good = passwords.matches(row.password if row else "", password)
        step = 0
        if good and row is not None and row.factor_on:
            secret = self._keys.unseal(row.factor, _about(name))
            step = totp.accepted(secret, code, self._clock(), row.factor_step)
            good = step > 0
        with self._database.transaction() as connection:
            used = text(
                "UPDATE people SET factor_step = :step WHERE name = :name AND factor_step < :step"
            )
            if good and step:  # of two who show the same code at once, one comes in
                good = connection.execute(used, {"step": step, "name": name}).rowcount == 1
            if not good:
                sign_in_log.write(connection, now, sign_in_log.FAILED, name, address)
            else:
                attempts.succeeded(connection, key, address)
                note = "password and code" if step else "password"
                sign_in_log.write(connection, now, sign_in_log.SIGNED_IN, name, address, note=note)
                token = people.start_session(connection, name, now)
        if good:
            with suppress(Unavailable), self._database.transaction() as connection:
                attempts.forget(connection, now)
            return token
        if later:
            self._remember(key, address)
        raise Refused(WRONG)

    def _count(self, name: str, address: str) -> int:
        """Count a try, or refuse one that comes too early; how long the next must wait."""
        key, now = _key(name), self._database.now
        try:
            with self._database.transaction() as connection:
                later = attempts.count(connection, key, address, now)
                if later >= attempts.LONGEST[attempts.ADDRESS]:
                    sign_in_log.write(connection, now, sign_in_log.LOCKED, name, address)
                return later
        except attempts.MustWait as early:
            self._remember(key, address)
            raise _too_many(early.milliseconds / 1000) from None

    def _remember(self, key: str, address: str) -> None:
        """Know how long both have to wait without asking the database, which knows it anyway."""
        with self._database.reading() as connection:
            now = self._database.now
            by_name = attempts.waits(connection, key, "", now)
            by_address = attempts.waits(connection, "", address, now)
        until = time.monotonic()
        with self._guard:
            if len(self._locked) > 10_000:
                self._locked.clear()
            self._locked[attempts.NAME, key] = until + by_name / 1000
            self._locked[attempts.ADDRESS, address] = until + by_address / 1000

    def let_in(self, name: str, address: str = "", how: str = "link") -> str:
        """Start a session for a person who needs no password; return the token and log how they
        signed in."""
        with self._database.transaction() as connection:
            people.find(connection, name)  # or there is no such user
            now = self._database.now
            sign_in_log.write(connection, now, sign_in_log.SIGNED_IN, name, address, note=how)
            return people.start_session(connection, name, now)

    # -- sessions ----------------------------------------------------------------------------

    def who(self, token: str, *, active: bool = True) -> Person:
        """Whose session this is. That of staff is over when nothing was done in it for a while;
        what a page asks for by itself (not ``active``) is nothing that is done."""
        with self._database.reading() as connection:
            found = people.held(connection, token, self._database.now, self.idle)
        if found is None:
            raise Refused("the session has ended: sign in again")
        if active and found.person.role != "player" and found.quiet > self.idle / TOUCHED:
            with suppress(Unavailable), self._database.transaction() as connection:
                people.touch(connection, token, self._database.now)  # who reads needs no room
        return found.person

    def lasting(self) -> set[str]:
        """The hashes of all sessions that last."""
        with self._database.reading() as connection:
            return people.lasting(connection, self._database.now, self.idle)

    def sign_out(self, token: str, address: str = "", *, everywhere: bool = False) -> str:
        """End a session, or every session of its user; return the user's name, if any."""
        with self._database.transaction() as connection:
            now = self._database.now
            found = people.held(connection, token, now, self.idle)
            name = found.person.name if found else ""
            people.end(connection, token)
            if name:
                if everywhere:
                    people.end_all(connection, name)
                note = "everywhere" if everywhere else ""
                sign_in_log.write(connection, now, sign_in_log.SIGNED_OUT, name, address, note=note)
        return name

    # -- passwords and second factors --------------------------------------------------------

    def set_password(self, name: str, password: str, old: str = "", address: str = "") -> None:
        """Set or change one's password; a person who has one must give it. Other sessions end."""
        passwords.check_new(password)
        self._check(name, old, address)
        kept = passwords.hashed(password)
        with self._database.transaction() as connection:
            connection.execute(
                text("UPDATE people SET password = :kept WHERE name = :name"),
                {"kept": kept, "name": name},
            )
            people.end_all(connection, name)
            sign_in_log.write(connection, self._database.now, sign_in_log.PASSWORD, name, address)

    def _check(self, name: str, password: str, address: str) -> None:
        """Refuse a signed-in person who gives a wrong password, if they have one."""
        self.must_wait(name, address)
        with self._database.reading() as connection:
            row = connection.execute(_ROW, {"name": name}).one()
        if not row.password:
            return
        key, now = _key(name), self._database.now
        later = self._count(name, address)
        good = passwords.matches(row.password, password)
        with self._database.transaction() as connection:
            if good:
                attempts.succeeded(connection, key, address)
            else:
                sign_in_log.write(connection, now, sign_in_log.FAILED, name, address)
        if not good:
            if later:
                self._remember(key, address)
            raise Refused(WRONG)

    def has_factor(self, name: str) -> bool:
        """Return whether a person signs in with a second factor."""
        with self._database.reading() as connection:
            row = connection.execute(_ROW, {"name": name}).first()
        return bool(row and row.factor_on)

    def has_password(self, name: str) -> bool:
        """Return whether a person signs in with a password."""
        with self._database.reading() as connection:
            return people.has_password(connection, name)

    def enroll(self, name: str, house: str, address: str = "") -> str:
        """A new second factor, as the address that an authenticator is given; it is asked for once
        a code of it has been confirmed."""
        secret = totp.new_secret()
        with self._database.transaction() as connection:
            row = connection.execute(_ROW, {"name": name}).one()
            if row.role == "player":
                raise Refused("only staff can use a second factor")
            if not row.password:
                raise Refused("a second factor requires a password: set one first")
            if row.factor_on:
                raise Refused("you already have a second factor; an admin can reset it")
            connection.execute(
                text("UPDATE people SET factor = :factor, factor_step = 0 WHERE name = :name"),
                {"factor": self._keys.seal(secret, _about(name)), "name": name},
            )
            sign_in_log.write(connection, self._database.now, sign_in_log.ENROLLED, name, address)
        return totp.address(secret, house, name)

    def confirm(self, name: str, code: str, address: str = "") -> None:
        """Confirm the new second factor with a code; later sign-ins require one."""
        with self._database.transaction() as connection:
            row = connection.execute(_ROW, {"name": name}).one()
            if row.factor_on or not row.factor:
                raise Refused("there is no second factor to confirm: set one up first")
            secret = self._keys.unseal(row.factor, _about(name))
            step = totp.accepted(secret, code, self._clock(), row.factor_step)
            if not step:
                raise Refused("this is not the code of the new second factor")
            connection.execute(
                text("UPDATE people SET factor_on = :on, factor_step = :step WHERE name = :name"),
                {"on": True, "step": step, "name": name},
            )
            sign_in_log.write(connection, self._database.now, sign_in_log.CONFIRMED, name, address)

    # -- the log -----------------------------------------------------------------------------

    def note(
        self, what: str, person: str, *, by: str = "", address: str = "", note: str = ""
    ) -> None:
        """Add a line to the sign-in log."""
        with self._database.transaction() as connection:
            sign_in_log.write(connection, self._database.now, what, person, address, by, note)

    def log(self, *, person: str = "", before: int = 0, most: int = 100) -> list[Line]:
        """Return the sign-in log, newest first."""
        with self._database.reading() as connection:
            return sign_in_log.read(connection, person=person, before=before, most=most)


def forget_password(connection: Connection, now: str, name: str, by: str) -> None:
    """Remove a person's password and second factor; their sessions end."""
    connection.execute(
        text("UPDATE people SET password = '', factor = '', factor_on = :off WHERE name = :name"),
        {"off": False, "name": name},
    )
    people.end_all(connection, name)
    sign_in_log.write(connection, now, sign_in_log.PASSWORD, name, "", by, "taken away")


def _key(name: str) -> str:
    """Return the key for counting attempts; similar-looking names share one."""
    return min(names.looks(name))[: sign_in_log.LONGEST]


def _about(name: str) -> str:
    return f"second factor {name}"


def _too_many(seconds: float) -> TooMany:
    wait = max(1, round(seconds))
    return TooMany(f"too many wrong passwords: try again in {wait} seconds", wait)
