"""Strategies of ultimate Texas hold 'em as tables. A line speaks of the streets on which what it
does is offered: ``play_4x`` before the flop, ``play_2x`` on it, ``play_1x`` and ``fold`` at last.
Where ``otherwise`` is not offered one checks, and folds at last.

| condition | holds for |
|---|---|
| `street: first`, `flop` or `last` | decisions on that street, where a check could be on two |
| `cards: 33+ A2+ K5o+ K2s` | one's own two cards: a pair of threes or better, an ace with anything, a king with a five or better of another suit, king and deuce of one suit |
| `makes: two pair or better` | a hand of that kind, the board with it: on the flop and at last |
| `own_pair: true` | one of one's own cards in a pair: on the flop and at last |
| `four_to_flush: T to A` | four cards of a suit, one's own highest of it one of these: on the flop |
| `beats_board: true` | a better kind of hand than the board has by itself: at last |
| `outs: 20 or less` | so many cards with any of which the dealer would beat the hand: at last |

At last it no longer matters whether one's own two are of one suit, so ``s`` and ``o`` are not said.
"""  # noqa: E501 (a line of a table)

from collections.abc import Callable, Sequence
from typing import Any

from houseway.equipment.cards import mask
from houseway.games.against_dealer.board_policy import (
    BOARD_CODES,
    HOLE_CODES,
    KINDS,
    READERS,
    Seen,
    Street,
    board_code,
    board_seen,
    hides_pair,
    hole_seen,
    read_streets,
)
from houseway.games.against_dealer.hole_cards import hole_code, read_holes
from houseway.games.against_dealer.ultimate_texas_hold_em.odds import CHECK, FOLD, Prices
from houseway.games.against_dealer.ultimate_texas_hold_em.outs import dealer_outs
from houseway.games.authoring.policy import Condition, PolicyTable, Sight, read_span, read_truth
from houseway.hands.kernel import kernel
from houseway.hands.poker import category, strength
from houseway.rulebook.refusal import Refused

FIRST, FLOP, LAST = range(3)
STREETS = ("first", "flop", "last")
BOARDS = (0, 3, 5)  # cards on the board
LOOKED_AT = (
    {"cards"},
    {"cards", "makes", "own_pair", "four_to_flush"},
    {"cards", "makes", "own_pair", "beats_board", "outs"},
)
MOST_OUTS = 45  # cards that nobody has seen at last
# How many codes of what a table looks at there are on each street
CODES = (HOLE_CODES, BOARD_CODES, HOLE_CODES * KINDS * KINDS * 2 * (MOST_OUTS + 1))


# What is looked at as one number, so that kernels can find it for every hand


@kernel
def last_code(hole: int, board: int, own: int, alone: int, outs: int) -> int:
    """What a table looks at at last: ``own`` is the strength of the hand, ``alone`` that of the
    board by itself."""
    code = (hole_code(hole, False) * KINDS + category(own)) * KINDS + category(alone)
    return (code * 2 + hides_pair(hole, board)) * (MOST_OUTS + 1) + outs


def decode(street: int, code: int) -> Seen:
    """What a number stands for."""
    if street == FIRST:
        return hole_seen(street, code)
    if street == FLOP:
        return board_seen(street, code)
    code, outs = divmod(code, MOST_OUTS + 1)
    code, own_pair = divmod(code, 2)
    code, alone = divmod(code, KINDS)
    code, makes = divmod(code, KINDS)
    return hole_seen(
        street, code, makes=makes, own_pair=bool(own_pair), board_makes=alone, outs=outs
    )


def seen_of(sight: Sight, cards: Sequence[int]) -> Seen:
    """What a table looks at of what a player sees, with that deck."""
    hole, board = mask(sight.hand), mask(sight.board)
    street = BOARDS.index(len(sight.board))
    if street == FIRST:
        return decode(street, hole_code(hole, True))
    if street == FLOP:
        return decode(street, board_code(hole, board))
    outs = dealer_outs(hole, board, list(cards))
    code = last_code(hole, board, strength(hole | board), strength(board), outs)
    return decode(street, code)


# Conditions


def _beats_board(wanted: bool) -> Condition[Seen]:
    return lambda seen: (seen.makes > seen.board_makes) == wanted


def _outs(wanted: range) -> Condition[Seen]:
    return lambda seen: seen.outs in wanted


AT_LAST: dict[str, Callable[[Any], Condition[Seen]]] = {
    "beats_board": lambda value: _beats_board(read_truth(value)),
    "outs": lambda value: _outs(read_span(value)),
}


# Tables


def offered(prices: Prices) -> list[tuple[str, ...]]:
    """The choices of each street, as the referee has them."""
    passes = (CHECK, CHECK, FOLD)
    return [(*prices.choices(street), passes[street]) for street in range(len(STREETS))]


def read(content: Any, game: str, prices: Prices, cards: Sequence[int]) -> PolicyTable[Seen]:
    """A table that decides by what is seen on each street."""
    streets = [Street(*one) for one in zip(STREETS, offered(prices), LOOKED_AT, strict=True)]
    table = read_streets(
        content, game, streets, lambda sight: seen_of(sight, cards), {**READERS, **AT_LAST}
    )
    for number, written in enumerate(content.get("rules", []), start=1):
        at_last = written["do"] in streets[LAST].choices
        if at_last and written.get("street", STREETS[LAST]) == STREETS[LAST] and "cards" in written:
            wanted = read_holes(written["cards"])
            if any((hi, low, not suited) not in wanted for hi, low, suited in wanted if hi > low):
                raise Refused(
                    f"line {number} of the policy, cards: at last one's own suits do not matter:"
                    " leave out s, o"
                )
    return table
