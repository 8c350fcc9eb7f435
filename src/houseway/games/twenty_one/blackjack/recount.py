"""How the figures of blackjack are counted a second time."""

from collections.abc import Mapping

from houseway.games.authoring.recount import COLORS, FirstCards, Recount, SmallTable, prefer
from houseway.games.twenty_one.by_plan import by_plan
from houseway.games.twenty_one.policies import POLICIES
from houseway.games.twenty_one.strategy import NEVER_SPLITS
from houseway.referee.view import Policy, View
from houseway.rulebook.table_rules import TableRules

STANDS = prefer("no_insurance", "third_card", "stand")
TAKES_THIRD = prefer("no_insurance", "third_card", "hit", "stand")
INSURES = prefer("insure", "stand")
SPLITS_ACES = prefer("no_insurance", "split", "hit", "stand")
OWN = ((1, 2),)
UP = (("dealer", 1),)
ONE = ((1, 1),)  # a card by itself: its order matters
ACTIONS_ON = ("_on_2", "_on_3")  # further actions of the dealer's

FIRST_CARDS = {
    "over_13": FirstCards((OWN,), decide=STANDS),
    "under_13": FirstCards((OWN,), decide=STANDS),
    "same_suit": FirstCards((OWN,), decide=STANDS),
    "in_between": FirstCards((OWN, UP), decide=STANDS),
    "match_dealer": FirstCards((OWN, UP), decide=STANDS),
    "optional_bonus": FirstCards((UP,) * 3, COLORS, STANDS),
    "sevens": FirstCards((ONE,) * 3, decide=TAKES_THIRD),
    "insurance": FirstCards((UP, UP), decide=INSURES),
}
DECIDE: dict[str, Policy] = {
    "": STANDS,
    "always": INSURES,
    "every pair of aces split": SPLITS_ACES,
}
MULTIPLE = {"main": 1000, "main_on_2": 1000}
WITH = {
    "main": MULTIPLE,  # where several hands of the dealer's are played
    "main_on_2": MULTIPLE,
    "main_on_3": {**MULTIPLE, "main_on_3": 1000},
    "insurance_on_2": MULTIPLE,
    "insurance_on_3": {**MULTIPLE, "main_on_3": 1000},
}


def is_part(figure: str, wager: str) -> bool:
    """Whether a wager of a round is counted in a figure: a hand's doubles and splits are in that of
    the main wager, for each action of the dealer's by itself."""
    main = figure.partition("_on_")[0] == "main"
    if not main:
        return figure == wager
    action = next((on for on in ACTIONS_ON if wager.endswith(on)), "")
    own = wager.removesuffix(action).rstrip("_234") if action else wager.rstrip("_234")
    return action == figure.removeprefix("main") and own in ("main", "double", "split")


def never_splits(view: View, rules: TableRules) -> str:
    """As the chart says, but a pair is played as its total."""
    assert view.asked is not None
    chosen = POLICIES["optimal"](view, rules)
    if chosen != "split":
        return chosen
    return "hit" if any(choice.name == "hit" for choice in view.asked.choices) else "stand"


DECIDE[NEVER_SPLITS] = never_splits
PLAIN = {"decks_in_use": "2", "shuffle_method": "house", "dealer_cards": "hole_no_peek"}
RESPLITS = {"resplit_offered": True, "boxes": "6", "resplits": "4"}
EXPOSED = {
    "dealer_cards": "double_exposure", "main_pays": "exposed", "double_on": "nine_to_eleven",
}  # fmt: skip


def _main(ranks: str, suits: str, options: Mapping[str, object]) -> SmallTable:
    return SmallTable(
        ranks, suits, {"main": 1000}, ("main",), {**PLAIN, **options},
        ranks_alike=True, best=False, decide=by_plan, editions=("nj",),
    )  # fmt: skip


def _side(
    ranks: str, suits: str, wager: str, decide: Policy, options: Mapping[str, object]
) -> SmallTable:
    return SmallTable(
        ranks, suits, {"main": 1000, wager: 100}, (wager,), {**PLAIN, **options},
        best=False, decide=decide, editions=("nj",),
    )  # fmt: skip


SMALL = (
    _main("8A", "cdhs", RESPLITS),
    _main("TA", "cdhs", {**RESPLITS, "resplits": "3", "resplit_aces": True}),
    _main("7A", "cdhs", {**RESPLITS, "dealer_cards": "hole_with_reader", "soft_17": "hit"}),
    _main("8TA", "cd", {"surrender": True, "soft_17": "hit"}),
    _main("9TA", "cd", {**EXPOSED, "soft_17": "hit"}),
    _main("6TA", "cd", EXPOSED),
    _side("QA", "dh", "twenty_point", STANDS, {"twenty_offered": True}),
    _side(
        "9A", "ds", "progressive", SPLITS_ACES,
        {"decks_in_use": "4", "progressive_offered": True, "dealer_cards": "no_hole"},
    ),
)  # fmt: skip


RECOUNT = Recount(
    is_part=is_part,
    first_cards=FIRST_CARDS,
    small=SMALL,
    decide=DECIDE,
    bets_beside=WITH,
)
