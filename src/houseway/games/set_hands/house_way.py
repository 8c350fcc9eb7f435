"""A house way as data: lines that are gone through in order, read by referee, solver and kernels.

A house files how its dealers set hands. Here that is a list of lines:

    name: Reference house way
    source: where it comes from
    lines:
      - says: Three pairs. The highest in the medium hand.
        if: {pairs: 3}
        high: two pair
        first: [medium, low, high]

A line decides if the cards are as ``if`` asks and there is a lawful setting whose hands are as the
line asks. Of these it takes the one with the best of the hands named ``first``, then the second
and so on. The last line asks nothing, so that every hand is set. What may be asked of cards and
hands is the game's to say (``Vocabulary``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from houseway.hands.kernel import kernel
from houseway.rulebook.load import read_yaml
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

OPTION = "house_way"  # the option that names one, or holds one of the house's own
MOST = 1 << 40  # more than any strength
Bounds = tuple[int, int]
Reader = Callable[[Any], Bounds]  # what is written of a fact or a hand -> from what to what it is


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """What lines may ask: facts about the cards, and each hand of a setting, in the order in which
    the game counts them."""

    facts: Mapping[str, Reader]
    hands: Mapping[str, Reader]


@dataclass(frozen=True)
class Line:
    """One line: its words, what it asks of the cards and of each hand, and what comes first."""

    says: str
    facts: tuple[Bounds, ...]
    hands: tuple[Bounds, ...]
    first: tuple[int, ...]

    @property
    def asks_nothing(self) -> bool:
        """Whether the line decides whatever the cards are."""
        return all(bounds == (-MOST, MOST) for bounds in (*self.facts, *self.hands))

    @property
    def row(self) -> tuple[int, ...]:
        """The line as numbers for ``choose``."""
        bounds = [end for pair in (*self.facts, *self.hands) for end in pair]
        return (*bounds, *self.first)


@dataclass(frozen=True)
class HouseWay:
    """How a house has its dealers set hands."""

    name: str
    source: str
    lines: tuple[Line, ...]

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The lines as numbers."""
        return tuple(line.row for line in self.lines)

    @property
    def card(self) -> list[str]:
        """What a card for the dealer says, a line each."""
        return [f"{number}. {line.says}" for number, line in enumerate(self.lines, start=1)]


@kernel
def choose(rows: Any, facts: Any, made: Any, count: int, asked: int, hands: int) -> tuple[int, int]:
    """The line that decides and the setting it takes, of so many with these strengths; -1 and -1
    where none does. ``asked`` is how many facts there are, ``hands`` how many hands."""
    for number in range(len(rows)):
        row = rows[number]
        fits = True
        for fact in range(asked):
            if facts[fact] < row[2 * fact] or facts[fact] > row[2 * fact + 1]:
                fits = False
                break
        if not fits:
            continue
        best = -1
        for setting in range(count):
            fits = True
            for hand in range(hands):
                at = 2 * (asked + hand)
                if made[setting][hand] < row[at] or made[setting][hand] > row[at + 1]:
                    fits = False
                    break
            if not fits:
                continue
            if best < 0:
                best = setting
                continue
            for turn in range(hands):
                hand = row[2 * (asked + hands) + turn]
                if made[setting][hand] != made[best][hand]:
                    if made[setting][hand] > made[best][hand]:
                        best = setting
                    break
        if best >= 0:
            return number, best
    return -1, -1


# -- reading ---------------------------------------------------------------------------------------


