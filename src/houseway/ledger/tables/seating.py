"""The list of those who wait for a seat, and of players who want another seat at their table.

Asking, an offer and the end of a request are entries in the chain of the whole house, as flags are:
nothing is ever taken out. A seat that is free is offered to whoever is next in line, for ``HOLD``
minutes by the house's clock, and nobody else may take it meanwhile; then the request has lapsed and
the seat is for the next one. A player of the table who wants that very seat comes before anybody
who waits for a seat there.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, text

from houseway.ledger.chain.hash_chain import CAGE
from houseway.ledger.people import people
from houseway.ledger.tables.listing import Listed
from houseway.referee.events import STANDING, box_of
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from houseway.ledger.house import House

HOLD = 3  # minutes for which a seat is held for whom it was offered to
MOST_EACH = 5  # requests of one person that are open at once
MOST = 2_000  # entries that are read at once
MANAGES = ("floor", "admin")  # who takes anybody's name off the list
SEATED, DROPPED, LAPSED = "seated", "dropped", "lapsed"  # how a request ends

_FIND = text(
    f"SELECT seq, body FROM entries WHERE table_id = {CAGE} AND key BETWEEN :first AND :last"
    f" ORDER BY seq DESC LIMIT {MOST}"
)


@dataclass(frozen=True)
class Offer:
    """A seat that is held for a player."""

    table: int
    seat: int
    until: int  # by the house's clock, in minutes


@dataclass(frozen=True)
class Request:
    """Somebody wants a seat at a table, at any table of a game, or a certain seat instead of the
    one he has."""

    entry: int
    player: str
    at: str
    table: int = 0  # none: any of the game with these options
    game: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    seat: int = 0  # the requested seat
    offer: Offer | None = None
    ended: str = ""  # how, if it has
    by: str = ""  # who ended it

    @property
    def open(self) -> bool:
        """Whether it still stands in the list."""
        return not self.ended

    def holds(self, now: int) -> bool:
        """Whether a seat is held for it."""
        return self.open and self.offer is not None and now < self.offer.until

    def waits(self) -> bool:
        """Whether nothing has been offered to it yet."""
        return self.open and self.offer is None

    def is_for(self, table: int, rules: TableRules) -> bool:
        """Return whether a seat at this table satisfies the request."""
        if self.table:
            return self.table == table
        alike = all(rules.options.get(name) == value for name, value in self.options.items())
        return rules.book.game == self.game and alike


# -- whose a free seat is --------------------------------------------------------------------------


def room_at(rules: TableRules, players: Iterable[int]) -> tuple[list[int], int]:
    """Return the free seats, and how many more players may sit down."""
    seats, taken = rules.book.seats, {box_of(seat) for seat in players}
    if seats is None:
        return [], 0
    most = min(seats.max, rules.rule("max_players")) if rules.fixes("max_players") else seats.max
    return [seat for seat in range(1, seats.max + 1) if seat not in taken], most - len(taken)


def held(
    requests: Sequence[Request],
    table: int,
    rules: TableRules,
    players: Mapping[int, str],
    now: int,
) -> dict[int, Request]:
    """Whom the free seats of a table are for: who was offered one, then in the order of the list
    those to whom it is to be offered."""
    free, room = room_at(rules, players)
    here = set(players.values())
    found = {
        one.offer.seat: one
        for one in requests
        if one.offer and one.holds(now) and one.offer.table == table and one.offer.seat in free
    }
    room -= sum(not one.seat for one in found.values())
    for seat in free:
        if seat in found:
            continue
        change = [r for r in requests if r.waits() and (r.table, r.seat) == (table, seat)]
        if mine := next((one for one in change if one.player in here), None):
            found[seat] = mine
        elif room > 0 and (newcomer := _next(requests, table, rules, here, found.values())):
            found[seat] = newcomer
            room -= 1
    return found


def _next(
    requests: Iterable[Request],
    table: int,
    rules: TableRules,
    here: set[str],
    found: Iterable[Request],
) -> Request | None:
    served = {one.entry for one in found}
    for one in requests:
        fits = one.waits() and not one.seat and one.is_for(table, rules)
        if fits and one.player not in here and one.entry not in served:
            return one
    return None


def check_seat(
    connection: Connection,
    table: int,
    rules: TableRules,
    players: Mapping[int, str],
    seat: int,
    player: str,
    now: int,
) -> None:
    """Refuse a seat that is held for another player, or the last free one where all are held."""
    requests = [one for one in read(connection) if one.open]
    if not requests or seat > STANDING:
        return
    found = held(requests, table, rules, players, now)
    if seat in found and found[seat].player != player:
        raise Refused(
            f"seat {seat} is held for {found[seat].player}, who is next on the waiting list"
        )
    newcomers = [one for one in found.values() if not one.seat]
    _, room = room_at(rules, players)
    if player in players.values() or player in {one.player for one in newcomers}:
        return
    if newcomers and len(newcomers) >= room:
        raise Refused(f"the free seats of table {table} are held for those on the waiting list")


# -- reading ---------------------------------------------------------------------------------------


def read(connection: Connection) -> list[Request]:
    """Every request, the oldest first."""
    bounds = {"first": _prefix(0) + "0" * 32, "last": _prefix(10**10 - 1) + "f" * 32}
    rows = connection.execute(_FIND, bounds).all()
    return _folded((int(row.seq), json.loads(row.body)) for row in reversed(rows))


def _folded(entries: Iterable[tuple[int, dict[str, Any]]]) -> list[Request]:
    found: dict[int, Request] = {}
    for seq, body in entries:
        said = body["do"]
        if said["do"] == "ask_seat":
            asked = {name: said[name] for name in ("player", "table", "game", "options", "seat")}
            found[seq] = Request(seq, at=body["at"], **asked)
        elif (one := found.get(said["request"])) and said["do"] == "offer_seat":
            offer = Offer(said["table"], said["seat"], said["until"])
            found[said["request"]] = replace(one, offer=offer)
        elif one:
            found[said["request"]] = replace(one, ended=said["why"], by=body["by"])
    return list(found.values())


def waiting(house: "House") -> list[Request]:
    """The list: who waits, in order."""
    with house.database.reading() as connection:
        return [one for one in read(connection) if one.open]


# -- asking, and what becomes of it ----------------------------------------------------------------


def ask(
    house: "House",
    player: str,
    *,
    by: str,
    key: str,
    table: int = 0,
    game: str = "",
    options: Mapping[str, Any] | None = None,
    seat: int = 0,
) -> Request:
    """Put somebody on the list, once for a key: for a table, for any table of a game with certain
    options, or for another seat at a player's own table."""
    command = {
        "do": "ask_seat",
        "player": player,
        "table": table,
        "game": "" if table else game,
        "options": {} if table else dict(options or {}),
        "seat": seat,
    }
    with house.at_the_cage() as connection:
        giver = people.find(connection, by)
        if by != player:
            giver.must_be(*MANAGES, to="ask for a seat for somebody else")
        people.find(connection, player).must_be("player", to="wait for a seat")
        cage = house.store.lock_cage(connection)
        whole = _key(table, f"{by}\n{key}")
        again = house.store.repeated(connection, CAGE, by, command, whole)
        if again is None:
            _check_ask(house, connection, command)
        entry = (
            int(again.seq)
            if again
            else house.store.append_to_cage(connection, cage, command, by, whole, [])
        )
    serve(house, by=by)
    return one_of(house, entry)


