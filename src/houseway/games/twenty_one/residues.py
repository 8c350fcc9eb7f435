"""Exact fractions from machine words: arithmetic modulo several primes, put together at the end.

A kernel has 64 bits. A fraction whose denominator is known needs a few hundred. So the same work is
done modulo primes of 44 bits, in which a product of a residue and a small count still fits a word,
and the Chinese remainder theorem gives the numerator.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from houseway.hands.kernel import kernel

BITS = 44
WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)  # decide every number of 64 bits


@kernel
def times(one: int, other: int, prime: int) -> int:
    """The product of two residues.

    The quotient is estimated in floating point and is off by one at the most; the rest is exact,
    because a word that overflows does so alike on both sides of the subtraction.

    >>> times(2**43 + 1, 2**43 + 5, 2**44 - 17) == (2**43 + 1) * (2**43 + 5) % (2**44 - 17)
    True
    """
    quotient = int(float(one) * float(other) / float(prime))
    rest = one * other - quotient * prime
    if rest < 0:
        rest += prime
    elif rest >= prime:
        rest -= prime
    return rest


@cache
def primes(count: int) -> tuple[int, ...]:
    """The largest primes of 44 bits, the largest first."""
    found: list[int] = []
    number = 2**BITS - 1
    while len(found) < count:
        if is_prime(number):
            found.append(number)
        number -= 2
    return tuple(found)


def is_prime(number: int) -> bool:
    """Whether an odd number of up to 64 bits is prime.

    >>> [n for n in range(41, 60, 2) if is_prime(n)]
    [41, 43, 47, 53, 59]
    """
    if number in WITNESSES:
        return True
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(_passes(number, witness, odd, twos) for witness in WITNESSES)


def _passes(number: int, witness: int, odd: int, twos: int) -> bool:
    power = pow(witness, odd, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


def needed(denominator: int, most: int) -> int:
    """How many primes tell apart the fractions of this denominator whose size is at most that.

    >>> needed(2**80, 4)
    2
    """
    return (2 * denominator * most).bit_length() // (BITS - 1) + 1


@cache
def _weights(moduli: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    whole = 1
    for prime in moduli:
        whole *= prime
    return whole, tuple(whole // p * pow(whole // p, -1, p) for p in moduli)


def fraction(residues: Sequence[int], denominator: int) -> Fraction:
    """The fraction of this denominator with these residues modulo the first primes.

    >>> fraction([pow(6, -1, p) * 5 % p for p in primes(2)], 60)
    Fraction(5, 6)
    """
    moduli = primes(len(residues))
    whole, weights = _weights(moduli)
    total = sum(
        w * (r * denominator % p) for w, r, p in zip(weights, residues, moduli, strict=True)
    )
    total %= whole
    if 2 * total > whole:
        total -= whole
    return Fraction(total, denominator)
