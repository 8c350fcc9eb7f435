"""What becomes of a hand of blackjack and at which row it is paid: pure rules on cards.

Referee and solver both call these, so that they cannot differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.equipment.cards import Card, name
from houseway.games.twenty_one.twentyone import (
    EIGHT,
    EXTRA_ROWS,
    FATES,
    GOAL,
    SEVEN,
    SIX,
    Worth,
    extra_row,
    fate,
    is_blackjack,
    rank,
    suit,
    worth,
)
from houseway.rulebook.table_rules import TableRules

NET = {
    "wins": 1, "two_card_21": 1, "dealer_over": 1, "even": 0, "both_blackjack": 0,
    "even_exposed": -1, "lower": -1, "over": -1, "blackjack_loses": -1,
}  # fmt: skip


@dataclass(frozen=True)
class Extras:
    """The payouts that a house may add (2.3(e)), and the cards of the blackjack it has named."""

    suited_678: bool = False
    three_sevens: bool = False
    five_card_21: bool = False
    named: frozenset[str] = frozenset()


def extras_at(rules: TableRules) -> Extras:
    """The payouts that this table adds."""
    named = frozenset({rules.rule("named_ace"), rules.rule("named_face")}) - {"none"}
    return Extras(
        rules.rule("pays_678"), rules.rule("pays_777"), rules.rule("pays_five_card_21"), named
    )


def row_of(cards: Sequence[Card], points: Sequence[int], split: bool, extras: Extras) -> str:
    """The row at which a winning hand is paid."""
    if not split and is_blackjack(cards, points):
        return "designated" if {name(card) for card in cards} == extras.named else "blackjack"
    ranks = [rank(card) for card in cards]
    found = extra_row(
        worth(cards, points).total,
        len(cards),
        ranks.count(SIX),
        ranks.count(SEVEN),
        ranks.count(EIGHT),
        len({suit(card) for card in cards}) == 1,
        extras.suited_678,
        extras.three_sevens,
        extras.five_card_21,
    )
    return EXTRA_ROWS[found]


def is_five_card_21(cards: Sequence[Card], points: Sequence[int], extras: Extras) -> bool:
    """Whether a hand is 21 in five cards, at a table that makes a rule of it."""
    return extras.five_card_21 and len(cards) == 5 and worth(cards, points).total == GOAL


@dataclass(frozen=True)
class Side:
    """One side of a hand against the dealer's: its worth, its cards, whether it is a blackjack."""

    worth: Worth
    cards: int
    blackjack: bool = False


def fate_of(own: Side, dealer: Side, exposed: bool, split_21_beats: bool) -> str:
    """What becomes of a hand against the dealer's of two cards or more."""
    found = fate(
        own.worth.total,
        own.cards,
        own.blackjack,
        dealer.worth.total,
        dealer.cards,
        dealer.blackjack,
        exposed,
        split_21_beats,
    )
    return FATES[found]
