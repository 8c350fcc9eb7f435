"""How the figures of switch hands blackjack are counted a second time: every deal of small shoes
through the referee under the solver's own decisions, and the real shoe simulated."""

from collections.abc import Mapping
from dataclasses import replace

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer
from houseway.games.twenty_one.switch_hands_blackjack.advice import POLICIES, by_solver
from houseway.referee.view import Policy

STANDS = prefer("no_insurance", "keep_hand", "stand")
INSURES = prefer("insure", "keep_hand", "stand")
UP = (("dealer", 1),)

FIRST_CARDS = {"insurance": FirstCards((UP, UP), decide=INSURES)}
# a sample of a whole shoe is played by charts: near enough for its error
DECIDE: dict[str, Policy] = {"": STANDS, "always": INSURES, "optimal": POLICIES["optimal"]}


def is_part(figure: str, wager: str) -> bool:
    """Whether a wager of a round is counted in a figure: the ante fee and all that is added to a
    hand are in that of the main wager."""
    if figure != "main":
        return figure == wager
    return wager.rstrip("_234") in ("main", "ante", "double", "split")


def small(ranks: str, suits: str, options: Mapping[str, object]) -> SmallTable:
    """A table with few ranks, at which the solver's own decisions are followed. With aces and tens
    it has one suit: cards of one rank are taken to be alike, and blackjacks are paid by color."""
    return SmallTable(
        ranks, suits, {"main": 1000}, ("main",), {"shuffler": "automated", **options},
        ranks_alike=True, best=False, decide=by_solver, in_full=True,
    )  # fmt: skip


SMALL: tuple[SmallTable, ...] = (
    small("9T", "cdhs", {}),
    small("8T", "cdhs", {"surrender": True, "decks_in_use": "7"}),
    replace(
        small("9TA", "c", {"dealer_cards": "hole_by_hand", "blackjack_tie_pays": True}), slow=True
    ),
)


RECOUNT = Recount(
    is_part=is_part,
    first_cards=FIRST_CARDS,
    small=SMALL,
    decide=DECIDE,
)
