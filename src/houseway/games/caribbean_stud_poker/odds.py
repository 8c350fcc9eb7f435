"""The exact odds of Caribbean stud poker.

What hands are worth comes from ``hand.py`` and ``hands/poker.py``, which the referee uses too. What
the rulebook decides comes in as plain parameters. ``games/fold_or_play_odds.py`` solves ante and
bet with one of the dealer's cards seen; which of the five it is makes no difference.
"""

from houseway.equipment.cards import RANKS
from houseway.games.caribbean_stud_poker.hand import rows_hit
from houseway.games.fold_or_play_odds import Chooser, Contest, by_ranks
from houseway.hands.poker import CATEGORIES, categories, category, strength, strengths
from houseway.odds.canonical import Pack
from houseway.odds.first_cards import kinds
from houseway.odds.prices import Rows
from houseway.odds.value_sweep import Standing

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
    return kinds(pack, cards, categories, rows_hit).patterns()


def called(strength: int) -> str:
    """What a hand of that strength is called: by its category, or by its highest cards.

    >>> called(0xCB210), called(0xCA987)
    ('ace-king', 'less than ace-king')
    """
    name = CATEGORIES[category(strength)]
    if name != "high_card":
        return name.replace("_", " ")
    return "ace-king" if strength >> 12 == ACE << 4 | KING else "less than ace-king"


# Rules that a person can use


def raises_ace_king(ranks: int, shown: int) -> bool:
    """The well-known refinement for ace-king, by the ranks held and the rank that is shown.

    Bet if the shown card is a queen or lower and pairs one of yours; if it is an ace or king and
    you have a queen or jack; or if it pairs none of yours, you have a queen and it is lower than
    the fourth of your cards.
    """
    if not (ranks >> ACE & 1 and ranks >> KING & 1):
        return False
    held = [rank for rank in range(ACE, -1, -1) if ranks >> rank & 1]
    if shown >= KING:
        return bool(ranks >> QUEEN & 1 or ranks >> JACK & 1)
    if ranks >> shown & 1:
        return True
    return bool(ranks >> QUEEN & 1) and len(held) > 3 and shown < held[3]


def pairs_and_refined_ace_king(pair: int) -> Chooser:
    """Bet a pair or better, which begins at the strength ``pair``, and ace-king by the rule."""
    refined = by_ranks(raises_ace_king)

    def chooser(standing: Standing):  # type: ignore[no-untyped-def]
        high = (standing.strength < pair)[:, None]
        return ~high | refined(standing)

    return chooser
