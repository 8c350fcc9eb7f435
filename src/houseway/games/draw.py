"""Chance for dealing kernels: random words by the block, fair numbers, cards drawn one by one.

A kernel keeps everything that changes in one record (``CHANCE`` are the first of its fields). Its
words are those of ``equipment.randomness.Philox`` for the same seed and stream, so a shard's chance
is decided by the seed, the game and the number of the shard, and by nothing else.
"""

from typing import Any

import numpy as np

from houseway.equipment.randomness import philox4x32
from houseway.hands.kernel import kernel

WORDS = 1024  # made at a time
MASK = 0xFFFFFFFF
CHANCE = [
    ("key0", "i8"),
    ("key1", "i8"),
    ("stream0", "i8"),
    ("stream1", "i8"),
    ("block", "i8"),
    ("used", "i8"),
    ("words", "u4", (WORDS,)),
]
SHOE = [
    ("cards", "i8"),  # cards in the shoe
    ("dealt", "i8"),  # of them, so many lie in front
]
INDEX = np.uint64  # an index that cannot be negative is not tested for it

_philox = kernel(philox4x32)


def record(fields: list[Any], seed: int, stream: int) -> Any:
    """A record of these fields after those of chance, for a stream of the seed; plain Python and
    compiled kernels both take it."""
    layout = np.dtype([*CHANCE, *fields], align=True)
    found: Any = np.zeros(1, np.dtype((np.record, layout))).view(np.recarray)
    found.key0, found.key1 = seed & MASK, seed >> 32
    found.stream0, found.stream1 = stream & MASK, stream >> 32
    found.used = WORDS
    return found


@kernel
def refill(s: Any) -> None:
    """The next block of words."""
    key0, key1, stream0, stream1 = int(s.key0), int(s.key1), int(s.stream0), int(s.stream1)
    first, words = int(s.block), s.words
    for i in range(WORDS // 4):
        block = first + i
        w0, w1, w2, w3 = _philox((block & MASK, block >> 32, stream0, stream1), (key0, key1))
        words[INDEX(4 * i)] = w0
        words[INDEX(4 * i + 1)] = w1
        words[INDEX(4 * i + 2)] = w2
        words[INDEX(4 * i + 3)] = w3
    s.block = first + WORDS // 4
    s.used = 0


@kernel
def below(s: Any, n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely: the upper half of a word times n. The
    few words that would favour some numbers are dropped."""
    while True:
        if s.used >= WORDS:
            refill(s)
        at = s.used
        s.used = at + 1
        product = int(s.words[INDEX(at)]) * n
        low = product & MASK
        if low >= n or low >= (MASK + 1) % n:
            return product >> 32


@kernel
def draw(s: Any) -> int:
    """The next card of a shoe that is shuffled as it is dealt: any of those that are left."""
    dealt, shoe = s.dealt, s.shoe
    other = dealt + below(s, s.cards - dealt)
    card = shoe[INDEX(other)]
    shoe[INDEX(other)] = shoe[INDEX(dealt)]
    shoe[INDEX(dealt)] = card
    s.dealt = dealt + 1
    return int(card)
