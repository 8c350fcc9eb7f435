"""What the hands of this game are called."""

from houseway.equipment.cards import mask
from houseway.games.against_dealer.three_card_blitz.hand import (
    SUITS,
    is_blitz,
    is_royal_blitz,
    suit_total,
    suits_of,
)
from houseway.games.authoring.hand_names import HandNames, Hands, known
from houseway.referee.events import Place
from houseway.rulebook.table_rules import TableRules


def name_hand(hands: Hands, place: Place, rules: TableRules, kickers: bool = False) -> str:
    """The best suit's points: "24 in hearts", "Blitz in spades, 31"."""
    suits = suits_of(mask(known(hands[place])))
    totals = [suit_total(suit, rules.points, rules.rule("cards_used")) for suit in suits]
    best = max(range(len(suits)), key=lambda at: (totals[at], is_royal_blitz(suits[at])))
    if not totals[best]:
        return ""
    blitz = "Royal Blitz" if is_royal_blitz(suits[best]) else "Blitz"
    if is_blitz(suits[best]):
        return f"{blitz} in {SUITS[best]}, {totals[best]}"
    return f"{totals[best]} in {SUITS[best]}"


HAND_NAMES = HandNames(name_hand)
