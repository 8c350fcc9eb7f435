"""Double attack blackjack in the order of the regulation (N.J.A.C. 13:69F-26).

The dealer's first card comes before all others and a second wager may be added to the first. The
round is the family's (``attack_round``); each step's cite stands in the rulebook under ``round``.
"""

from houseway.games.twenty_one.attack_round import play_attack
from houseway.referee.round import Round, Script


def play(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard rack."""
    yield from play_attack(r)
