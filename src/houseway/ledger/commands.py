"""What people may tell a table: a few words as plain data, who may say them, and what they do.

``{"do": "bet", "seat": 1, "bets": {"ante": 1000}}`` is a command; money is cents.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from houseway.ledger.people import Person
from houseway.referee.requests import Input
from houseway.referee.table import Table
from houseway.rulebook.notices import RuleChange
from houseway.rulebook.refusal import Refused

Command = Mapping[str, Any]
STAFF = ("dealer", "floor")
OWN = ("player",)  # for a seat of one's own


@dataclass(frozen=True)
class Word:
    """One thing that can be said: its fields (those with ``?`` may be left out) and by whom."""

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
    "bet": Word(
        (*OWN, "floor"),
        {"seat": "seat", "bets": "bets", "tender": "text?", "accepted": "flag?"},
        _bet,
    ),
    "act": Word(
        (*OWN, *STAFF),
        {"who": "place", "what": "text", "amount": "number?"},
        lambda t, c, p: t.act(c["who"], c["what"], c.get("amount")),
    ),
    "begin": Word(STAFF, {}, lambda t, c, p: t.begin()),
    "close": Word(STAFF, {}, lambda t, c, p: t.close()),
    "go": Word(STAFF, {}, lambda t, c, p: t.go()),
    "shuffled": Word(STAFF, {}, lambda t, c, p: t.shuffled()),
    "draw": Word(STAFF, {"cards": "text"}, lambda t, c, p: t.draw(c["cards"])),
    "rolled": Word(STAFF, {"numbers": "numbers"}, lambda t, c, p: t.rolled(*c["numbers"])),
    "spun": Word(STAFF, {"pocket": "text"}, lambda t, c, p: t.spun(c["pocket"])),
    "picked": Word(STAFF, {"numbers": "numbers"}, lambda t, c, p: t.picked(*c["numbers"])),
    "buy": Word(
        (*OWN, *STAFF),
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
WHOLE = ("change", "announce")  # the log keeps these as they were said


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _named(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, str) for name in value)


_IS: dict[str, Callable[[Any], bool]] = {
    "seat": _whole,
    "number": _whole,
    "place": lambda v: _whole(v) or isinstance(v, str),
    "text": lambda v: isinstance(v, str),
    "flag": lambda v: isinstance(v, bool),
    "numbers": lambda v: isinstance(v, list) and all(_whole(n) for n in v),
    "bets": lambda v: _named(v) and all(_whole(n) for n in v.values()),
    "options": _named,
    "limits": lambda v: (
        _named(v) and all(isinstance(x, list) and all(map(_whole, x)) for x in v.values())
    ),
}


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
            if not kind.endswith("?"):
                raise Refused(f"{said['do']} needs {name}")
        elif not _IS[kind.removesuffix("?")](value):
            raise Refused(f"{said['do']}: {value!r} is not {name} ({kind.removesuffix('?')})")


def authorise(said: Command, by: Person, players: Mapping[int, str]) -> None:
    """Refuse a command, well formed, that is not this person's to give."""
    by.must_be(*WORDS[said["do"]].roles, to=said["do"])
    seat = said.get("seat", said.get("who"))
    if by.role == "player":
        if said["do"] == "sit":
            if said.get("player", by.name) != by.name:
                raise Refused(f"{by.name} may not take a seat for somebody else")
        elif not isinstance(seat, int) or players.get(seat) != by.name:
            raise Refused(f"seat {seat} is not {by.name}'s")
        if said.get("accepted"):
            raise Refused("only the floor lets a wager stand outside the limits")
    elif said["do"] == "sit" and not said.get("player"):
        raise Refused(f"{by.name} ({by.role}) seats a player, and names one")
    elif by.role == "dealer" and said["do"] == "act" and seat != "dealer":
        raise Refused(f"{by.name} (dealer) may not decide for {seat}")


def run(table: Table, said: Command, by: Person, keep: Callable[[dict[str, Any]], None]) -> None:
    """Do it; what the table itself does not tell of is kept as it was said."""
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
