"""Games against a paytable: cards come one by one, and before each the player decides something.

Everything the player knows is a set of cards and a *state*, a number that says what was decided so
far. Values are folded back over all sets, from the whole hand to the first cards, in whole numbers;
``Solver.tally`` runs the other way and counts every deal by the state and the class of hand it ends
in. What the classes are, what they pay and which state follows which is the game's.

Sets of cards are numbered by their positions in the deck: a set of k is the sum of C(position, i)
over its cards in rising order, i from 1 to k. Needs numpy; import it where the work begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, perm
from typing import TYPE_CHECKING

import numpy as np

from houseway.hands.kernel import kernel
from houseway.hands.lookup import BITS, EMPTY, KEYS, STRENGTHS, place_of_five

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cards = NDArray[np.uint8]
    Classes = NDArray[np.uint8]
    Ints = NDArray[np.int64]

WHOLE = 5  # cards of a hand
PART = 1 << 14  # sets that are looked at with all their states at once

Options = tuple[tuple[int, ...], ...]  # for each state the states that may follow it


@dataclass(frozen=True)
class Game:
    """What is decided and what it pays.

    ``steps`` has the options at each decision, the first one with the fewest cards: the hand lacks
    as many cards as there are decisions from there on. Where options are worth the same the one
    that stands first is taken. ``pays[state][class]`` is what a whole hand comes to.
    """

    steps: tuple[Options, ...]
    pays: tuple[tuple[int, ...], ...]

    @property
    def first(self) -> int:
        """How many cards the player has at the first decision."""
        return WHOLE - len(self.steps)

    def __post_init__(self) -> None:
        states = 1
        for options in self.steps:
            if len(options) != states:
                raise ValueError(f"options for {len(options)} states, not {states}")
            states = 1 + max(max(follow) for follow in options)
        if len(self.pays) != states:
            raise ValueError(f"pays for {len(self.pays)} states, not {states}")


@lru_cache(maxsize=4)
def hits(cards: tuple[int, ...], class_of: tuple[int, ...]) -> Ints:
    """For each set of four cards, how many fifth cards lead to each class.

    ``class_of`` has the class of every strength of five cards, the weakest first. Prices play no
    part, so one table serves every paytable.
    """
    if len(class_of) != len(STRENGTHS):
        raise ValueError(f"classes for {len(class_of)} strengths, not {len(STRENGTHS)}")
    found = np.zeros((comb(len(cards), WHOLE - 1), max(class_of) + 1), np.int64)
    count_hits.jit(np.array(cards, np.uint8), np.array(class_of, np.uint8), _choose(), found)
    return found


@lru_cache(maxsize=1)
def _choose() -> Ints:
    return np.array([[comb(n, k) for k in range(WHOLE + 1)] for n in range(64)], np.int64)


class Solver:
    """One game on one deck."""

    def __init__(self, cards: Sequence[int], class_of: Sequence[int], game: Game) -> None:
        self.cards = tuple(cards)
        self.game = game
        self.hits = hits(self.cards, tuple(class_of))
        self.place = {card: i for i, card in enumerate(self.cards)}
        if len(self.cards) < WHOLE:
            raise ValueError(f"{len(self.cards)} cards are no hand of {WHOLE}")
        if len(game.pays[0]) != self.hits.shape[1]:
            raise ValueError(f"pays for {len(game.pays[0])} classes, not {self.hits.shape[1]}")
        largest = max(abs(pay) for state in game.pays for pay in state)
        if largest * perm(len(self.cards), WHOLE) >= 2**62:
            raise ValueError("prices too large or too fine for 64-bit sums")

    @property
    def deals(self) -> int:
        """All deals: the first cards as a set, the others in their order."""
        first = self.game.first
        return comb(len(self.cards), first) * perm(len(self.cards) - first, WHOLE - first)

    def completions(self, held: int) -> int:
        """In how many ways so many cards become a whole hand, order counted."""
        return perm(len(self.cards) - held, WHOLE - held)

    @cached_property
    def sums(self) -> list[Ints]:
        """At each decision, for each set and each state that may follow: the sum of its values
        over all completions, when all that follows is decided as well as can be. Large, and not
        needed for ``plan``."""
        found = [self.hits @ self._pays.T]
        for step in range(len(self.game.steps) - 1, 0, -1):
            best, _ = self._decide(step, found[0])
            found.insert(0, self._before(step, best))
        return found

    @cached_property
    def plan(self) -> list[Classes]:
        """At each decision, for each set and state: which of the options is best, by number."""
        last = len(self.game.steps) - 1
        parts = [self._decide(last, self.hits[some] @ self._pays.T) for some in self._parts]
        best, option = (np.concatenate(one) for one in zip(*parts, strict=True))
        found = [option]
        for step in range(last, 0, -1):
            best, option = self._decide(step - 1, self._before(step, best))
            found.insert(0, option)
        return found

    @property
    def _pays(self) -> Ints:
        return np.array(self.game.pays, np.int64)

    @property
    def _parts(self) -> Iterator[slice]:
        """All sets that lack one card, some at a time: with every state beside them they are the
        most that is held at once."""
        return (slice(start, start + PART) for start in range(0, len(self.hits), PART))

    def _decide(self, step: int, sums: Ints) -> tuple[Ints, Classes]:
        """For each set and state at a decision: the sum of the best option, and its number."""
        best = np.empty((len(sums), len(self.game.steps[step])), np.int64)
        option = np.empty(best.shape, np.uint8)
        for state, follow in enumerate(self.game.steps[step]):
            worth = sums[:, list(follow)]
            option[:, state] = worth.argmax(axis=1)
            best[:, state] = worth.max(axis=1)
        return best, option

    def _before(self, step: int, best: Ints) -> Ints:
        """The sums at the decision before, with a card less."""
        size = self.game.first + step
        found = np.zeros((comb(len(self.cards), size - 1), best.shape[1]), np.int64)
        sum_down.jit(size, len(self.cards), _choose(), best, found)
        return found

    def reached(self, plan: Sequence[Classes]) -> Iterator[Ints]:
        """How often a plan comes to each set and state, at each decision."""
        reached = np.ones((comb(len(self.cards), self.game.first), 1), np.int64)
        yield reached
        for step in range(len(self.game.steps) - 1):
            chosen = self._choose_by(step, reached, plan[step])
            size = self.game.first + step + 1
            reached = np.zeros((comb(len(self.cards), size), chosen.shape[1]), np.int64)
            pass_up.jit(size, len(self.cards), _choose(), chosen, reached)
            yield reached

    def _choose_by(self, step: int, reached: Ints, plan: Classes) -> Ints:
        """How often each set goes on to each of the states that follow a decision."""
        options = self.game.steps[step]
        chosen = np.zeros((len(reached), 1 + max(max(follow) for follow in options)), np.int64)
        for state, follow in enumerate(options):
            for option, next_state in enumerate(follow):
                chosen[:, next_state] += reached[:, state] * (plan[:, state] == option)
        return chosen

    def tally(self, plan: Sequence[Classes]) -> Ints:
        """All deals under a plan, by the last state and the class of the hand."""
        *_, reached = self.reached(plan)
        last = len(self.game.steps) - 1
        found = np.zeros((len(self.game.pays), self.hits.shape[1]), np.int64)
        for some in self._parts:
            found += self._choose_by(last, reached[some], plan[last][some]).T @ self.hits[some]
        if int(found.sum()) != self.deals:
            raise AssertionError(f"{int(found.sum())} deals of {self.deals}")
        return found

    def regrets(self, plan: Sequence[Classes]) -> Iterator[tuple[Ints, Ints]]:
        """What a plan gives away, at each decision, for each set and state: the deals that come
        to it, and the sum over them of what the best option is worth more than the plan's, when
        all that follows is decided as well as can be. All of it together is the plan's cost."""
        for step, (reached, options) in enumerate(
            zip(self.reached(plan), self.game.steps, strict=True)
        ):
            deals = reached * self.completions(self.game.first + step)
            lost = np.zeros_like(reached)
            for state, follow in enumerate(options):
                worth = self.sums[step][:, list(follow)]
                taken = np.take_along_axis(worth, plan[step][:, [state]].astype(np.int64), axis=1)
                lost[:, state] = reached[:, state] * (worth.max(axis=1) - taken[:, 0])
            yield deals, lost

    def number(self, held: Sequence[int]) -> int:
        """The number of a set of cards."""
        places = sorted(self.place[card] for card in held)
        return sum(comb(place, i + 1) for i, place in enumerate(places))

    def worth(self, held: Sequence[int], state: int = 0) -> list[Fraction]:
        """What each option is worth now, in units of the pays."""
        step = len(held) - self.game.first
        sums = self.sums[step][self.number(held)]
        follow = self.game.steps[step][state]
        return [Fraction(int(sums[other]), self.completions(len(held))) for other in follow]


