"""The exact odds of the dragon's eye wagers, on plain prices by row.

What the dice pay comes from ``dragons_eye.py``. ``DiceBonus`` is a wager that lives from triple to
triple.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from houseway.counting.result import Outcome, OutcomeTable
from houseway.games.set_hands.dragons_eye import bonus_row, is_triple, won

FACES = range(1, 7)
Prices = Mapping[str, Fraction]  # odds to 1 by row; rows that are not there lose


def rolls(triple_takes: bool, dice: int) -> tuple[int, int]:
    """The rolls that take wagers on tiles, and those that leave them to the tiles."""
    if not triple_takes:
        return 0, 1
    triples = sum(map(is_triple, product(FACES, repeat=dice)))
    return triples, len(FACES) ** dice - triples


def dice_table(wager: str, prices: Prices, seat: int, dice: int = 3) -> OutcomeTable:
    """A wager on one roll, at a position."""
    counts = dict.fromkeys(prices, 0)
    lost = 0
    for roll in product(FACES, repeat=dice):
        row = next((row for row in prices if row in won(seat, roll)[wager]), None)
        if row is None:
            lost += 1
        else:
            counts[row] += 1
    outcomes = [Outcome("lose", Fraction(-1), lost)]
    outcomes += [Outcome(row, prices[row], count) for row, count in reversed(counts.items())]
    return OutcomeTable(wager, len(FACES) ** dice, tuple(outcomes))


@dataclass(frozen=True)
class DiceBonus:
    """A wager on triples in a row that may be left down after each of them.

    ``prices`` are by row, ``triples`` how many in a row are paid before the count starts again.
    After a triple the dragon's eye button lies at the position that all dice show, and names who
    shakes next.
    """

    prices: Prices
    triples: int
    dice: int = 3

    @property
    def chance(self) -> Fraction:
        """The chance of a triple."""
        rolls = list(product(FACES, repeat=self.dice))
        return Fraction(sum(map(is_triple, rolls)), len(rolls))

    def _price(self, shakes: bool, triples: int) -> Fraction:
        return self.prices[bonus_row(shakes, triples)]

    @cached_property
    def worth(self) -> dict[tuple[int, bool], Fraction]:
        """What a wager of one nets that is down after so many triples in a row, for who shakes
        next and for others; left down later whenever that nets something."""
        for again in ((), (True,), (False,), (True, False)):
            found = self._worth(again)
            if all((found[0, shakes] > 0) == (shakes in again) for shakes in (True, False)):
                return found
        raise AssertionError("one of the ways to go on is the best")

    def _worth(self, again: Sequence[bool]) -> dict[tuple[int, bool], Fraction]:
        """The same, going on after the last triple of a count only for these shakers."""
        fixed = self._back(Fraction(0))
        slope = {key: value - fixed[key] for key, value in self._back(Fraction(1)).items()}
        weights = {shakes: _button(shakes) for shakes in again}
        constant = sum((weights[s] * fixed[0, s] for s in again), Fraction(0))
        factor = sum((weights[s] * slope[0, s] for s in again), Fraction(0))
        return self._back(constant / (1 - factor))

    def _back(self, after_last: Fraction) -> dict[tuple[int, bool], Fraction]:
        """From the last triple to the first, with what it is worth to go on after the last."""
        found: dict[tuple[int, bool], Fraction] = {}
        later = after_last
        for count in reversed(range(self.triples)):
            for shakes in (True, False):
                gain = self._price(shakes, count + 1) + later
                found[count, shakes] = self.chance * gain - (1 - self.chance)
            kept = [_button(s) * max(found[count, s], Fraction(0)) for s in (True, False)]
            later = sum(kept, Fraction(0))
        return found

    def table(self, shaking: Mapping[bool, int]) -> OutcomeTable:
        """A wager made at the start of a count, by the weights of shaking and of not.

        It stays down while that is worth something, and comes down after the last triple.
        """
        if any(self.worth[0, shakes] > 0 for shakes in (True, False)):
            raise ValueError("at these prices the wager would never come down")
        whole = len(FACES) ** self.dice
        counts: dict[tuple[str, Fraction], int] = {}
        for label, net, weight in self._paths(shaking, whole):
            counts[label, net] = counts.get((label, net), 0) + weight
        outcomes = tuple(Outcome(label, net, count) for (label, net), count in counts.items())
        return OutcomeTable("dice_bonus", sum(shaking.values()) * whole**self.triples, outcomes)

    def _paths(
        self, shaking: Mapping[bool, int], whole: int
    ) -> Iterator[tuple[str, Fraction, int]]:
        """Every way that the wager can go: what it was paid for, the net, and how many rolls."""
        triples = sum(map(is_triple, product(FACES, repeat=self.dice)))
        paths: list[tuple[int, bool, tuple[str, ...], Fraction, int]] = [
            (0, shakes, (), Fraction(0), weight) for shakes, weight in shaking.items()
        ]
        while paths:
            count, shakes, rows, paid, weight = paths.pop(0)
            left = whole ** (self.triples - count - 1)
            said = ", ".join(rows)
            lost = f"{said} and then lost" if rows else "lose"
            yield lost, paid - 1, weight * (whole - triples) * left
            rows = (*rows, bonus_row(shakes, count + 1))
            paid += self._price(shakes, count + 1)
            for next_shakes in (True, False):
                times = int(triples * _button(next_shakes)) * weight
                stays = count + 1 < self.triples and self.worth[count + 1, next_shakes] > 0
                if stays:
                    paths.append((count + 1, next_shakes, rows, paid, times))
                else:
                    yield ", ".join(rows), paid, times * left


def _button(here: bool) -> Fraction:
    """The chance that the button comes to a position, or to another one."""
    one = Fraction(1, len(FACES))
    return one if here else 1 - one
