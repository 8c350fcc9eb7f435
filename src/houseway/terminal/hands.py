"""Hands written for others to read, and hands of others dealt here."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from houseway.games import Game, game
from houseway.referee.log import RoundRecord, write_log
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.terminal.console import grid, indented, print_json, stderr, stdout
from houseway.terminal.house import database_of
from houseway.terminal.replay import Replay, house_replays, replay_of, replays


@dataclass(frozen=True)
class Source:
    """A log of rounds or a durable house, optionally limited to one table."""

    where: str
    keys: Path | None = None
    table: int | None = None

    def rounds(self, number: int | None) -> Iterator[Replay]:
        """Its rounds dealt again, or the one of a number."""
        if database_of(self.where):
            found = house_replays(self.where, self.keys, self.table)
            yield from (one for one in found if number in (None, one.number))
        elif self.table is not None or self.keys is not None:
            raise Refused(
                f"{self.where} is not a house: a log of rounds has neither tables nor keys"
            )
        elif number is None:
            yield from replays(Path(self.where))
        else:
            yield replay_of(Path(self.where), number)


def export_rounds(source: Source, out: Path | None, number: int | None) -> bool:
    """Whether every round of a log or a house could be written; which could not, and why."""
    path = source.where
    found: list[Any] = []
    history, missing = None, 0
    for one in source.rounds(number):
        try:
            if one.round is None:
                raise Refused(one.differs)
            history = game(one.game).history
            found.append(history.export_round(one.round, one.name))
        except Refused as error:
            missing += 1
            stderr().print(f"{path}: round {one.name}: {error}", markup=False, highlight=False)
    if not found or history is None:
        stderr().print(f"{path}: no hand to write", markup=False, highlight=False)
        return False
    if out is None:
        print(history.text_of(found, several=len(found) > 1 or number is None), end="")
        return not missing
    history.write_hands(found, out)
    words = "1 hand is" if len(found) == 1 else f"{len(found):,} hands are"
    print(f"{words} in {out}.")
    return not missing


def import_hands(found: Game, edition: str, path: Path, log: Path | None, json: bool) -> bool:
    """Whether every hand of a file came out here as it says; which did not, and why."""
    history, book = found.history, found.rulebook(edition)
    records: list[RoundRecord] = []
    told: list[dict[str, Any]] = []
    differ = 0
    hands = history.read_hands(path)
    for number, hand in enumerate(hands, 1):
        one: dict[str, Any] = {"hand": hand.hand or str(number), "variant": hand.variant}
        try:
            table = history.replay_hand(hand, book)
        except Refused as error:
            differ += 1
            one["differs"] = str(error)
        else:
            records += table.records
            one["start"] = hand.starting_stacks
            one["end"] = history.stacks_of(hand, table)
        told.append(one)
        if not json:
            _print_hand(one, hand.players)
    if log is not None:
        write_log(records, log)
    if json:
        print_json({"hands": told})
    else:
        same = len(hands) - differ
        print(f"{same:,} of {len(hands):,} hands were dealt by the rules of this house.")
    return not differ


def _print_hand(one: dict[str, Any], players: list[str]) -> None:
    """Print each player's chips before and after, or why the hand cannot be dealt here."""
    console = stdout()
    title = f"hand {one['hand']} ({one['variant']})"
    if "differs" in one:
        console.print(f"{title}: {one['differs']}", markup=False, highlight=False)
        return
    console.print(title, markup=False, highlight=False)
    table = grid("player", "before>", "after>")
    for place, (before, after) in enumerate(zip(one["start"], one["end"], strict=True)):
        name = players[place] if players else f"p{place + 1}"
        table.add_row(name, money(before), money(after))
    console.print(indented(table))
