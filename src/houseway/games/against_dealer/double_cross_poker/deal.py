"""Double cross poker dealt by the million: a kernel counts what hands come to, money comes after.

A round is dealt from the whole deck. What is done with the cards in view is looked up by their
class: in the best play of the exact odds, or in a simple way to play. Who wins is found by the
referee's own rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from houseway.games import game
from houseway.games.against_dealer.double_cross_poker import policy
from houseway.games.against_dealer.double_cross_poker.cross import PATTERNS, pattern_of
from houseway.games.against_dealer.double_cross_poker.hand import AXES, better_axis
from houseway.games.against_dealer.double_cross_poker.odds import (
    CONTEST,
    ENDS,
    RAISES,
)
from houseway.games.against_dealer.double_cross_poker.results import (
    SIDE,
    SIMPLE,
    main_game,
    prices,
    simple,
)
from houseway.games.against_dealer.fold_or_play_deal import deck_of, paid, why_not_dealt
from houseway.games.authoring.draw import INDEX, SHOE, mix
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.one_seat import check_way, counted, shards, whole_deck
from houseway.games.authoring.sums import Dealt, Move
from houseway.hands.kernel import kernel
from houseway.hands.poker import (
    CATEGORIES,
    THREE_CARD_CATEGORIES,
    category,
    strength,
    three_card_strength,
)
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

MOST = 52  # of a deck
FOLDED = len(AXES) * len(ENDS) * len(CATEGORIES)
CELLS = FOLDED + 1
BETS = ("ante", SIDE)
BEST = "optimal"
POLICIES = {name: {"plays": name} for name in (BEST, *SIMPLE)}
STATE: list[Any] = [
    *SHOE,
    ("shoe", "i8", (MOST,)),  # cards
    ("cells", "i8", (len(THREE_CARD_CATEGORIES) * CELLS,)),
]


class Lookup(NamedTuple):
    """What is done, by the class of the cards in view."""

    rank: Any  # [rank]: its number in the deck
    pair: Any  # [rank, rank]
    pattern: Any  # [whether the own two are a pair, four suits]
    pairs: int
    ranks: int
    does: Any  # [class]


# -- kernels ---------------------------------------------------------------------------------------


@kernel
def done(t: Lookup, first: int, second: int, far: int, right: int) -> int:
    """What is done with two cards in view of the far card and the one at the dealer's right."""
    low, high = (first, second) if first & 15 <= second & 15 else (second, first)
    a, b = int(t.rank[INDEX(far & 15)]), int(t.rank[INDEX(right & 15)])
    c, d = t.rank[INDEX(low & 15)], t.rank[INDEX(high & 15)]
    suits = ((far >> 4) * 4 + (right >> 4)) * 16 + (low >> 4) * 4 + (high >> 4)
    pattern = int(t.pattern[INDEX(1 if c == d else 0), INDEX(suits)])
    place = (a * t.ranks + b) * t.pairs + int(t.pair[INDEX(c), INDEX(d)])
    return int(t.does[INDEX(place * len(PATTERNS) + pattern)])


@kernel
def play_rounds(records: Any, t: Lookup, rounds: int) -> None:
    """So many rounds, counted by the three cards and by what became of the hand. Two cards are
    dealt to the player and to the dealer, then left, center, right, far and near."""
    s = records[0]
    shoe = s.shoe
    for _ in range(rounds):
        s.mixed = 0
        mix(s)
        own = 1 << int(shoe[0]) | 1 << int(shoe[1])
        far, right = 1 << int(shoe[7]), 1 << int(shoe[6])
        three = category(three_card_strength(own | far))
        axis = done(t, int(shoe[0]), int(shoe[1]), int(shoe[7]), int(shoe[6]))
        cell = FOLDED
        if axis < len(AXES):
            center = 1 << int(shoe[5])
            vertical = far | center | 1 << int(shoe[8])
            horizontal = right | center | 1 << int(shoe[4])
            made = strength(own | (horizontal if axis else vertical))
            other = better_axis(1 << int(shoe[2]) | 1 << int(shoe[3]), vertical, horizontal)
            end = 0 if made > other else 1 if made == other else 2
            cell = (axis * len(ENDS) + end) * len(CATEGORIES) + category(made)
        s.cells[INDEX(three * CELLS + cell)] += 1


# -- a table ---------------------------------------------------------------------------------------


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    return why_not_dealt(rules, bets, BETS, "double cross poker")


def warm() -> None:
    """Compile the kernels."""
    simulate_shard(TableRules(game("double-cross-poker").rulebook()), {"ante": 1000}, 0, 0, 0)


def table(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, *, plays: str = BEST
) -> tuple[Any, Lookup]:
    """A new table's record, and what is done with every hand. ``plays`` names a simple way to play,
    or leaves it to the exact odds."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    check_way(plays, POLICIES)
    state, found = whole_deck(STATE, deck_of(rules), seed, shard, 9), main_game(rules)
    does = found.best if plays == BEST else policy.choices_of(found, simple(rules)[plays])
    frame, ranks = found.sights.frame, found.sights.pack.rank_list
    number = [ranks.index(rank) if rank in ranks else 0 for rank in range(13)]
    pattern = [
        [pattern_of(suits, paired) for suits in product(range(4), repeat=4)]
        for paired in (False, True)
    ]
    lookup = Lookup(
        np.array(number), frame.pair, np.array(pattern), len(frame.low), frame.ranks, does
    )
    return state, lookup


# -- money -----------------------------------------------------------------------------------------


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""

    def moves_at(at: int) -> Mapping[str, Move]:
        three, cell = divmod(at, CELLS)
        moves = dict(_contest(rules, bets["ante"], cell))
        if SIDE in bets:
            moves[SIDE] = paid(rules, SIDE, bets, {THREE_CARD_CATEGORIES[three]})
        return moves

    return counted(rules, bets, CONTEST[1:], one.cells, moves_at)


def _contest(rules: TableRules, ante: int, cell: int) -> Mapping[str, Move]:
    """What ante and raises move."""
    if cell == FOLDED:
        return {"ante": Move(-ante, ante, ante)}
    rest, kind = divmod(cell, len(CATEGORIES))
    axis, end = divmod(rest, len(ENDS))
    terms = prices(rules)
    raised = int(terms.times * ante)
    first, *raises = (int(net * ante) for net in terms.nets(ENDS[end], kind))
    found = {"ante": Move(first, ante, ante)}
    for wager, net in zip(RAISES[AXES[axis]], raises, strict=True):
        found[wager] = Move(net, raised)
    return found


simulate_shard = shards(table, play_rounds, dealt)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
