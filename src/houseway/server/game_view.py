"""A game as a page shows it: wagers and paytables with their exact house advantage beside them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from houseway.certificates.figures import look_up, shipped
from houseway.counting.result import Result
from houseway.documents.parsheet import percent
from houseway.games import Game, games
from houseway.rulebook.compare import Difference, compare
from houseway.rulebook.handout import choice_name
from houseway.rulebook.models import Paytable, Rulebook, Wager
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.rulebook.words import (
    amount_words,
    card_head,
    card_rows,
    card_words,
    pays_words,
    price_words,
    words,
)
from houseway.wording.rules import paytable_notes, step_cite
from houseway.wording.shares import edge_text
from houseway.wording.strategies import SHOWN, runs

NONE = ""


@dataclass(frozen=True)
class WagerLine:
    """A wager and its house advantage."""

    key: str
    wager: Wager
    amount: str
    pays: str
    edge: str


@dataclass(frozen=True)
class PaytableView:
    """A paytable, every permitted table of prices, and the house advantage of each."""

    paytable: Paytable
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    edges: tuple[tuple[str, tuple[str, ...]], ...]  # a wager, and its house advantage by table
    notes: tuple[str, ...]
    default: str


@dataclass(frozen=True)
class RateView:
    """A rate card with its exact advantage."""

    words: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class GameView:
    """The contents of a game's page, except its strategy."""

    game: Game
    book: Rulebook
    wagers: tuple[WagerLine, ...]
    paytables: tuple[PaytableView, ...]
    rates: tuple[RateView, ...]
    steps: tuple[tuple[str, str], ...]
    whole: tuple[tuple[str, str], ...]
    differences: tuple[tuple[str, str, tuple[Difference, ...]], ...]


@cache
def game_view(game: Game, edition: str) -> GameView:
    """Return the page of a game in one edition."""
    book = game.rulebook(edition)
    results = (
        shipped(game, edition) if book.paytables else ()
    )  # hundreds of files, so read them once
    return GameView(
        game,
        book,
        tuple(_wagers(game, book, results)),
        tuple(_paytable(results, book, key, found) for key, found in book.paytables.items()),
        tuple(_rates(book)),
        tuple((step.says, step_cite(step)) for step in book.round.values()),
        tuple(_whole(game, book)),
        tuple(
            (edition, other, tuple(compare(book, game.rulebook(other))))
            for other in game.editions
            if other != edition
        ),
    )


def _wagers(game: Game, book: Rulebook, every: Sequence[Result]) -> Iterator[WagerLine]:
    """Return each wager with its figure at the usual table, or at any table that offers it."""
    for key, wager in book.wagers.items():
        options = {wager.if_offered: True} if wager.if_offered else {}
        at_usual = _results(game, book, key, options)
        yield WagerLine(
            key,
            wager,
            amount_words(wager, book.minimums.get(key)),
            pays_words(wager, bool(book.rates)),
            _edge(at_usual or (one for one in every if _is_of(one, key, book))),
        )


def _results(game: Game, book: Rulebook, wager: str, options: dict[str, Any]) -> list[Result]:
    """Return the shipped results of a wager at one table, on any of its spots."""
    try:
        rules = TableRules(book, options)
    except Refused:
        return []
    offered = rules.wagers.get(wager)
    names = [wager, *(f"{wager}@{spot}" for spot in offered.spots)] if offered else [wager]
    return [one for name in names for one in look_up(game, rules, wager=name) or []]


def _edge(results: Iterable[Result]) -> str:
    """Return the exact house advantage as a percentage; a range where results differ."""
    edges = {one.outcomes.house_advantage: edge_text(one) for one in results}
    if not edges:
        return NONE
    least, most = edges[min(edges)], edges[max(edges)]
    return least if least == most else f"{least} to {most}"


def _paytable(every: Iterable[Result], book: Rulebook, key: str, found: Paytable) -> PaytableView:
    names = tuple(found.tables)
    columns = [found.prices(name) for name in names]
    rows = tuple(
        (label, tuple(price_words(column[row]) for column in columns))
        for row, label in found.rows.items()
    )
    results = [one for one in every if key in one.options]
    edges = []
    for wager in dict.fromkeys(base_of(one.wager) for one in results):
        of_wager = [one for one in results if _is_of(one, wager, book)]
        line = tuple(_edge(one for one in of_wager if one.options[key] == name) for name in names)
        if any(line):
            edges.append((_result_name(of_wager[0], wager, book), line))
    return PaytableView(
        found, names, rows, tuple(edges), tuple(paytable_notes(found)), found.default
    )


