"""The Payout Contribution Form on paper: one page for each of its parts, numbered alike, with what
is known filled in and lines for the rest."""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.documents.blocks import Blanks, Block, Document, Heading, Terms, Words


def contribution_form(law: Any, serials: Sequence[int], known: Mapping[str, str]) -> Document:
    """The forms of these numbers. ``law`` is what a game fixes of its payouts; ``known`` are fields
    of the form that are filled in, by name."""
    blocks: list[Block] = []
    for serial in serials:
        filled = {**known, "serial": str(serial)}
        for part, called in law.parts.names.items():
            blocks.append(Heading(f"No. {serial} · {called}"))
            told = [(_label(n), filled[n]) for n in law.form.items if filled.get(n)]
            blocks.append(Terms(told))
            empty = [_line(n, item.says) for n, item in law.form.items.items() if not filled.get(n)]
            blocks.append(Blanks(empty))
            where = law.goes_to.names[part].replace("_", " ")
            blocks.append(Words(f"This part goes into the {where} ({law.goes_to.cite}).", True))
    return Document("Payout Contribution Form", law.form.cite, blocks)


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _line(name: str, says: str) -> str:
    return f"{_label(name)}: {says}" if says.lower() != _label(name).lower() else _label(name)
