"""Texas hold 'em bonus poker dealt by the million: the kernel counts what hands come to, money
comes after.

A round is dealt from the whole deck. What is done with two cards, on each flop and on each four
cards is looked up: in the plan of the exact odds, or in that of a simple way to play. Who wins is
found by the referee's own rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from houseway.games import game
from houseway.games.against_dealer.fold_or_play_deal import paid
from houseway.games.against_dealer.street_sums import set_number
from houseway.games.against_dealer.texas_hold_em_bonus_poker import policy
from houseway.games.against_dealer.texas_hold_em_bonus_poker.hand import ACES, BOTH_ACES, bonus_row
from houseway.games.against_dealer.texas_hold_em_bonus_poker.odds import (
    BETS,
    CONTEST,
    ENDS,
    Prices,
)
from houseway.games.against_dealer.texas_hold_em_bonus_poker.results import (
    BOTH,
    SIDE,
    SIMPLE,
    main_game,
    prices,
    simple,
)
from houseway.games.authoring.draw import INDEX, SHOE, mix
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.one_seat import check_way, counted, numbered_deck, shards
from houseway.games.authoring.sums import Dealt, Move
from houseway.hands.kernel import kernel
from houseway.hands.poker import CATEGORIES, category, strength
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from houseway.games.against_dealer.streets import Plan, Streets
    from houseway.games.against_dealer.texas_hold_em_bonus_poker.odds import MainGame

MOST = 52  # of a deck
KINDS = len(CATEGORIES)
CELLS = len(BETS) * KINDS * len(ENDS) + 1  # the last is a fold
ROWS = ("", ACES, BOTH_ACES, "ace_king_suited", "ace_face_suited", "ace_king", "high_pair",
        "ace_face", "low_pair")  # fmt: skip
STAKED = ("ante", SIDE)
BEST = "optimal"
POLICIES = {name: {"plays": name} for name in (BEST, *SIMPLE)}
STATE: list[Any] = [
    *SHOE,
    ("shoe", "i8", (MOST,)),  # cards by number
    ("masks", "i8", (MOST,)),  # each as the hand that it is by itself
    ("both", "i8"),  # whether aces on both sides are paid
    ("cells", "i8", (len(ROWS) * CELLS,)),  # by row of the bonus, bets, category and end
]


class Lookup(NamedTuple):
    """What is done, and where it stands: holes by their cards, community cards by their number with
    the renaming of suits that makes them of their class."""

    hole: Any  # [card, card]
    bonus: Any  # [card, card]
    renamed: Any  # [renaming, hole]
    flops: tuple[Any, Any]  # class, renaming
    fours: tuple[Any, Any]
    before: Any
    on_flop: Any
    on_turn: Any


# -- kernels ---------------------------------------------------------------------------------------


@kernel
def play_rounds(records: Any, t: Lookup, rounds: int) -> None:
    """So many rounds, counted by what was bet and what the hands came to."""
    s = records[0]
    board = np.zeros(4, np.int64)
    for _ in range(rounds):
        s.mixed = 0
        mix(s)
        a, b = INDEX(s.shoe[0]), INDEX(s.shoe[1])
        hole = INDEX(t.hole[a, b])
        end = CELLS - 1
        if t.before[hole]:
            for i in range(4):
                board[i] = s.shoe[INDEX(2 + i)]
            bets = 2 * looked_up(board[:3], t.flops, t.renamed, t.on_flop, hole)
            bets += looked_up(board, t.fours, t.renamed, t.on_turn, hole)
            end = bets * KINDS * 3 + showdown(s, a, b)
        row = int(t.bonus[a, b])
        if s.both and row == 1 and t.bonus[INDEX(s.shoe[7]), INDEX(s.shoe[8])] == 1:
            row = 2
        s.cells[INDEX(row * CELLS + end)] += 1


@kernel
def looked_up(board: Any, places: tuple[Any, Any], renamed: Any, chosen: Any, hole: Any) -> int:
    """Whether one bets on some community cards, which are put in rising order."""
    for i in range(1, len(board)):
        for k in range(i, 0, -1):
            low, high = min(board[k - 1], board[k]), max(board[k - 1], board[k])
            board[k - 1], board[k] = low, high
    number = INDEX(set_number(board, -1))
    way = INDEX(places[1][number])
    return int(chosen[INDEX(places[0][number]), INDEX(renamed[way, hole])])


@kernel
def showdown(s: Any, a: Any, b: Any) -> int:
    """The category of a hand, and how it stands to the dealer's, as one number."""
    board = 0
    for at in range(2, 7):
        board |= int(s.masks[INDEX(s.shoe[INDEX(at)])])
    own = strength(board | int(s.masks[a]) | int(s.masks[b]))
    first, second = INDEX(s.shoe[7]), INDEX(s.shoe[8])
    other = strength(board | int(s.masks[first]) | int(s.masks[second]))
    return category(own) * 3 + (0 if own > other else 1 if own == other else 2)


