"""The commands of a table as plain data: their fields, who may give them, and what they do."""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from houseway.ledger.people.people import Person
from houseway.referee.data import SET_CLOCK
from houseway.referee.requests import Ask, Input
from houseway.referee.table import Table
from houseway.rulebook.notices import RuleChange
from houseway.rulebook.refusal import Refused

Command = Mapping[str, Any]
_SEED = re.compile("(?:[0-9a-f]{2}){1,64}")  # up to 64 bytes in hexadecimal
CHANCE = ("commit", "seed")  # words for the shoe and not for the round
STAFF = ("dealer", "floor")
MOST = 10**11  # upper limit of every number: the most cents that move at once, see ``books``
DEEPEST = 8  # lists and tables within each other
OWN = ("player",)  # commands for one's own seat


@dataclass(frozen=True)
class Word:
    """A command: its fields (optional ones end in ``?``) and the roles that may give it."""

    roles: tuple[str, ...]
    fields: Mapping[str, str]
    run: Callable[[Table, Command, Person], Any]


def _sit(table: Table, said: Command, by: Person) -> None:
    table.sit(said["seat"], said.get("player") or by.name)


def _bet(table: Table, said: Command, by: Person) -> None:
    table.bet(
        said["seat"],
        said["bets"],
        tender=said.get("tender", "chips"),
        accepted=said.get("accepted", False),
    )


def _absent(table: Table, said: Command, by: Person) -> None:
    """Pass over a player who does not answer: what costs them nothing is chosen for them."""
    waiting, seat = table.waiting, said["seat"]
    if not isinstance(waiting, Ask) or waiting.who != seat:
        raise Refused(f"seat {seat} has no decision to make")
    if not waiting.absent:
        raise Refused(f"every choice costs seat {seat} chips: only its player may decide")
    table.act(seat, waiting.absent)


def change_of(said: Command) -> RuleChange:
    """A change of rules as it was announced."""
    return RuleChange(
        said.get("options", {}),
        said["effective_at"],
        said["posted_at"],
        said["announced_at"],
        said.get("division_notified_at"),
        said.get("limits", {}),
    )


def change_json(change: RuleChange) -> dict[str, Any]:
    """A change of rules as plain data."""
    return asdict(change)


WORDS: dict[str, Word] = {
    "sit": Word((*OWN, "floor"), {"seat": "seat", "player": "text?"}, _sit),
    "leave": Word((*OWN, "floor"), {"seat": "seat"}, lambda t, c, p: t.leave(c["seat"])),
    "away": Word((*OWN, "floor"), {"seat": "seat"}, lambda t, c, p: t.away(c["seat"])),
    "back": Word(
        (*OWN, "floor"),
        {"seat": "seat", "amount": "number?"},
        lambda t, c, p: t.back(c["seat"], c.get("amount", 0)),
    ),
    "move": Word(
        (*OWN, "floor"),
        {"seat": "seat", "to": "seat"},
        lambda t, c, p: t.move(c["seat"], c["to"]),
    ),
    "bet": Word(
        OWN,
        {"seat": "seat", "bets": "bets", "tender": "text?", "accepted": "flag?"},
        _bet,
    ),
    "act": Word(
        (*OWN, *STAFF),
        {"who": "place", "what": "text", "amount": "number?"},
        lambda t, c, p: t.act(c["who"], c["what"], c.get("amount")),
    ),
    "absent": Word(STAFF, {"seat": "seat"}, _absent),
    "allow": Word(("floor",), {"seat": "seat", "bets": "bets"}, lambda t, c, p: None),
    "commit": Word((*OWN, *STAFF), {"seat": "seat?"}, lambda t, c, p: None),
    "seed": Word(OWN, {"seat": "seat", "seed": "seed"}, lambda t, c, p: None),
    "begin": Word(STAFF, {}, lambda t, c, p: t.begin()),
    "close": Word(STAFF, {}, lambda t, c, p: t.close()),
    "go": Word(STAFF, {}, lambda t, c, p: t.go()),
    "shuffled": Word(STAFF, {}, lambda t, c, p: t.shuffled()),
    "draw": Word(STAFF, {"cards": "text"}, lambda t, c, p: t.draw(c["cards"])),
    "rolled": Word(STAFF, {"numbers": "numbers"}, lambda t, c, p: t.rolled(*c["numbers"])),
    "spun": Word(STAFF, {"pocket": "text"}, lambda t, c, p: t.spun(c["pocket"])),
    "picked": Word(STAFF, {"numbers": "numbers"}, lambda t, c, p: t.picked(*c["numbers"])),
    "buy": Word(
        OWN,
        {"seat": "seat", "form": "options"},
        lambda t, c, p: t.buy(c["seat"], **c["form"]),
    ),
    "void": Word(
        (*OWN, *STAFF),
        {"seat": "seat", "ticket": "text"},
        lambda t, c, p: t.void(c["seat"], c["ticket"]),
    ),
    "refund": Word(
        (*OWN, *STAFF),
        {"seat": "seat", "ticket": "text"},
        lambda t, c, p: t.refund(c["seat"], c["ticket"]),
    ),
    "redeem": Word(
        (*OWN, *STAFF),
        {"seat": "seat", "ticket": "text", "how": "options?"},
        lambda t, c, p: t.redeem(c["seat"], c["ticket"], **c.get("how", {})),
    ),
    "report": Word(
        STAFF, {"what": "text", "who": "place?"}, lambda t, c, p: t.report(c["what"], c.get("who"))
    ),
    "new_deck": Word(("floor",), {}, lambda t, c, p: t.new_deck()),
    "take_out": Word(
        ("floor",),
        {"device": "text", "how": "text"},
        lambda t, c, p: t.take_out(c["device"], c["how"]),
    ),
    SET_CLOCK: Word(("floor",), {}, lambda t, c, p: None),
    "change": Word(("floor",), {"options": "options"}, lambda t, c, p: t.change(**c["options"])),
    "announce": Word(
        ("floor",),
        {
            "options": "options?",
            "limits": "limits?",
            "effective_at": "number",
            "posted_at": "number",
            "announced_at": "number",
            "division_notified_at": "number?",
        },
        lambda t, c, p: t.announce(change_of(c)),
    ),
}
WHOLE = ("change", "announce")  # the log keeps these unchanged


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST


