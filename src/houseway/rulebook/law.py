"""Every paragraph of the law, and how many of them the software covers.

The folder ``law`` lists the paragraphs of each source, in its order, by cite and kind; it holds
none of the text. A paragraph's kind says what it asks of software:

- ``executed``: it decides, computes, refuses or orders something
- ``data``: it fixes a value that a rulebook holds
- ``definition``: it defines a term
- ``conduct``: people handle it; software can only prompt for it or record it
- ``borrowed``: it brings in another section
- ``reserved``: it is empty
"""

import difflib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path

from houseway.rulebook.cite import parent, split, with_chapter

KINDS = ("executed", "data", "definition", "conduct", "borrowed", "reserved")
STATUSES = ("executed", "data", "conduct", "reserved", "missing")

OLDER = "nj-19-47"  # known in fragments; the current edition fills the gaps
OWN = "own"  # an inventor's rules, with a numbering of their own

_LAW = resources.files("houseway.rulebook").joinpath("law")
_ADDED: dict[str, Path] = {}  # sources that games outside of the package bring
_HEADER = "cite\tkind"


@dataclass(frozen=True)
class Paragraph:
    """One paragraph of the law; its source is the subchapter (or Maryland's rules) it stands in."""

    cite: str
    kind: str
    source: str


@dataclass(frozen=True)
class Coverage:
    """How each paragraph of a source is covered."""

    source: str
    rows: tuple[tuple[Paragraph, str], ...]

    @property
    def counts(self) -> dict[str, int]:
        """Return the number of paragraphs with each status, including zeros."""
        found = Counter(status for _, status in self.rows)
        return {status: found[status] for status in STATUSES}

    @property
    def total(self) -> int:
        """Return the number of paragraphs that require something."""
        return sum(paragraph.kind != "reserved" for paragraph, _ in self.rows)

    @property
    def covered(self) -> int:
        """Return the number of those that are not missing."""
        return sum(
            paragraph.kind != "reserved" and status != "missing" for paragraph, status in self.rows
        )

    @property
    def held_only(self) -> list[str]:
        """Paragraphs that decide something and are only held: as data, or as left to people."""
        return [one.cite for one, status in self.rows if one.kind == "executed" != status]

    @property
    def share(self) -> Fraction:
        """Return the covered share; one if nothing is required."""
        return Fraction(self.covered, self.total) if self.total else Fraction(1)


@cache
def _names() -> tuple[str, ...]:
    names = (file.name for file in _LAW.iterdir())
    ours = sorted(name.removesuffix(".tsv") for name in names if name.endswith(".tsv"))
    return (*ours, *sorted(_ADDED))


def add_source(name: str, path: Path) -> None:
    """A list of paragraphs that is not in the package: those of an inventor's own rules."""
    if edition(name) != OWN:
        raise ValueError(f"{name!r} is not a valid name for a house edition")
    if _ADDED.get(name) != path:
        _ADDED[name] = path
        for kept in (_names, paragraphs, known):
            kept.cache_clear()


def forget_sources() -> None:
    """Leave only the sources of the package."""
    _ADDED.clear()
    for kept in (_names, paragraphs, known):
        kept.cache_clear()


def sources() -> list[str]:
    """The sources whose paragraphs are listed: ``01``, ``01A``, ... ``51``, ``MD-3CB``."""
    return list(_names())


def edition(source: str) -> str:
    """The edition that a source belongs to.

    >>> edition("02A"), edition("02-19-47"), edition("MD-3CB")
    ('nj', 'nj-19-47', 'md')
    """
    if source.startswith("MD-"):
        return "md"
    if source.startswith(f"{OWN}-"):
        return OWN
    return OLDER if source.endswith("-19-47") else "nj"


@cache
def paragraphs(source: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a source, in its order."""
    if source not in _names():
        raise ValueError(f"unknown source {source!r}: one of {', '.join(_names())}")
    file = _ADDED.get(source) or _LAW.joinpath(f"{source}.tsv")
    lines = file.read_text(encoding="utf-8").splitlines()
    if not lines or lines[0] != _HEADER:
        raise ValueError(f"{source}.tsv: the first line must be {_HEADER!r}")
    found = []
    for number, line in enumerate(lines[1:], start=2):
        cite, tab, kind = line.partition("\t")
        if not (cite and tab) or kind not in KINDS:
            raise ValueError(f"{source}.tsv, line {number}: {line!r} is not a cite and a kind")
        found.append(Paragraph(cite, kind, source))
    return tuple(found)


@cache
def known(edition: str) -> frozenset[str]:
    """Everything an edition may cite: its paragraphs, and the paragraphs, sections and chapters
    that hold them; the older edition and somebody's own rules also those of the current one, with
    their chapter."""
    found: set[str] = set()
    for source in [] if edition == OWN and not _ADDED else _of(edition):
        for paragraph in paragraphs(source):
            cite: str | None = paragraph.cite
            while cite is not None:
                found.add(cite)
                cite = parent(cite)
    if edition in (OLDER, OWN):
        found |= {with_chapter(cite) for cite in known("nj")}
    return frozenset(found)


def _of(name: str) -> list[str]:
    found = [source for source in _names() if edition(source) == name]
    if not found:
        editions = sorted({edition(source) for source in _names()})
        raise ValueError(f"unknown edition {name!r}: one of {', '.join(editions)}")
    return found


def coverage(
    source: str,
    *,
    executed: Collection[str],
    data: Collection[str],
    conduct: Mapping[str, str],
) -> Coverage:
    """Return how a source is covered by what cites it."""

    def status(paragraph: Paragraph) -> str:
        if paragraph.cite in executed:
            return "executed"
        if paragraph.cite in data:
            return "data"
        if paragraph.cite in conduct:
            return "conduct"
        return "reserved" if paragraph.kind == "reserved" else "missing"

    executed, data = frozenset(executed), frozenset(data)
    return Coverage(source, tuple((p, status(p)) for p in paragraphs(source)))


def unknown_cites(edition: str, cites: Iterable[str]) -> list[str]:
    """The cites that name no paragraph of an edition, each once, with the nearest that exist.

    A cite may be a comma-separated list.

    >>> unknown_cites("nj", ["51.10(e)4, 51.1 blitz"])
    ['51.1 blitz (nearest: 51.1 Blitz, 51.1 Double Blitz, 51.1 Royal Blitz)']
    """
    ids = known(edition)
    wrong = dict.fromkeys(one for cite in cites for one in split(cite) if one not in ids)
    return [_with_nearest(one, ids) for one in wrong]


def _with_nearest(cite: str, ids: Iterable[str]) -> str:
    near = difflib.get_close_matches(cite, ids, n=3)
    return f"{cite} (nearest: {', '.join(near)})" if near else cite


def cited(content: object) -> set[str]:
    """Every paragraph that a rulebook's values cite, given as plain data. What it lists as conduct
    is not among them: that is left to people."""
    found: set[str] = set()
    if isinstance(content, Mapping):
        for key, value in content.items():
            if key in ("cite", "at"):
                found |= set(split(str(value)))
            elif key in ("cites", "cite_by"):
                found |= {one for text in _leaves(value) for one in split(text)}
            elif key == "borrows":
                found |= set(value)
            elif key != "conduct":
                found |= cited(value)
    elif isinstance(content, list):
        for value in content:
            found |= cited(value)
    return found


def _leaves(value: object) -> list[str]:
    if isinstance(value, Mapping):
        return [leaf for inner in value.values() for leaf in _leaves(inner)]
    return [str(value)]
