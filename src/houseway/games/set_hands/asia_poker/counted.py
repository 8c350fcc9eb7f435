"""The counts of ``count.py`` for the house way that is shipped.

They are used only while they rest on the same lines of the house way and the same rules of what
hands are worth; a house way of another house has none.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from houseway.equipment.cards import Card
from houseway.games.set_hands import kept_counts
from houseway.games.set_hands.asia_poker.hand import LAST, SECOND
from houseway.games.set_hands.asia_poker.way import set_by_house_way, settings
from houseway.games.set_hands.house_way import HouseWay

FILE = Path(__file__).parent / "standard.counts.json"
SAMPLE = 30
NAMES = {SECOND: "second", LAST: "lowest"}


@lru_cache(maxsize=16)
def fingerprint(way: HouseWay) -> str:
    """A hash of the lines, and of what the rules make of a sample of hands."""

    def made(seven: Sequence[Card]) -> list[Any]:
        return [
            [
                set_by_house_way(seven, way, wheel),
                [one.strengths for one in settings(seven, wheel).values()],
            ]
            for wheel in NAMES
        ]

    return kept_counts.fingerprint(way, SAMPLE, made)


@cache
def _kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True)
class Counted:
    """Deals won by the way to set; for each line of the house way how many hands it decides, for
    how many of these another setting wins more often, and how many deals that costs."""

    deals: int
    won: Mapping[str, int]
    lines: list[int]
    worse: list[int]
    lost: list[int]

    def costs(self, line: int | None = None) -> tuple[Fraction, Fraction]:
        """How often the house way is worse than the best setting and what that costs in stakes; or
        where one line decides."""
        at = slice(None) if line is None else slice(line, line + 1)
        share = Fraction(sum(self.worse[at]), sum(self.lines))
        return share, Fraction(2 * sum(self.lost[at]), self.deals)


def counted(way: HouseWay, wheel: int) -> Counted | None:
    """The counts for a house way; nothing if it was not counted."""
    if not FILE.exists() or _kept()["rests_on"] != fingerprint(way):
        return None
    found = _kept().get(NAMES[wheel])
    return Counted(**found) if found else None
