"""The exact odds of 3 Card Blitz.

What a hand is worth comes from ``hand.py``, which the referee uses too. What the rulebook decides
comes in as plain parameters, so that a designer can ask about prices no rulebook has:

* ``Rules``: the points of the ranks, how many suited cards count, how many cards are dealt;
* ``Prices``: a paytable, best row first, each row with its odds to 1 or ``"push"``; a row that
  loses is left out, and ``otherwise`` stands for every hand that no row above it names;
* ``ratio``: the blind as a multiple of the ante (Maryland ties it to 1, New Jersey does not);
* for a progressive wager the rule of award, the meters and the stake.

``MainGame`` solves ante, blind and play; ``decide`` answers for one hand and needs no compiler;
``side_bet`` and ``progressive`` treat the wagers that no decision touches. One pass over the
classes of hands, free of prices, serves every paytable; a new paytable costs only a new decision
for each class, and with the strategy held not even that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, lcm
from typing import TYPE_CHECKING, Literal

from houseway.counting.prices import price_text
from houseway.counting.progressive import AwardRule, Progressive
from houseway.counting.result import Outcome, OutcomeTable
from houseway.equipment.cards import SUIT
from houseway.games.against_dealer.fold_or_play_odds import Decision
from houseway.games.against_dealer.three_card_blitz.hand import (
    SUITS,
    is_blitz,
    is_royal_blitz,
    is_royal_flush,
    rows_hit,
    suit_size,
    suit_total,
)
from houseway.games.against_dealer.three_card_blitz.suits import (
    INT64,
    Classes,
    Contest,
    Kind,
    Tally,
    count_by_suit,
    subsets,
)
from houseway.referee.award import OTHERWISE

if TYPE_CHECKING:
    from houseway.games.against_dealer.three_card_blitz.suits import Flags

Price = Fraction | int | Literal["push"]
Prices = Mapping[str, Price]
Rows = frozenset[str]

# The rows that a blind may be paid by, and those that only side wagers know
CONTEST_ROWS = re.compile(r"total_\d+|blitz|royal_blitz|double_blitz|otherwise")
SIDE_ROWS = re.compile(rf"suited_\d+|royal_flush|royal_blitz_({'|'.join(SUITS)})")


# What the rulebook supplies: everything below takes these and nothing else from it


@dataclass(frozen=True)
class Rules:
    """The numbers of the game; a reduced deck, for checking by hand, has fewer ranks or suits."""

    points: tuple[int, ...]
    used: int
    cards: int
    ranks: int = SUIT
    suits: int = 4

    @property
    def hands(self) -> int:
        """How many hands can be dealt."""
        return comb(self.ranks.bit_count() * self.suits, self.cards)

    def rows(self, hand: int) -> Rows:
        """Every paytable row that a hand answers to."""
        return frozenset(rows_hit(hand, self.points, self.used))

    def contest_rows(self, hand: int) -> Rows:
        """Of those, the rows that all hands of a kind share: not their suits nor their flushes."""
        return frozenset(filter(CONTEST_ROWS.fullmatch, self.rows(hand)))


def odds_of(price: Price) -> Fraction:
    """A price as odds to 1; a push is nothing to 1."""
    return Fraction(0) if price == "push" else Fraction(price)


def row_paid(rows: Collection[str], prices: Prices) -> str | None:
    """The first row of a paytable that a hand hits."""
    return next((row for row in prices if row in rows or row == OTHERWISE), None)


# Ante, blind and play


@lru_cache(maxsize=8)
def contest(rules: Rules) -> Contest:
    """Player against dealer under these rules."""

    def score(suit: int) -> int:
        return suit_total(suit, rules.points, rules.used)

    def mark(suit: int) -> int:
        return is_blitz(suit) + 5 * is_royal_blitz(suit)  # up to four of each keep apart

    return Contest(score, rules.cards, mark, rules.ranks, rules.suits)


@lru_cache(maxsize=4)
def classes(rules: Rules) -> Classes:
    """Every class of player hands with its counts of dealer hands below, equal and above."""
    return contest(rules).classes()


def decide(
    hand: int, rules: Rules, blind: Prices, ratio: Fraction | int = 1, seen: int = 0
) -> Decision:
    """The exact worth of folding and of playing one hand, in plain Python.

    ``seen`` are cards known to be elsewhere than with the dealer or in the stub.
    """
    if hand.bit_count() != rules.cards or hand & seen:
        raise ValueError(f"a hand is {rules.cards} cards, none of them among those seen elsewhere")
    stakes = Stakes(blind, Fraction(ratio))
    below, equal, above = contest(rules).against(hand, seen)
    play = below * stakes.won(rules.rows(hand)) - above * stakes.lost
    return Decision(-stakes.folded, play / (below + equal + above))


@dataclass(frozen=True)
class Stakes:
    """What a round wins and costs in antes, by the blind's paytable and size."""

    blind: Prices
    ratio: Fraction

    def __post_init__(self) -> None:
        if self.ratio <= 0:
            raise ValueError(f"the blind is {self.ratio} antes; it has to be more than nothing")
        for row in self.blind:
            if not CONTEST_ROWS.fullmatch(row):
                raise ValueError(f"the blind has no row {row!r}")

    def blind_odds(self, rows: Collection[str]) -> Fraction:
        """What the blind pays to 1 when a hand that hits these rows wins."""
        row = row_paid(rows, self.blind)
        return odds_of(self.blind[row]) if row else Fraction(0)

    def won(self, rows: Collection[str]) -> Fraction:
        """Ante and play at even money, and the blind."""
        return 2 + self.ratio * self.blind_odds(rows)

    @property
    def lost(self) -> Fraction:
        """Ante, play and blind."""
        return 2 + self.ratio

    @property
    def folded(self) -> Fraction:
        """Ante and blind."""
        return 1 + self.ratio