def _named(value: Any) -> bool:
    return isinstance(value, dict | Mapping) and all(isinstance(name, str) for name in value)


def _flat(value: Any, left: int = DEEPEST) -> bool:
    """Whether data is no deeper than anything that people say to a table."""
    inner = value.values() if isinstance(value, Mapping) else value
    if not isinstance(value, Mapping | list | tuple):
        return not isinstance(value, int) or abs(value) <= MOST
    return left > 0 and all(_flat(one, left - 1) for one in inner)


_IS: dict[str, Callable[[Any], bool]] = {
    "seat": _whole,
    "number": _whole,
    "place": lambda v: _whole(v) or isinstance(v, str),
    "text": lambda v: isinstance(v, str),
    "seed": lambda v: isinstance(v, str) and bool(_SEED.fullmatch(v)),
    "flag": lambda v: isinstance(v, bool),
    "numbers": lambda v: isinstance(v, list) and all(_whole(n) for n in v),
    "bets": lambda v: _named(v) and all(_whole(n) for n in v.values()),
    "options": lambda v: _named(v) and _flat(v),
    "limits": lambda v: (
        _named(v) and all(isinstance(x, list) and all(map(_whole, x)) for x in v.values())
    ),
}
_IS.update({f"{kind}?": fits for kind, fits in _IS.items()})  # which may be left out


def check(said: Command) -> None:
    """Refuse a command that is not well formed."""
    word = WORDS.get(said.get("do", "")) if isinstance(said.get("do"), str) else None
    if word is None:
        raise Refused(f"there is no command {said.get('do')!r}: it is one of {', '.join(WORDS)}")
    for name in said:
        if name != "do" and name not in word.fields:
            raise Refused(f"{said['do']} has no {name!r}: {', '.join(word.fields) or 'nothing'}")
    for name, kind in word.fields.items():
        value = said.get(name)
        if value is None:
            if kind[-1] != "?":
                raise Refused(f"{said['do']} needs {name}")
        elif not _IS[kind](value):
            raise Refused(f"{said['do']}: {value!r} is not {name} ({kind.removesuffix('?')})")


def authorize(
    said: Command,
    by: Person,
    players: Mapping[int, str],
    allowed: Mapping[int, Mapping[str, int]] | None = None,
) -> None:
    """Refuse a command, well formed, that is not this person's to give. Chips are a player's own:
    nobody else bets them or decides what becomes of them. ``allowed`` are the wagers outside the
    limits that the floor lets stand, by seat."""
    by.must_be(*WORDS[said["do"]].roles, to=said["do"])
    seat = said.get("seat", said.get("who"))
    if by.role == "player":
        if said["do"] == "sit":
            if said.get("player", by.name) != by.name:
                raise Refused(f"{by.name} may not take a seat for another player")
        elif not isinstance(seat, int) or players.get(seat) != by.name:
            raise Refused(f"seat {seat} is not {by.name}'s")
        if said.get("accepted") and (allowed or {}).get(said["seat"]) != said["bets"]:
            raise Refused("only the floor may permit a wager outside the limits")
    elif said["do"] == "sit" and not said.get("player"):
        raise Refused(f"{by.name} ({by.role}) must name the player to seat")
    elif said["do"] == "act" and (isinstance(seat, int) or by.role == "dealer" != seat):
        raise Refused(f"{by.name} ({by.role}) may not decide for {seat}")


def run(table: Table, said: Command, by: Person, keep: Callable[[dict[str, Any]], None]) -> None:
    """Execute a command; return the data that the table itself does not record."""
    WORDS[said["do"]].run(table, said, by)
    if said["do"] in WHOLE:
        keep(dict(said))


def again(table: Table, kept: Command) -> list[Any]:
    """Do again what a log has kept, and return what it caused."""
    if kept["do"] == "change":
        table.change_again(kept["options"])
        return []
    if kept["do"] == "announce":
        table.announce(change_of(kept))
        return []
    return table.hear(Input.from_json(kept))
