"""Mini-tex 3 card hold 'em dealt by the million: the kernel counts what hands come to, money comes
after.

A round is dealt from the whole deck. What is done with two cards, on each flop and on each board is
looked up: in the plan of the exact odds, or in that of a simple way to play. Who wins is found by
the referee's own rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from houseway.counting.canonical import Pack
from houseway.games import game
from houseway.games.against_dealer.fold_or_play_deal import paid, why_not_dealt
from houseway.games.against_dealer.mini_tex_3_card_hold_em import policy
from houseway.games.against_dealer.mini_tex_3_card_hold_em.hand import (
    EQUAL,
    HIGHER,
    HIGHER_UNQUALIFIED,
    LOWER,
    best_three,
    pocket_rows,
)
from houseway.games.against_dealer.mini_tex_3_card_hold_em.odds import CONTEST, Prices
from houseway.games.against_dealer.mini_tex_3_card_hold_em.results import (
    ACE_LOW,
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
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

if TYPE_CHECKING:
    from houseway.games.against_dealer.mini_tex_3_card_hold_em.odds import MainGame
    from houseway.games.against_dealer.mini_tex_3_card_hold_em.streets import Plan, Table

MOST = 52  # of a deck
HOLES = MOST * MOST
ENDS = ("fold_0", "fold_1", "fold_2", LOWER, EQUAL, HIGHER_UNQUALIFIED, HIGHER)
BETS = ("ante", SIDE)
BEST = "optimal"
POLICIES = {name: {"plays": name} for name in (BEST, *SIMPLE)}
STATE: list[Any] = [
    *SHOE,
    ("shoe", "i8", (MOST,)),  # cards by number
    ("masks", "i8", (MOST,)),  # each as the hand that it is by itself
    ("needed", "i8"),  # the strength that the dealer needs
    ("cells", "i8", (HOLES * len(ENDS),)),
]


class Lookup(NamedTuple):
    """What is done, and where it stands: holes by their cards, community cards by theirs with the
    renaming of suits that makes them of their class."""

    hole: Any  # [card, card]
    renamed: Any  # [renaming, hole]
    flop: Any  # [card, card]: class, renaming
    board: Any  # [card, card, card]: class, renaming
    before: Any
    on_flop: Any
    on_board: Any


# -- kernels ---------------------------------------------------------------------------------------


@kernel
def play_rounds(records: Any, t: Lookup, rounds: int) -> None:
    """So many rounds, counted by the two cards and by what became of them."""
    s = records[0]
    for _ in range(rounds):
        s.mixed = 0
        mix(s)
        a, b = INDEX(s.shoe[0]), INDEX(s.shoe[1])
        c, d, e = INDEX(s.shoe[2]), INDEX(s.shoe[3]), INDEX(s.shoe[4])
        hole = INDEX(t.hole[a, b])
        end = 0
        if t.before[hole]:
            end = 1
            flop = int(t.flop[c, d])
            if t.on_flop[INDEX(flop >> 5), INDEX(t.renamed[INDEX(flop & 31), hole])]:
                end = 2
                board = int(t.board[c, d, e])
                if t.on_board[INDEX(board >> 5), INDEX(t.renamed[INDEX(board & 31), hole])]:
                    end = showdown(s, a, b, c, d, e)
        s.cells[INDEX((int(a) * MOST + int(b)) * len(ENDS) + end)] += 1


@kernel
def showdown(s: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> int:
    """How the hand stands to the dealer's, as the place of an end."""
    board = int(s.masks[c]) | int(s.masks[d]) | int(s.masks[e])
    own = best_three(int(s.masks[a]) | int(s.masks[b]), board)
    first, second = INDEX(s.shoe[5]), INDEX(s.shoe[6])
    other = best_three(int(s.masks[first]) | int(s.masks[second]), board)
    if own < other:
        return 3
    if own == other:
        return 4
    return 6 if other >= s.needed else 5


# -- a table ---------------------------------------------------------------------------------------


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    return why_not_dealt(rules, bets, BETS, "mini-tex 3 card hold 'em")


def warm() -> None:
    """Compile the kernels."""
    simulate_shard(TableRules(game("mini-tex-3-card-hold-em").rulebook()), {"ante": 1000}, 0, 0, 0)


def table(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, *, plays: str = BEST
) -> tuple[Any, Lookup]:
    """A new table's record, and what is done with every hand. ``plays`` names a simple way to play,
    or leaves it to the exact odds."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    check_way(plays, POLICIES)
    found = main_game(rules)
    state = numbered_deck(STATE, found.solver.table.cards, seed, shard, 7)
    state.needed = found.prices.needed
    return state, _looked_up(found, _plan(rules, found, plays))


def _plan(rules: TableRules, found: MainGame, plays: str) -> Plan:
    if plays == BEST:
        return found.solver.best
    return policy.plan_of(found.solver, simple(rules)[plays])


def _looked_up(found: MainGame, plan: Plan) -> Lookup:
    seen = found.solver.table
    return Lookup(
        *_places(seen.pack, seen), before=plan.before, on_flop=plan.flop, on_board=plan.final
    )


@lru_cache(maxsize=2)
def _places(pack: Pack, seen: Table) -> tuple[Any, Any, Any, Any]:
    """Where holes, flops and boards stand."""
    count = pack.size
    hole = np.zeros((count, count), np.int32)
    flop = np.zeros((count, count), np.int32)
    board = np.zeros((count, count, count), np.int32)
    for number, (a, b) in enumerate(seen.holes):
        hole[a, b] = hole[b, a] = number
    for sets, into in ((seen.flops, flop), (seen.boards, board)):
        for cards, (kind, way) in sets.found.items():
            for order in permutations(cards):
                into[order] = kind << 5 | way
    return hole, seen.renamed_holes.astype(np.int32), flop, board


# -- money -----------------------------------------------------------------------------------------


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""
    terms, ace_low = prices(rules), rules.rule(ACE_LOW)

    def moves_at(at: int) -> Mapping[str, Move]:
        hole, end = divmod(at, len(ENDS))
        moves = dict(_contest(terms, bets["ante"], end))
        if SIDE in bets:
            first, second = divmod(hole, MOST)
            rows = pocket_rows(int(one.masks[first]) | int(one.masks[second]), ace_low)
            moves[SIDE] = paid(rules, SIDE, bets, rows)
        return moves

    return counted(rules, bets, CONTEST[1:], one.cells, moves_at)


def _contest(terms: Prices, ante: int, end: int) -> Mapping[str, Move]:
    """What the wagers of the contest move, as far as they were made."""
    nets = terms.folded(end) if end < 3 else terms.nets(ENDS[end])
    staked = dict(zip(CONTEST, terms.times, strict=True))
    return {
        wager: Move(int(net * ante), int(staked[wager] * ante), ante if wager == "ante" else 0)
        for wager, net in nets.items()
    }


simulate_shard = shards(table, play_rounds, dealt)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
