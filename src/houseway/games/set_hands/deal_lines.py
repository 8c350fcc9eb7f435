"""What kernels share that deal games of hands to set: ways to set by name, the deck, the money."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from houseway.games.authoring.draw import SHOE, record
from houseway.games.authoring.sums import Dealt, Move, Sums, main_wagers
from houseway.games.set_hands.every_seven import WHOLE
from houseway.games.set_hands.house_way import HouseWay
from houseway.games.set_hands.setting import HOUSE_WAY
from houseway.games.set_hands.seven_cards import CARDS, JOKER
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

BEST = "optimal"
STATE: list[Any] = [
    *SHOE,
    ("shoe", "i8", (WHOLE,)),
    ("cells", "i8", (3,)),  # how often each of three ends came
]


def policies_of(simple: Mapping[str, HouseWay]) -> dict[str, Mapping[str, Any]]:
    """The best way to set, the house way and simple ways, as data."""
    return {name: {"sets": name} for name in (BEST, HOUSE_WAY, *simple)}


def lines_of(
    rules: TableRules,
    sets: str,
    simple: Mapping[str, HouseWay],
    way_of: Callable[[TableRules], HouseWay],
) -> HouseWay | None:
    """The lines of a named way to set; none for the best one."""
    if sets == BEST:
        return None
    if sets == HOUSE_WAY:
        return way_of(rules)
    if sets not in simple:
        known = ", ".join(policies_of(simple))
        raise Refused(f"{sets!r} is no way to set: it is one of {known}")
    return simple[sets]


def seven_card_table(seed: int, shard: int) -> Any:
    """The record of a new table, with a deck of which two hands are dealt."""
    state = record(STATE, seed, shard)
    state[0].shoe[:] = [*(16 * suit + rank for suit in range(4) for rank in range(13)), JOKER]
    state.cards, state.ahead = WHOLE, 2 * CARDS
    return state


def dealt(
    rules: TableRules,
    bets: Mapping[str, int],
    wager: str,
    nets: Sequence[int],
    counts: Sequence[int],
) -> Dealt:
    """What rounds came to in which the one wager netted these amounts so often."""
    chips, main, found = bets[wager], main_wagers(rules, bets), Dealt({wager: Sums()})
    for net, times in zip(nets, counts, strict=True):
        found.take({wager: Move(net, chips, chips)}, main, times=times)
    return found
