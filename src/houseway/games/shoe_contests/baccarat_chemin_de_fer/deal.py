"""Rounds by the million (``baccarat_deal``): the free choices are made as is best, every wager is
covered, and the hand in which the cutting card comes out is the last of the shoe."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from houseway.games import game
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.sums import Dealt, Move, main_wagers
from houseway.games.shoe_contests import baccarat_deal
from houseway.games.shoe_contests.baccarat_chemin_de_fer.bank import BANK
from houseway.games.shoe_contests.baccarat_chemin_de_fer.game import vigorish
from houseway.games.shoe_contests.baccarat_chemin_de_fer.odds import best_play, tables_of
from houseway.games.shoe_contests.baccarat_deal import POLICIES, why_not
from houseway.games.shoe_contests.baccarat_hand import compare
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

ONLY = "participants wager against each other, so that the referee needs two of them"


def every_bet(rules: TableRules, bets: Mapping[str, int]) -> list[Mapping[str, int]]:
    """Nothing that one seat could bet before the deal: amounts are held to the limits here."""
    for name, chips in bets.items():
        wager, limit = rules.wager(name), rules.limits[name]
        if not limit.minimum <= chips <= limit.maximum:
            least, most = money(limit.minimum), money(limit.maximum)
            raise Refused(f"{wager.name} wagers run from {least} to {most}", wager.cite)
    return []


def simulate_shard(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, rounds: int
) -> Dealt:
    """So many rounds from a new shoe, with the chance of that seed and shard."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    state = table(rules, seed, shard)
    baccarat_deal.play_rounds.jit(state, rounds)
    return dealt(rules, bets, state[0])


def table(rules: TableRules, seed: int, shard: int) -> Any:
    """A new table's record."""
    choices = tables_of(rules, best_play(rules))
    return baccarat_deal.table(rules, seed, shard, choices, one_more=False)


def dealt(rules: TableRules, bets: Mapping[str, int], one: Any) -> Dealt:
    """What a record's rounds came to, in cents."""
    found, main = Dealt(), main_wagers(rules, bets)
    for at in np.flatnonzero(one.cells):
        end = baccarat_deal.outcome_at(int(at), int(one.natural))
        won = compare(end.player, end.banker)
        moves = {
            name: Move(net_of(rules, name, won, chips), chips, chips)
            for name, chips in bets.items()
        }
        found.take(moves, main, times=int(one.cells[at]))
    return found


def net_of(rules: TableRules, wager: str, won: int, chips: int) -> int:
    """What a wager nets in cents; ``won`` is above nothing if the Player's Hand wins."""
    won = -won if wager == BANK else won
    if won > 0:
        gain = rules.schedule(wager).prices["win"].wins(chips)
        return gain - (vigorish(rules, gain) if wager == BANK else 0)
    return -chips if won < 0 else 0


def warm() -> None:
    """Compile the kernel."""
    simulate_shard(TableRules(game("baccarat-chemin-de-fer").rulebook()), {BANK: 1000}, 0, 0, 0)


KERNEL = Kernel(
    POLICIES,
    why_not,
    simulate_shard,
    warm,
    every_bet=every_bet,
    only=ONLY,
)
