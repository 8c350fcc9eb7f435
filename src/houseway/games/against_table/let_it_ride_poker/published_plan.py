"""The published way to play, for every set of cards at once: what ``fold_back`` needs to count it.

Needs numpy; import it where the work begins.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from houseway.games.against_table.fold_back import next_set
from houseway.games.against_table.held import already_pays
from houseway.games.against_table.let_it_ride_poker.published import first_rides, second_rides
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from houseway.games.against_table.fold_back import Solver

    Ints = NDArray[np.int64]
    Choices = NDArray[np.uint8]

PUBLISHED, MADE_HANDS, NEVER_WITHDRAW = range(3)


def plan_of(solver: Solver, rule: int, least_pair: int) -> list[Choices]:
    """What a rule does with every three and every four cards."""
    cards = np.array([1 << card for card in solver.cards], np.int64)
    found = []
    for held, states in ((3, 1), (4, 2)):
        rides = np.zeros(comb(len(cards), held), np.uint8)
        ride_everywhere.jit(cards, held, rule, least_pair, rides)
        found.append(np.repeat(rides[:, None], states, axis=1))
    return found


@kernel
def ride_everywhere(cards: Ints, held: int, rule: int, least_pair: int, rides: Choices) -> None:
    """Every set of so many cards, in the order of their numbers."""
    chosen = np.arange(held)
    for number in range(len(rides)):
        hand = 0
        for i in range(held):
            hand |= cards[chosen[i]]
        if rule == NEVER_WITHDRAW:
            rides[number] = True
        elif rule == MADE_HANDS:
            rides[number] = already_pays(hand, least_pair)
        elif held == 3:
            rides[number] = first_rides(hand, least_pair)
        else:
            rides[number] = second_rides(hand, least_pair)
        next_set(chosen)
