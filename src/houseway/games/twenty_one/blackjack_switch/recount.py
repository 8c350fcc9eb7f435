"""How the figures of blackjack switch are counted a second time."""

from collections.abc import Mapping
from dataclasses import replace

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer
from houseway.games.twenty_one.blackjack_switch.advice import POLICIES, by_solver
from houseway.referee.view import Policy

STANDS = prefer("no_insurance", "no_switch", "stand")
INSURES = prefer("insure", "no_switch", "stand")
UP = (("dealer", 1),)
FOUR = ((1, 2), ("1.2", 2))

FIRST_CARDS = {
    "match": FirstCards((FOUR,), decide=STANDS),
    "insurance": FirstCards((UP, UP), decide=INSURES),
}
# a sample of a whole shoe is played by chart and table of values: near enough for its error
DECIDE: dict[str, Policy] = {"": STANDS, "always": INSURES, "optimal": POLICIES["optimal"]}
OF_FIRST = {"main", "double", *(f"{name}_{n}" for n in (3, 4, 5) for name in ("split", "double"))}


def is_part(figure: str, wager: str) -> bool:
    """Whether a wager of a round is counted in a figure: what doubles and splits the first hand is
    in that of its wager."""
    return wager in OF_FIRST if figure == "main" else figure == wager


def small(ranks: str, suits: str, options: Mapping[str, object]) -> SmallTable:
    """A table with few ranks, at which the solver's own decisions are followed."""
    return SmallTable(
        ranks, suits, {"main": 1000, "second": 1000}, ("main",),
        {"shuffler": "automated", **options},
        ranks_alike=True, best=False, decide=by_solver, in_full=True,
    )  # fmt: skip


EIGHT_DECKS = {"decks_in_use": "8", "match_pays": "decks_8"}
SMALL: tuple[SmallTable, ...] = (
    small("9T", "cdhs", {}),
    small("9T", "cdhs", {"dealer_cards": "hole_with_reader", **EIGHT_DECKS}),
    replace(small("7T", "cdhs", {"surrender": True}), slow=True),
    replace(small("TA", "cdhs", {"dealer_cards": "hole_no_peek", **EIGHT_DECKS}), slow=True),
)


RECOUNT = Recount(
    is_part=is_part,
    first_cards=FIRST_CARDS,
    small=SMALL,
    decide=DECIDE,
)
