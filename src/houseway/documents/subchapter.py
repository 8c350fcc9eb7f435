"""Proposed rules of a game in the form of a subchapter, and the report of its mathematics: two of
the papers that a petition for a new game holds (13:69F-8.4(d)3)."""

from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase

from houseway.counting.result import Result
from houseway.documents.blocks import Block, Document, Grid, Heading, Terms, Words
from houseway.documents.rules_text import Section, sections
from houseway.rulebook.handout import Handout
from houseway.rulebook.models import Rulebook
from houseway.wording.titles import outcome_title, price_title, wager_title

CHAPTER = "13:69F"
OPEN = "__"  # the number of a subchapter that there is not yet
LEADS = {
    "Procedure": "A round of play shall be conducted in this order, as far as each step applies:",
    "Rules of Play": "The following shall hold at every table:",
    "Options of the House": "A casino licensee may choose in each of the following:",
    "Irregularities": "The following irregularities shall be dealt with as stated:",
}


def subchapter(book: Rulebook, handout: Handout) -> Document:
    """The draft: numbered sections of lettered paragraphs."""
    number = _number(book)
    blocks: list[Block] = [
        Words(
            "Proposed rules, drafted from the rulebook of the game. Sections and paragraphs are "
            "numbered as those of the chapter are.",
            quiet=True,
        )
    ]
    for at, section in enumerate(sections(book, handout), start=1):
        blocks.append(Heading(f"{CHAPTER}-{number}.{at} {section.title}"))
        blocks += _section(section)
    title = f"Subchapter {number}. {book.title}"
    return Document(title, f"Draft rules, rulebook {book.hash[:16]}", blocks)


def _number(book: Rulebook) -> str:
    """The subchapter that a game is in already, or a blank."""
    chapter, _, number = book.law.rpartition("-")
    return number if chapter.endswith(CHAPTER) and number else OPEN


def _section(section: Section) -> list[Block]:
    blocks: list[Block] = []
    if lead := LEADS.get(section.title):
        blocks.append(Words(lead))
    marks = letters()
    told = [(f"({next(marks)})", one.text) for one in section.paragraphs]
    if told:
        blocks.append(Terms(told))
    for grid in section.grids:
        blocks += [Heading(grid.name, 2), grid]
    return blocks


def letters() -> Iterator[str]:
    """The letters of paragraphs: a to z, then aa, ab and so on.

    >>> from itertools import islice
    >>> list(islice(letters(), 25, 28))
    ['z', 'aa', 'ab']
    """
    yield from ascii_lowercase
    for first in ascii_lowercase:
        for second in ascii_lowercase:
            yield first + second
    for before in letters():
        yield f"a{before}{before}"


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
