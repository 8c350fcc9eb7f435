"""What a split pair is worth on average.

Splits are exact for the strategy without memory: a split hand is played by its own cards and the
dealer's, like a hand that was dealt so, and a pair is split again as long as that is allowed. Hands
of one split come from one shoe, but each of them by itself is a draw from it whatever the others
hold, and the chance that the others did not pair is taken out by inclusion and exclusion.

That is enough for decisions. What the hands of a split come to together is in ``rounds``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from houseway.games.twenty_one.composition.terms import ACE, draws_of, hand_of
from houseway.games.twenty_one.residues import fraction, primes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.games.twenty_one.composition.against import Against, Plan

    Ints = NDArray[np.int64]


@dataclass(frozen=True)
class SplitMeans:
    """A split pair: the mean net of all its hands and the mean money at risk, both together with
    the chance that the dealer has no natural."""

    net: Fraction
    action: Fraction


def split_means(here: Against, plan: Plan, value: int) -> SplitMeans:
    """A split pair, exactly, by these decisions: its net and what it puts at risk."""
    most, acts = here.most_hands(value), here.after_split(plan)
    single = here.hands.at[hand_of(value)]
    pair = here.hands.at[hand_of(value, value)]
    cards, held = here.cards, here.shoe[value]
    scale = lcm(2, *(price.denominator for price in here.prices))
    nets = [[int(here.net_of(p, extra=e) * scale) for p in range(here.places)] for e in (0, 1)]
    action = [here.action_of(p) * scale for p in range(here.places)]
    sequences = split_sequences(most)
    last = 2 + max(k + n for k, n, _, _ in sequences)
    gone = tuple(range(2, last + 2))
    if value == ACE and not here.terms.aces_play:
        acts = here.ace_acts
    options: dict[str, Any] = {"key": value, "split": True}
    first = int(acts[0, pair])
    weights, denominator = here.in_residues(
        lambda moduli: (
            here.sums(moduli, acts, single, skipped=value, **options),
            here.sums(moduli, acts, pair, first=first, **options),
        ),
        lambda drawn: draws_of(cards - 2, drawn + last) * scale * here.scale,
        4 * most,
    )
    found: list[list[int]] = []
    for prime, *both in zip(primes(len(weights[0])), *weights, strict=True):
        lines = _lines([*nets, action], prime)
        apart, alike = (here.collapsed(prime, one, lines, cards, held, gone) for one in both)
        found.append(_split_mean(sequences, apart, alike, cards, held, prime))
    net, risk = (fraction([one[i] for one in found], denominator) / scale for i in (0, 1))
    return SplitMeans(net, risk)


def longest(sums: Ints) -> int:
    """The most cards that any outcome has drawn."""
    used: list[bool] = (sums != 0).any(axis=(0, 1, 2)).tolist()
    return max((drawn for drawn, found in enumerate(used) if found), default=0)


def _lines(rows: list[list[int]], prime: int) -> Ints:
    import numpy as np

    return np.array([[x % prime for x in row] for row in rows], np.int64)


def split_sequences(most: int) -> list[tuple[int, int, int, int]]:
    """How a split can go: pairs split again, hands that got another value, hands that got any card
    because no more could be formed, and the number of such sequences.

    >>> split_sequences(2), split_sequences(3)
    ([(0, 0, 2, 1)], [(0, 2, 0, 1), (1, 0, 3, 1), (1, 1, 2, 1)])
    """
    found: dict[tuple[int, int, int], int] = {}

    def go(formed: int, waiting: int, again: int, apart: int) -> None:
        if formed == most or not waiting:
            key = again, apart, waiting if formed == most else 0
            found[key] = found.get(key, 0) + 1
            return
        go(formed, waiting - 1, again, apart + 1)
        go(formed + 1, waiting + 1, again + 1, apart)

    go(2, 2, 0, 0)
    return [(*key, ways) for key, ways in sorted(found.items())]


def _split_mean(
    sequences: list[tuple[int, int, int, int]],
    apart: list[list[int]],
    alike: list[list[int]],
    cards: int,
    held: int,
    prime: int,
) -> list[int]:
    """Mean net and action of all hands of a split, in residues.

    ``apart[line][i]`` is a hand's mean together with the chance that its second card is of another
    value when i + 2 cards of the pair's value are gone; ``alike`` the mean of a hand whose second
    card is of that value. Lines: net of the first hand, net of any other, action.
    """
    size = len(apart[0]) - 1
    chance = [
        max(held - 2 - i, 0) * pow(max(cards - 2 - i, 1), -1, prime) % prime for i in range(size)
    ]
    any_card = [
        [(line[i] + chance[i] * other[i + 1]) % prime for i in range(size)]
        for line, other in zip(apart, alike, strict=True)
    ]

    def tables(first: list[list[int]]) -> list[list[list[int]]]:
        """The same together with the chance that so many other hands got another value."""
        found = [[line[:size] for line in first]]
        for _ in range(1, size):
            before = found[-1]
            found.append([
                [(line[i] - chance[i] * line[i + 1]) % prime for i in range(len(line) - 1)]
                for line in before
            ])  # fmt: skip
        return found

    other_value, any_value = tables(apart), tables(any_card)
    net = action = 0
    for again, others, free, ways in sequences:
        weight = ways
        for i in range(again):
            weight = weight * chance[i] % prime
        parts = []  # of the first hand, of the others, of the action
        for line in range(3):
            mine = other_value[others - 1][line][again] if others else 0
            its = any_value[others][line][again] if free else 0
            parts.append((mine, its))
        if others:
            total = parts[0][0] + (others - 1) * parts[1][0] + free * parts[1][1]
        else:
            total = parts[0][1] + (free - 1) * parts[1][1]
        net += weight * total
        action += weight * (others * parts[2][0] + free * parts[2][1])
    return [net % prime, action % prime]
