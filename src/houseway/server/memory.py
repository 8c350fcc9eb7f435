"""A house that lives as long as its process does: tables of the referee, chips on the cuff."""

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from houseway.games import open_table
from houseway.referee.events import Event
from houseway.referee.requests import Ask, Bets, Input, Tickets
from houseway.referee.table import Table
from houseway.rulebook.money import FINE, money
from houseway.rulebook.refusal import Refused
from houseway.server.host import PUBLIC, SHOWN, Answer, Command, Snapshot, TableCard

BANK = 100_000  # cents that everyone comes in with
LITTLE = 10_000  # below this somebody may have fresh chips
PATIENCE = 20.0  # seconds for which those who are ready wait for the others
KEPT = 10_000  # keys of commands that are remembered
NAME = 40  # letters of a name at most
MOST_TABLES = 500


@dataclass
class _Table:
    """A table and what the referee does not keep of it."""

    id: int
    table: Table
    ready: set[int] = field(default_factory=set)
    regulars: set[int] = field(default_factory=set)  # who bet in the last round, or is new
    ready_at: float = 0.0
    booked: int = 0  # rounds that are in the balances
    version: int = 1


class MemoryHost:
    """People, balances and tables in memory."""

    def __init__(
        self, *, clock: Callable[[], float] = time.monotonic, seed: int | None = None
    ) -> None:
        self._clock = clock
        self._seed = seed
        self._banks: dict[str, int] = {}
        self._tables: dict[int, _Table] = {}
        self._done: OrderedDict[tuple[int, str], tuple[str, Answer | Refused]] = OrderedDict()
        self._lock = threading.RLock()

    # -- people ------------------------------------------------------------------------------

    def enter(self, name: str) -> str:
        """Somebody new comes in, under this name."""
        name = " ".join(name.split())
        if not name or len(name) > NAME or not name.isprintable():
            raise Refused(f"a name is one to {NAME} letters")
        with self._lock:
            if name in self._banks:
                raise Refused(f"somebody here is called {name} already")
            self._banks[name] = BANK
        return name

    def knows(self, name: str) -> bool:
        """Whether somebody is called so."""
        return name in self._banks

    def balance(self, name: str) -> int:
        """What somebody has and has not bet, in cents."""
        with self._lock:
            return self._banks[name] + sum(
                sum(found.table.round.state.nets[seat].values())
                for found in self._tables.values()
                if found.table.started and found.table.waiting is not None
                for seat, player in found.table.data.players.items()
                if player == name
            )

    def buy_in(self, name: str) -> int:
        """Somebody who has little left gets fresh chips; the balance then."""
        with self._lock:
            if self.balance(name) >= LITTLE:
                raise Refused(f"fresh chips are for those who have less than {money(LITTLE)}")
            self._banks[name] += BANK
            return self.balance(name)

    # -- tables ------------------------------------------------------------------------------

    def tables(self) -> list[TableCard]:
        """Every table."""
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

    def open_table(self, game: str, edition: str, options: Mapping[str, Any], *, by: str) -> int:
        """A new table, and its number."""
        with self._lock:
            if len(self._tables) >= MOST_TABLES:
                raise Refused(f"the house has {MOST_TABLES} tables and no room for another")
            id = len(self._tables) + 1
            table = open_table(
                game, edition, seed=self._seed, options=dict(options), keep_log=False
            )
            self._tables[id] = _Table(id, table)
            return id

    def _find(self, table: int) -> _Table:
        if found := self._tables.get(table):
            return found
        raise Refused(f"there is no table {table}")

    def version(self, table: int) -> int:
        """A number that grows with whatever happens at a table."""
        return self._find(table).version

    def look(self, table: int, *, by: str, seat: int | None = None) -> Snapshot:
        """A table as somebody may see it."""
        with self._lock:
            found = self._find(table)
            live, waiting = found.table, found.table.waiting
            own = tuple(s for s, player in live.data.players.items() if player == by)
            if seat is None:
                asked = waiting.who if isinstance(waiting, Ask) and waiting.who in own else None
                seat = asked if isinstance(asked, int) else next(iter(own), None)
            elif seat not in own:
                raise Refused(f"seat {seat} is not {by}'s")
            view = live.view(PUBLIC if seat is None else seat) if live.started else None
            return Snapshot(
                id=table,
                rules=live.rules,
                players=dict(live.data.players),
                own=own,
                seat=seat,
                view=view,
                asks=_asks(live),
                asked_of=waiting.who if isinstance(waiting, Ask) else None,
                ask=view.asked if view else None,
                cite=waiting.cite if waiting is not None else "",
                barred=_barred(live, seat),
                ready=frozenset(found.ready),
                awaited=frozenset(_awaited(found) - found.ready),
                overdue=self._overdue(found),
                rounds=live.data.rounds,
                meters={name: value // FINE for name, value in live.data.meters.items()},
                notes={name: live.data.notes[name] for name in SHOWN if live.data.notes.get(name)},
                version=found.version,
            )

    def _overdue(self, found: _Table) -> bool:
        return bool(found.ready) and self._clock() - found.ready_at >= PATIENCE

    # -- commands ----------------------------------------------------------------------------

    def do(self, table: int, command: Command, *, by: str, key: str = "") -> Answer:
        """Do something at a table. With a key that has been used nothing is done again."""
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
        seen = len(live.events) if live.started else 0
        word, seat = command["do"], command["seat"]
        players = live.data.players
        if word == "sit":
            live.sit(seat, by)
            found.regulars.add(seat)
            if not live.started:
                live.begin()
        elif players.get(seat) != by:
            raise Refused(f"seat {seat} is not {by}'s", live.rules.cite("seated"))
        elif word == "leave":
            if isinstance(live.waiting, Ask) and live.waiting.who == seat:
                raise Refused(f"seat {seat} has something to decide first", live.waiting.cite)
            live.leave(seat)
            found.ready.discard(seat)
        elif word == "bet":
            self._open(live)
            self._bet(live, seat, command, by)
        elif word == "act":
            self._check_act(live, seat, command, by)
            live.act(seat, command["what"], command.get("amount"))
        elif word == "ready":
            self._ready(found, seat)
        elif word == "buy":
            self._buy(live, seat, command["form"], by)
        elif word in ("void", "refund", "redeem"):
            getattr(live, word)(seat, command["ticket"])
        else:
            raise Refused(f"there is no command {word!r}")
        found.version += 1
        self._book(found)
        start = seen if live.started and live.round is round_before else 0
        events = live.events[start:] if live.started else []
        return Answer(found.id, found.version, tuple(_seen(event, by, live) for event in events))

    def _open(self, live: Table) -> None:
        """A round begins with the first bet, so that what the last one came to stays in view."""
        if live.waiting is None:
            live.begin()

    def _bet(self, live: Table, seat: int, command: Command, by: str) -> None:
        """What the rules refuse is refused first, and then what somebody cannot pay."""
        bets, tender = command["bets"], command.get("tender", "chips")
        what = "" if tender == "chips" else tender
        if isinstance(live.waiting, Bets):
            live.waiting.check(Input("bet", seat, what, amounts=tuple(bets.items())))
        if tender == "chips":
            placed = live.round.state.placed.get(seat, {})
            more = sum(amount - placed.get(name, 0) for name, amount in bets.items())
            self._afford(by, more)
        live.bet(seat, bets, tender=tender)

    def _check_act(self, live: Table, seat: int, command: Command, by: str) -> None:
        waiting = live.waiting
        if isinstance(waiting, Ask) and waiting.who == seat:
            choice = waiting.choice(command["what"])
            amount = command.get("amount")
            if choice.name != "cut":  # the depth of a cut is no money
                self._afford(by, choice.least if amount is None else amount)

    def _afford(self, by: str, cents: int) -> None:
        if cents > 0 and cents > (has := self.balance(by)):
            raise Refused(f"that takes {money(cents)}; you have {money(has)}")

    def _buy(self, live: Table, seat: int, form: Mapping[str, Any], by: str) -> None:
        self._open(live)
        made = live.buy(seat, **form)
        if self.balance(by) < 0:
            ticket = next(event.what for event in made if event.kind == "issued")
            live.void(seat, ticket)
            raise Refused(f"that is more than you have; ticket {ticket} is void")

    def _ready(self, found: _Table, seat: int) -> None:
        """A seat has finished betting. The house closes the window when everybody has whom it
        waits for, or when those who are ready have waited long enough."""
        live = found.table
        if live.data.standing.get(seat):
            self._open(live)
        if not isinstance(live.waiting, Bets):
            raise Refused("no wagers are being taken now")
        bettors = _bettors(live)
        if seat not in bettors and not isinstance(live.waiting, Tickets):
            raise Refused("no wager is on the table", live.rules.cite("bets"))
        if self._overdue(found) or _awaited(found) <= {*found.ready, seat}:
            if isinstance(live.waiting, Tickets):
                live.make_ready()
            live.close()  # or is refused, and then nobody is more ready than before
            found.ready.clear()
            found.regulars = bettors
        else:
            if not found.ready:
                found.ready_at = self._clock()
            found.ready.add(seat)

    def _book(self, found: _Table) -> None:
        """A round that is over goes into the balances."""
        live = found.table
        if live.waiting is None and live.started and live.data.rounds > found.booked:
            found.booked = live.data.rounds
            for seat, nets in live.results.nets.items():
                if player := live.data.players.get(seat):
                    self._banks[player] += sum(nets.values())


def _again(done: tuple[str, Answer | Refused], asked: str) -> Answer:
    before, answer = done
    if before != asked:
        raise Refused("this key has been used for another command")
    if isinstance(answer, Refused):
        raise answer
    return replace(answer, repeated=True)


def _asks(live: Table) -> str:
    waiting = live.waiting
    if waiting is None:
        return ""
    if isinstance(waiting, Tickets):
        return "tickets"
    return "bets" if isinstance(waiting, Bets) else "decision"


def _bettors(live: Table) -> set[int]:
    """The seats that have something in this round."""
    players = live.data.players
    return {seat for seat in players if live.round.state.placed.get(seat)}


def _awaited(found: _Table) -> set[int]:
    """The seats that the house waits for before it closes: those that have bet, those that did in
    the last round, and whoever has just sat down."""
    live = found.table
    if not isinstance(live.waiting, Bets):
        return set()
    return (_bettors(live) | found.regulars) & set(live.data.players)


def _seen(event: Event, by: str, live: Table) -> Event:
    own = isinstance(event.sees, int) and live.data.players.get(event.sees) == by
    return event if own else event.seen_by(PUBLIC)


def _barred(live: Table, seat: int | None) -> dict[str, Refused]:
    """The wagers that a seat may not make now, each with its reason: the referee is asked what it
    would say to the smallest of each."""
    if seat is None or not isinstance(live.waiting, Bets) or isinstance(live.waiting, Tickets):
        return {}
    found = {}
    placed = live.round.state.placed.get(seat, {})
    for name, wager in live.rules.wagers.items():
        if wager.window != "bets" or wager.paid_on:
            continue
        limit = live.rules.limits.get(name)
        fixed = [rule.choices[0] for rule in wager.amount if rule.choices]
        least = max([limit.minimum if limit else 0, *fixed])
        for spot in wager.spots or [""]:
            full = f"{name}@{spot}" if spot else name
            amount = max(least, placed.get(full, 0))
            try:
                live.waiting.check(Input("bet", seat, amounts=((full, amount or 100),)))
            except Refused as refusal:
                found[full] = refusal
    return found
