"""What does not fit together in a game: names in its rulebooks that its code does not know, and the
other way round; one line each, with the file and the key.

Code is read and not run. A name counts as read where it stands in the code as text, or where a text
with a gap (``f"lose_{wager}"``) fits it.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

import houseway
from houseway.documents.layout import Shape
from houseway.documents.layout.felt import arranged
from houseway.games import Game
from houseway.new_game.lint_figures import (
    in_certificate,
    in_figures,
    in_recount,
    schedules,
    unused_paytables,
)
from houseway.referee.rulings import RULINGS
from houseway.rulebook.handout import FILE as HANDOUT
from houseway.rulebook.handout import unknown_names
from houseway.rulebook.law import cited, unknown_cites
from houseway.rulebook.layout import layout_file
from houseway.rulebook.load import check, read_plain_yaml
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

SRC = Path(houseway.__file__).parent
# Places that pages and devices know without being dealt to
PLACES = {
    "shoe", "discard", "puck", "marker", "button", "pot", "dice", "wheel", "wall", "board",
    "dealer",
}  # fmt: skip
SHARED = ("referee", "rulebook", "documents", "simulate", "terminal", "server")
# Where a call names a step of the round, by its place among the arguments
STEPS = {
    "say": 0, "go_on": 0, "shuffle": 0, "put_back": 0, "cut": 0, "deal": 2, "deal_around": 2,
    "deal_stacks": 2, "burn": 1, "roll": 1, "spin": 1, "pick": 2, "reveal": 1, "collect": 1,
    "keep": 1, "wager": 3, "take": 3, "give_back": 3, "charge": 3, "take_back": 2, "settle": 3,
    "bonus": 3, "forfeit": 2, "feed": 1,
}  # fmt: skip


@dataclass(frozen=True)
class Flaw:
    """Something that does not fit: where, and what is wrong with it."""

    file: Path
    key: str
    what: str

    def __str__(self) -> str:
        return f"{self.file.name}: {self.key}: {self.what}"


@dataclass
class Words:
    """What some code says: texts, texts with gaps between known words, and whether it makes names
    of two others (``f"{wager}_{result}"``)."""

    texts: set[str] = field(default_factory=set)
    gaps: set[str] = field(default_factory=set)
    joins: bool = False

    def has(self, name: str) -> bool:
        """Whether a name stands in the code, or fits a text that it makes."""
        if name in self.texts or any(_fits(gap, name) for gap in self.gaps):
            return True
        cuts = [at for at, letter in enumerate(name) if letter == "_"] if self.joins else []
        return any({name[:at], name[at + 1 :]} <= self.texts for at in cuts)

    def add(self, other: "Words") -> None:
        """Add the texts of more code."""
        self.texts |= other.texts
        self.gaps |= other.gaps
        self.joins |= other.joins


@cache
def _pattern(gap: str) -> re.Pattern[str]:
    return re.compile(gap)


@cache
def _fits(gap: str, name: str) -> bool:
    return _pattern(gap).fullmatch(name) is not None


def flaws(game: Game) -> list[Flaw]:
    """Everything that does not fit in a game."""
    own = sorted(game.folder.glob("*.py"))
    said = Words()
    for path in [*_reached(own), *(one for name in SHARED for one in (SRC / name).rglob("*.py"))]:
        said.add(_words(path))
    found: list[Flaw] = []
    books = {name: game.rulebook(name) for name in game.editions}
    for name, book in books.items():
        file = game.folder / f"{name}.yaml"
        found += [Flaw(file, key, what) for key, what in _in_rulebook(book, said)]
        found += in_layout(game, name, list(books.values()), said)
        found += [Flaw(file, key, what) for key, what in unused_paytables(book)]
        shipped = game.folder / f"{name}.certificate.json"
        found += [Flaw(shipped, "results", what) for what in in_certificate(game, book)]
    code = [_words(path).texts for path in _reached(own) if path.name != "recount.py"]
    results = set[str]().union(*code)
    found += [
        Flaw(game.folder / "recount.py", "recount", what)
        for what in in_recount(game, list(books.values()), results)
    ]
    found += [
        Flaw(game.folder / "results.py", "FIGURES", what)
        for what in in_figures(game, list(books.values()))
    ]
    words = game.folder / HANDOUT
    if words.exists():
        unfit = unknown_names(game.handout, list(books.values()))
        found += [Flaw(words, "handout", what) for what in unfit]
    for path in own:
        found += [Flaw(path, key, what) for key, what in _in_code(path, list(books.values()))]
        asked = schedules(_tree(path), list(books.values()))
        found += [Flaw(path, key, what) for key, what in asked]
    return found


# -- names that a rulebook has and the code does not --------------------------------------------


def _in_rulebook(book: Rulebook, said: Words) -> Iterator[tuple[str, str]]:
    steps = Words(said.texts | _values(book), said.gaps, said.joins)
    for name in book.round:
        if not steps.has(name):
            yield f"round.{name}", "no code takes this step"
    by_data = _named_in_data(book)
    for part, names in (("rules", book.rules), ("options", book.options)):
        for name, value in names.items():
            if not (said.has(name) or name in by_data):
                yield f"{part}.{name}", "nothing reads it"
            if value.says.startswith("Whether "):
                yield f"{part}.{name}.says", "a label is a title as on a sign, not half a question"
    for name, one in book.irregularities.items():
        at = f"irregularities.{name}"
        for ruling in one.rulings:
            if ruling not in RULINGS:
                yield f"{at}.rulings", f"there is no ruling {ruling!r}: {', '.join(RULINGS)}"
        for phase in one.during:
            if phase not in said.texts:
                yield f"{at}.during", f"the round has no phase {phase!r}"
        for key, words in (("after", one.after), ("before", one.before)):
            kind, _, whom = words.partition(" ")
            if kind and not said.has(kind):
                yield f"{at}.{key}", f"there is no event {kind!r}"
            known = book.irregularities if kind == "reported" else book.round
            if whom and not whom.isdigit() and not (said.has(whom) or whom in known):
                yield f"{at}.{key}", f"there is no place, thing or step {whom!r}"
    if book.layout:
        for area in book.layout.areas:
            if area not in book.wagers and not said.has(area):
                yield "layout.areas", f"{area!r} is no wager, and no code knows the place"
    for wrong in unknown_cites(book.edition, _all_cites(book)):
        yield "cite", f"there is no paragraph {wrong}"


def _named_in_data(book: Rulebook) -> set[str]:
    """Options and rules that the rulebook itself reads."""
    found = {name for rule in book.rules.values() for name in rule.by}
    for step in book.round.values():
        found |= set(step.cite_by)
    for one in book.irregularities.values():
        found |= {*one.cite_by, *one.only_if, one.rulings_by or ""}
    for wager in book.wagers.values():
        found |= {*wager.cases, wager.if_offered or ""}
    for paytable in book.paytables.values():
        found.add(paytable.drawn_if or "")
    for cap in book.caps.values():
        found.add(cap.limit or "")
    for least in book.minimums.values():
        found.add(least.if_chosen or "")
    for constraint in book.constraints:
        found |= {*constraint.when, *constraint.then}
    return found


def _values(book: Rulebook) -> set[str]:
    """What names of steps are made of, besides what stands in the code."""
    found = set(book.wagers)
    for option in book.choices.values():
        found |= set(option.choices or [])
    for rule in book.rules.values():
        values = [rule.value, *(one for cases in rule.by.values() for one in cases.values())]
        for value in values:
            found |= {value} if isinstance(value, str) else set()
            found |= set(value) if isinstance(value, list) else set()
            lines = value if isinstance(value, list) else []
            found |= {word for line in lines for word in re.findall(r"\w+", line)}
    return found


def _all_cites(book: Rulebook) -> list[str]:
    return sorted({*cited(book.model_dump(mode="json", by_alias=True)), *book.conduct})


# -- a layout -------------------------------------------------------------------------------------


def in_layout(game: Game, edition: str, books: list[Rulebook], said: Words) -> Iterator[Flaw]:
    """What does not fit in the layout of an edition: areas that are no wager, wagers that have no
    area, places that nothing is dealt to, and figures that the rulebook does not have."""
    path = layout_file(game.folder, edition)
    if path is None:
        return
    try:
        layout = game.layout(edition)
        rules = with_everything(game.rulebook(edition))
        shapes: tuple[Shape, ...] = ("wide", "seat", "low", "phone")
        laid = [arranged(rules, layout, shape) for shape in shapes]
    except ValueError as error:
        yield Flaw(path, "layout", str(error).splitlines()[0])
        return
    own = check(Part, read_plain_yaml(path), str(path))
    for key, names in own.named():
        for name in names:
            if not any(_is_wager(name, book) for book in books):
                yield Flaw(path, f"{key}.{name}", "is no wager of the game")
    for shape, made in zip(shapes, laid, strict=True):
        for wager in made.unplaced:
            yield Flaw(path, "areas", f"{wager} has no area ({shape})")
    cites = [one.cite for one, _ in laid[0].inscriptions if one.cite]
    for wrong in unknown_cites(edition, cites):
        yield Flaw(path, "inscriptions", f"there is no paragraph {wrong}")
    for name in own.places:
        base = name.partition("/")[0]
        known = base in PLACES or any(base in book.places for book in books)
        if not known and not said.has(base):
            yield Flaw(path, f"places.{name}", "no code knows the place")


class Part(BaseModel):
    """The name of a part of a layout's file."""

    seats: dict[str, Any] = {}
    areas: dict[str, Any] = {}
    places: dict[str, Any] = {}
    phone: dict[str, Any] = {}

    def named(self) -> Iterator[tuple[str, list[str]]]:
        """Every table of areas, by where it is, without those whose names have gaps."""
        parts = {"areas": self.areas, "seats.areas": self.seats.get("areas")}
        parts["phone.areas"] = self.phone.get("areas")
        parts["phone.seats.areas"] = (self.phone.get("seats") or {}).get("areas")
        for key, areas in parts.items():
            yield key, [name for name, area in (areas or {}).items() if area and "{" not in name]