def _is_of(result: Result, wager: str, book: Rulebook) -> bool:
    """Return whether a result is the wager's main figure and not a further one
    (``banker@matched``)."""
    base, at, spot = result.wager.partition("@")
    by_spots = book.rates is not None and base in book.rates.by_spots
    spots = book.wagers[base].spots if base in book.wagers else {}
    return base == wager and (not at or by_spots or spot in spots)


def _result_name(result: Result, wager: str, book: Rulebook) -> str:
    if wager in book.wagers:
        return book.wagers[wager].name
    return f"The whole game, per {words(result.outcomes.unit)}"


def _rates(book: Rulebook) -> Iterator[RateView]:
    if book.rates and book.cage:
        for card in book.rates.cards.values():
            yield RateView(
                card_words(card),
                tuple(card_head(card)),
                tuple(tuple(row) for row in card_rows(card, book.cage)),
            )


def _whole(game: Game, book: Rulebook) -> Iterator[tuple[str, str]]:
    """Return the house advantage of a whole game whose wagers are played together."""
    results = look_up(game, TableRules(book)) or []
    for one in results:
        if base_of(one.wager) not in book.wagers:
            yield _result_name(one, one.wager, book), _edge([one])


# The best play


@dataclass(frozen=True)
class StrategyView:
    """The best play of a game as tables, and as charts where there are any."""

    facts: tuple[tuple[str, str], ...]
    shares: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    rules: tuple[tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]], ...]
    charts: tuple[tuple[str, str], ...] = ()


@cache
def strategy_view(game: Game, edition: str) -> StrategyView:
    """Return the best play; computed on first use."""
    return strategy_at(game, TableRules(game.rulebook(edition)))


def strategy_at(game: Game, table: TableRules) -> StrategyView:
    """Return the best play at one table."""
    strategy = game.odds.strategy(table)
    values = {field.name: getattr(strategy, field.name) for field in fields(strategy)}
    facts, shares, rules, charts = [], [], [], []
    for name, value in values.items():
        title = words(name).capitalize()
        if isinstance(value, Fraction):
            facts.append((title, percent(value)))
        elif hasattr(value, "lines"):  # a table reads better than a drawing in a screen reader
            rules.append((title, value.heads, value.lines))
        elif hasattr(value, "svg"):
            charts.append((title, value.svg(table.book.title)))
        elif isinstance(value, dict):
            shares.append((title, tuple((case, percent(share)) for case, share in runs(value))))
        elif isinstance(value, tuple) and value and is_dataclass(value[0]):
            heads = tuple(words(field.name) for field in fields(value[0]))
            cheapest = sorted(value, key=lambda one: one.cost)[:SHOWN]
            lines = tuple(
                tuple(_cell(getattr(one, field.name)) for field in fields(one)) for one in cheapest
            )
            rules.append((f"{title}, the cheapest first", heads, lines))
    return StrategyView(tuple(facts), tuple(shares), tuple(rules), tuple(charts))


def _cell(value: object) -> str:
    return percent(value) if isinstance(value, Fraction) else words(value)


def has_strategy(game: Game) -> bool:
    """Return whether the game has a computed strategy."""
    return game.has_odds


# The lobby


def table_title(rules: TableRules) -> str:
    """Return the name of the game at a table; in a room with several games, of the one being
    played."""
    book, room = rules.book, "game"
    named = ""
    if room in book.options:
        named = choice_name(games()[book.game].handout, room, str(rules.options[room]))
    return f"{book.title}: {named}" if named else book.title


def families() -> tuple[tuple[str, tuple[Rulebook, ...]], ...]:
    """Return the first rulebook of every game, by family."""
    found: dict[str, list[Rulebook]] = {}
    for game in games().values():
        book = game.rulebook(game.editions[0])
        found.setdefault(book.family, []).append(book)
    return tuple((family, tuple(books)) for family, books in found.items())


POPULAR = (
    "blackjack", "roulette", "craps", "mini-baccarat", "three-card-poker", "poker",
    "ultimate-texas-hold-em", "pai-gow-poker",
)  # fmt: skip


def popular_first() -> tuple[tuple[str, tuple[Rulebook, ...]], ...]:
    """The games that most visitors look for, and then all others by family."""
    known = {book.game: book for _, books in families() for book in books}
    first = tuple(known[id] for id in POPULAR if id in known)
    rest = [
        (family, tuple(book for book in books if book.game not in POPULAR))
        for family, books in families()
    ]
    return ("popular games", first), *((family, books) for family, books in rest if books)
