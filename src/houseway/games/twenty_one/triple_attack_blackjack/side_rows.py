"""The rows that suited royals and triple match hit, the highest one first: pure rules on cards."""

from collections import Counter
from collections.abc import Sequence

from houseway.equipment.cards import RANKS, Card
from houseway.games.twenty_one.twentyone import rank, suit

FACES = frozenset(RANKS.index(name) for name in "JQK")
ROYAL = frozenset(RANKS.index(name) for name in "QK")


def royal_rows(cards: Sequence[Card]) -> list[str]:
    """What two cards of one suit are.

    >>> from houseway.equipment.cards import cards
    >>> [royal_rows(cards(two)) for two in ("Kh Qh", "Kh Kh", "Kh 9h", "Kh Qd")]
    [['king_queen'], ['faces'], ['flush'], []]
    """
    if len({suit(card) for card in cards}) != 1:
        return []
    ranks = {rank(card) for card in cards}
    if ranks == ROYAL:
        return ["king_queen"]
    return ["faces"] if ranks <= FACES else ["flush"]


def match_rows(cards: Sequence[Card], up: Card) -> list[str]:
    """What a player's two cards and the dealer's first are.

    >>> from houseway.equipment.cards import cards
    >>> one = lambda text: match_rows(cards(text)[:2], cards(text)[2])
    >>> [one(text) for text in ("7h 7h 7h", "7h 7h 7d", "7h 9c 7h", "7h 7d 9c", "7h 8h 9h")]
    [['three_suited'], ['three'], ['pair_suited'], ['pair'], []]
    """
    three = [*cards, up]
    most = max(Counter(rank(card) for card in three).values())
    alike = max(Counter(three).values())
    if most == 3:
        return ["three_suited" if alike == 3 else "three"]
    if most == 2:
        return ["pair_suited" if alike == 2 else "pair"]
    return []
