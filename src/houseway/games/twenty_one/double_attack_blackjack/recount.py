"""How the figures of double attack blackjack are counted a second time."""

from dataclasses import replace

from houseway.games.authoring.recount import COLORS, FirstCards, Recount, SmallTable, prefer
from houseway.games.twenty_one.attack_recount import by_solver, is_part_of, small
from houseway.referee.view import Policy

STANDS = prefer("no_double_attack", "no_insurance", "stand")
INSURES = prefer("no_double_attack", "insure", "stand")
UP = (("dealer", 1),)

FIRST_CARDS = {
    "optional_bonus": FirstCards((UP,) * 3, COLORS, STANDS),
    "insurance": FirstCards((UP, UP), decide=INSURES),
}
DECIDE: dict[str, Policy] = {"": STANDS, "always": INSURES, "optimal": by_solver}
is_part = is_part_of("double_attack")
SMALL: tuple[SmallTable, ...] = (
    small("8A", "cdhs", {"decks_in_use": "6"}),
    small("9J", "cdhs", {"decks_in_use": "6", "six_positions": False}),
    small("JA", "cdhs", {"decks_in_use": "8", "dealer_cards": "hole_with_reader"}),
    small("6J", "cdhs", {"decks_in_use": "6", "dealer_cards": "hole_no_peek"}),
    small("7A", "cdhs", {"decks_in_use": "6"}),
    replace(small("8JA", "cd", {"decks_in_use": "6", "six_positions": False}), slow=True),
)


RECOUNT = Recount(
    is_part=is_part,
    first_cards=FIRST_CARDS,
    small=SMALL,
    decide=DECIDE,
)
