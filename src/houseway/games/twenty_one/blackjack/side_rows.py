"""The rows of the side wagers that first cards hit: pure rules on cards (2.17 to 2.26)."""

from collections.abc import Iterator, Sequence

from houseway.equipment.cards import Card, name
from houseway.games.twenty_one.twentyone import ACE, SEVEN, is_red, rank, suit, worth

QUEEN_RANK, KING_RANK = 10, 11
SPREADS = {1: "one", 2: "two", 3: "three"}


def between_rows(cards: Sequence[Card], up: Card) -> Iterator[str]:
    """How narrow the gap is that the dealer's first card lies in."""
    low, high = sorted(rank(card) for card in cards)
    if low == rank(up) == high:
        yield "triple"
    elif low < rank(up) < high:
        yield SPREADS.get(high - low - 1, "other")


def is_queens(cards: Sequence[Card]) -> bool:
    """Two queens of hearts first."""
    return [name(card) for card in cards[:2]] == ["Qh", "Qh"]


def twenty_rows(
    cards: Sequence[Card], points: Sequence[int], twenty: int, dealer_blackjack: bool
) -> Iterator[str]:
    """What kind of twenty two cards are."""
    if worth(cards, points).total != twenty:
        return
    one, other = cards
    if is_queens(cards):
        yield "queens_and_blackjack" if dealer_blackjack else "queens"
    elif one == other:
        yield "matched"
    else:
        yield "suited" if suit(one) == suit(other) else "any"


def low_total(cards: Sequence[Card], points: Sequence[int]) -> int:
    """Cards with every ace counted one."""
    return sum(1 if rank(card) == ACE else points[rank(card)] for card in cards)


def over_rows(cards: Sequence[Card], points: Sequence[int], thirteen: int) -> Iterator[str]:
    """More than thirteen, aces counted one."""
    if low_total(cards, points) > thirteen:
        yield "win"


def under_rows(cards: Sequence[Card], points: Sequence[int], thirteen: int) -> Iterator[str]:
    """Less than thirteen, aces counted one."""
    if low_total(cards, points) < thirteen:
        yield "win"


def suit_rows(cards: Sequence[Card]) -> Iterator[str]:
    """Two cards of one suit."""
    if suit(cards[0]) == suit(cards[1]):
        royal = {rank(card) for card in cards} == {QUEEN_RANK, KING_RANK}
        yield "king_queen" if royal else "suited"


def is_two_sevens(cards: Sequence[Card]) -> bool:
    """Whether the first two cards are sevens."""
    return [rank(card) for card in cards[:2]] == [SEVEN, SEVEN]


def seven_rows(cards: Sequence[Card]) -> Iterator[str]:
    """Sevens among the first cards, of which there are two or three."""
    if is_two_sevens(cards):
        if len(cards) == 3 and rank(cards[2]) == SEVEN:
            yield "three_suited" if len({suit(card) for card in cards}) == 1 else "three"
            return
        yield "two_suited" if suit(cards[0]) == suit(cards[1]) else "two"
    elif rank(cards[0]) == SEVEN:
        yield "one"


def ace_rows(got: Sequence[Card]) -> list[str]:
    """Aces among the first cards that a box got, in their order."""
    aces = 0
    while aces < len(got) and rank(got[aces]) == ACE:
        aces += 1
    if aces >= 4 and len({is_red(card) for card in got[:4]}) == 1:
        return ["four_aces"]
    for count, words in ((3, "three"), (2, "two")):
        if aces >= count:
            suited = len({suit(card) for card in got[:count]}) == 1
            return [f"{words}_aces_suited" if suited else f"{words}_aces"]
    return []


def streak_step(nets: Sequence[int]) -> int:
    """What the hands of a box do to a streak: 1 moves it on, -1 ends it, 0 leaves it."""
    wins, losses = sum(net > 0 for net in nets), sum(net < 0 for net in nets)
    return (wins > losses) - (losses > wins)
