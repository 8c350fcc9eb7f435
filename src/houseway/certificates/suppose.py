"""Hypothetical tables: options of the house, and prices that the law does not list."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.certificates import figures
from houseway.certificates.sweep import read_price
from houseway.counting.result import Result
from houseway.games import Game
from houseway.games.authoring.result_at import option_value
from houseway.rulebook.choosing import Choosing, choose
from houseway.rulebook.models import Paytable, Rulebook
from houseway.rulebook.price import Price
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of

Prices = Mapping[str, Mapping[str, str]]  # of a paytable, by row
EVERY = ""  # stands for all wagers, if no shipped result names them


@dataclass(frozen=True)
class Supposed:
    """A hypothetical table: the verdict of the law, and rules to compute it by, if any."""

    choosing: Choosing
    problems: tuple[Refused, ...]
    rules: TableRules | None
    moved: frozenset[str] = frozenset()  # paytables whose prices no certificate knows

    @property
    def lawful(self) -> bool:
        """Return whether the law permits the table."""
        return not self.problems


def suppose(book: Rulebook, options: Mapping[str, Any], prices: Prices) -> Supposed:
    """Judge a table and find rules to compute it by."""
    values, barred, unread = dict(options), dict(options), []
    moved: dict[str, dict[str, Price]] = {}
    for name, rows in prices.items():
        try:
            paytable = _paytable(book, name)
            table = str(options.get(name, paytable.default))
            priced = _priced(paytable, table, rows)
        except Refused as refusal:
            unread.append(refusal)
            continue
        listed = [one for one in paytable.tables if paytable.prices(one) == priced]
        if listed:
            values[name] = barred[name] = table if table in listed else listed[0]
        else:
            values[name], barred[name] = [str(price) for price in priced.values()], table
            moved[name] = priced
    choosing = choose(book, values, {})
    problems = (*unread, *choosing.problems)
    if choosing.rules and not unread:
        return Supposed(choosing, (), choosing.rules)
    rules = None if unread else _barred(book, barred, moved)
    return Supposed(choosing, problems, rules, frozenset(moved))


def _paytable(book: Rulebook, name: str) -> Paytable:
    if name not in book.paytables:
        known = ", ".join(book.paytables) or "there is none"
        raise Refused(f"there is no paytable {name[:40]!r} in {book.title}: {known}")
    return book.paytables[name]


def _priced(paytable: Paytable, table: str, rows: Mapping[str, str]) -> dict[str, Price]:
    """A table's prices with some of them changed."""
    if table not in paytable.tables:
        raise Refused(f"{paytable.name} has no table {table[:40]!r}", paytable.cite)
    for row in rows:
        if row not in paytable.rows:
            known = ", ".join(paytable.rows)
            raise Refused(f"{paytable.name} has no row {row[:40]!r}: {known}", paytable.cite)
    return {
        row: read_price(rows[row]) if row in rows else price
        for row, price in paytable.prices(table).items()
    }


def _barred(
    book: Rulebook, options: Mapping[str, Any], moved: Mapping[str, Mapping[str, Price]]
) -> TableRules | None:
    """Rules of a table that the law bars; none where it cannot even be written down."""
    content = book.model_dump(mode="json", by_alias=True, exclude_none=True)
    content["constraints"] = []
    for name, prices in moved.items():
        paytable = content["paytables"][name]
        table = str(options.get(name, paytable["default"]))
        paytable["tables"][table] = [str(price) for price in prices.values()]
    try:
        return TableRules(Rulebook.model_validate(content), options)
    except (Refused, ValueError):
        return None


# Its figures


def look_up(game: Game, supposed: Supposed) -> tuple[list[Result], tuple[str, ...]]:
    """The results that are shipped, and the wagers whose results are yet to be computed. Further
    figures of a wager (``banker@matched``) are left out."""
    rules, found, missing = supposed.rules, [], []
    if rules is None:
        return [], ()
    shipped = figures.depends_on(game, rules.book.edition)
    if not shipped:
        return [], (EVERY,)
    for name, depends in shipped.items():
        if not _is_offered(name, rules):
            continue
        known = None
        if not depends & supposed.moved:
            known = figures.look_up(game, rules, wager=name)
        if known is None:
            missing.append(name)
        else:
            found += known
    return found, tuple(missing)


def _is_offered(name: str, rules: TableRules) -> bool:
    """Whether a result is of the whole game, or of a wager that this table offers."""
    base, at, spot = name.partition("@")
    if base in rules.wagers:
        return not at or spot in rules.wagers[base].spots
    return base not in rules.book.wagers and not at


def compute(game: Game, supposed: Supposed, wagers: tuple[str, ...]) -> list[Result]:
    """The results of some wagers, computed."""
    if supposed.rules is None:
        return []
    found: list[Result] = []
    for name in wagers:
        every = game.odds.results(supposed.rules, None, None, name)
        found += [
            one
            for one in every
            if one.wager == name or (name == EVERY and _is_offered(one.wager, supposed.rules))
        ]
    return found


def listed_options(supposed: Supposed) -> dict[str, Any]:
    """The options of a table as certificates write them, without prices that no law lists."""
    rules = supposed.rules
    if rules is None:
        return {}
    return {
        name: option_value(value)
        for name, value in rules.options.items()
        if name not in supposed.moved and not isinstance(value, tuple)
    }


def of_wager(game: Game, supposed: Supposed, wager: str) -> list[Result]:
    """Every shipped result of a wager at tables that differ from this one in one choice at most,
    prices that no law lists aside; the nearest first."""
    options = listed_options(supposed)
    edition = supposed.choosing.book.edition
    found: dict[int, list[Result]] = {0: [], 1: []}
    for one in figures.shipped_of(game, edition, wager) if options else ():
        away = sum(options.get(name, value) != value for name, value in one.options.items())
        if away in found:
            found[away].append(one)
    return [*found[0], *found[1]]


def name_of(book: Rulebook, wager: str) -> str:
    """Return the title of a result's wager."""
    known, spot = book.wagers.get(base_of(wager)), wager.partition("@")[2]
    if known is None:
        return "Whole game"
    return f"{known.name} {spot.replace('_', ' ')}".strip()
