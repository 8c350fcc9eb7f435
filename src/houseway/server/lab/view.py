"""The contents of a lab page: what can be changed, the figures, a second table for comparison, and
one wager under every permitted table."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.certificates import figures as shipped
from houseway.certificates.suppose import Supposed, listed_options, name_of, of_wager
from houseway.counting.result import OutcomeTable, Result
from houseway.documents.parsheet import percent
from houseway.rulebook.choosing import Chosen
from houseway.rulebook.models import Paytable, Rulebook
from houseway.rulebook.price import Price
from houseway.rulebook.table_rules import base_of
from houseway.rulebook.words import words
from houseway.server.lab.figures import Figures
from houseway.server.lab.state import LabState
from houseway.wording.shares import edge_text

MOST_BARS = 40


@dataclass(frozen=True)
class Row:
    """Wagers with equal figures, at this table and at the other."""

    name: str
    here: OutcomeTable | None
    there: OutcomeTable | None = None
    waits: bool = False
    note: str = ""
    edge: str = ""  # the figure here as text; a simulated one with as many digits as it supports

    @property
    def change(self) -> Fraction | None:
        """Return how much higher the house edge is here than at the other table."""
        if self.here is None or self.there is None:
            return None
        return self.here.house_advantage - self.there.house_advantage


@dataclass(frozen=True)
class PriceField:
    """A price that can be changed."""

    row: str
    label: str
    text: str
    changed: bool


@dataclass(frozen=True)
class PaytableForm:
    """A paytable: the table of prices in use, and its prices."""

    name: str
    paytable: Paytable
    table: str
    tables: tuple[str, ...]
    prices: tuple[PriceField, ...]
    wagers: tuple[str, ...]


@dataclass(frozen=True)
class LabForm:
    """Everything that can be changed about a table."""

    options: tuple[Chosen, ...]
    paytables: tuple[PaytableForm, ...]
    others: int  # options that affect no figure


def form(state: LabState, supposed: Supposed) -> LabForm:
    """Return the options that affect a figure or are changed, and the paytables of the wagers that
    are offered."""
    book, every = state.book, supposed.choosing.options
    matter = {
        name for wager in shipped.depends_on(state.found, state.edition).values() for name in wager
    }
    matter |= {wager.if_offered for wager in book.wagers.values() if wager.if_offered}
    matter |= {name for name, _ in state.options}
    plain = [one for one in every if one.name not in book.paytables]
    shown = tuple(one for one in plain if one.name in matter)
    return LabForm(shown, tuple(_paytables(state, supposed)), len(plain) - len(shown))


def _paytables(state: LabState, supposed: Supposed) -> Iterator[PaytableForm]:
    book = state.book
    rules = supposed.rules or supposed.choosing.rules
    offered = rules.wagers if rules else book.wagers
    options = dict(state.options)
    changed = {(table, row): price for table, row, price in state.prices}
    for name, paytable in book.paytables.items():
        wagers = tuple(one.name for one in offered.values() if one.paytable == name)
        if not wagers and name not in options and not any(name == table for table, _ in changed):
            continue
        table = options.get(name, paytable.default)
        listed: Mapping[str, Price | str] = (
            paytable.prices(table) if table in paytable.tables else dict.fromkeys(paytable.rows, "")
        )
        prices = tuple(
            PriceField(
                row, label, changed.get((name, row), str(listed[row])), (name, row) in changed
            )
            for row, label in paytable.rows.items()
        )
        yield PaytableForm(name, paytable, table, tuple(paytable.tables), prices, wagers)


# Figures


def rows(book: Rulebook, here: Figures, there: Figures | None) -> list[Row]:
    """Return every wager's figures; spots with equal figures share a row."""
    others = {one.wager: one.outcomes for one in there.results} if there else {}
    found = {one.wager: one for one in here.results}
    names = dict.fromkeys([*found, *here.waiting, *others])
    order = {name: at for at, name in enumerate(book.wagers)}
    sorted_names = sorted(names, key=lambda name: order.get(name.partition("@")[0], -1))
    grouped: dict[object, list[str]] = {}
    for name in sorted_names:
        mine, other = found.get(name), others.get(name)
        base = name.partition("@")[0]
        known = _shape(mine.outcomes if mine else None), _shape(other)
        grouped.setdefault((base, known, name in here.waiting), []).append(name)
    return [_row(book, group, found, others, here) for group in grouped.values()]


