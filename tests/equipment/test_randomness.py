"""The generators give the published answers, and their shuffles favor no order and no card."""

from math import exp, lgamma, log

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

from houseway.equipment.fairness import (
    KEYSTREAM,
    critical,
    orders,
    positions,
    run_all,
)
from houseway.equipment.randomness import ChaCha, Philox, Source, philox4x32, shuffle

# Four words of counter, two of key, four of answer, from the known-answer file of Random123.
PHILOX = [
    "00000000 00000000 00000000 00000000 00000000 00000000 6627e8d5 e169c58d bc57ac4c 9b00dbd8",
    "ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff 408f276d 41c83b0e a20bc7c6 6d5451fd",
    "243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0 d16cfe09 94fdcceb 5001e420 24126ea1",
]


@pytest.fixture(params=["chacha", "philox"])
def source(request: pytest.FixtureRequest) -> ChaCha | Philox:
    return ChaCha(bytes(range(32))) if request.param == "chacha" else Philox(seed=2024)


class Fixed(Philox):
    """A generator whose words are given, to see what becomes of each."""

    def __init__(self, *given: int) -> None:
        super().__init__(seed=0)
        self._words = list(given[::-1])


# Known answers


@pytest.mark.parametrize("line", PHILOX)
def test_philox_gives_the_published_words(line: str) -> None:
    c0, c1, c2, c3, k0, k1, *answer = (int(word, 16) for word in line.split())
    assert list(philox4x32((c0, c1, c2, c3), (k0, k1))) == answer
    source = Philox(seed=k0 | k1 << 32, stream=c2 | c3 << 32, position=4 * (c0 | c1 << 32))
    assert [source.below(2**32) for _ in range(4)] == answer


def test_philox_compiles_to_the_same_words() -> None:
    compiled = pytest.importorskip("numba").njit(philox4x32)
    for line in PHILOX:
        c0, c1, c2, c3, k0, k1, *answer = (int(word, 16) for word in line.split())
        assert list(compiled((c0, c1, c2, c3), (k0, k1))) == answer


def test_chacha_gives_the_published_stream() -> None:
    source = ChaCha(bytes(32))
    for answer in KEYSTREAM:
        stream = b"".join(source.below(2**32).to_bytes(4, "little") for _ in range(16))
        assert stream.hex() == answer


def test_chacha_is_one_unbroken_stream() -> None:
    source = ChaCha(bytes(range(32)))
    stream = b"".join(source.below(2**32).to_bytes(4, "little") for _ in range(5000))
    cipher = Cipher(algorithms.ChaCha20(source.key, bytes(16)), mode=None)
    assert stream == cipher.encryptor().update(bytes(20_000))


# Positions, keys, seeds


@pytest.mark.parametrize("used", [0, 1, 3, 4, 1023, 1024, 1025, 5000])
def test_a_source_can_be_set_up_again_anywhere(used: int) -> None:
    for first in (ChaCha(bytes(32)), Philox(seed=5, stream=6)):
        for _ in range(used):
            first.below(2**32)
        assert first.position == used
        second = (
            ChaCha(first.key, position=used)
            if isinstance(first, ChaCha)
            else Philox(seed=5, stream=6, position=used)
        )
        assert second.position == used
        assert [first.below(52) for _ in range(9)] == [second.below(52) for _ in range(9)]


def test_every_chacha_has_its_own_key() -> None:
    one, other = ChaCha(), ChaCha()
    assert len(one.key) == 32
    assert one.key != other.key
    assert [one.below(2**32) for _ in range(4)] != [other.below(2**32) for _ in range(4)]


def test_streams_and_seeds_differ() -> None:
    sources = [Philox(1, 0), Philox(1, 1), Philox(2, 0), Philox(2, 1), Philox(0, 1)]
    assert len({tuple(s.below(2**32) for _ in range(4)) for s in sources}) == 5


