"""How many hands hit each set of paytable rows: for wagers on cards that no decision touches.

All hands of a size are counted as classes that differ only in the names of suits. A game brings two
rules: a bulk rule that gives every hand a small number, its kind, and the rows that a hand answers
to. Hands of one kind answer to the same rows, but for rows that name a suit; so the rows are read
off one hand of the kind and the hands that renaming suits makes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from houseway.counting.canonical import Hands, Pack, classes
from houseway.counting.prices import Rows
from houseway.games.against_dealer.value_sweep import Bulk, measured

if TYPE_CHECKING:
    from houseway.games.against_dealer.value_sweep import Ints

RowsRule = Callable[[int], Collection[str]]


@dataclass(frozen=True, eq=False)
class Kinds:
    """The classes of hands by kind. ``kind`` has a number a class; ``rows`` says of each kind how
    many of its hands, in so many parts alike, answer to each set of rows."""

    hands: Hands
    kind: Ints
    rows: Mapping[int, Mapping[Rows, int]]

    @cached_property
    def patterns(self) -> dict[Rows, int]:
        """How many hands hit each set of rows, the rarest first."""
        found: dict[Rows, int] = {}
        for kind in self.rows:
            dealt = int(self.hands.ways[self.kind == kind].sum())
            for rows, count in self.split(kind, dealt).items():
                found[rows] = found.get(rows, 0) + count
        return dict(sorted(found.items(), key=lambda item: item[1]))

    def split(self, kind: int, count: int) -> dict[Rows, int]:
        """Deals with hands of one kind by the rows that they hit."""
        parts = self.rows[kind]
        whole = sum(parts.values())
        if any(count * part % whole for part in parts.values()):
            raise AssertionError(f"{count} deals of kind {kind} do not split evenly over the suits")
        return {rows: count * part // whole for rows, part in parts.items()}


@lru_cache(maxsize=16)
def kinds(pack: Pack, size: int, kind: Bulk, rows: RowsRule) -> Kinds:
    """All hands of so many cards, by kind and rows."""
    import numpy as np

    hands = classes(pack, size)
    found = measured(kind, hands)
    numbers, examples = np.unique(found, return_index=True)
    masks = hands.masks[examples].tolist()
    return Kinds(
        hands,
        found,
        {
            number: _rows_by_suit(pack, mask, rows)
            for number, mask in zip(numbers.tolist(), masks, strict=True)
        },
    )


def _rows_by_suit(pack: Pack, hand: int, rows: RowsRule) -> dict[Rows, int]:
    found: dict[Rows, int] = {}
    for like in pack.same_but_for_suits(hand):
        hit = frozenset(rows(like))
        found[hit] = found.get(hit, 0) + 1
    return found
