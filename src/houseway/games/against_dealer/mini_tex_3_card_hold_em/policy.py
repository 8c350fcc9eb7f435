"""Strategies of mini-tex 3 card hold 'em as tables. A line speaks of the street on which what it does
is offered: ``flop`` with two cards, ``river`` with two community cards, ``play`` at last; a ``fold``
may name its street. Where ``otherwise`` is not offered one stays in, and folds if it is ``fold``.

| condition | holds for |
|---|---|
| `street: first`, `flop` or `last` | decisions on that street, for a fold |
| `cards: 33+ A2+ K5o+ K2s` | one's own two cards: threes or better, an ace with anything, a king with a five or better of another suit, king and deuce of one suit |
| `hand: pair of 8 or better`, `hand: A-K-2 or better` | the best three cards so far are no weaker: on the flop and at last |
| `board_pairs: true` | two community cards of one rank: on the flop and at last |
"""  # noqa: E501 (a line of a table)

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from houseway.equipment.cards import mask
from houseway.games.against_dealer.fold_or_play_policy import least_of
from houseway.games.against_dealer.hole_cards import class_name, hole_code, read_holes
from houseway.games.against_dealer.mini_tex_3_card_hold_em.hand import best_three
from houseway.games.against_dealer.mini_tex_3_card_hold_em.odds import (
    FOLD,
    STREETS,
    MainGame,
    Solution,
)
from houseway.games.authoring.policy import (
    Condition,
    Decide,
    Line,
    Mistake,
    PolicyTable,
    Sight,
    answer,
    check_alike,
    dearest,
    name_of,
    read_least,
    read_table,
    read_truth,
    renamed,
)
from houseway.hands.poker import THREE_CARD_CATEGORIES, best_ranks, category, ranks_of, size
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import RANKS

if TYPE_CHECKING:
    from houseway.games.against_dealer.mini_tex_3_card_hold_em.streets import (
        Flags,
        Ints,
        Plan,
        Solver,
    )

FIRST, FLOP, LAST = range(3)
NAMES = ("first", "flop", "last")
ASKED_TWICE = 2_000  # hands of a street that a function is asked about under two names


@dataclass(frozen=True)
class Seen:
    """What a table looks at; before the flop there is no hand and no board."""

    street: int
    high: int
    low: int
    suited: bool
    strength: int = 0
    board_pairs: bool = False


def seen_of(sight: Sight) -> Seen:
    """What a table looks at of what a player sees."""
    board = mask(sight.board)
    street = STREETS.index(next(name for name in sight.choices if name != FOLD))
    own = mask(sight.hand)
    strength = best_three(own, board) if board else 0
    return decode(street, hole_code(own, True), strength, size(ranks_of(board)) < len(sight.board))


def decode(street: int, code: int, strength: int, pairs: bool) -> Seen:
    """What numbers stand for."""
    one, other = divmod(code, 13)
    return Seen(street, max(one, other), min(one, other), one > other, strength, pairs)


# Tables


def _three(ranks: str) -> int:
    return best_ranks(sum(1 << RANKS.index(rank) for rank in ranks), 3) << 8


def _cards(wanted: frozenset[tuple[int, int, bool]]) -> Condition[Seen]:
    return lambda seen: (seen.high, seen.low, seen.suited) in wanted


def _hand(least: int) -> Condition[Seen]:
    return lambda seen: seen.strength >= least


def _board_pairs(wanted: bool) -> Condition[Seen]:
    return lambda seen: seen.board_pairs == wanted


def _street(value: Any) -> Condition[Seen]:
    if value not in NAMES:
        raise ValueError(f"there is no street {value!r}: it is {', '.join(NAMES)}")
    return lambda seen: NAMES[seen.street] == value


READERS: dict[str, Callable[[Any], Condition[Seen]]] = {
    "street": _street,
    "cards": lambda value: _cards(read_holes(value)),
    "hand": lambda value: _hand(read_least(value, least_of(THREE_CARD_CATEGORIES, 3, _three))),
    "board_pairs": lambda value: _board_pairs(read_truth(value)),
}


def read(content: Any, game: str) -> PolicyTable[Seen]:
    """A table that decides by what is seen on each street."""
    table = read_table(content, game, (*STREETS, FOLD), READERS, seen_of)
    lines = list(table.lines)
    for number, written in enumerate(content.get("rules", [])):
        line = table.lines[number]
        streets = _streets(line.do, written)
        if FIRST in streets and {"hand", "board_pairs"} & written.keys():
            where = f"line {number + 1} of the policy"
            raise Refused(f"{where}: there is no board to look at on street {NAMES[FIRST]}")
        lines[number] = Line(line.do, (_on(streets), *line.conditions))
    for street, stay in enumerate(STREETS):
        if table.otherwise not in (stay, FOLD):
            lines.append(Line(stay, (_on([street]),)))
    return replace(table, lines=tuple(lines))


def _streets(do: str, written: Any) -> list[int]:
    """The streets that a line speaks of."""
    named = [NAMES.index(written["street"])] if "street" in written else list(range(3))
    return named if do == FOLD else [STREETS.index(do)]


def _on(streets: list[int]) -> Condition[Seen]:
    return lambda seen: seen.street in streets


# All hands


def follow(game: MainGame, decide: Decide) -> Solution:
    """What becomes of all deals if one decides so."""
    return game.follow(plan_of(game.solver, decide), name_of(decide))


def plan_of(solver: Solver, decide: Decide) -> Plan:
    """What is done with every hand."""
    from houseway.games.against_dealer.mini_tex_3_card_hold_em.streets import Plan

    if isinstance(decide, PolicyTable):
        return Plan(*(_by_facts(solver, street, decide) for street in range(3)))
    return Plan(*(_one_by_one(solver, street, decide) for street in range(3)))


