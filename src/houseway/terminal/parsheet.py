"""The parts of a par sheet besides its figures: their origin, and how the game is played."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from houseway.counting.result import Result
from houseway.documents.blocks import Block, Drawing, Grid, Heading, Words
from houseway.documents.parsheet import About
from houseway.games import Game
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import words
from houseway.wording.shares import percent
from houseway.wording.strategies import play_name, runs

_HASH = re.compile(r'"sha256": "([0-9a-f]{64})"')
HEAD = 500  # characters of a certificate in which its hash stands


def about(
    game: Game,
    rules: TableRules,
    results: Sequence[Result],
    author: str,
    date: str,
    strategy: bool = False,
) -> About:
    """Return all parts; the strategy is computed only on request."""
    return About(
        rules,
        game.handout,
        certificate_hash(game, rules.book.edition) if all(r.second_count for r in results) else "",
        date,
        author,
        strategy_blocks(game.odds.strategy(rules, {})) if strategy else (),
    )


def certificate_hash(game: Game, edition: str) -> str:
    """Return the hash of the game's shipped certificate, if there is one."""
    path = game.certificate(edition)
    if not path.exists():
        return ""
    with path.open(encoding="utf-8") as file:
        found = _HASH.search(file.read(HEAD))
    return found[1] if found else ""


def strategy_blocks(strategy: Any) -> list[Block]:
    """Return a game's best play as blocks of a document."""
    values = {field.name: getattr(strategy, field.name) for field in fields(strategy)}
    facts = [[words(n), percent(v)] for n, v in values.items() if isinstance(v, Fraction)]
    blocks: list[Block] = [Words(f"The {play_name(strategy)}.")]
    if facts:
        blocks.append(Grid("Strategy", ["", "value>"], facts))
    for name, value in values.items():
        title = words(name).capitalize()
        if hasattr(value, "svg"):
            blocks += [Heading(title, 2), Drawing(value.svg(title))]
        elif isinstance(value, Mapping) and value:
            rows = [[str(cases), percent(share, 2)] for cases, share in runs(value)]
            blocks += [Heading(title, 2), Grid(title, ["", "share>"], rows)]
        elif isinstance(value, tuple) and value and is_dataclass(value[0]):
            blocks += [Heading(title, 2), _rules(title, value)]
    return blocks


def _rules(title: str, rules: tuple[Any, ...]) -> Grid:
    columns = [field.name for field in fields(rules[0])]
    heads = [words(columns[0]), *(f"{words(column)}>" for column in columns[1:])]
    rows = []
    for rule in sorted(rules, key=lambda one: one.cost):
        first, *rest = (getattr(rule, column) for column in columns)
        rows.append([str(first), *(percent(value) for value in rest)])
    return Grid(title, heads, rows)
