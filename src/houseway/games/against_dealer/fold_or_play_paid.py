"""What the wagers of a fold-or-play game come to: what is paid, and the outcomes of a strategy.

``fold_or_play_odds`` counts the deals; here they are priced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from houseway.counting.prices import EVEN, Paid, Pays, Rows, even_money, nothing, price_text
from houseway.counting.result import Outcome, OutcomeTable
from houseway.games.against_dealer.value_sweep import Tally

FOLD = "fold"


@dataclass(frozen=True)
class Terms:
    """What a round wins and costs, in antes.

    The second wager is ``times`` the ante, or where there is a ``most`` any amount up to so many
    times, and is called ``second``; where ``pays`` has nothing for a winning hand, it comes back.
    ``ante`` is the odds of a winning ante.
    """

    second: str
    times: Fraction = Fraction(1)
    pays: Pays = even_money
    bonus: Pays = nothing
    ante: Fraction = Fraction(1)
    most: Fraction | None = None

    @property
    def choices(self) -> tuple[str, ...]:
        """What a player may choose: to fold, the second wager, or the least and the most of it."""
        if self.most is None:
            return FOLD, self.second
        return FOLD, *(f"{self.second}_{times}x" for times in (self.times, self.most))

    @property
    def levels(self) -> tuple[Terms, ...]:
        """The terms at each amount that a strategy may choose."""
        if self.most is None:
            return (self,)
        return replace(self, most=None), replace(self, times=self.most, most=None)

    def won(self, rows: Rows) -> Fraction:
        """A win against a dealer who qualifies, without the bonus."""
        paid = self.pays(rows)
        return self.ante + self.times * paid.odds if paid else self.ante

    def extra(self, rows: Rows) -> Fraction:
        """The bonus, due whenever the player stays in."""
        paid = self.bonus(rows)
        return paid.odds if paid else Fraction(0)

    @property
    def lost(self) -> Fraction:
        """Ante and second wager."""
        return 1 + self.times


@dataclass(frozen=True)
class Solution:
    """What becomes of all deals under one strategy, and of the wagers at given prices.

    ``tallies`` counts deals by the rows that the player's hand hits, whatever these pay; those that
    stay in with the most that the second wager may be are in ``raised``.
    """

    strategy: str
    terms: Terms
    tallies: Mapping[Rows, Tally]
    raised: Mapping[Rows, Tally] = field(default_factory=dict)

    @property
    def levels(self) -> list[tuple[Terms, Mapping[Rows, Tally]]]:
        """The terms at each amount of the second wager, and the deals in which it is bet."""
        return list(zip(self.terms.levels, (self.tallies, self.raised), strict=False))

    @cached_property
    def tally(self) -> Tally:
        """All deals: folded; not qualified, won, tied and lost."""
        every = [tally for _, tallies in self.levels for tally in tallies.values()]
        return Tally(*(sum(column) for column in zip(*every, strict=True)))

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return sum(self.tally)

    @property
    def fold_frequency(self) -> Fraction:
        """How often the player folds."""
        return Fraction(self.tally.fold, self.deals)

    @property
    def frequencies(self) -> dict[str, Fraction]:
        """How often each choice is made."""
        found = {FOLD: self.fold_frequency}
        for name, (_, tallies) in zip(self.terms.choices[1:], self.levels, strict=True):
            stays = sum(sum(tally) - tally.fold for tally in tallies.values())
            found[name] = Fraction(stays, self.deals)
        return found

    def folds(self, row: str) -> Fraction:
        """The share of the hands that hit a row which is folded."""
        hit = [
            tally for _, tallies in self.levels for rows, tally in tallies.items() if row in rows
        ]
        return Fraction(sum(t.fold for t in hit), sum(map(sum, hit)))

    @property
    def expectation(self) -> Fraction:
        """What a round nets on average, in antes."""
        return self.together.expectation

    @cached_property
    def ante(self) -> OutcomeTable:
        """The ante by itself, without the bonus."""
        fold, unqualified, win, tie, lose = self.tally
        outcomes = (
            Outcome("fold", Fraction(-1), fold),
            Outcome("lose", Fraction(-1), lose),
            *self._not_lost(tie, unqualified, self.terms.ante),
            Outcome("win", self.terms.ante, win),
        )
        return OutcomeTable("ante", self.deals, outcomes)

    def _not_lost(self, tie: int, unqualified: int, free: Fraction) -> Iterator[Outcome]:
        """What neither wins nor loses by the hands, where there is such a thing in the game."""
        if tie:
            yield Outcome("push", Fraction(0), tie)
        if unqualified:
            yield Outcome("dealer does not qualify", free, unqualified)

    @cached_property
    def second(self) -> OutcomeTable:
        """The second wager by itself, in antes where its amount is free; a player who folds has not
        made it."""
        free = self.terms.most is not None
        outcomes = [Outcome("fold", Fraction(0), self.tally.fold, Fraction(0))]
        for terms, tallies in self.levels:
            share = terms.times if free else Fraction(1)
            of = f" at {terms.times} times the ante" if free else ""
            _, unqualified, _, tie, lose = self._sum(tallies)
            outcomes.append(Outcome(f"lose{of}", -share, lose, share))
            for outcome in self._not_lost(tie, unqualified, Fraction(0)):
                outcomes.append(replace(outcome, label=outcome.label + of, action=share))
            wins: dict[Paid, int] = {}
            for rows, tally in tallies.items():
                paid = terms.pays(rows) or Paid("", Fraction(0))
                wins[paid] = wins.get(paid, 0) + tally.win
            for (row, odds), count in sorted(wins.items(), key=lambda item: item[0].odds):
                label = f"win, {row} {price_text(odds)}" if row else "win"
                outcomes.append(Outcome(label + of, odds * share, count, share))
        unit = "ante" if free else "stake"
        return OutcomeTable(self.terms.second, self.deals, tuple(outcomes), unit=unit)

    @staticmethod
    def _sum(tallies: Mapping[Rows, Tally]) -> Tally:
        return Tally(*(sum(column) for column in zip(*tallies.values(), strict=True)))

    @cached_property
    def bonus(self) -> OutcomeTable:
        """The bonus by itself, in antes: it has no stake of its own."""
        none = Paid("no bonus", Fraction(0))
        found: dict[Paid, int] = {}
        folded = 0
        for terms, tallies in self.levels:
            for rows, tally in tallies.items():
                paid = terms.bonus(rows) or none
                found[paid] = found.get(paid, 0) + sum(tally) - tally.fold
                folded += tally.fold
        free = Fraction(0)
        outcomes = [Outcome("fold", free, folded, free)]
        for (row, odds), count in sorted(found.items(), key=lambda item: item[0].odds):
            label = f"{row} {price_text(odds)}" if odds else row
            outcomes.append(Outcome(label, odds, count, free))
        return OutcomeTable("bonus", self.deals, tuple(outcomes), unit="ante")

    @cached_property
    def together(self) -> OutcomeTable:
        """Ante, second wager and bonus together, in antes."""
        counts: dict[tuple[str, Fraction, Fraction], int] = {}
        for terms, tallies in self.levels:
            of = f" at {terms.times} times the ante" if self.terms.most is not None else ""
            for rows, tally in tallies.items():
                for label, net, count in self._results(terms, rows, tally):
                    key = (label + of, net, terms.lost)
                    if label == FOLD:
                        key = (label, net, Fraction(1))
                    counts[key] = counts.get(key, 0) + count
        kept = (FOLD, "lose", "push", "win")
        outcomes = [
            Outcome(label, net, count, staked)
            for (label, net, staked), count in counts.items()
            if count or label in kept
        ]
        outcomes.sort(key=lambda outcome: (outcome.label != FOLD, outcome.net, outcome.label))
        name = f"ante and {self.terms.second}"
        return OutcomeTable(name, self.deals, tuple(outcomes), unit="ante")

    def _results(
        self, terms: Terms, rows: Rows, tally: Tally
    ) -> Iterator[tuple[str, Fraction, int]]:
        extra = terms.extra(rows)
        bonus = f", bonus {price_text(extra)}" if extra else ""
        paid = terms.pays(rows)
        odds = paid.odds if paid else Fraction(0)
        at = "" if paid == EVEN else f", {terms.second} {price_text(odds)}"
        yield FOLD, Fraction(-1), tally.fold
        yield f"lose{bonus}", extra - terms.lost, tally.lose
        yield f"push{bonus}", extra, tally.tie
        yield f"dealer does not qualify{bonus}", extra + terms.ante, tally.unqualified
        yield f"win{at}{bonus}", extra + terms.won(rows), tally.win
