"""What becomes of a hand of blackjack and at which row it is paid: pure rules on cards.

Referee and solver both call these, so that they cannot differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from houseway.equipment.cards import Card, name
from houseway.games.twenty_one.rules import rule_of
from houseway.games.twenty_one.twentyone import (
    BONUS_21_ROWS,
    EIGHT,
    EXTRA_ROWS,
    FATES,
    GOAL,
    SEVEN,
    SIX,
    Worth,
    bonus_21_row,
    extra_row,
    fate,
    is_blackjack,
    is_red,
    is_spade,
    rank,
    suit,
    worth,
)
from houseway.rulebook.table_rules import TableRules

NET = {
    "wins": 1, "always_wins": 1, "two_card_21": 1, "dealer_over": 1,
    "even": 0, "dealer_pushes": 0, "both_blackjack": 0,
    "even_exposed": -1, "lower": -1, "over": -1, "blackjack_loses": -1,
}  # fmt: skip


@dataclass(frozen=True)
class Extras:
    """The payouts that a house may add (2.3(e)), and the cards of the blackjack it has named."""

    suited_678: bool = False
    three_sevens: bool = False
    five_card_21: bool = False
    named: frozenset[str] = frozenset()
    bonus_21: bool = False  # 6-7-8, 7-7-7 and 21 in many cards, by number and suits
    colored: bool = False  # a blackjack of one color


def extras_at(rules: TableRules) -> Extras:
    """The payouts that this table adds."""
    named = frozenset({rule_of(rules, "named_ace"), rule_of(rules, "named_face")}) - {"none"}
    return Extras(
        rule_of(rules, "pays_678"),
        rule_of(rules, "pays_777"),
        rule_of(rules, "pays_five_card_21"),
        named,
        rule_of(rules, "pays_bonus_21"),
        rule_of(rules, "pays_colored"),
    )


def row_of(cards: Sequence[Card], points: Sequence[int], split: bool, extras: Extras) -> str:
    """The row at which a winning hand is paid."""
    if not split and is_blackjack(cards, points):
        if extras.colored and len({is_red(card) for card in cards}) == 1:
            return "colored_blackjack"
        return "designated" if {name(card) for card in cards} == extras.named else "blackjack"
    ranks = [rank(card) for card in cards]
    if extras.bonus_21:
        found = bonus_21_row(
            worth(cards, points).total,
            len(cards),
            ranks.count(SIX),
            ranks.count(SEVEN),
            ranks.count(EIGHT),
            len({suit(card) for card in cards}) == 1,
            all(is_spade(card) for card in cards),
        )
        return BONUS_21_ROWS[found]
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


class Contest(NamedTuple):
    """What decides between a hand and the dealer's besides their cards, as ``fate`` takes it."""

    exposed: bool = False
    split_21_beats: bool = False
    bust_is_final: bool = False
    blackjack_wins: bool = False
    wins_21: int = 0
    least_cards_win: int = 0
    push_total: int = 0
    two_card_21_ties: bool = False
    blackjack_ties_21: bool = False


WINS_21 = {"never": 0, "unless_blackjack": 1, "always": 2}


def contest_at(rules: TableRules) -> Contest:
    """How hands are compared at this table."""
    return Contest(
        rules.rule("dealer_cards") == "double_exposure",
        rule_of(rules, "split_21_beats"),
        rule_of(rules, "bust_is_final"),
        rule_of(rules, "blackjack_wins"),
        WINS_21[rule_of(rules, "wins_21")],
        rule_of(rules, "least_cards_win"),
        rule_of(rules, "push_total"),
        rule_of(rules, "two_card_21_ties"),
        rule_of(rules, "blackjack_ties_21"),
    )


def fate_of(own: Side, dealer: Side, contest: Contest) -> str:
    """What becomes of a hand against the dealer's of two cards or more."""
    found = fate(
        own.worth.total,
        own.cards,
        own.blackjack,
        dealer.worth.total,
        dealer.cards,
        dealer.blackjack,
        *contest,
    )
    return FATES[found]
