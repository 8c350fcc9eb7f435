"""A document's grids as CSV; words and drawings stay behind."""

import csv
import io

from houseway.documents.blocks import Document, Grid, Heading


def grids(document: Document) -> list[tuple[str, Grid]]:
    """Every grid with the heading it stands under."""
    found: list[tuple[str, Grid]] = []
    under = ""
    for block in document.blocks:
        if isinstance(block, Heading):
            under = block.text
        elif isinstance(block, Grid):
            found.append((under, block))
    return found


def as_csv(document: Document) -> str:
    """All grids one after another, each row with the heading and the name of its grid."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    for under, grid in grids(document):
        write(["part", "table", *(name for name, _ in grid.heads)])
        for row in grid.rows:
            write([under, grid.name, *row])
    return out.getvalue()
