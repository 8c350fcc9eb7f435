"""What a house does besides its tables: people, their money at the cage, looking on."""

import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger import books, desk
from houseway.ledger.books import Reconciliation, person
from houseway.ledger.chain.hash_chain import CAGE
from houseway.ledger.chain.signing import Signing
from houseway.ledger.database.database import Database
from houseway.ledger.database.store import Store
from houseway.ledger.people import passwords, people
from houseway.ledger.people.people import Person
from houseway.ledger.people.sign_in import Door
from houseway.ledger.tables.answers import place_of, players_of, seen_by
from houseway.ledger.tables.live import Live, waiting_json
from houseway.ledger.tables.notices import announced
from houseway.referee.events import Event
from houseway.referee.stakes import chips_of
from houseway.referee.view import View
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused

TRIES = 3  # to judge several tables at one moment
_AFTER = text("SELECT body FROM entries WHERE table_id = :table AND seq > :seq ORDER BY seq")


class Lobby(ABC):
    """The people of a house and their money, and what anybody may see of its tables."""

    database: Database
    store: Store
    door: Door
    signing: Signing
    _people: dict[str, Person]

    @abstractmethod
    def looking(self, table: int) -> AbstractContextManager[Live]:
        """A table to look at and not to touch."""

    def add_person(self, name: str, role: str, password: str, *, by: str, key: str = "") -> Person:
        """Add a person."""
        people.check_name(name, role)
        kept = passwords.hashed(password)  # before anybody has to wait for it
        with self.at_the_cage() as connection:
            self._person(connection, by).must_be("admin", to="add people")
            key = key or uuid.uuid4().hex
            return desk.add_person(self.store, connection, name, role, kept, by, key)

    def reset_factor(self, name: str, *, by: str, key: str = "") -> None:
        """Remove a person's lost second factor, as an admin."""
        with self.at_the_cage() as connection:
            giver = self._person(connection, by)
            desk.reset_factor(self.store, connection, name, giver, key or uuid.uuid4().hex)

    def person(self, name: str) -> Person | None:
        """Return the person with this name, if there is one."""
        if found := self._people.get(name):
            return found
        with suppress(Refused), self.database.reading() as connection:
            return self._person(connection, name)
        return None

    def people(self) -> list[Person]:
        """Everybody."""
        with self.database.reading() as connection:
            rows = connection.execute(text("SELECT name, role FROM people ORDER BY name"))
            return [Person(name, role) for name, role in rows]

    def log_in(self, name: str, password: str, code: str = "", address: str = "") -> str:
        """A session's token."""
        return self.door.sign_in(name, password, code, address)

    def let_in(self, name: str) -> str:
        """Start a session for a person whom the caller has authenticated; return the token."""
        return self.door.let_in(name)

    def log_out(self, token: str) -> None:
        """End a session."""
        self.door.sign_out(token)

    def who(self, token: str) -> Person:
        """Whose session this is."""
        return self.door.who(token)

    def buy_in(self, name: str, amount: int, *, by: str, key: str, table: int | None = None) -> int:
        """Money comes in, at the cage or into a table's drop box against its chips; the entry."""
        with self.at_the_cage() as connection:
            giver = self._person(connection, by)
            return desk.buy_in(self.store, connection, name, amount, giver, key, table)

    def top_up(self, name: str, amount: int, *, by: str, below: int) -> None:
        """Fresh chips for somebody who has less than so many cents, what lies on tables included:
        chips that can be taken back are not gone. It is judged for one moment."""
        for _ in range(TRIES):
            with self.database.transaction() as connection:
                giver = self._person(connection, by)
                tables = desk.places(self.store, connection, name)
            chips, stood = 0, {}
            for table in tables:
                with suppress(Refused), self.looking(table) as live:
                    stood[table], chips = live.seq, chips + chips_of(live.table, name)
            seen, key = desk.Seen(stood, chips, below), uuid.uuid4().hex
            with self.at_the_cage() as connection:
                if desk.top_up(self.store, connection, name, amount, giver, key, seen):
                    return
        raise Refused("a round is in progress at one of your tables: ask for chips when it is over")

    def cash_out(self, name: str, amount: int, *, by: str, key: str) -> int:
        """Money goes out at the cage; the entry."""
        with self.at_the_cage() as connection:
            giver = self._person(connection, by)
            return desk.cash_out(self.store, connection, name, amount, giver, key)

    def balance(self, name: str) -> int:
        """Return a person's balance in cents."""
        with self.database.reading() as connection:
            return books.balance(connection, person(name)) // FINE

    @contextmanager
    def at_the_cage(self) -> Iterator[Connection]:
        """A transaction that adds to the chain of the house."""
        self.signing.must_hold()
        with self.database.transaction() as connection:
            yield connection
        self.signing.added(CAGE)

    def _person(self, connection: Connection, name: str) -> Person:
        if name not in self._people:  # names and roles never change
            self._people[name] = people.find(connection, name)
        return self._people[name]

    # -- seeing ------------------------------------------------------------------------------

    def view(self, table: int, by: str, seat: int | None = None) -> View:
        """Return the round as a person may see it; a player with several seats names one."""
        with self.looking(table) as live:
            with self.database.reading() as connection:
                viewer = self._person(connection, by)
            return live.table.view(place_of(viewer, live.table.data.players, seat))

    def waiting(self, table: int) -> dict[str, Any]:
        """Return what a table waits for."""
        with self.looking(table) as live:
            return waiting_json(live.table.waiting)

    def committed(self, table: int) -> str:
        """The hash of the key that the next shuffle will be decided by, once it was asked for; a
        seat may give a seed for as long as this is told."""
        with self.looking(table) as live:
            return live.chance.committed

    def players(self, table: int) -> dict[int, str]:
        """Return the player of each seat."""
        with self.looking(table) as live:
            return dict(live.table.data.players)

    def events(self, table: int, since: int, by: str) -> list[tuple[int, Event]]:
        """Return the events after an entry as a person may see them, with their entry numbers."""
        with self.database.reading() as connection:
            viewer = self._person(connection, by)
            rows = connection.execute(_AFTER, {"table": table, "seq": since}).scalars()
            return [
                (body["seq"], seen_by(Event.from_json(event), viewer, players_of(body)))
                for body in map(self.store.read, rows)
                for event in body["events"]
            ]

    def notices(self, table: int) -> list[dict[str, Any]]:
        """Every change of rules that was announced at a table, with its stamps."""
        with self.database.reading() as connection:
            return announced(connection, table)

    def reconcile(self) -> Reconciliation:
        """Reconcile all books."""
        with self.database.reading() as connection:
            return books.reconcile(connection)
