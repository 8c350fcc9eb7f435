"""Every poker game with everything that can go wrong: reports at any moment, players who go away
and come back, charges for time, payout funds."""

import pytest
from wild import WildNight

import tiers
from houseway.games import game

POKER = game("poker")
GAMES = POKER.rulebook().options["game"].choices or []
OF_EACH_KIND = ("stud7_hilo8", "crazy_pineapple", "triple_draw_27")  # stud, board, draw
NIGHTS, ACTS = (200, 400) if tiers.SOAK else (3, 250)
HOUSES = (
    {"rake": "percent_and_time", "jackpot": "bad_beat", "absent_stakes": "counted"},
    {"rake": "increments_and_time", "jackpot": "none", "absent_stakes": "covered"},
    {"rake": "percent", "jackpot": "high_hand", "absent_stakes": "left"},
)


@pytest.mark.parametrize(
    "played",
    [pytest.param(one, marks=() if one in OF_EACH_KIND else pytest.mark.soak) for one in GAMES],
)
def test_nights_with_irregularities_absences_charges_and_funds(played: str) -> None:
    seen = None
    for seed in range(NIGHTS):
        house = dict(HOUSES[seed % len(HOUSES)])
        if not has_payouts(played):
            house["jackpot"] = "none"
        night = WildNight(POKER, "nj", seed, {"game": played, **house})
        found = night.play(ACTS)
        seen = found if seen is None else seen + found
    assert seen is not None
    assert seen["rounds"] >= NIGHTS, seen
    assert seen["reported"], seen
    assert seen["came or went"], seen


def has_payouts(played: str) -> bool:
    """Whether a game may be offered with a payout fund."""
    constraints = POKER.rulebook().constraints
    barred = [one for one in constraints if "bad_beat" in one.when.get("jackpot", ())]
    return all(played in one.then.get("game", [played]) for one in barred)
