"""A fixed amount for three suited sevens beside a seven of the dealer's, the wager ``super_bonus``:
which hands win it, and how much. Pure rules on cards and money."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.equipment.cards import Card
from houseway.games.twenty_one.twentyone import SEVEN, rank, suit
from houseway.rulebook.table_rules import TableRules

SUPER = "super_bonus"
SEVENS = 3  # that make the hand


def is_super(cards: Sequence[Card], up: Card) -> bool:
    """Whether a hand is three sevens of one suit beside a seven of the dealer's.

    >>> from houseway.equipment.cards import card, cards
    >>> hands = [("7h 7h 7h", "7c"), ("7h 7h 7d", "7h"), ("7h 7h 7h", "8h"), ("7h 7h", "7h")]
    >>> [is_super(cards(hand), card(up)) for hand, up in hands]
    [True, False, False, False]
    """
    sevens = all(rank(one) == SEVEN for one in (*cards, up))
    return sevens and len(cards) == SEVENS and len({suit(one) for one in cards}) == 1


def super_row(stake: int, rules: TableRules) -> str:
    """The row that a first wager of so many cents is paid at; none where it is too small."""
    for row, least in (("high", "super_high_from"), ("low", "super_from")):
        if stake >= 100 * rules.rule(least):
            return row
    return ""


def super_cents(stake: int, rules: TableRules) -> int:
    """What a first wager of so many cents wins besides."""
    row = super_row(stake, rules) if SUPER in rules.wagers else ""
    return rules.schedule(SUPER).prices[row].cents if row else 0


def super_units(stake: int, rules: TableRules) -> Fraction:
    """The same in units of the wager."""
    return Fraction(super_cents(stake, rules), stake) if stake else Fraction(0)
