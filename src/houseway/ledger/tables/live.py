"""One table in memory, exactly as its entries have it."""

import json
from collections.abc import Mapping
from typing import Any

from houseway.ledger.books import meter_name
from houseway.ledger.errors import Broken
from houseway.ledger.tables import commands, snapshots
from houseway.ledger.tables.chance import SecretChance, Unseal
from houseway.ledger.tables.step import Step
from houseway.referee.data import TableData
from houseway.referee.events import Event
from houseway.referee.requests import WORDS, Ask, Draw, Input, Next, Request, Tickets
from houseway.referee.table import Table


class Live:
    """A table that is being played, with its place in the chain."""

    def __init__(self, row: Mapping[str, Any], find: snapshots.Find, unseal: Unseal) -> None:
        self.id: int = row["id"]
        self.seq: int = row["seq"]
        self.head: str = row["head"]
        self.fence: int = row["fence"]
        self.boundary: int = row["boundary"]
        self.settings_text: str = row["settings"]
        self.settings: dict[str, Any] = json.loads(self.settings_text)
        self.header: dict[str, Any] = json.loads(row["rules"])
        self.ruled = 0  # the entry that tells these rules; 0 where a log does not say which
        self.chance = SecretChance.from_json(json.loads(row["chance"]), unseal)
        self.heard: list[dict[str, Any]] = []
        self.allowed: dict[
            int, dict[str, int]
        ] = {}  # wagers outside the limits that the floor permits, by seat
        self._replaying = False
        self._meters: dict[str, str] = {}
        by_hand = self.settings["by_hand"]
        self.draws = "chance" not in by_hand
        self.table: Table = snapshots.table(
            self.header, find, by_hand=by_hand, chance=self.chance, heard=self._hear
        )
        pending = [commands.change_of(change) for change in json.loads(row["pending"])]
        self.table.resume(TableData.from_json(json.loads(row["data"])), pending)

    def _hear(self, given: Input) -> None:
        if self._replaying:
            return
        self.heard.append(given.to_json())
        if given.do == "begin" and self.draws:
            self.chance.prepare()

    def allow(self, command: Mapping[str, Any]) -> None:
        """Know what the floor lets stand outside the limits, until that seat bets or leaves. A
        table that is brought back between two rounds has forgotten it: the floor says so again."""
        if command["do"] == "allow":
            self.allowed[command["seat"]] = dict(command["bets"])
        elif command["do"] in ("bet", "leave"):
            self.allowed.pop(command["seat"], None)

    def replay(self, body: Mapping[str, Any]) -> None:
        """Take in an entry that was committed; it must cause what it caused then."""
        self._replaying = True
        try:
            caused = [
                event.to_json()
                for kept in body["inputs"]
                for event in commands.again(self.table, kept)
            ]
        finally:
            self._replaying = False
        self.allow(body["do"])
        if caused != body["events"]:
            raise Broken(f"entry {body['seq']} of table {self.id} does not come out as recorded")
        if "rules" in body:
            self.header, self.ruled = body["rules"], body["seq"]

    @property
    def linked(self) -> dict[str, str]:
        """The table's meters that other tables may move: their names in the house."""
        links: dict[str, str] = self.settings["linked"]
        return links

    @property
    def meters(self) -> dict[str, str]:
        """Return all meters of the table, and their names in the house."""
        known = self.table.data.meters
        if self._meters.keys() != known.keys():
            self._meters = {name: meter_name(self.id, name, self.linked) for name in known}
        return self._meters

    @property
    def began(self) -> int:
        """When the table's clock stood at nothing, in minutes since 1970 UTC."""
        return int(self.table.data.began or self.settings["opened"])

    @property
    def resting(self) -> bool:
        """Whether no round is in progress."""
        return self.table.waiting is None

    @property
    def round(self) -> int:
        """The number of the round in progress, or of the last one."""
        return self.table.data.rounds + (not self.resting)

    def mark(self) -> tuple[object, int]:
        """Return the present end of the events, to find new ones later."""
        return (self.table.round, len(self.table.events)) if self.table.started else (None, 0)

    def since(self, mark: tuple[object, int]) -> list[Event]:
        """The events since then."""
        if not self.table.started:
            return []
        round, count = mark
        return self.table.events[count:] if round is self.table.round else list(self.table.events)

    def stands(self, step: Step) -> None:
        """Record that a command was committed: the new position of the table."""
        self.seq, self.head = step.seq, step.head
        if step.rest is not None:
            self.boundary = step.seq
        self.heard.clear()
        self.chance.log.clear()

    def rest(self) -> None:
        """Between rounds, chance that is used up is revealed."""
        data = self.table.data
        waits = bool(data.notes.get("shoe", {}).get("aside"))
        goes_on = bool(data.out) or any(data.sides.values())
        self.chance.rest(shoe_goes_on=goes_on, cards_wait=waits)


def waiting_json(waiting: Request | None) -> dict[str, Any]:
    """Return what a table waits for as data for people: no card, no deck."""
    if waiting is None:
        return {}
    data: dict[str, Any] = {"for": WORDS[type(waiting)], "who": waiting.who, "cite": waiting.cite}
    if isinstance(waiting, Ask):
        data["choices"] = [
            {"name": c.name, "least": c.least, "most": c.most, "step": c.step, "says": c.says}
            for c in waiting.choices
        ]
    elif isinstance(waiting, Tickets):
        data["acts"] = [{"who": who, "what": what} for who, what in waiting.acts()]
    elif isinstance(waiting, Draw):
        data.update(to=waiting.to, count=waiting.count)
    elif isinstance(waiting, Next):
        data["step"] = waiting.step
    return data
