"""Playing cards as small integers.

A card is ``16 * suit + rank``: rank 0 is a deuce and 12 an ace, suit 0 is clubs and 3 spades.
So a hand is a 64-bit mask with sixteen bits a suit, and ``mask >> 16 * suit & SUIT`` is what it
holds of one suit. People write cards as ``As``, ``Td`` or ``10d``; a card nobody may see is ``??``.
Jokers are ``X1`` and ``X2``, with bits of their own that no suit counts.
Tiles (``equipment.tiles``) are numbered past the cards and are read and written here too.
"""

from collections.abc import Iterable
from functools import lru_cache

from houseway.equipment import tiles

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SIGNS = "♣♦♥♠"
SUIT = 0x1FFF  # the thirteen ranks of one suit
UNKNOWN = -1
JOKERS = (13, 29)

_JOKER_NAMES = {f"X{number}": joker for number, joker in enumerate(JOKERS, start=1)}

Card = int


@lru_cache(maxsize=256)
def card(name: str) -> Card:
    """The card of that name: ``As``, ``Td``, ``10d``, ``X1``; ``??`` is an unknown one.

    >>> card("As"), card("10d") == card("Td"), card("X1") in JOKERS
    (60, True, True)
    """
    text = name.strip()
    if text == "??":
        return UNKNOWN
    if text.upper() in _JOKER_NAMES:
        return _JOKER_NAMES[text.upper()]
    if text in tiles.NUMBERS:
        return tiles.NUMBERS[text]
    rank, suit = text[:-1].upper().replace("10", "T"), text[-1:].lower()
    if len(rank) != 1 or rank not in RANKS or len(suit) != 1 or suit not in SUITS:
        raise ValueError(f"unknown card {name!r}: write a rank of {RANKS} and a suit of {SUITS}")
    return 16 * SUITS.index(suit) + RANKS.index(rank)


def name(card: Card) -> str:
    """Return a card in text form."""
    if card in tiles.NAMES:
        return tiles.NAMES[card]
    if card in JOKERS:
        return f"X{1 + JOKERS.index(card)}"
    return "??" if card == UNKNOWN else RANKS[card & 15] + SUITS[card >> 4]


def cards(text: str | Iterable[str]) -> list[Card]:
    """Several cards, written with spaces between them."""
    return [card(word) for word in (text.split() if isinstance(text, str) else text)]


def names(cards: Iterable[Card]) -> str:
    """Several cards as people write them.

    >>> names(cards("As 10d 2c"))
    'As Td 2c'
    """
    return " ".join([NAMES[card] for card in cards])


def mask(cards: Iterable[Card]) -> int:
    """The set of these cards as one integer."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def cards_in(mask: int) -> list[Card]:
    """The cards of a mask, lowest bit first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def deck(ranks: str = RANKS, suits: str = SUITS, copies: int = 1, jokers: int = 0) -> list[Card]:
    """A deck in order, whole by default; a reduced one has fewer ranks or suits."""
    one = [*(card(rank + suit) for suit in suits for rank in ranks), *JOKERS[:jokers]]
    return one * copies


NAMES = {card: name(card) for card in (*deck(jokers=len(JOKERS)), *tiles.NAMES, UNKNOWN)}


def printed(text: str) -> str:
    """A card's name as a felt prints it, several with dashes between them likewise; anything else
    as it is.

    >>> printed("Td"), printed("X2"), printed("As-Ks"), printed("17-20")
    ('10♦', 'Joker 2', 'A♠-K♠', '17-20')
    """
    return "-".join(_SIGNED.get(part, part) for part in text.split("-"))


_SIGNED = {
    rank + suit: rank.replace("T", "10") + sign
    for rank in RANKS
    for suit, sign in zip(SUITS, SIGNS, strict=True)
} | {joker: f"Joker {joker[1:]}" for joker in _JOKER_NAMES}
