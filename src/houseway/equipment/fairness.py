"""Tests of a random source: how far what it deals is from equally likely.

Each test gives a chi-square in parts of the value that a fair source exceeds once in 100,000
times: below one it passes. The same tests find the well-known mistakes of a shuffle.
"""

import struct
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from math import sqrt

from houseway.equipment.randomness import ChaCha, Source, shuffle

Shuffle = Callable[[list[int], Source], None]
ONCE_IN_100_000 = 4.265  # standard deviations of a normal curve
# The keystream of a zero key and a zero nonce: RFC 8439, A.1, vectors 1 and 2.
KEYSTREAM = (
    "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
    "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
    "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
    "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
)
PICKED = (2, 6, 20, 37, 38, 52, 80)  # coins, dice, pockets of wheels, cards, numbers of keno


@dataclass(frozen=True)
class Measured:
    """What a test looked at, how often, and its chi-square in parts of the critical value."""

    what: str
    times: int
    freedom: int
    part: float

    @property
    def passed(self) -> bool:
        """Return whether a fair source would give no more but once in 100,000 times."""
        return self.part < 1


def gives_known_answers() -> bool:
    """Return whether the live source gives the published keystream for a key of zeros."""
    source = ChaCha(bytes(32))
    words = [source.below(2**32) for _ in range(32)]
    return struct.pack("<32I", *words).hex() == "".join(KEYSTREAM)


def critical(freedom: int) -> float:
    """Return what chi-square exceeds once in 100,000 times, by Wilson and Hilferty."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + ONCE_IN_100_000 * sqrt(part)) ** 3


def frequencies(source: Source, n: int, times: int = 60_000) -> float:
    """Return the test of each number below n."""
    seen = Counter(source.below(n) for _ in range(times))
    expected = times / n
    return sum((seen[one] - expected) ** 2 for one in range(n)) / expected / critical(n - 1)


def pairs(source: Source, n: int, times: int = 60_000) -> float:
    """Return the test of each pair of numbers below n that follow one another."""
    seen = Counter((source.below(n), source.below(n)) for _ in range(times))
    expected = times / (n * n)
    cells = ((a, b) for a in range(n) for b in range(n))
    total = sum((seen[cell] - expected) ** 2 for cell in cells) / expected
    return total / critical(n * n - 1)


def orders(mix: Shuffle, source: Source, times: int = 60_000) -> float:
    """Return the test of the 120 orders of five cards."""
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(times):
        cards = [0, 1, 2, 3, 4]
        mix(cards, source)
        seen[tuple(cards)] += 1
    expected = times / 120
    total = sum((seen[order] - expected) ** 2 for order in permutations(range(5))) / expected
    return total / critical(119)


def positions(mix: Shuffle, source: Source, times: int = 8_000) -> float:
    """Return the test of each card in each position of a deck of 52.

    Each shuffle puts every card somewhere and some card everywhere, which leaves 51 x 51 degrees
    of freedom and makes the sum 52/51 times a chi-square.
    """
    seen: Counter[int] = Counter()
    for _ in range(times):
        cards = list(range(0, 52 * 52, 52))
        mix(cards, source)
        seen.update(map(int.__add__, cards, range(52)))
    expected = times / 52
    total = sum((seen[cell] - expected) ** 2 for cell in range(52 * 52)) / expected
    return total * 51 / 52 / critical(51 * 51)


def run_all(source: Source, times: int = 60_000, decks: int = 8_000) -> list[Measured]:
    """Return the results of all tests of a source, one after another on one stream."""
    found = [
        Measured(f"Each of {n} numbers", times, n - 1, frequencies(source, n, times))
        for n in PICKED
    ]
    for n in (6, 37):
        what = f"Each pair of {n} numbers that follow one another"
        found.append(Measured(what, times, n * n - 1, pairs(source, n, times)))
    by_order, by_place = orders(shuffle, source, times), positions(shuffle, source, decks)
    found.append(Measured("Each order of five cards", times, 119, by_order))
    found.append(Measured("Each card in each position of 52 cards", decks, 51 * 51, by_place))
    return found
