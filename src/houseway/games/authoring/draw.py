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
    ("cards", "i8"),  # in the shoe
    ("dealt", "i8"),  # of them, from the front
    ("mixed", "i8"),  # so many lie where they will be dealt from
    ("ahead", "i8"),  # how many are mixed at a time
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
def fair(word: int, n: int) -> int:
    """The number from 0 to n - 1 that a word stands for, each as likely: the upper half of the word
    times n. The few words that would favor some numbers stand for none, which is -1."""
    product = word * n
    low = product & MASK
    if low >= n or low >= (MASK + 1) % n:
        return product >> 32
    return -1


@kernel
def below(s: Any, n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely."""
    found = -1
    while found < 0:
        if s.used >= WORDS:
            refill(s)
        found = fair(int(s.words[INDEX(s.used)]), n)
        s.used += 1
    return found


@kernel
def mix(s: Any) -> None:
    """Shuffle the next cards into place: each is any of those that are left."""
    shoe, words, at, used = s.shoe, s.words, s.mixed, s.used
    last = min(at + s.ahead, s.cards)
    while at < last:
        if used >= WORDS:
            refill(s)
            used = 0
        other = fair(int(words[INDEX(used)]), s.cards - at)
        used += 1
        if other >= 0:
            here, there = INDEX(at), INDEX(at + other)
            shoe[here], shoe[there] = shoe[there], shoe[here]
            at += 1
    s.mixed, s.used = last, used


@kernel
def draw(s: Any) -> int:
    """The next card of a shoe that is shuffled no further than it is dealt, but for a few cards:
    which they are is then known before it is asked for."""
    dealt = s.dealt
    if dealt >= s.mixed:
        mix(s)
    s.dealt = dealt + 1
    return int(s.shoe[INDEX(dealt)])