@kernel
def next_set(chosen: Ints) -> None:
    """Move a set of positions on to the next one by number."""
    i = 0
    while i < len(chosen) - 1 and chosen[i] + 1 == chosen[i + 1]:
        chosen[i] = i
        i += 1
    chosen[i] += 1


@kernel
def number_subsets(chosen: Ints, choose: Ints, subsets: Ints) -> None:
    """The numbers of the sets that lack one card of a set, the lowest card first."""
    without = 0
    for i in range(len(chosen) - 1, 0, -1):
        without += choose[chosen[i], i]  # all but the lowest move down by one
    for i in range(len(chosen)):
        subsets[i] = without
        if i + 1 < len(chosen):
            without += choose[chosen[i], i + 1] - choose[chosen[i + 1], i + 1]


@kernel
def count_hits(cards: Cards, class_of: Classes, choose: Ints, found: Ints) -> None:
    """Judge every whole hand and count its class for each four of its cards."""
    chosen = np.arange(WHOLE)
    subsets = np.zeros(WHOLE, np.int64)
    for _ in range(choose[len(cards), WHOLE]):
        total, hand = EMPTY, np.uint64(0)
        for i in range(WHOLE):
            total += KEYS[cards[chosen[i]]]
            hand |= BITS[cards[chosen[i]]]
        kind = class_of[place_of_five(total, hand)]
        number_subsets(chosen, choose, subsets)
        for i in range(WHOLE):
            found[subsets[i], kind] += 1
        next_set(chosen)


@kernel
def sum_down(size: int, deck: int, choose: Ints, values: Ints, found: Ints) -> None:
    """Add what sets of some size are worth to the sets that lack one card of them."""
    chosen = np.arange(size)
    subsets = np.zeros(size, np.int64)
    for number in range(choose[deck, size]):
        number_subsets(chosen, choose, subsets)
        for i in range(size):
            for state in range(values.shape[1]):
                found[subsets[i], state] += values[number, state]
        next_set(chosen)


@kernel
def pass_up(size: int, deck: int, choose: Ints, counts: Ints, found: Ints) -> None:
    """Add the counts of all sets that lack one card to the sets of some size."""
    chosen = np.arange(size)
    subsets = np.zeros(size, np.int64)
    for number in range(choose[deck, size]):
        number_subsets(chosen, choose, subsets)
        for i in range(size):
            for state in range(counts.shape[1]):
                found[number, state] += counts[subsets[i], state]
        next_set(chosen)
