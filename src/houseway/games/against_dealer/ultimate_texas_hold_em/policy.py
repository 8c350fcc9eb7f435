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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from houseway.equipment.cards import RANKS, mask
from houseway.games.against_dealer.ultimate_texas_hold_em.looks import (
    dealer_outs,
    flush_card,
    hides_pair,
)
from houseway.games.against_dealer.ultimate_texas_hold_em.odds import CHECK, FOLD, Prices
from houseway.games.authoring.policy import (
    Condition,
    Line,
    PolicyTable,
    Sight,
    read_least,
    read_ranks,
    read_span,
    read_table,
    read_truth,
)
from houseway.hands.kernel import kernel
from houseway.hands.poker import CATEGORIES, category, highest, in_suit, ranks_of, size, strength
from houseway.rulebook.refusal import Refused

FIRST, FLOP, LAST = range(3)
STREETS = ("first", "flop", "last")
BOARDS = (0, 3, 5)  # cards on the board
LOOKED_AT = (
    {"cards"},
    {"cards", "makes", "own_pair", "four_to_flush"},
    {"cards", "makes", "own_pair", "beats_board", "outs"},
)
KINDS, MOST_OUTS = len(CATEGORIES), 45  # of hands; cards that nobody has seen at last
# How many codes of what a table looks at there are on each street
CODES = (13 * 13, 13 * 13 * KINDS * 2 * 14, 13 * 13 * KINDS * KINDS * 2 * (MOST_OUTS + 1))


@dataclass(frozen=True)
class Seen:
    """What a table looks at. What a street does not show is nought, or false."""

    street: int
    high: int
    low: int
    suited: bool
    makes: int = 0
    board_makes: int = 0
    own_pair: bool = False
    flush_card: int = -1
    outs: int = 0


# What is looked at as one number, so that kernels can find it for every hand


@kernel
def hole_code(hole: int, by_suit: bool) -> int:
    """Two cards by their ranks and, if it matters, by whether they are of one suit."""
    ranks = ranks_of(hole)
    high = highest(ranks)
    low = high if size(ranks) == 1 else highest(ranks ^ 1 << high)
    return high * 13 + low if by_suit and in_suit(hole) else low * 13 + high


@kernel
def flop_code(hole: int, flop: int) -> int:
    """What a table looks at on the flop."""
    code = hole_code(hole, True) * KINDS + category(strength(hole | flop))
    return (code * 2 + hides_pair(hole, flop)) * 14 + 1 + flush_card(hole, flop)


@kernel
def last_code(hole: int, board: int, own: int, alone: int, outs: int) -> int:
    """What a table looks at at last: ``own`` is the strength of the hand, ``alone`` that of the
    board by itself."""
    code = (hole_code(hole, False) * KINDS + category(own)) * KINDS + category(alone)
    return (code * 2 + hides_pair(hole, board)) * (MOST_OUTS + 1) + outs


def decode(street: int, code: int) -> Seen:
    """What a number stands for."""
    more: dict[str, Any] = {}
    if street == FLOP:
        code, card = divmod(code, 14)
        code, own_pair = divmod(code, 2)
        code, makes = divmod(code, KINDS)
        more = {"makes": makes, "own_pair": bool(own_pair), "flush_card": card - 1}
    elif street == LAST:
        code, outs = divmod(code, MOST_OUTS + 1)
        code, own_pair = divmod(code, 2)
        code, alone = divmod(code, KINDS)
        code, makes = divmod(code, KINDS)
        more = {"makes": makes, "own_pair": bool(own_pair), "board_makes": alone, "outs": outs}
    one, other = divmod(code, 13)
    return Seen(street, max(one, other), min(one, other), one > other, **more)


def seen_of(sight: Sight, cards: Sequence[int]) -> Seen:
    """What a table looks at of what a player sees, with that deck."""
    hole, board = mask(sight.hand), mask(sight.board)
    street = BOARDS.index(len(sight.board))
    if street == FIRST:
        return decode(street, hole_code(hole, True))
    if street == FLOP:
        return decode(street, flop_code(hole, board))
    outs = dealer_outs(hole, board, list(cards))
    code = last_code(hole, board, strength(hole | board), strength(board), outs)
    return decode(street, code)


# Conditions