def _row(
    book: Rulebook,
    group: list[str],
    found: Mapping[str, Result],
    others: Mapping[str, OutcomeTable],
    here: Figures,
) -> Row:
    first = group[0]
    mine = found.get(first)
    base, _, _ = first.partition("@")
    spots = [name.partition("@")[2] for name in group if "@" in name]
    name = name_of(book, first if len(spots) < 2 else base)
    if len(spots) > 1:
        name = f"{name} {', '.join(spot.replace('_', ' ') for spot in spots)}"
    outcomes = mine.outcomes if mine else None
    unit = outcomes.unit if outcomes else "stake"
    note = "" if unit == "stake" else f"per {words(unit)}"
    if mine and not mine.is_exact:
        note = f"{note}, simulated".removeprefix(", ")
    edge = edge_text(mine) if mine else ""
    return Row(name, outcomes, others.get(first), first in here.waiting, note, edge)


def _shape(table: OutcomeTable | None) -> object:
    return (table.house_advantage, table.variance, table.hit_frequency) if table else None


def signed(part: Fraction | None) -> str:
    """Return a difference as text.

    >>> signed(Fraction(1, 100)), signed(Fraction(-1, 100)), signed(Fraction(0)), signed(None)
    ('+1.0000%', '−1.0000%', 'same', '')
    """
    if part is None:
        return ""
    return f"{'+' if part > 0 else '−'}{percent(abs(part))}" if part else "same"


def change_class(part: Fraction | None) -> str:
    """Return the CSS class of a change: better or worse for the player."""
    return "" if not part else "lost" if part > 0 else "won"


# One wager under every table


@dataclass(frozen=True)
class Swept:
    """A wager under one permitted table."""

    label: str
    edge: Fraction
    here: bool


def sweep(state: LabState, here: Figures, wager: str) -> list[Swept]:
    """Return a wager's edge at this table, and at every lawful table that differs in one choice."""
    bars = [
        Swept("This table", one.outcomes.house_advantage, True)
        for one in here.results
        if one.wager == wager
    ]
    options = listed_options(here.supposed)
    for one in of_wager(state.found, here.supposed, wager):
        away = {name: to for name, to in one.options.items() if options.get(name, to) != to}
        own = [name for name in one.options if name in state.book.paytables and name not in options]
        if not away and not own:
            continue  # this table
        told = [_option(state.book, wager, name, value) for name, value in away.items()]
        told += [_option(state.book, wager, name, one.options[name]) for name in own]
        bar = Swept(", ".join(told), one.outcomes.house_advantage, False)
        if bar not in bars:
            bars.append(bar)
    return sorted(bars[:MOST_BARS], key=lambda bar: bar.edge)


def _option(book: Rulebook, wager: str, name: str, value: object) -> str:
    """Return a choice in a few words."""
    known = book.wagers.get(base_of(wager))
    if known and known.paytable == name:
        return f"Table {words(value)}"
    if name in book.paytables:
        return f"{book.paytables[name].name}: {words(value)}"
    said = words(name)
    return f"{said[:1].upper()}{said[1:]}: {words(value)}"


def swept_wagers(state: LabState, supposed: Supposed) -> list[tuple[str, str]]:
    """Return the wagers that other permitted tables pay differently, with their names."""
    names = shipped.depends_on(state.found, state.edition)
    offered: Iterable[str] = supposed.rules.wagers if supposed.rules else state.book.wagers
    found = []
    for name, depends in names.items():
        is_whole = name.partition("@")[0] not in state.book.wagers and "@" not in name
        if depends and (is_whole or name in offered):
            found.append((name, name_of(state.book, name)))
    return found
