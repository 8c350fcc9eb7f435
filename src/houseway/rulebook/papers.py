"""Documents that the law requires: their contents, and the gaps of a submitted one."""

from typing import Any

from pydantic import Field

from houseway.rulebook.models import Cite, Model, Text
from houseway.rulebook.refusal import Refused

NONE = "none"  # written where there is nothing: "layout_sketch: none"


class Item(Model):
    """One required item of a document; ``or_none`` if it may state that there is nothing."""

    says: str
    or_none: bool = False
    cite: Cite


class Paper(Model):
    """The required contents of a document, by field."""

    items: dict[Text, Item] = Field(min_length=1)
    cite: Cite


def gaps(asked: Paper, paper: Model, of: str = "") -> list[Refused]:
    """Return the missing items of a document, in the order of the law."""
    whose = f" of {of}" if of else ""
    return [
        Refused(f"{name}{whose} is missing: {item.says}", _both(asked.cite, item.cite))
        for name, item in asked.items.items()
        if _lacks(look_up(paper, name), item)
    ]


def _both(whole: str, own: str) -> str:
    return own if own == whole else f"{whole}, {own}"


def unanswered(requested: list[str], supplied: dict[str, str], cite: str) -> list[Refused]:
    """Return what was requested of these petitioners in particular and is missing."""
    return [
        Refused(f"{what} was requested and is missing", cite)
        for what in requested
        if not supplied.get(what, "").strip()
    ]


def look_up(paper: Model, path: str) -> Any:
    """A field by its path, as ``description.layout_sketch``."""
    found: Any = paper
    for name in path.split("."):
        found = None if found is None else getattr(found, name)
    return found


def _lacks(value: Any, item: Item) -> bool:
    if isinstance(value, str):
        said = value.strip()
        return not said or (said.lower() == NONE and not item.or_none)
    return value is None or value is False or value in ([], {}, 0)


def raise_first(found: list[Refused]) -> None:
    """Refuse for the first reason, if there is one."""
    if found:
        raise found[0]
