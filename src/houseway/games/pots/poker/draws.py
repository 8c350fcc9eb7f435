"""Which cards a sensible player throws away in the draw games. Habits of a player, not law."""

from collections import Counter
from collections.abc import Sequence

from houseway.equipment.cards import Card, mask
from houseway.games.pots.poker.hand import (
    ACE,
    BADUGI,
    DEUCE_SEVEN,
    HIGH,
    LOW,
    Kind,
    badugi,
    low_rank,
    rank,
    suit,
)
from houseway.hands.poker import STRAIGHT, category, strength

# The highest card, counted from the lowest as 0, that a pat low hand may have while so many draws
# are left; with more than these the first holds
PAT = {LOW: {1: 8}, DEUCE_SEVEN: {1: 8, 2: 7, 3: 6}, BADUGI: {1: 11, 2: 9, 3: 7}}
KEEP = {LOW: 7, DEUCE_SEVEN: 6, BADUGI: 8}  # the highest card that is kept for a draw

Hand = tuple[Card, ...]


def to_throw(kinds: Sequence[Kind], hand: Hand, draws: int) -> Hand:
    """The cards to exchange, with so many draws left, this one included; none stands pat."""
    kind = next((one.kind for one in kinds if one.kind), HIGH)
    if kind == HIGH:
        kept = kept_high(hand)
    elif kind == BADUGI:
        kept = kept_badugi(hand, draws)
    else:
        kept = kept_low(kind, hand, draws)
    return tuple(card for card in hand if card not in kept)


def kept_high(hand: Hand) -> Hand:
    """A straight or better stands pat; otherwise groups, four of a suit or in a row, or the two
    highest cards.

    >>> from houseway.equipment.cards import cards, names
    >>> names(kept_high(tuple(cards("Ks Kd 7h 4c 2s"))))
    'Ks Kd'
    >>> names(kept_high(tuple(cards("9s 8s 4s 2s Kd"))))
    '9s 8s 4s 2s'
    """
    if category(strength(mask(hand))) >= STRAIGHT:
        return hand
    counts = Counter(map(rank, hand))
    if groups := tuple(card for card in hand if counts[rank(card)] > 1):
        return groups
    suits = Counter(map(suit, hand))
    four, many = suits.most_common(1)[0]
    if many == 4:
        return tuple(card for card in hand if suit(card) == four)
    ordered = sorted(hand, key=rank)
    for some in (ordered[1:], ordered[:4]):
        if rank(some[-1]) - rank(some[0]) == 3 and rank(some[-1]) < ACE:
            return tuple(some)
    return tuple(ordered[-2:])


def kept_low(kind: str, hand: Hand, draws: int) -> Hand:
    """Low cards of different ranks; all of them where the hand is good enough for the draws that
    are left, and no straight or flush spoils it.

    >>> from houseway.equipment.cards import cards, names
    >>> names(kept_low(DEUCE_SEVEN, tuple(cards("2s 3d 4h 7c Ks")), 2))
    '2s 3d 4h 7c'
    """
    height = rank if kind == DEUCE_SEVEN else low_rank
    distinct: dict[int, Card] = {}
    for card in hand:
        distinct.setdefault(height(card), card)
    low = [distinct[one] for one in sorted(distinct)]
    spoiled = kind == DEUCE_SEVEN and category(strength(mask(hand))) >= STRAIGHT
    pat = PAT[kind].get(draws, min(PAT[kind].values()))
    if len(low) == len(hand):
        if height(low[-1]) <= pat and not spoiled:
            return hand
        low = low[:-1]
    kept = [card for card in low if height(card) <= KEEP[kind]]
    return tuple(kept or low[:1])


def kept_badugi(hand: Hand, draws: int) -> Hand:
    """The best cards of different suits and ranks, unless they are too high to be of use.

    >>> from houseway.equipment.cards import cards, names
    >>> names(kept_badugi(tuple(cards("As 2d 3h 9s")), 3))
    'As 2d 3h'
    """
    found = sorted(badugi(hand).cards, key=low_rank)
    pat = PAT[BADUGI].get(draws, min(PAT[BADUGI].values()))
    if len(found) == len(hand):
        if low_rank(found[-1]) <= pat:
            return hand
        found = found[:-1]
    kept = [card for card in found if low_rank(card) <= KEEP[BADUGI]]
    return tuple(kept or found[:1])
