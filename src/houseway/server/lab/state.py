"""The URL of a lab page: how a hypothetical table differs from the usual one.

``?edition=md&option.wheel=single&price.straight.straight=36`` is a whole table. A form sends all of
its fields; ``read`` keeps what differs, so that the address stays short and can be handed on.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from houseway.certificates.suppose import Supposed, suppose
from houseway.certificates.sweep import read_price
from houseway.games import Game
from houseway.games import game as find_game
from houseway.rulebook.house_options import read_option
from houseway.rulebook.models import Option, Paytable, Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.words import words

MOST = 400  # maximum fields in a URL
LONG = 200  # maximum characters of a field
OPTION, PRICE, WAS = "option.", "price.", "was."
Pairs = Iterable[tuple[str, str]]


@dataclass(frozen=True)
class LabState:
    """A table of a game: its changed options and prices, as written."""

    game: str
    edition: str
    options: tuple[tuple[str, str], ...] = ()
    prices: tuple[tuple[str, str, str], ...] = ()  # paytable, row, price

    @property
    def is_usual(self) -> bool:
        """Return whether nothing is changed."""
        return not (self.options or self.prices)

    @property
    def found(self) -> Game:
        """Return the game."""
        return find_game(self.game)

    @property
    def book(self) -> Rulebook:
        """Return its rulebook, unchanged."""
        return self.found.rulebook(self.edition)

    @property
    def usual(self) -> "LabState":
        """Return the same game with nothing changed."""
        return LabState(self.game, self.edition)

    def pairs(self) -> list[tuple[str, str]]:
        """Return the fields of its URL."""
        edition = [("edition", self.edition)] if self.edition != self.found.editions[0] else []
        options = [(f"{OPTION}{name}", text) for name, text in self.options]
        prices = [(f"{PRICE}{table}.{row}", price) for table, row, price in self.prices]
        return [*edition, *options, *prices]

    def query(self, **more: str) -> str:
        """Return its query string, with further fields that are not empty."""
        return urlencode([*self.pairs(), *((key, text) for key, text in more.items() if text)])

    def supposed(self) -> Supposed:
        """Return the verdict of the law, and the rules by which the table is computed."""
        book = self.book
        options = {name: _value(book.choices.get(name), text) for name, text in self.options}
        prices: dict[str, dict[str, str]] = {}
        for table, row, price in self.prices:
            prices.setdefault(table, {})[row] = price
        return suppose(book, options, prices)


def read(game: str, pairs: Pairs) -> LabState:
    """Return the table that the fields of a URL or a form describe."""
    given = list(pairs)
    if len(given) > MOST or any(len(name) + len(text) > LONG for name, text in given):
        raise Refused(f"a table has at most {MOST} fields of {LONG} characters")
    fields = dict(given)
    found = find_game(game)
    edition = fields.get("edition") or found.editions[0]
    book = found.rulebook(edition)
    options = [
        (name, text) for name, text in _named(given, OPTION) if not _is_usual(book, name, text)
    ]
    chosen = dict(options)
    prices = []
    for name, text in _named(given, PRICE):
        table, _, row = name.partition(".")
        paytable = book.paytables.get(table)
        listed = chosen.get(table, paytable.default if paytable else "")
        moved = fields.get(f"{WAS}{table}", listed) != listed  # another paytable was chosen
        if not moved and text and not _is_listed(paytable, listed, row, text):
            prices.append((table, row, text))
    return LabState(game, edition, tuple(options), tuple(prices))


def read_lists(game: str, edition: str, options: list[str], prices: list[str]) -> LabState:
    """Return the table that ``NAME=VALUE`` and ``PAYTABLE.ROW=PRICE`` describe."""
    pairs = [("edition", edition)]
    for before, every in ((OPTION, options), (PRICE, prices)):
        for one in every:
            name, equals, text = one.partition("=")
            if not (equals and name.strip() and text.strip()):
                raise Refused(f"{one[:40]!r} is not a name and a value: write name=value")
            pairs.append((f"{before}{name.strip()}", text.strip()))
    return read(game, pairs)


def read_query(game: str, query: str) -> LabState:
    """Return the table that a query string describes."""
    try:
        return read(game, parse_qsl(query, max_num_fields=MOST))
    except ValueError as error:
        raise Refused(f"the other table is invalid: {error}") from None


def _named(pairs: Pairs, before: str) -> list[tuple[str, str]]:
    """Return the fields of one kind without their prefix; each name may occur once."""
    found = {
        name.removeprefix(before): " ".join(text.split())
        for name, text in pairs
        if name.startswith(before)
    }
    return list(found.items())


def _value(option: Option | None, text: str) -> Any:
    flags = {"yes": True, "true": True, "no": False, "false": False}
    return flags.get(text.lower(), text) if option and option.kind == "flag" else text


def _is_usual(book: Rulebook, name: str, text: str) -> bool:
    """Return whether a field has its default value."""
    option = book.choices.get(name)
    if option is None:
        return False
    if not text:
        return True
    try:
        chosen = read_option(book, name, option, _value(option, text))
        return bool(chosen == read_option(book, name, option, option.default))
    except Refused:
        return False


def _is_listed(paytable: Paytable | None, table: str, row: str, text: str) -> bool:
    """Return whether a price is the one in the table."""
    if paytable is None or table not in paytable.tables or row not in paytable.rows:
        return False
    try:
        return read_price(text) == paytable.prices(table)[row]
    except Refused:
        return False


def fields_of(params: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the fields of a URL that describe the table."""
    begin = (OPTION, PRICE, WAS)
    return [(name, text) for name, text in params.items() if _is_about(name, begin)]


def _is_about(name: str, begin: tuple[str, ...]) -> bool:
    return name == "edition" or name.startswith(begin)


def api_query(state: LabState) -> str:
    """Return the query string of the same table for the API."""
    edition = [("edition", state.edition)] if state.edition != state.found.editions[0] else []
    options = [("option", f"{name}={text}") for name, text in state.options]
    prices = [("price", f"{table}.{row}={price}") for table, row, price in state.prices]
    return urlencode([*edition, *options, *prices])


def says(state: LabState) -> str:
    """Return how a table differs from the usual one, in words."""
    book = state.book
    told = [f"{words(name)} {words(text)}" for name, text in state.options]
    for table, row, price in state.prices:
        paytable = book.paytables.get(table)
        named = paytable.rows.get(row, row) if paytable else row
        told.append(f"{paytable.name if paytable else table}, {named}: {price}")
    return "; ".join(told) or "the usual table"
