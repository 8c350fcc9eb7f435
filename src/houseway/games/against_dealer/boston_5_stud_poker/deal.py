"""Boston 5 stud poker dealt by the million: a kernel counts what hands come to, money comes after.

A round is dealt from the whole deck and the player stays in from a strength of three cards on, or
with the classes that the exact odds keep. What cards are worth is the referee's own rule.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from houseway.games import game
from houseway.games.against_dealer.boston_5_stud_poker.odds import CONTEST, ENDS
from houseway.games.against_dealer.boston_5_stud_poker.results import (
    BONUS,
    LEAST,
    SIDE,
    main_game,
    prices,
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
FOLDED = len(ENDS) * len(CATEGORIES)
CELLS = FOLDED + 1
BETS = ("ante", "first", SIDE)
BEST = "optimal"
POLICIES = {name: {"stays_from": name} for name in (BEST, *LEAST)}
STATE: list[Any] = [
    *SHOE,
    ("shoe", "i8", (MOST,)),  # cards
    ("least", "i8"),  # the strength of three cards from which on the player stays in
    ("cells", "i8", (len(THREE_CARD_CATEGORIES) * CELLS,)),
]


@kernel
def hand_of(shoe: Any, first: int, last: int) -> int:
    """Some of the cards that were dealt, as a hand."""
    hand = 0
    for at in range(first, last):
        hand |= 1 << int(shoe[INDEX(at)])
    return hand


@kernel
def play_rounds(records: Any, rounds: int) -> None:
    """So many rounds, counted by what the hands came to."""
    s = records[0]
    for _ in range(rounds):
        s.mixed = 0
        mix(s)
        three = three_card_strength(hand_of(s.shoe, 0, 3))
        cell = FOLDED
        if three >= s.least:
            own, other = strength(hand_of(s.shoe, 0, 5)), strength(hand_of(s.shoe, 5, 10))
            end = 0 if own > other else 1 if own == other else 2
            cell = category(own) * len(ENDS) + end
        s.cells[INDEX(category(three) * CELLS + cell)] += 1


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    return why_not_dealt(rules, bets, BETS, "Boston 5 stud poker")


def warm() -> None:
    """Compile the kernels."""
    rules = TableRules(game("boston-5-stud-poker").rulebook())
    bets = {"ante": 500, "first": 1000}
    simulate_shard(rules, bets, 0, 0, 0, stays_from="never_fold")


def table(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, *, stays_from: str = BEST
) -> Any:
    """A new table's record. ``stays_from`` names a simple way to play, or leaves it to the exact
    odds, where these are a matter of strength."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    check_way(stays_from, POLICIES)
    state = whole_deck(STATE, deck_of(rules), seed, shard, 10)
    state.least = best_from(rules) if stays_from == BEST else LEAST[stays_from][1]
    return state


def best_from(rules: TableRules) -> int:
    """The strength of three cards from which on they are worth a second wager."""
    found = main_game(rules)
    strengths = np.array([three_card_strength(hand) for hand in found.known.hands.masks.tolist()])
    least = int(strengths[found.stays].min())
    if (strengths[~found.stays] >= least).any():
        raise Refused("at this table the best play is no matter of strength alone")
    return least


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""

    def moves_at(at: int) -> Mapping[str, Move]:
        three, cell = divmod(at, CELLS)
        moves = dict(_contest(rules, bets["ante"], cell))
        if SIDE in bets:
            moves[SIDE] = paid(rules, SIDE, bets, {THREE_CARD_CATEGORIES[three]})
        return moves

    return counted(rules, bets, ("second", BONUS), one.cells, moves_at)


def _contest(rules: TableRules, ante: int, cell: int) -> Mapping[str, Move]:
    """What ante, first and second wager and the ante bonus move."""
    terms = prices(rules)
    stakes = {w: int(times * ante) for w, times in zip(CONTEST, terms.times, strict=True)}
    if cell == FOLDED:
        return {w: Move(-stakes[w], stakes[w], stakes[w]) for w in ("ante", "first")}
    kind, end = divmod(cell, len(ENDS))
    nets = {name: int(net * ante) for name, net in terms.nets(ENDS[end], kind).items()}
    return {
        "ante": Move(nets["ante"], stakes["ante"], stakes["ante"]),
        "first": Move(nets["first"], stakes["first"], stakes["first"]),
        "second": Move(nets["second"], stakes["second"]),
        BONUS: Move(nets[BONUS]),
    }


simulate_shard = shards(table, play_rounds, dealt)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
