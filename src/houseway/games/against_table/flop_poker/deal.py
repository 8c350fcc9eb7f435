"""Flop poker dealt by the million to one player: the kernel counts hands, money comes after."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from houseway.equipment.cards import mask
from houseway.games import game
from houseway.games.against_table.community import best_of_board, kinds
from houseway.games.against_table.dealing import bit_at, key_at, move, set_number, table
from houseway.games.against_table.flop_poker.game import ANTE, BONUS, FLOP, POT
from houseway.games.against_table.flop_poker.hand import HIGH_PAIR_UP, three_card_row
from houseway.games.against_table.flop_poker.odds import OWN
from houseway.games.against_table.flop_poker.results import DECISION, main_game, plan_by
from houseway.games.against_table.held import classes
from houseway.games.against_table.set_policy import by_set
from houseway.games.authoring.draw import INDEX, draw
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.one_seat import shards
from houseway.games.authoring.pair_rows import KINDS
from houseway.games.authoring.sums import Dealt, Move, Sums, main_wagers
from houseway.hands.kernel import kernel
from houseway.hands.lookup import EMPTY
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

WHOLE = 6  # cards of a player and the board
WAGERS = (ANTE, POT, BONUS)
BEST = "optimal"
POLICIES = {
    BEST: {"plays": BEST},
    "short_rule": {"plays": "0"},
    "shorter_rule": {"plays": "1"},
    "always_bet": {"plays": "2"},
}
THREES = ("", "pair", "flush", "straight", "three_of_a_kind", "straight_flush", "royal_3")


@kernel
def play_rounds(records: Any, plan: Any, kinds: Any, rounds: int) -> None:
    """So many rounds, counted by the three cards, by whether the player bet, and by the kind of
    hand. A plan has for every three cards twice the row of the bonus, and whether to bet."""
    s = records[0]
    for _ in range(rounds):
        s.dealt, s.mixed = 0, 0
        for _card in range(WHOLE):
            draw(s)
        found = int(plan[INDEX(set_number(s, 0, OWN))])
        kind = 0
        if found % 2:
            key = EMPTY + key_at(s, 0) + key_at(s, 1) + key_at(s, 2)
            bits = bit_at(s, 0) | bit_at(s, 1) | bit_at(s, 2)
            a, b, c = (
                s.names[INDEX(s.shoe[INDEX(3)])],
                s.names[INDEX(s.shoe[INDEX(4)])],
                s.names[INDEX(s.shoe[INDEX(5)])],
            )
            kind = int(kinds[INDEX(best_of_board(key, bits, a, b, c))])
        s.cells[INDEX(found * len(KINDS) + kind)] += 1


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    if ANTE not in bets or set(bets) - set(WAGERS):
        return (
            "flop poker is dealt natively to one player, with an ante and no flop before the deal"
        )
    if _limited(rules, bets[ANTE]):
        return "flop poker is not dealt natively where the limit of a hand is reached"
    return ""


def _limited(rules: TableRules, ante: int) -> bool:
    """Whether the best hand wins more than its limit."""
    best = max(price.wins(ante) for price in rules.schedule(FLOP).prices.values())
    even = rules.schedule(ANTE).prices[HIGH_PAIR_UP].wins(ante)
    return any(best + even > limit for limit, _ in rules.caps(ANTE))


def warm() -> None:
    """Compile the kernel."""
    simulate_shard(TableRules(game("flop-poker").rulebook()), {ANTE: 1000}, 0, 0, 0)


def prepared(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, *, plays: str = BEST
) -> tuple[Any, Any, Any]:
    """A new table's record, what is done with every three cards, and the kinds of all hands."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    solved = main_game(rules)
    plan = solved.plan if plays == BEST else plan_by(rules, int(plays))
    rows = [three_card_row(mask(one.example)) for one in classes(solved.cards, OWN)]
    threes = [THREES.index(row) if row in THREES else 0 for row in rows]
    found = by_set(solved.cards, DECISION, 2 * np.array(threes, np.uint8) + plan)
    state = table(2 * len(THREES) * len(KINDS), solved.cards, WHOLE, seed, shard)
    return state, np.ascontiguousarray(found[:, 0]), kinds()


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents. A pot wager of one player alone goes back."""
    every = [*bets, FLOP]
    found, main = Dealt({name: Sums() for name in every}), main_wagers(rules, bets)
    prices, ante = main_game(rules).prices, bets[ANTE]
    for at in np.flatnonzero(one.cells):
        number, kind = divmod(int(at), len(KINDS))
        three, plays = divmod(number, 2)
        row = prices.row(kind) if plays else ""
        moves = {
            ANTE: move(rules, ANTE, HIGH_PAIR_UP if row else "", ante, ante),
            FLOP: move(rules, FLOP, row, ante) if plays else Move(),
            POT: Move(),
        }
        if BONUS in bets:
            moves[BONUS] = move(rules, BONUS, THREES[three], bets[BONUS], bets[BONUS])
        found.take({name: moves[name] for name in every}, main, times=int(one.cells[at]))
    return found


simulate_shard = shards(prepared, play_rounds, dealt)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
