"""Finished rounds, read back: a list, one in full, and its proof.

Nothing here writes. What a round was is read from the entries alone; numbers of rounds and times
only grow along a table's chain, so that they are found by halving it. Who may see what this module
tells is for whoever asks it to know: it shows everything.
"""

import heapq
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger.chain.hash_chain import CAGE, canonical, link
from houseway.ledger.chain.heads import covering
from houseway.ledger.chain.lines import whole
from houseway.ledger.database.database import SQLITE, body_of
from houseway.ledger.errors import Broken
from houseway.ledger.house import House
from houseway.ledger.tables import commands, snapshots
from houseway.ledger.tables.chance import commitment, verify
from houseway.referee.data import TableData
from houseway.referee.events import Event, Place
from houseway.referee.log import RoundRecord
from houseway.referee.state import State
from houseway.referee.view import View, nets_of
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of

CHUNK = 64  # entries read at a time

Body = dict[str, Any]

_DOWN = text(
    "SELECT body FROM entries WHERE table_id = :table AND seq <= :seq"
    f" ORDER BY seq DESC LIMIT {CHUNK}"
)
_UP = text(
    "SELECT seq, prev, hash, body FROM entries WHERE table_id = :table AND seq >= :seq"
    f" ORDER BY seq LIMIT {CHUNK}"
)
_ONE = text("SELECT body FROM entries WHERE table_id = :table AND seq = :seq")
_TABLE = text("SELECT id, game, edition, seq, head, settings FROM tables WHERE id = :id")
_TABLES = text(
    f"SELECT id, game, edition, seq, head, settings FROM tables WHERE id <> {CAGE} ORDER BY id"
)
_TABLES_OF = text("SELECT table_id FROM visits WHERE person = :who")


@dataclass(frozen=True)
class RoundCard:
    """A finished round in short. Times are UTC, as the entries tell them; money is cents."""

    table: int
    game: str
    edition: str
    round: int
    first: int  # the entry that began it
    last: int  # the entry that ended it
    began: str
    ended: str
    players: Mapping[int, str]  # seat -> who sat there
    staked: Mapping[int, int]  # seat -> all that it has wagered or had standing
    nets: Mapping[int, int]  # seat -> what it has won or lost
    void: bool
    wagers: Mapping[str, int] = field(default_factory=dict)  # wager -> all that was put on it
    rulings: tuple[str, ...] = ()  # irregularities that were reported
    staff: tuple[str, ...] = ()  # who else than its players gave a command

    @property
    def mark(self) -> str:
        """Return the cursor of the next page: ``find(..., before=card.mark)``."""
        return f"{self.ended} {self.table} {self.round}"

    @property
    def order(self) -> tuple[str, int, int]:
        """Return the sort key of rounds, descending."""
        return (self.ended, self.table, self.round)


@dataclass(frozen=True)
class Said:
    """A command as it was given."""

    seq: int
    at: str
    by: str
    do: Mapping[str, Any]
    caused: int = 0  # how many events came of it


@dataclass(frozen=True)
class Record:
    """One whole round: its commands, and a record from which it can be dealt again."""

    card: RoundCard
    said: tuple[Said, ...]
    log: RoundRecord  # its ``to_json`` is a line that `houseway replay` reads
    rulebook: str  # the hash of the stored content that it was dealt under
    rules: TableRules  # the parsed content
    differs: (
        str  # in what it comes out otherwise when it is dealt again now; nothing if it does not
    )

    def view(self, who: Place = "house") -> View:
        """The round as a seat, the dealer or the house saw it."""
        events = tuple(event.seen_by(who) for event in self.log.events)
        return View(who, events, State.of(events), None)


@dataclass(frozen=True)
class KeyProof:
    """A key that decided chance in a round: committed to before, revealed after."""

    commitment: str
    committed: int  # the entry
    revealed: int | None  # the entry; nothing while cards of its shoe may still come
    key: str
    wrong: str  # where the dealt cards did not follow from it; empty if they did
    steps: tuple[Mapping[str, Any], ...] = ()  # all that came of it, once it is revealed

    def to_json(self) -> dict[str, Any]:
        """The key and all that came of it, for anybody to check (``server/static/proof.js``)."""
        return {"commitment": self.commitment, "key": self.key, "steps": list(self.steps)}


