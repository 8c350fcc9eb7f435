"""The house in memory: tables of the referee and balances, which end with the process."""

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from houseway.games import open_table
from houseway.ledger.people import names
from houseway.ledger.people.names import looks
from houseway.ledger.people.people import Person
from houseway.ledger.tables.commands import WORDS
from houseway.referee.absence import seats_kept
from houseway.referee.events import STANDING
from houseway.referee.requests import AWAY, BACK, MOVE, Bets
from houseway.referee.stakes import chips_of
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.server.floor.staff import say
from houseway.server.host import (
    BANK,
    IDLE,
    MOST_TABLES,
    OPENERS,
    Answer,
    Command,
    Snapshot,
    TableCard,
    check_chips,
    check_pays,
    proper,
)
from houseway.server.house_settings import HouseSettings
from houseway.server.sign_in.sessions import PLAYER
from houseway.server.table.look import look_at, seen
from houseway.server.table.window import Window, asks_first, bettors, check_own, takes
from houseway.simulation.company import Company, ask_for, company_for, most_of

KEPT = 10_000  # remembered idempotency keys


@dataclass
class _Table:
    """A table and its data outside the referee."""

    id: int
    table: Table
    window: Window = field(default_factory=Window)
    booked: int = 0  # rounds that are booked in the balances
    version: int = 1
    touched: float = 0.0  # time of the last action
    player: str = ""  # the player for whom it was opened; empty for the house
    company: Company | None = None  # at a practice table: the bots
    paid: dict[int, int] = field(
        default_factory=dict
    )  # amounts of this round paid to players who have left a seat

    def due(self, seat: int) -> int:
        """Return what the round has brought the present players of each seat, in cents."""
        nets = self.table.round.state.nets.get(seat, {})
        return sum(nets.values()) - self.paid.get(seat, 0)

    @property
    def empty(self) -> bool:
        """Return whether the table has no players and no wagers."""
        data = self.table.data
        return not data.players and not data.tickets and not any(data.standing.values())


