"""Recorded rounds, dealt again."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from houseway.games import game
from houseway.referee.events import Place
from houseway.referee.log import deal_again, read_log
from houseway.referee.round import Round
from houseway.referee.view import View
from houseway.rulebook.load import BadFile
from houseway.terminal.console import print_json, stdout
from houseway.terminal.events import print_events


@dataclass(frozen=True)
class Replay:
    """One record, dealt again: the round, or in what it differs from the record."""

    number: int
    game: str
    edition: str
    round: Round | None
    differs: str = ""
    table: int = 0  # of a durable house

    @property
    def name(self) -> str:
        """What the round is called: its number, behind that of its table in a house."""
        return f"{self.table}-{self.number}" if self.table else str(self.number)


def replays(path: Path) -> Iterator[Replay]:
    """Every record of a log, dealt again under its own rules."""
    for number, record in enumerate(read_log(path), 1):
        yield _deal(path, number, record)


def house_replays(where: str, keys: Path | None, table: int | None) -> Iterator[Replay]:
    """Every finished round that a durable house keeps, or those of one table, dealt again."""
    from houseway.ledger.tables import rounds
    from houseway.terminal.house import open_house

    with open_house(where, keys) as house:
        for one in rounds.tables(house) if table is None else [table]:
            for number in range(1, rounds.finished(house, one) + 1):
                record = rounds.record(house, one, number).log.to_json()
                found = _deal(Path(where), number, record)
                yield replace(found, table=one)


def replay_of(path: Path, wanted: int) -> Replay:
    """One record of a log, dealt again."""
    count = 0
    for count, record in enumerate(read_log(path), 1):
        if count == wanted:
            return _deal(path, count, record)
    raise BadFile(str(path), [("", f"there is no round {wanted}: it holds {count}")])


def _deal(path: Path, number: int, record: dict[str, Any]) -> Replay:
    rules = record["rules"]
    try:
        name, edition = str(rules["game"]), str(rules["edition"])
        found = game(name)
        book, play = found.rulebook(edition), found.play
    except (KeyError, TypeError) as error:
        raise BadFile(str(path), [(f"line {number}.rules", f"lacks {error}")]) from None
    try:
        return Replay(number, name, edition, deal_again(record, play, book))
    except ValueError as error:
        return Replay(number, name, edition, None, str(error))
    except (KeyError, TypeError, AttributeError) as error:
        what = f"is not a record of a round ({type(error).__name__}: {error})"
        raise BadFile(str(path), [(f"line {number}", what)]) from None


def print_log(path: Path, json: bool) -> bool:
    """Whether every round of a log came out as recorded, and which did not."""
    found = list(replays(path))
    wrong = [one for one in found if one.differs]
    if json:
        differences = [{"round": one.number, "what": one.differs} for one in wrong]
        print_json({"rounds": len(found), "differences": differences})
        return not wrong
    for one in wrong:
        print(f"{path}: round {one.number}: {one.differs}")
    games = ", ".join(dict.fromkeys(f"{one.game} {one.edition}" for one in found))
    same = len(found) - len(wrong)
    print(f"{same} of {len(found)} rounds came out as recorded ({games or 'no game'}).")
    return not wrong


def print_round(path: Path, number: int, who: Place, json: bool) -> bool:
    """One round of a log as somebody may see it, if it came out as recorded."""
    found = replay_of(path, number)
    if found.round is None:
        print(f"{path}: round {number}: {found.differs}")
        return False
    view = View.of(found.round, who)
    if json:
        print_json({"game": found.game, "edition": found.edition, **view.to_json()})
    else:
        print_events(stdout(), view.events, found.round.rules.book)
    return True