@dataclass(frozen=True)
class Proof:
    """That a round stands where it stands, unaltered, and that chance was not arranged."""

    table: int
    round: int
    first: int
    last: int
    head: str  # the hash of its last entry
    signed: int | None  # the entry under which the signature stands that covers it
    signature: str  # the checkpoint that the house has signed
    public_key: str
    keys: tuple[KeyProof, ...]
    wrong: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong

    @property
    def complete(self) -> bool:
        """Whether nothing is left to come: it is signed, and every key has been revealed."""
        return self.signed is not None and all(key.revealed for key in self.keys)


# -- which rounds there were ---------------------------------------------------------------------


def find(
    house: House,
    *,
    table: int | None = None,
    player: str | None = None,
    game: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    before: str = "",
    most: int = 50,
) -> list[RoundCard]:
    """Finished rounds, the newest first; ``before`` is the mark of the last card of a page.

    A player's rounds are those in which they had a seat, at tables where money of theirs has moved.
    """
    mark = _mark(before) if before else None
    ends = [moment_text(until)] if until else []
    ends += [mark[0]] if mark else []
    start, end = moment_text(since) if since else "", min(ends, default="")
    cards: list[RoundCard] = []
    with house.database.reading() as connection:
        rows = _tables(connection, table, player, game)
        sql = "instr" if house.database.kind == SQLITE else "strpos"
        walks = [_cards(connection, row, player, end, sql) for row in rows]
        for card in heapq.merge(*walks, key=lambda card: card.order, reverse=True):
            if card.ended < start or len(cards) >= most:
                break
            if mark is None or card.order < mark:
                cards.append(card)
    return cards


def _tables(
    connection: Connection, table: int | None, player: str | None, game: str | None
) -> list[Any]:
    rows: list[Any] = []
    rows += connection.execute(_TABLES) if table is None else [table_row(connection, table)]
    if player is not None:
        own = set(connection.execute(_TABLES_OF, {"who": player}).scalars())
        rows = [row for row in rows if row.id in own]
    return [row for row in rows if game in (None, row.game)]


def tables(house: House) -> list[int]:
    """Every table there has been, open or closed."""
    with house.database.reading() as connection:
        return [row.id for row in connection.execute(_TABLES)]


def finished(house: House, table: int) -> int:
    """Return the number of finished rounds of a table."""
    with house.database.reading() as connection:
        row = table_row(connection, table)
        body = body_at(connection, table, row.seq)
        return int(body["round"]) - ("data" not in body)


def table_row(connection: Connection, table: int) -> Any:
    row = connection.execute(_TABLE, {"id": table}).first()
    if row is None or table == CAGE:
        raise Refused(f"there is no table {table}")
    return row


def _cards(
    connection: Connection, row: Any, player: str | None, end: str, sql: str
) -> Iterator[RoundCard]:
    """The rounds of a table that had ended by then, the newest first."""
    top = row.seq
    if end:
        top = _search(connection, row.id, top, lambda body: body["at"] > end) - 1
    while top > 0:
        for bodies in _finished(connection, row.id, top):
            if player is not None and player not in _names(bodies):
                last = _mention(connection, row.id, bodies[0]["seq"], player, sql)
                top = _end_of_round(connection, row, last) if last else 0
                break
            yield _card(row, bodies)
        else:
            return


def _finished(connection: Connection, table: int, top: int) -> Iterator[list[Body]]:
    """The entries of each finished round, downward from an entry."""
    gathered: list[Body] = []
    for body in _down(connection, table, top):
        gathered.append(body)
        if _begins(body):
            bodies = _to_its_end(reversed(gathered))
            gathered = []
            if "data" in bodies[-1]:
                yield bodies


def _to_its_end(bodies: Iterable[Body]) -> list[Body]:
    """The entries of a round, without what followed it."""
    found = []
    for body in bodies:
        found.append(body)
        if "data" in body:
            break
    return found


