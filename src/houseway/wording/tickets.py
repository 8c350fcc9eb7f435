"""Tickets as people type them: ``quick 5 $1``, ``3 17 42 $1``, ``way 1 2 / 3 4 / 5 6 any 2 $1``."""

import re
from typing import Any

from houseway.rulebook.money import dollars
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.wording.typed import match

HELP = (
    "quick 5 $1: five numbers picked for you   3 17 42 $1: your own   x3: three games\n"
    "split 1 2 / 3 4 5 $1   way 1 2 / 3 4 / 5 6 any 2 $1   king 7 / 1 2 / 3 4 any 2 $1\n"
    "void 00000001   refund 00000001   redeem 00000001   Enter: the same, then the draw"
)
DESK = ("void", "refund", "redeem")
_EXAMPLE = "write a ticket as quick 5 $1 or 3 17 42 $1"


def parse_ticket(text: str, rules: TableRules) -> dict[str, Any]:
    """A request form from what was typed; without a type it is a straight ticket.

    Numbers with a slash between them are groups; ``any 2`` joins any two of them; the rate of each
    way has a dollar sign; ``x3`` is three games.
    """
    word, _, rest = text.strip().partition(" ")
    wager = "straight" if word[:1].isdigit() else match(word, rules.wagers)
    rest = text if word[:1].isdigit() else rest
    form: dict[str, Any] = {"wager": wager}
    rest = _taken(r"\$\S+", rest, form, "rate", dollars)
    rest = _taken(r"x\d+", rest, form, "games", lambda found: int(found[1:]))
    rest = _taken(r"any [\d,]+", rest, form, "ways", _any)
    if "rate" not in form:
        raise Refused(f"at what rate? {_EXAMPLE}")
    if left := re.sub(r"[\d\s/,]", "", rest):
        raise Refused(f"{left!r} is not clear: {_EXAMPLE}")
    groups = [[int(number) for number in re.findall(r"\d+", part)] for part in rest.split("/")]
    if wager == "quick_pick":
        if len(groups) != 1 or len(groups[0]) != 1:
            raise Refused("a quick-pick says how many numbers: quick 5 $1")
        form["spots"] = groups[0][0]
    else:
        form["numbers"] = groups[0] if wager == "straight" and len(groups) == 1 else groups
    return form


def _taken(pattern: str, text: str, form: dict[str, Any], key: str, read: Any) -> str:
    """Text without what the pattern finds in it, which goes on the form; twice is not clear."""
    found = re.findall(rf"(?<!\S){pattern}(?!\S)", text)
    if len(found) > 1:
        raise Refused(f"{' '.join(found)!r} is not clear: {_EXAMPLE}")
    if found:
        form[key] = read(found[0])
        text = text.replace(found[0], "")
    return text


def _any(text: str) -> list[dict[str, int]]:
    return [{"any": int(size)} for size in re.findall(r"\d+", text)]
