"""A card that is ruled on is a card of the shoe: it leaves at once, and the next is the one after.

Every irregularity that concerns a card is reported at every moment of a round at which it can be,
once with cards from the shoe and once with cards that wait to be typed.
"""

import pytest

import houseway
from houseway.games import games
from houseway.referee.requests import Ask, Bets
from houseway.referee.table import Table
from houseway.referee.window import fitting
from houseway.rulebook.refusal import Refused

OUT = ("dealt", "burned", "set_aside")
CASES = [
    pytest.param(game.id, edition, name, id=f"{game.id}-{edition}-{name}")
    for game in games().values()
    for edition in game.editions
    for name, found in game.rulebook(edition).irregularities.items()
    if {"discard_card", "next_card"} & set(found.rulings)
]


def opened(game: str, edition: str, by_hand: tuple[str, ...]) -> Table:
    table = houseway.open_table(game, edition, seed=5, by_hand=by_hand)
    for seat in (1, 2):
        table.sit(seat)
    table.begin()
    return table


def step(table: Table) -> None:
    """The next thing that carries the round on, always the same."""
    waiting = table.waiting
    if isinstance(waiting, Bets):
        if any(table.round.state.placed.values()):
            table.close()
            return
        wagers = table.rules.wagers
        usual = [n for n, wager in wagers.items() if wager.required or n == next(iter(wagers))]
        for seat in (1, 2):
            table.bet(seat, fitting(table.rules, dict.fromkeys(usual, 1000)))
    elif isinstance(waiting, Ask):
        last = isinstance(waiting.who, int)
        choice = waiting.choices[-1 if last else 0]
        table.act(waiting.who, choice.name, choice.least)
    else:
        table.carry_on()


def cards_out(table: Table, since: int = 0) -> list[tuple[str, int]]:
    """Cards in the order in which they left the shoe, each with what became of it first."""
    found, waiting = [], []
    for event in table.events[since:]:
        for card in event.cards if event.kind in OUT else ():
            if event.kind != "set_aside" and card in waiting:
                waiting.remove(card)
                continue
            found.append((event.kind, card))
            if event.kind == "set_aside":
                waiting.append(card)
    return found


def finish(table: Table) -> None:
    while table.waiting is not None:
        step(table)


@pytest.mark.parametrize("by_hand", [("dealer",), ("dealer", "chance")], ids=["shoe", "typed"])
@pytest.mark.parametrize(("game", "edition", "name"), CASES)
def test_a_ruled_card_leaves_the_shoe_at_once(game, edition, name, by_hand) -> None:
    plain = opened(game, edition, by_hand)
    if plain.rules.irregularity(name).only_if:
        pytest.skip("at a table with other choices")
    finish(plain)
    usual = [card for _, card in cards_out(plain)]
    moments, ruled = 0, 0
    while True:
        table = opened(game, edition, by_hand)
        for _ in range(moments):
            if table.waiting is not None:
                step(table)
        if table.waiting is None:
            break
        moments += 1
        gone = len(cards_out(table))
        try:
            table.report(name)
        except Refused:
            continue
        ruled += 1
        reported = len(table.events)
        finish(table)
        found = cards_out(table)
        order = [card for _, card in found]
        least = min(len(order), len(usual))
        assert order[:least] == usual[:least], "the cards come in another order"
        rulings = table.rules.irregularity(name).rulings
        if "discard_card" in rulings:
            assert found[gone][0] in ("burned", "set_aside"), (moments, reported)
    assert ruled
