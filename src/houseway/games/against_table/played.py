"""What becomes of all deals under one way to play, as outcome tables."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from houseway.counting.result import Outcome, OutcomeTable
from houseway.rulebook.table_rules import TableRules

NOT_MADE, LOSE, PUSH = "not made", "lose", "push"
MAIN = "main"


def limit_of(rules: TableRules, wager: str, stake: Fraction, most: Fraction) -> Fraction | None:
    """The limit of what a hand may win, in stakes of so many dollars; nothing where even the most
    that it can win does not reach it."""
    limits = [Fraction(limit, 100) / stake for limit, _ in rules.caps(wager)]
    return min((limit for limit in limits if limit < most), default=None)


class Bet(NamedTuple):
    """One wager at the end of a round: what it nets and what was at risk on it."""

    wager: str
    net: Fraction
    action: Fraction


class End(NamedTuple):
    """How a round ends: what was decided, the row that the cards answer to, and every wager."""

    decided: str
    row: str
    bets: tuple[Bet, ...]

    @property
    def net(self) -> Fraction:
        """What all wagers net together."""
        return sum((bet.net for bet in self.bets), Fraction(0))


@dataclass(frozen=True)
class Played:
    """All deals by how they end, in units of the wager that the game is measured by."""

    strategy: str
    ends: Mapping[End, int]
    unit: str

    @cached_property
    def deals(self) -> int:
        """How many deals there are."""
        return sum(self.ends.values())

    @property
    def expectation(self) -> Fraction:
        """What a round nets on average, all wagers together."""
        return self.together.expectation

    def share(self, wanted: Callable[[End], bool]) -> Fraction:
        """The share of deals that end so."""
        return Fraction(sum(n for end, n in self.ends.items() if wanted(end)), self.deals)

    @property
    def decided(self) -> dict[str, Fraction]:
        """The share of deals in which each thing is decided."""
        words = sorted({end.decided for end in self.ends})
        counts = [sum(n for end, n in self.ends.items() if end.decided == word) for word in words]
        return {
            word: Fraction(count, self.deals) for word, count in zip(words, counts, strict=True)
        }

    @cached_property
    def together(self) -> OutcomeTable:
        """All wagers together."""
        return _table(MAIN, self.unit, ((_together(end), n) for end, n in self.ends.items()))

    def alone(self, wager: str) -> OutcomeTable:
        """One wager by itself."""
        ends = ((_alone(end, wager), n) for end, n in self.ends.items())
        return _table(wager, self.unit, ends)


class _Fate(NamedTuple):
    label: str
    net: Fraction
    action: Fraction


def _together(end: End) -> _Fate:
    """What was decided and, where that leaves it open, the row or that nothing was won."""
    action = sum((bet.action for bet in end.bets), Fraction(0))
    result = end.row if end.net > 0 else PUSH if end.net == 0 else LOSE
    label = ", ".join(part for part in (end.decided, result) if part)
    return _Fate(label, end.net, action)


def _alone(end: End, wager: str) -> _Fate:
    bet = next((bet for bet in end.bets if bet.wager == wager), None)
    if bet is None or not bet.action:
        return _Fate(NOT_MADE, Fraction(0), Fraction(0))
    label = end.row if bet.net > 0 else PUSH if bet.net == 0 else LOSE
    return _Fate(label, bet.net, bet.action)


def _table(name: str, unit: str, fates: Iterable[tuple[_Fate, int]]) -> OutcomeTable:
    found: dict[_Fate, int] = {}
    for fate, count in fates:
        found[fate] = found.get(fate, 0) + count
    ordered = sorted(found, key=lambda fate: (-fate.net, fate.action, fate.label))
    outcomes = tuple(Outcome(one.label, one.net, found[one], one.action) for one in ordered)
    return OutcomeTable(name, sum(found.values()), outcomes, unit)