def _check_ask(house: "House", connection: Connection, said: Mapping[str, Any]) -> None:
    """Refuse what cannot be asked for, and the same a second time."""
    player, table, seat = said["player"], said["table"], said["seat"]
    tables = {one.id: one for one in house.listed_in(connection)}
    own = [one for one in read(connection) if one.open and one.player == player]
    if table and table not in tables:
        raise Refused(f"there is no table {table}")
    if not table and not said["game"]:
        raise Refused("a request must name a table or a game")
    if seat:
        _check_change(tables.get(table), player, seat)
    elif table and player in tables[table].players.values():
        raise Refused(f"{player} has a seat at table {table}")
    same = (table, said["game"], said["options"], bool(seat))
    if any((one.table, one.game, dict(one.options), bool(one.seat)) == same for one in own):
        raise Refused(f"{player} is already on this waiting list")
    if len(own) >= MOST_EACH:
        raise Refused(f"{player} is on {MOST_EACH} waiting lists, the most that are allowed")


def _check_change(found: Listed | None, player: str, seat: int) -> None:
    if found is None or player not in found.players.values():
        raise Refused("only a player at the table can ask for a different seat")
    seats = found.rules.book.seats
    if seats is None or not 1 <= seat <= seats.max or found.players.get(seat) == player:
        raise Refused(f"there is no other seat {seat} at table {found.id}")