def read_holes(value: Any) -> frozenset[tuple[int, int, bool]]:
    """Two cards as players write them, as high and low rank and whether they are of one suit.

    >>> sorted(read_holes("QQ+ KQs")) == [(10, 10, False), (11, 10, True), (11, 11, False),
    ...     (12, 12, False)]
    True
    """
    words = value if isinstance(value, list) else str(value).split()
    found: set[tuple[int, int, bool]] = set()
    for word in words:
        found |= _holes(str(word))
    if not found:
        raise ValueError(f"{value!r} are no cards")
    return frozenset(found)


def _holes(word: str) -> set[tuple[int, int, bool]]:
    plain = word.removesuffix("+")
    ranks, suits = plain[:2].upper(), plain[2:].lower()
    paired = ranks[:1] == ranks[1:]
    wrong = len(ranks) != 2 or not set(ranks) <= set(RANKS) or suits not in ("", "s", "o")
    if wrong or (paired and suits):
        raise ValueError(f"{word!r} are no two cards: write 33+, A2+, K5o+ or K2s")
    high, low = map(RANKS.index, ranks)
    if high < low:
        raise ValueError(f"{word!r}: the higher card is written first")
    if paired:
        top = len(RANKS) if word.endswith("+") else high + 1
        return {(rank, rank, False) for rank in range(high, top)}
    top = high if word.endswith("+") else low + 1
    kinds = {"": (False, True), "s": (True,), "o": (False,)}[suits]
    return {(high, rank, suited) for rank in range(low, top) for suited in kinds}


def _cards(wanted: frozenset[tuple[int, int, bool]]) -> Condition[Seen]:
    return lambda seen: (seen.high, seen.low, seen.suited) in wanted


def _street(value: Any) -> Condition[Seen]:
    if value not in STREETS:
        raise ValueError(f"there is no street {value!r}: it is {', '.join(STREETS)}")
    return lambda seen: STREETS[seen.street] == value


def _kind(name: str) -> int:
    known = [kind.replace("_", " ") for kind in CATEGORIES]
    if name not in known:
        raise ValueError(f"there is no hand {name!r}: it is one of {', '.join(known)}")
    return known.index(name)


def _makes(least: int) -> Condition[Seen]:
    return lambda seen: seen.makes >= least


def _own_pair(wanted: bool) -> Condition[Seen]:
    return lambda seen: seen.own_pair == wanted


def _beats_board(wanted: bool) -> Condition[Seen]:
    return lambda seen: (seen.makes > seen.board_makes) == wanted


def _four_to_flush(wanted: frozenset[int]) -> Condition[Seen]:
    return lambda seen: seen.flush_card in wanted


def _outs(wanted: range) -> Condition[Seen]:
    return lambda seen: seen.outs in wanted


def _on(streets: Sequence[int]) -> Condition[Seen]:
    return lambda seen: seen.street in streets


READERS: dict[str, Callable[[Any], Condition[Seen]]] = {
    "street": _street,
    "cards": lambda value: _cards(read_holes(value)),
    "makes": lambda value: _makes(read_least(value, _kind)),
    "own_pair": lambda value: _own_pair(read_truth(value)),
    "four_to_flush": lambda value: _four_to_flush(read_ranks(value)),
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
    choices = offered(prices)
    names = list(dict.fromkeys(name for street in choices for name in street))
    table = read_table(content, game, names, READERS, lambda sight: seen_of(sight, cards))
    lines = [
        Line(line.do, (_on(_streets(number, line.do, written, choices)), *line.conditions))
        for number, (line, written) in enumerate(
            zip(table.lines, content.get("rules", []), strict=True), start=1
        )
    ]
    for street, here in enumerate(choices):
        if table.otherwise not in here:
            lines.append(Line(here[-1], (_on([street]),)))
    return replace(table, lines=tuple(lines))


def _streets(
    number: int, do: str, written: Mapping[str, Any], choices: Sequence[Sequence[str]]
) -> list[int]:
    """The streets that a line speaks of; a condition on what they do not show is an error."""
    where = f"line {number} of the policy"
    named = written.get("street")
    found = [
        street
        for street, here in enumerate(choices)
        if do in here and named in (None, STREETS[street])
    ]
    if not found:
        raise Refused(f"{where}: {do} is not offered on street {named!r}")
    for key in written.keys() - {"do", "street"}:
        for street in found:
            if key not in LOOKED_AT[street]:
                raise Refused(f"{where}: there is no {key} to look at on street {STREETS[street]}")
    if LAST in found and "cards" in written:
        wanted = read_holes(written["cards"])
        if any((high, low, not suited) not in wanted for high, low, suited in wanted if high > low):
            raise Refused(f"{where}, cards: at last one's own suits do not matter: leave out s, o")
    return found
