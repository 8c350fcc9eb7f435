"""Long sessions of every game on record: every wager used, dealt again in the tests.

python tests/games/golden.py           records them anew
python tests/games/golden.py GAME...   only those of some games
"""

import gzip
import json
import random
import sys
from contextlib import suppress
from pathlib import Path

from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import Game, games
from houseway.games import game as find
from houseway.referee.requests import Ask, Bets, Tickets
from houseway.referee.table import Table
from houseway.referee.window import fitting
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import base_of

FOLDER = Path(__file__).parent / "golden"
ROUNDS, MOST = 80, 2000  # more where a wager is rarely open
SEATS = 3


def path(game: Game, edition: str) -> Path:
    """Where a session is kept."""
    return FOLDER / f"{game.id}.{edition}.jsonl.gz"


def session(game: Game, edition: str) -> Table:
    """A long session: a few seats, every wager on offer in turn, decisions at random."""
    dice = random.Random(f"{game.id} {edition}")
    table = Table(game.play, game.rulebook(edition), chance=Shoe(Philox(69)))
    most = table.rules.book.seats
    seats = range(1, (min(SEATS, most.max) if most else SEATS) + 1)
    for seat in seats:
        table.sit(seat, f"player {seat}")
    while len(table.records) < ROUNDS or (unused(table) and len(table.records) < MOST):
        if table.waiting is None:
            table.begin()
        elif isinstance(table.waiting, Tickets):
            _tickets(table, seats, dice)
        elif isinstance(table.waiting, Bets):
            for seat in seats:
                _bet(table, seat, dice)
            _close(table)
        elif isinstance(asked := table.waiting, Ask):
            choice = dice.choice(asked.choices)
            steps = (choice.most - choice.least) // choice.step
            amount = choice.least + choice.step * dice.randint(0, steps)
            table.act(asked.who, choice.name, amount)
    return table


def unused(table: Table) -> set[str]:
    """The wagers of the law itself that nobody has made yet."""
    known = table.rules.book.wagers.items()
    wanted = {name for name, one in known if one.if_offered is None and not one.paid_on}
    events = (event for record in table.records for event in record.events)
    return wanted - {base_of(e.wager) for e in events if e.kind in ("wagered", "stands")}


def _tickets(table: Table, seats: range, dice: random.Random) -> None:
    """Everyone buys a ticket, some do something with one that they have, and the game closes."""
    window = table.waiting
    assert isinstance(window, Tickets)
    for seat in seats:
        table.buy(seat, **window.suggest(Philox(dice.getrandbits(60))))
    for serial, ticket in list(table.data.tickets.items()):
        if dice.random() < 0.3:
            word = getattr(table, dice.choice(["void", "refund", "redeem"]))
            with suppress(Refused):
                word(ticket["patron"], serial)
    table.close()


def _bet(table: Table, seat: int, dice: random.Random) -> None:
    """All the wagers that chance picks or, if they do not go together, each that may be made."""
    unit = 500 * dice.randint(1, 8)
    bets = {}
    for name, wager in table.rules.wagers.items():
        if wager.window != "bets" or wager.paid_on or not (wager.required or dice.random() < 0.7):
            continue
        fixed = [amount for rule in wager.amount for amount in rule.choices]
        spot = f"@{dice.choice(list(wager.spots))}" if wager.spots else ""
        bets[name + spot] = fixed[0] if fixed else unit
    bets = fitting(table.rules, bets)
    for wagers in (bets, *({name: amount} for name, amount in bets.items())):
        try:
            table.bet(seat, wagers)
        except Refused:
            continue
        if wagers is bets:
            return


def _close(table: Table) -> None:
    """Close; a seat whose wagers do not go together takes them back first."""
    for _ in range(SEATS + 1):
        try:
            table.close()
            return
        except Refused as refusal:
            placed = table.round.state.placed
            seat = next((seat for seat in placed if f"seat {seat}" in refusal.reason), 0)
            if seat:
                table.bet(seat, dict.fromkeys(placed[seat], 0))
            else:
                _bet_least(table)


def _bet_least(table: Table) -> None:
    """The required wagers; where there are none, the first that may be made now."""
    offered = {n: w for n, w in table.rules.wagers.items() if w.window == "bets"}
    if required := [name for name, wager in offered.items() if wager.required]:
        table.bet(1, fitting(table.rules, dict.fromkeys(required, 1000)))
        return
    for name, wager in offered.items():
        try:
            table.bet(1, {f"{name}@{next(iter(wager.spots))}" if wager.spots else name: 1000})
            return
        except Refused:
            continue


def record(only: list[str]) -> None:
    """Record games anew, all of them if none is named."""
    FOLDER.mkdir(exist_ok=True)
    for game in [find(id) for id in only] or games().values():
        for edition in game.editions:
            lines = [
                json.dumps(record.to_json(), separators=(",", ":"))
                for record in session(game, edition).records
            ]
            text = ("\n".join(lines) + "\n").encode()
            path(game, edition).write_bytes(gzip.compress(text, mtime=0))


if __name__ == "__main__":
    record(sys.argv[1:])
