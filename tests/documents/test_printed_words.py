"""No document shows an identifier: wagers, spots, rows, options and choices have printed titles."""

import re
from collections.abc import Iterator
from html import unescape
from itertools import chain

import pytest

from houseway.certificates import figures, petitions
from houseway.documents.blocks import (
    Blanks,
    Block,
    Clauses,
    Contents,
    Document,
    Drawing,
    Grid,
    Heading,
    Steps,
    Terms,
    Words,
)
from houseway.documents.dealer_card import dealer_card
from houseway.documents.guide import booklet, leaflet
from houseway.documents.html import html
from houseway.documents.layout.printed import printed
from houseway.documents.math_report import math_report
from houseway.documents.parsheet import parsheet
from houseway.documents.pdf import source
from houseway.documents.petition_papers import equipment_sheet, petition_letter
from houseway.documents.placard import placard_html
from houseway.documents.rules_text import house_way
from houseway.documents.sheets import as_csv
from houseway.documents.subchapter import subchapter
from houseway.games import Game, games
from houseway.rulebook.handout import Handout
from houseway.rulebook.models import Rulebook
from houseway.rulebook.petition import Petition, Shown
from houseway.rulebook.placard import placard
from houseway.rulebook.table_rules import TableRules
from houseway.terminal.example_round import example
from houseway.terminal.parsheet import about
from houseway.terminal.petition_pack import Asked, checklist, drafted
from houseway.training.rehearsal import typical_rounds
from houseway.wording.sentences import shall
from houseway.wording.titles import wager_title

NEVER = re.compile("[_@\u200b]")
DAY = "2026-01-02"
HANDS = " four of a kind, four eights, four tens, straight flush"
_WRITTEN = re.compile(r">([^<>]+)</(?:text|tspan|title)>|aria-label=\"([^\"]*)\"")
_CELL = re.compile(r"<(?:td|h1|h2|li|b|span)[^>]*>([^<>]+)")


def fragments(document: Document) -> Iterator[str]:
    """Return every piece of text of a document, words in drawings included."""
    return chain((document.title, document.under), *map(_texts, document.blocks))


def _texts(block: Block) -> Iterator[str]:
    if isinstance(block, (Heading, Words)):
        yield block.text
    elif isinstance(block, Grid):
        yield block.name
        yield from (name for name, _ in block.heads)
        yield from chain.from_iterable(block.rows)
    elif isinstance(block, Drawing):
        yield block.caption
        yield from (unescape(a or b) for a, b in _WRITTEN.findall(block.svg))
    elif isinstance(block, Steps):
        yield from block.items
    elif isinstance(block, Terms):
        yield from chain.from_iterable(block.items)
    elif isinstance(block, Clauses):
        yield from (text for _, mark, *said in block.items for text in (mark, *said))
    elif isinstance(block, Blanks):
        yield from block.labels
    else:
        assert isinstance(block, Contents)


def documents(found: Game) -> Iterator[tuple[str, list[str]]]:
    """Return the text of every document of a game at its usual table, by its name."""
    edition = found.editions[0]
    book, words, layout = found.rulebook(edition), found.handout, found.layout(edition)
    rules = TableRules(book)
    results = figures.at_table(found, rules) if found.has_odds else []
    made = {
        "guide": leaflet(rules, words, layout, results, example(found, rules)),
        "guide --full": booklet(book, words, layout, house_way(found, rules)),
        "card": dealer_card(found, rules, words, typical_rounds(found, edition, {})),
        "layout": printed(rules, layout),
        "draft rules": subchapter(book, words, house_way(found, rules)),
    }
    asked = Asked(found, rules, {}, Petition(title=book.title), "", DAY)
    stated = petitions.figures(Shown(game=found.id, edition=edition, options={})) if results else {}
    if results:
        made["par sheet"] = parsheet(book, results, about(found, rules, results, "A. Smith", DAY))
        made["math report"] = math_report(book, results, stated)
    if edition == "nj":
        petition = drafted(asked, stated)
        lacking = petitions.all_problems(petition, edition)
        made["equipment"] = equipment_sheet(rules, layout)
        made["letter"] = petition_letter(petition, petitions.law(edition), rules, [], DAY)
        made["checklist"] = checklist(petitions.law(edition), petition, lacking, {})
    yield from ((name, list(fragments(one))) for name, one in made.items())
    yield "sign", [unescape(one) for one in _CELL.findall(placard_html(placard(rules, words)))]


def _sentences(value: object) -> Iterator[str]:
    """Return every text in some data that has more than one word."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        yield from chain.from_iterable(map(_sentences, value))
    elif " " in str(value):
        yield f" {value}"


def mangled(book: Rulebook, words: Handout) -> tuple[set[str], re.Pattern[str]]:
    """Return identifiers as they look with spaces: those that are wrong as a whole cell or heading,
    and those of several words, which are wrong anywhere since no sentence of the rulebook has them.
    """
    rows = {row: name for one in book.paytables.values() for row, name in one.rows.items()}
    keys = {*book.wagers, *book.meters, *book.paytables, *rows, *book.options, *book.rules, "main"}
    keys |= {str(one) for option in book.choices.values() for one in option.choices or []}
    prose = " ".join(_sentences([book.model_dump(), words.model_dump()]))
    ordered = " ".join(shall(step.says) for step in book.round.values())
    prose = f"{HANDS} {prose} {ordered}".lower().replace("_", " ")
    spaced = {key.replace("_", " ") for key in keys if "_" in key and key not in rows}
    several = {one for one in spaced if f" {one}" not in prose}
    cells = {key for key in keys if key.islower() and not key.isdigit() and len(key) > 1}
    either = "|".join(sorted(map(re.escape, several), key=len, reverse=True))
    cells |= {one for one in spaced if one.islower()}
    return cells, re.compile(rf"(?<![\w-])(?:{either or '(?!)'})(?![\w-])")


@pytest.mark.parametrize("id", games())
def test_no_document_shows_an_identifier(id) -> None:
    found = games()[id]
    cells, anywhere = mangled(found.rulebook(found.editions[0]), found.handout)
    for name, texts in documents(found):
        for text in texts:
            assert not NEVER.search(text), (name, text)
            assert text not in cells, (name, text)
            assert not anywhere.search(text), (name, text)


def test_files_have_no_break_that_would_be_copied(tmp_path) -> None:
    """What is copied out of a PDF is what the document says."""
    long = Document("Exact", "", [Grid("x", ["n>"], [[f"{10**60}/7"]])])
    for text in (source(long, tmp_path), html(long), as_csv(long)):
        assert "\u200b" not in text


@pytest.mark.parametrize(
    ("game", "wager", "title"),
    [
        ("craps", "dont_pass", "Don't Pass"),
        ("craps", "place_win@4@roll", "Place to Win 4, per roll"),
        ("craps", "come@odds", "Come, with full odds"),
        ("three-card-poker", "main", "Main Game"),
        ("blackjack", "main", "Blackjack"),
        ("keno", "straight@4@x5", "Straight, 4 spots, 5 games"),
        ("keno", "way@2+2+2:any2", "Way, groups of 2, 2 and 2, any 2 together"),
    ],
)
def test_a_wager_is_called_by_its_printed_name(game, wager, title) -> None:
    assert wager_title(wager, games()[game].rulebook("nj")) == title
