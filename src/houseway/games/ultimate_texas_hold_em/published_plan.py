"""The published way to play, for every hand at once: what the board engine needs to count it.

Needs numpy; import it where the work begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from houseway.games.ultimate_texas_hold_em.published import bets, raises, stays
from houseway.hands.kernel import kernel
from houseway.hands.poker import strength
from houseway.odds.board import Plan
from houseway.odds.board_kinds import board_cards, hole_cards

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from houseway.odds.board import Solver

    Ints = NDArray[np.int64]
    Choices = NDArray[np.uint8]


def published_plan(solver: Solver, early: int) -> Plan:
    """What the rules do with every hand; ``early`` is the choice before the flop that they make."""
    holes = [1 << low | 1 << high for low, high in solver.holes]
    flops = [sum(1 << solver.cards[i] for i in flop) for flop in solver.flops.cards.tolist()]
    flop = np.zeros((len(flops), len(holes)), np.uint8)
    bet_everywhere.jit(np.array(holes, np.int64), np.array(flops, np.int64), flop)
    cards = np.array([1 << card for card in solver.cards], np.int64)
    ranks = np.array(solver.deck.ranks, np.int64)
    final = []
    for kinds in (solver.plain, solver.suited):
        chosen = np.zeros((len(kinds.boards), len(kinds.holes)), np.uint8)
        shape = solver.deck.suits, kinds is solver.plain
        stay_everywhere.jit(kinds.boards, kinds.holes, ranks, *shape, cards, chosen)
        final.append(chosen)
    before = np.array([early * raises(hole) for hole in holes], np.uint8)
    return Plan(before, flop, (final[0], final[1]))


@kernel
def bet_everywhere(holes: Ints, flops: Ints, chosen: Choices) -> None:
    """Every hole on every flop."""
    for f in range(len(flops)):
        for h in range(len(holes)):
            if not holes[h] & flops[f]:
                chosen[f, h] = bets(holes[h], flops[f])


@kernel
def stay_everywhere(
    boards: Ints,
    holes: Ints,
    ranks: Ints,
    suits: int,
    is_plain: bool,
    cards: Ints,
    chosen: Choices,
) -> None:
    """Every hole on every board, by cards that stand for their kinds."""
    with_board = np.zeros(len(cards), np.int64)
    for b in range(len(boards)):
        board = board_cards(boards[b], ranks, suits, is_plain)
        alone = strength(board)
        for i in range(len(cards)):
            with_board[i] = 0 if cards[i] & board else strength(board | cards[i])
        for h in range(len(holes)):
            hole = hole_cards(holes[h, 0], holes[h, 1], board, ranks, suits, is_plain)
            if hole == 0:
                continue
            own = strength(hole | board)
            outs = 0
            for i in range(len(cards)):
                outs += with_board[i] > own and not cards[i] & hole
            chosen[b, h] = stays(own, alone, outs)
