"""The exact odds of two-card joker poker, in plain Python.

What hands are worth comes from ``hand.py``, which the referee uses too. Every two cards are held
against every other two: taken in rising order of strength, those that avoid mine are all taken so
far, less those with one of my cards. What the wagers are paid is ``fold_or_play_paid``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, groupby
from math import comb
from typing import NamedTuple

from houseway.counting.prices import Paid, Pays, Rows, side_bet
from houseway.counting.result import OutcomeTable
from houseway.equipment.cards import RANKS, Card, mask
from houseway.games.against_dealer.fold_or_play_paid import FOLD, Solution, Terms
from houseway.games.against_dealer.two_card_joker_poker.hand import (
    TWO_CARD_CATEGORIES,
    two_card_rows,
    two_card_strength,
)
from houseway.games.against_dealer.value_sweep import Tally
from houseway.hands.poker import category

Hand = tuple[Card, ...]


class Stand(NamedTuple):
    """Of the dealer's hands those that do not qualify, and of the others those below, equal to and
    above mine."""

    unqualified: int
    below: int
    equal: int
    above: int


@dataclass(frozen=True)
class Contest:
    """A deck, the strength with which the dealer's hand counts, and how a flush of ace and three is
    read."""

    cards: tuple[Card, ...]
    needed: int
    ace_three_lowest: bool

    def strength(self, hand: Hand) -> int:
        """What two cards are worth."""
        return two_card_strength(mask(hand), self.ace_three_lowest)

    def rows(self, hand: Hand) -> Rows:
        """The rows that they hit."""
        return frozenset(two_card_rows(mask(hand), self.ace_three_lowest))

    @property
    def opponents(self) -> int:
        """How many hands the dealer can have against any of mine."""
        return comb(len(self.cards) - 2, 2)

    @property
    def standing(self) -> dict[Hand, Stand]:
        """How every hand stands to what the dealer can hold, the weakest first."""
        return _standing(self)

    @cached_property
    def patterns(self) -> dict[Rows, int]:
        """How many hands hit each set of rows, the rarest first."""
        found: dict[Rows, int] = {}
        for hand in combinations(self.cards, 2):
            rows = self.rows(hand)
            found[rows] = found.get(rows, 0) + 1
        return dict(sorted(found.items(), key=lambda item: item[1]))


@lru_cache(maxsize=8)
def _standing(contest: Contest) -> dict[Hand, Stand]:
    hands: list[Hand] = sorted(combinations(contest.cards, 2), key=contest.strength)
    poor = [hand for hand in hands if contest.strength(hand) < contest.needed]
    weak, below = dict.fromkeys(contest.cards, 0), dict.fromkeys(contest.cards, 0)
    _count(weak, poor)
    taken, found = 0, dict[Hand, Stand]()
    for strength, level in groupby(hands, key=contest.strength):
        alike, same = list(level), dict.fromkeys(contest.cards, 0)
        _count(same, alike)
        for hand in alike:
            lower = taken - sum(below[card] for card in hand)
            equal = len(alike) - sum(same[card] for card in hand) + 1  # mine was taken away twice
            unqualified = len(poor) - sum(weak[card] for card in hand)
            if strength >= contest.needed:
                above = contest.opponents - lower - equal
                found[hand] = Stand(unqualified, lower - unqualified, equal, above)
            else:
                unqualified += 1  # so was mine
                found[hand] = Stand(unqualified, 0, 0, contest.opponents - unqualified)
        _count(below, alike)
        taken += len(alike)
    return found


def _count(counts: dict[Card, int], hands: list[Hand]) -> None:
    for hand in hands:
        for card in hand:
            counts[card] += 1


Stays = Callable[[Hand], bool]


@dataclass(frozen=True)
class MainGame:
    """Ante and call at given prices, for any strategy and for the best one."""

    contest: Contest
    terms: Terms

    def worth(self, hand: Hand) -> dict[str, Fraction]:
        """What calling and folding are worth with a hand, in antes."""
        own = tuple(sorted(hand, key=self.contest.cards.index))
        stand, rows = self.contest.standing[own], self.contest.rows(own)
        gain = self.terms.ante * stand.unqualified + self.terms.won(rows) * stand.below
        gain -= self.terms.lost * stand.above
        return {self.terms.second: gain / self.contest.opponents, FOLD: Fraction(-1)}

    def best(self, hand: Hand) -> str:
        """The better choice; of equals the fold."""
        (stay, worth), (fold, lost) = self.worth(hand).items()
        return stay if worth > lost else fold

    @cached_property
    def optimal(self) -> Solution:
        """The best decision for every hand."""
        return self.follow(lambda hand: self.best(hand) != FOLD, "optimal")

    def follow(self, stays: Stays, name: str) -> Solution:
        """What becomes of all deals when these hands stay in."""
        tallies: dict[Rows, Tally] = {}
        for hand, stand in self.contest.standing.items():
            rows = self.contest.rows(hand)
            more = (
                Tally(0, stand.unqualified, stand.below, stand.equal, stand.above)
                if stays(hand)
                else Tally(self.contest.opponents, 0, 0, 0, 0)
            )
            before = tallies.get(rows, Tally(0, 0, 0, 0, 0))
            tallies[rows] = Tally(*map(sum, zip(before, more, strict=True)))
        return Solution(name, self.terms, tallies)

    def cost(self, solution: Solution) -> Fraction:
        """What another strategy gives away against the best one, in antes."""
        return self.optimal.expectation - solution.expectation

    def by_class(self) -> Iterator[tuple[str, list[Hand]]]:
        """Hands by what they are called, the weakest first."""
        found: dict[str, list[Hand]] = {}
        for hand in self.contest.standing:
            found.setdefault(called(self.contest.strength(hand)), []).append(hand)
        yield from found.items()


def main_game_of(contest: Contest, terms: Terms) -> MainGame:
    """A game in which every hand is paid so; found again if it was asked for before."""
    paid = tuple((rows, terms.pays(rows)) for rows in contest.patterns)
    return _main_game(contest, terms.second, terms.times, terms.ante, paid)


@lru_cache(maxsize=16)
def _main_game(
    contest: Contest,
    second: str,
    times: Fraction,
    ante: Fraction,
    paid: tuple[tuple[Rows, Paid | None], ...],
) -> MainGame:
    return MainGame(contest, Terms(second, times, dict(paid).__getitem__, ante=ante))


def own_cards(wager: str, contest: Contest, pays: Pays) -> OutcomeTable:
    """A wager on the player's own two cards."""
    return side_bet(wager, contest.patterns, pays)


def called(strength: int) -> str:
    """What a hand of that strength is called.

    >>> called(10 << 16 | 3 << 12), called(1 << 20 | 12 << 16 | 1 << 12), called(6 << 20)
    ('Q-5', 'A-3 flush', 'two jokers')
    """
    name = TWO_CARD_CATEGORIES[category(strength)]
    high, low = RANKS[strength >> 16 & 15], RANKS[strength >> 12 & 15]
    if name in ("high_card", "flush"):
        return f"{high}-{low}" + (" flush" if name == "flush" else "")
    if name in ("pair", "straight", "straight_flush"):
        said = name.replace("_", " ")
        return f"pair of {high}" if name == "pair" else f"{high} high {said}"
    return name.replace("_", " ")
