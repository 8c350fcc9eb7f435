"""Counts that are kept beside a house way, under the hash of what they rest on."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from houseway.equipment.cards import Card, deck
from houseway.games.set_hands.house_way import HouseWay
from houseway.games.set_hands.seven_cards import CARDS


def fingerprint(way: HouseWay, sample: int, made: Callable[[Sequence[Card]], Iterable[Any]]) -> str:
    """A hash of the lines, and of what the rules make of so many hands of seven cards."""
    chance, cards = Random(CARDS), deck(jokers=1)
    digest = hashlib.sha256(json.dumps(way.rows).encode())
    for _ in range(sample):
        digest.update(json.dumps(made(chance.sample(cards, CARDS))).encode())
    return digest.hexdigest()
