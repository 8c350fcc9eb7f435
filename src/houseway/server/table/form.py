"""Forms of the table page, parsed into commands."""

import json
from collections.abc import Mapping
from typing import Any

from houseway.referee.requests import AWAY, BACK
from houseway.rulebook.money import dollars
from houseway.rulebook.refusal import Refused
from houseway.server.floor.staff import OWN_WORDS
from houseway.server.host import Snapshot
from houseway.server.table.chips import (
    chip_of,
    doubled,
    kept,
    last_bets,
    one_more,
    placed,
    with_equals,
)
from houseway.server.table.look import PLACES
from houseway.wording.tickets import parse_ticket

STAFF = {
    "begin": "",
    "close": "",
    "go": "",
    "shuffled": "",
    "draw": "cards",
    "rolled": "numbers",
    "picked": "numbers",
    "spun": "pocket",
}  # staff commands, and the field with the manual result


def command_of(form: Mapping[str, str], snapshot: Snapshot) -> dict[str, Any]:
    """Return the command that a form gives, with the table as its sender sees it."""
    word = form.get("do", "")
    if word in STAFF:
        return _staff(word, form)
    if word == "act" and form.get("seat", "") in PLACES.values():
        return {
            "do": "act",
            "seat": form["seat"],
            "what": form.get("what", ""),
            **_amount(form, snapshot),
        }
    seat = seat_of(form, snapshot)
    rules = snapshot.rules
    if word == "chip":
        wager = form.get("wager", "")
        step = snapshot.steps.get(wager, 1)
        bets = placed(snapshot) or kept(snapshot, seat)
        amount = one_more(rules, bets, wager, chip_of(form.get("chip", "")), step)
        return {"do": "bet", "seat": seat, "bets": with_equals(rules, bets, wager, amount)}
    if word == "take":
        return {"do": "bet", "seat": seat, "bets": {form.get("wager", ""): 0}}
    if word == "clear":
        return {"do": "bet", "seat": seat, "bets": dict.fromkeys(put_down(snapshot), 0)}
    if word == "double":
        bets = {name: placed(snapshot)[name] for name in put_down(snapshot)}
        return {"do": "bet", "seat": seat, "bets": doubled(rules, bets)}
    if word == "again":
        return {"do": "bet", "seat": seat, "bets": last_bets(snapshot)}
    if word == "act":
        return {
            "do": "act",
            "seat": seat,
            "what": form.get("what", ""),
            **_amount(form, snapshot),
        }
    if word == "buy":
        return {"do": "buy", "seat": seat, "form": parse_ticket(form.get("ticket", ""), rules)}
    if word in ("void", "refund", "redeem"):
        return {"do": word, "seat": seat, "ticket": form.get("ticket", "")}
    if word == "change_seat":
        return {"do": word, "seat": seat, "to": int(form.get("to", "0"))}
    if word in ("sit", "leave", AWAY, BACK, *OWN_WORDS):
        return {"do": word, "seat": seat}
    raise Refused(f"there is no command {json.dumps(word)}")


def _amount(form: Mapping[str, str], snapshot: Snapshot) -> dict[str, int]:
    """Return a decision's amount: a number of cards where the choice counts cards, otherwise
    dollars."""
    text, what = form.get("amount", ""), form.get("what", "")
    if not text:
        return {}
    choices = snapshot.ask.choices if snapshot.ask else ()
    counts = any(choice.name == what and choice.cards for choice in choices)
    good = text.isdecimal() and len(text) < 10
    return {"amount": int(text) if counts and good else dollars(text)}


def _staff(word: str, form: Mapping[str, str]) -> dict[str, Any]:
    """Return a staff command with the manual result."""
    field, given = STAFF[word], form.get("given", "").strip()
    if field == "numbers":
        parts = given.replace(",", " ").split()
        if not all(part.isdecimal() and len(part) < 6 for part in parts):
            raise Refused(f"{given!r} is not a list of numbers: write 3 5")
        return {"do": word, field: [int(part) for part in parts]}
    return {"do": word, field: given} if field else {"do": word}


def seat_of(form: Mapping[str, str], snapshot: Snapshot) -> int:
    """Return the seat that a form names, or else the sender's."""
    given = form.get("seat", "")
    if given.isdecimal() and len(given) < 6:
        return int(given)
    if snapshot.seat is not None:
        return snapshot.seat
    raise Refused("take a seat first", snapshot.rules.cite("seated"))


def put_down(snapshot: Snapshot) -> list[str]:
    """Return the wagers made in this round, without those that stood before it."""
    if (view := snapshot.view) is None:
        return []
    stood = {e.wager for e in view.events if e.kind == "stands" and e.who == snapshot.seat}
    return [name for name in placed(snapshot) if name not in stood]