def _boards(solver: Solver, street: int) -> list[tuple[int, ...]]:
    """The community cards that stand for their classes on a street, by number."""
    table = solver.table
    every: list[list[tuple[int, ...]]] = [[()], table.flops.cards, table.boards.cards]
    return every[street]


def facts(solver: Solver, street: int) -> tuple[Ints, Ints, Ints]:
    """Of every hole on every class of boards of a street: its code, its strength, and whether the
    board pairs."""
    import numpy as np

    table, boards = solver.table, _boards(solver, street)
    holes = np.array([hole_code(int(hole), True) for hole in table.masks])
    masks = np.array([table.mask_of(board) for board in boards])
    pairs = np.array(
        [size(ranks_of(int(one))) < len(cards) for one, cards in zip(masks, boards, strict=True)]
    )
    strengths = np.zeros((1, len(holes)), np.int64)
    if street:
        strengths = table.measure(masks) if street == FLOP else table.strengths
    return holes, strengths, pairs.astype(np.int64)


def _by_facts(solver: Solver, street: int, decide: PolicyTable[Seen]) -> Flags:
    import numpy as np

    holes, strengths, pairs = facts(solver, street)
    codes = (strengths << 10) | holes << 1 | pairs[:, None]
    used, which = np.unique(codes, return_inverse=True)
    stays = [
        decide.choose(decode(street, code >> 1 & 511, code >> 10, bool(code & 1))) != FOLD
        for code in used.tolist()
    ]
    flags: Flags = np.array(stays)[which].reshape(codes.shape)
    return flags if street else flags[0]


def _one_by_one(solver: Solver, street: int, decide: Decide) -> Flags:
    import numpy as np

    table, choices = solver.table, (STREETS[street], FOLD)
    boards = _boards(solver, street)
    found = np.zeros((len(boards), len(table.holes)), np.bool_)
    asked = 0
    for row, board in enumerate(boards):
        seen = tuple(table.cards[card] for card in board)
        for number in table.free_of(board).nonzero()[0].tolist():
            hole = tuple(table.cards[card] for card in table.holes[number])
            sight = Sight(choices, hole, (), seen)
            found[row, number] = answer(decide, sight) != FOLD
            asked += 1
            if asked % (len(boards) * len(table.holes) // ASKED_TWICE + 1) == 0:
                suits = table.pack.suits
                other = sight._replace(
                    hand=renamed(hole[::-1], suits), board=renamed(seen[::-1], suits)
                )
                check_alike(decide, [(sight, other)])
    return found if street else found[0]


# What it gives away


def mistakes(game: MainGame, decide: Decide) -> list[Mistake]:
    """The hands with which a strategy gives something away against the best play, by one's own
    cards and what they make; what they cost adds up to the whole cost."""
    solver = game.solver
    plan, table, scale = plan_of(solver, decide), solver.table, game.prices.scale
    found: dict[tuple[str, str, str, str], list[int]] = {}
    for street, weight, wrong, cost, board in _wrong(solver, plan):
        stays = (plan.before, plan.flop, plan.final)[street]
        for hole in wrong.nonzero()[0].tolist():
            does = bool(stays[board, hole] if street else stays[hole])
            names = (STREETS[street], FOLD) if does else (FOLD, STREETS[street])
            held = class_name([table.cards[card] for card in table.holes[hole]])
            key = held, _beside(solver, street, board, hole), *names
            so_far = found.setdefault(key, [0, 0])
            so_far[0] += int(weight[hole])
            so_far[1] += int(cost[hole])
    return dearest(
        [
            Mistake(
                *key,
                share=Fraction(deals, table.deals),
                each=Fraction(cost, deals * scale),
                cost=Fraction(cost, table.deals * scale),
            )
            for key, (deals, cost) in found.items()
        ]
    )


def _beside(solver: Solver, street: int, board: int, hole: int) -> str:
    if street == FIRST:
        return "two cards"
    table = solver.table
    cards = (table.flops if street == FLOP else table.boards).cards[board]
    made = best_three(int(table.masks[hole]), table.mask_of(cards))
    kind = THREE_CARD_CATEGORIES[category(made)].replace("_", " ")
    return f"{'flop' if street == FLOP else 'board'}: {kind}"


def _wrong(solver: Solver, plan: Plan) -> Iterator[tuple[int, Ints, Flags, Ints, int]]:
    """Where a plan and the best part: the street, how many deals come there, which holes it gets
    wrong, what that costs over all these deals, and the class of the board."""
    import numpy as np

    table, best, folds = solver.table, solver.best, solver.stakes.folds
    every = solver.each_hole
    gap = np.abs(solver.flop_bet - folds[0] * every)
    yield FIRST, np.full(len(gap), every), plan.before != best.before, gap, 0
    reach = np.zeros((len(table.flops), len(table.holes)), np.int64)
    for free, flop, way in table.every_flop():
        into = table.renamed_holes[way]
        reach[flop, into] += free & plan.before
    each = table.opponents * table.rivers
    for flop, wrong in enumerate((plan.flop != best.flop) & (reach > 0)):
        gap = np.abs(solver.river_bet[flop] - folds[1] * each)
        yield FLOP, reach[flop] * each, wrong, reach[flop] * gap, flop
    came = np.zeros((len(table.boards), len(table.holes)), np.int64)
    for board, _, stays in solver.reached(plan):
        came[board] += stays * np.int64(table.boards.ways[board])
    for board, wrong in enumerate((plan.final != best.final) & (came > 0)):
        gap = np.abs(solver.showdown[board] - folds[2] * table.opponents)
        yield LAST, came[board] * table.opponents, wrong, came[board] * gap, board