def take_off(house: "House", entry: int, *, by: str, key: str) -> Request:
    """Remove a name from the list: one's own or, as the floor, any."""
    found = one_of(house, entry)
    with house.at_the_cage() as connection:
        giver = people.find(connection, by)
        if by != found.player:
            giver.must_be(*MANAGES, to="take a name off the list")
        cage = house.store.lock_cage(connection)
        command = {"do": "end_seat", "request": entry, "why": DROPPED}
        whole = _key(found.table, f"{by}\n{key}")
        if not house.store.repeated(connection, CAGE, by, command, whole):
            if not found.open:
                raise Refused(f"{found.player} is no longer on the waiting list")
            house.store.append_to_cage(connection, cage, command, by, whole, [])
    serve(house, by=by)
    return one_of(house, entry)


def one_of(house: "House", entry: int) -> Request:
    """A request by the entry that made it."""
    with house.database.reading() as connection:
        for one in read(connection):
            if one.entry == entry:
                return one
    raise Refused(f"there is no request {entry}")


def serve(house: "House", *, by: str) -> list[Request]:
    """Offer what is free to whoever is next, and end what is over; the list then. Whoever notices
    may do so: what is due follows from the list, the tables and the clock."""
    if not waiting(house):
        return []
    with house.database.reading() as connection:
        due = next(_due(house, connection), None)
    if due is None:
        return waiting(house)
    with house.at_the_cage() as connection:
        cage = house.store.lock_cage(connection)  # so that no other process makes the same offer
        while (command := next(_due(house, connection), None)) is not None:
            key = _key(command.get("table", 0), json.dumps(command, sort_keys=True))
            house.store.append_to_cage(connection, cage, command, by, key, [])
            cage = house.store.lock_cage(connection)
    return waiting(house)


def _due(house: "House", connection: Connection) -> Iterator[dict[str, Any]]:
    """Return what must be written now, in order."""
    now, requests = house.now(), [one for one in read(connection) if one.open]
    tables = {one.id: one for one in house.listed_in(connection)}
    for one in requests:
        if why := _over(one, tables, now):
            yield {"do": "end_seat", "request": one.entry, "why": why}
    for table in tables.values():
        for seat, one in held(requests, table.id, table.rules, table.players, now).items():
            if one.waits():
                told = {"table": table.id, "seat": seat, "until": now + HOLD}
                yield {"do": "offer_seat", "request": one.entry, **told}


def _over(one: Request, tables: Mapping[int, Listed], now: int) -> str:
    """Return how a request has ended, if it has."""
    table = tables.get(one.offer.table if one.offer else one.table)
    own = [seat for seat, name in table.players.items() if name == one.player] if table else []
    if (one.seat in own) if one.seat else own:
        return SEATED
    if (one.table and one.table not in tables) or (one.seat and not own):
        return DROPPED
    return LAPSED if one.offer and now >= one.offer.until else ""


def _key(table: int, said: str) -> str:
    return _prefix(table) + sha256(said.encode()).hexdigest()[:32]


def _prefix(table: int) -> str:
    return f"seat {table:010d} "
