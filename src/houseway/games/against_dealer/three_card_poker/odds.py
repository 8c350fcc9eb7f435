"""The exact odds of three-card poker.

What hands are worth comes from ``hand.py``, which the referee uses too. What the rulebook decides
comes in as plain parameters: the deck, the dealer's qualifying card, and prices as functions of
the rows that a hand hits. ``fold_or_play_odds`` solves ante and play; pair plus and the
six-card bonus are counted, since no decision touches them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.counting.canonical import Pack
from houseway.counting.prices import Pays, side_bet
from houseway.counting.result import OutcomeTable
from houseway.equipment.cards import RANKS
from houseway.games.against_dealer.first_cards import kinds
from houseway.games.against_dealer.fold_or_play_odds import Contest
from houseway.games.against_dealer.three_card_poker.hand import (
    MINI_ROYAL,
    SIX_ROYAL,
    least_with,
    six_card_rows,
    suited,
    three_card_rows,
)
from houseway.hands.kernel import kernel
from houseway.hands.poker import (
    THREE_CARD_CATEGORIES,
    best_ranks,
    category,
    strength,
    three_card_strength,
    three_card_strengths,
)

if TYPE_CHECKING:
    from houseway.hands.poker import Ints

CARDS = 3


@kernel
def three_card_kinds(hands: Ints, found: Ints) -> None:
    """Fill in a number for each hand of three cards: the same for all that answer to the same rows,
    but for their suits."""
    for i in range(len(hands)):
        royal = 1 if suited(hands[i], MINI_ROYAL) >= 0 else 0
        found[i] = 2 * category(three_card_strength(hands[i])) + royal


@kernel
def six_card_kinds(hands: Ints, found: Ints) -> None:
    """Fill in such a number for each six cards."""
    for i in range(len(hands)):
        royal = 1 if suited(hands[i], SIX_ROYAL) >= 0 else 0
        found[i] = 2 * category(strength(hands[i])) + royal


def contest(pack: Pack, needs: int) -> Contest:
    """Player against dealer; the dealer's hand counts from a high card of the rank ``needs``."""
    return Contest(
        pack=pack,
        size=CARDS,
        strength=three_card_strength,
        strengths=three_card_strengths,
        kinds=three_card_kinds,
        rows=three_card_rows,
        least=least_with(needs),
    )


def pair_plus(pack: Pack, pays: Pays) -> OutcomeTable:
    """The wager on the player's own three cards."""
    patterns = kinds(pack, CARDS, three_card_kinds, three_card_rows).patterns
    return side_bet("pair_plus", patterns, pays)


def six_card(pack: Pack, pays: Pays) -> OutcomeTable:
    """The wager on the best five of the player's and the dealer's cards."""
    patterns = kinds(pack, 2 * CARDS, six_card_kinds, six_card_rows).patterns
    return side_bet("six_card", patterns, pays)


def high_cards(ranks: str) -> int:
    """The strength of three cards of these ranks that make nothing better.

    >>> high_cards("Q64") < high_cards("Q65") < high_cards("A32")
    True
    """
    return best_ranks(sum(1 << RANKS.index(rank) for rank in ranks), CARDS) << 8


def ranks_of(strength: int) -> str:
    """The ranks of three cards that are no better than their high cards.

    >>> ranks_of(high_cards("Q64"))
    'Q-6-4'
    """
    return "-".join(RANKS[strength >> shift & 15] for shift in (16, 12, 8))


def called(strength: int) -> str:
    """What a hand of that strength is called: by its category, or by its highest card.

    >>> called(high_cards("Q64"))
    'Q high'
    """
    name = THREE_CARD_CATEGORIES[category(strength)]
    return f"{RANKS[strength >> 16 & 15]} high" if name == "high_card" else name.replace("_", " ")
