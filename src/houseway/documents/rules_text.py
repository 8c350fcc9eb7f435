"""A rulebook as sections of paragraphs with their cites: a booklet, and a draft subchapter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from houseway.documents.blocks import Grid
from houseway.rulebook.handout import Handout, is_hidden
from houseway.rulebook.models import Rulebook, Wager
from houseway.rulebook.money import money
from houseway.rulebook.words import (
    card_head,
    card_rows,
    deck_words,
    reset_words,
    window_words,
)
from houseway.wording.titles import (
    amount_title,
    capital,
    meter_terms,
    option_choices,
    option_title,
    plain_title,
    pocket_title,
    price_title,
    prose,
    rule_title,
    rulings_title,
    wager_title,
)


@dataclass(frozen=True)
class Paragraph:
    """One thing that the rules say."""

    text: str
    cite: str


@dataclass(frozen=True)
class Section:
    """A part of the rules: paragraphs, and tables after them."""

    title: str
    paragraphs: Sequence[Paragraph]
    grids: Sequence[Grid] = ()


def sections(book: Rulebook, handout: Handout) -> list[Section]:
    """All that a rulebook says, in the order of a subchapter; parts that are empty are left out,
    and so are wagers that a round books apart and no player makes by their names."""
    wagers = {key: one for key, one in book.wagers.items() if not is_hidden(key, handout)}
    found = [
        Section("Definitions", _definitions(book)),
        Section("Equipment", _equipment(book)),
        Section("Wagers", [_wager(book, key, wager) for key, wager in wagers.items()]),
        Section("Payout Odds", _payouts(book, wagers), _pay_grids(book)),
        Section("Procedure", _procedure(book)),
        Section("Rules of Play", _rules(book)),
        Section("Options of the House", _options(book)),
        Section("Irregularities", _irregularities(book)),
    ]
    return [one for one in found if one.paragraphs or one.grids]


def _sentence(text: str, book: Rulebook | None = None) -> str:
    text = prose(text.strip(), book) if book else text.strip()
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def _definitions(book: Rulebook) -> list[Paragraph]:
    return [
        Paragraph(_sentence(f"“{name}” means {term.means}"), term.cite)
        for name, term in book.terms.items()
    ]


def _equipment(book: Rulebook) -> list[Paragraph]:
    found = []
    if book.seats:
        found.append(Paragraph(f"The table has places for {book.seats.max}.", book.seats.cite))
    if book.deck:
        said = deck_words(book.deck, book.chooses_decks)
        found.append(Paragraph(_sentence(f"The game is played with {said}"), book.deck.cite))
    for wheel in book.wheels.values():
        order = ", ".join(pocket_title(one, book) for one in wheel.pockets)
        said = f"{wheel.name}: {len(wheel.pockets)} pockets, in the order {order}"
        found.append(Paragraph(_sentence(said), wheel.cite))
    if book.cage:
        said = f"{book.cage.drawn} of the numbers 1 to {book.cage.numbers} are drawn"
        found.append(Paragraph(_sentence(said), book.cage.cite))
    if book.layout:
        shown = "; ".join(book.layout.inscriptions)
        found.append(Paragraph(_sentence(f"The layout shows {shown}"), book.layout.cite))
    return found


def _wager(book: Rulebook, key: str, wager: Wager) -> Paragraph:
    need = "required" if wager.required else "optional"
    amount = _amount(book, key, wager)
    offered = " if the house offers it" if wager.if_offered else ""
    said = f"{wager.name} ({need}, {window_words(wager)}{offered}; {amount})"
    return Paragraph(
        _sentence(f"{said}: {prose(wager.says, book)}" if wager.says else said), wager.cite
    )


def _amount(book: Rulebook, key: str, wager: Wager) -> str:
    """How large a wager may be."""
    if wager.paid_on:
        return f"no stake of its own; paid on the {wager_title(wager.paid_on, book)}"
    least = book.minimums.get(key)
    said = [f"at least {money(least.at_least)}"] if least and least.at_least else []
    said += amount_title(wager, book)
    if wager.one_amount:
        said.append("one amount that the house sets")
    usual = "within the table's limits" if wager.window == "bets" else "as the round allows"
    return " and ".join(said) or usual


def _payouts(book: Rulebook, wagers: Mapping[str, Wager]) -> list[Paragraph]:
    found = [
        Paragraph(f"{wager.name} pays {wager.pays}.", wager.cite)
        for wager in wagers.values()
        if wager.pays
    ]
    for meter in book.meters.values():
        terms = f"starts again from {reset_words(meter)} and takes {meter_terms(meter, book)}"
        said = f"{meter.name} {terms}"
        found.append(Paragraph(_sentence(said), meter.cite))
    return found


def _pay_grids(book: Rulebook) -> list[Grid]:
    grids = []
    for table in book.paytables.values():
        names = list(table.tables)
        heads = ["", *(f"{plain_title(name)}>" if len(names) > 1 else "pays>" for name in names)]
        prices = [table.prices(name) for name in names]
        rows = [
            [said, *(price_title(one[row], book) for one in prices)]
            for row, said in table.rows.items()
        ]
        grids += _narrow(f"{table.name} ({table.cite})", heads, rows)
    if book.rates and book.cage:
        for card in book.rates.cards.values():
            heads = [f"{name}>" for name in card_head(card)]
            grids.append(Grid(card.name, heads, card_rows(card, book.cage)))
    return grids


WIDEST = 7  # columns that a page has room for


def _narrow(name: str, heads: list[str], rows: list[list[str]]) -> list[Grid]:
    """A table, in several parts where it has more columns than a page has room for."""
    parts = []
    for first in range(1, len(heads), WIDEST):
        part = slice(first, first + WIDEST)
        title = name if first == 1 else f"{name}, continued"
        cut = [[row[0], *row[part]] for row in rows]
        parts.append(Grid(title, [heads[0], *heads[part]], cut))
    return parts


def _procedure(book: Rulebook) -> list[Paragraph]:
    return [
        Paragraph(_sentence(capital(step.says)), cites(step.cite, step.cite_by))
        for step in book.round.values()
    ]


def _rules(book: Rulebook) -> list[Paragraph]:
    return [
        Paragraph(_sentence(f"{rule.says}: {rule_title(name, book)}", book), rule.cite)
        for name, rule in book.fixed.items()
    ]


def _options(book: Rulebook) -> list[Paragraph]:
    found = [
        Paragraph(
            _sentence(f"{option_title(name, book)}: {option_choices(name, book)}"), option.cite
        )
        for name, option in book.choices.items()
    ]
    limits = [Paragraph(_sentence(capital(one.says)), one.cite) for one in book.constraints]
    return [*found, *limits]


def _irregularities(book: Rulebook) -> list[Paragraph]:
    return [
        Paragraph(
            f"{_sentence(one.says)} Ruling: {_sentence(capital(rulings_title(one, book)))}",
            cites(one.cite, one.cite_by),
        )
        for one in book.irregularities.values()
    ]


def cites(cite: str, by: dict[str, dict[str, str]]) -> str:
    """The paragraphs behind something, those of single cases included, none of them twice."""
    every = [cite, *(one for cases in by.values() for one in cases.values())]
    parts = [part.strip() for text in every for part in text.split(", ") if part.strip()]
    return ", ".join(dict.fromkeys(parts))
