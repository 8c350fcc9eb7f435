"""What the great count came to (``count.py``), for the house way that is shipped.

It is used only while it rests on the same lines of the house way and the same rules of what hands
are worth; a house way of another house has none.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from pathlib import Path
from typing import Any

from houseway.equipment.cards import Card
from houseway.games.set_hands import kept_counts
from houseway.games.set_hands.house_way import HouseWay
from houseway.games.set_hands.pai_gow_poker.hand import LAST, SECOND
from houseway.games.set_hands.pai_gow_poker.rows import seven_card_facts
from houseway.games.set_hands.pai_gow_poker.way import set_by_house_way, settings
from houseway.games.set_hands.seven_cards import CARDS
from houseway.games.set_hands.two_hands import Tally

FILE = Path(__file__).parent / "standard.counts.json"
WHOLE, SAMPLE = 53, 60
ROLES = ("player", "bank", "ez_bank", "ez")
HANDS = comb(WHOLE, CARDS)
DEALS = HANDS * comb(WHOLE - CARDS, CARDS)


@lru_cache(maxsize=16)
def fingerprint(way: HouseWay) -> str:
    """A hash of the lines, and of what the rules make of a sample of hands."""

    def made(seven: Sequence[Card]) -> list[Any]:
        found = [
            [
                set_by_house_way(seven, way, wheel),
                [one.strengths for one in settings(seven, wheel).values()],
            ]
            for wheel in (SECOND, LAST)
        ]
        return [seven_card_facts(list(seven)), found]

    return kept_counts.fingerprint(way, SAMPLE, made)


@cache
def _kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True)
class Counted:
    """Tallies by role and way to set, and how many hands each line of the house way decides."""

    tallies: Mapping[str, Mapping[str, Tally]]
    lines: list[int]
    worse: int  # hands with a better setting than the house's

    @property
    def house_way_is_worse(self) -> Fraction:
        """How often another setting is better than the house's."""
        return Fraction(self.worse, HANDS)


def counted(way: HouseWay, wheel: str) -> Counted | None:
    """What was counted for a house way; nothing if it was not."""
    if not FILE.exists() or _kept()["rests_on"] != fingerprint(way):
        return None
    found = _kept().get(wheel, {})
    if "player" not in found:
        return None
    tallies = {
        role: {name: Tally(*tally) for name, tally in found[role].items()}
        for role in ROLES
        if role in found
    }
    if "ez" not in tallies and "ez_bank" in tallies:  # set alike, one wins where the other loses
        tallies["ez"] = {"house_way": Tally(*reversed(tallies["ez_bank"]["house_way"]))}
    return Counted(tallies, found["lines"], found["worse"])


def fact_counts() -> dict[int, int]:
    """How many hands of seven cards come to each set of facts for the side wagers."""
    return {int(fact): times for fact, times in _kept()["facts"].items()}


def banker_counts() -> dict[int, list[int]]:
    """How often each set of facts is dealt beside a hand that is nine, ten or jack high."""
    return {int(fact): times for fact, times in _kept()["second"]["joint"].items()}