def test_the_key_is_not_shown() -> None:
    source = ChaCha(b"0123456789abcdef" * 2)
    for text in (repr(source), str(source), f"{source}"):
        assert text == "ChaCha(position=0)"


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33)])
def test_a_key_has_32_bytes(key: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        ChaCha(key)


@pytest.mark.parametrize(("seed", "stream"), [(-1, 0), (0, -1), (2**64, 0), (0, 2**64)])
def test_seeds_and_streams_fit_64_bits(seed: int, stream: int) -> None:
    with pytest.raises(ValueError, match="must be from 0"):
        Philox(seed, stream)


def test_there_is_nothing_before_the_first_word() -> None:
    with pytest.raises(ValueError, match="position -1"):
        Philox(0, position=-1)


# Fair numbers


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_only_1_to_2_to_the_32_can_be_picked_from(source: Source, n: int) -> None:
    with pytest.raises(ValueError, match=f"one of {n}:"):
        source.below(n)


def test_below_one_is_zero(source: Source) -> None:
    assert [source.below(1) for _ in range(5)] == [0] * 5


@pytest.mark.parametrize("n", [1, 2, 3, 6, 52, 2**16 + 1, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1])
def test_numbers_stay_below(source: Source, n: int) -> None:
    assert all(0 <= source.below(n) < n for _ in range(200))


@pytest.mark.parametrize("n", [1, 2, 2**31, 2**32])
def test_a_power_of_two_uses_every_word(n: int) -> None:
    assert Fixed(2**32 - 1).below(n) == n - 1


@pytest.mark.parametrize("n", [3, 5, 52, 312, 2**16 + 1, 2**31 + 1, 2**32 - 1])
def test_words_are_dropped_from_the_largest_multiple_on(n: int) -> None:
    largest = 2**32 // n * n
    assert Fixed(largest - 1).below(n) == n - 1
    assert Fixed(largest, 7).below(n) == 7 % n
    assert Fixed(2**32 - 1, largest, 0).below(n) == 0


def test_just_above_a_power_of_two_drops_nearly_half_the_words(source: ChaCha | Philox) -> None:
    for _ in range(2000):
        source.below(2**31 + 1)
    assert 3800 < source.position < 4200


# Fair shuffles


def naive(cards: list[int], source: Source) -> None:
    """The well-known mistake: every card swaps with any card."""
    for here in range(len(cards)):
        there = source.below(len(cards))
        cards[here], cards[there] = cards[there], cards[here]


class Remainder:
    """The other well-known mistake: the remainder of a short word."""

    def __init__(self, source: Source, size: int) -> None:
        self.source, self.size = source, size

    def below(self, n: int) -> int:
        return self.source.below(self.size) % n


@pytest.mark.parametrize("freedom", [118, 120, 2600, 2602])
def test_the_critical_value_is_right(freedom: int) -> None:
    """For even degrees of freedom the exact chance of exceeding it is a plain sum."""
    half = critical(freedom) / 2
    chance = sum(exp(k * log(half) - half - lgamma(k + 1)) for k in range(freedom // 2))
    assert chance == pytest.approx(1e-5, rel=0.1)


def test_every_order_of_five_cards_is_equally_likely(source: Source) -> None:
    assert orders(shuffle, source) < 1


def test_every_card_is_equally_likely_in_every_position(source: Source) -> None:
    assert positions(shuffle, source) < 1


def test_a_source_passes_all_tests_and_a_short_word_does_not() -> None:
    found = run_all(ChaCha(bytes(32)), times=20_000, decks=1_000)
    assert all(one.passed for one in found)
    assert len({one.what for one in found}) == len(found) == 11
    short = run_all(Remainder(ChaCha(bytes(32)), 128), times=20_000, decks=1_000)
    assert {one.what for one in short if not one.passed} >= {"Each of 52 numbers"}


def test_a_naive_shuffle_is_found_out() -> None:
    source = ChaCha(bytes(32))
    assert orders(naive, source) > 1
    assert positions(naive, source) > 1


def test_remainders_of_short_words_are_found_out() -> None:
    source = ChaCha(bytes(32))
    assert orders(shuffle, Remainder(source, 32)) > 1
    assert positions(shuffle, Remainder(source, 256)) > 1


@pytest.mark.parametrize("items", [[], ["a"], ["a", "a", "b"]])
def test_a_shuffle_keeps_the_items(source: Source, items: list[str]) -> None:
    mixed = list(items)
    shuffle(mixed, source)
    assert sorted(mixed) == items
