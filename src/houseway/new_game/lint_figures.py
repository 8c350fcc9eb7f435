"""What does not fit in a game's figures: paytables that no wager uses, and wagers, options and
rules that its figures (``FIGURES``, and as shipped) and its second count (``RECOUNT``) name and no
rulebook has."""

import ast
import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from houseway.games import Game
from houseway.games.authoring.recount import SmallTable
from houseway.games.authoring.result_at import METER
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import base_of

WHOLE = "main"  # the figures of all compulsory wagers together
BY_WAGER = ("first_cards", "sets", "counted_plainly", "bets_beside", "without_bets")


def unused_paytables(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Paytables that no wager of a rulebook is paid by."""
    used = {wager.paytable for wager in book.wagers.values()}
    for name in book.paytables:
        if name not in used:
            yield f"paytables.{name}", "no wager is paid by it"


def in_figures(game: Game, books: list[Rulebook]) -> Iterator[str]:
    """What a game's ``FIGURES`` names that there is not."""
    if not game.has_odds:
        return
    try:
        found = game.odds
    except AttributeError:
        yield "it has no FIGURES"
        return
    except Exception as error:
        yield _cannot_be_loaded(error)
        return
    wagers = {name for book in books for name in book.wagers}
    for part in ("unpriced", "progressives"):
        for name in getattr(found, part):
            if base_of(name) not in wagers:
                yield f"{part}: {name!r} is no wager"
    yield from (f"apart: {what}" for what in _no_choices(dict.fromkeys(found.apart), books))
    unfit = {
        what: None
        for book in books
        for chosen in found.variations(book)
        for what in _no_choices(chosen, [book])
    }
    yield from (f"variations: {what}" for what in unfit)


def in_certificate(game: Game, book: Rulebook) -> Iterator[str]:
    """What the shipped figures of an edition name that its rulebook has not: wagers, stakes
    and options."""
    path = game.folder / f"{book.edition}.certificate.json"
    if not path.exists():
        return
    unfit: dict[str, None] = {}
    for result in json.loads(path.read_text(encoding="utf-8"))["results"]:
        named = [result["wager"], *result["stakes"]]
        unfit |= {
            f"{name!r} is no wager": None
            for name in named
            if base_of(name) not in {WHOLE, *book.wagers}
        }
        options = [name for name in result["options"] if not name.startswith(METER)]
        unfit |= dict.fromkeys(_no_choices(dict.fromkeys(options), [book]))
    yield from unfit


def _cannot_be_loaded(error: Exception) -> str:
    return f"it cannot be loaded: {type(error).__name__}: {error}"


def _no_choices(chosen: Mapping[str, Any], books: list[Rulebook]) -> Iterator[str]:
    """Options and values that no rulebook has."""
    choices: dict[str, set[str]] = {}
    for book in books:
        for name, option in book.choices.items():
            choices.setdefault(name, set()).update(map(str, option.choices or ()))
    for name, value in chosen.items():
        if name not in choices:
            yield f"{name!r} is no option or paytable"
        elif choices[name] and isinstance(value, str) and value not in choices[name]:
            yield f"{value!r} is no choice of {name}"


def in_recount(game: Game, books: list[Rulebook], figures: Collection[str]) -> Iterator[str]:
    """What a second count names that there is not; ``figures`` are names of results besides those
    of wagers."""
    path = game.folder / "recount.py"
    if not path.exists():
        return
    try:
        found = game.recount
    except AttributeError:
        yield "it has no RECOUNT"
        return
    except Exception as error:
        yield _cannot_be_loaded(error)
        return
    wagers = {WHOLE, *figures, *(name for book in books for name in book.wagers)}
    for key in BY_WAGER:
        for name in getattr(found, key) or ():
            if base_of(name) not in wagers:
                yield f"RECOUNT, {key}: {name!r} is no wager"
    for number, small in enumerate(found.small, start=1):
        yield from (
            f"RECOUNT, small table {number}: {what}" for what in _in_small(small, books, wagers)
        )


def _in_small(small: SmallTable, books: list[Rulebook], wagers: set[str]) -> Iterator[str]:
    """What one small table names that there is not."""
    named = [book for book in books if not small.editions or book.edition in small.editions]
    editions = {book.edition for book in books}
    yield from (f"there is no edition {one!r}" for one in small.editions if one not in editions)
    for name in (*small.bets, *small.wagers):
        if base_of(name) not in wagers:
            yield f"{name!r} is no wager"
    yield from _no_choices(small.options, named)
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
