"""The parts that every benchmark shares: its options and the section of docs/performance.md.

A benchmark prints its section as Markdown to stdout and its progress to stderr. ``write.py`` runs
all of them and assembles the document.
"""

import argparse
import shutil
import sys
from collections.abc import Iterable, Sequence


def options(description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the option that all benchmarks have."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--smoke", action="store_true", help="tiny counts: check that it runs, measure nothing"
    )
    return parser


def progress(line: str) -> None:
    """Print a line for whoever is waiting."""
    print(line, file=sys.stderr, flush=True)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; the first column is text, the others are figures."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def section(title: str, *parts: str) -> None:
    """Print a section: its title, paragraphs and tables."""
    print("\n\n".join([f"## {title}", *parts]))


def compiler(name: str) -> str | None:
    """Return the path of a C or C++ compiler, or say that its rows are left out."""
    found = shutil.which(name)
    if found is None:
        progress(f"{name} is not installed: rows that need it are left out")
    return found


def figure(value: float) -> str:
    """Return a number with about three digits."""
    if value >= 100:
        return f"{value:,.0f}"
    if value >= 10:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 0.1 else f"{value:.2g}"
