"""Pai gow poker dealt by the million: the kernel counts how rounds end, and then comes the money.

Two hands of a round are dealt from the whole deck, set and compared by the referee's own rules. A
player sets by lines like those of a house way, or as nets most against all the dealer's hands.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from houseway.games import game
from houseway.games.authoring.draw import mix
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.sums import Dealt
from houseway.games.set_hands.deal_lines import (
    BEST,
    dealt,
    lines_of,
    policies_of,
    seven_card_table,
)
from houseway.games.set_hands.every_seven import sort_cards
from houseway.games.set_hands.house_way import HouseWay, choose
from houseway.games.set_hands.pai_gow_poker.every_hand import five_card_table, look_up_fives
from houseway.games.set_hands.pai_gow_poker.felt import WAGER
from houseway.games.set_hands.pai_gow_poker.hand import SETTINGS, arrange
from houseway.games.set_hands.pai_gow_poker.solver import (
    Dealer,
    dealer,
    is_dragon,
    likeliest,
)
from houseway.games.set_hands.pai_gow_poker.way import (
    FACTS,
    HANDS,
    SIMPLE,
    all_facts,
    way_of,
    wheel_of,
)
from houseway.games.set_hands.player_bank import vigorish
from houseway.games.set_hands.seven_cards import CARDS, hands_won
from houseway.hands.kernel import kernel
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

POLICIES = policies_of(SIMPLE)


@kernel
def set_cards(cards: Any, count: int, rows: Any, highs: Any, below: Any, made: Any) -> int:
    """The setting of seven cards among those made: by lines, or without any as nets most."""
    if len(rows) == 0:
        return likeliest(made, count, highs, below)
    facts = np.zeros(FACTS, np.int64)
    all_facts(cards, facts)
    _, found = choose(rows, facts, made, count, FACTS, HANDS)
    return found


@kernel
def play_rounds(
    records: Any, house: Any, own: Any, highs: Any, below: Any, table: Any, rounds: int,
    banks: bool, dragons_push: bool,
) -> None:  # fmt: skip
    """So many deals: the first hand is of who decides, the second of who follows the house way; if
    the first banks, copies are its own."""
    s = records[0]
    made, division = np.zeros((SETTINGS, HANDS), np.int64), np.zeros(SETTINGS, np.int64)
    fives, numbers = np.zeros(SETTINGS, np.int64), np.zeros(CARDS, np.int64)
    sides = np.zeros((2, HANDS), np.int64)
    dragons = np.zeros(2, np.bool_)
    for _ in range(rounds):
        s.mixed = 0
        mix(s)
        for hand in range(2):
            cards = s.shoe[hand * CARDS : (hand + 1) * CARDS].copy()
            sort_cards(cards, numbers)
            look_up_fives(numbers, table, fives)
            count = arrange(cards, fives, made, division)
            rows = own if hand == 0 else house
            sides[hand] = made[set_cards(cards, count, rows, highs, below, made)]
            dragons[hand] = is_dragon(cards)
        won = hands_won(sides[0], sides[1])
        if banks:
            won = HANDS - hands_won(sides[1], sides[0])
        if dragons_push and dragons[0 if banks else 1]:
            won = 1
        s.cells[won] += 1


def deal_rounds(
    against: Dealer,
    sets: HouseWay | None,
    seed: int,
    shard: int,
    rounds: int,
    banks: bool = False,
    dragons_push: bool = False,
) -> list[int]:
    """How many deals were lost, pushed and won by who sets by these lines or, if there are none, as
    nets most."""
    state = seven_card_table(seed, shard)
    rows = np.array(against.way.rows, np.int64)
    own = np.array(sets.rows, np.int64) if sets else rows[:0]
    highs, below = against.highs, against.below
    table = five_card_table(against.wheel)
    play_rounds.jit(state, rows, own, highs, below, table, rounds, banks, dragons_push)
    return [int(count) for count in state[0].cells]


# -- a table ---------------------------------------------------------------------------------------


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    if "bank" in rules.wagers:
        return "pai gow poker is not dealt natively where players may bank"
    if set(bets) != {WAGER}:
        return "the side wagers of pai gow poker are not dealt natively"
    if rules.rule("dragons_eye"):
        return "pai gow poker is not dealt natively in the dragon's eye variation"
    return ""


def simulate_shard(
    rules: TableRules,
    bets: Mapping[str, int],
    seed: int,
    shard: int,
    rounds: int,
    *,
    sets: str = BEST,
) -> Dealt:
    """So many rounds of one seat with the chance of that seed and shard."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    against = dealer(way_of(rules), wheel_of(rules))
    pushes = rules.rule("queens_dragon_pushes")
    lines = lines_of(rules, sets, SIMPLE, way_of)
    counts = deal_rounds(against, lines, seed, shard, rounds, dragons_push=pushes)
    gain = rules.schedule(WAGER).prices["win"].wins(bets[WAGER])
    nets = (-bets[WAGER], 0, gain - vigorish(rules, gain))
    return dealt(rules, bets, WAGER, nets, counts)


def warm() -> None:
    """Compile the kernels."""
    simulate_shard(TableRules(game("pai-gow-poker").rulebook()), {WAGER: 1000}, 0, 0, 0)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
