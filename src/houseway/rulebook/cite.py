"""Cites: how a paragraph of the law is written."""

import re
from collections.abc import Collection

# How each edition's paragraphs are named to people: the first pattern that fits the whole cite.
FORMS: dict[str, tuple[tuple[str, str], ...]] = {
    "nj": (
        (r"69E-(?P<rest>\d+\.\d.*)", "N.J.A.C. 13:69E-{rest}"),
        (r"(?P<rest>\d+[A-Z]?\.\d.*)", "N.J.A.C. 13:69F-{rest}"),
    ),
    "nj-19-47": (
        (r"69(?P<chapter>[EF])-(?P<rest>\d+[A-Z]?\.\d.*)", "N.J.A.C. 13:69{chapter}-{rest}"),
        (r"(?P<rest>\d+[A-Z]?\.\d.*)", "N.J.A.C. 19:47-{rest}"),
    ),
    "md": (
        (
            r"(?P<chapter>\d+)\.(?P<rest>[A-Z].*)",
            "Maryland Three Card Blitz, ch. {chapter} §{rest}",
        ),
        (r"(?P<chapter>\d+)", "Maryland Three Card Blitz, ch. {chapter}"),
    ),
    "own": (
        (r"69(?P<chapter>[EF])-(?P<rest>\d+[A-Z]?\.\d.*)", "N.J.A.C. 13:69{chapter}-{rest}"),
        (r"(?P<rest>\d+[A-Z]?\.\d.*)", "rule {rest}"),
    ),
}

CHAPTER = "69F-"  # of the current edition's paragraphs, in an older edition

_SECTION = re.compile(r"(?:\d+[A-Z]-)?\d+[A-Z]?\.\d+[A-Z]*|\d+(?=\.[A-Z]|$)")
_PART = r"(?:\([0-9A-Za-z]+\)(?:bis)?|\d+|[ivx]+|\.?[A-Z])"
_LEVEL = re.compile(rf"{_PART}(?:-{_PART})?")
_TERM = re.compile(r"( \S.*?)(?:( \d+)([ivx]+)?)?")


def split(cite: str) -> tuple[str, ...]:
    """The paragraphs of a comma-separated list.

    >>> split("51.10(e)4,  51.1  Royal Blitz")
    ('51.10(e)4', '51.1 Royal Blitz')
    """
    words = (" ".join(part.split()) for part in cite.split(","))
    return tuple(word for word in words if word)


def with_chapter(cite: str, alike: Collection[str] = ()) -> str:
    """Each paragraph of a list with its chapter before it, where it has none; but those that both
    editions have alike are the older one's own.

    >>> with_chapter("8.2(a), 69E-1.17, 2.3(b)", alike=["2.3(b)"])
    '69F-8.2(a), 69E-1.17, 2.3(b)'
    """
    return ", ".join(
        one if "-" in one[:4] or one in alike else CHAPTER + one for one in split(cite)
    )


def is_under(cite: str, paragraph: str) -> bool:
    """Whether one of the paragraphs of a cite is this one or stands below it.

    >>> is_under("51.1 Play, 51.11(b)", "51.11"), is_under("51.11(b)", "51.1")
    (True, False)
    """
    wanted = levels(paragraph)
    return any(levels(one)[: len(wanted)] == wanted for one in split(cite))


def levels(cite: str) -> tuple[str, ...]:
    """A cite taken apart, section first; joined together again it is the cite.

    >>> levels("51.4(c)1ii")
    ('51.4', '(c)', '1', 'ii')
    """
    section = _SECTION.match(cite)
    if section is None:
        raise ValueError(f"{cite!r} does not start with a section")
    found, rest = [section[0]], cite[section.end() :]
    if rest.startswith(" "):
        term = _TERM.fullmatch(rest)
        if term is None:
            raise ValueError(f"{cite!r} names no term after its section")
        return (*found, *(part for part in term.groups() if part))
    while rest:
        level = _LEVEL.match(rest)
        if level is None:
            raise ValueError(f"{cite!r} cannot be parsed from {rest!r} on")
        found.append(level[0])
        rest = rest[level.end() :]
    return tuple(found)


def parent(cite: str) -> str | None:
    """The paragraph, section or chapter that holds this one; None for a whole section of New
    Jersey or chapter of Maryland.

    >>> parent("51.4(c)1ii"), parent("51.1 Blitz"), parent("12.E"), parent("51.10")
    ('51.4(c)1', '51.1', '12', None)
    """
    return "".join(levels(cite)[:-1]) or None


def title(cite: str, jurisdiction: str) -> str:
    """The full form for people; `jurisdiction` is an edition: ``nj``, ``nj-19-47``, ``md``
    or ``own``.

    >>> title("51.10(e)4", "nj")
    'N.J.A.C. 13:69F-51.10(e)4'
    >>> title("51.1 Royal Blitz", "nj")
    'N.J.A.C. 13:69F-51.1 "Royal Blitz"'
    """
    if jurisdiction not in FORMS:
        raise ValueError(f"unknown edition {jurisdiction!r}: one of {', '.join(FORMS)}")
    section, *rest = levels(cite)
    if rest and rest[0].startswith(" "):
        rest[0] = f' "{rest[0].strip()}"'
    written = section + "".join(rest)
    for pattern, form in FORMS[jurisdiction]:
        if match := re.fullmatch(pattern, written):
            return form.format(**match.groupdict())
    raise ValueError(f"{cite!r} is not the form of a paragraph of edition {jurisdiction!r}")
