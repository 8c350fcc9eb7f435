"""How the figures of Spanish 21 are counted a second time."""

from collections.abc import Mapping

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer
from houseway.games.twenty_one.by_plan import by_plan
from houseway.games.twenty_one.super_bonus import SUPER
from houseway.referee.view import Policy

STANDS = prefer("no_insurance", "stand")
INSURES = prefer("insure", "stand")
OWN, UP = ((1, 2),), (("dealer", 1),)

FIRST_CARDS = {
    "match_dealer": FirstCards((OWN, UP), decide=STANDS),
    "insurance": FirstCards((UP, UP), decide=INSURES),
}
DECIDE: dict[str, Policy] = {"": STANDS, "always": INSURES, "optimal": by_plan}


def is_part(figure: str, wager: str) -> bool:
    """Whether a wager of a round is counted in a figure: all that is added to a hand, and the super
    bonus, is in that of the main wager."""
    if figure != "main":
        return figure == wager
    return wager == SUPER or wager.rstrip("_234") in ("main", "double", "split")


def small(ranks: str, suits: str, options: Mapping[str, object], alike: bool = True) -> SmallTable:
    """A table with few ranks, at which the solver's own decisions are followed."""
    return SmallTable(
        ranks, suits, {"main": 1000}, ("main",), {"shuffler": "automated", **options},
        ranks_alike=alike, best=False, decide=by_plan, in_full=True,
    )  # fmt: skip


EIGHT_DECKS = {"decks_in_use": "8", "match_pays": "decks_8"}
SMALL: tuple[SmallTable, ...] = (  # no aces: a hand of them goes on for too long
    small("9J", "cdhs", {}),
    small("8J", "cdhs", {"dealer_cards": "hole_with_reader"}),
    small("6J", "cdhs", {"dealer_cards": "hole_no_peek", **EIGHT_DECKS}),
    small("7", "s", {}, alike=False),
    small("7J", "s", {}, alike=False),
)


RECOUNT = Recount(
    is_part=is_part,
    first_cards=FIRST_CARDS,
    small=SMALL,
    decide=DECIDE,
)