# -- a table ---------------------------------------------------------------------------------------


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    if unknown := set(bets) - set(STAKED):
        return f"Texas hold 'em bonus poker is not dealt natively with {min(unknown)}"
    best = max(price.odds for price in rules.schedule(SIDE).prices.values())
    if 5 * bets.get("ante", 0) + best * bets.get(SIDE, 0) > rules.caps("ante")[0][0]:
        return "Texas hold 'em bonus poker is not dealt natively where winnings may be cut off"
    return ""


def warm() -> None:
    """Compile the kernels."""
    rules = TableRules(game("texas-hold-em-bonus-poker").rulebook())
    simulate_shard(rules, {"ante": 1000}, 0, 0, 0)


def table(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, *, plays: str = BEST
) -> tuple[Any, Lookup]:
    """A new table's record, and what is done with every hand. ``plays`` names a simple way to play,
    or leaves it to the exact odds."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    check_way(plays, POLICIES)
    found = main_game(rules)
    state = numbered_deck(STATE, found.streets.cards, seed, shard, 9)
    state.both = rules.rule(BOTH)
    return state, _looked_up(found.streets, _plan(rules, found, plays))


def _plan(rules: TableRules, found: MainGame, plays: str) -> Plan:
    if plays == BEST:
        return found.plan
    return policy.plan_of(found.streets, simple(rules)[plays])


def _looked_up(streets: Streets, plan: Plan) -> Lookup:
    count = len(streets.cards)
    hole, bonus = np.zeros((2, count, count), np.int32)
    for number, (low, high) in enumerate(streets.pairs.tolist()):
        held = 1 << streets.cards[low] | 1 << streets.cards[high]
        hole[low, high] = hole[high, low] = number
        bonus[low, high] = bonus[high, low] = ROWS.index(bonus_row(held))
    return Lookup(
        hole, bonus, streets.renamed, streets.ways(streets.flops), streets.ways(streets.fours),
        plan.before, plan.flop, plan.turn,
    )  # fmt: skip


# -- money -----------------------------------------------------------------------------------------


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""
    terms = prices(rules)

    def moves_at(at: int) -> Mapping[str, Move]:
        row, end = divmod(at, CELLS)
        moves = dict(_contest(terms, bets["ante"], end))
        if SIDE in bets:
            moves[SIDE] = paid(rules, SIDE, bets, {ROWS[row]})
        return moves

    return counted(rules, bets, CONTEST[1:], one.cells, moves_at)


def _contest(terms: Prices, ante: int, end: int) -> Mapping[str, Move]:
    """What the wagers of the contest move, as far as they were made."""
    if end == CELLS - 1:
        lost = int(terms.folded * ante)
        return {"ante": Move(-lost, lost, lost)}
    bets, rest = divmod(end, KINDS * len(ENDS))
    kind, place = divmod(rest, len(ENDS))
    staked = terms.at_risk(BETS[bets])
    return {
        wager: Move(int(net * ante), int(staked[wager] * ante), ante if wager == "ante" else 0)
        for wager, net in terms.nets(BETS[bets], kind, ENDS[place]).items()
    }


simulate_shard = shards(table, play_rounds, dealt)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
