"""What can be said of a few cards in sight, before the rest of a hand is dealt.

The conditions that a policy table may have about them:

| condition | holds for |
|---|---|
| `pays: true` | cards that win whatever comes; `false`: those that do not yet |
| `pair: 6 to A` | cards with a pair of one of these ranks, or with more than a pair |
| `suited: true` | cards of one suit; `false`: of more than one |
| `gaps: 0`, `gaps: 0 to 1` | cards of different ranks with so many ranks missing between them |
| `high: 2 or more` | so many cards of the least rank whose pair wins, or above |
| `lowest: 3 to Q`, `highest: T to K` | a lowest or highest card of one of these ranks |

An ace counts above the king only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from houseway.counting.suit_class import suit_class
from houseway.equipment.cards import RANKS, mask
from houseway.games.authoring.policy import Condition, read_ranks, read_span, read_truth
from houseway.hands.kernel import kernel
from houseway.hands.poker import in_suit, size

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


@kernel
def lowest(ranks: int) -> int:
    """The lowest rank of a set that is not empty."""
    rank = 0
    while not ranks >> rank & 1:
        rank += 1
    return rank


@kernel
def already_pays(cards: int, least_pair: int) -> bool:
    """Whether three or four cards hold two pairs, three alike or a pair that wins."""
    c, d, h, s = cards & 0x1FFF, cards >> 16 & 0x1FFF, cards >> 32 & 0x1FFF, cards >> 48 & 0x1FFF
    two = c & d | c & h | c & s | d & h | d & s | h & s
    three = c & d & h | c & d & s | c & h & s | d & h & s
    return three != 0 or size(two) == 2 or two >> least_pair != 0


@dataclass(frozen=True)
class Held:
    """What a table looks at; cards with a pair among them have no gaps to count."""

    cards: int  # how many
    pays: bool
    pairs: frozenset[int]  # ranks that come at least twice
    suited: bool
    gaps: int | None
    high: int
    ranks: tuple[int, ...]  # rising


def held(cards: Sequence[int], least_pair: int) -> Held:
    """What a table looks at with these cards in sight."""
    hand, ranks = mask(cards), tuple(sorted(card & 15 for card in cards))
    apart = len(set(ranks)) == len(ranks)
    return Held(
        cards=len(cards),
        pays=already_pays(hand, least_pair),
        pairs=frozenset(rank for rank, count in Counter(ranks).items() if count > 1),
        suited=in_suit(hand),
        gaps=ranks[-1] - ranks[0] + 1 - len(ranks) if apart else None,
        high=sum(rank >= least_pair for rank in ranks),
        ranks=ranks,
    )


def _pays(wanted: bool) -> Condition[Held]:
    return lambda seen: seen.pays == wanted


def _pair(wanted: frozenset[int]) -> Condition[Held]:
    return lambda seen: bool(seen.pairs & wanted) or len(seen.pairs) > 1


def _suited(wanted: bool) -> Condition[Held]:
    return lambda seen: seen.suited == wanted


def _gaps(wanted: range) -> Condition[Held]:
    return lambda seen: seen.gaps is not None and seen.gaps in wanted


def _high(wanted: range) -> Condition[Held]:
    return lambda seen: seen.high in wanted


def _rank(place: int, wanted: frozenset[int]) -> Condition[Held]:
    return lambda seen: seen.ranks[place] in wanted


READERS: dict[str, Callable[[Any], Condition[Held]]] = {
    "pays": lambda value: _pays(read_truth(value)),
    "pair": lambda value: _pair(read_ranks(value)),
    "suited": lambda value: _suited(read_truth(value)),
    "gaps": lambda value: _gaps(read_span(value)),
    "high": lambda value: _high(read_span(value)),
    "lowest": lambda value: _rank(0, read_ranks(value)),
    "highest": lambda value: _rank(-1, read_ranks(value)),
}


def called(cards: Sequence[int]) -> str:
    """Cards by their ranks, and whether they are of one suit.

    >>> called([8, 10, 9]), called([8, 10, 25])
    ('Q-J-T of one suit', 'Q-J-T')
    """
    ranks = "-".join(RANKS[rank] for rank in sorted((card & 15 for card in cards), reverse=True))
    return f"{ranks} of one suit" if in_suit(mask(cards)) else ranks


# Classes of cards


@dataclass(frozen=True)
class Alike:
    """Sets of cards that differ only in the names of suits: one of them, and how many there are."""

    example: tuple[int, ...]
    ways: int


@lru_cache(maxsize=4)
def classes(cards: tuple[int, ...], held: int) -> list[Alike]:
    """Every class of so many cards."""
    example: dict[tuple[int, ...], tuple[int, ...]] = {}
    ways: dict[tuple[int, ...], int] = {}
    for hand in combinations(cards, held):
        name = suit_class(hand)
        example.setdefault(name, hand)
        ways[name] = ways.get(name, 0) + 1
    return [Alike(example[name], ways[name]) for name in example]


@lru_cache(maxsize=4)
def class_numbers(cards: tuple[int, ...], size: int) -> Ints:
    """For each set of so many cards, by its number, the place of its class among the classes."""
    import numpy as np

    place = {suit_class(one.example): at for at, one in enumerate(classes(cards, size))}
    found = np.zeros(comb(len(cards), size), np.int64)
    choose = [[comb(n, i + 1) for i in range(size)] for n in range(len(cards))]
    for chosen in combinations(range(len(cards)), size):
        number = sum(choose[n][i] for i, n in enumerate(chosen))
        found[number] = place[suit_class(cards[n] for n in chosen)]
    return found
