"""The counts of ``count.py``, by the number of decks.

They are used only while they rest on the same house ways, the same worth of two cards and the same
rules of what hands are worth.
"""

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from houseway.equipment.cards import deck
from houseway.games.against_dealer.fast_action_hold_em.hand import best_five, house_way

FILE = Path(__file__).with_name("counts.json")
SAMPLE = 200
ENDS = (
    "natural", "surrender", "higher", "lower", "dealer_natural", "both", "first", "second",
    "neither", "split_dealer_natural",
)  # fmt: skip


@lru_cache(maxsize=8)
def fingerprint(ways: tuple[int, ...], worth: tuple[tuple[str, int], ...], spared: int) -> str:
    """A hash of how both sides set their cards, and of what the rules make of a sample of hands."""
    chance, shoe = Random(SAMPLE), deck() * 2
    digest = hashlib.sha256(json.dumps([ways, sorted(worth), spared]).encode())
    for _ in range(SAMPLE):
        cards = chance.sample(shoe, 7)
        digest.update(json.dumps([best_five(cards), house_way(cards[:4], ways)]).encode())
    return digest.hexdigest()


def counted(decks: int, rests_on: str) -> tuple[int, ...] | None:
    """All deals by how they end, in the order of ``ENDS``; nothing if they were not counted."""
    found = _kept().get(str(decks))
    if not found or found["rests_on"] != rests_on:
        return None
    return tuple(int(found["ends"].get(end, 0)) for end in ENDS)


def keep(decks: int, rests_on: str, ends: dict[str, int]) -> None:
    """Write down a count."""
    said = {"rests_on": rests_on, "ends": {name: str(count) for name, count in ends.items()}}
    FILE.write_text(json.dumps({**_kept(), str(decks): said}) + "\n", encoding="utf-8")


def _kept() -> dict[str, Any]:
    if not FILE.exists():
        return {}
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
