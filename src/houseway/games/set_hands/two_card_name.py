"""What two cards that are set as a hand are called."""

from houseway.games.authoring.hand_names import RANKS, several
from houseway.games.set_hands.seven_cards import PAIR_OF_TWO


def two_card_name(strength: int) -> str:
    """Return the name of a hand of two cards by its strength.

    >>> two_card_name(PAIR_OF_TWO | 12 << 4), two_card_name(11 << 4 | 8)
    ('pair of aces', 'king-ten')
    """
    if strength >= PAIR_OF_TWO:
        return f"pair of {several(strength >> 4 & 15)}"
    return f"{RANKS[strength >> 4]}-{RANKS[strength & 15]}"