class MemoryHost:
    """People, balances and tables in memory."""

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        seed: int | None = None,
        practice: bool = False,
        tables_each: int = HouseSettings.tables_each,
        decision_seconds: int = HouseSettings.clock,
    ) -> None:
        self._tables_each = tables_each
        self._seconds = decision_seconds
        self._practice = practice
        self._clock = clock
        self._seed = seed
        self._banks: dict[str, int] = {}
        self._roles: dict[str, str] = {}
        self._tables: dict[int, _Table] = {}
        self._opened = 0
        self._done: OrderedDict[tuple[int, str], tuple[str, Answer | Refused]] = OrderedDict()
        self._lock = threading.RLock()

    # -- people ------------------------------------------------------------------------------

    def enter(self, name: str, role: str = PLAYER) -> str:
        """Register a new user with this name. A player gets chips."""
        name = proper(name)
        with self._lock:
            if name in self._roles:
                raise Refused(f"the name {name} is taken")
            names.check(name)
            if like := next((one for one in self._roles if looks(one) & looks(name)), ""):
                raise Refused(f"{name!r} looks like {like!r}, who has an account")
            self._roles[name] = role
            self._banks[name] = BANK if role == PLAYER else 0
        return name

    def role(self, name: str) -> str:
        """Return the user's role; empty if there is no such user."""
        return self._roles.get(name, "")

    def balance(self, name: str) -> int:
        """Return the user's balance in cents, without bets."""
        with self._lock:
            return self._banks[name] + sum(
                found.due(seat)
                for found in self._tables.values()
                if found.table.started and found.table.waiting is not None
                for seat, player in found.table.data.players.items()
                if player == name
            )

    def buy_in(self, name: str) -> int:
        """Give new chips to a player with a low balance; return the balance."""
        with self._lock:
            tables = [found.table for found in self._tables.values()]
            check_chips(self.balance(name) + sum(chips_of(one, name) for one in tables))
            self._banks[name] += BANK
            return self.balance(name)

    # -- tables ------------------------------------------------------------------------------

    def tables(self) -> list[TableCard]:
        """Return every table."""
        with self._lock:
            return [
                TableCard(
                    found.id,
                    found.table.rules,
                    dict(found.table.data.players),
                    found.table.data.rounds,
                )
                for found in self._tables.values()
            ]

    def open_table(
        self,
        game: str,
        edition: str,
        options: Mapping[str, Any],
        *,
        by: str,
        company: int | None = None,
        **terms: Any,
    ) -> int:
        """Open a table and return its number; ``company`` is the number of bots at a practice
        table."""
        with self._lock:
            player = "" if self.role(by) in OPENERS else by
            if not self._room(player):
                self.close_empty(player)
            if not self._room(player):
                whose, most = (player, self._tables_each) if player else ("the house", MOST_TABLES)
                raise Refused(f"{whose} already has {most} tables, the most that are allowed")
            table = open_table(
                game,
                edition,
                seed=self._seed,
                options=dict(options),
                keep_log=False,
                practice=self._practice,
                **terms,
            )
            self._opened += 1
            id = self._opened
            others = company_for(table, company, self._seed) if self._practice else None
            self._tables[id] = _Table(
                id, table, touched=self._clock(), player=player, company=others
            )
            return id

    def _room(self, player: str) -> bool:
        """Check that a player, or the house, may have another table."""
        found = list(self._tables.values())
        own = sum(one.player == player for one in found)
        alike = sum(bool(one.player) == bool(player) for one in found)
        return alike < MOST_TABLES and (not player or self._practice or own < self._tables_each)

    def close_empty(self, player: str = "") -> list[int]:
        """Close tables that have been empty for a while, and the empty ones of a player who needs
        room; return them."""
        with self._lock:
            last = self._clock() - IDLE
            found = [one for one in self._tables.values() if one.empty]
            own = [one.id for one in found if player and one.player == player]
            gone = {*own, *(one.id for one in found if one.touched <= last)}
            for id in gone:
                del self._tables[id]
            return sorted(gone)

    def _find(self, table: int) -> _Table:
        if found := self._tables.get(table):
            return found
        raise Refused(f"there is no table {table}")

    def version(self, table: int) -> int:
        """Return a number that grows with every change of a table."""
        return self._find(table).version

    def looks(self, table: int, viewers: Mapping[str, str]) -> dict[str, Snapshot]:
        """Return a table as each of these people may see it."""
        return {by: self.look(table, by=by, role=role) for by, role in viewers.items()}

    def look(self, table: int, *, by: str, seat: int | None = None, role: str = "") -> Snapshot:
        """Return a table as one person may see it."""
        with self._lock:
            found = self._find(table)
            now, role = self._clock(), role or self.role(by) or PLAYER
            version, window = found.version, found.window
            return look_at(table, found.table, window, now, version, by, seat, role, self._seconds)

    def company(self, table: int) -> tuple[int, int] | None:
        """Return the number of bots at a table and the maximum; None if it has none."""
        found = self._find(table)
        return (found.company.wanted, most_of(found.table)) if found.company else None

    def ask_company(self, table: int, wanted: int) -> None:
        """Set the number of bots from the next round on."""
        with self._lock:
            found = self._find(table)
            if found.company is None:
                raise Refused("this table has no bots")
            ask_for(found.company, found.table, wanted)
            found.company.arrange(found.table)
            found.version += 1

    def check_aid(self, table: int, aid: str) -> None:
        """Refuse an aid that may not be shown at a table; callers that show one ask first."""
        self._find(table).table.check_aid(aid)

    # -- commands ----------------------------------------------------------------------------

    def do(self, table: int, command: Command, *, by: str, role: str = "", key: str = "") -> Answer:
        """Execute a command at a table. A repeated key returns the first answer and executes
        nothing."""
        asked = json.dumps([by, dict(command)], sort_keys=True)
        with self._lock:
            if key and (again := self._done.get((table, key))):
                return _again(again, asked)
            try:
                answer: Answer | Refused = self._do(self._find(table), command, by)
            except Refused as refusal:
                answer = refusal
            if key:
                self._done[table, key] = (asked, answer)
                while len(self._done) > KEPT:
                    self._done.popitem(last=False)
        if isinstance(answer, Refused):
            raise answer
        return answer

    def _do(self, found: _Table, command: Command, by: str) -> Answer:
        live = found.table
        round_before = live.round if live.started else None
        players = dict(live.data.players)
        before = len(live.events) if live.started else 0
        word, seat = command["do"], command.get("seat")
        if (role := self._roles.get(by, PLAYER)) != PLAYER:
            say(live, command, Person(by, role))
            if live.waiting is None:
                found.window.ready.clear()
        else:
            self._play(found, command, word, seat, by)
        if found.company:
            found.company.answer(live)
            found.company.arrange(live)
            found.company.put_down(live)
        found.version += 1
        found.touched = self._clock()
        self._pay_leavers(found, players)
        self._book(found)
        start = before if live.started and live.round is round_before else 0
        events = live.events[start:] if live.started else []
        return Answer(found.id, found.version, tuple(seen(event, by, live) for event in events))

    def _play(self, found: _Table, command: Command, word: str, seat: Any, by: str) -> None:
        """Execute a player's command for the player's own seat."""
        live = found.table
        check_own(live, command, by)
        kept = seats_kept(live.rules)
        found.window.go_away(seat, word == AWAY and not kept)  # a player who acts is back
        if word in (AWAY, BACK) and not kept:
            return
        if word == "sit":
            if command.get("player", by) != by:
                raise Refused(f"{by} may not take a seat for another player")
            live.sit(seat, by)
            found.window.regulars.add(seat)
            if not live.started:
                live.begin()
        elif word == "leave":
            live.leave(seat)
            found.window.left(seat)
        elif word == AWAY:
            live.away(seat)
        elif word == BACK:
            self._afford(by, takes(live, command))
            live.back(seat, command.get("amount", 0))
        elif word in ("change_seat", MOVE):  # a house in memory has no waiting list
            live.move(seat, command["to"])
        elif word == "bet":
            self._open(found)
            self._afford(by, takes(live, command))
            live.bet(seat, command["bets"], tender=command.get("tender", "chips"))
        elif word == "act":
            self._afford(by, takes(live, command))
            live.act(seat, command["what"], command.get("amount"))
        elif word == "ready":
            self._ready(found, seat)
        elif word == "hurry":
            passed = found.window.pass_over(live, by, self._clock(), self._seconds)
            WORDS["absent"].run(live, {"do": "absent", "seat": passed}, Person(by, PLAYER))
            if kept and passed not in live.data.absent and passed < STANDING:
                found.window.go_away(passed, False)
                live.away(passed)  # and is not dealt in until back
        elif word == "buy":
            self._buy(found, seat, command["form"], by)
        elif word in ("void", "refund", "redeem"):
            getattr(live, word)(seat, command["ticket"])
        else:
            raise Refused(f"there is no command {word!r}")

    def _open(self, found: _Table) -> None:
        """Start a round with the first bet, so that the last result stays visible until then."""
        if found.table.waiting is None:
            found.table.begin()
        if found.company:
            found.company.answer(found.table)

    def _afford(self, by: str, cents: int) -> None:
        check_pays(cents, self.balance(by))

    def _buy(self, found: _Table, seat: int, form: Mapping[str, Any], by: str) -> None:
        live = found.table
        self._open(found)
        made = live.buy(seat, **form)
        if self.balance(by) < 0:
            ticket = next(event.what for event in made if event.kind == "issued")
            live.void(seat, ticket)
            raise Refused(f"ticket {ticket} costs more than you have and is void")

    def _ready(self, found: _Table, seat: int) -> None:
        """Mark a seat ready; when the last awaited seat is ready, close betting."""
        live = found.table
        if live.waiting is None and (live.data.standing.get(seat) or asks_first(live)):
            self._open(found)
            if not isinstance(live.waiting, Bets):
                return
        if found.company:
            found.company.arrange(live)
            found.company.put_down(live)
            found.window.ready |= found.company.seats
        closes = found.window.closes(live, seat, self._clock())
        if not closes or "dealer" in live.by_hand:  # then the dealer closes it
            found.window.mark(seat, self._clock())
            return
        in_round = bettors(live)
        live.make_ready()
        live.close()  # if the close is refused, the seat is not marked ready
        found.window.closed(in_round)

    def _pay_leavers(self, found: _Table, before: Mapping[int, str]) -> None:
        """Pay players who left a seat during a round what the round has brought so far."""
        live = found.table
        if not live.started or (live.waiting is None and live.data.rounds <= found.booked):
            return
        for seat, player in before.items():
            if live.data.players.get(seat) != player and (due := found.due(seat)):
                found.paid[seat] = found.paid.get(seat, 0) + due
                if player in self._banks:
                    self._banks[player] += due

    def _book(self, found: _Table) -> None:
        """Book a finished round in the balances."""
        live = found.table
        if live.waiting is None and live.started and live.data.rounds > found.booked:
            found.booked = live.data.rounds
            for seat in live.round.state.nets:
                if (player := live.data.players.get(seat)) in self._banks:
                    self._banks[player] += found.due(seat)
            found.paid.clear()


def _again(done: tuple[str, Answer | Refused], asked: str) -> Answer:
    before, answer = done
    if before != asked:
        raise Refused("this idempotency key was used for a different command")
    if isinstance(answer, Refused):
        raise answer
    return replace(answer, repeated=True)
