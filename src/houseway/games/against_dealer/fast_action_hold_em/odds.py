"""What fast action hold 'em is worth, on plain parameters.

Thirteen cards of a shoe decide a round, of which two are chosen out of four on either side. A count
of all deals (``count.py``) takes an hour or more. Where there is none, figures are simulated, from
a full shoe and with chance that is decided by a seed. Each deal is played twice, with the two hands
exchanged, which takes most of the error away. The chance of a natural and how often each house way
comes are always exact.

How often two cards beat the dealer (``worth.json``) was found beforehand in the same way. A player
who goes by it keeps the two cards that win most often and splits where the two hands together net
more. It leaves out which cards were discarded. They change how often two cards win by a few
thousandths, so that only close choices could be made better.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from pathlib import Path
from typing import Any

from houseway.counting.result import Outcome, OutcomeTable
from houseway.equipment.cards import RANKS, SUITS, Card, deck
from houseway.games.against_dealer.fast_action_hold_em.counted import counted, fingerprint
from houseway.games.against_dealer.fast_action_hold_em.hand import (
    PAIRS,
    house_way,
    is_natural,
    preference,
)

DEALS = 1 << 25  # for a figure
FEWER = 1 << 23  # for what another way to play costs
SEED = 21
MILLION = 1_000_000
BY_WORTH, NO_SPLIT, HOUSE_WAYS = "optimal", "no_split", "house_ways"
PLAYS = (BY_WORTH, NO_SPLIT, HOUSE_WAYS)
Ways = tuple[int, ...]


# -- two cards -------------------------------------------------------------------------------------


def two_card_name(first: Card, second: Card) -> str:
    """Two cards by their ranks, and whether they are suited.

    >>> two_card_name(12, 11), two_card_name(11, 16 + 12), two_card_name(12, 12)
    ('AKs', 'AKo', 'AAs')
    """
    high, low = max(first & 15, second & 15), min(first & 15, second & 15)
    return f"{RANKS[high]}{RANKS[low]}{'s' if first >> 4 == second >> 4 else 'o'}"


def every_two() -> Iterator[tuple[Card, Card]]:
    """Two cards of each name."""
    for high in reversed(range(13)):
        for low in reversed(range(high + 1)):
            yield high, low
            yield high, 16 + low


def ways_to_hold(first: Card, second: Card, decks: int) -> int:
    """In how many ways two cards of this name come out of a shoe."""
    if first == second:
        return 4 * comb(decks, 2)
    if first & 15 == second & 15:
        return 6 * decks**2
    return (4 if first >> 4 == second >> 4 else 12) * decks**2


@lru_cache(maxsize=4)
def win_counts(decks: int) -> dict[str, tuple[int, int]]:
    """How often two cards have beaten the dealer, and of how many times, by their name."""
    text = Path(__file__).with_name("worth.json").read_text(encoding="utf-8")
    found = json.loads(text)[str(decks)]["wins"]
    return {name: (int(wins), int(times)) for name, (wins, times) in found.items()}


@lru_cache(maxsize=4)
def worth(decks: int) -> dict[str, int]:
    """How often two cards beat the dealer, in a million."""
    return {name: MILLION * wins // times for name, (wins, times) in win_counts(decks).items()}


def natural_chance(decks: int) -> Fraction:
    """How often four cards of a full shoe are four of a kind."""
    return Fraction(13 * comb(4 * decks, 4), comb(52 * decks, 4))


def spared(decks: int) -> int:
    """What a split gains as a dealer's natural leaves its second wager, in the terms of worth."""
    return int(MILLION * natural_chance(decks) / 2)


# -- what is done with four cards ------------------------------------------------------------------


@dataclass(frozen=True)
class Play:
    """What is done with four cards: the choice, the two cards that are kept or go first, and what
    is netted on average, in original wagers."""

    choice: str
    kept: tuple[int, int]
    net: Fraction


