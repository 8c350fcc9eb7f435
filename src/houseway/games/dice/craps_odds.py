"""The exact odds of craps: what becomes of wagers that are kept until they are decided.

Everything here counts rolls and knows no prices. A chain of layouts runs from roll to roll by the
rules that the referee uses (``craps_rules``), until the wagers that are followed have been decided;
its ends say by which roll and how. What that pays is arithmetic, in ``craps_results``.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from houseway.counting.chain import Chain
from houseway.games.dice.craps_rules import (
    SUPPORTS,
    TRAVELS,
    Dice,
    Outcome,
    Terms,
    decide,
    flat_of,
    marked,
    moved,
    next_point,
    number_of,
    rests,
    rule_of,
)

FACES = 6
DECIDED = ("win", "lose", "void")
ODDS = {flat: odds for odds, flat in SUPPORTS.items()}  # flat bet -> the odds that support it


@dataclass(frozen=True)
class Numbers:
    """What the rulebook says about the dice: which rolls decide which wagers."""

    terms: tuple[tuple[str, Terms], ...]  # by the name of the rule
    points: tuple[str, ...]
    seven: int
    resting: frozenset[str]  # wagers that are off on a come out roll
    dice: int = 2

    @cached_property
    def _terms(self) -> dict[str, Terms]:
        return dict(self.terms)

    @cached_property
    def rolls(self) -> Counter[Dice]:
        """Every roll, low faces first, with the number of ways it comes."""
        return Counter(
            tuple(sorted(faces)) for faces in product(range(1, FACES + 1), repeat=self.dice)
        )

    def fate(self, wager: str, point: int, dice: Dice) -> Outcome:
        """What a roll does to a wager that is on."""
        terms = self._terms[rule_of(wager, point)]
        return decide(terms, dice, number_of(wager, point))

    def point_after(self, point: int, dice: Dice) -> int:
        """The point after a roll, while somebody bets on the line."""
        return next_point(point, dice, self.points, self.seven, line=True).point

    @cached_property
    def points_set(self) -> Counter[int]:
        """The points that a come out roll may set, each with its ways."""
        found: Counter[int] = Counter()
        for dice, ways in self.rolls.items():
            if point := self.point_after(0, dice):
                found[point] += ways
        return found


class Layout(NamedTuple):
    """Wagers on the layout before a roll, and the point that is on."""

    point: int
    wagers: tuple[str, ...]


class Decided(NamedTuple):
    """How the wagers ended: the number that the first of them lay on, or else the roll, and what
    became of each."""

    number: int
    dice: Dice
    fates: tuple[tuple[str, Outcome], ...]

    @property
    def outcome(self) -> Outcome:
        """What became of the first of them."""
        return self.fates[0][1]


@dataclass(frozen=True)
class Plan:
    """What a player does: wagers made together and kept until they are decided.

    ``backed`` adds odds as soon as a flat bet has its point. ``called_on`` calls on whatever is off
    on a come out roll. All wagers of a plan are decided by the same roll.
    """

    wagers: tuple[str, ...]
    backed: bool = False
    called_on: bool = False

    def start(self, numbers: Numbers) -> "dict[Layout | Decided, int]":
        """A come bet is made when a point has just been set; any other before a come out roll."""
        if self.wagers[0] in TRAVELS:
            return {Layout(point, self.wagers): n for point, n in numbers.points_set.items()}
        return {Layout(0, self.wagers): 1}

    def after(self, numbers: Numbers, layout: Layout, dice: Dice) -> Layout | Decided:
        """What a roll makes of a layout."""
        point, fates, left = layout.point, [], []
        for wager in layout.wagers:
            found = self.fate(numbers, wager, point, dice)
            if found in DECIDED:
                fates.append((wager, found))
            else:
                left.append(moved(wager, dice) if found == "move" else wager)
        if not fates:
            after = numbers.point_after(point, dice)
            return Layout(after, (*left, *self._support(left, after)))
        assert not left, f"{layout} is decided in part by {dice}"
        number = number_of(layout.wagers[0], point)
        return Decided(number, () if number else dice, tuple(fates))

    def fate(self, numbers: Numbers, wager: str, point: int, dice: Dice) -> Outcome:
        """What a roll does to a wager. Odds that are off go back with the bet that they support."""
        if self.called_on or not rests(wager, point, numbers.resting):
            return numbers.fate(wager, point, dice)
        if wager.partition("@")[0] in SUPPORTS:
            flat = numbers.fate(flat_of(wager), point, dice)
            return "void" if flat in ("win", "lose") else "stay"
        return "stay"

    def _support(self, wagers: list[str], point: int) -> Iterator[str]:
        if not self.backed:
            return
        for wager in wagers:
            base, at, spot = wager.partition("@")
            odds = f"{ODDS.get(base, '')}{at}{spot}"
            if base in ODDS and number_of(wager, point) and odds not in wagers:
                yield odds

    def works(self, numbers: Numbers, layout: Layout) -> bool:
        """Whether the first of the wagers is on for the next roll."""
        return self.called_on or not rests(layout.wagers[0], layout.point, numbers.resting)


@lru_cache(maxsize=256)
def chain(numbers: Numbers, plan: Plan) -> Chain[Layout | Decided]:
    """The layouts that a plan runs through, and how its wagers end."""

    def moves(state: Layout | Decided) -> Counter[Layout | Decided]:
        found: Counter[Layout | Decided] = Counter()
        if isinstance(state, Layout):
            for dice, ways in numbers.rolls.items():
                found[plan.after(numbers, state, dice)] += ways
        return found

    return Chain(plan.start(numbers), moves)


# -- the fire bet ----------------------------------------------------------------------------


class Hand(NamedTuple):
    """A shooter's hand before a roll: the point that is on, and the points made so far. The hand
    is over when there is no next roll."""

    point: int
    made: tuple[int, ...]
    over: bool = False


@lru_cache(maxsize=4)
def hands(numbers: Numbers) -> Chain[Hand]:
    """A shooter's hand from the first come out roll to the loser 7."""

    def moves(hand: Hand) -> Counter[Hand]:
        found: Counter[Hand] = Counter()
        if not hand.over:
            for dice, ways in numbers.rolls.items():
                found[_after(hand, dice)] += ways
        return found

    def _after(hand: Hand, dice: Dice) -> Hand:
        puck = next_point(hand.point, dice, numbers.points, numbers.seven, line=True)
        if puck.happened == "loser_seven":
            return Hand(0, hand.made, over=True)
        made = marked(hand.made, hand.point) if puck.happened == "made" else hand.made
        return Hand(puck.point, tuple(sorted(made)))  # no order counts

    return Chain({Hand(0, ()): 1}, moves)
