"""What must hold at every table of every game, whatever people do."""

import os
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wild import WildNight

from houseway.games import games

SOAK = bool(os.environ.get("HOUSEWAY_SOAK"))
EDITIONS = [
    pytest.param(game, edition, id=f"{game.id}-{edition}")
    for game in games().values()
    for edition in game.editions
]


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_few_wild_nights(game, edition) -> None:
    seen: Counter[str] = Counter()
    for seed in range(4):
        seen.update(WildNight(game, edition, seed).play(120))
    assert seen["rounds"] >= 10, seen


@pytest.mark.slow
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_whatever_people_do(game, edition) -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=28, deadline=None, derandomize=True)
    @given(seed=st.integers(0, 2**63))
    def night(seed) -> None:
        seen.update(WildNight(game, edition, seed).play(150))

    night()
    seed = 0
    while SOAK and seen["rounds"] < 5_000:
        try:
            seen.update(WildNight(game, edition, seed).play(600))
        except BaseException as error:
            error.add_note(f"the night of seed {seed}")
            raise
        seed += 1
    assert seen["rounds"] >= 100, seen  # or the test has tested nothing
    book = game.rulebook(edition)
    kinds = {"paid", "taken", "returned", "wagered", "ruled"}
    kinds |= {"dealt"} if book.deck else set()
    kinds |= {"revealed"} if seen["face down"] else set()
    kinds |= {"spun"} if book.wheels else set()
    kinds |= {"rolled"} if book.family == "dice" else set()
    kinds |= {"picked", "issued", "won", "withdrawn"} if book.cage else set()
    anywhere = [found for found in book.irregularities.values() if not found.only_if]
    if any("void_round" in found.rulings for found in anywhere):
        kinds.add("voided")
    assert kinds <= set(seen), seen
    assert seen["refused"] >= 100, seen
