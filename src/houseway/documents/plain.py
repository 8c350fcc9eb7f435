"""A document as plain text, for a terminal."""

from itertools import count
from textwrap import wrap

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

WIDTH = 78


def plain(document: Document) -> str:
    """The text; drawings and contents stay behind."""
    parts = [document.title, document.under]
    for block in document.blocks:
        parts += _lines(block)
    return "\n".join(parts) + "\n"


def _lines(block: Block) -> list[str]:
    if isinstance(block, Drawing | Contents):
        return []
    if isinstance(block, Heading):
        return ["", block.text.upper() if block.level == 1 else block.text]
    if isinstance(block, Words):
        return wrap(block.text, WIDTH)
    if isinstance(block, Steps):
        marks = (f"{n}. " if block.numbered else "- " for n in count(1))
        items = zip(marks, block.items, strict=False)
        return [line for mark, item in items for line in _hung(mark, item)]
    if isinstance(block, Terms):
        return [line for name, said in block.items for line in _hung("", _term(name, said), "  ")]
    if isinstance(block, Clauses):
        return [line for item in block.items for line in _clause(*item)]
    if isinstance(block, Blanks):
        return [f"{label}: ____________________" for label in block.labels]
    return _grid(block)


def _term(name: str, said: str) -> str:
    return f"{name} {said}" if name.endswith(".") else f"{name}: {said}"


def _clause(level: int, mark: str, text: str, note: str) -> list[str]:
    before = "    " * level + (f"{mark} " if mark else "")
    return _hung(before, f"{text} [{note}]" if note else text)


def _hung(mark: str, text: str, indent: str = "") -> list[str]:
    indent = indent or " " * len(mark)
    return wrap(text, WIDTH, initial_indent=mark, subsequent_indent=indent)


def _grid(grid: Grid) -> list[str]:
    names = [name for name, _ in grid.heads]
    if names == ["", "paragraph"]:
        return [line for said, cite in grid.rows for line in _hung("", f"{said} [{cite}]", "  ")]
    table = [names, *grid.rows] if any(names) else list(grid.rows)
    wide = [max(len(row[at]) for row in table) for at in range(len(names))]
    return [
        "  ".join(
            cell.rjust(w) if number else cell.ljust(w)
            for cell, w, (_, number) in zip(row, wide, grid.heads, strict=True)
        ).rstrip()
        for row in table
    ]
