"""The exact odds of Caribbean stud poker.

What hands are worth comes from ``hand.py`` and ``hands/poker.py``, which the referee uses too. What
the rulebook decides comes in as plain parameters. ``fold_or_play_odds`` solves ante and
bet with one of the dealer's cards seen; which of the five it is makes no difference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.counting.canonical import Pack
from houseway.counting.prices import Rows
from houseway.equipment.cards import RANKS
from houseway.games.against_dealer.caribbean_stud_poker.hand import rows_hit
from houseway.games.against_dealer.first_cards import kinds
from houseway.games.against_dealer.fold_or_play_odds import Chooser, Contest, by_ranks
from houseway.games.against_dealer.value_sweep import Standing
from houseway.hands.poker import (
    CATEGORIES,
    PAIR,
    categories,
    category,
    highest,
    strength,
    strengths,
)

if TYPE_CHECKING:
    from houseway.games.against_dealer.value_sweep import Flags

ACE, KING, QUEEN, JACK = (RANKS.index(rank) for rank in "AKQJ")


def contest(pack: Pack, cards: int, least: int) -> Contest:
    """Player against a dealer who qualifies with a strength of ``least``."""
    return Contest(
        pack=pack,
        size=cards,
        strength=strength,
        strengths=strengths,
        kinds=categories,
        rows=rows_hit,
        least=least,
        shows=True,
    )


def rows_dealt(pack: Pack, cards: int) -> dict[Rows, int]:
    """How many hands hit each row."""
    return kinds(pack, cards, categories, rows_hit).patterns


def called(strength: int) -> str:
    """What a hand of that strength is called: by its category, or by its highest cards.

    >>> called(0xCB210), called(0xCA987)
    ('ace-king', 'less than ace-king')
    """
    name = CATEGORIES[category(strength)]
    if name != "high_card":
        return name.replace("_", " ")
    return "ace-king" if strength >> 12 == ACE << 4 | KING else "less than ace-king"


# Rules that a person can use: of the ranks held, as a set, and the rank that is shown


def has_ace_king(ranks: int) -> bool:
    """Whether ace and king are among the ranks.

    >>> has_ace_king(0b1100000000111)
    True
    """
    return bool(ranks >> ACE & ranks >> KING & 1)


def pairs_mine(ranks: int, shown: int) -> bool:
    """Ace-king with a card of the rank that is shown."""
    return has_ace_king(ranks) and bool(ranks >> shown & 1)


def three_rules(ranks: int, shown: int) -> bool:
    """The refinement for ace-king that is best known.

    Bet if the shown card is a queen or lower and pairs one of yours; if it is an ace or a king and
    you have a queen or a jack; or if it pairs none of yours, you have a queen and it is lower than
    the fourth of your cards.
    """
    if not has_ace_king(ranks):
        return False
    if shown >= KING:
        return bool((ranks >> QUEEN | ranks >> JACK) & 1)
    if ranks >> shown & 1:
        return True
    below_queen = ranks & (1 << QUEEN) - 1
    return bool(ranks >> QUEEN & 1 and below_queen) and shown < highest(below_queen)


Bluff = Callable[[int, int], bool]


def pair_or(bluff: Bluff) -> Chooser:
    """Bet a pair or better, and of the others what the rule says."""
    ranked = by_ranks(bluff)

    def chooser(standing: Standing) -> Flags:
        better: Flags = (standing.strength >= PAIR << 20)[:, None]
        return better | ranked(standing)

    return chooser


BLUFFS: dict[str, Bluff] = {
    "three_rules": three_rules,
    "matching_rank": pairs_mine,
    "pair_or_better": lambda ranks, shown: False,
    "ace_king_or_better": lambda ranks, shown: has_ace_king(ranks),
}
