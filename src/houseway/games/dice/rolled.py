"""A game of dice as a table that a kernel walks: the referee plays every roll of every layout once.

Wagers are kept up: each is made whenever the table takes it and is not on the layout already, and
left there until it is decided; whatever is asked is answered with the first choice. So the layout
before a roll decides all that the roll can do. The referee is asked for each of these layouts what
every roll does, and from then on a roll is one look at a table and one count. What the counts come
to in money is what the referee paid.
"""

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from houseway.games import game
from houseway.games.authoring.draw import record
from houseway.games.authoring.sums import Dealt, Move, main_wagers, moves_of
from houseway.games.authoring.walk import STATE, walk
from houseway.referee.conversation import Conversation, Play
from houseway.referee.data import TableData
from houseway.referee.requests import Ask, Bets, Input, Roll
from houseway.referee.round import Round
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of

FACES, SEAT = 6, 1
MOST_LAYOUTS = 1_000
POLICIES: dict[str, dict[str, Any]] = {"first": {}}

Moves = dict[str, Move]


@dataclass(frozen=True)
class Walk:
    """Every layout that the bets can lead to, and what each roll makes of it."""

    rolls: list[tuple[int, ...]]
    after: Any  # layout and roll -> where the next layout begins
    moves: list[Moves]  # layout and roll -> what the wagers did

    def dealt(self, rules: TableRules, bets: Mapping[str, int], cells: Any) -> Dealt:
        """What counted rolls came to."""
        found, main = Dealt(), main_wagers(rules, bets)
        for at in np.flatnonzero(cells):
            found.take(self.moves[at], main, times=int(cells[at]))
        for sums in found.wagers.values():
            sums.rounds = found.all.rounds
        return found


def simulate_shard(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, rounds: int
) -> Dealt:
    """So many rolls from an empty layout, with the chance of that seed and shard."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    found = walk_of(rules, bets)
    state, cells = record(STATE, seed, shard), np.zeros(len(found.after), np.int64)
    walk.jit(state, found.after, cells, len(found.rolls), rounds)
    return found.dealt(rules, bets, cells)


def every_bet(rules: TableRules, bets: Mapping[str, int]) -> list[Mapping[str, int]]:
    """What is bet at once: nothing that can be told before the layouts are known. The referee takes
    or refuses each bet while they are found."""
    return []


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the bets are not dealt natively; nothing if they are."""
    lists = [name for name in bets if base_of(name) == "fire"]  # the points made come in any order
    if lists:
        return f"{rules.book.title} is not dealt natively with the {lists[0]} bet"
    if {"come", "dont_come"} <= set(bets):
        return f"{rules.book.title} is dealt natively with come or with don't come bets, not both"
    return ""


def walk_of(rules: TableRules, bets: Mapping[str, int]) -> Walk:
    """The table for these bets at a table of these rules."""
    order = {name: at for at, name in enumerate(rules.book.wagers)}
    sorted_bets = sorted(bets.items(), key=lambda bet: (order.get(base_of(bet[0]), 0), bet[0]))
    chosen = tuple(sorted((name, value) for name, value in rules.options.items()))
    return _walk(rules.book.game, rules.book.edition, chosen, tuple(sorted_bets))


@lru_cache(maxsize=16)
def _walk(
    name: str, edition: str, options: tuple[tuple[str, Any], ...], bets: tuple[tuple[str, int], ...]
) -> Walk:
    found = game(name)
    rules = TableRules(found.rulebook(edition), dict(options))
    return build(found.play, rules, dict(bets))


def build(play: Play, rules: TableRules, bets: Mapping[str, int]) -> Walk:
    """Ask the referee about every layout, beginning with an empty one."""
    rolls = list(product(range(1, FACES + 1), repeat=rules.rule("dice_thrown")))
    data = TableData(players={SEAT: "player"})
    numbers, todo = {_key(data): 0}, deque([data])
    after: list[int] = []
    moves: list[Moves] = []
    refusals: dict[str, Refused] = {}
    taken: set[str] = set()
    while todo:
        data, alike = todo.popleft(), {}
        for roll in rolls:
            faces = tuple(sorted(roll))  # dice are alike
            if faces not in alike:
                alike[faces] = _play(play, rules, bets, data, faces, taken, refusals)
            left, moved = alike[faces]
            key = _key(left)
            if key not in numbers:
                if len(numbers) == MOST_LAYOUTS:
                    many = f"these bets lead to more than {MOST_LAYOUTS:,} layouts"
                    raise Refused(f"{many}: let the referee deal them")
                numbers[key] = len(numbers)
                todo.append(left)
            after.append(numbers[key] * len(rolls))
            moves.append(moved)
    for name in bets:
        if name not in taken:
            raise refusals[name]
    return Walk(rolls, np.array(after, np.int64), moves)


def _key(data: TableData) -> str:
    """What of a table's data tells layouts apart: all but how many rounds there have been."""
    return json.dumps(replace(data, rounds=0).to_json(), sort_keys=True)


def _play(
    play: Play,
    rules: TableRules,
    bets: Mapping[str, int],
    data: TableData,
    roll: tuple[int, ...],
    taken: set[str],
    refusals: dict[str, Refused],
) -> tuple[TableData, Moves]:
    """One roll by the referee: what it leaves on the table and what the wagers did."""
    talk = Conversation(Round(rules, data.copy()), play)
    while (asked := talk.waiting) is not None:
        if isinstance(asked, Bets):
            for name, amount in bets.items():
                if talk.round.state.placed.get(SEAT, {}).get(name) == amount:
                    continue
                try:
                    talk.submit(Input("bet", SEAT, amounts=((name, amount),)))
                    taken.add(name)
                except Refused as refused:
                    refusals.setdefault(name, refused)
            talk.submit(Input("close"))
        elif isinstance(asked, Ask):
            first = asked.choices[0]
            talk.submit(Input("act", asked.who, first.name, amount=first.least))
        elif isinstance(asked, Roll):
            talk.submit(Input("roll", numbers=roll))
        else:
            talk.submit(Input("go"))
    return talk.round.data, moves_of(talk.round, SEAT, bets)
