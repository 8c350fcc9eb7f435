"""A rulebook on a terminal: wagers, paytables, options, rules, steps, readings, with cites."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houseway.rulebook.models import LeastBet, Paytable, Reading, Rulebook, Wager
from houseway.rulebook.where import lines
from houseway.rulebook.words import (
    amount_words,
    bound_words,
    card_head,
    card_rows,
    card_words,
    conditions,
    deck_words,
    option_words,
    pays_words,
    price_words,
    rate_words,
    reset_words,
    rule_words,
    ruling_words,
    window_words,
    words,
)
from houseway.terminal.console import CITE, HEAD, cite_text, grid, heading, indented
from houseway.wording.rules import paytable_notes, step_cite

Kept = dict[str, Any]  # parts of a rulebook, each with the keys to show


def print_rulebook(console: Console, book: Rulebook, kept: Kept) -> None:
    """Every part of a rulebook of which something is kept."""
    console.print(Text.assemble((book.title, HEAD), f"  {book.law}  ({book.edition})"))
    if "summary" in kept:
        console.print(book.summary)
        console.print(Text(book.family[:1].upper() + book.family[1:], CITE))
    for part in PARTS:
        part(console, book, kept)


def print_places(console: Console, book: Rulebook, kept: Kept, file: Path) -> None:
    """Print where the parts of the game are in the rulebook's file."""
    found, whole = lines(file), book.model_dump(mode="json", by_alias=True)
    heading(console, f"In {file.parent.name}/{file.name}")
    for name, part in kept.items():
        if isinstance(part, list):
            keys = [f"{name}.{whole[name].index(item)}" for item in part]
        else:
            keys = [name] if "cite" in part else [f"{name}.{key}" for key in part]
        for key in keys:
            console.print(indented(f"line {found[key]}: {key}"))


def _basics(console: Console, book: Rulebook, kept: Kept) -> None:
    rows = []
    if book.seats:
        rows.append(("seats", "Players at most", str(book.seats.max), book.seats.cite))
    if book.deck:
        rows.append(("deck", "Cards", deck_words(book.deck, book.chooses_decks), book.deck.cite))
    if book.cage:
        drawn = f"{book.cage.drawn} of {book.cage.numbers}"
        rows.append(("cage", "Numbers drawn", drawn, book.cage.cite))
    if book.points:
        worth: dict[int, list[str]] = {}
        for rank, points in book.points.values.items():
            worth.setdefault(points, []).append(rank)
        other = {points: ranks for points, ranks in worth.items() if ranks != [str(points)]}
        values = ", ".join(f"{' '.join(ranks)} = {points}" for points, ranks in other.items())
        rows.append(("points", "Cards count their rank, but", values, book.points.cite))
    _rows(console, "", [row[1:] for row in rows if row[0] in kept])


def _wagers(console: Console, book: Rulebook, kept: Kept) -> None:
    if not kept.get("wagers"):
        return
    heading(console, "Wagers")
    table = grid("", "", "", shares=(2, 5, 3), head=False)
    for name in kept["wagers"]:
        wager = book.wagers[name]
        title = Text.assemble(
            (wager.name, HEAD), ("" if _plain(name, wager) else f"\n{name}", CITE)
        )
        said = _wager_text(wager, bool(book.rates), book.minimums.get(name))
        table.add_row(title, said, cite_text(wager.cite))
    console.print(indented(table))


def _plain(name: str, wager: Wager) -> bool:
    return wager.name.lower() == name


def _wager_text(wager: Wager, rated: bool, least: LeastBet | None) -> Text:
    terms = ["required" if wager.required else "optional", amount_words(wager, least)]
    if wager.window != "bets":
        terms[0] = window_words(wager)
    if wager.needs:
        terms.append(f"goes with {words(wager.needs)}")
    if wager.excludes:
        terms.append(f"not with {words(wager.excludes)}")
    if wager.if_offered:
        terms.append("if the house offers it")
    terms.append(f"pays {pays_words(wager, rated)}")
    return Text.assemble(f"{wager.says}\n" if wager.says else "", ("; ".join(terms), CITE))


def _tenders(console: Console, book: Rulebook, kept: Kept) -> None:
    found = [(name, book.tenders[name]) for name in kept.get("tenders", ())]
    _rows(
        console,
        "Wagers are made with",
        [(words(name), "yes" if rule.value else rule.says, rule.cite) for name, rule in found],
    )


def _paytables(console: Console, book: Rulebook, kept: Kept) -> None:
    for name in kept.get("paytables", ()):
        paytable = book.paytables[name]
        heading(console, f"Paytable: {paytable.name}", paytable.cite)
        console.print(indented(paytable_grid(paytable, paytable.default)))
        for note in paytable_notes(paytable):
            console.print(indented(Text(note, CITE)))


def paytable_grid(paytable: Paytable, in_use: str, only: str = "") -> Table:
    """The tables of a paytable side by side, the one in use marked; or one of them alone."""
    names = [only] if only else list(paytable.tables)
    labels = [name if only or len(names) == 1 else _mark(name, in_use) for name in names]
    table = grid("", *(f"{label}>" for label in labels))
    columns = [paytable.prices(name) for name in names]
    for row, label in paytable.rows.items():
        table.add_row(label, *(price_words(column[row]) for column in columns))
    return table


def _mark(name: str, in_use: str) -> str:
    return f"{name} *" if name == in_use else name