def _mention(connection: Connection, table: int, below: int, player: str, sql: str) -> int:
    """Return the last entry below one that names a person."""
    query = text(
        "SELECT seq FROM entries WHERE table_id = :table AND seq < :below"
        f" AND {sql}(body, :name) > 0 ORDER BY seq DESC LIMIT 1"
    )
    values = {"table": table, "below": below, "name": canonical(player)}
    return int(connection.execute(query, values).scalar() or 0)


def _end_of_round(connection: Connection, row: Any, seq: int) -> int:
    """The first entry from this one on that lies between rounds."""
    for found in entries_from(connection, row.id, seq):
        if "data" in json.loads(found.body):
            return int(found.seq)
    return int(row.seq)


def _names(bodies: Iterable[Body]) -> set[str]:
    return {name for body in bodies for name in body["players"].values()}


def _begins(body: Body) -> bool:
    return any(given["do"] == "begin" for given in body["inputs"])


def _card(row: Any, bodies: list[Body]) -> RoundCard:
    events = list(_events(bodies))
    state = State.of(events)
    players = {int(seat): name for body in bodies for seat, name in body["players"].items()}
    return RoundCard(
        row.id,
        row.game,
        row.edition,
        bodies[-1]["round"],
        bodies[0]["seq"],
        bodies[-1]["seq"],
        bodies[0]["at"],
        bodies[-1]["at"],
        players,
        {seat: sum(state.stakes(seat).values()) for seat in state.placed if state.placed[seat]},
        {seat: sum(nets.values()) for seat, nets in nets_of(events, state).items()},
        state.void,
        _wagers(state),
        tuple(
            given["what"] for body in bodies for given in body["inputs"] if given["do"] == "report"
        ),
        tuple(dict.fromkeys(body["by"] for body in bodies if body["by"] not in players.values())),
    )


def _wagers(state: State) -> dict[str, int]:
    """Return the bets on each wager by all seats, on any spot."""
    found: Counter[str] = Counter()
    for seat in state.placed:
        for wager, amount in state.stakes(seat).items():
            found[base_of(wager)] += amount
    return {name: amount for name, amount in found.items() if amount}


def _events(bodies: Iterable[Body]) -> list[Event]:
    return [Event.from_json(event) for body in bodies for event in body["events"]]


def moment_text(moment: datetime) -> str:
    """A moment as entries tell it; without a zone it is taken for UTC."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return aware.astimezone(UTC).isoformat(timespec="milliseconds")


def _mark(before: str) -> tuple[str, int, int]:
    try:
        ended, table, round = before.split(" ")
        return ended, int(table), int(round)
    except ValueError:
        raise Refused(f"{before!r} is not a page cursor") from None


# -- one of them ---------------------------------------------------------------------------------


def record(house: House, table: int, round: int) -> Record:
    """A round in full, dealt again under the rules that it was dealt under."""
    with house.database.reading() as connection:
        row, bodies = bodies_of(connection, table, round)
        rest = body_at(connection, table, bodies[0]["seq"] - 1)
        rules = rules_at(connection, table, rest)
        dealt = snapshots.table(
            rules, lambda hash: snapshots.stored(connection, hash), keep_log=True
        )
    dealt.resume(
        TableData.from_json(rest["data"]), [commands.change_of(c) for c in rest["pending"]]
    )
    recorded = _events(bodies)
    try:
        for body in bodies:
            for kept in body["inputs"]:
                commands.again(dealt, kept)
        again = dealt.records[-1]
    except (ValueError, AssertionError, IndexError) as error:
        raise Broken(f"round {round} of table {table} cannot be dealt again: {error}") from None
    return Record(
        _card(row, bodies),
        tuple(_said(body) for body in bodies),
        RoundRecord(again.header, again.start, again.inputs, recorded),
        rules["content"],
        dealt.rules,
        _difference(recorded, again.events),
    )


def told_before(house: House, table: int, newest: int) -> Iterator[list[Event]]:
    """Return the boards of a table's rounds, from one down, as their entries have them."""
    for number in range(newest, 0, -1):
        with house.database.reading() as connection:
            _, bodies = bodies_of(connection, table, number)
        yield _events(bodies)


