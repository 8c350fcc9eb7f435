"""Proposed rules of a game in the form of a subchapter, and the report of its mathematics: two of
the papers that a petition for a new game holds (13:69F-8.4(d)3)."""

from collections.abc import Mapping, Sequence

from houseway.documents.blocks import Block, Document, Grid, Heading, Words
from houseway.documents.rules_text import clauses_of, sections
from houseway.odds.result import Result
from houseway.rulebook.handout import Handout
from houseway.rulebook.models import Rulebook
from houseway.wording.titles import outcome_title, price_title, wager_title

CHAPTER = "13:69F"
OPEN = "__"  # the number of a subchapter that there is not yet


def subchapter(book: Rulebook, handout: Handout, way: Sequence[str] = ()) -> Document:
    """Return the draft: numbered sections of lettered paragraphs, which cite each other by the
    numbers of the draft; ``way`` are the lines of the house way."""
    number = _number(book)
    found = sections(book, handout, way, with_cites=False)
    numbers = {
        section.title: f"{CHAPTER}-{number}.{at}" for at, section in enumerate(found, start=1)
    }
    blocks: list[Block] = [
        Words(
            "Proposed rules. Sections and paragraphs are numbered as those of the chapter are.",
            quiet=True,
        )
    ]
    for section in found:
        blocks.append(Heading(f"{numbers[section.title]} {section.title}"))
        blocks += clauses_of(section, lambda title: f"N.J.A.C. {numbers[title]}", with_cites=False)
    title = f"Subchapter {number}. {book.title}"
    running = f"{book.title} · draft rules · rulebook {book.hash[:16]}"
    return Document(title, "Draft rules", blocks, running=running)


def _number(book: Rulebook) -> str:
    """Return the subchapter that a game is in already, or a blank."""
    chapter, _, number = book.law.rpartition("-")
    return number if chapter.endswith(CHAPTER) and number else OPEN


def math_report(
    book: Rulebook, results: Sequence[Result], figures: Mapping[str, Mapping[str, object]]
) -> Document:
    """True odds, payout odds and house advantage of every wager, and how they were found."""
    rows = [
        [
            wager_title(wager, book),
            str(stated["true_odds"]),
            _payout(book, wager, stated["payout_odds"]),
            str(stated["house_advantage"]),
        ]
        for wager, stated in figures.items()
    ]
    columns = ["Wager", "True odds>", "Payout odds", "House advantage>"]
    methods = dict.fromkeys(str(one.method) for one in results)
    seconds = dict.fromkeys(one.recounted for one in results if one.second_count)
    blocks: list[Block] = [
        Words(book.summary),
        Heading("Odds of Every Wager"),
        Grid("Odds", columns, rows),
        Words(
            "True odds are losses to one win, pushes left out. The house advantage is what the "
            "house keeps on average of one unit of the wager under the best play.",
            quiet=True,
        ),
        Heading("Method"),
        Words(f"First count: {'; '.join(methods)}."),
        Words(f"Second count: {'; '.join(seconds) or 'none yet'}."),
        Words(
            f"Rulebook {book.hash}. The par sheet has every outcome; certificates have every count."
        ),
    ]
    return Document(f"Mathematical report: {book.title}", f"{book.law}", blocks)


def _payout(book: Rulebook, wager: str, pays: object) -> str:
    """One price, or each row with its own."""
    if not isinstance(pays, Mapping):
        return price_title(pays, book)
    return "; ".join(
        f"{outcome_title(row, book, wager)} {price_title(price, book)}"
        for row, price in pays.items()
    )
