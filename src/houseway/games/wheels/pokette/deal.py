"""Spins by the million: the stand is a layout that a kernel walks, and a spin is one count.

Wagers are kept up: each is made whenever the posted cards open it and is left there until it is
decided. A layout is the stand, and whether a joker has just left its wagers standing, since these
are counted when they are made. What a spin does to a wager is asked of the rules that the table
goes by (``hand``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from houseway.games import game
from houseway.games.authoring.draw import record
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.sums import Dealt, Move, main_wagers
from houseway.games.authoring.walk import STATE, walk
from houseway.games.wheels.pokette.game import WHEEL
from houseway.games.wheels.pokette.hand import POKER, open_wagers, wins
from houseway.games.wheels.wheel import covers
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

POLICIES: dict[str, dict[str, Any]] = {"first": {}}
NOT_OPEN, LOST, WON, STAYED, STOOD = 0, 1, 2, 3, 3  # a wager that stood has its fate three higher
FATES = 7


@dataclass(frozen=True)
class Stands:
    """Every stand of up to two cards, where each spin leads from it, and what it does to each
    wager on the hand."""

    pockets: tuple[str, ...]
    after: Any  # stand, waiting or not, and pocket -> where the next layout begins
    fates: Mapping[str, Any]  # wager -> its fate for each of these


@lru_cache(maxsize=4)
def stands(pockets: tuple[str, ...], jokers: tuple[str, ...], order: str) -> Stands:
    """The table that is walked. Layouts are the stands, and then the same after a joker."""
    cards = [card for card in pockets if card not in jokers]
    every: list[tuple[str, ...]] = [(), *((card,) for card in cards)]
    every += [(first, second) for first in cards for second in cards]
    numbers = {stand: at for at, stand in enumerate(every)}
    after = np.zeros((2, len(every), len(pockets)), np.int64)
    fates = {wager: np.zeros((2, len(every), len(pockets)), np.int8) for wager in POKER}
    for stand, at in numbers.items():
        opened = open_wagers(order, stand)
        for spot, card in enumerate(pockets):
            if card in jokers:
                after[:, at, spot] = len(every) + at
                found = dict.fromkeys(opened, STAYED)
            else:
                after[:, at, spot] = numbers.get((*stand, card), 0)
                found = {one: WON if wins(order, one, stand, card) else LOST for one in opened}
            for wager, fate in found.items():
                fates[wager][:, at, spot] = (fate, fate + STOOD)
    return Stands(
        pockets, after.ravel() * len(pockets), {name: one.ravel() for name, one in fates.items()}
    )


def simulate_shard(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, rounds: int
) -> Dealt:
    """So many spins from an empty stand, with the chance of that seed and shard."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    pockets, jokers = tuple(rules.book.wheels[WHEEL].pockets), tuple(rules.rule("jokers"))
    table = stands(pockets, jokers, rules.rule("straight_order"))
    state, cells = record(STATE, seed, shard), np.zeros(len(table.after), np.int64)
    walk.jit(state, table.after, cells, len(pockets), rounds)
    return dealt(rules, bets, table, cells)


def dealt(rules: TableRules, bets: Mapping[str, int], table: Stands, cells: Any) -> Dealt:
    """What counted spins came to: those that do the same to every wager are taken together."""
    came = np.flatnonzero(cells)
    fates = np.array([fates_of(rules, wager, table)[came] for wager in bets])
    found, main = Dealt(), main_wagers(rules, bets)
    alike, which = np.unique(fates, axis=1, return_inverse=True)
    times = np.bincount(which.ravel(), weights=cells[came], minlength=alike.shape[1])
    for column, count in zip(alike.T, times, strict=True):
        moves = {
            wager: move(rules, wager, amount, int(fate))
            for (wager, amount), fate in zip(bets.items(), column, strict=True)
        }
        found.take(moves, main, times=int(count))
    return found


def fates_of(rules: TableRules, wager: str, table: Stands) -> Any:
    """The fate of a wager for each layout and pocket."""
    if wager in POKER:
        return table.fates[wager]
    won = covers(rules, wager)
    by_pocket = [WON if pocket in won else LOST for pocket in table.pockets]
    return np.tile(np.array(by_pocket, np.int8), len(table.after) // len(table.pockets))


def move(rules: TableRules, wager: str, amount: int, fate: int) -> Move:
    """What a wager did, by its fate."""
    stood, fate = (fate > STAYED), (fate - STOOD if fate > STAYED else fate)
    action = 0 if stood or fate == NOT_OPEN else amount
    won = rules.schedule(wager).prices["win"].wins(amount)
    net = {NOT_OPEN: 0, LOST: -amount, WON: won, STAYED: 0}[fate]
    return Move(net, action, action)


def every_bet(rules: TableRules, bets: Mapping[str, int]) -> list[Mapping[str, int]]:
    """What is bet at once: what an empty stand takes. A wager on the hand is refused here where
    the table has no such wager, and otherwise made when it is open."""
    for name in bets:
        rules.wager(name)
    at_once = {name: amount for name, amount in bets.items() if name not in POKER}
    return [at_once] if at_once else []


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the bets are not dealt natively; nothing if they are."""
    return ""


def warm() -> None:
    """Compile the kernel."""
    simulate_shard(TableRules(game("pokette").rulebook()), {"red": 1000}, 0, 0, 0)


KERNEL = Kernel(
    POLICIES,
    why_not,
    simulate_shard,
    warm,
    every_bet=every_bet,
)
