"""The functions of the package: ``houseway.odds``, ``houseway.strategy``, ``houseway.simulate``.

Games, wagers and options are named by id or title; amounts are dollars. Each function returns a
plain object that prints itself as the command line does, also in a notebook, and has a frame.
"""

import io
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from html import escape
from typing import Any

from rich.console import Console

from houseway.counting.result import Result
from houseway.games import game
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import dollars
from houseway.rulebook.table_rules import TableRules
from houseway.simulation.sessions import Session

Amount = int | str | Decimal  # dollars
WIDTH = 100  # columns of what is printed


class _Printed:
    """Base of results that print as the command line does."""

    def print_to(self, console: Console) -> None:
        """Print the result to a console."""
        raise NotImplementedError

    def __repr__(self) -> str:
        """Return what the command line prints."""
        file = io.StringIO()
        self.print_to(Console(file=file, width=WIDTH, highlight=False, markup=False, emoji=False))
        return "\n".join(line.rstrip() for line in file.getvalue().splitlines())

    def _repr_html_(self) -> str:
        """Return the printed result as HTML for a notebook."""
        return f"<pre>{escape(repr(self))}</pre>"


@dataclass(frozen=True, repr=False)
class Odds(_Printed):
    """The exact figures of every wager at a table. ``odds["ante"]`` is one wager's ``Result``, with
    its ``outcomes``: counts, ``house_advantage`` and the like as fractions."""

    title: str
    results: tuple[Result, ...]
    compulsory: tuple[str, ...] = ()  # wagers that everyone must make

    def __iter__(self) -> Iterator[Result]:
        """Iterate over the results."""
        return iter(self.results)

    def __len__(self) -> int:
        """Return the number of results."""
        return len(self.results)

    def __getitem__(self, wager: str) -> Result:
        """Return the result of a wager."""
        for one in self.results:
            if one.wager == wager:
                return one
        raise KeyError(f"{wager}: one of {', '.join(self.wagers)}")

    @property
    def wagers(self) -> list[str]:
        """The wagers with figures."""
        return list(dict.fromkeys(one.wager for one in self.results))

    def to_pandas(self) -> Any:
        """Return a pandas frame, a row for each wager, exact figures beside rounded ones."""
        from houseway import frames

        return frames.to_pandas(frames.figures(self.results))

    def print_to(self, console: Console) -> None:
        """Print a line for each wager; a single wager outcome by outcome."""
        from houseway.terminal import odds as show

        found = [(one.table, one) for one in self.results]
        show.print_odds(console, found, self.title, self.compulsory)


@dataclass(frozen=True, repr=False)
class Strategy(_Printed):
    """The best play at a table. ``best`` has the game's own figures: shares, charts, simple rules
    with their cost."""

    game: str
    edition: str
    best: Any
    options: Mapping[str, Any] = field(default_factory=dict)
    bets: Mapping[str, int] = field(default_factory=dict)  # in cents

    def advise(self, hand: str, *, board: str = "", dealer: str = "") -> dict[str, Fraction]:
        """Return the exact value in cents of each choice with a hand, the best one first."""
        from houseway.simulation.policies import usual_bets
        from houseway.training.one_hand import advice

        found, book = game(self.game), self._book()
        bets = usual_bets(TableRules(book, self.options), self.bets)
        seen = {"board": board, "dealer": dealer}
        _, values = advice(found, book, self.options, bets, hand, seen)
        return dict(sorted(values.items(), key=lambda pair: -pair[1]))

    def to_json(self) -> Any:
        """Return the best play as plain data; fractions are text."""
        from houseway.terminal.strategy import plain

        return plain(self.best)

    def _book(self) -> Rulebook:
        return game(self.game).rulebook(self.edition)

    def print_to(self, console: Console) -> None:
        """Print the best play."""
        from houseway.terminal.strategy import print_strategy

        print_strategy(console, self.best, self._book())


@dataclass(frozen=True, repr=False)
class Simulation(_Printed):
    """Simulated rounds: totals of every wager and the house edge with its standard error."""

    session: Session

    @property
    def report(self) -> dict[str, Any]:
        """Return totals and edges as plain data, money in cents."""
        return self.session.report()

    def to_pandas(self) -> Any:
        """Return a pandas frame with a row for each wager and one for all bets."""
        from houseway import frames

        return frames.to_pandas(frames.simulation(self.report))

    def print_to(self, console: Console) -> None:
        """Print totals and edges."""
        from houseway.terminal.simulation import print_session

        job = self.session.job
        print_session(console, self.session, game(job.game).rulebook(job.edition))


