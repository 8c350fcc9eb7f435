"""The exact odds of four-card poker.

What hands are worth comes from ``hand.py``, which the referee uses too. What the rulebook decides
comes in as plain parameters. ``fold_or_play_odds`` solves ante and play with one of the dealer's
cards seen; which of the six it is makes no difference. Aces up is counted, since no decision
touches it.
"""

from houseway.counting.canonical import Pack
from houseway.counting.prices import Pays, side_bet
from houseway.counting.result import OutcomeTable
from houseway.equipment.cards import RANKS
from houseway.games.against_dealer.first_cards import kinds
from houseway.games.against_dealer.fold_or_play_odds import Contest
from houseway.games.against_dealer.four_card_poker.hand import (
    FOUR_CARD_CATEGORIES,
    PAIR,
    four_card_kinds,
    four_card_rows,
    four_card_strength,
    four_card_strengths,
)
from houseway.hands.poker import category


def contest(pack: Pack, cards: int, dealers: int) -> Contest:
    """So many cards against so many of the dealer's, who need not qualify; equal hands win."""
    return Contest(
        pack=pack,
        size=cards,
        strength=four_card_strength,
        strengths=four_card_strengths,
        kinds=four_card_kinds,
        rows=four_card_rows,
        least=0,
        shows=True,
        dealers=dealers,
        ties_win=True,
    )


def aces_up(pack: Pack, cards: int, pays: Pays) -> OutcomeTable:
    """The wager on the player's own best four cards."""
    patterns = kinds(pack, cards, four_card_kinds, four_card_rows).patterns
    return side_bet("aces_up", patterns, pays)


def called(strength: int) -> str:
    """What a hand of that strength is called: by its category, pairs and high cards by rank.

    >>> called(0x180000), called(0xC0000)
    ('pair of T', 'A high')
    """
    name, rank = FOUR_CARD_CATEGORIES[category(strength)], RANKS[strength >> 16 & 15]
    if category(strength) == PAIR:
        return f"pair of {rank}"
    return name.replace("_", " ") if category(strength) else f"{rank} high"
