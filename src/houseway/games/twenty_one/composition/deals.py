"""All deals of a table under one strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from multiprocessing import parent_process

from houseway.games.twenty_one.composition.against import Against, Plan, against
from houseway.games.twenty_one.composition.kernels import NONE, SPLIT, VALUES
from houseway.games.twenty_one.composition.rounds import SplitLine, split_rounds
from houseway.games.twenty_one.composition.splits import SplitMeans
from houseway.games.twenty_one.composition.terms import (
    Counts,
    Start,
    Terms,
    falling,
    hand_of,
    without,
)
from houseway.hands.kernel import thread_pool

THREADS = 1 if parent_process() else 2  # one of several processes has a core to itself


def starts(terms: Terms) -> list[tuple[Start, Fraction]]:
    """The dealer's cards that can be seen, each with its chance."""
    found: list[tuple[Start, Fraction]] = []
    for one in range(VALUES):
        if not terms.exposed:
            found.append(((one,), Fraction(terms.shoe[one], terms.cards)))
            continue
        for other in range(one, VALUES):
            ways = terms.shoe[one] * (terms.shoe[other] - (one == other)) * (1 + (one != other))
            found.append(((one, other), Fraction(ways, terms.cards * (terms.cards - 1))))
    return [(start, chance) for start, chance in found if chance]


Strategy = Callable[[Against], Plan]


def best_plan(against: Against) -> Plan:
    """The best strategy."""
    return against.best


@dataclass(frozen=True)
class Dealt:
    """All deals of one dealer's start under one strategy, as chances among all deals."""

    start: Start
    chance: Fraction
    places: Mapping[int, Fraction]  # what is decided without a natural of the dealer's or a split
    both: Fraction  # naturals on both sides
    beaten: Fraction  # a natural of the dealer's alone
    splits: Mapping[int, tuple[Fraction, SplitMeans]]  # the chance of the pair, the means given it
    plan: Plan | None = None
    first: int | None = None  # the player's first card, where it is told apart

    def among(self, chance: Fraction) -> Dealt:
        """The same where the start itself has a chance."""
        places = {place: chance * part for place, part in self.places.items()}
        splits = {value: (chance * ways, means) for value, (ways, means) in self.splits.items()}
        both, beaten = chance * self.both, chance * self.beaten
        return Dealt(self.start, chance, places, both, beaten, splits, self.plan, self.first)


def deal_by_first(terms: Terms, strategy: Strategy = best_plan) -> list[Dealt]:
    """The same, told apart by the player's first card as well."""
    found = []
    for start, chance in starts(terms):
        here = against(terms, start)
        plan = strategy(here)
        for value, has in enumerate(here.shoe):
            if has:
                part = chance * Fraction(has, here.cards)
                found.append(_played(here, plan, value).among(part))
    return found


def deal_all(terms: Terms, strategy: Strategy = best_plan) -> list[Dealt]:
    """Every dealer's start, played out."""
    every = starts(terms)
    with thread_pool(THREADS) as pool:
        return list(pool.map(lambda one: _deal(terms, one[0], one[1], strategy), every))


def split_lines(terms: Terms, dealt: Sequence[Dealt]) -> list[tuple[int, Fraction, SplitLine]]:
    """All that becomes of the pairs that are split: their value, their chance among all deals, and
    what follows with its chance given the pair."""
    every = [
        (against(terms, one.start), one.plan, value, chance)
        for one in dealt
        for value, (chance, _) in one.splits.items()
        if one.plan is not None
    ]
    with thread_pool(THREADS) as pool:
        rounds = list(pool.map(lambda one: split_rounds(one[0], one[1], one[2]), every))
    return [
        (value, chance, line)
        for (_, _, value, chance), lines in zip(every, rounds, strict=True)
        for line in lines
    ]


def _deal(terms: Terms, start: Start, chance: Fraction, strategy: Strategy) -> Dealt:
    here = against(terms, start)
    if terms.exposed and terms.natural(*start):
        mine = _natural_chance(terms, here.shoe)
        return Dealt(start, chance, {}, chance * mine, chance * (1 - mine), {})
    plan = strategy(here)
    if "dealt" not in plan.known:
        plan.known["dealt"] = _played(here, plan)
    found: Dealt = plan.known["dealt"]
    return found.among(chance)


def _played(here: Against, plan: Plan, first: int | None = None) -> Dealt:
    """All deals of one dealer's start (and of the player's first card), as chances given it."""
    acts = plan.acts.copy()
    held = hand_of() if first is None else hand_of(first)
    shoe = tuple(has - out for has, out in zip(here.shoe, held, strict=True))
    cards = sum(shoe)
    splits = {}
    for value in sorted(plan.splits):
        if here.shoe[value] < 2:
            continue
        pair, share = here.hands.at[hand_of(value, value)], Fraction(1)
        if value in plan.suited_kept:
            share = here.suits[pair].kinds[0][0]
            acts[0, pair] = SPLIT
        else:
            acts[:, pair] = SPLIT
        if first in (None, value):
            more = 2 - held[value]
            ways = share * Fraction(falling(shoe[value], more), falling(cards, more))
            splits[value] = ways, here.split(plan, value)
    played = here.play(acts, here.hands.at[held])
    both = beaten = Fraction(0)
    if here.natural != NONE:
        hole = Fraction(shoe[here.natural], cards)
        left = without(shoe, here.natural)
        mine = _natural_chance(here.terms, left, first) if hole else Fraction(0)
        both, beaten = hole * mine, hole * (1 - mine)
    return Dealt(here.start, Fraction(1), played.places, both, beaten, splits, plan, first)


def _natural_chance(terms: Terms, shoe: Counts, first: int | None = None) -> Fraction:
    """The chance that two cards are a natural, of which the first may be known."""
    if first is not None:
        wanted = sum(shoe[other] for other in range(VALUES) if terms.natural(first, other))
        return Fraction(wanted, sum(shoe))
    ways = sum(
        2 * shoe[one] * shoe[other]
        for one in range(VALUES)
        for other in range(one + 1, VALUES)
        if terms.natural(one, other)
    )
    return Fraction(ways, falling(sum(shoe), 2))