Strategy = Callable[[Classes], "Flags"]


def by_hand(plays: Callable[[int], bool]) -> Strategy:
    """A strategy from a rule about one hand.

    It is asked about one hand of each class, so it must not tell suits or ten-value cards apart
    except by what they are worth.
    """

    def strategy(classes: Classes) -> Flags:
        import numpy as np

        return np.fromiter((plays(hand) for hand in classes.hand.tolist()), np.bool_, len(classes))

    return strategy


@dataclass(frozen=True)
class MainGame:
    """Ante, blind and play at given prices, for any strategy and for the best one."""

    rules: Rules
    blind: Prices
    ratio: Fraction | int = 1

    @cached_property
    def stakes(self) -> Stakes:
        """What a round wins and costs."""
        return Stakes(self.blind, Fraction(self.ratio))

    @cached_property
    def optimal(self) -> Solution:
        """The best decision for every class of hands; where both are equal, fold."""
        return self.follow(self.best, "optimal")

    def follow(self, strategy: Strategy, name: str) -> Solution:
        """What a strategy is worth: it is shown all classes and says which of them to play."""
        known = classes(self.rules)
        return self._solution(name, known.tally(strategy(known)))

    def play_from(self, total: int) -> Solution:
        """What it is worth to play hands of that total or more and to fold the others."""
        tallies = {
            kind: tally if kind.score >= total else _given_up(tally)
            for kind, tally in _all_played(self.rules).items()
        }
        return self._solution(f"play {total} or more", tallies)

    @cached_property
    def best_simple_rule(self) -> Solution:
        """The best of the strategies that look at the total alone and play from some total on."""
        totals = sorted({kind.score for kind in classes(self.rules).kinds.values()})
        return max((self.play_from(total) for total in totals), key=lambda s: s.expectation)

    def cost(self, solution: Solution) -> Fraction:
        """What another strategy gives away against the best one, in antes."""
        return self.optimal.expectation - solution.expectation

    def _solution(self, name: str, tallies: Mapping[Kind, Tally]) -> Solution:
        by_rows: dict[Rows, Tally] = {}
        totals: dict[Rows, int] = {}
        for kind, tally in tallies.items():
            rows = self.rules.contest_rows(kind.hand)
            by_rows[rows] = _sum(by_rows.get(rows, Tally(0, 0, 0, 0)), tally)
            totals[rows] = kind.score
        return Solution(name, self.stakes, by_rows, totals)

    def best(self, known: Classes) -> Flags:
        """The best strategy: which classes are worth more played than folded.

        Compared in whole numbers: antes times the least scale that makes every gain whole.
        """
        won = {
            key: self.stakes.won(self.rules.contest_rows(k.hand)) for key, k in known.kinds.items()
        }
        lost, folded = self.stakes.lost, self.stakes.folded
        scale = lcm(*(value.denominator for value in (*won.values(), lost, folded)))
        if 2 * known.opponents * scale * max(*won.values(), lost) >= INT64:
            raise ValueError("prices too large or too fine for 64-bit comparison")
        gains = known.per_kind({key: int(value * scale) for key, value in won.items()})
        worth = known.below * gains[known.kind] - known.above * int(lost * scale)
        plays: Flags = worth > -int(folded * scale) * known.opponents
        return plays


