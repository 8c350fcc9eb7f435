"""Strategies of hold 'em games as tables: what is looked at on the streets, and how it is written.

| condition | holds for |
|---|---|
| `street: flop` | decisions on that street, where a choice could be made on several |
| `cards: 33+ A2+ K5o+ K2s` | one's own two cards: a pair of threes or better, an ace with anything, a king with a five or better of another suit, king and deuce of one suit |
| `makes: two pair or better` | a hand of that kind, the board with it |
| `own_pair: true` | one of one's own cards in a pair |
| `four_to_flush: T to A` | four cards of a suit, one's own highest of it one of these |

What is looked at is one number, so that kernels can find it for every hand.
"""  # noqa: E501 (a line of a table)

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from houseway.equipment.cards import RANKS
from houseway.games.against_dealer.hole_cards import hole_code, read_holes
from houseway.games.authoring.policy import (
    Condition,
    Line,
    PolicyTable,
    Sight,
    read_least,
    read_ranks,
    read_table,
    read_truth,
)
from houseway.hands.kernel import kernel
from houseway.hands.poker import CATEGORIES, category, highest, ranks_of, size, strength
from houseway.rulebook.refusal import Refused

KINDS = len(CATEGORIES)  # of hands
HOLE_CODES = 13 * 13
BOARD_CODES = HOLE_CODES * KINDS * 2 * 14


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


@kernel
def hides_pair(hole: int, board: int) -> bool:
    """Whether one of one's own cards is in a pair."""
    own = ranks_of(hole)
    return size(own) == 1 or own & ranks_of(board) != 0


@kernel
def flush_card(hole: int, board: int) -> int:
    """The rank of one's own highest card of a suit of which there are four, or -1."""
    for suit in range(4):
        own = hole >> 16 * suit & 0x1FFF
        if own and size(own) + size(board >> 16 * suit & 0x1FFF) >= 4:
            return highest(own)
    return -1


@kernel
def board_code(hole: int, board: int) -> int:
    """What a table looks at with some community cards out."""
    code = hole_code(hole, True) * KINDS + category(strength(hole | board))
    return (code * 2 + hides_pair(hole, board)) * 14 + 1 + flush_card(hole, board)


def hole_seen(street: int, code: int, **more: Any) -> Seen:
    """What the number of two cards stands for, with what else is seen."""
    one, other = divmod(code, 13)
    return Seen(street, max(one, other), min(one, other), one > other, **more)


def board_seen(street: int, code: int) -> Seen:
    """What a number stands for with some community cards out."""
    code, card = divmod(code, 14)
    code, own_pair = divmod(code, 2)
    code, makes = divmod(code, KINDS)
    return hole_seen(street, code, makes=makes, own_pair=bool(own_pair), flush_card=card - 1)


# Conditions


def _cards(wanted: frozenset[tuple[int, int, bool]]) -> Condition[Seen]:
    return lambda seen: (seen.high, seen.low, seen.suited) in wanted


def _kind(name: str) -> int:
    known = [kind.replace("_", " ") for kind in CATEGORIES]
    if name not in known:
        raise ValueError(f"there is no hand {name!r}: it is one of {', '.join(known)}")
    return known.index(name)


def _makes(least: int) -> Condition[Seen]:
    return lambda seen: seen.makes >= least


def _own_pair(wanted: bool) -> Condition[Seen]:
    return lambda seen: seen.own_pair == wanted


def _four_to_flush(wanted: frozenset[int]) -> Condition[Seen]:
    return lambda seen: seen.flush_card in wanted


def _on(streets: Collection[int]) -> Condition[Seen]:
    return lambda seen: seen.street in streets


Readers = Mapping[str, Callable[[Any], Condition[Seen]]]
READERS: Readers = {
    "cards": lambda value: _cards(read_holes(value)),
    "makes": lambda value: _makes(read_least(value, _kind)),
    "own_pair": lambda value: _own_pair(read_truth(value)),
    "four_to_flush": lambda value: _four_to_flush(read_ranks(value)),
}


# Tables


@dataclass(frozen=True)
class Street:
    """A street: its name, the choices there (to do nothing comes last), and what can be looked
    at."""

    name: str
    choices: tuple[str, ...]
    shows: Collection[str]


def read_streets(
    content: Any,
    game: str,
    streets: Sequence[Street],
    see: Callable[[Sight], Seen],
    readers: Readers = READERS,
) -> PolicyTable[Seen]:
    """A table that decides by what is seen on each street. A line speaks of the streets on which
    what it does is offered; where ``otherwise`` is not offered, nothing is done."""
    known = [street.name for street in streets]

    def on_street(value: Any) -> Condition[Seen]:
        if value not in known:
            raise ValueError(f"there is no street {value!r}: it is {', '.join(known)}")
        return _on([known.index(value)])

    names = list(dict.fromkeys(name for street in streets for name in street.choices))
    table = read_table(content, game, names, {"street": on_street, **readers}, see)
    lines = [
        Line(line.do, (_on(_spoken_of(number, line.do, written, streets)), *line.conditions))
        for number, (line, written) in enumerate(
            zip(table.lines, content.get("rules", []), strict=True), start=1
        )
    ]
    for number, street in enumerate(streets):
        if table.otherwise not in street.choices:
            lines.append(Line(street.choices[-1], (_on([number]),)))
    return replace(table, lines=tuple(lines))


def _spoken_of(
    number: int, do: str, written: Mapping[str, Any], streets: Sequence[Street]
) -> list[int]:
    """The streets that a line speaks of; a condition on what they do not show is an error."""
    where, named = f"line {number} of the policy", written.get("street")
    found = [
        at
        for at, street in enumerate(streets)
        if do in street.choices and named in (None, street.name)
    ]
    if not found:
        raise Refused(f"{where}: {do} is not offered on street {named!r}")
    for key in written.keys() - {"do", "street"}:
        for at in found:
            if key not in streets[at].shows:
                raise Refused(f"{where}: there is no {key} to look at on street {streets[at].name}")
    return found


def called(street: str, seen: Seen) -> tuple[str, str]:
    """What is looked at in words: one's own cards, and what they make.

    >>> called("flop", Seen(1, 11, 2, False, makes=1, own_pair=True))
    ('K4o', 'flop: own pair')
    """
    hole = RANKS[seen.high] + RANKS[seen.low]
    if seen.high != seen.low:
        hole += "s" if seen.suited else "o"
    says = [made(seen)]
    if seen.flush_card >= 0:
        says.append(f"four to {RANKS[seen.flush_card]} flush")
    return hole, f"{street}: {', '.join(says)}"


def made(seen: Seen) -> str:
    """What a hand makes, and whether a pair in it is one's own."""
    kind = CATEGORIES[seen.makes].replace("_", " ")
    return f"own {kind}" if seen.own_pair else kind
