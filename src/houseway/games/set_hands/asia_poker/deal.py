"""Asia poker dealt by the million: the kernel counts how rounds end, and then comes the money.

Two hands of a round are dealt from the whole deck, set and compared by the referee's own rules. A
player sets by lines like those of a house way, or as wins against most of all the dealer's hands.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from houseway.games import game
from houseway.games.authoring.draw import mix
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.sums import Dealt
from houseway.games.set_hands.asia_poker.hand import FOURS, NEEDED, SETTINGS, arrange
from houseway.games.set_hands.asia_poker.solver import (
    Dealer,
    dealer,
    four_card_table,
    likeliest,
    look_up_fours,
)
from houseway.games.set_hands.asia_poker.way import FACTS, HANDS, SIMPLE, way_of, wheel_of
from houseway.games.set_hands.deal_lines import (
    BEST,
    dealt,
    lines_of,
    policies_of,
    seven_card_table,
)
from houseway.games.set_hands.every_seven import sort_cards
from houseway.games.set_hands.house_way import HouseWay, choose
from houseway.games.set_hands.seven_cards import CARDS, facts_of, hands_won
from houseway.hands.kernel import kernel
from houseway.rulebook.table_rules import TableRules

WAGER = "asia"
POLICIES = policies_of(SIMPLE)


@kernel
def set_cards(
    cards: Any, count: int, rows: Any, highs: Any, below: Any, made: Any, facts: Any
) -> int:
    """The setting of seven cards among those made: by lines, or without any as wins most often."""
    if len(rows) == 0:
        best, _ = likeliest(made, count, highs, below)
        return best
    facts_of(cards, facts)
    _, found = choose(rows, facts, made, count, FACTS, HANDS)
    return found


@kernel
def play_rounds(
    records: Any, dealers: Any, players: Any, highs: Any, below: Any, table: Any, rounds: int,
    both: bool,
) -> None:  # fmt: skip
    """So many deals of two hands. Of each the first is the player's or, if both ways are played,
    either is once."""
    s = records[0]
    made, division = np.zeros((SETTINGS, HANDS), np.int64), np.zeros(SETTINGS, np.int64)
    fours, facts = np.zeros(FOURS, np.int64), np.zeros(FACTS, np.int64)
    numbers = np.zeros(CARDS, np.int64)
    player, bank = np.zeros((2, HANDS), np.int64), np.zeros((2, HANDS), np.int64)
    for _ in range(rounds):
        s.mixed = 0
        mix(s)
        for hand in range(2):
            cards = s.shoe[hand * CARDS : (hand + 1) * CARDS]
            sort_cards(cards, numbers)
            look_up_fours(numbers, table, fours)
            count = arrange(cards, fours, made, division)
            if both or hand == 0:
                player[hand] = made[set_cards(cards, count, players, highs, below, made, facts)]
            if both or hand == 1:
                bank[hand] = made[set_cards(cards, count, dealers, highs, below, made, facts)]
        won = int(hands_won(player[0], bank[1]) >= NEEDED)
        if both:
            won += int(hands_won(player[1], bank[0]) >= NEEDED)
        s.cells[won] += 1


def deal_rounds(
    against: Dealer, sets: HouseWay | None, seed: int, shard: int, rounds: int, *, both: bool
) -> list[int]:
    """How many deals had none, one or two rounds won, when the player sets by these lines or, if
    there are none, as wins most often."""
    state = seven_card_table(seed, shard)
    rows = np.array(against.way.rows, np.int64)
    own = np.array(sets.rows, np.int64) if sets else rows[:0]
    highs, below = against.highs, against.below
    table = four_card_table(against.wheel)
    play_rounds.jit(state, rows, own, highs, below, table, rounds, both)
    return [int(count) for count in state[0].cells]


# -- a table ---------------------------------------------------------------------------------------


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
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
    against = dealer(way_of(rules), wheel_of(rules))
    lost, won, _ = deal_rounds(
        against, lines_of(rules, sets, SIMPLE, way_of), seed, shard, rounds, both=False
    )
    gain = rules.schedule(WAGER).prices["win"].wins(bets[WAGER])
    return dealt(rules, bets, WAGER, (-bets[WAGER], gain), (lost, won))


def warm() -> None:
    """Compile the kernels."""
    simulate_shard(TableRules(game("asia-poker").rulebook()), {WAGER: 1000}, 0, 0, 0)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
