"""The record of a round, and dealing it again from its inputs.

A record holds the rules it was played under, what the table was at its start, every input in
order and every event that followed. Dealt again, it must give the same events.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.referee.conversation import Conversation, Play
from houseway.referee.data import TableData
from houseway.referee.events import Event
from houseway.referee.requests import Input
from houseway.referee.round import Round
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.load import BadFile
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

FORMAT = "houseway round 1"


@dataclass(frozen=True)
class RoundRecord:
    """One round, so that anyone can deal it again."""

    header: dict[str, Any]
    start: dict[str, Any]
    inputs: list[Input]
    events: list[Event]

    def to_json(self) -> dict[str, Any]:
        """The record as plain data, for one line of a log."""
        return {
            "format": FORMAT,
            "rules": self.header,
            "start": self.start,
            "inputs": [given.to_json() for given in self.inputs],
            "events": [event.to_json() for event in self.events],
        }


class Differs(ValueError):
    """A record that does not replay to its own events."""


def write_log(records: Iterable[RoundRecord], path: Path) -> int:
    """Write records as JSON Lines and return how many there were."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(record.to_json(), separators=(",", ":")) + "\n")
            count += 1
    return count


def read_log(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a log, one by one, as plain data."""
    try:
        file = path.open(encoding="utf-8")
    except OSError as error:
        raise BadFile(str(path), [("", error.strerror or "cannot be read")]) from None
    with file:
        for number, line in enumerate(file, 1):
            where = f"line {number}"
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                raise BadFile(str(path), [(where, "is not JSON")]) from None
            if not isinstance(record, dict) or record.get("format") != FORMAT:
                raise BadFile(str(path), [(where, f"is not a record of format {FORMAT!r}")])
            for key in ("rules", "start", "inputs", "events"):
                if key not in record:
                    raise BadFile(str(path), [(f"{where}.{key}", "is missing")])
            yield record


def deal_again(record: dict[str, Any], play: Play, book: Rulebook) -> Round:
    """Deal a recorded round again under its own rules; differences are named, not passed over."""
    header = record["rules"]
    if header["rulebook"] != book.hash:
        raise Differs(f"the round was dealt under another rulebook ({header['rulebook'][:12]})")
    limits = {name: Limit(*values) for name, values in header["limits"].items()}
    rules = TableRules(book, header["options"], limits, header["meters"])
    talk = Conversation(Round(rules, TableData.from_json(record["start"])), play)
    for number, given in enumerate(record["inputs"], 1):
        try:
            talk.submit(Input.from_json(given))
        except Refused as error:
            raise Differs(f"input {number} is refused: {error}") from None
    if not talk.over:
        raise Differs("the record stops before the round is over")
    again = [event.to_json() for event in talk.round.events]
    for number, (recorded, dealt) in enumerate(zip(record["events"], again, strict=False), 1):
        if recorded != dealt:
            raise Differs(f"event {number} is recorded as {recorded} but is {dealt}")
    if len(record["events"]) != len(again):
        raise Differs(f"{len(record['events'])} events are recorded but there are {len(again)}")
    return talk.round
