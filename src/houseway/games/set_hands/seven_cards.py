"""Seven cards of a deck with a joker, of which two may be set as a hand of their own: what these
two are worth, and what house ways ask of all seven.

Pure rules on integers. Two cards have their ranks, four bits each, and above those a pair.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.equipment.cards import JOKERS, RANKS
from houseway.games.set_hands.house_way import MOST, Bounds, Reader, read_class, read_count
from houseway.hands.kernel import kernel, small_kernel
from houseway.hands.poker import highest, size

CARDS = 7
JOKER = JOKERS[0]
ACE = 12
PAIR_OF_TWO = 1 << 8  # from here on two cards are a pair


@kernel
def rank_of(card: int) -> int:
    """The rank of a card by itself; the joker is an ace."""
    return ACE if card == JOKER else card & 15


@kernel
def two_card_strength(first: int, second: int) -> int:
    """How strong two cards are: a pair, or the higher card and then the other."""
    return two_rank_strength(rank_of(first), rank_of(second))


@small_kernel
def two_rank_strength(a: int, b: int) -> int:
    """The same of two ranks."""
    if a == b:
        return PAIR_OF_TWO | a << 4
    return max(a, b) << 4 | min(a, b)


@small_kernel
def place_in_row(ranks: int, count: int, wheel: int) -> int:
    """The place of four or five ranks among straights, or -1; ``wheel`` is that of ace, two and so
    on."""
    run = ranks & ranks << 1 & ranks << 2 & ranks << 3 & 0x1FFF
    if count == 5:
        run &= ranks << 4
    if run:
        return 2 * highest(run)
    return wheel if ranks == 1 << ACE | (1 << count - 1) - 1 else -1


@small_kernel
def best_row(ranks: int, count: int, joker: int, wheel: int) -> int:
    """The same where a joker may be whichever card completes the best straight."""
    if not joker:
        return place_in_row(ranks, count, wheel)
    found = -1
    for rank in range(13):
        if not ranks >> rank & 1:
            found = max(found, place_in_row(ranks | 1 << rank, count, wheel))
    return found


@kernel
def facts_of(cards: Any, facts: Any) -> None:
    """Fill in what house ways ask of seven cards, the joker being an ace: how many fours, threes
    and pairs, the rank of the highest of them, and the highest rank of which there is one card."""
    one = two = three = four = five = 0
    for at in range(CARDS):
        bit = 1 << rank_of(int(cards[at]))
        five |= four & bit
        four |= three & bit
        three |= two & bit
        two |= one & bit
        one |= bit
    facts[0], facts[1], facts[2] = size(four), size(three & ~four), size(two & ~three)
    facts[3] = highest(two) if two else -1
    facts[4] = highest(one & ~two) if one & ~two else -1


@kernel
def hands_won(own: Any, other: Any) -> int:
    """How many hands are higher than those of the dealer or a bank; equal ones are not."""
    won = 0
    for at in range(len(own)):
        won += int(own[at] > other[at])
    return won


def deciding_step(hand: int, mine: int, theirs: int, categories: Sequence[str]) -> str:
    """The rule that decides between two hands: the better kind, or the cards of one kind. The high
    hand, number 0, has its category above bit 20; of any other a pair is the only kind."""
    if mine == theirs:
        return "copy"
    mine, theirs = (
        strength >> 20 if hand == 0 else int(strength >= PAIR_OF_TWO) for strength in (mine, theirs)
    )
    return "higher_card" if mine == theirs else categories[max(mine, theirs)]


# -- how they are written in a house way -----------------------------------------------------------


def read_rank(text: str) -> int:
    """A rank as written."""
    if len(text) == 1 and text in RANKS:
        return RANKS.index(text)
    raise ValueError(f"there is no rank {text!r}: they are {', '.join(RANKS)}")


def rank_bounds(text: str) -> Bounds:
    """The same as bounds."""
    return read_rank(text), read_rank(text)


def two_card_bounds(text: str) -> Bounds:
    """Two cards as written: ``pair``, ``pair of 9``, ``A-J`` or ``A``."""
    if text == "pair":
        return PAIR_OF_TWO, MOST
    if text.startswith("pair of "):
        least = PAIR_OF_TWO | read_rank(text.removeprefix("pair of ")) << 4
        return least, least
    first, _, second = text.partition("-")
    if second:
        least = read_rank(first) << 4 | read_rank(second)
        return least, least
    return read_rank(first) << 4, read_rank(first) << 4 | 15


FACTS_ASKED: Mapping[str, Reader] = {
    "fours": read_count,
    "threes": read_count,
    "pairs": read_count,
    "group": lambda value: read_class(value, rank_bounds),
    "single": lambda value: read_class(value, rank_bounds),
}
