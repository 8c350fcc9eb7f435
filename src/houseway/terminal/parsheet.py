"""The parts of a par sheet besides its figures: their origin, and how the game is played."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from houseway.counting.result import Result
from houseway.documents.blocks import Block, Drawing, Grid, Heading, Words
from houseway.documents.parsheet import PACE, About
from houseway.games import Game
from houseway.rulebook.money import money
from houseway.rulebook.rate import rate_text
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import words
from houseway.wording.shares import percent
from houseway.wording.strategies import play_name, runs
from houseway.wording.titles import wager_title

_HASH = re.compile(r'"sha256": "([0-9a-f]{64})"')
HEAD = 500  # characters of a certificate in which its hash stands


def about(
    game: Game,
    rules: TableRules,
    results: Sequence[Result],
    author: str,
    date: str,
    strategy: bool = False,
    pace: int = PACE,
) -> About:
    """Return all parts; the strategy is computed only on request."""
    return About(
        rules,
        game.handout,
        certificate_hash(game, rules.book.edition) if all(r.second_count for r in results) else "",
        date,
        author,
        strategy_blocks(game.odds.strategy(rules, {})) if strategy else (),
        progressive_blocks(game, rules, results),
        pace,
    )


HOW_FED = (
    "A meter takes its contribution of each wager and begins again at its reset once it has been "
    "hit. Break-even is what this meter alone has to show, the others at their resets, for the "
    "house to have no advantage. The share of a hit is what the award takes of the meter; between "
    "hits and the mean at a hit are those of the long run."
)


def progressive_blocks(game: Game, rules: TableRules, results: Sequence[Result]) -> list[Block]:
    """What a par sheet says of meters: contribution, reset, break-even, split, the long run."""
    blocks: list[Block] = []
    told: set[str] = set()
    for result in results:
        make = game.odds.progressives.get(result.wager) if rules.meters else None
        if make is None or result.wager in told:
            continue
        told.add(result.wager)
        wager = make(rules, result.stakes[result.wager])
        rates = {name: Fraction(terms.rate, 1_000_000) for name, terms in rules.meters.items()}
        long_run = wager.long_run(rates)
        rows = []
        for name, terms in rules.meters.items():
            life, fair = long_run.meters[name], wager.break_even(name)
            rows.append(
                [
                    rules.book.meters[name].name,
                    rate_text(terms.rate),
                    money(terms.reset),
                    "never" if fair is None else money(fair),
                    _shares(rules, name),
                    f"{float(life.bets_between_hits):,.1f}",
                    money(int(life.mean_at_hit)),
                ]
            )
        columns = ["Meter", "Contribution>", "Reset>", "Break-even>", "Share of a hit>"]
        title = wager_title(result.wager, rules.book, game.handout)
        grid = Grid(title, [*columns, "Wagers between hits>", "Mean at a hit>"], rows)
        edge = percent(long_run.house_advantage)
        blocks += [
            Heading(title, 2),
            grid,
            Words(f"In the long run, meters fed, the house keeps {edge} of the stake."),
        ]
    return [Words(HOW_FED, quiet=True), *blocks] if blocks else []


def _shares(rules: TableRules, meter: str) -> str:
    """What awards take of a meter: the split between the hands that hit it."""
    shares = {
        float(price.share)
        for key in rules.book.paytables
        for price in rules.book.paytables[key].prices(str(rules.options[key])).values()
        if price.kind == "meter" and price.meter == meter
    }
    return ", ".join(f"{share:.0%}" for share in sorted(shares, reverse=True)) or "-"


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
