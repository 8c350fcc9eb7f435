"""What kernels share that deal one seat from a whole deck: a record is made, rounds are counted in
its cells, and money comes after.

    simulate_shard = shards(table, play_rounds, dealt)
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Protocol

import numpy as np

from houseway.games.authoring.draw import record
from houseway.games.authoring.sums import Dealt, Move, Sums, main_wagers
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

Bets = Mapping[str, int]


class Shards(Protocol):
    """So many rounds of one seat with the chance of a seed and shard."""

    def __call__(
        self, rules: TableRules, bets: Bets, seed: int, shard: int, rounds: int, **how: Any
    ) -> Dealt: ...


def shards(
    table: Callable[..., Any], play_rounds: Any, dealt: Callable[[TableRules, Bets, Any], Dealt]
) -> Shards:
    """A simulation by a kernel: ``table`` makes a record, and whatever the kernel looks up beside
    it."""

    def simulate_shard(
        rules: TableRules, bets: Bets, seed: int, shard: int, rounds: int, **how: Any
    ) -> Dealt:
        made = table(rules, bets, seed, shard, **how)
        state, *looked_up = made if isinstance(made, tuple) else (made,)
        play_rounds.jit(state, *looked_up, rounds)
        return dealt(rules, bets, state[0])

    return simulate_shard


def check_way(way: str, known: Collection[str]) -> None:
    """Refuse a way to play that a kernel does not know."""
    if way not in known:
        raise Refused(f"{way!r} is no way to play: it is one of {', '.join(known)}")


def whole_deck(fields: list[Any], cards: Collection[int], seed: int, shard: int, used: int) -> Any:
    """A record with a deck of these cards, of which a round uses so many."""
    state = record(fields, seed, shard)
    for at, card in enumerate(cards):
        state[0].shoe[at] = card
    state.cards, state.ahead = len(cards), used
    return state


def numbered_deck(
    fields: list[Any], cards: Collection[int], seed: int, shard: int, used: int
) -> Any:
    """The same with cards by number, and beside them each as the hand that it is by itself."""
    state = whole_deck(fields, range(len(cards)), seed, shard, used)
    for at, card in enumerate(cards):
        state[0].masks[at] = 1 << card
    return state


def counted(
    rules: TableRules,
    bets: Bets,
    later: Iterable[str],
    cells: Any,
    moves_at: Callable[[int], Mapping[str, Move]],
) -> Dealt:
    """What rounds came to that are counted in cells: the bets and wagers that are made ``later``,
    each moved as the number of its cell says."""
    names = [*bets, *later]
    found, main = Dealt({name: Sums() for name in names}), main_wagers(rules, bets)
    for at in np.flatnonzero(cells):
        moves = moves_at(int(at))
        every = {name: moves.get(name, Move()) for name in names}
        found.take(every, main, times=int(cells[at]))
    return found
