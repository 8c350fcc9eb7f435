"""How the figures of pai gow are counted a second time. A round needs all 32 tiles: the reduced
set is one out of which the two sides that meet are dealt."""

from random import Random
from typing import Any

from houseway.games.authoring.recount import Recount
from houseway.games.set_hands.dragons_eye import DRAGON

SETS = ("pai_gow", "bank")
ON_DICE = ("odd", "even", "double", "match", "triple", "dice_bonus")
WITH = {name: {"pai_gow": 1000} for name in ON_DICE}
POSITIONS = 6
SHAKES, WATCHES = 1, 2  # where the button lies, of which the player has the first position


def notes(figure: str, chance: Random) -> dict[str, Any]:
    """How the table stands before a figure's first round: the button names who shakes."""
    at = {"dice_bonus@shaker": SHAKES, "dice_bonus@other": WATCHES}
    button = at.get(figure) or chance.randint(1, POSITIONS)
    return {DRAGON: {"button": button, "triples": 0, "closed": False}}


RECOUNT = Recount(
    notes=notes,
    sets=SETS,
    bets_beside=WITH,
)
