"""A stream that sends only what has changed tells the same as one that sends whole tables."""

import random

import pytest

from houseway.client import Snapshot, with_changes
from houseway.games import game
from houseway.referee.requests import Ask
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.server.memory import MemoryHost
from houseway.server.table.snapshot_json import Sent, snapshot_json
from houseway.simulation.policies import usual_bets

VIEWERS = {"Ann": "player", "Bob": "player", "Eve": "player"}  # Eve only looks on


@pytest.mark.parametrize("id", ["blackjack", "three-card-poker", "craps"])
def test_changes_add_up_to_the_table(id: str) -> None:
    host, dice = MemoryHost(), random.Random(5)
    for name in VIEWERS:
        host.enter(name)
    table = host.open_table(id, "nj", {}, by="Ann")
    bets = usual_bets(TableRules(game(id).rulebook()))
    sent = {name: Sent() for name in VIEWERS}
    states: dict[str, Snapshot] = {name: {} for name in VIEWERS}
    sizes = {"whole": 0, "changes": 0}

    def compare() -> None:
        for name, found in host.looks(table, VIEWERS).items():
            changes, whole = sent[name].changes(found), snapshot_json(found)
            sizes["whole"] += len(str(whole))
            sizes["changes"] += len(str(changes))
            states[name] = with_changes(states[name], changes)
            assert states[name] == whole

    def do(name: str, word: str, **more: object) -> None:
        try:
            host.do(table, {"do": word, **more}, by=name)
        except Refused:
            return
        compare()

    compare()
    do("Ann", "sit", seat=1)
    do("Bob", "sit", seat=2)
    for _ in range(4):
        for seat, name in ((1, "Ann"), (2, "Bob")):
            do(name, "bet", seat=seat, bets=bets)
        for seat, name in ((1, "Ann"), (2, "Bob")):
            do(name, "ready", seat=seat)
        for _ in range(40):
            seen = host.look(table, by="Eve")
            if seen.asks != "decision" or not isinstance(seen.asked_of, int):
                break
            name = seen.players[seen.asked_of]
            asked = host.look(table, by=name).ask
            assert isinstance(asked, Ask)
            choice = dice.choice(asked.choices)
            do(name, "act", seat=seen.asked_of, what=choice.name)
    assert host.look(table, by="Eve").rounds >= 3 or id == "craps"
    assert sizes["changes"] * 2 < sizes["whole"]
