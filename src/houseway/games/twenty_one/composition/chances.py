"""Chances of draws as residues, for numbers of cards that are gone."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from houseway.games.twenty_one.composition.terms import falling

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

SLOTS = 40  # cards that one hand and the dealer's draw after the first, and a few to spare


@lru_cache(maxsize=2000)
def inverse_chances(cards: int, gone: tuple[int, ...], prime: int) -> Ints:
    """One over the number of ways to draw 0, 1, ... cards, for each number of cards gone before."""
    import numpy as np

    found = np.zeros((len(gone), SLOTS), np.int64)
    for i, t in enumerate(gone):
        whole = 1
        for n in range(min(SLOTS, cards - t + 1)):
            found[i, n] = whole
            whole = whole * pow(max(cards - t - n, 1), -1, prime) % prime
    return found


@lru_cache(maxsize=2000)
def key_factors(held: int, gone: tuple[int, ...], prime: int) -> Ints:
    """The factors of 0, 1, ... cards of the key value, for each number of them gone before."""
    import numpy as np

    found = np.zeros((len(gone), SLOTS), np.int64)
    for i, t in enumerate(gone):
        for n in range(SLOTS):
            found[i, n] = falling(held - t, n) % prime
    return found