def _is_wager(name: str, book: Rulebook) -> bool:
    base, _, spot = name.partition("@")
    known = book.wagers.get(base)
    return known is not None and (not spot or spot in known.spots)


def with_everything(book: Rulebook) -> TableRules:
    """A table that offers as much as goes together."""
    chosen: dict[str, Any] = {}
    for wager in book.wagers.values():
        if wager.if_offered:
            try:
                TableRules(book, {**chosen, wager.if_offered: True})
            except Refused:
                continue
            chosen[wager.if_offered] = True
    return TableRules(book, chosen)


# -- names that the code has and no rulebook does ------------------------------------------------


def _in_code(path: Path, books: list[Rulebook]) -> Iterator[tuple[str, str]]:
    steps = {name for book in books for name in book.round}
    rules = {name for book in books for name in (*book.rules, *book.choices)}
    others = {name for book in books for name in book.irregularities}
    for node in ast.walk(_tree(path)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        method, at = node.func.attr, f"line {node.lineno}"
        if not _of_round(node.func.value):
            continue
        if method == "rule" and (name := _text(node.args, 0)) and name not in rules:
            yield at, f"no rulebook has a rule or option {name!r}"
        cited_too = steps | rules | others
        if method == "cite" and (name := _text(node.args, 0)) and name not in cited_too:
            yield at, f"no rulebook has a step, rule or option {name!r}"
        step = _text(node.args, STEPS[method]) if method in STEPS else None
        for keyword in node.keywords:
            if keyword.arg == "step" and isinstance(keyword.value, ast.Constant):
                step = str(keyword.value.value)
        if step and step not in steps:
            yield at, f"no rulebook has a step {step!r} in its round"


def _of_round(value: ast.expr) -> bool:
    """Whether something is asked of the round, which goes by the name ``r``."""
    return isinstance(value, ast.Name) and value.id == "r"


def _text(args: list[ast.expr], at: int) -> str | None:
    if at < len(args) and isinstance(found := args[at], ast.Constant):
        return found.value if isinstance(found.value, str) else None
    return None


# -- reading code --------------------------------------------------------------------------------


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def _words(path: Path) -> Words:
    found = Words()
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.texts.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            found.gaps |= _gap(node)
            found.joins |= len(node.values) == 3 and _is_join(node.values[1])
        elif isinstance(node, ast.keyword) and node.arg:
            found.texts.add(node.arg)
    return found


def _is_join(part: ast.expr) -> bool:
    return isinstance(part, ast.Constant) and part.value == "_"


def _gap(node: ast.JoinedStr) -> set[str]:
    """Return a text with gaps as a pattern; a text of gaps only matches nothing."""
    known = [part.value for part in node.values if isinstance(part, ast.Constant)]
    if not any(re.search("[a-z]{3}", str(text)) for text in known):
        return set()
    parts = (
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9_]+"
        for part in node.values
    )
    return {"".join(parts)}


def _reached(own: list[Path]) -> list[Path]:
    """A game's files and those of the games' shared code that they use."""
    found, left = set(own), list(own)
    while left:
        for path in _imports(left.pop()):
            if path not in found:
                found.add(path)
                left.append(path)
    return sorted(found)


def _imports(path: Path) -> Iterator[Path]:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("houseway.games."):
            at = SRC.parent.joinpath(*str(node.module).split("."))
            modules = [at.with_suffix(".py"), *(at / f"{one.name}.py" for one in node.names)]
            yield from (one for one in modules if one.is_file())
