"""An edition that is known only in part, read as the other edition with its own words put in.

Of the older New Jersey text a few sections survive. Its rulebook says ``extends: nj`` and then only
what those sections say; what they do not reach is taken from the edition named, whose paragraphs
are cited with their chapter, ``69F-2.12(b)``. A key set to nothing is left out; ``readings`` and
``constraints`` are added to; everything else is put in the place of what it names.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from houseway.rulebook.cite import split
from houseway.rulebook.load import BadFile, read_yaml

CHAPTER = "69F-"  # of the current edition's paragraphs, in an older edition
ADDED = ("readings", "constraints")
_CITES = ("cite", "at")
_MANY = ("cites", "cite_by")
_KEYS = ("borrows", "conduct")


def read_edition(path: Path) -> Any:
    """The content of an edition's file, with what it extends filled in."""
    content = read_yaml(path)
    if not isinstance(content, dict) or "extends" not in content:
        return content
    own = {key: value for key, value in content.items() if key != "extends"}
    base = path.with_name(f"{content['extends']}.yaml")
    if not base.exists():
        raise BadFile(str(path), [("extends", f"there is no {base.name}")])
    return overlay(with_chapter(read_edition(base)), own)


def overlay(below: Any, above: Any) -> Any:
    """The one with the other laid over it.

    >>> overlay({"a": {"b": 1, "c": 2}}, {"a": {"b": 3, "c": None}})
    {'a': {'b': 3}}
    """
    if not (isinstance(below, Mapping) and isinstance(above, Mapping)):
        return above
    merged = dict(below)
    for key, value in above.items():
        if value is None:
            merged.pop(key, None)
        elif key in ADDED:
            merged[key] = [*merged.get(key, []), *value]
        else:
            merged[key] = overlay(merged.get(key), value)
    return merged


def with_chapter(content: Any) -> Any:
    """The content with its paragraphs cited as those of another chapter.

    >>> with_chapter({"cite": "2.3(a), 69E-1.17", "says": "2.3(a)"})
    {'cite': '69F-2.3(a), 69E-1.17', 'says': '2.3(a)'}
    """
    if isinstance(content, Mapping):
        return {key: _value(key, value) for key, value in content.items()}
    if isinstance(content, list):
        return [with_chapter(item) for item in content]
    return content


def _value(key: Any, value: Any) -> Any:
    if key in _CITES:
        return cite_with_chapter(str(value))
    if key in _MANY:
        return _leaves(value)
    if key in _KEYS:
        return {cite_with_chapter(str(cite)): says for cite, says in value.items()}
    return with_chapter(value)


def _leaves(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _leaves(inner) for key, inner in value.items()}
    return cite_with_chapter(str(value))


def cite_with_chapter(cite: str) -> str:
    """Each paragraph of a list with its chapter before it, where it has none.

    >>> cite_with_chapter("8.2(a), 69E-1.17")
    '69F-8.2(a), 69E-1.17'
    """
    return ", ".join(one if "-" in one[:4] else CHAPTER + one for one in split(cite))
