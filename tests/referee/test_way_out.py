"""No state without a way out: wherever a night at a table has got to, lawful acts end the round or
free every seat."""

import random

import pytest
from wild import WildNight

import tiers
from houseway.games import games
from houseway.referee.requests import Ask, Bets, Next, Tickets
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused

EDITIONS = [
    pytest.param(game, edition, id=f"{game.id}-{edition}")
    for game in games().values()
    for edition in game.editions
]
NIGHTS = 60 if tiers.SOAK else 6
ENOUGH = 3_000  # acts; a round that takes more does not end


def is_lawful(doing, *given) -> bool:
    """Do it and return whether it was allowed."""
    try:
        doing(*given)
    except Refused:
        return False
    return True


def free_the_seats(table: Table) -> None:
    """Take back every wager that may be taken back, and let everybody leave who may."""
    for seat, placed in list(table.round.state.placed.items()):
        if placed:
            is_lawful(table.bet, seat, dict.fromkeys(placed, 0))
    for seat in list(table.data.players):
        is_lawful(table.leave, seat)


def ends(table: Table, chance: random.Random) -> bool:
    """Whether the round comes to an end, or everybody can leave it."""
    for _ in range(ENOUGH):
        waiting = table.waiting
        if waiting is None:
            return True
        if isinstance(waiting, Next):
            table.go()
        elif isinstance(waiting, Ask):
            choice = chance.choice(waiting.choices)
            table.act(waiting.who, choice.name, choice.least)
        elif isinstance(waiting, Tickets):
            table.make_ready()
            if not is_lawful(table.close):
                return not table.data.players
        elif isinstance(waiting, Bets) and not is_lawful(table.close):
            free_the_seats(table)
            if not is_lawful(table.close):
                return not table.data.players
    return False


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_every_round_can_be_ended_or_left(game, edition) -> None:
    chance = random.Random(7)
    for seed in range(NIGHTS):
        night = WildNight(game, edition, seed)
        if seed % 2 and night.table.rules.players_needed == 1:
            night.seats = lambda: [1]  # somebody alone
        night.play(chance.randint(20, 120))
        assert ends(night.table, chance), (
            f"seed {seed}: no way out of {night.table.round.state.phase}, waiting for "
            f"{night.table.waiting}, seats {sorted(night.table.data.players)}"
        )
