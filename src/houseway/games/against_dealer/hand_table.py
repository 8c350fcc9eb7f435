"""Where any hand stands among the classes of hands that differ only in the names of suits.

Kernels that deal by the million look up what a solver knows of a class: the place of a hand among
all of its size is a sum of four numbers, one a suit.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from houseway.counting.canonical import Pack, classes
from houseway.games.against_dealer.value_sweep import suit_places
from houseway.games.authoring.draw import INDEX
from houseway.hands.kernel import kernel

ORDERS = 32  # more than the orders of four suits

if TYPE_CHECKING:
    from houseway.games.against_dealer.value_sweep import Bits, Counts, Places


class HandTable(NamedTuple):
    """Every hand of a size by its place, and what the hands of each class do."""

    parts: Places  # [suit, cards before it, its ranks]: a suit's part in the place of a hand
    sizes: Bits  # how many cards some ranks are
    found: Counts  # the class of each hand, and the order of suits that makes it of its class
    sources: Bits  # the order in which suits come to each place
    suits: Bits  # where each suit of the pack has its bits
    numbers: Bits  # the number of each rank among those of the pack; how many there are, last
    does: Bits  # [class, four cards of the pack]: what is done beside each shown card


def hand_table(pack: Pack, size: int, how: Bits) -> HandTable:
    """All hands of so many cards. ``how`` has a row a class and a column a card, with numbers up to
    3."""
    import numpy as np

    fours = -(-how.shape[1] // 4)
    room = ((0, 0), (0, 4 * fours - how.shape[1]))
    padded = np.pad(how, room).reshape(len(how), fours, 4)
    does = (padded << np.array([0, 2, 4, 6], np.uint8)).sum(axis=2, dtype=np.uint8)
    return _places(pack, size)._replace(does=does)


@lru_cache(maxsize=4)
def _places(pack: Pack, size: int) -> HandTable:
    import numpy as np

    hands = classes(pack, size)
    parts = suit_places(pack, size)
    sizes = np.array([held.bit_count() for held in range(pack.ranks + 1)], np.uint8)
    found = np.zeros(pack.hands(size), np.int32)
    sources = list(permutations(range(len(pack.suits))))
    for number, order in enumerate(sources):
        place = np.zeros(len(hands), np.int64)
        before = np.zeros(len(hands), np.int64)
        for at, suit in enumerate(order):
            held = hands.suits[:, suit]
            place += parts[at, before, held]
            before += sizes[held]
        found[place] = np.arange(len(hands)) * ORDERS + number
    ranks = [pack.rank_list.index(rank) if rank in pack.rank_list else 0 for rank in range(13)]
    return HandTable(
        parts, sizes, found, np.array(sources, np.uint8), np.array(pack.suits, np.uint8),
        np.array([*ranks, len(pack.rank_list)], np.uint8), np.zeros((0, 0), np.uint8),
    )  # fmt: skip


@kernel
def done_with(t: HandTable, hand: int, shown: int) -> int:
    """What is done with a hand beside a shown card."""
    place, before = 0, 0
    for at in range(len(t.suits)):
        held = INDEX(hand >> 16 * int(t.suits[INDEX(at)]) & 0x1FFF)
        place += int(t.parts[INDEX(at), INDEX(before), held])
        before += int(t.sizes[held])
    found = int(t.found[INDEX(place)])
    suit = 0
    while t.suits[INDEX(suit)] != shown >> 4:
        suit += 1
    source = int(t.sources[INDEX(found % ORDERS), INDEX(suit)])
    card = source * int(t.numbers[13]) + int(t.numbers[INDEX(shown & 15)])
    return int(t.does[INDEX(found // ORDERS), INDEX(card >> 2)]) >> 2 * (card & 3) & 3