def _said(body: Body) -> Said:
    return Said(body["seq"], body["at"], body["by"], body["do"], len(body["events"]))


def card(house: House, table: int, round: int) -> RoundCard:
    """A finished round in short."""
    with house.database.reading() as connection:
        return _card(*bodies_of(connection, table, round))


def export(house: House, cards: Iterable[RoundCard], path: Path) -> int:
    """Write rounds as JSON Lines that `houseway replay` and `houseway audit` read; how many."""
    count = 0
    with whole(path) as made, made.open("w", encoding="utf-8") as file:
        for card in cards:
            file.write(canonical(record(house, card.table, card.round).log.to_json()) + "\n")
            count += 1
    return count


def _difference(recorded: list[Event], dealt: list[Event]) -> str:
    for number, (was, now) in enumerate(zip(recorded, dealt, strict=False), 1):
        if was.to_json() != now.to_json():
            return f"event {number} is recorded as {was.to_json()} but is {now.to_json()}"
    if len(recorded) != len(dealt):
        return f"{len(recorded)} events are recorded but there are {len(dealt)}"
    return ""


def bodies_of(connection: Connection, table: int, round: int) -> tuple[Any, list[Body]]:
    """A finished round's table and its entries, each of which has its hash."""
    row = table_row(connection, table)
    first = _search(connection, table, row.seq, lambda body: body["round"] >= round)
    bodies: list[Body] = []
    if round > 0:
        for entry in entries_from(connection, table, first):
            if link(entry.prev, entry.body) != entry.hash:
                raise Broken(f"entry {entry.seq} of table {table} was altered: run an audit")
            body = body_of(connection, entry.body)
            if body["round"] != round:
                break
            bodies.append(body)
            if "data" in body:
                return row, bodies
    if bodies:
        raise Refused(f"round {round} of table {table} is not over")
    raise Refused(f"table {table} has no round {round}")


def rules_at(connection: Connection, table: int, body: Body) -> dict[str, Any]:
    """The rules in force after an entry between rounds, which tells since which entry they hold;
    entries of older versions do not, and then those before it are looked through."""
    for found in chain([body], _down(connection, table, body["seq"] - 1)):
        if "rules" in found:
            rules: dict[str, Any] = found["rules"]
            return rules
        if "ruled" in found:
            rules = body_at(connection, table, found["ruled"])["rules"]
            return rules
    raise Broken(f"no entry of table {table} tells its rules: run an audit")


# -- the proof of it -----------------------------------------------------------------------------


def proof(house: House, table: int, round: int) -> Proof:
    """Check a round's place in the chain, the signature that covers it, and its chance."""
    with house.database.reading() as connection:
        row, bodies = bodies_of(connection, table, round)
        first, last = bodies[0]["seq"], bodies[-1]["seq"]
        public = connection.execute(text("SELECT public_key FROM house")).scalar_one()
        signed = covering(connection, house.store.name, house.keys.public, table, last)
        end, due = (signed.seq, signed.head) if signed else (row.seq, row.head)
        wrong, head = _follow(connection, table, first, last, end, due)
        if public != house.keys.public:
            wrong.append("the public key in the database is not the house's")
        if signed and signed.wrong:
            wrong.append(f"the signature under entry {signed.seq} does not hold: {signed.wrong}")
        keys, odd = _keys(connection, table, first, last)
    wrong += odd + [f"key {key.commitment[:12]}: {key.wrong}" for key in keys if key.wrong]
    return Proof(
        table,
        round,
        first,
        last,
        head,
        signed.seq if signed else None,
        signed.note if signed else "",
        house.keys.public,
        tuple(keys),
        tuple(wrong),
    )


def _follow(
    connection: Connection, table: int, first: int, last: int, end: int, due: str
) -> tuple[list[str], str]:
    """Follow the chain from a round to what is signed, or to where the table stands."""
    expected, head, own = first, "", ""
    for entry in entries_from(connection, table, first):
        if entry.seq > end:
            break
        if entry.seq != expected:
            return [f"entry {expected} is missing"], own
        if link(entry.prev, entry.body) != entry.hash:
            return [f"entry {entry.seq} was altered"], own
        if head not in ("", entry.prev):
            return [f"entry {entry.seq} does not follow entry {entry.seq - 1}"], own
        head, expected = entry.hash, expected + 1
        if entry.seq == last:
            own = head
    if head != due:
        return [f"the chain does not lead to the head at entry {end}"], own
    return [], own


