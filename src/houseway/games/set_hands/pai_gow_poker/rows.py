"""What seven cards come to for the side wagers, whatever way they are set (11.3(f)-(i), 11.14-23).

``facts_of_seven`` says everything at once that any schedule asks about, a bit for each; a schedule
picks its rows out of these. Pure rules on integers, shared by referee, solver and kernel.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.games.set_hands.pai_gow_poker.hand import (
    FIVE_ACES,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    ROYAL_FLUSH,
    SECOND,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    five_card_strength,
)
from houseway.games.set_hands.seven_cards import ACE, CARDS, JOKER, two_card_strength
from houseway.hands.kernel import kernel
from houseway.hands.poker import highest, size

KING, QUEEN, NINE = 11, 10, 7
FACTS = (
    "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind", "straight_flush",
    "royal_flush", "five_aces",
    "straight_and_pair", "flush_and_pair", "full_house_and_pair", "four_of_a_kind_and_pair",
    "straight_flush_and_pair", "royal_flush_and_pair", "five_aces_and_pair",
    "natural_royal_flush", "natural_royal_flush_and_pair", "natural_straight_flush",
    "seven_natural", "seven_with_joker", "royal_and_king_queen", "royal_and_ace_king",
    "royal_and_ace_queen", "natural_royal_and_ace_queen", "ace_to_five",
    "ace_to_five_and_ace_queen",
    "nine_high", "ten_high", "jack_high", "queen_high", "king_high", "ace_high",
)  # fmt: skip
(
    F_THREE, F_STRAIGHT, F_FLUSH, F_FULL, F_FOUR, F_STRAIGHT_FLUSH, F_ROYAL, F_FIVE,
    F_STRAIGHT_PAIR, F_FLUSH_PAIR, F_FULL_PAIR, F_FOUR_PAIR, F_STRAIGHT_FLUSH_PAIR, F_ROYAL_PAIR,
    F_FIVE_PAIR, F_NATURAL_ROYAL, F_NATURAL_ROYAL_PAIR, F_NATURAL_STRAIGHT_FLUSH, F_SEVEN_NATURAL,
    F_SEVEN_WITH_JOKER, F_ROYAL_KING_QUEEN, F_ROYAL_ACE_KING, F_ROYAL_ACE_QUEEN,
    F_NATURAL_ROYAL_ACE_QUEEN, F_ACE_TO_FIVE, F_ACE_TO_FIVE_ACE_QUEEN, F_NINE_HIGH,
) = range(27)  # fmt: skip
LOWEST_HIGH = NINE  # the lowest card that can be the highest of seven without a straight
PAI_GOWS = FACTS[F_NINE_HIGH:]
SEVENS = (0b1000000111111, *(0b1111111 << low for low in range(7)))  # in a row, ace below first
MADE = (
    (THREE, F_THREE, -1), (STRAIGHT, F_STRAIGHT, F_STRAIGHT_PAIR), (FLUSH, F_FLUSH, F_FLUSH_PAIR),
    (FULL_HOUSE, F_FULL, F_FULL_PAIR), (FOUR, F_FOUR, F_FOUR_PAIR),
    (STRAIGHT_FLUSH, F_STRAIGHT_FLUSH, F_STRAIGHT_FLUSH_PAIR), (ROYAL_FLUSH, F_ROYAL, F_ROYAL_PAIR),
    (FIVE_ACES, F_FIVE, F_FIVE_PAIR),
)  # fmt: skip


@kernel
def suited_two(a: int, b: int, high: int, low: int) -> bool:
    """Whether two cards are of one suit and of these ranks; a joker is none."""
    if JOKER in (a, b) or a >> 4 != b >> 4:
        return False
    return max(a & 15, b & 15) == high and min(a & 15, b & 15) == low


@kernel
def facts_of_five(strength: int, natural: bool, a: int, b: int) -> int:
    """What five cards of this strength come to, with the two others."""
    kind = strength >> 20
    pair = two_card_strength(a, b) >> 8
    found = 0
    for made, alone, with_pair in MADE:
        if kind == made:
            found |= 1 << alone
            if pair and with_pair >= 0:
                found |= 1 << with_pair
    if kind == ROYAL_FLUSH:
        if natural:
            found |= 1 << F_NATURAL_ROYAL
            if pair:
                found |= 1 << F_NATURAL_ROYAL_PAIR
        if suited_two(a, b, KING, QUEEN):
            found |= 1 << F_ROYAL_KING_QUEEN
        if suited_two(a, b, ACE, KING):
            found |= 1 << F_ROYAL_ACE_KING
        if suited_two(a, b, ACE, QUEEN):
            found |= 1 << F_ROYAL_ACE_QUEEN
            if natural:
                found |= 1 << F_NATURAL_ROYAL_ACE_QUEEN
    if kind == STRAIGHT_FLUSH and natural:
        found |= 1 << F_NATURAL_STRAIGHT_FLUSH
        if strength >> 12 & 0xFF == SECOND:
            found |= 1 << F_ACE_TO_FIVE
            if suited_two(a, b, ACE, QUEEN):
                found |= 1 << F_ACE_TO_FIVE_ACE_QUEEN
    return found


@kernel
def facts_of_row(whole: int) -> int:
    """Whether seven cards are of one suit and follow one another, without a joker or with one."""
    joker = whole >> JOKER & 1
    for suit in range(4):
        ranks = whole >> 16 * suit & 0x1FFF
        if size(ranks) == CARDS - joker:
            for row in SEVENS:
                if ranks & ~row == 0:
                    return 1 << (F_SEVEN_WITH_JOKER if joker else F_SEVEN_NATURAL)
    return 0


@kernel
def pai_gow_fact(whole: int) -> int:
    """The highest card of seven with no pair, straight or flush, the joker an ace of no suit."""
    joker = whole >> JOKER & 1
    ranks, real = 0, CARDS - joker
    for suit in range(4):
        held = whole >> 16 * suit & 0x1FFF
        if size(held) >= 5:
            return 0
        ranks |= held
    if size(ranks) < real or (joker and ranks >> ACE & 1):
        return 0
    if joker:
        ranks |= 1 << ACE
    low = ranks << 1 | ranks >> ACE  # an ace below too
    if low & low << 1 & low << 2 & low << 3 & low << 4:
        return 0
    return 1 << (F_NINE_HIGH + highest(ranks) - LOWEST_HIGH)


@kernel
def facts_of_seven(cards: Any, fives: Any) -> int:
    """Everything that seven cards come to; ``fives`` are the strengths of five of them, as
    ``arrange`` counts them, ace to five being the second straight."""
    whole, number, found = 0, 0, 0
    for at in range(CARDS):
        whole |= 1 << int(cards[at])
    for x in range(CARDS - 1):
        for y in range(x + 1, CARDS):
            a, b = int(cards[x]), int(cards[y])
            strength = int(fives[number])
            if strength >= THREE << 20:
                natural = not whole >> JOKER & 1 or JOKER in (a, b)
                found |= facts_of_five(strength, natural, a, b)
            number += 1
    return found | facts_of_row(whole) | pai_gow_fact(whole)


def seven_card_facts(cards: Any) -> int:
    """The same, from the cards alone."""
    fives = [0] * 21
    whole, number = 0, 0
    for card in cards:
        whole |= 1 << card
    for x in range(CARDS - 1):
        for y in range(x + 1, CARDS):
            fives[number] = five_card_strength(whole & ~(1 << cards[x] | 1 << cards[y]), SECOND)
            number += 1
    return facts_of_seven(cards, fives)


# -- three cards -----------------------------------------------------------------------------------

THREE_CARD_ROWS = (  # from the highest
    "straight_flush_natural",
    "three_of_a_kind",
    "straight_flush_joker",
    "straight",
    "flush",
    "pair",
)
(
    T_NATURAL_STRAIGHT_FLUSH, T_THREE, T_STRAIGHT_FLUSH, T_STRAIGHT, T_FLUSH, T_PAIR,
) = range(6)  # fmt: skip


@kernel
def in_row_of_three(ranks: int) -> bool:
    """Whether three ranks follow one another; an ace stands above a king or below a two."""
    return ranks & ranks << 1 & ranks << 2 & 0x1FFF != 0 or ranks == 1 << ACE | 0b11


@kernel
def three_card_facts(a: int, b: int, c: int) -> int:
    """What three cards come to, a bit for each row; a joker is an ace, or completes a straight or a
    flush."""
    joker = JOKER in (a, b, c)
    ranks, aces, suit, suited, real = 0, 0, -1, True, 0
    for card in (a, b, c):
        if card == JOKER:
            aces += 1
            continue
        real += 1
        ranks |= 1 << (card & 15)
        aces += int(card & 15 == ACE)
        if suit not in (-1, card >> 4):
            suited = False
        suit = card >> 4
    distinct, found = size(ranks), 0
    row = False
    if distinct == real:
        row = in_row_of_three(ranks)
        if joker:
            for rank in range(13):
                if not ranks >> rank & 1 and in_row_of_three(ranks | 1 << rank):
                    row = True
    if row and suited:
        found |= 1 << (T_STRAIGHT_FLUSH if joker else T_NATURAL_STRAIGHT_FLUSH)
    if distinct == 1 and (not joker or aces == 3):
        found |= 1 << T_THREE
    if row:
        found |= 1 << T_STRAIGHT
    if suited:
        found |= 1 << T_FLUSH
    if distinct < real or aces >= 2:
        found |= 1 << T_PAIR
    return found


# -- the rows of each schedule ---------------------------------------------------------------------

_FIVE = ("three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind")
_COMMON = {name: name for name in (*_FIVE, "straight_flush", "royal_flush", "five_aces")}
_PAIRS = {name: name for name in FACTS[F_STRAIGHT_PAIR : F_FIVE_PAIR + 1]}
_PAI_GOW = {name: name for name in PAI_GOWS}
PREMIUM = ("four_of_a_kind", "straight_flush", "royal_flush", "five_aces", "seven_natural")
PREMIUM_FACTS = (F_FOUR, F_STRAIGHT_FLUSH, F_ROYAL, F_FIVE, F_SEVEN_NATURAL, F_SEVEN_WITH_JOKER)
PROGRESSIVE = {
    **_COMMON,
    **_PAIRS,
    "natural_royal_flush": "natural_royal_flush",
    "natural_royal_flush_and_pair": "natural_royal_flush_and_pair",
}
BONUS = {**_COMMON, "seven_natural": "seven_natural", "seven_with_joker": "seven_with_joker"}
MATCHES = {"king_queen": "royal_and_king_queen", "ace_king": "royal_and_ace_king"}
DYNASTY = {
    **_COMMON,
    "seven_natural": "seven_natural",
    "seven_wild": "seven_with_joker",
    "ace_to_five": "ace_to_five",
    "ace_to_five_match": "ace_to_five_and_ace_queen",
    "royal_match": "royal_and_ace_queen",
    "natural_royal_match": "natural_royal_and_ace_queen",
}
SEVEN_CARD = {**_COMMON, "natural_straight_flush": "natural_straight_flush"}
INSURANCE = _PAI_GOW
PROTECTION = {**_PAI_GOW, "ace_to_five": "ace_to_five"}
BANKER = {f"banker_{name}": name for name in PAI_GOWS[:3]}


def rows_hit(facts: int, schedule: Mapping[str, str], among: Iterable[str]) -> set[str]:
    """The rows of a schedule that these facts answer to, of those that the paytable has."""
    held = {name for at, name in enumerate(FACTS) if facts >> at & 1}
    return {row for row in among if schedule.get(row) in held}


def is_premium(facts: int) -> bool:
    """Whether seven cards hold four of a kind or better."""
    return any(facts >> at & 1 for at in PREMIUM_FACTS)


def is_queens_dragon(cards: Any) -> bool:
    """Whether seven cards are queen high."""
    return bool(seven_card_facts(cards) >> FACTS.index("queen_high") & 1)