def every_play(cards: Sequence[Card], decks: int) -> list[Play]:
    """The best way to make each choice with four cards."""
    known = worth(decks)
    each = {two: known[two_card_name(cards[two[0]], cards[two[1]])] for two in PAIRS}
    kept = max(PAIRS, key=lambda two: each[two])
    first = max(PAIRS[:3], key=lambda two: each[two] + each[others(two)])
    both = each[first] + each[others(first)] + spared(decks)
    found = [
        Play("play", kept, Fraction(2 * each[kept], MILLION) - 1),
        Play("split", first, Fraction(2 * both, MILLION) - 2),
        Play("surrender", kept, Fraction(-1, 2)),
    ]
    return [*found, Play("natural", kept, Fraction(5))] if is_natural(cards) else found


def others(two: tuple[int, int]) -> tuple[int, int]:
    """The other two of four cards."""
    first, second = (at for at in range(4) if at not in two)
    return first, second


def best_play(cards: Sequence[Card], decks: int) -> Play:
    """What nets most; of equals the one that risks less."""
    return max(every_play(cards, decks), key=lambda one: one.net)


# -- exact -----------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def house_way_counts(ways: Ways, decks: int) -> dict[str, int]:
    """How many of all hands of four cards the dealer sets by each way, from one; a natural, which
    is not set, counts apart.

    Suits are named in the order in which a hand has them, so that one hand stands for all that
    differ in the names of suits.
    """
    found = {"natural": 0, **{str(number + 1): 0 for number in range(len(ways))}}
    for ranks in combinations_with_replacement(range(13), 4):
        for suits, names in suit_patterns():
            cards = [16 * suit + rank for suit, rank in zip(suits, ranks, strict=True)]
            # every order in which equal ranks have these suits is listed: count ordered hands
            held = [cards.count(card) for card in set(cards)]
            ordered = prod(_falling(decks, count) for count in held)
            alike = prod(_factorial(ranks.count(rank)) for rank in set(ranks))
            key = "natural" if is_natural(cards) else str(house_way(cards, ways)[1] + 1)
            found[key] += 24 * names * ordered // alike
    return {key: count // 24 for key, count in found.items()}


def _falling(count: int, length: int) -> int:
    return prod(range(count - length + 1, count + 1))


def _factorial(count: int) -> int:
    return prod(range(1, count + 1))


def suit_patterns() -> Iterator[tuple[tuple[int, ...], int]]:
    """How four cards may share suits, the first seen first, and how many ways there are to name
    the suits."""

    def more(pattern: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(pattern) == 4:
            yield pattern
            return
        for suit in range(max(pattern, default=-1) + 2):
            if suit < 4:
                yield from more((*pattern, suit))

    for pattern in more(()):
        yield pattern, _falling(4, max(pattern) + 1)


# -- simulated -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Simulated:
    """Rounds by how they ended, and the error of their mean net: none if all deals were counted."""

    rounds: int
    ends: tuple[int, ...]
    standard_error: float

    @property
    def is_exact(self) -> bool:
        """Whether all deals were counted."""
        return not self.standard_error

    def count(self, *ends: int) -> int:
        """How many rounds ended so."""
        return sum(self.ends[end] for end in ends)


def new_record(ways: Ways, decks: int, plays: str, seed: int, stream: int) -> Any:
    """A record for the kernels: the shoe, the house ways, and how the player plays."""
    from houseway.games.against_dealer.fast_action_hold_em import deal_kernel as kernel
    from houseway.games.authoring.draw import record

    state = record(kernel.FIELDS, seed, stream)
    cards = deck(RANKS, SUITS, decks)
    state[0].shoe[: len(cards)] = cards
    state.cards, state.ahead = len(cards), 13
    state.plays, state.spared = PLAYS.index(plays), spared(decks)
    known, whole = worth(decks) if plays != HOUSE_WAYS else {}, list(dict.fromkeys(cards))
    for first in whole:
        for second in whole:
            turn, high, low = preference(first, second, ways)
            at = first << 6 | second
            state[0].prefers[at] = ((len(ways) + turn) * 16 + high) * 16 + low
            state[0].worth[at] = known.get(two_card_name(first, second), 0)
    return state


@lru_cache(maxsize=16)
def simulate(ways: Ways, decks: int, plays: str = BY_WORTH, deals: int = DEALS) -> Simulated:
    """So many deals of a full shoe, each played with either hand as the player's."""
    from houseway.games.against_dealer.fast_action_hold_em import deal_kernel as kernel

    state = new_record(ways, decks, plays, SEED, 0)
    kernel.play_both_ways.jit(state, deals)
    ends = tuple(int(count) for count in state[0].cells)
    mean = sum(int(net) * count for net, count in zip(kernel.NETS, ends, strict=True)) / deals
    spread = int(state[0].squares) / deals - mean**2  # of two rounds together, in half wagers
    return Simulated(2 * deals, ends, (spread / deals) ** 0.5 / 4)


def rests_on(ways: Ways, decks: int) -> str:
    """What a count of all deals with these house ways rests on."""
    return fingerprint(ways, tuple(worth(decks).items()), spared(decks))


def every_deal(ways: Ways, decks: int, deals: int = DEALS) -> Simulated:
    """All deals where they were counted, or else so many that are simulated, played by worth."""
    found = counted(decks, rests_on(ways, decks))
    return Simulated(sum(found), found, 0.0) if found else simulate(ways, decks, BY_WORTH, deals)


def count_wins(ways: Ways, decks: int, deals: int, seed: int) -> dict[str, tuple[int, int]]:
    """How often two cards beat the dealer in so many deals, either hand being the player's once,
    and of how many times. Hands that are naturals are left out."""
    from houseway.games.against_dealer.fast_action_hold_em import deal_kernel as kernel

    state = new_record(ways, decks, HOUSE_WAYS, seed, 0)
    kernel.count_wins.jit(state, deals)
    found = {}
    for first, second in every_two():
        number = kernel.pair_number(first, second)
        wins, times = int(state[0].wins[number]), int(state[0].times[number])
        found[two_card_name(first, second)] = wins, times
    return found


def tables(found: Simulated) -> dict[str, OutcomeTable]:
    """The two wagers together and each for itself."""
    natural, gave_up, won, lost, beaten, both, first, second, neither, spared_one = range(10)
    one, two = Fraction(1), Fraction(2)

    def outcomes(*rows: tuple[str, Fraction, tuple[int, ...], Fraction]) -> tuple[Outcome, ...]:
        every = (Outcome(label, net, found.count(*ends), at) for label, net, ends, at in rows)
        return tuple(outcome for outcome in every if outcome.count)

    together = outcomes(
        ("natural", 5 * one, (natural,), one),
        ("higher", one, (won,), one),
        ("surrender", -one / 2, (gave_up,), one),
        ("lower or copy", -one, (lost,), one),
        ("dealer's natural", -one, (beaten,), one),
        ("split, both win", two, (both,), two),
        ("split, one wins", 0 * one, (first, second), two),
        ("split, neither wins", -two, (neither,), two),
        ("split, dealer's natural", -one, (spared_one,), two),
    )
    original = outcomes(
        ("natural", 5 * one, (natural,), one),
        ("higher", one, (won, both, first), one),
        ("surrender", -one / 2, (gave_up,), one),
        ("lower or copy", -one, (lost, second, neither), one),
        ("dealer's natural", -one, (beaten, spared_one), one),
    )
    split = outcomes(
        ("win", one, (both, second), one),
        ("dealer's natural", 0 * one, (spared_one,), one),
        ("lower or copy", -one, (first, neither), one),
        ("not made", 0 * one, (natural, gave_up, won, lost, beaten), 0 * one),
    )
    return {
        "main": OutcomeTable("main", found.rounds, together, unit="original"),
        "original": OutcomeTable("original", found.rounds, original),
        "split": OutcomeTable("split", found.rounds, split),
    }