@lru_cache(maxsize=4)
def _all_played(rules: Rules) -> dict[Kind, Tally]:
    import numpy as np

    known = classes(rules)
    return known.tally(np.ones(len(known), np.bool_))


def _given_up(tally: Tally) -> Tally:
    return Tally(sum(tally), 0, 0, 0)


def _sum(left: Tally, right: Tally) -> Tally:
    return Tally(*(one + other for one, other in zip(left, right, strict=True)))


@dataclass(frozen=True)
class Solution:
    """What becomes of all deals under one strategy, and of the wagers at given prices.

    ``tallies`` counts deals by the rows that the player's hand hits, whatever these pay;
    ``totals`` has the point total of such hands.
    """

    strategy: str
    stakes: Stakes
    tallies: Mapping[Rows, Tally]
    totals: Mapping[Rows, int]

    def at(self, blind: Prices, ratio: Fraction | int = 1) -> Solution:
        """The same strategy at other prices: arithmetic only, and no longer the best perhaps."""
        return replace(self, stakes=Stakes(blind, Fraction(ratio)))

    @cached_property
    def tally(self) -> Tally:
        """All deals: folded, won, tied and lost."""
        return Tally(*(sum(column) for column in zip(*self.tallies.values(), strict=True)))

    @property
    def deals(self) -> int:
        """How many deals there are: player's hands times dealer's hands."""
        return sum(self.tally)

    @property
    def fold_frequency(self) -> Fraction:
        """How often the player folds."""
        return Fraction(self.tally.fold, self.deals)

    @property
    def folds_by_total(self) -> dict[int, Fraction]:
        """For each point total, the share of its hands that are folded."""
        folded: dict[int, int] = {}
        dealt: dict[int, int] = {}
        for rows, tally in self.tallies.items():
            total = self.totals[rows]
            folded[total] = folded.get(total, 0) + tally.fold
            dealt[total] = dealt.get(total, 0) + sum(tally)
        return {total: Fraction(folded[total], dealt[total]) for total in sorted(dealt)}

    @property
    def highest_total_folded(self) -> int | None:
        """The highest point total of which some hand is folded.

        A wager that a fold forfeits, and that pays only above this total, loses nothing by it.
        """
        return max((t for t, share in self.folds_by_total.items() if share), default=None)

    @property
    def expectation(self) -> Fraction:
        """What a round nets on average, in antes."""
        return self.together.expectation

    @cached_property
    def ante(self) -> OutcomeTable:
        """The ante by itself."""
        return self._even_money("ante", Outcome("fold", Fraction(-1), self.tally.fold))

    @cached_property
    def play(self) -> OutcomeTable:
        """The play wager by itself; a player who folds has not made it."""
        folded = Outcome("fold", Fraction(0), self.tally.fold, action=Fraction(0))
        return self._even_money("play", folded)

    def _even_money(self, wager: str, folded: Outcome) -> OutcomeTable:
        _, win, tie, lose = self.tally
        outcomes = (
            folded,
            Outcome("lose", Fraction(-1), lose),
            Outcome("push", Fraction(0), tie),
            Outcome("win", Fraction(1), win),
        )
        return OutcomeTable(wager, self.deals, outcomes)

    def _wins_by_row(self) -> dict[str, int]:
        wins = dict.fromkeys((*self.stakes.blind, OTHERWISE), 0)
        for rows, tally in self.tallies.items():
            wins[row_paid(rows, self.stakes.blind) or OTHERWISE] += tally.win
        return wins

    @cached_property
    def blind(self) -> OutcomeTable:
        """The blind by itself, by the row of its paytable that wins."""
        outcomes = [
            Outcome("fold", Fraction(-1), self.tally.fold),
            Outcome("lose", Fraction(-1), self.tally.lose),
            Outcome("push", Fraction(0), self.tally.tie),
        ]
        for row, count in reversed(self._wins_by_row().items()):
            odds = odds_of(self.stakes.blind.get(row, "push"))
            outcomes.append(Outcome(f"win, {row} {price_text(odds)}", odds, count))
        return OutcomeTable("blind", self.deals, tuple(outcomes))

    @cached_property
    def together(self) -> OutcomeTable:
        """Ante, blind and play together, in antes."""
        stakes = self.stakes
        wins: dict[Fraction, int] = {}
        for row, count in self._wins_by_row().items():
            odds = odds_of(stakes.blind.get(row, "push"))
            wins[odds] = wins.get(odds, 0) + count
        outcomes = [
            Outcome("fold", -stakes.folded, self.tally.fold, stakes.folded),
            Outcome("lose", -stakes.lost, self.tally.lose, stakes.lost),
            Outcome("push", Fraction(0), self.tally.tie, stakes.lost),
        ]
        for odds, count in sorted(wins.items()):
            label = f"win and blind {price_text(odds)}" if odds else "win, blind pushes"
            outcomes.append(Outcome(label, 2 + stakes.ratio * odds, count, stakes.lost))
        return OutcomeTable(
            "ante, blind and play", self.deals, tuple(outcomes), unit="ante", stake=stakes.folded
        )


