"""The parts of a rulebook that cite a paragraph, or one below it."""

from typing import Any

from houseway.rulebook.cite import is_under
from houseway.rulebook.law import cited, unknown_cites
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused

_BY_PARAGRAPH = ("borrows", "conduct")  # parts whose keys are paragraphs


def citing(book: Rulebook, paragraph: str = "") -> dict[str, Any]:
    """The rulebook as plain data; with a paragraph, only what cites it or what is below it."""
    data: dict[str, Any] = book.model_dump(mode="json", by_alias=True)
    if not paragraph:
        return data
    if wrong := unknown_cites(book.edition, [paragraph]):
        raise Refused(f"{book.edition} has no paragraph {wrong[0]}")
    found = {name: _kept(name, part, paragraph) for name, part in data.items()}
    return {name: part for name, part in found.items() if part}


def _kept(name: str, part: Any, paragraph: str) -> Any:
    if name in _BY_PARAGRAPH:
        return {cite: what for cite, what in part.items() if is_under(cite, paragraph)}
    if isinstance(part, list):
        return [item for item in part if _cited(item, paragraph)]
    if not isinstance(part, dict):
        return None
    if "cite" in part:
        return part if _cited(part, paragraph) else None
    return {key: item for key, item in part.items() if _cited(item, paragraph)}


def _cited(item: Any, paragraph: str) -> bool:
    return any(is_under(cite, paragraph) for cite in cited(item))