def _rates(console: Console, book: Rulebook, kept: Kept) -> None:
    if not (book.rates and book.cage and kept.get("rates")):
        return
    rates = book.rates
    heading(console, "Rate cards", rates.cite)
    rows: list[tuple[Any, ...]] = [
        (bound.says, bound_words(bound), bound.cite)
        for bound in (
            rates.every_spot,
            rates.wagers,
            rates.proportion,
            rates.limit_at_least,
            rates.edge_at_most,
        )
    ]
    _rows(console, "", rows, shares=(5, 2, 3))
    for name, card in rates.cards.items():
        mark = " *" if name == rates.default else ""
        console.print(indented(Text(f"{name}{mark}: {card_words(card)}", HEAD)))
        table = grid(*(f"{label}>" for label in card_head(card)))
        for row in card_rows(card, book.cage):
            table.add_row(*row)
        console.print(indented(table))


def _meters(console: Console, book: Rulebook, kept: Kept) -> None:
    found = [(name, book.meters[name]) for name in kept.get("meters", ())]
    rows = []
    for name, meter in found:
        terms = f"starts at {reset_words(meter)}; grows by {rate_words(meter)}"
        rows.append((_meter_name(name, meter.name), terms, meter.cite))
    _rows(console, "Meters", rows)


def _meter_name(name: str, title: str) -> str:
    plain = words(name).capitalize()
    return plain if plain == title else f"{plain}: {title}"


def _options(console: Console, book: Rulebook, kept: Kept) -> None:
    rows = []
    for name in kept.get("options", ()):
        option = book.options[name]
        said = Text.assemble(option.says, (f"\n{option_words(option)}", CITE))
        rows.append((name, said, option.cite))
    _rows(console, "Options of the house", rows, shares=(3, 5, 3))


def _constraints(console: Console, book: Rulebook, kept: Kept) -> None:
    rows = [(one["says"], one["cite"]) for one in kept.get("constraints", ())]
    _rows(console, "Options that do not go together", rows, shares=(8, 3))


def _rules(console: Console, book: Rulebook, kept: Kept) -> None:
    found = [book.fixed[name] for part in ("rules", "stated") for name in kept.get(part, ())]
    rows = [(rule.says, rule_words(rule), rule.cite) for rule in found]
    _rows(console, "Rules", rows, shares=(4, 4, 3))


def _round(console: Console, book: Rulebook, kept: Kept) -> None:
    found = [book.round[name] for name in kept.get("round", ())]
    rows = [(step.says, step_cite(step)) for step in found]
    _rows(console, "The round, step by step", rows, shares=(8, 5))


def _irregularities(console: Console, book: Rulebook, kept: Kept) -> None:
    rows = []
    for name in kept.get("irregularities", ()):
        one = book.irregularities[name]
        when = f"during {words(one.during)}"
        if one.only_if:
            when += f", where {conditions(one.only_if)}"
        said = Text.assemble(one.says, (f"\n{when}", CITE))
        rows.append((said, ruling_words(one), one.cite))
    _rows(console, "When something goes wrong", rows, shares=(5, 3, 2))


def _layout(console: Console, book: Rulebook, kept: Kept) -> None:
    if kept.get("layout") and book.layout:
        heading(console, "Layout", book.layout.cite)
        console.print(indented(f"areas: {words(book.layout.areas)}"))
        for inscription in book.layout.inscriptions:
            console.print(indented(f"shows: {inscription}"))


def _terms(console: Console, book: Rulebook, kept: Kept) -> None:
    found = [(name, book.terms[name]) for name in kept.get("terms", ())]
    _rows(console, "Terms", [(name, term.means, term.cite) for name, term in found])


def _readings(console: Console, book: Rulebook, kept: Kept) -> None:
    if not kept.get("readings"):
        return
    heading(console, "Readings: where the text is silent, damaged or at odds with itself")
    for data in kept["readings"]:
        reading = Reading.model_validate(data)
        table = grid("", "", shares=(0, 1), head=False)
        table.add_row(Text("at", CITE), Text(reading.at, HEAD))
        table.add_row(Text("printed", CITE), reading.printed)
        table.add_row(Text("read", CITE), reading.read)
        table.add_row(Text("why", CITE), reading.why)
        if reading.option:
            table.add_row(Text("option", CITE), reading.option)
        console.print(indented(table))
        console.print()


def _elsewhere(console: Console, book: Rulebook, kept: Kept) -> None:
    borrowed = kept.get("borrows", {}).items()
    _rows(console, "Ruled elsewhere", [(what, cite) for cite, what in borrowed], shares=(8, 5))
    conduct = kept.get("conduct", {}).items()
    _rows(console, "Left to people", [(what, cite) for cite, what in conduct], shares=(8, 5))


def _rows(
    console: Console,
    title: str,
    rows: list[tuple[Any, ...]],
    shares: tuple[int, ...] = (3, 5, 3),
) -> None:
    """A part as a grid whose last column is cites."""
    if not rows:
        return
    if title:
        heading(console, title)
    else:
        console.print()
    table = grid(*("" for _ in shares), shares=shares, head=False)
    for *cells, cite in rows:
        table.add_row(*cells, cite_text(cite))
    console.print(indented(table))


PARTS: tuple[Callable[[Console, Rulebook, Kept], None], ...] = (
    _basics,
    _wagers,
    _tenders,
    _paytables,
    _rates,
    _meters,
    _round,
    _rules,
    _options,
    _constraints,
    _irregularities,
    _layout,
    _terms,
    _readings,
    _elsewhere,
)
