"""Proposed rules of a game in the form of a subchapter, which a petition for a new game holds
(13:69F-8.4(d)3ii)."""

from collections.abc import Sequence

from houseway.documents.blocks import Block, Document, Heading, Words
from houseway.documents.rules_text import clauses_of, sections
from houseway.rulebook.handout import Handout
from houseway.rulebook.models import Rulebook

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
