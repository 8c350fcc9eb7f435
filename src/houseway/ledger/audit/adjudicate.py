"""Rounds dealt again by the referee, to see whether what was paid is what was due.

What people said and what chance gave is taken from the log; everything else must follow from it,
under the rulebook that the log pins.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from houseway.games import game
from houseway.ledger.books import BANK, PARTS, Accounts, meter, meter_name, part
from houseway.ledger.chain.hash_chain import canonical
from houseway.ledger.people.people import Person
from houseway.ledger.tables import commands, snapshots
from houseway.ledger.tables.chance import Recorded, verify
from houseway.referee.conversation import Conversation
from houseway.referee.data import SET_CLOCK, TableData
from houseway.referee.events import Event
from houseway.referee.requests import FAULT, Input
from houseway.referee.round import Round
from houseway.referee.table import Table
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.money import FINE, money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

FROM_THE_HOUSE = ("meters", "offered", "clock")  # inputs of the house itself, before the command


@dataclass(frozen=True)
class Finding:
    """Something in a log that is not as it must be."""

    kind: str  # chain, payment, round, shuffle, books, leaf, seal
    table: int
    seq: int  # the entry, or the line of a file of rounds
    round: int
    what: str
    cite: str = ""
    recorded: int | None = None  # millionths of a cent, to the player
    due: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {key: value for key, value in asdict(self).items() if value not in (None, "")}

    def __str__(self) -> str:
        where = f"table {self.table}, entry {self.seq}" if self.table >= 0 else f"line {self.seq}"
        at = f", round {self.round}" if self.round else ""
        return f"{where}{at}: {self.what}{f' [{self.cite}]' if self.cite else ''}"


@dataclass
class Segment:
    """The events of a table from one pause between rounds to the next."""

    table: int
    rules: dict[str, Any]  # as they were at the first rest
    data: dict[str, Any]
    pending: list[dict[str, Any]]
    settings: dict[str, Any]
    bodies: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Shuffled:
    """A key that was revealed, and all that came of it."""

    table: int
    seq: int
    round: int
    key: str
    log: list[dict[str, Any]]


def adjudicate(segment: Segment, find: snapshots.Find) -> list[Finding]:
    """Check a segment's money against its events, and its events against the referee's."""
    linked = segment.settings["linked"]
    unbooked = "the money booked is not the money that its events move"
    return [
        *(
            _finding("books", segment, body, unbooked)
            for body in segment.bodies
            if _moves_differ(segment.table, body, linked)
        ),
        *_deal_again(segment, find),
    ]


def _deal_again(segment: Segment, find: snapshots.Find) -> list[Finding]:
    """Every payment that differs, or the first thing that cannot be."""
    chance = Recorded()
    heard: list[dict[str, Any]] = []
    by_hand = segment.settings["by_hand"]
    try:
        table = snapshots.table(
            segment.rules,
            find,
            by_hand=by_hand,
            chance=chance,
            heard=lambda given: heard.append(given.to_json()),
            strict=True,
        )
    except ValueError as error:
        return [_finding("round", segment, segment.bodies[0], str(error))]
    pending = [commands.change_of(change) for change in segment.pending]
    table.resume(TableData.from_json(segment.data), pending)
    recorded: list[Event] = []
    due: list[Event] = []
    for body in segment.bodies:
        heard.clear()
        chance.expect(body["chance"])
        recorded += [Event.from_json(event) for event in body["events"]]
        try:
            due += _again(table, body, heard)
        except (ValueError, AssertionError, KeyError) as error:
            what = f"the referee does not come this way: {error}"
            return [*_payments(segment, recorded, due), _finding("round", segment, body, what)]
        wrong = _differs(table, body, heard, chance)
        if wrong:
            found = _payments(segment, recorded, due)
            return found or [_finding("round", segment, body, wrong)]
    return _payments(segment, recorded, due)


def _again(table: Table, body: Mapping[str, Any], heard: list[dict[str, Any]]) -> list[Event]:
    """Do again what an entry did, and return what it caused."""
    mark = (table.round, len(table.events)) if table.started else (None, 0)
    said, inputs = body["do"], body["inputs"]
    table.due_fault = lambda: (
        Input.from_json(inputs[len(heard)])
        if len(heard) < len(inputs) and inputs[len(heard)]["do"] == FAULT
        else None
    )
    for given in body["inputs"]:
        corrects = given["do"] == said["do"] == SET_CLOCK
        if given["do"] in FROM_THE_HOUSE or corrects or said["do"] == "close_table":
            table.hear(Input.from_json(given))
        else:
            break
    if said["do"] != "close_table":
        commands.check(said)
        commands.run(table, said, Person(body["by"], ""), heard.append)
    if not table.started:
        return []
    return table.events[mark[1] :] if mark[0] is table.round else list(table.events)


def _differs(
    table: Table,
    body: Mapping[str, Any],
    heard: list[dict[str, Any]],
    chance: Recorded,
) -> str:
    """In what an entry is not what follows from it."""
    if json.loads(canonical(heard)) != body["inputs"]:
        return "the inputs are not those that the command and chance give"
    if not chance.done():
        return "chance was asked for more than is due"
    if "rules" in body and not snapshots.are_in_force(body["rules"], table.rules):
        return "the rules in force are not those that follow"
    if ("data" in body) != (table.waiting is None):
        return "the round is over where it is not recorded so"
    if "data" in body and json.loads(canonical(table.data.to_json())) != body["data"]:
        return "the table is not left as recorded"
    return ""


def _moves_differ(segment_table: int, body: Mapping[str, Any], linked: Mapping[str, str]) -> bool:
    """Whether the money that was booked is not the money that the events move."""
    players = {int(seat): name for seat, name in body["players"].items()}
    events = [Event.from_json(event) for event in body["events"]]
    names = {e.source.removeprefix("meter ") for e in events if e.source.startswith("meter ")}
    names |= {e.target.removeprefix("meter ") for e in events if e.target.startswith("meter ")}
    meters = {name: meter_name(segment_table, name, linked) for name in names}
    due = sorted(list(move) for move in Accounts(segment_table, players, meters).moves(events))
    booked = [m for m in body["moves"] if not _opens_or_closes(segment_table, body, m, linked)]
    return due != sorted(list(move) for move in booked)


def _opens_or_closes(
    table: int, body: Mapping[str, Any], move: list[Any], linked: Mapping[str, str]
) -> bool:
    """Whether a move is the first filling of a meter, where rules bring one, or clears a part of a
    table that is closed."""
    kind, source, target, amount = move
    if kind == "opened":
        terms = body.get("rules", {}).get("meters", {})
        filled = [
            [BANK, meter(meter_name(table, name, linked)), told["reset"] * FINE]
            for name, told in terms.items()
        ]
        return [source, target, amount] in filled
    if kind == "closed" and body["do"]["do"] == "close_table":
        parts = [part(table, name) for name in PARTS]
        return BANK in (source, target) and (source in parts or target in parts)
    return False


def _payments(segment: Segment, recorded: list[Event], due: list[Event]) -> list[Finding]:
    last = segment.bodies[-1]
    return [
        Finding("payment", segment.table, last["seq"], last["round"], what, cite, was, should)
        for what, cite, was, should in payment_differences(recorded, due)
    ] or (
        [_finding("round", segment, last, "the events are not those that follow")]
        if [e.to_json() for e in recorded[: len(due)]] != [e.to_json() for e in due]
        else []
    )


def payment_differences(
    recorded: Iterable[Event], due: Iterable[Event]
) -> list[tuple[str, str, int, int]]:
    """Return the wagers and meters whose result differs from what was due: subject, cite, actual,
    expected."""
    was, _ = _nets(recorded)
    should, cites = _nets(due)
    _, other = _nets(recorded)
    found = []
    for name in sorted({*was, *should}):
        if was[name] != should[name]:
            cite = cites.get(name) or other.get(name, "")
            what = f"{name} came to {_amount(was[name])}; {_amount(should[name])} was due"
            found.append((what, cite, was[name], should[name]))
    return found


def _nets(events: Iterable[Event]) -> tuple[defaultdict[str, int], dict[str, str]]:
    nets: defaultdict[str, int] = defaultdict(int)
    cites: dict[str, str] = {}
    for event in events:
        if not event.source:
            continue
        for account, moved in ((event.target, event.moved), (event.source, -event.moved)):
            kind = account.split(" ", maxsplit=1)[0]
            if kind in ("seat", "meter"):
                name = f"{account} {event.wager}".strip() if kind == "seat" else account
                nets[name] += moved
                cites.setdefault(name, event.cite)
        if isinstance(event.who, int) and event.wager:
            cites[f"seat {event.who} {event.wager}"] = event.cite
    return nets, cites


def _amount(fine: int) -> str:
    cents, rest = divmod(abs(fine), FINE)
    sign = "-" if fine < 0 else ""
    return f"{sign}{money(cents)}{f' and {rest} millionths of a cent' if rest else ''}"


def _finding(kind: str, segment: Segment, body: Mapping[str, Any], what: str) -> Finding:
    return Finding(kind, segment.table, body["seq"], body["round"], what)


def check_shuffle(shuffled: Shuffled) -> list[Finding]:
    """Check that the dealt cards follow from the revealed key."""
    try:
        wrong = verify(bytes.fromhex(shuffled.key), shuffled.log)
    except ValueError as error:
        wrong = f"the key cannot have given this: {error}"
    if not wrong:
        return []
    return [Finding("shuffle", shuffled.table, shuffled.seq, shuffled.round, wrong)]


def check_record(number: int, record: Mapping[str, Any]) -> list[Finding]:
    """A round of a log of rounds, ours or another system's, dealt again."""

    def found(what: str, cite: str = "") -> list[Finding]:
        return [Finding("round", -1, number, 0, what, cite)]

    try:
        rules = record["rules"]
        book = game(rules["game"]).rulebook(rules.get("edition", "nj"))
        if rules.get("rulebook", book.hash) != book.hash:
            return found(f"it was dealt under another rulebook ({rules['rulebook'][:12]})")
        limits = {name: Limit(*values) for name, values in rules.get("limits", {}).items()}
        in_force = TableRules(book, rules.get("options"), limits, rules.get("meters"))
        start = TableData.from_json({"players": {}, "standing": {}, **record["start"]})
        talk = Conversation(Round(in_force, start), game(rules["game"]).play)
        recorded = [Event.from_json(event) for event in record["events"]]
        for at, given in enumerate(record["inputs"], 1):
            try:
                talk.submit(Input.from_json(given))
            except Refused as refusal:
                return found(f"input {at} is refused: {refusal.reason}", refusal.cite)
    except Refused as refusal:
        return found(refusal.reason, refusal.cite)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return found(f"it is not a record of a round ({type(error).__name__}: {error})")
    if not talk.over:
        return found("it stops before the round is over")
    differences = payment_differences(recorded, talk.round.events)
    return [
        Finding("payment", -1, number, 0, what, cite, was, due)
        for what, cite, was, due in differences
    ]
