"""A document as one HTML page that needs nothing else."""

import re
from html import escape

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

STYLE = """
:root { color-scheme: light dark;
  --ink: #1f2328; --quiet: #5c6670; --line: #d8dde2; --paper: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --quiet: #9aa4ae; --line: #3a4148; --paper: #16191d; }
}
body { margin: 3rem auto; max-width: 60rem; padding: 0 1.5rem; background: var(--paper);
  color: var(--ink); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.25rem; margin: 3rem 0 .6rem;
  border-top: 1px solid var(--line); padding-top: 1rem; }
h3 { font-size: 1rem; margin: 2rem 0 .4rem; }
p { margin: .5rem 0; } .under, .quiet { color: var(--quiet); }
.wide { overflow-x: auto; margin: .8rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .87rem; }
th, td { padding: .28rem .9rem .28rem 0; text-align: left; vertical-align: top; }
th { color: var(--quiet); font-weight: 500; border-bottom: 1px solid var(--line); }
.number { text-align: right; white-space: nowrap; }
tr.total td { border-top: 1px solid var(--line); font-weight: 600; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
li { margin: .25rem 0; } dt { font-weight: 600; margin-top: .4rem; } dd { margin: 0; }
.blank { border-bottom: 1px solid var(--ink); height: 2.4rem; margin-bottom: .2rem; }
.clause { margin: .35rem 0 .35rem 2.4rem; } .clause span:first-child { float: left;
  margin-left: -2.4rem; } .level-1 { margin-left: 4.8rem; } .level-2 { margin-left: 7.2rem; }
figcaption { color: var(--quiet); font-size: .87rem; }
@media print { body { margin: 0; max-width: none; } h2, h3 { break-after: avoid; } }
"""


def html(document: Document) -> str:
    """The text of the page."""
    title = escape(document.title)
    body = "\n".join(
        _contents(document) if isinstance(block, Contents) else _block(block)
        for block in document.blocks
    )
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{title}</h1>\n<p class="under">{escape(document.under)}</p>\n{body}\n'
        "</main>\n</body>\n</html>\n"
    )


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        at = f' id="{slug(block.text)}"' if block.level == 1 else ""
        return f"<h{block.level + 1}{at}>{escape(block.text)}</h{block.level + 1}>"
    if isinstance(block, Words):
        return f"<p{' class=quiet' if block.quiet else ''}>{escape(block.text)}</p>"
    if isinstance(block, Drawing):
        caption = f"<figcaption>{escape(block.caption)}</figcaption>" if block.caption else ""
        return f"<figure>{block.svg}{caption}</figure>"
    if isinstance(block, Steps):
        tag = "ol" if block.numbered else "ul"
        return f"<{tag}>{''.join(f'<li>{escape(item)}</li>' for item in block.items)}</{tag}>"
    if isinstance(block, Terms):
        items = "".join(f"<dt>{escape(n)}</dt><dd>{escape(said)}</dd>" for n, said in block.items)
        return f"<dl>{items}</dl>"
    if isinstance(block, Clauses):
        return "".join(_clause(*item) for item in block.items)
    if isinstance(block, Blanks):
        return "".join(f'<div class="blank"></div><p>{escape(one)}</p>' for one in block.labels)
    assert isinstance(block, Grid)
    return _grid(block)


def _clause(level: int, mark: str, text: str, note: str) -> str:
    said = f' <span class="quiet">[{escape(note)}]</span>' if note else ""
    return f'<p class="clause level-{level}"><span>{escape(mark)}</span> {escape(text)}{said}</p>\n'


def slug(heading: str) -> str:
    """Where a heading is found on its page.

    >>> slug("How a Round Goes")
    'how-a-round-goes'
    """
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")


def _contents(document: Document) -> str:
    heads = [one for one in document.blocks if isinstance(one, Heading) and one.level == 1]
    items = "".join(f'<li><a href="#{slug(h.text)}">{escape(h.text)}</a></li>' for h in heads)
    return f"<nav><ol>{items}</ol></nav>"


def _grid(grid: Grid) -> str:
    def cells(tag: str, row: list[str]) -> str:
        return "".join(
            f"<{tag}{' class=number' if number else ''}>{escape(cell)}</{tag}>"
            for cell, (_, number) in zip(row, grid.heads, strict=True)
        )

    first_total = len(grid.rows) - grid.totals
    rows = "\n".join(
        f"<tr{' class=total' if at >= first_total else ''}>{cells('td', list(row))}</tr>"
        for at, row in enumerate(grid.rows)
    )
    head = cells("th", [name for name, _ in grid.heads])
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(grid.name)}"><table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table></div>"
    )
