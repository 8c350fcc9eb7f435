"""What must hold at every table of every game, whatever people do."""

import os
from collections import Counter
from random import SystemRandom

import pytest
from wild import WildNight

from houseway.games import games

SOAK = bool(os.environ.get("HOUSEWAY_SOAK"))
EDITIONS = [
    pytest.param(game, edition, id=f"{game.id}-{edition}")
    for game in games().values()
    for edition in game.editions
]
NIGHTS = 24  # at the least; more until everything has been seen that can happen


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_few_wild_nights(game, edition) -> None:
    seen: Counter[str] = Counter()
    for seed in range(4):
        seen.update(WildNight(game, edition, seed).play(120))
    assert seen["rounds"] >= 10, seen


@pytest.mark.slow
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_whatever_people_do(game, edition) -> None:
    book = game.rulebook(edition)
    kinds = {"paid", "taken", "returned", "wagered", "ruled"}
    kinds |= {"dealt"} if book.deck else set()
    kinds |= {"spun"} if book.wheels else set()
    kinds |= {"rolled"} if book.family == "dice" else set()
    kinds |= {"picked", "issued", "won", "withdrawn"} if book.cage else set()
    anywhere = [found for found in book.irregularities.values() if not found.only_if]
    if any("void_round" in found.rulings for found in anywhere):
        kinds.add("voided")
    seen: Counter[str] = Counter()
    first = SystemRandom().randrange(2**32) if SOAK else 0
    for seed in range(first, first + (2_000 if SOAK else 200)):
        try:
            seen.update(WildNight(game, edition, seed).play(150))
        except BaseException as error:
            error.add_note(f"the night of seed {seed}")
            raise
        enough = seen["rounds"] >= (5_000 if SOAK else 100) and seen["refused"] >= 100
        if enough and seed >= first + NIGHTS and kinds <= set(seen):
            break
    kinds |= {"revealed"} if seen["face down"] else set()
    assert kinds <= set(seen), seen
    assert seen["rounds"] >= 100, seen  # or the test has tested nothing
    assert seen["refused"] >= 100, seen
