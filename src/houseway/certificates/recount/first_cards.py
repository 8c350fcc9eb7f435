"""Wagers that a few cards decide: every deal of these out of the real shoe, through the referee.

Deals that differ only in the names of suits that the wager cannot tell apart are counted, and one
of them, any, is played. All other cards come as they will.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random

from houseway.certificates.recount.rounds import Setting, play
from houseway.certificates.recount.seen import Rows, Seen
from houseway.equipment.cards import SUITS
from houseway.games.authoring.recount import ALL, COLORS, FirstCards
from houseway.referee.events import Place
from houseway.referee.round import side_of_deck, whole_deck
from houseway.rulebook.table_rules import TableRules

Deal = tuple[tuple[int, ...], ...]  # the cards of each pool
BLACK, RED = (0, 3), (1, 2)  # suits as cards number them: clubs, diamonds, hearts, spades


def count(setting: Setting, first: FirstCards, chance: Random) -> Seen:
    """Return the probability of each end of the wager."""
    found: Counter[tuple[Fraction, Rows]] = Counter()
    for deal, ways in classes(dealt_from(setting.rules), first, chance):
        script: dict[Place, list[int]] = {}
        for pool, cards in zip(first.pools, deal, strict=True):
            left = list(cards)
            for place, number in pool:
                script.setdefault(place, []).extend(left[:number])
                del left[:number]
        seen = setting.told(play(setting, script, first.decide, chance))
        if seen is not None:
            found[seen] += ways
    whole = found.total()
    return {end: Fraction(ways, whole) for end, ways in found.items()}


def dealt_from(rules: TableRules) -> Counter[int]:
    """The cards that a round is dealt from: one side of a shoe that has two."""
    side = "double" if rules.options.get("dealing") == "double_shoe" else ""
    return Counter(side_of_deck(whole_deck(rules), side))


def classes(shoe: Counter[int], first: FirstCards, chance: Random) -> Iterator[tuple[Deal, int]]:
    """Return every class of deals: a representative, and the number of ordered draws it stands
    for."""
    sizes = [sum(number for _, number in pool) for pool in first.pools]
    ways: Counter[tuple[object, ...]] = Counter()
    shown: dict[tuple[object, ...], tuple[Deal, int]] = {}
    for deal, weight in _deals(shoe, sizes):
        key = _class(deal, first.suits)
        ways[key] += weight
        _, seen = shown.get(key, (deal, 0))
        if chance.randrange(seen + 1) == 0:
            shown[key] = deal, seen + 1
        else:
            shown[key] = shown[key][0], seen + 1
    for key, (deal, _) in shown.items():
        yield deal, ways[key]


def _deals(shoe: Counter[int], sizes: list[int]) -> Iterator[tuple[Deal, int]]:
    """Every deal of pools, with the number of ways that copies of cards give it."""
    if not sizes:
        yield (), 1
        return
    for cards, weight in _pool(shoe, sizes[0]):
        left = shoe.copy()
        left.subtract(cards)
        for others, more in _deals(left, sizes[1:]):
            yield (cards, *others), weight * more


def _pool(shoe: Counter[int], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    there = sorted(card for card, copies in shoe.items() if copies > 0)
    if max(shoe.values()) == 1:
        yield from ((cards, 1) for cards in combinations(there, size))
        return
    if size == 1:
        yield from (((card,), shoe[card]) for card in there)
        return
    for card in there:  # ordered draws: a set comes once for each of its orders
        rest = shoe.copy()
        rest[card] -= 1
        for others, ways in _pool(rest, size - 1):
            yield (card, *others), ways * shoe[card]


def _class(deal: Deal, suits: str) -> tuple[object, ...]:
    """Return what is equal for all deals that differ only in the names of suits."""
    if suits not in (ALL, COLORS, *SUITS):
        return deal
    signs: list[list[tuple[int, int]]] = [[], [], [], []]
    for number, cards in enumerate(deal):
        for card in cards:
            signs[card >> 4].append((number, card & 15))
    found = [tuple(sorted(sign)) for sign in signs]
    if suits == ALL:
        return tuple(sorted(found))
    if suits in SUITS:
        apart = found.pop(SUITS.index(suits))
        return apart, *sorted(found)
    return tuple(sorted(tuple(sorted(found[suit] for suit in pair)) for pair in (BLACK, RED)))