# Wagers that no decision touches


def row_patterns(rules: Rules, rows: Collection[str]) -> dict[Rows, int]:
    """How many hands hit each set of these rows.

    Hands are counted by the facts about their suits that rows depend on, and the rows read off
    one hand that shows those facts. Totals too low for any row wanted need not be told apart.
    """
    return _row_patterns(rules, frozenset(rows))


@lru_cache(maxsize=64)
def _row_patterns(rules: Rules, wanted: frozenset[str]) -> dict[Rows, int]:
    for row in wanted:
        if not CONTEST_ROWS.fullmatch(row) and not SIDE_ROWS.fullmatch(row):
            raise ValueError(f"no hand answers to a row {row!r}")
    lowest = min(
        (int(row.removeprefix("total_")) for row in wanted if row.startswith("total_")),
        default=max(rules.points) * rules.used + 1,
    )
    sizes = any(row.startswith("suited_") for row in wanted)

    def fact(suit: int) -> tuple[int, ...]:
        total = suit_total(suit, rules.points, rules.used)
        special = is_blitz(suit) + is_royal_blitz(suit) + is_royal_flush(suit)
        return max(total, lowest - 1), special, suit_size(suit) if sizes else 0

    examples = {fact(suit): suit for suit in subsets(rules.ranks)}
    found: dict[Rows, int] = {}
    for facts, count in count_by_suit(fact, rules.cards, rules.ranks, rules.suits).items():
        hand = sum(examples[one] << 16 * suit for suit, one in enumerate(facts))
        hit = rules.rows(hand) & wanted
        found[hit] = found.get(hit, 0) + count
    return found


def side_bet(wager: str, rules: Rules, prices: Prices) -> OutcomeTable:
    """A wager on the player's own cards that pays the highest row hit, at fixed odds."""
    counts = dict.fromkeys(prices, 0)
    for rows, count in row_patterns(rules, prices).items():
        row = row_paid(rows, prices)
        if row:
            counts[row] += count
    outcomes = [Outcome(row, odds_of(prices[row]), count) for row, count in counts.items()]
    lost = rules.hands - sum(counts.values())
    return OutcomeTable(wager, rules.hands, (*outcomes, Outcome("lose", Fraction(-1), lost)))


def progressive(
    wager: str,
    rules: Rules,
    rows: Collection[str],
    award: AwardRule,
    resets: Mapping[str, int],
    stake: int,
) -> Progressive:
    """A wager paid from meters by a rule of award that is given the rows a hand hits.

    It takes no account of folds: where a fold forfeits the wager, see
    ``Solution.highest_total_folded``.
    """
    ordered = tuple(rows)
    patterns = row_patterns(rules, ordered)
    return Progressive(wager, ordered, patterns, rules.hands, award, dict(resets), stake)
