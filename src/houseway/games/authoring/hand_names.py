"""What hands are called: "pair of tens", "king high", "three fives".

A game that deals hands has a ``hand_names.py``, which ends with ``HAND_NAMES``. Its ``name_hand``
is given the cards that somebody may see, by place, and returns the name of the hand of one place,
or nothing where there is nothing to say yet. Page, terminal, coach and log all ask it. With
``kickers`` it names side cards too, which decide between two pairs of aces, if the game has them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from houseway.equipment.cards import UNKNOWN, Card, mask
from houseway.hands.poker import (
    CATEGORIES,
    THREE_CARD_CATEGORIES,
    category,
    strength,
    three_card_strength,
)
from houseway.referee.events import Event, Place
from houseway.rulebook.table_rules import TableRules

Hands = Mapping[Place, Sequence[Card]]


class NameHand(Protocol):
    """The name of the hand of a place; ``kickers`` asks for its side cards too, where the game
    names them."""

    def __call__(
        self, hands: Hands, place: Place, rules: TableRules, kickers: bool = False
    ) -> str: ...


class NameSet(Protocol):
    """The name of hands as somebody has set them: cards by the name of the hand (high, low)."""

    def __call__(self, parts: Mapping[str, Sequence[Card]], rules: TableRules) -> str: ...


def name_nothing(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """No name, where hands are named once they are set: before that a name would advise."""
    return ""


@dataclass(frozen=True)
class HandNames:
    """How a game names hands, and what the board beside its table shows of a round (P, B, T)."""

    name_hand: NameHand = name_nothing
    name_set: NameSet | None = None
    # the hands that a choice made of a seat's cards, where no event says how they lie
    by_choice: Callable[[Sequence[Card], str, TableRules], dict[str, list[Card]]] | None = None
    mark_round: Callable[[Sequence[Event], TableRules], str] | None = None


RANKS = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king", "ace",
)  # fmt: skip


def several(rank: int) -> str:
    """More than one card of a rank.

    >>> several(4), several(12)
    ('sixes', 'aces')
    """
    return RANKS[rank] + ("es" if RANKS[rank] == "six" else "s")


def known(cards: Sequence[Card]) -> list[Card]:
    """Those of some cards that are seen."""
    return [card for card in cards if card != UNKNOWN]


def board(hands: Hands) -> list[Card]:
    """The common cards that have been turned up."""
    return [
        card for place, cards in hands.items() if str(place).startswith("board")
        for card in known(cards)
    ]  # fmt: skip


def poker_name(cards: Sequence[Card], kickers: bool = False) -> str:
    """The best hand of up to seven cards, in the ranking of five-card poker.

    >>> from houseway.equipment.cards import cards
    >>> poker_name(cards("Kd Kc 9h 9s 2c")), poker_name(cards("8c 8d"))
    ('two pair, kings and nines', 'pair of eights')
    >>> poker_name(cards("Ad 2d 3d 4d 5d")), poker_name(cards("Ad Kd 9c"))
    ('straight flush, five high', 'ace high')
    >>> poker_name(cards("Ad Ac 9c 5c 2s"), kickers=True)
    'pair of aces with nine, five and deuce'
    """
    if not cards:
        return ""
    return poker_strength_name(strength(mask(cards)), kickers, len(cards))


def poker_strength_name(found: int, kickers: bool = False, cards: int = 5) -> str:
    """A strength in the ranking of five-card poker."""
    return strength_name(CATEGORIES[category(found)], found, min(cards, 5) if kickers else 0)


def three_card_name(cards: Sequence[Card], kickers: bool = False) -> str:
    """A hand of three cards, in the ranking of three-card poker; nothing for fewer.

    >>> from houseway.equipment.cards import cards
    >>> three_card_name(cards("Ad 2c 3s")), three_card_name(cards("7d 7c 2s"))
    ('straight, three high', 'pair of sevens')
    """
    if len(cards) != 3:
        return ""
    found = three_card_strength(mask(cards))
    return three_card_strength_name(found, kickers)


def three_card_strength_name(found: int, kickers: bool = False) -> str:
    """A strength of three cards."""
    return strength_name(THREE_CARD_CATEGORIES[category(found)], found, 3 if kickers else 0)


MADE_OF = {
    "high_card": (1, 1), "flush": (1, 1), "pair": (1, 2), "two_pair": (2, 4),
    "three_of_a_kind": (1, 3), "four_of_a_kind": (1, 4),
}  # fmt: skip  # ranks that name the hand, and how many cards they are


def strength_name(kind: str, found: int, cards: int = 0) -> str:
    """A kind of hand with the ranks that matter to it; below its category a strength has them in
    four bits each, the first in front. Of so many ``cards`` those beside them are named too.

    >>> strength_name("two_pair", 2 << 20 | 0xB7500, 5)
    'two pair, kings and nines with seven'
    """
    first, second = found >> 16 & 15, found >> 12 & 15
    told = {
        "high_card": f"{RANKS[first]} high",
        "pair": f"pair of {several(first)}",
        "two_pair": f"two pair, {several(first)} and {several(second)}",
        "three_of_a_kind": f"three {several(first)}",
        "straight": f"straight, {RANKS[first]} high",
        "flush": f"flush, {RANKS[first]} high",
        "full_house": f"full house, {several(first)} over {several(second)}",
        "four_of_a_kind": f"four {several(first)}",
        "straight_flush": f"straight flush, {RANKS[first]} high",
    }
    name = told.get(kind) or kind.replace("_", " ")
    ranks, made = MADE_OF.get(kind, (0, cards))
    sides = [RANKS[found >> 16 - 4 * at & 15] for at in range(ranks, ranks + cards - made)]
    return f"{name} with {listed(sides)}" if sides else name


def listed(words: Sequence[str]) -> str:
    """Words one after the other.

    >>> listed(["nine"]), listed(["nine", "five", "deuce"])
    ('nine', 'nine, five and deuce')
    """
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def name_with_board(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """A hand of a player's or the dealer's own cards and the common ones."""
    own = known(hands[place])
    if not own or str(place).startswith("board"):
        return ""
    return poker_name([*own, *board(hands)], kickers)


def name_of_five(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """A hand of five cards by itself."""
    return poker_name(known(hands[place]), kickers)


def name_of_three(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """A hand of three cards by itself."""
    return three_card_name(known(hands[place]), kickers)
