"""A pair that is split unless it is of one suit: what its hands win more or less for that.

Split hands are valued on average over all suits (``splits``). Only a third card of the pair's value
can tell: it may make a hand of one suit, once no further hand may be formed. Here that is counted
for pairs of two suits and for all, and the difference is what the average has to be changed by.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from houseway.games.twenty_one.composition.kernels import HIT, NONE
from houseway.games.twenty_one.composition.suits import suit_chance
from houseway.games.twenty_one.composition.terms import falling, hand_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.games.twenty_one.composition.against import Against

    Ints = NDArray[np.int64]

FIRST, NEW = "first", "new"  # a hand has a card of the pair, or one that was split off later


def unsuited_gain(here: Against, acts: Ints, value: int) -> Fraction:
    """What a split pair of two suits nets more on average than any split pair of this value."""
    terms, shown = here.terms, here.start.count(value)
    means = {True: Fraction(0), False: Fraction(0)}
    chances = {True: Fraction(0), False: Fraction(0)}
    for suits in product(range(terms.suits), repeat=2 + shown):
        chance = suit_chance(terms, [(value, suit) for suit in suits])
        if not chance:
            continue
        apart = suits[0] != suits[1]
        means[apart] += chance * _extra(here, acts, value, suits)
        chances[apart] += chance
    if not chances[True]:
        return Fraction(0)
    return means[True] / chances[True] - (means[True] + means[False])


def _extra(here: Against, acts: Ints, value: int, suits: tuple[int, ...]) -> Fraction:
    """What third cards of one suit add, where the pair's and the dealer's cards have these."""
    terms, hand = here.terms, here.hands.at[hand_of(value, value)]
    more = here.hands.next_hands[hand][value]
    if more == NONE:
        return Fraction(0)
    cards, held = here.cards - 2, here.shoe[value] - 2
    each = terms.shoe[value] // terms.suits
    total = Fraction(0)
    for again, others, firsts, news, ways in _sequences(here.most_hands(value)):
        for suit in range(terms.suits):
            left = each - suits.count(suit)
            if left < 2:
                continue
            last = terms.last_suit and suit == terms.suits - 1
            kind = here.suits[hand].kind(True, last, suits[2:].count(suit))
            if acts[kind, hand] != HIT:
                continue
            row = int(here.facts_split[8 if last else 7, more])
            bonus = here.prices[row] - here.prices[int(here.facts_split[4, more])]
            mine = suits[:2].count(suit) * Fraction(firsts, 2) * falling(left, 2)
            mine *= falling(max(held - 2, 0), again)
            fresh = Fraction(0)
            if again:
                fresh = Fraction(news * falling(left, 3) * falling(max(held - 3, 0), again - 1))
            drawn = Fraction(1, falling(cards, 2 + again))
            rest = _others(here, value, cards - 2 - again, cards - held, others)
            total += ways * bonus * (mine + fresh) * drawn * rest
    return total


def _others(here: Against, value: int, cards: int, apart: int, others: int) -> Fraction:
    """The chance that so many hands got another value and the dealer has no natural."""
    chance = Fraction(falling(apart, others), falling(cards, others))
    if here.natural == NONE:
        return chance
    if here.natural == value:
        raise ValueError("a pair that is split by suits makes no natural of the dealer's")
    hole = Fraction(here.shoe[here.natural], cards)
    return chance - hole * Fraction(falling(apart - 1, others), falling(cards - 1, others))


def _sequences(most: int) -> list[tuple[int, int, int, int, int]]:
    """How a split can go on until no further hand may be formed: pairs split again, hands that got
    another value, hands left to be played with a card of the pair and with a later one, and the
    number of such sequences.

    >>> _sequences(2), _sequences(3)
    ([(0, 0, 2, 0, 1)], [(1, 0, 2, 1, 1), (1, 1, 1, 1, 1)])
    """
    found: dict[tuple[int, int, int, int], int] = {}

    def go(formed: int, waiting: tuple[str, ...], again: int, apart: int) -> None:
        if formed == most:
            key = again, apart, waiting.count(FIRST), waiting.count(NEW)
            found[key] = found.get(key, 0) + 1
        elif waiting:
            go(formed, waiting[1:], again, apart + 1)
            go(formed + 1, (waiting[0], NEW, *waiting[1:]), again + 1, apart)

    go(2, (FIRST, FIRST), 0, 0)
    return [(*key, ways) for key, ways in sorted(found.items())]
