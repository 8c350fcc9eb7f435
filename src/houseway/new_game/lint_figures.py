"""What does not fit in a game's figures: paytables that no wager uses, and wagers, options and
rules that its second count (``recount.py``) names and no rulebook has."""

import ast
from collections.abc import Collection, Iterator
from typing import Any

from houseway.certificates.recount.rounds import declared
from houseway.games import Game
from houseway.games.authoring.recount import SmallTable
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import base_of

WHOLE = "main"  # the figures of all compulsory wagers together
COUNTS = (  # what a second count may declare
    "plain_count", "bettor", "notes", "is_part", "FIRST_CARDS", "SETS", "SMALL", "DECIDE", "DATA",
    "WITH",
)  # fmt: skip
BY_WAGER = ("FIRST_CARDS", "SETS", "COUNTED_PLAINLY", "WITH", "WITHOUT_BETS")


def unused_paytables(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Paytables that no wager of a rulebook is paid by."""
    used = {wager.paytable for wager in book.wagers.values()}
    for name in book.paytables:
        if name not in used:
            yield f"paytables.{name}", "no wager is paid by it"


def in_recount(game: Game, books: list[Rulebook], figures: Collection[str]) -> Iterator[str]:
    """What a second count names that there is not; ``figures`` are names of results besides those
    of wagers."""
    path = game.folder / "recount.py"
    if not path.exists():
        return
    defined = ast.parse(path.read_text(encoding="utf-8")).body
    try:
        found = {name: declared(game, name) for name in {*COUNTS, *BY_WAGER}}
    except Exception as error:
        yield f"it cannot be loaded: {type(error).__name__}: {error}"
        return
    counts = any(found.get(name) is not None for name in COUNTS)
    if not counts and any(isinstance(one, ast.FunctionDef | ast.Assign) for one in defined):
        yield f"it declares no second count: one of {', '.join(COUNTS)}"
    wagers = {WHOLE, *figures, *(name for book in books for name in book.wagers)}
    for key in BY_WAGER:
        for name in found[key] or ():
            if base_of(name) not in wagers:
                yield f"{key}: {name!r} is no wager"
    for number, small in enumerate(found["SMALL"] or (), start=1):
        yield from (f"SMALL, table {number}: {what}" for what in _in_small(small, books, wagers))


def _in_small(small: SmallTable, books: list[Rulebook], wagers: set[str]) -> Iterator[str]:
    """What one small table names that there is not."""
    named = [book for book in books if not small.editions or book.edition in small.editions]
    editions = {book.edition for book in books}
    yield from (f"there is no edition {one!r}" for one in small.editions if one not in editions)
    for name in (*small.bets, *small.wagers):
        if base_of(name) not in wagers:
            yield f"{name!r} is no wager"
    choices: dict[str, set[Any]] = {}
    for book in named:
        for name, option in book.choices.items():
            choices.setdefault(name, set()).update(map(str, option.choices or ()))
    for name, value in small.options.items():
        if name not in choices:
            yield f"{name!r} is no option or paytable"
        elif choices[name] and isinstance(value, str) and value not in choices[name]:
            yield f"{value!r} is no choice of {name}"
    rules = {name for book in named for name in book.rules}
    yield from (f"{name!r} is no rule" for name in small.values if name not in rules)


def schedules(tree: ast.Module, books: list[Rulebook]) -> Iterator[tuple[str, str]]:
    """Paytables that code asks for (``rules.schedule("bonus")``) and no wager has."""
    paid = {
        name
        for book in books
        for name, wager in book.wagers.items()
        if wager.paytable or wager.pays
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        first = node.args[0] if node.args else None
        if node.func.attr != "schedule" or not isinstance(first, ast.Constant):
            continue
        if isinstance(first.value, str) and base_of(first.value) not in paid:
            yield f"line {node.lineno}", f"no wager {first.value!r} has a paytable"
