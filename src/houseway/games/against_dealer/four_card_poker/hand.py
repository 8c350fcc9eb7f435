"""What the best four cards of a hand are worth, and the rows they hit (27.1, 27.3, 27.11).

Pure rules on integers, shared by the referee and a solver. A hand is a mask with sixteen bits a
suit, of which a deuce is the lowest and an ace the thirteenth. A strength is ``category << 20`` and
below it the ranks that decide within the category, four bits each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.equipment.cards import RANKS
from houseway.hands.kernel import kernel
from houseway.hands.poker import best_ranks, category, highest, size

if TYPE_CHECKING:
    from houseway.hands.poker import Ints

# Of four cards, lowest first
HIGH_CARD, PAIR, TWO_PAIR, STRAIGHT, FLUSH, THREE, STRAIGHT_FLUSH, FOUR = range(8)
FOUR_CARD_CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "straight",
    "flush",
    "three_of_a_kind",
    "straight_flush",
    "four_of_a_kind",
)
CARDS = 4
ACE = 12
WHEEL = 0b1000000000111  # ace, two, three, four


@kernel
def top_of_four(ranks: int) -> int:
    """The highest card of the best four in a row, or -1; an ace may stand below a two."""
    run = ranks & ranks << 1 & ranks << 2 & ranks << 3 & 0x1FFF
    if run:
        return highest(run)
    return 2 if ranks & WHEEL == WHEEL else -1


@kernel
def four_card_strength(hand: int) -> int:
    """How strong the best four cards of a hand of four to six are."""
    c, d, h, s = hand & 0x1FFF, hand >> 16 & 0x1FFF, hand >> 32 & 0x1FFF, hand >> 48 & 0x1FFF
    ranks = c | d | h | s
    four = c & d & h & s
    if four:
        return FOUR << 20 | highest(four) << 16
    flush = 0
    for suit in (c, d, h, s):
        if size(suit) >= CARDS:
            flush = suit
    top = top_of_four(flush)
    if top >= 0:
        return STRAIGHT_FLUSH << 20 | top << 16
    three = c & d & h | c & d & s | c & h & s | d & h & s
    if three:
        rank = highest(three)
        return THREE << 20 | rank << 16 | best_ranks(ranks ^ 1 << rank, 1) << 12
    if flush:
        return FLUSH << 20 | best_ranks(flush, CARDS) << 4
    top = top_of_four(ranks)
    if top >= 0:
        return STRAIGHT << 20 | top << 16
    two = c & d | c & h | c & s | d & h | d & s | h & s
    if two:
        rank = highest(two)
        rest = two ^ 1 << rank
        if rest:
            return TWO_PAIR << 20 | rank << 16 | highest(rest) << 12
        return PAIR << 20 | rank << 16 | best_ranks(ranks ^ 1 << rank, 2) << 8
    return best_ranks(ranks, CARDS) << 4


WINS = ("higher", "equal")


def contest(player: int, dealer: int) -> str:
    """How a player's strength stands to the dealer's."""
    return "higher" if player > dealer else "lower" if player < dealer else "equal"


@kernel
def pair_of(rank: int) -> int:
    """The strength from which on hands have a pair of this rank, or better."""
    return PAIR << 20 | rank << 16


@kernel
def kind_of(strength: int) -> int:
    """A number that is the same for all strengths that answer to the same rows."""
    aces = category(strength) == PAIR and strength >= pair_of(ACE)
    return 2 * category(strength) + (1 if aces else 0)


def four_card_rows(hand: int) -> set[str]:
    """Every row that the best four cards answer to: aces up and ante bonus."""
    strength = four_card_strength(hand)
    rows = {FOUR_CARD_CATEGORIES[category(strength)]}
    if kind_of(strength) & 1:
        rows.add("pair_of_aces")
    return rows


def high_cards(ranks: str) -> int:
    """The strength of four cards of these ranks that make nothing better.

    >>> high_cards("AKQ2") < high_cards("AKQT")
    True
    """
    return best_ranks(sum(1 << RANKS.index(rank) for rank in ranks), CARDS) << 4


# Many hands at once


@kernel
def four_card_strengths(hands: Ints, found: Ints) -> None:
    """Fill in how strong the best four cards of each hand are."""
    for i in range(len(hands)):
        found[i] = four_card_strength(hands[i])


@kernel
def four_card_kinds(hands: Ints, found: Ints) -> None:
    """Fill in a number for each hand: the same for all that answer to the same rows."""
    for i in range(len(hands)):
        found[i] = kind_of(four_card_strength(hands[i]))
