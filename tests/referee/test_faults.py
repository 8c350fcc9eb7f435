"""A program that fails in a round: the round is void, the chips go back, the table goes on."""

import pytest
from wild import WildNight

from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import games
from houseway.referee.events import RACK, TICKETS
from houseway.referee.log import deal_again
from houseway.referee.requests import FAULT, Input
from houseway.referee.table import Table

pytestmark = pytest.mark.faults
FAMILIES = ["blackjack", "craps", "roulette", "three-card-poker", "baccarat-punto-banco"]
FAMILIES += ["pai-gow-poker", "let-it-ride-poker", "keno"]


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_a_fault_at_any_moment_voids_the_round_cleanly(game) -> None:
    faults = 0
    for seed in range(4):
        night = WildNight(game, game.editions[0], seed)
        for _ in range(8):
            for _ in range(night.random.randint(1, 12)):
                night.carry_on()
            if night.table.waiting is None:
                continue
            night.table.due_fault = lambda: Input(FAULT, what="IndexError: for the test")
            night.carry_on()
            night.table.due_fault = lambda: None
            assert night.table.waiting is None
            assert night.table.round.state.void
            assert night.table.round.state.balanced()
            faults += 1
            record = night.table.records[-1].to_json()
            deal_again(record, game.play, game.rulebook(game.editions[0]))
    assert faults >= 8


@pytest.mark.parametrize("id", FAMILIES)
def test_an_error_of_a_game_voids_its_round_and_is_in_the_log(id) -> None:
    game = games()[id]
    broken = {"now": False}

    def play(r):
        for_script = game.play(r)
        given = None
        while True:
            try:
                waiting = for_script.send(given)
            except StopIteration:
                return
            given = yield waiting
            if broken["now"] and given.do == "close":
                raise ZeroDivisionError("division by zero")

    night = WildNight(game, game.editions[0], 1)
    table = Table(play, game.rulebook(game.editions[0]), chance=Shoe(Philox(1)))
    night.table = table
    for _ in range(40):
        night.carry_on()
    while table.waiting is not None:
        night.carry_on()
    rounds = table.data.rounds
    broken["now"] = True
    while table.data.rounds == rounds:
        night.carry_on()
    broken["now"] = False
    (fault,) = [event for event in table.events if event.kind == FAULT]
    assert fault.says == "ZeroDivisionError: division by zero"
    assert fault.seen_by(1).says == ""
    assert table.round.state.void
    books = table.round.state.books
    assert not books.get(RACK, 0) + books.get(TICKETS, 0)  # tickets for games to come are sold
    assert table.data.rounds == rounds + 1
    record = table.records[-1].to_json()
    assert record["inputs"][-1] == {"do": FAULT, "what": "ZeroDivisionError: division by zero"}
    deal_again(record, game.play, game.rulebook(game.editions[0]))  # by a program that is repaired
    for _ in range(100):
        night.carry_on()
    assert table.data.rounds > rounds + 1


def test_a_round_that_cannot_begin_is_refused_in_one_line() -> None:
    def play(r):
        raise KeyError("x")
        yield

    table = Table(play, games()["blackjack"].rulebook("nj"))
    with pytest.raises(ValueError, match="the program failed \\(KeyError: 'x'\\)"):
        table.begin()
    assert table.waiting is None