def _keys(
    connection: Connection, table: int, first: int, last: int
) -> tuple[list[KeyProof], list[str]]:
    """Every key that was used in these entries, with all that came of it before and after."""
    committed: dict[str, int] = {}
    logs: dict[str, list[dict[str, Any]]] = {}
    proofs: dict[str, KeyProof] = {}
    used: list[str] = []
    wrong: list[str] = []
    current = ""
    for body in _bodies(connection, table, _commit_before(connection, table, first)):
        seq = body["seq"]
        if seq > last and all(name in proofs for name in used):
            break
        for step in body["chance"]:
            if "reveal" in step:
                name = step["reveal"]
                if name in logs:
                    log = logs.pop(name)
                    proofs[name] = _checked(name, committed[name], seq, step["key"], log)
                continue
            if "commit" in step:
                current = step["commit"]
                committed[current], logs[current] = seq, []
            elif current in logs:
                logs[current].append(step)
            elif seq >= first:
                wrong.append(f"chance was used at entry {seq} before anything was committed to")
            if first <= seq <= last and current and current not in used:
                used.append(current)
    for name in used:
        proofs.setdefault(name, KeyProof(name, committed[name], None, "", ""))
    return [proofs[name] for name in used], wrong


def _checked(
    name: str, committed: int, revealed: int, key: str, log: list[dict[str, Any]]
) -> KeyProof:
    try:
        if commitment(bytes.fromhex(key)) != name:
            wrong = "the key is not the one that was committed to"
        else:
            wrong = verify(bytes.fromhex(key), log)
    except ValueError as error:
        wrong = f"the key cannot have given this: {error}"
    return KeyProof(name, committed, revealed, key, wrong, tuple(log))


def _commit_before(connection: Connection, table: int, first: int) -> int:
    """Return the entry of the last commitment before a round, or the round's first entry."""
    for body in _down(connection, table, first - 1):
        if any("commit" in step for step in body["chance"]):
            return int(body["seq"])
    return first


# -- entries -------------------------------------------------------------------------------------


def body_at(connection: Connection, table: int, seq: int) -> Body:
    found = connection.execute(_ONE, {"table": table, "seq": seq}).scalar()
    if found is None:
        raise Broken(f"entry {seq} of table {table} is missing: run an audit")
    return body_of(connection, found)


def _search(connection: Connection, table: int, last: int, is_late: Callable[[Body], bool]) -> int:
    """The first entry that is late enough; all after it are."""
    low, high = 1, last + 1
    while low < high:
        middle = (low + high) // 2
        if is_late(body_at(connection, table, middle)):
            high = middle
        else:
            low = middle + 1
    return low


def first_since(connection: Connection, table: int, last: int, moment: str) -> int:
    """The first entry of a table that is not before a moment; after the last if all are."""
    if not last or body_at(connection, table, last)["at"] < moment:
        return last + 1
    return _search(connection, table, last, lambda body: body["at"] >= moment)


def _down(connection: Connection, table: int, seq: int) -> Iterator[Body]:
    """Entries from one down to the first."""
    while seq > 0:
        rows = connection.execute(_DOWN, {"table": table, "seq": seq}).scalars().all()
        if not rows:
            return
        for row in rows:
            body = body_of(connection, row)
            yield body
        seq = body["seq"] - 1


def entries_from(connection: Connection, table: int, seq: int) -> Iterator[Any]:
    """Entries from one to the last, as rows."""
    while rows := connection.execute(_UP, {"table": table, "seq": seq}).all():
        yield from rows
        seq = rows[-1].seq + 1


def _bodies(connection: Connection, table: int, seq: int) -> Iterator[Body]:
    """Entries from one to the last."""
    for row in entries_from(connection, table, seq):
        yield body_of(connection, row.body)
