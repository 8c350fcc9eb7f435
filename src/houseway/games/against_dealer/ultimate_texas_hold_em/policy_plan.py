"""Any strategy of ultimate Texas hold 'em for every hand at once, and what it gives away.

A table is asked once for each set of facts that it can look at. A function is asked about every
hand on every flop and on every board that the engine tells apart, ten million times.

Needs numpy; import it where the work begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from houseway.equipment.cards import RANKS, Card, cards_in
from houseway.games.against_dealer import board_policy
from houseway.games.against_dealer.board import Plan
from houseway.games.against_dealer.board_kinds import SUITED, board_cards, hole_cards
from houseway.games.against_dealer.board_policy import Seen, board_code, made
from houseway.games.against_dealer.hole_cards import class_name, hole_code
from houseway.games.against_dealer.ultimate_texas_hold_em.odds import MainGame, Solution
from houseway.games.against_dealer.ultimate_texas_hold_em.policy import (
    CODES,
    FIRST,
    FLOP,
    LAST,
    STREETS,
    decode,
    last_code,
    offered,
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
from houseway.hands.poker import strength

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from houseway.games.against_dealer.board import Solver
    from houseway.games.against_dealer.board_kinds import Kinds

    Ints = NDArray[np.int64]
    Choices = NDArray[np.uint8]
    Groups = NDArray[np.uint32]

PART = 1 << 10  # boards that are looked at, and rows that are looked up, at once
NOT_ASKED = 255
ASKED_TWICE = 2_000  # hands of a street that a function is asked about under two names


def follow(game: MainGame, decide: Decide) -> Solution:
    """What becomes of all deals if one decides so."""
    return game.follow(plan_of(game, decide), name_of(decide))


@lru_cache(maxsize=1)
def plan_of(game: MainGame, decide: Decide) -> Plan:
    """What is done with every hand."""
    if isinstance(decide, PolicyTable):
        return _by_facts(game, decide)
    return _one_by_one(game, decide)


def names_of(game: MainGame) -> list[tuple[str, ...]]:
    """The choices of each street in the order of plans: to check or fold comes first."""
    return [(here[-1], *here[:-1]) for here in offered(game.prices)]


# Tables


@dataclass(frozen=True, eq=False)
class Facts:
    """What a table looks at, as numbers: for every hole, for every hole on every flop, and for
    every hole on every board, plain and suited."""

    before: Groups
    flop: Groups
    final: tuple[Groups, Groups]


@lru_cache(maxsize=1)
def facts(solver: Solver) -> Facts:
    """What can be looked at with every hand."""
    final = []
    for kinds in (solver.plain, solver.suited):
        codes = np.zeros((len(kinds.boards), len(kinds.holes)), np.uint32)
        for part, some in _final(solver, kinds):
            codes[part] = some
        final.append(codes)
    return Facts(_before_flop(solver), _flop(solver), (final[0], final[1]))


def _before_flop(solver: Solver) -> Groups:
    """What can be looked at with every hole."""
    return np.array(
        [hole_code(1 << low | 1 << high, True) for low, high in solver.holes], np.uint32
    )


def _flop(solver: Solver) -> Groups:
    """What can be looked at with every hole on every flop."""
    holes = [1 << low | 1 << high for low, high in solver.holes]
    flops = [sum(1 << solver.cards[i] for i in flop) for flop in solver.flops.cards.tolist()]
    codes = np.zeros((len(flops), len(holes)), np.uint32)
    code_flops.jit(np.array(holes, np.int64), np.array(flops, np.int64), codes)
    return codes


def _final(solver: Solver, kinds: Kinds) -> Iterator[tuple[slice, Groups]]:
    """What can be looked at with every hole on every board, some boards at a time."""
    cards = np.array([1 << card for card in solver.cards], np.int64)
    ranks = np.array(solver.deck.ranks, np.int64)
    for part in _parts(kinds.boards):
        boards = kinds.boards[part]
        codes = np.zeros((len(boards), len(kinds.holes)), np.uint32)
        shape = solver.deck.suits, kinds is solver.plain
        code_boards.jit(boards, kinds.holes, ranks, *shape, cards, codes)
        yield part, codes


@kernel
def code_flops(holes: Ints, flops: Ints, codes: Groups) -> None:
    """Every hole on every flop."""
    for f in range(len(flops)):
        for h in range(len(holes)):
            if not holes[h] & flops[f]:
                codes[f, h] = board_code(holes[h], flops[f])


@kernel
def code_boards(
    boards: Ints, holes: Ints, ranks: Ints, suits: int, is_plain: bool, cards: Ints, codes: Groups
) -> None:
    """Every hole on every board, by cards that stand for their kinds."""
    with_board = np.zeros(len(cards), np.int64)
    for b in range(len(boards)):
        board = board_cards(boards[b], ranks, suits, is_plain)
        alone = strength(board)
        for i in range(len(cards)):
            with_board[i] = 0 if cards[i] & board else strength(board | cards[i])
        for h in range(len(holes)):
            hole = hole_cards(holes[h, 0], holes[h, 1], board, ranks, suits, is_plain)
            if hole == 0:
                continue
            own = strength(hole | board)
            outs = 0
            for i in range(len(cards)):
                outs += with_board[i] > own and not cards[i] & hole
            codes[b, h] = last_code(hole, board, own, alone, outs)


def _by_facts(game: MainGame, table: PolicyTable[Seen]) -> Plan:
    """A table is asked about what can be looked at as it comes; nothing of it is kept."""
    solver, names = game.solver, names_of(game)
    choices = [np.full(count, NOT_ASKED, np.uint8) for count in CODES]

    def chosen(street: int, codes: Groups) -> Choices:
        choice = choices[street]
        for code in _used(street, codes):
            if choice[code] == NOT_ASKED:
                choice[code] = names[street].index(table.choose(decode(street, code)))
        found: Choices = choice[codes]
        return found

    def on_boards(kinds: Kinds) -> Choices:
        found = np.empty((len(kinds.boards), len(kinds.holes)), np.uint8)
        for part, codes in _final(solver, kinds):
            found[part] = chosen(LAST, codes)
        return found

    before, flop = chosen(FIRST, _before_flop(solver)), chosen(FLOP, _flop(solver))
    return Plan(before, flop, (on_boards(solver.plain), on_boards(solver.suited)))


def _used(street: int, *codes: Groups) -> list[int]:
    """The numbers that occur."""
    used = np.zeros(CODES[street], np.bool_)
    for one in codes:
        for part in _parts(one):
            used[one[part]] = True
    found: list[int] = used.nonzero()[0].tolist()
    return found


def _parts(rows: Groups | Ints) -> Iterator[slice]:
    """Rows some at a time: numpy looks codes up as numbers of twice the size."""
    return (slice(start, start + PART) for start in range(0, len(rows), PART))


# Functions


@cache
def _cards(hand: int) -> tuple[Card, ...]:
    return tuple(cards_in(hand))


def _one_by_one(game: MainGame, decide: Decide) -> Plan:
    """Asked only about hands that come so far: a hole that bets sees no flop."""
    solver, names, choices = game.solver, names_of(game), offered(game.prices)

    def ask(street: int, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
        return names[street].index(answer(decide, Sight(choices[street], hole, (), board)))

    before = np.zeros(len(solver.holes), np.uint8)
    for alike in solver.classes.values():
        sights = [Sight(choices[FIRST], solver.holes[i]) for i in alike]
        check_alike(decide, [(sights[0], other) for other in sights[1:]])
        before[alike] = ask(FIRST, solver.holes[alike[0]], ())
    waits = before == 0
    _check_flops(game, decide)
    _check_boards(game, decide)
    flop = np.zeros((len(solver.flops.weights), len(solver.holes)), np.uint8)
    waiting = waits.nonzero()[0].tolist()
    for f, places in enumerate(solver.flops.cards.tolist()):
        board = tuple(solver.cards[i] for i in places)
        for h in waiting:
            hole = solver.holes[h]
            if hole[0] not in board and hole[1] not in board:
                flop[f, h] = ask(FLOP, hole, board)
    final = []
    for kinds, looks in ((solver.plain, solver.looks[:, :1]), (solver.suited, solver.looks[:, 1:])):
        chosen = np.zeros((len(kinds.boards), len(kinds.holes)), np.uint8)
        wanted = np.unique(looks[waits])
        for b, seen_board, holes in _boards(solver, kinds, range(len(kinds.boards))):
            for h in wanted.tolist():
                if hand := holes[h]:
                    chosen[b, h] = ask(LAST, _cards(hand), seen_board)
        final.append(chosen)
    return Plan(before, flop, (final[0], final[1]))


def _boards(
    solver: Solver, kinds: Kinds, rows: Sequence[int]
) -> Iterator[tuple[int, tuple[Card, ...], list[int]]]:
    """Boards by number, as cards that stand for their kinds, with the holes that they leave."""
    ranks, plain = np.array(solver.deck.ranks, np.int64), kinds is solver.plain
    found = np.zeros(len(kinds.holes), np.int64)
    for b in rows:
        board = board_cards(kinds.boards[b].tolist(), ranks.tolist(), solver.deck.suits, plain)
        holes_on.jit(kinds.holes, board, ranks, solver.deck.suits, plain, found)
        yield b, tuple(cards_in(board)), found.tolist()


@kernel
def holes_on(holes: Ints, board: int, ranks: Ints, suits: int, is_plain: bool, found: Ints) -> None:
    """The holes that a board leaves, as masks, or 0."""
    for h in range(len(holes)):
        found[h] = hole_cards(holes[h, 0], holes[h, 1], board, ranks, suits, is_plain)


def _check_flops(game: MainGame, decide: Decide) -> None:
    """Suits have no names, and the cards of a flop no order."""
    solver, suits = game.solver, range(game.solver.deck.suits)
    flops, holes = solver.flops.cards.tolist(), solver.holes
    pairs = []
    for n in range(ASKED_TWICE):
        flop = tuple(solver.cards[i] for i in flops[n * 7919 % len(flops)])
        hole = holes[n * 104729 % len(holes)]
        if not set(hole) & set(flop):
            sight = Sight(offered(game.prices)[FLOP], hole, (), flop)
            other = renamed(hole[::-1], suits), renamed(flop[::-1], suits)
            pairs.append((sight, sight._replace(hand=other[0], board=other[1])))
    check_alike(decide, pairs)


def _check_boards(game: MainGame, decide: Decide) -> None:
    """The same at last; and suits other than one that the board has three of do not matter."""
    solver, suits = game.solver, range(game.solver.deck.suits)
    pairs = []
    for kinds in (solver.plain, solver.suited):
        rows = range(0, len(kinds.boards), max(1, len(kinds.boards) // 100))
        for b, board, holes in _boards(solver, kinds, rows):
            able = [hand for hand in holes if hand]
            for n in range(ASKED_TWICE // 100):
                hole = _cards(able[(n * 7919 + b) % len(able)])
                sight = Sight(offered(game.prices)[LAST], hole, (), board)
                other = tuple(_other_suit(hole, board, suits))
                changed = renamed(other[::-1], suits), renamed(board[::-1], suits)
                pairs.append((sight, sight._replace(hand=changed[0], board=changed[1])))
    check_alike(decide, pairs)


def _other_suit(
    hole: tuple[Card, ...], board: tuple[Card, ...], suits: Sequence[int]
) -> Iterator[Card]:
    """A hole that is worth the same: its first card of another suit, if one is free for it."""
    counts = [sum(card >> 4 == suit for card in board) for suit in range(4)]
    flush = next((suit for suit in suits if counts[suit] >= SUITED), -1)
    first, second = hole
    free = [
        16 * suit + (first & 15)
        for suit in suits
        if flush not in (suit, first >> 4) and 16 * suit + (first & 15) not in (*hole, *board)
    ]
    yield free[0] if free else first
    yield second


# What it gives away


def mistakes(game: MainGame, decide: Decide) -> list[Mistake]:
    """The hands with which a strategy gives something away against the best play, by what can be
    looked at on each street; what they cost adds up to the whole cost."""
    solver, plan, known = game.solver, plan_of(game, decide), facts(game.solver)
    flop_codes = _used(FLOP, known.flop)
    last_codes = _used(LAST, *known.final)
    flops = _numbered(FLOP, flop_codes)(known.flop)
    last = _numbered(LAST, last_codes)
    regrets = solver.regrets(plan, flops, (last(known.final[0]), last(known.final[1])))
    found = list(_before(game, plan))
    for street, codes, regret in zip((FLOP, LAST), (flop_codes, last_codes), regrets, strict=True):
        names = names_of(game)[street]
        for group, does, best in np.argwhere(regret.lost).tolist():
            deals, lost = (int(x[group, does, best]) for x in (regret.deals, regret.lost))
            hand, beside = called(decode(street, codes[group]))
            found.append(
                Mistake(
                    hand, beside, names[does], names[best],
                    share=Fraction(deals, solver.deck.deals),
                    each=Fraction(lost, deals * solver.stakes.scale),
                    cost=Fraction(lost, solver.deck.deals * solver.stakes.scale),
                )
            )  # fmt: skip
    return dearest(found)


def _numbered(street: int, used: Sequence[int]) -> Callable[[Groups], Groups]:
    """Codes as numbers without holes between them."""
    numbers = np.zeros(CODES[street], np.uint32)
    numbers[list(used)] = np.arange(len(used))
    return lambda codes: numbers[codes]


def _before(game: MainGame, plan: Plan) -> Iterator[Mistake]:
    """Mistakes before the flop."""
    solver, names = game.solver, names_of(game)[FIRST]
    for alike in solver.classes.values():
        hole = solver.holes[alike[0]]
        worth = game.worth(list(hole), [])
        does, best = names[int(plan.before[alike[0]])], max(worth, key=lambda name: worth[name])
        if worth[does] < worth[best]:
            share, each = Fraction(len(alike), comb(len(solver.deck), 2)), worth[best] - worth[does]
            yield Mistake(class_name(hole), "two cards", does, best, share, each, share * each)


def called(seen: Seen) -> tuple[str, str]:
    """What is looked at in words: one's own cards, and what they make.

    >>> called(Seen(LAST, 11, 2, False, makes=1, own_pair=True, outs=20))
    ('K4', 'board: own pair, 20 outs')
    """
    if seen.street == FLOP:
        return board_policy.called(STREETS[FLOP], seen)
    return RANKS[seen.high] + RANKS[seen.low], f"board: {made(seen)}, {seen.outs} outs"
