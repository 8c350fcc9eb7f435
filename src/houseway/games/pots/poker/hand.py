"""What cards are worth at the showdown (N.J.A.C. 13:69F-14.3): high and low hands of five cards
and of three, deuce to seven, badugi, and the order of suits where the law asks for it.

A score compares as hands do: the greater is the better one, also of two low hands.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from houseway.equipment.cards import Card, mask
from houseway.hands.poker import FLUSH, WHEEL, in_suit, ranks_of, strength, three_card_strength
from houseway.rulebook.table_rules import TableRules

ANY, OMAHA = "any", "two_and_three"  # how a hand is put together
HIGH, THREE_HIGH = "five_high", "three_high"
LOW, THREE_LOW, DEUCE_SEVEN, BADUGI = "five_low", "three_low", "deuce_to_seven", "badugi"
SIZES = {HIGH: 5, LOW: 5, DEUCE_SEVEN: 5, THREE_HIGH: 3, THREE_LOW: 3}
ACE = 12


class Ranked(NamedTuple):
    """The best hand that somebody can form: what it is worth, and its cards."""

    score: int
    cards: tuple[Card, ...]


def rank(card: Card) -> int:
    """A deuce is 0 and an ace 12."""
    return card & 15


def suit(card: Card) -> int:
    """From the lowest: clubs, diamonds, hearts, spades."""
    return card >> 4


def low_rank(card: Card) -> int:
    """An ace is 0 and a king 12."""
    return (rank(card) + 1) % 13


def by_suit(card: Card) -> tuple[int, int]:
    """A card's place among all: its rank with the ace on top and, where ranks are equal, its
    suit."""
    return rank(card), suit(card)


def by_low_suit(card: Card) -> tuple[int, int]:
    """The same with the ace at the bottom."""
    return low_rank(card), suit(card)


# -- low hands -------------------------------------------------------------------------------------


def low_score(cards: Sequence[Card]) -> int:
    """A low hand: the ace is the best card, straights and flushes do not matter, pairs hurt.

    >>> from houseway.equipment.cards import cards
    >>> low_score(cards("Ac 2d 3h 4s 5c")) > low_score(cards("Ac 2d 3h 4s 6c"))
    True
    >>> low_score(cards("Ks Qd Jh Ts 9c")) > low_score(cards("Ac Ad 3h 4s 5c"))
    True
    """
    counts = Counter(map(low_rank, cards))
    groups = sorted(counts, key=lambda one: (counts[one], one), reverse=True)
    code = 0
    for shape in (sorted(counts.values(), reverse=True), groups):
        for number in [*shape, *[0] * (5 - len(shape))]:
            code = code << 4 | number
    return -code


def deuce_to_seven_score(cards: Sequence[Card]) -> int:
    """Deuce to seven: the ace is the worst card, straights and flushes count against a hand; ace to
    five is no straight, because the ace is above the king.

    >>> from houseway.equipment.cards import cards
    >>> seven, eight, ace, straight = (
    ...     deuce_to_seven_score(cards(hand))
    ...     for hand in ("7c 5d 4h 3s 2c", "8c 5d 4h 3s 2c", "Ac 5d 4h 3s 2c", "6c 5d 4h 3s 2c")
    ... )
    >>> seven > eight > ace > straight
    True
    """
    held = mask(cards)
    if ranks_of(held) != WHEEL or len(cards) != 5:
        return -strength(held)
    ranks = 0
    for each in sorted(map(rank, cards), reverse=True):
        ranks = ranks << 4 | each
    return -((FLUSH << 20 if in_suit(held) else 0) | ranks)


def qualifies(cards: Iterable[Card], most: int) -> bool:
    """Whether a low hand has no two cards of a rank and none above ``most``; nought asks
    nothing."""
    held = list(cards)
    ranks = {low_rank(card) for card in held}
    return not most or (len(ranks) == len(held) and max(ranks) < most)


def badugi(cards: Sequence[Card]) -> Ranked:
    """The most cards of different suits and ranks, and of as many the lowest from their top down.

    >>> from houseway.equipment.cards import cards
    >>> badugi(cards("Ac 2d 3h 4s")).score > badugi(cards("Ac 2d 3h Ks")).score
    True
    >>> len(badugi(cards("Ac 2c 3c 4c")).cards), len(badugi(cards("Ac Ad 3h 4s")).cards)
    (1, 3)
    """
    found: list[Ranked] = []
    for size in range(len(cards), 0, -1):
        for some in combinations(cards, size):
            apart = len({suit(c) for c in some}) == len({rank(c) for c in some}) == size
            if apart:
                code = 0
                for each in sorted(map(low_rank, some), reverse=True):
                    code = code << 4 | each
                found.append(Ranked(size << 20 | (1 << 16) - 1 - code, some))
        if found:
            break
    return max(found)


def is_mini_royal(hand: Ranked) -> bool:
    """Whether three cards are the ace, king and queen of one suit."""
    same = len({suit(card) for card in hand.cards}) == 1
    return same and {rank(card) for card in hand.cards} == {ACE, ACE - 1, ACE - 2}


# -- the best of what somebody has -----------------------------------------------------------------


def formed(
    own: Sequence[Card], board: Sequence[Card], how: str, size: int
) -> Iterator[tuple[Card, ...]]:
    """Every hand of a size that somebody may form: of all cards alike, or of two own and three
    common ones."""
    if how == OMAHA:
        for mine in combinations(own, 2):
            for common in combinations(board, 3):
                yield (*mine, *common)
    else:
        cards = [*own, *board]
        yield from combinations(cards, min(size, len(cards)))


SCORES = {
    HIGH: lambda cards: strength(mask(cards)),
    THREE_HIGH: lambda cards: three_card_strength(mask(cards)),
    LOW: low_score,
    THREE_LOW: low_score,
    DEUCE_SEVEN: deuce_to_seven_score,
}


@lru_cache(maxsize=4096)
def best(
    kind: str, own: tuple[Card, ...], board: tuple[Card, ...], how: str = ANY, most: int = 0
) -> Ranked | None:
    """The best hand of a kind that somebody can form; nothing where none qualifies."""
    if not kind:
        return None
    if kind == BADUGI:
        return badugi(own) if own else None
    score = SCORES[kind]
    hands = formed(own, board, how, SIZES[kind])
    found = [Ranked(score(cards), cards) for cards in hands if qualifies(cards, most)]
    return max(found, key=lambda one: (one.score, odd_key(one.cards)), default=None)


class Kind(NamedTuple):
    """What a game asks of the hands of one side: which kind wins, of which cards it is formed, and
    the highest card of a low hand that qualifies."""

    kind: str
    formed_of: str
    at_most: int


def kind_of(rules: TableRules, side: str) -> Kind:
    """The hands that win the high or the low side at a table."""
    at_most = rules.rule("low_at_most") if side == "low" else 0
    return Kind(rules.rule(f"{side}_hand"), rules.rule("formed_of"), at_most)


def best_score(kind: Kind, own: tuple[Card, ...], board: tuple[Card, ...]) -> int | None:
    """What the best hand of a kind is worth, without its cards; nothing where none qualifies."""
    if kind.kind == HIGH and kind.formed_of == ANY:
        return int(strength(mask((*own, *board))))  # of all its cards at once
    found = best.__wrapped__(kind.kind, own, board, kind.formed_of, kind.at_most)
    return found.score if found else None


# -- who has the odd dollar, who begins ------------------------------------------------------------


def odd_key(cards: Iterable[Card]) -> list[tuple[int, int]]:
    """The cards of a high hand from the highest by rank and suit: of two tied hands the greater
    list has the odd dollar.

    >>> from houseway.equipment.cards import cards
    >>> odd_key(cards("As Kd")) > odd_key(cards("Ah Ks"))
    True
    """
    return sorted(map(by_suit, cards), reverse=True)


def odd_low_key(cards: Iterable[Card]) -> list[tuple[int, int]]:
    """The cards of a low hand from the lowest by rank and suit: of two tied hands the smaller list
    has the odd dollar.

    >>> from houseway.equipment.cards import cards
    >>> odd_low_key(cards("Ac 2d")) < odd_low_key(cards("Ad 2c"))
    True
    """
    return sorted(map(by_low_suit, cards))


def showing_high(cards: Sequence[Card]) -> int:
    """The high hand that open cards make by themselves: groups and high cards."""
    return strength(mask(cards))


def showing_low(cards: Sequence[Card]) -> int:
    """The low hand that open cards make by themselves."""
    return low_score(cards)
