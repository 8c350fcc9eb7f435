"""The exact odds of pai gow with tiles.

What hands are worth, how the house sets them and who wins comes from ``hands/tiles.py``, which the
referee uses too; what the dice pay comes from ``dragon.py``. What the rulebook decides comes in as
plain parameters:

* ``Rules``: the values of the house way and whether it looks at the low hand first;
* ``win``: what a wager of one nets when it wins, vigorish taken off;
* prices of the dice wagers by row.

``TileGame`` solves the setting of four tiles for a player against the dealer, and for a player who
banks against the dealer's wager. ``DiceBonus`` is a wager that lives from triple to triple.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product

from houseway.equipment.tiles import tile_set
from houseway.games.set_hands.pai_gow.dragon import bonus_row, is_triple, won
from houseway.games.set_hands.two_hands import Contest, Hand, Kinds, Strengths, Tally, Way
from houseway.hands.tiles import (
    OF_PAIR,
    POINT,
    house_way,
    outcome,
    pair_rank,
    rank,
    split,
    strength,
)
from houseway.odds.result import Outcome, OutcomeTable

TILES = 4
WAYS = range(3)
FACES = range(1, 7)
Prices = Mapping[str, Fraction]  # odds to 1 by row; rows that are not there lose
Setter = Callable[[Hand], Way]


@dataclass(frozen=True)
class Rules:
    """The house way, and the tiles; a reduced set is for checking by hand."""

    values: tuple[int, ...]
    low_first: bool
    tiles: tuple[int, ...] = tuple(tile_set())

    def house_way(self, hand: Hand) -> Way:
        """How the house sets four tiles."""
        return _house_way(hand, self.values, self.low_first)


@lru_cache(maxsize=1 << 15)
def _house_way(hand: Hand, values: tuple[int, ...], low_first: bool) -> Way:
    return house_way((hand[0], hand[1], hand[2], hand[3]), values, low_first)


def set_as(hand: Hand, way: Way) -> tuple[Hand, Hand]:
    """The high and the low hand that a way makes of four tiles."""
    a, b, c, d = split((hand[0], hand[1], hand[2], hand[3]), way)
    return (a, b), (c, d)


@lru_cache(maxsize=1 << 14)
def ways(hand: Hand) -> tuple[Strengths, ...]:
    """What each of the three ways makes of four tiles."""
    pairs = (set_as(hand, way) for way in WAYS)
    return tuple((strength(*high), strength(*low)) for high, low in pairs)


@lru_cache(maxsize=8)
def contest(rules: Rules, banks: bool = False) -> Contest:
    """A player against the house way, or as the bank against it."""
    kinds = Kinds.of(rules.tiles, rank)
    return Contest(kinds, TILES, ways, rules.house_way, outcome, banks)


# Tiles


@dataclass(frozen=True)
class TileGame:
    """Four tiles against the house way. A loss costs one; ``win`` is what a win nets."""

    rules: Rules
    win: Fraction
    banks: bool = False

    @property
    def contest(self) -> Contest:
        """All sets of tiles and what comes of them."""
        return contest(self.rules, self.banks)

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

    @cached_property
    def pairs_split(self) -> dict[int, Fraction]:
        """For each place in the order of pairs, how often the best play splits such a pair."""
        known = self.contest
        held: dict[int, int] = {}
        broken: dict[int, int] = {}
        for hand, times, way in zip(known.hands, known.dealt.tolist(), self.best, strict=True):
            kept = {pair_rank(*two) for two in set_as(hand, way)}
            every = {pair_rank(*two) for way in WAYS for two in set_as(hand, way)} - {0}
            for place in every:
                held[place] = held.get(place, 0) + times
                broken[place] = broken.get(place, 0) + times * (place not in kept)
        return {place: Fraction(broken[place], held[place]) for place in sorted(held)}


@dataclass(frozen=True)
class Solution:
    """What becomes of all deals under one way to set tiles; how often a better way was there."""

    strategy: str
    tally: Tally
    worse: Fraction


def rolls(triple_takes: bool, dice: int) -> tuple[int, int]:
    """The rolls that take wagers on tiles, and those that leave them to the tiles."""
    if not triple_takes:
        return 0, 1
    triples = sum(map(is_triple, product(FACES, repeat=dice)))
    return triples, len(FACES) ** dice - triples


def tile_table(
    wager: str,
    tally: Tally,
    win: Fraction,
    *,
    triple_takes: bool = False,
    dice: int = 3,
    part: Fraction = Fraction(1),
    unit: str = "stake",
) -> OutcomeTable:
    """A wager on tiles. ``triple_takes`` says that three equal dice take it before the tiles;
    ``part`` is the share of the unit that the player bears."""
    triples, others = rolls(triple_takes, dice)
    outcomes = [
        Outcome("lose", -part, tally.lose * others, part),
        Outcome("push", Fraction(0), tally.push * others, part),
        Outcome("win", part * win, tally.win * others, part),
    ]
    if triple_takes:
        outcomes.insert(0, Outcome("triple", -part, triples * sum(tally), part))
    return OutcomeTable(wager, (triples + others) * sum(tally), tuple(outcomes), unit, part)


# Dice


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


# Rules of thumb


def best_high(hand: Hand) -> Way:
    """The best high hand and, of equals, the best low hand."""
    found = ways(hand)
    return max(WAYS, key=lambda way: found[way])


def best_low(hand: Hand) -> Way:
    """The best low hand and, of equals, the best high hand."""
    found = ways(hand)
    return max(WAYS, key=lambda way: found[way][::-1])


def low_beside(least: int) -> Setter:
    """The best low hand beside a high hand of that strength or more; the best low hand of all
    where no high hand is so strong."""

    def setter(hand: Hand) -> Way:
        found = ways(hand)
        strong = [way for way in WAYS if found[way][0] >= least]
        return max(strong or WAYS, key=lambda way: found[way][::-1])

    return setter


SETTERS: dict[str, Setter] = {
    "best_high": best_high,
    "best_low": best_low,
    "low_beside_7": low_beside(7 * POINT),
    "low_beside_8": low_beside(8 * POINT),
    "low_beside_9": low_beside(9 * POINT),
    "low_beside_pair": low_beside(OF_PAIR),
}