def odds(
    name: str,
    edition: str = "",
    *,
    wager: str = "",
    table: str = "",
    options: Mapping[str, Any] | None = None,
    bets: Mapping[str, Amount] | None = None,
    meters: Mapping[str, Amount] | None = None,
    recompute: bool = False,
) -> Odds:
    """Return the exact figures of every wager at a table, or of one.

    Figures of usual tables are looked up; others are computed, which takes seconds for most games.
    """
    from houseway.certificates import usual
    from houseway.terminal import wanted
    from houseway.terminal.arguments import wager_id

    found = game(name)
    edition = edition or found.editions[0]
    chosen = wager or table or options or bets or meters or recompute
    if not chosen and (known := usual.look_up(found, edition)):
        return Odds(known.title, known.results, known.compulsory)
    book = found.rulebook(edition)
    wager = wager_id(book, wager)
    rules = TableRules(book, wanted.with_table(book, _options(book, options), wager, table))
    stakes = {key: Fraction(cents, 100) for key, cents in _bets(book, bets).items()}
    shown = {key: dollars(amount) for key, amount in (meters or {}).items()}
    results = wanted.at_table(found, rules, stakes, wager, shown, recompute=recompute)
    return Odds(book.title, tuple(one for _, one in results), tuple(rules.compulsory))


def strategy(
    name: str,
    edition: str = "",
    *,
    options: Mapping[str, Any] | None = None,
    bets: Mapping[str, Amount] | None = None,
) -> Strategy:
    """Return the best play at a table."""
    found = game(name)
    edition = edition or found.editions[0]
    book = found.rulebook(edition)
    chosen, made = _options(book, options), _bets(book, bets)
    stakes = {key: Fraction(cents, 100) for key, cents in made.items()}
    best = found.odds.strategy(TableRules(book, chosen), stakes)
    return Strategy(found.id, edition, best, chosen, made)


def simulate(
    name: str,
    rounds: int = 100_000,
    edition: str = "",
    *,
    seed: int = 0,
    policy: str = "",
    options: Mapping[str, Any] | None = None,
    bets: Mapping[str, Amount] | None = None,
    workers: int = 0,
) -> Simulation:
    """Return simulated rounds. Long runs use a compiled kernel where the game has one; other runs
    use the referee. The same seed gives the same result for any number of ``workers``."""
    from houseway.simulation import native, sessions, shards
    from houseway.simulation.policies import usual, usual_bets

    found = game(name)
    edition = edition or found.editions[0]
    book = found.rulebook(edition)
    chosen = _options(book, options)
    rules = TableRules(book, chosen)
    made = usual_bets(rules, _bets(book, bets))
    by_kernel = native.is_wanted(found, rules, made, policy or None, rounds, None, logged=False)
    job: native.NativeJob | sessions.Job
    if by_kernel:
        way = policy or native.usual(found)
        job = native.NativeJob(found.id, edition, made, way, rounds, seed, chosen, None)
    else:
        way = policy or usual(found)
        job = sessions.Job(found.id, edition, made, way, rounds, seed, chosen, False)
    many = min(workers or os.cpu_count() or 1, job.shards)
    with shards.local(many, threads=by_kernel) as executor:
        if isinstance(job, native.NativeJob):
            return Simulation(native.simulate(job, executor, _ignore, None))
        return Simulation(sessions.simulate(job, executor, _ignore, None, None))


def _ignore(done: int) -> None:
    """Ignore progress reports."""


def _options(book: Rulebook, given: Mapping[str, Any] | None) -> dict[str, Any]:
    from houseway.terminal.arguments import id_of

    titles = {id: option.says for id, option in book.choices.items()}
    return {id_of(key, titles): value for key, value in (given or {}).items()}


def _bets(book: Rulebook, given: Mapping[str, Amount] | None) -> dict[str, int]:
    from houseway.terminal.arguments import amounts

    return amounts(book, given or {})