def read_house_way(content: Any, words: Vocabulary, cite: str = "") -> HouseWay:
    """A house way as somebody has written it. One that is not clear or does not set every hand is
    refused."""
    written = _mapping(content, "the house way", {"name", "source", "lines"}, cite)
    lines = written.get("lines")
    if not isinstance(lines, list) or not lines:
        raise Refused("the house way has a list of lines", cite)
    read = [
        _line(line, f"line {n} of the house way", words, cite) for n, line in enumerate(lines, 1)
    ]
    for number, line in enumerate(read[:-1], 1):
        if line.asks_nothing:
            raise Refused(
                f"line {number} of the house way decides every hand: no later line can", cite
            )
    if not read[-1].asks_nothing:
        raise Refused(
            "the last line of the house way asks nothing, so that every hand is set", cite
        )
    name, source = (str(written.get(key) or "") for key in ("name", "source"))
    if not name:
        raise Refused("the house way has a name", cite)
    return HouseWay(name, source, tuple(read))


def _line(content: Any, where: str, words: Vocabulary, cite: str) -> Line:
    line = _mapping(content, where, {"says", "if", "first", *words.hands}, cite)
    asked = _mapping(line.get("if") or {}, where, set(words.facts), cite)
    names = list(words.hands)
    first = line.get("first")
    if not isinstance(first, list) or sorted(map(str, first)) != sorted(names):
        raise Refused(
            f"{where}: first lists {', '.join(names)}, the best of which comes first", cite
        )
    if not isinstance(line.get("says"), str):
        raise Refused(f"{where} says in words what is done", cite)
    try:
        facts = _bounds(words.facts, asked)
        hands = _bounds(words.hands, line)
    except ValueError as error:
        raise Refused(f"{where}: {error}", cite) from None
    return Line(line["says"], facts, hands, tuple(names.index(name) for name in first))


def _bounds(readers: Mapping[str, Reader], given: Mapping[str, Any]) -> tuple[Bounds, ...]:
    return tuple(
        reader(given[name]) if name in given else (-MOST, MOST) for name, reader in readers.items()
    )


def _mapping(content: Any, where: str, known: Iterable[str], cite: str) -> Mapping[str, Any]:
    if not isinstance(content, Mapping):
        raise Refused(f"{where} is written as keys and values", cite)
    for key in content:
        if key not in known:
            raise Refused(
                f"{where} has no key {key!r}: it is one of {', '.join(sorted(known))}", cite
            )
    return content


def house_way_of(rules: TableRules, folder: Path, words: Vocabulary) -> HouseWay:
    """The house way of a table: one that is shipped with the game, or the house's own."""
    chosen, cite = rules.rule(OPTION), rules.cite(OPTION)
    if isinstance(chosen, str):
        return _shipped(folder / f"{chosen}.house_way.yaml", words)
    return _own(json.dumps(chosen), words, cite)


@lru_cache(maxsize=16)
def _shipped(path: Path, words: Vocabulary) -> HouseWay:
    return read_house_way(read_yaml(path), words)


@lru_cache(maxsize=64)
def _own(text: str, words: Vocabulary, cite: str) -> HouseWay:
    return read_house_way(json.loads(text), words, cite)


# -- how hands are written -------------------------------------------------------------------------


def read_class(value: Any, of: Callable[[str], Bounds]) -> Bounds:
    """A class of hands as written: ``pair``, ``pair or better``, ``pair or less``.

    >>> read_class("b or better", lambda name: (ord(name), ord(name))) == (98, MOST)
    True
    """
    text = str(value)
    for ending, better in ((" or better", True), (" or less", False)):
        if text.endswith(ending):
            least, most = of(text.removesuffix(ending))
            return (least, MOST) if better else (-MOST, most)
    return of(text)


def read_count(value: Any) -> Bounds:
    """A number as written: ``2``, ``1 or more``.

    >>> read_count(2), read_count("1 or more")
    ((2, 2), (1, 1099511627776))
    """
    text = str(value)
    number = text.removesuffix(" or more")
    if not number.isdecimal():
        raise ValueError(f"{value!r} is no number: write 2 or 2 or more")
    return (int(number), int(number) if number == text else MOST)


def unused(used: Sequence[int], way: HouseWay) -> list[str]:
    """The lines that decide no hand at all, by how many each decides: they contradict those before
    them, or themselves."""
    return [line for count, line in zip(used, way.card, strict=True) if not count]
