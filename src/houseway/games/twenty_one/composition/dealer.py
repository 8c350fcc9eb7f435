"""How a dealer goes on from the cards that are seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from houseway.games.twenty_one.composition.kernels import NONE, VALUES
from houseway.games.twenty_one.composition.terms import Counts, Start, hand_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Indices = NDArray[np.uint64]

LOW = 4  # values below five are the low ones, where the cards gone are told apart by low and high


@dataclass(frozen=True, eq=False)
class Tree:
    """How a dealer can go on from the cards seen: sets of cards to draw.

    ``sets`` has for each of them the one with a card less, the value of that card and how many of
    it are there before, how many cards it has, in how many orders the dealer draws it to an end
    (0 if it is none), and which end that is.
    """

    sets: Ints
    ends: tuple[int, ...]  # final totals

    @property
    def depths(self) -> int:
        """One more than the most cards that can be drawn."""
        return int(self.sets[:, 3].max()) + 1


@lru_cache(maxsize=200)
def dealer_tree(
    worth: Callable[[Counts], tuple[int, bool]],
    draws: Callable[[int, bool], bool],
    goal: int,
    start: Start,
    naturals: tuple[int, ...],
    told: int = 0,
) -> Tree:
    """All the hands that a dealer draws from these cards, a natural left out. Totals over the goal
    are one end, unless one of them is to be ``told`` from those above it."""
    none: Counts = (0,) * VALUES
    orders = {none: 1}
    ends: dict[Counts, int] = {}
    seen = hand_of(*start)

    def finished(drawn: Counts) -> int | None:
        total, soft = worth(tuple(a + b for a, b in zip(seen, drawn, strict=True)))
        return None if total <= goal and draws(total, soft) else min(total, max(goal, told) + 1)

    open_sets = [none]
    if len(start) > 1 and (total := finished(none)) is not None:
        ends[none], open_sets = total, []
    while open_sets:
        found: dict[Counts, int] = {}
        for drawn in open_sets:
            for value in range(VALUES):
                if sum(drawn) + len(start) == 1 and value in naturals:
                    continue
                more = tuple(n + (v == value) for v, n in enumerate(drawn))
                found[more] = found.get(more, 0) + orders[drawn]
        open_sets = []
        for drawn, count in found.items():
            orders[drawn] = count
            total = finished(drawn)
            if total is None:
                open_sets.append(drawn)
            else:
                ends[drawn] = total
    totals = sorted(set(ends.values()))
    at: dict[Counts, int] = {none: 0}
    lines = [
        (0, 0, 0, 0, orders[none] if none in ends else 0, totals.index(ends.get(none, totals[0])))
    ]

    def place(drawn: Counts) -> int:
        if drawn not in at:
            value = max(v for v in range(VALUES) if drawn[v])
            less = tuple(n - (v == value) for v, n in enumerate(drawn))
            parent = place(less)
            at[drawn] = len(lines)
            end = totals.index(ends[drawn]) if drawn in ends else 0
            ways = orders[drawn] if drawn in ends else 0
            lines.append((parent, value, drawn[value] - 1, sum(drawn), ways, end))
        return at[drawn]

    for drawn in ends:
        place(drawn)
    return _one_of_its_kind(tuple(lines), tuple(totals))


@lru_cache(maxsize=400)
def _one_of_its_kind(lines: tuple[tuple[int, ...], ...], ends: tuple[int, ...]) -> Tree:
    """The same tree for rules that differ in nothing from these cards on: with a seven nobody ever
    comes to a soft 17."""
    import numpy as np

    return Tree(np.array(lines, np.int64), ends)


@dataclass(frozen=True)
class Wood:
    """A tree as the kernels read it. Sets of cards are told by the set with a card less, and by
    which card that is: its value, and how many of it are there before. There are those that are
    part of others (``nodes``), and those with which the dealer comes to an end (``sets``). The
    latter are sorted by end and by cell: how many cards they have, and how many of these are of a
    key value, if there is one.

    The last end has no sets: it is what there is otherwise.
    """

    nodes: Indices
    sets: Indices
    ways: Ints
    cells: Ints  # the first set of each, the one after its last, the cell, the end
    keys: int


def wood(tree: Tree, key: int) -> Wood:
    """A tree for one key value, whose own factors are left out."""
    import numpy as np

    parent, value, before, size, ways, end = tree.sets.T
    is_key = value == key
    is_key[0] = False
    held = np.zeros(len(parent), np.int64)
    for i in range(1, len(parent)):
        held[i] = held[parent[i]] + is_key[i]
    keys = int(held.max()) + 1
    card = np.where(is_key, VALUES * tree.depths, value * tree.depths + before)
    wanted = (ways > 0) & (end < len(tree.ends) - 1)
    used = np.zeros(len(parent), np.bool_)
    used[0] = True
    for i in range(len(parent) - 1, 0, -1):
        used[parent[i]] |= wanted[i] or used[i]
    number = np.cumsum(used) - 1
    lines = np.array([number[parent], card], np.uint64)
    place = (end * tree.depths + size) * keys + held
    sets = wanted.nonzero()[0]
    sets = sets[np.argsort(place[sets], kind="stable")]
    different, first = np.unique(place[sets], return_index=True)
    last = np.searchsorted(place[sets], different, side="right")
    cells = np.array([first, last, *np.divmod(different, tree.depths * keys)[::-1]])
    return Wood(
        np.ascontiguousarray(lines[:, used]),
        np.ascontiguousarray(lines[:, sets]),
        ways[sets],
        cells,
        keys,
    )


def heaviest(tree: Tree, shoe: Counts) -> float:
    """In how many orders the dealer can draw those cards that can be drawn in the most."""
    import numpy as np

    parent, value, before, size, _, _ = tree.sets.T
    rest, product = np.maximum(np.array(shoe)[value] - before, 0), np.ones(len(parent))
    for cards in range(1, tree.depths):
        some = size == cards
        product[some] = product[parent[some]] * rest[some]
    return float(product.max())


@lru_cache(maxsize=200)
def woods(tree: Tree) -> dict[int, Wood]:
    """A tree for every key value, and for none."""
    return {key: wood(tree, key) for key in range(NONE, VALUES)}


@dataclass(frozen=True)
class Draws:
    """The draws with which a dealer comes to one end.

    They are sorted by high cards and size (a cell). The low cards of a draw are those of two lists:
    of the lower half of them, and of the upper.
    """

    halves: tuple[Ints, Ints]
    low: Any  # which of both lists low cards are
    low_at: Any  # the low cards of every draw
    ways: Ints
    cell_from: Ints  # where the draws of a cell begin
    cell_high: Ints
    cell_size: Ints
    high: Ints

    @property
    def longest(self) -> int:
        """The most cards that are drawn."""
        return int(self.cell_size.max())


@lru_cache(maxsize=200)
def dealer_draws(tree: Tree, goal: int, natural: int) -> list[Draws]:
    """A dealer's draws: to every total up to the goal; over it, which is whatever there is less the
    others; and to a natural if there is one."""
    import numpy as np

    counts = np.zeros((len(tree.sets), VALUES), np.int64)
    for i, (parent, value, *_) in enumerate(tree.sets.tolist()):
        if i:
            counts[i] = counts[parent]
            counts[i, value] += 1
    ways, ends = tree.sets[:, 4], tree.sets[:, 5]
    within = sum(end <= goal for end in tree.ends)
    found = [((ways > 0) & (ends == end)).nonzero()[0] for end in range(within)]
    drawn, orders = [counts[at] for at in found], [ways[at] for at in found]
    nothing = np.zeros((1, VALUES), np.int64)
    naturals = np.array([hand_of(natural)] if natural != NONE else [], np.int64)
    naturals, once = naturals.reshape(-1, VALUES), np.ones(len(naturals), np.int64)
    over = [nothing, naturals, *drawn]
    less = [np.ones(1, np.int64), -once, *(-one for one in orders)]
    every = [*zip(drawn, orders, strict=True), (np.concatenate(over), np.concatenate(less))]
    if len(naturals):
        every.append((naturals, once))
    return [_draws(*one) for one in every]


def _draws(drawn: Ints, ways: Ints) -> Draws:
    import numpy as np

    size = drawn.sum(axis=1)
    high, high_at = np.unique(drawn[:, LOW:], axis=0, return_inverse=True)
    cells = high_at.reshape(-1) * (size.max() + 1) + size
    order = np.argsort(cells, kind="stable")
    cell, cell_from = np.unique(cells[order], return_index=True)
    low, low_at = np.unique(drawn[order, :LOW], axis=0, return_inverse=True)
    halves = [
        np.unique(half, axis=0, return_inverse=True)
        for half in (low[:, : LOW // 2], low[:, LOW // 2 :])
    ]
    return Draws(
        (halves[0][0], halves[1][0]),
        np.array([at.reshape(-1) for _, at in halves], np.uint32),
        low_at.reshape(-1).astype(np.uint32),
        ways[order],
        np.append(cell_from, len(order)),
        cell // (size.max() + 1),
        cell % (size.max() + 1),
        high,
    )
