"""How the figures of triple attack blackjack are counted a second time."""

from dataclasses import replace

from houseway.games.authoring.recount import FirstCards, Recount, SmallTable, prefer
from houseway.games.twenty_one.attack_recount import by_solver, is_part_of, small
from houseway.referee.view import Policy

STANDS = prefer("no_second_attack", "no_third_attack", "no_insurance", "stand")
INSURES = prefer("no_second_attack", "no_third_attack", "insure", "stand")
OWN, UP = ((1, 2),), (("dealer", 1),)

FIRST_CARDS = {
    "suited_royals": FirstCards((OWN,), decide=STANDS),
    "triple_match": FirstCards((OWN, UP), decide=STANDS),
    "insurance": FirstCards((UP, UP), decide=INSURES),
}
DECIDE: dict[str, Policy] = {"": STANDS, "always": INSURES, "optimal": by_solver}
is_part = is_part_of("second_attack", "third_attack")
SMALL: tuple[SmallTable, ...] = (
    small("8A", "cdhs", {}),
    small("9J", "cdhs", {"max_splits": "2"}),
    small("JA", "cdhs", {"dealer_cards": "hole_with_reader"}),
    small("6J", "cdhs", {"resplit_offered": False, "max_splits": "1"}),
    replace(small("7JA", "cd", {"max_splits": "2"}), slow=True),
)


RECOUNT = Recount(
    is_part=is_part,
    first_cards=FIRST_CARDS,
    small=SMALL,
    decide=DECIDE,
)
