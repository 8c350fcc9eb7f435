"""Setting as two hands for the most: best play, the house's play and any other, over all sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from houseway.counting.result import Outcome
from houseway.games.set_hands.two_hands import Contest, Hand, Tally, Way

Setter = Callable[[Hand], Way]


@dataclass(frozen=True)
class Solution:
    """What becomes of all deals under one way to set; how often a better way was there."""

    strategy: str
    tally: Tally
    worse: Fraction


class SettingGame:
    """Two hands against the house way. A loss costs one; ``win`` is what a win nets."""

    win: Fraction

    @property
    def contest(self) -> Contest:
        """All sets and what comes of them."""
        raise NotImplementedError

    def worth(self, tally: Tally) -> Fraction:
        """What deals like these net on average, in stakes."""
        return (tally.win * self.win - tally.lose) / sum(tally)

    def net(self, tally: Tally) -> int:
        """What deals like these net together, in whole parts of a stake, to be compared."""
        return tally.win * self.win.numerator - tally.lose * self.win.denominator

    def best_way(self, tallies: Sequence[Tally], usual: Way) -> Way:
        """The way that nets most; of equals the usual one."""
        nets = [self.net(tally) for tally in tallies]
        return usual if nets[usual] == max(nets) else nets.index(max(nets))

    @cached_property
    def best(self) -> list[Way]:
        """The best way for every set; where the house way is as good, the house way."""
        known = self.contest
        pairs = zip(known.tallies, known.followed, strict=True)
        return [self.best_way(tallies, usual) for tallies, usual in pairs]

    @cached_property
    def optimal(self) -> Solution:
        """The best play."""
        return self._solution("optimal", self.best)

    @cached_property
    def as_the_house(self) -> Solution:
        """Set like the house."""
        return self._solution("house_way", self.contest.followed)

    def follow(self, name: str, setter: Setter) -> Solution:
        """What another way to set is worth."""
        return self._solution(name, [setter(hand) for hand in self.contest.hands])

    def cost(self, solution: Solution) -> Fraction:
        """What a way to set gives away against the best one, in stakes."""
        return self.worth(self.optimal.tally) - self.worth(solution.tally)

    def _solution(self, name: str, chosen: Sequence[Way]) -> Solution:
        known = self.contest
        worse = [
            self.net(tallies[way]) < self.net(tallies[best])
            for tallies, way, best in zip(known.tallies, chosen, self.best, strict=True)
        ]
        return Solution(name, known.follow(chosen), Fraction(*known.share(worse)))


def outcomes(tally: Tally, win: Fraction, part: Fraction = Fraction(1)) -> list[Outcome]:
    """A wager's outcomes; ``part`` is the share of the unit that the player bears."""
    return [
        Outcome("lose", -part, tally.lose, part),
        Outcome("push", Fraction(0), tally.push, part),
        Outcome("win", part * win, tally.win, part),
    ]
