"""Every hand of a player that is not over the goal, and what the kernels know of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from houseway.games.twenty_one.composition.kernels import LOSE, NONE, PUSH, VALUES, WIN
from houseway.games.twenty_one.composition.terms import Counts, Start, Terms, hand_of, without

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Hands:
    """Every hand that is not over the goal; a card more has a lower number, the last has none."""

    counts: Ints
    after: Ints
    at: Mapping[Counts, int]
    total: Ints
    soft: Ints
    size: Ints

    def __len__(self) -> int:
        return len(self.size)

    @cached_property
    def next_hands(self) -> list[list[int]]:
        """``after`` as plain numbers."""
        found: list[list[int]] = self.after.tolist()
        return found

    def counts_of(self, index: int) -> Counts:
        """The cards of a hand by its number."""
        return tuple(int(n) for n in self.counts[index])


@lru_cache(maxsize=8)
def hands(worth: Callable[[Counts], tuple[int, bool]], goal: int) -> Hands:
    """Every hand of at most the goal."""
    import numpy as np

    found = sorted(_below(goal, VALUES), key=lambda c: -sum((v + 1) * n for v, n in enumerate(c)))
    at = {counts: index for index, counts in enumerate(found)}
    after = np.full((len(found), VALUES), NONE, np.int64)
    for index, counts in enumerate(found):
        for value in range(VALUES):
            more = tuple(n + (v == value) for v, n in enumerate(counts))
            after[index, value] = at.get(more, NONE)
    worths = [worth(counts) for counts in found]
    return Hands(
        np.array(found, np.int64),
        after,
        at,
        np.array([total for total, _ in worths], np.int64),
        np.array([soft for _, soft in worths], np.int64),
        np.array([sum(counts) for counts in found], np.int64),
    )


def _below(most: int, values: int) -> Iterator[Counts]:
    """Every hand of the lowest values whose hard total is at most that."""
    if not values:
        yield ()
        return
    for count in range(most // values + 1):
        for rest in _below(most - count * values, values - 1):
            yield (*rest, count)


@lru_cache(maxsize=64)
def _rows(
    worth: Callable[[Counts], tuple[int, bool]], goal: int, row: Callable[[Counts], str]
) -> list[str]:
    """The row of every hand."""
    return [row(counts) for counts in hands(worth, goal).at]


@lru_cache(maxsize=64)
def facts(terms: Terms, split: bool, start: Start = ()) -> Ints:
    """What the kernels know of each hand, dealt so or after a split."""
    import numpy as np

    known, rows = hands(terms.worth, terms.goal), [row for row, _ in terms.prices]
    found = np.zeros((9, len(known)), np.int64)
    found[0] = known.size
    found[1] = known.total < terms.goal
    two = known.size == (2 if split else terms.first_cards)
    doubles = {total: terms.may_double(total) for total in set(known.total.tolist())}
    found[2] = np.array([doubles[total] for total in known.total.tolist()])
    found[2] &= (known.size >= 2) if terms.double_more_cards else two
    if split and not terms.double_after_split:
        found[2] = 0
    found[3] = two & terms.surrender & (not split)
    if terms.surrender_any_time:
        found[3] = found[1] & (known.size >= 2)
    if terms.safe is not None:
        dealt = zip(known.total.tolist(), known.size.tolist(), strict=True)
        found[6] = [terms.safe(total, size, split) for total, size in dealt]
    found[4] = [rows.index(row) for row in _rows(terms.worth, terms.goal, terms.row)]
    found[5] = NONE
    if terms.lucky is not None:
        parts = [v for v in range(VALUES) if terms.lucky[v]]
        for missing in parts:
            pair = hand_of(*(v for v in parts if v != missing))
            found[5, known.at[pair]] = missing
        found[7] = found[8] = rows.index(terms.lucky_row)
    for suited in terms.suited:
        for missing in [v for v in range(VALUES) if suited.hand[v]]:
            found[5, known.at[without(suited.hand, missing)]] = missing
        for line, row in zip((7, 8), suited.rows_against(start, split), strict=True):
            found[line, known.at[suited.hand]] = rows.index(row)
    return found


@lru_cache(maxsize=200)
def outcomes(terms: Terms, ends: tuple[int, ...], split: bool) -> Ints:
    """Who wins, for every hand against every end of the dealer's."""
    import numpy as np

    known, codes = hands(terms.worth, terms.goal), {-1: LOSE, 0: PUSH, 1: WIN}
    keys = list(zip(known.total.tolist(), known.size.tolist(), strict=True))
    lines = {
        (total, size): [codes[terms.beats(total, size, split, end)] for end in ends]
        for total, size in set(keys)
    }
    return np.array([lines[key] for key in keys], np.int64)


@lru_cache(maxsize=200)
def outcome_lines(terms: Terms, ends: tuple[int, ...], split: bool) -> list[tuple[int, ...]]:
    """The same as plain numbers."""
    return [tuple(line) for line in outcomes(terms, ends, split).tolist()]
