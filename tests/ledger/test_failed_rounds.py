"""A program that fails in a round of a durable house: what is written, and that play goes on."""

import pytest
from playing import Playing

from houseway.ledger.audit.audit import audit_database
from houseway.ledger.house import House
from houseway.ledger.tables.rounds import record
from houseway.referee.conversation import Conversation
from houseway.referee.requests import FAULT

pytestmark = pytest.mark.faults


@pytest.mark.parametrize("game", ["blackjack", "three-card-blitz", "craps", "roulette", "poker"])
def test_a_round_that_fails_is_void_and_the_log_holds(sqlite: House, game: str) -> None:
    table = sqlite.open_table(game, by="Flo")
    play = Playing(sqlite, table)
    play.sit()
    while sqlite.waiting(table).get("for") != "bets":
        play.step()
    before = {name: sqlite.balance(name) for name in ("Ann", "Bob")}
    whole = Conversation._answer

    def broken(self: Conversation, given: object) -> None:
        whole(self, given)
        if getattr(given, "do", "") == "close":
            raise IndexError("list index out of range")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Conversation, "_answer", broken)
        for _ in range(20):
            if (answer := play.step()) is not None and not answer.waiting:
                break
    assert answer is not None
    (fault,) = [event for event in answer.events if event.kind == FAULT]
    assert any(event.kind == "voided" for event in answer.events)
    if game != "poker":  # whose chips stay on the table
        assert {name: sqlite.balance(name) for name in ("Ann", "Bob")} == before
    url = sqlite.database.engine.url.render_as_string()
    assert audit_database(url, workers=1).findings == []
    assert record(sqlite, table, answer.round).differs == ""
    sqlite._forget(table)  # brought back from its entries
    for _ in range(30):
        play.step()
    with sqlite.looking(table) as live:
        assert live.table.data.rounds > answer.round
    assert audit_database(url, workers=1).findings == []
    assert fault.kind == FAULT
