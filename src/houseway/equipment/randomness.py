"""Sources of chance: fair whole numbers, and the shuffle that uses them."""

import os
import struct
from abc import ABC, abstractmethod
from typing import Protocol, TypeVar

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

T = TypeVar("T")


class Source(Protocol):
    """Anything that picks numbers fairly."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""


def shuffle(items: list[T], source: Source) -> None:
    """Put the items in random order, every order equally likely (Fisher-Yates).

    >>> letters = list("abcdef")
    >>> shuffle(letters, Philox(seed=7))
    >>> sorted(letters)
    ['a', 'b', 'c', 'd', 'e', 'f']
    """
    below = source.below
    for last in range(len(items) - 1, 0, -1):
        chosen = below(last + 1)
        items[last], items[chosen] = items[chosen], items[last]


class _Words(ABC):
    """A stream of random 32-bit words, made a block at a time."""

    per_block: int

    def __init__(self, position: int) -> None:
        self.go_to(position)

    def go_to(self, position: int) -> None:
        """Continue from this word, like a source that has produced that many words."""
        if position < 0:
            raise ValueError(f"position {position} is before the first word")
        block, used = divmod(position, self.per_block)
        self._made = block + 1
        self._words = self._block(block)[used:][::-1]  # the next word is the last in the list

    @abstractmethod
    def _block(self, number: int) -> list[int]:
        """The words of that block."""

    @property
    def position(self) -> int:
        """Return the number of words produced; a new source started there continues like this
        one."""
        return self._made * self.per_block - len(self._words)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely.

        Words from the largest multiple of n upward would favor small numbers: they are dropped.
        """
        if not 1 <= n <= 2**32:
            raise ValueError(f"cannot pick one of {n}: the choice is among 1 to 2**32")
        while True:
            if not self._words:
                self._words = self._block(self._made)[::-1]
                self._made += 1
            word = self._words.pop()
            if word <= _LARGEST - n or word < 2**32 - 2**32 % n:  # most are fair at first sight
                return word % n


class ChaCha(_Words):
    """The ChaCha20 keystream with a zero nonce, read as little-endian words.

    Without a key the operating system provides one. ``key`` is there for an audit to repeat the
    draws; whoever has it knows every card to come, so it is not shown.

    >>> ChaCha()
    ChaCha(position=0)
    """

    per_block = 256  # a deck and its cut take some sixty words

    def __init__(self, key: bytes | None = None, position: int = 0) -> None:
        self.key = os.urandom(32) if key is None else bytes(key)
        if len(self.key) != 32:
            raise ValueError(f"a key has 32 bytes, not {len(self.key)}")
        super().__init__(position)

    def _block(self, number: int) -> list[int]:
        length = 4 * self.per_block
        counter = number * length // 64  # the cipher itself counts in steps of 64 bytes
        cipher = Cipher(algorithms.ChaCha20(self.key, counter.to_bytes(16, "little")), mode=None)
        stream = cipher.encryptor().update(bytes(length))
        return list(struct.unpack(f"<{self.per_block}I", stream))

    def __repr__(self) -> str:
        return f"ChaCha(position={self.position})"


class Philox(_Words):
    """Philox4x32-10: any number of independent streams for every seed, each open anywhere.

    >>> dice = Philox(seed=7, stream=3)
    >>> before = [dice.below(6) for _ in range(10)]
    >>> dice
    Philox(seed=7, stream=3, position=10)
    >>> dice.below(6) == Philox(seed=7, stream=3, position=10).below(6)
    True
    """

    per_block = 64  # of sixteen counters

    def __init__(self, seed: int, stream: int = 0, position: int = 0) -> None:
        if not (0 <= seed < 2**64 and 0 <= stream < 2**64):
            raise ValueError(f"seed {seed} and stream {stream} must be from 0 to 2**64 - 1")
        self.seed, self._key = seed, _halves(seed)
        self.stream, self._stream = stream, _halves(stream)
        super().__init__(position)

    def _block(self, number: int) -> list[int]:
        low, high = _halves(16 * number)
        stream0, stream1 = self._stream
        counters = (
            low * _LANES + _SIXTEEN, high * _LANES, stream0 * _LANES, stream1 * _LANES
        )  # fmt: skip
        words = [0] * self.per_block
        for at, word in enumerate(philox4x32(counters, self._key, _LANES)):
            words[at::4] = struct.unpack("<16Q", word.to_bytes(128, "little"))
        return words

    def __repr__(self) -> str:
        return f"Philox(seed={self.seed}, stream={self.stream}, position={self.position})"


def philox4x32(
    counter: tuple[int, int, int, int], key: tuple[int, int], lanes: int = 1
) -> tuple[int, int, int, int]:
    """Four random words for a counter of four words and a key of two, by ten rounds of mixing.

    A simulation can compile this as it stands (``kernel(philox4x32).jit``) and gets the same words
    if it passes signed integers: a product that overflows them is masked to its right 32 bits.
    Each integer of the counter may hold several words, in ``lanes`` of 64 bits or more: one in each
    lane of that number marks where.
    """
    c0, c1, c2, c3 = counter
    key0, key1, mask = key[0] * lanes, key[1] * lanes, 0xFFFFFFFF * lanes
    add0, add1 = 0x9E3779B9 * lanes, 0xBB67AE85 * lanes
    for _ in range(10):
        left, right = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1 = (right >> 32) & mask ^ c1 ^ key0, right & mask
        c2, c3 = (left >> 32) & mask ^ c3 ^ key1, left & mask
        key0, key1 = (key0 + add0) & mask, (key1 + add1) & mask
    return c0, c1, c2, c3


_LARGEST = 2**32 - 1
_LANES = sum(1 << 64 * lane for lane in range(16))
_SIXTEEN = sum(lane << 64 * lane for lane in range(16))


def _halves(number: int) -> tuple[int, int]:
    """The low and the high word of a 64-bit number."""
    return number & 0xFFFFFFFF, number >> 32 & 0xFFFFFFFF
