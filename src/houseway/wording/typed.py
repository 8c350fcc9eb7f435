"""Names as people type them."""

from collections.abc import Mapping

from houseway.rulebook.refusal import Refused


def match(typed: str, names: Mapping[str, object]) -> str:
    """The one name that begins as typed."""
    word, at, spot = typed.strip().lower().partition("@")
    if at:
        return f"{match(word, names)}@{spot}"
    word = word.replace(" ", "_").replace("-", "_")
    if word in names:
        return word
    found = [name for name in names if name.startswith(word)] if word else []
    if len(found) == 1:
        return found[0]
    what = "could be" if found else "is none of"
    raise Refused(f"{typed.strip()!r} {what} {', '.join(found or names)}")
