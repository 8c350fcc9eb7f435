"""Progressive wagers: their worth at given meters, when they become fair, and the long run.

A game supplies how often each set of paytable rows is hit and the rule by which a hand that hits
them is paid from the meters; nothing here knows the game. Money is in cents.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from houseway.counting.result import Outcome, OutcomeTable

Rows = frozenset[str]


class Draw(NamedTuple):
    """What an award takes from a meter without emptying it: a share, or a fixed sum."""

    meter: str
    share: Fraction = Fraction(0)
    cents: int = 0


class Award(NamedTuple):
    """What a hand is paid, with the stake if that comes back, the meters it empties and what it
    takes out of others."""

    cents: int
    taken: frozenset[str] = frozenset()
    drawn: tuple[Draw, ...] = ()


AwardRule = Callable[[Rows, Mapping[str, int]], Award]


@dataclass(frozen=True)
class MeterLife:
    """A meter in the long run: it grows with every bet and is emptied by some hands.

    ``mean_at_hit`` is what it shows on average when it is hit: the reset amount and the growth of
    the mean number of bets from one hit to the next, the bet that hits it included, less what
    other awards have drawn from it. Hands know nothing of the meter, so that is also what it shows
    on average at any bet.
    """

    hits: int
    bets_between_hits: Fraction
    mean_at_hit: Fraction
    rounding: Fraction  # what rounding the amount up adds to a hit on average


@dataclass(frozen=True)
class LongRun:
    """A progressive wager over so many bets that its meters pay out what goes into them.

    ``house_advantage`` is that of awards to the cent. Rounding each meter's award up gives the
    player ``rounding`` more. Both are exact, in units of the stake, as long as no draw finds a
    meter too low; what is then missing is the house's loss besides.
    """

    meters: dict[str, MeterLife]
    house_advantage: Fraction
    rounding: Fraction


@dataclass(frozen=True)
class Progressive:
    """A wager of ``stake`` cents, paid by ``award`` from meters that go back to ``resets``.

    ``patterns`` says how many of ``hands`` hands hit each set of rows; the rows of a set are named
    in the order of ``rows``. What a meter pays is rounded up to whole ``unit`` cents, if at all.
    """

    wager: str
    rows: tuple[str, ...]
    patterns: Mapping[Rows, int]
    hands: int
    award: AwardRule
    resets: Mapping[str, int]
    stake: int
    unit: int = 100

    def table(self, meters: Mapping[str, int] | None = None) -> OutcomeTable:
        """The outcomes at these meters, or at the reset amounts."""
        shown = self.resets if meters is None else meters
        outcomes = [
            Outcome(
                self._label(rows), Fraction(self._paid(rows, shown) - self.stake, self.stake), n
            )
            for rows, n in self.patterns.items()
        ]
        outcomes.sort(key=lambda outcome: (-outcome.net, outcome.label))
        return OutcomeTable(self.wager, self.hands, tuple(outcomes))

    def _label(self, rows: Rows) -> str:
        return " + ".join(row for row in self.rows if row in rows) or "nothing"

    def _paid(self, rows: Rows, meters: Mapping[str, int]) -> int:
        return self.award(rows, meters).cents

    def expectation(self, meters: Mapping[str, int] | None = None) -> Fraction:
        """Return the player's expected net at these meters, in units of the stake."""
        shown = self.resets if meters is None else meters
        paid = sum(n * self._paid(rows, shown) for rows, n in self.patterns.items())
        return Fraction(paid, self.hands * self.stake) - 1

    def hits(self, meters: Mapping[str, int] | None = None) -> dict[str, int]:
        """Return the number of hands that empty each meter."""
        shown = self.resets if meters is None else meters
        found = dict.fromkeys(self.resets, 0)
        for rows, count in self.patterns.items():
            for meter in self.award(rows, shown).taken:
                found[meter] += count
        return found

    def break_even(self, *raised: str, most: int = 10**15) -> int | None:
        """The least amount, shown by each of these meters, that leaves the house no advantage.

        All other meters are at their reset amounts. ``None`` if no amount up to ``most`` does. An
        award never falls when a meter rises, so halving the interval finds the cent.
        """

        def fair(cents: int) -> bool:
            return self.expectation({**self.resets, **dict.fromkeys(raised, cents)}) >= 0

        if not fair(most):
            return None
        low, high = -1, most
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if fair(middle) else (middle, high)
        return high

    def long_run(self, rates: Mapping[str, Fraction]) -> LongRun:
        """The wager when meters keep what each bet adds to them (``rates``, as shares of a stake).

        Which hand takes which meter is settled as it is at the reset amounts.
        """
        lives = {meter: self._life(meter, rates[meter] * self.stake) for meter in self.resets}
        grown = {meter: life.mean_at_hit - self.resets[meter] for meter, life in lives.items()}
        paid = Fraction(0)
        rounding = Fraction(0)
        for rows, count in self.patterns.items():
            cents, taken, drawn = self.award(rows, self.resets)
            more = sum((grown[meter] for meter in taken), Fraction(0))
            more += sum((draw.share * grown[draw.meter] for draw in drawn), Fraction(0))
            paid += count * (cents + more)
            rounding += count * sum((lives[m].rounding for m in taken), Fraction(0))
        bet = self.hands * self.stake
        return LongRun(lives, 1 - paid / bet, rounding / bet)

    def _life(self, meter: str, growth: Fraction) -> MeterLife:
        """Where a meter is as often fed as drawn from: what comes in by growth and resets goes out
        by hits, which take all of it, and by draws."""
        reset, hits, shares, sums = self.resets[meter], 0, Fraction(0), 0
        for rows, count in self.patterns.items():
            _, taken, drawn = self.award(rows, self.resets)
            hits += count * (meter in taken)
            shares += count * sum((d.share for d in drawn if d.meter == meter), Fraction(0))
            sums += count * sum(d.cents for d in drawn if d.meter == meter)
        if not hits:
            raise ValueError("a meter that no hand empties grows without limit")
        mean = (growth * self.hands + hits * reset - sums) / (hits + shares)
        if mean < 0:
            raise ValueError("a meter that pays out more than it takes in runs dry")
        between = Fraction(self.hands, hits)
        if not self.unit:
            return MeterLife(hits, between, mean, Fraction(0))
        if shares or sums:
            raise ValueError(
                "the cost of rounding up is unknown for a meter that pays fixed amounts or shares"
            )
        rounded = _mean_rounded(reset, growth, between, self.unit)
        return MeterLife(hits, between, mean, rounded - mean)


def _mean_rounded(reset: int, growth: Fraction, between: Fraction, unit: int) -> Fraction:
    """The mean of a meter at a hit, rounded up to whole units.

    The number n of bets from hit to hit is geometric. After ``period`` bets the meter has grown by
    whole units and the roundings come round again, so one period says it all.
    """
    if not growth:
        return Fraction(math.ceil(Fraction(reset, unit)) * unit)
    period = (unit / growth).numerator
    miss = 1 - 1 / between
    chance, total = 1 / between, Fraction(0)  # of the first hit at bet n
    for n in range(1, period + 1):
        total += chance * math.ceil((reset + growth * n) / unit) * unit
        chance *= miss
    missed = miss**period
    return (total + missed * growth * period) / (1 - missed)
