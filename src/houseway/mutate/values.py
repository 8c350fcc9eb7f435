"""Changes to a rulebook: every value that decides something, one at a time.

Prose, names and cites are left alone: what they say is for people to read.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from houseway.mutate.mutant import GONE, Key, Mutant, content

PROSE = {
    "game", "edition", "title", "law", "law_sources", "family", "summary", "extends", "includes",
    "alike", "lacks", "terms", "readings", "borrows", "conduct", "layout", "round", "name", "says",
    "cite", "cites", "cite_by", "stated", "means", "inscriptions", "default", "at", "printed",
    "read", "why",
}  # fmt: skip
REMOVED = {"after", "before", "only_if", "at_least", "at_most", "drawn_from", "rulings_by"}
LISTED = ("spots", "pockets")  # of the places of a layout or wheel, three represent all
MANY = 12
CARDS = ("rates", "cards")  # price lists that a house may replace are not the law
ROWS = ("paytables", "rows")  # keys of a paytable; their values are names
_LETTERS = re.compile(r"[DS]{2,}")  # a row of a table of third cards: draw or stand
_OTHER_LETTER = {"D": "S", "S": "D"}
_OPPOSITE = {
    "push": "lose",
    "lose": "push",
    "highest rank": "highest payout",
    "highest payout": "highest rank",
}
_NUMBER = re.compile(r"\d[\d,]*")
_AMOUNTS = {"at least": "at most", "at most": "at least", "equal to": "at least"}


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change to the values of a rulebook's own file."""
    lines = _lines(path)
    for key, value in _walk(content(path), ()):
        for new in _instead(key, value):
            line = lines.get(key) or lines.get(key[:-1], 1)
            now = "removed" if new is GONE else _short(new)
            yield Mutant("value", path, line, key, _short(value), now, new)


def _walk(value: Any, key: Key) -> Iterator[tuple[Key, Any]]:
    """Every value that may be changed, with its path."""
    if key and (key[-1] in PROSE or key[0] in PROSE):
        return
    if key[:2] == CARDS or (len(key) == 3 and (key[0], key[2]) == ROWS):
        return
    if key:
        yield key, value
    pairs: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    if key and len(pairs) > MANY and key[-1] in LISTED:
        pairs = [pairs[0], pairs[len(pairs) // 2], pairs[-1]]
    for name, inner in pairs:
        yield from _walk(inner, (*key, name))


def _instead(key: Key, value: Any) -> Iterator[Any]:
    """Return the replacements for a value."""
    inside_list = isinstance(key[-1], int)
    if key[-1] in REMOVED or (key[0] == "constraints" and len(key) == 2):
        yield GONE
    elif inside_list and not _is_price(key):
        yield GONE  # one of several things that are named
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        if value > 0:
            yield value - 1
    elif isinstance(value, str):
        yield from _other_words(value)


def _is_price(key: Key) -> bool:
    """Whether this is a price in a table, of which there must be one for each row."""
    return key[0] == "paytables" and "tables" in key


def _other_words(value: str) -> Iterator[str]:
    """A phrase with another number or another relation in it; an identifier that nobody knows."""
    if value in _OPPOSITE:
        yield _OPPOSITE[value]
        return
    if _LETTERS.fullmatch(value):
        for at, letter in enumerate(value):
            yield value[:at] + _OTHER_LETTER[letter] + value[at + 1 :]
        return
    for found in _NUMBER.finditer(value):
        number = int(found.group().replace(",", ""))
        yield f"{value[: found.start()]}{number + 1}{value[found.end() :]}"
    for relation, other in _AMOUNTS.items():
        if value.startswith(relation):
            yield other + value[len(relation) :]


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 50 else text[:47] + "..."


def _lines(path: Path) -> dict[Key, int]:
    """The line of every key in a YAML file."""
    with path.open(encoding="utf-8") as file:
        root = yaml.compose(file, Loader=yaml.SafeLoader)
    found: dict[Key, int] = {}

    def visit(node: Any, key: Key) -> None:
        found[key] = node.start_mark.line + 1
        if isinstance(node, yaml.MappingNode):
            for name, inner in node.value:
                visit(inner, (*key, _key(name.value)))
        elif isinstance(node, yaml.SequenceNode):
            for number, inner in enumerate(node.value):
                visit(inner, (*key, number))

    visit(root, ())
    return found


def _key(text: str) -> str | int:
    return int(text) if text.isdecimal() else text
