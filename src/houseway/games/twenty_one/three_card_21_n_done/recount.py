"""How the figures of Three Card 21 "N" Done are counted a second time: every deal of small shoes
through the referee under the solver's own decisions, and the real shoe simulated."""

from collections.abc import Mapping

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer
from houseway.games.twenty_one.three_card_21_n_done.advice import by_plan
from houseway.referee.view import Policy

INSURES = prefer("insure", "stand")
STANDS = prefer("no_insurance", "stand")
FIRST_CARDS = {"bonus": FirstCards((((1, 3),),), suits="d", decide=STANDS)}
DECIDE: dict[str, Policy] = {"": STANDS, "always": INSURES, "optimal": by_plan}


def is_part(figure: str, wager: str) -> bool:
    """Whether a wager of a round is counted in a figure: all that is added to a hand is in that of
    the main wager."""
    if figure != "main":
        return figure == wager
    return wager.rstrip("_23") in ("main", "double", "split")


def small(ranks: str, suits: str, options: Mapping[str, object]) -> SmallTable:
    """A table with few ranks, at which the solver's own decisions are followed."""
    return SmallTable(
        ranks, suits, {"main": 1000, "bonus": 1000}, ("main",),
        {"shuffler": "automated", **options}, ranks_alike=True, best=False, decide=by_plan,
        in_full=True,
    )  # fmt: skip


SMALL: tuple[SmallTable, ...] = (
    small("9K", "cdhs", {}),
    small("8K", "cdhs", {"surrender": True, "soft_17": "hit"}),
    small("7K", "cdhs", {"decks_in_use": "8", "dealer_cards": "hole_by_hand", "surrender": True}),
)


RECOUNT = Recount(
    is_part=is_part,
    first_cards=FIRST_CARDS,
    small=SMALL,
    decide=DECIDE,
)
