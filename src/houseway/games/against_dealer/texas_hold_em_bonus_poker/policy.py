"""Strategies of Texas hold 'em bonus poker as tables. A line speaks of the street on which what it
does is offered: ``flop`` and ``fold`` with two cards (``first``), ``turn`` on the flop, ``river``
on the turn; a ``check`` may name its street. Where ``otherwise`` is not offered one folds or
checks. Conditions are those of ``board_policy``.

A table is asked once for each set of facts that it can look at. A function is asked about every
hand on every flop and on every four cards that are not alike, eighteen million times.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

from houseway.equipment.cards import mask
from houseway.games.against_dealer.board_policy import (
    BOARD_CODES,
    HOLE_CODES,
    Seen,
    Street,
    board_code,
    board_seen,
    called,
    hole_seen,
    read_streets,
)
from houseway.games.against_dealer.hole_cards import class_name, hole_code
from houseway.games.against_dealer.texas_hold_em_bonus_poker.odds import (
    CHECK,
    FLOP,
    FOLD,
    RIVER,
    TURN,
    MainGame,
    Solution,
)
from houseway.games.authoring.policy import (
    Decide,
    Mistake,
    PolicyTable,
    Sight,
    answer,
    check_alike,
    dearest,
    name_of,
    renamed,
)
from houseway.hands.kernel import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.games.against_dealer.streets import Plan, Sets, Streets

    Ints = NDArray[np.int64]
    Groups = NDArray[np.uint32]
    Choices = NDArray[np.uint8]

SHOWN = {"cards", "makes", "own_pair", "four_to_flush"}
STREETS = (
    Street("first", (FLOP, FOLD), {"cards"}),
    Street("flop", (TURN, CHECK), SHOWN),
    Street("turn", (RIVER, CHECK), SHOWN),
)
BOARDS = (0, 3, 4)  # cards on the board
ASKED_TWICE = 2_000  # hands of a street that a function is asked about under two names


def read(content: Any, game: str) -> PolicyTable[Seen]:
    """A table that decides by what is seen on each street."""
    return read_streets(content, game, STREETS, seen_of)


def seen_of(sight: Sight) -> Seen:
    """What a table looks at of what a player sees."""
    street, hole = BOARDS.index(len(sight.board)), mask(sight.hand)
    if street == 0:
        return hole_seen(street, hole_code(hole, True))
    return board_seen(street, board_code(hole, mask(sight.board)))


def follow(game: MainGame, decide: Decide) -> Solution:
    """What becomes of all deals if one decides so."""
    return game.follow(plan_of(game.streets, decide), name_of(decide))


@lru_cache(maxsize=2)
def plan_of(streets: Streets, decide: Decide) -> Plan:
    """What is done with every hand."""
    from houseway.games.against_dealer.streets import Plan

    if isinstance(decide, PolicyTable):
        return Plan(*_by_facts(streets, decide))
    return Plan(*_one_by_one(streets, decide))


# Tables


@kernel
def code_sets(holes: Ints, boards: Ints, codes: Groups) -> None:
    """What can be looked at with every hole on every board."""
    for b in range(len(boards)):
        for h in range(len(holes)):
            if not holes[h] & boards[b]:
                codes[b, h] = board_code(holes[h], boards[b])


@lru_cache(maxsize=1)
def facts(streets: Streets) -> tuple[Groups, Groups, Groups]:
    """What can be looked at, as numbers: with every hole, on flops and on four cards."""
    import numpy as np

    holes = [1 << low | 1 << high for low, high in streets.holes]
    found = [np.array([hole_code(hole, True) for hole in holes], np.uint32)]
    cards = np.array([1 << card for card in streets.cards], np.int64)
    for sets in (streets.flops, streets.fours):
        codes = np.zeros((len(sets.cards), len(holes)), np.uint32)
        code_sets.jit(np.array(holes, np.int64), cards[sets.cards].sum(axis=1), codes)
        found.append(codes)
    return found[0], found[1], found[2]


def _by_facts(streets: Streets, table: PolicyTable[Seen]) -> Iterator[Choices]:
    import numpy as np

    for street, codes in enumerate(facts(streets)):
        choice = np.zeros(BOARD_CODES if street else HOLE_CODES, np.uint8)
        for code in np.flatnonzero(np.bincount(codes.ravel(), minlength=len(choice))).tolist():
            seen = board_seen(street, code) if street else hole_seen(street, code)
            choice[code] = table.choose(seen) == STREETS[street].choices[0]
        yield choice[codes]


# Functions


def _one_by_one(streets: Streets, decide: Decide) -> Iterator[Choices]:
    """Asked only about hands that come so far."""
    import numpy as np

    for street in range(len(STREETS)):
        _check(streets, decide, street)
    before = np.zeros(len(streets.holes), np.uint8)
    for alike in streets.classes.values():
        before[alike] = _bets(decide, 0, streets.holes[alike[0]], ())
    yield before
    staying = np.flatnonzero(before).tolist()
    for street, sets in ((1, streets.flops), (2, streets.fours)):
        found = np.zeros((len(sets.cards), len(streets.holes)), np.uint8)
        for row, board in enumerate(_boards(streets, sets)):
            for h in staying:
                hole = streets.holes[h]
                if hole[0] not in board and hole[1] not in board:
                    found[row, h] = _bets(decide, street, hole, board)
        yield found


def _bets(decide: Decide, street: int, hole: tuple[int, ...], board: tuple[int, ...]) -> bool:
    choices = STREETS[street].choices
    return answer(decide, Sight(choices, hole, (), board)) == choices[0]


def _boards(streets: Streets, sets: Sets) -> list[tuple[int, ...]]:
    return [tuple(streets.cards[i] for i in board) for board in sets.cards.tolist()]


def _check(streets: Streets, decide: Decide, street: int) -> None:
    """Suits have no names, and the cards of a board no order."""
    suits, choices = range(streets.deck.suits), STREETS[street].choices
    boards = [()] if street == 0 else _boards(streets, (streets.flops, streets.fours)[street - 1])
    pairs = []
    for n in range(ASKED_TWICE):
        board, hole = boards[n * 7919 % len(boards)], streets.holes[n * 104729 % len(streets.holes)]
        if not set(hole) & set(board):
            other = renamed(hole[::-1], suits), renamed(board[::-1], suits)
            sight = Sight(choices, hole, (), board)
            pairs.append((sight, sight._replace(hand=other[0], board=other[1])))
    check_alike(decide, pairs)


# What it gives away


def mistakes(game: MainGame, decide: Decide) -> list[Mistake]:
    """The hands with which a strategy gives something away against the best play, by what can be
    looked at on each street; what they cost adds up to the whole cost."""
    plan = plan_of(game.streets, decide)
    found = [*_before(game, plan), *_later(game, plan, 1), *_later(game, plan, 2)]
    return dearest(found)


def _later(game: MainGame, plan: Plan, street: int) -> Iterator[Mistake]:
    """Mistakes on the flop, or on the turn."""
    import numpy as np

    streets, codes = game.streets, facts(game.streets)[street]
    sets, (worth, _), chosen = (
        (streets.flops, streets.on_flops, plan.flop),
        (streets.fours, streets.on_turns, plan.turn),
    )[street - 1]
    orders = comb(sets.cards.shape[1], 3)  # in which the cards of a set come as flop and turn
    each = streets.deals // (len(streets.holes) * orders * _ways(streets, sets))
    bet, check = STREETS[street].choices
    came = _dealt(streets, sets) & plan.before.astype(np.bool_)
    for wrong, does, best in (
        (chosen < (worth > 0), check, bet),
        (chosen > (worth >= 0), bet, check),
    ):
        rows, holes = np.nonzero(wrong & came)
        deals, lost = np.zeros((2, BOARD_CODES), np.int64)
        ways = sets.weights[rows] * orders
        np.add.at(deals, codes[rows, holes], ways * each)
        np.add.at(lost, codes[rows, holes], ways * abs(worth[rows, holes].astype(np.int64)))
        for code in np.flatnonzero(lost).tolist():
            share = Fraction(int(deals[code]), streets.deals)
            units = Fraction(int(lost[code]), game.prices.odds.denominator)
            cost = units * game.prices.times[1 + street] / streets.deals
            hand, beside = called(STREETS[street].name, board_seen(street, code))
            yield Mistake(hand, beside, does, best, share, cost / share, cost)


def _ways(streets: Streets, sets: Sets) -> int:
    """How many sets of so many cards a hole leaves."""
    return comb(len(streets.cards) - 2, sets.cards.shape[1])


def _dealt(streets: Streets, sets: Sets) -> Any:
    """Which holes each set leaves."""
    import numpy as np

    held = np.array([1 << low | 1 << high for low, high in streets.holes], np.int64)
    cards = np.array([1 << card for card in streets.cards], np.int64)
    return (cards[sets.cards].sum(axis=1)[:, None] & held) == 0


def _before(game: MainGame, plan: Plan) -> Iterator[Mistake]:
    """Mistakes before the flop, where all that follows is played as well as can be."""
    for alike in game.streets.classes.values():
        hole = game.streets.holes[alike[0]]
        does = FLOP if plan.before[alike[0]] else FOLD
        worth, best = game.worth(hole, ()), game.best(hole, ())
        if worth[does] < worth[best]:
            share, each = Fraction(len(alike), len(game.streets.holes)), worth[best] - worth[does]
            yield Mistake(class_name(hole), "two cards", does, best, share, each, share * each)
