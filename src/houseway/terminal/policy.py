"""The value of a custom strategy, and where it errs."""

import importlib
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from houseway.counting.result import Result
from houseway.games import Game
from houseway.games.authoring.figures import OwnPlay
from houseway.games.authoring.policy import Decide, Mistake
from houseway.rulebook.load import read_yaml
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import words
from houseway.terminal.console import CITE, HEAD, grid, heading, indented
from houseway.terminal.odds import Stakes
from houseway.wording.shares import percent

SHOWN = 10  # of the mistakes those that cost most
FILES = (".yaml", ".yml")


def load(text: str, game: Game, rules: TableRules) -> Decide:
    """A way to decide: a file with a table, or ``module:function`` of one's own in Python."""
    own_play = _own_play(game)
    if text.endswith(FILES):
        return own_play.read(read_yaml(Path(text)), rules)
    module, colon, name = text.partition(":")
    if not (module and colon and name):
        raise Refused(f"--policy {text}: write a file.yaml, or module:function")
    return _function(module, name)


def _own_play(game: Game) -> OwnPlay:
    if game.odds.own_play is None:
        raise Refused(f"only the optimal strategy can be evaluated in {game.id} yet")
    return game.odds.own_play


def _function(module: str, name: str) -> Decide:
    """A function by its name, from a module that stands here or is installed."""
    sys.path.insert(0, str(Path.cwd()))
    try:
        found: Any = getattr(importlib.import_module(module), name, None)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0] and error.name != module:
            raise
        raise Refused(f"there is no module {module!r}") from None
    finally:
        sys.path.pop(0)
    if not callable(found):
        raise Refused(f"{module} has no function {name!r}")
    decide: Decide = found
    return decide


def valued(
    game: Game, rules: TableRules, decide: Decide, stakes: Stakes
) -> tuple[Result, Result, list[Mistake]]:
    """The game played so, the game played best, and where the two part."""
    own_play = _own_play(game)
    mine = own_play.results(rules, decide, stakes)[0]
    best = game.odds.results(rules, stakes, None, mine.wager)[0]
    return mine, best, own_play.mistakes(rules, decide, stakes)


def to_json(mine: Result, best: Result, mistakes: list[Mistake]) -> dict[str, Any]:
    """Return everything as plain data; fractions are exact, as text."""
    edges = (mine.outcomes.house_advantage, best.outcomes.house_advantage)
    return {
        "policy": mine.strategy,
        "house_advantage": str(edges[0]),
        "best_house_advantage": str(edges[1]),
        "cost": str(edges[0] - edges[1]),
        "result": mine.to_json(),
        "mistakes": [
            {key: str(value) for key, value in vars(mistake).items()} for mistake in mistakes
        ],
    }


def print_valued(
    console: Console, mine: Result, best: Result, mistakes: list[Mistake], book: Rulebook
) -> None:
    """Its edge, its cost against the best, and the hands with which it errs most."""
    console.print(
        Text.assemble((f"{book.title}: {mine.strategy}", HEAD), f"  edition {book.edition}")
    )
    table, ideal = mine.outcomes, best.outcomes
    cost = table.house_advantage - ideal.house_advantage
    facts = grid("", ">", "exactly", shares=(0, 0, 1), head=False)
    for name, value in (
        ("house edge", table.house_advantage),
        ("best play", ideal.house_advantage),
        ("cost", cost),
    ):
        facts.add_row(f"{name}, of the {table.unit}", percent(value, 6), str(value))
    action = table.house_advantage_on_action
    facts.add_row("house edge, of all money bet", percent(action, 6), str(action))
    console.print(indented(facts))
    if not mistakes:
        console.print(Text("No hand is played better otherwise.", CITE))
        return
    heading(console, "Where it errs most")
    beside = any(mistake.beside for mistake in mistakes)
    rows = grid(
        "hand", *(["shown"] if beside else []), "does", "best", "of deals>", "each>", "cost>"
    )
    for one in mistakes[:SHOWN]:
        shown = [one.beside] if beside else []
        share, each = percent(one.share), percent(one.each)
        rows.add_row(
            one.hand, *shown, words(one.does), words(one.best), share, each, percent(one.cost, 6)
        )
    console.print(indented(rows))
    wrong = sum((one.share for one in mistakes), Fraction(0))
    told = sum((one.cost for one in mistakes[:SHOWN]), Fraction(0))
    console.print(
        Text(
            f"{len(mistakes):,} classes of hands are played better otherwise. They come up "
            f"{float(wrong * 100):.4f} times in 100 deals. "
            f"Those above make {percent(told / cost, 1)} of the cost.",
            CITE,
        )
    )
