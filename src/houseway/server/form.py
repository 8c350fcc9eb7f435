"""What a page sends, as a command of the house."""

import json
from collections.abc import Mapping
from typing import Any

from houseway.rulebook.money import dollars
from houseway.rulebook.refusal import Refused
from houseway.server.chips import chip_of, last_bets, one_more, placed
from houseway.server.host import Snapshot
from houseway.terminal.tickets import parse_ticket


def command_of(form: Mapping[str, str], snapshot: Snapshot) -> dict[str, Any]:
    """A command from the fields of a form and the table as its sender sees it."""
    word = form.get("do", "")
    seat = _seat(form, snapshot)
    rules = snapshot.rules
    if word == "chip":
        wager = form.get("wager", "")
        step = snapshot.steps.get(wager, 1)
        amount = one_more(rules, placed(snapshot), wager, chip_of(form.get("chip", "")), step)
        return {"do": "bet", "seat": seat, "bets": {wager: amount}}
    if word == "take":
        return {"do": "bet", "seat": seat, "bets": {form.get("wager", ""): 0}}
    if word == "clear":
        return {"do": "bet", "seat": seat, "bets": dict.fromkeys(_own(snapshot), 0)}
    if word == "again":
        return {"do": "bet", "seat": seat, "bets": last_bets(snapshot)}
    if word == "act":
        found: dict[str, Any] = {"do": "act", "seat": seat, "what": form.get("what", "")}
        if form.get("amount"):
            found["amount"] = _amount(form["amount"], form.get("what", ""), snapshot)
        return found
    if word == "buy":
        return {"do": "buy", "seat": seat, "form": parse_ticket(form.get("ticket", ""), rules)}
    if word in ("void", "refund", "redeem"):
        return {"do": word, "seat": seat, "ticket": form.get("ticket", "")}
    if word in ("sit", "leave", "ready"):
        return {"do": word, "seat": seat}
    raise Refused(f"there is no command {json.dumps(word)}")


def _amount(text: str, what: str, snapshot: Snapshot) -> int:
    """An amount that was written down: so many cards where the choice counts cards, or else
    dollars."""
    choices = snapshot.ask.choices if snapshot.ask else ()
    counts = any(choice.name == what and choice.cards for choice in choices)
    return int(text) if counts and text.isdecimal() and len(text) < 10 else dollars(text)


def _seat(form: Mapping[str, str], snapshot: Snapshot) -> int:
    given = form.get("seat", "")
    if given.isdecimal() and len(given) < 6:
        return int(given)
    if snapshot.seat is not None:
        return snapshot.seat
    raise Refused("take a seat first", snapshot.rules.cite("seated"))


def _own(snapshot: Snapshot) -> list[str]:
    """The wagers that were put down in this round; what stood before it stays."""
    if (view := snapshot.view) is None:
        return []
    stood = {e.wager for e in view.events if e.kind == "stands" and e.who == snapshot.seat}
    return [name for name in placed(snapshot) if name not in stood]
