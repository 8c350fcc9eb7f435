"""Triple attack blackjack in the order of the regulation (N.J.A.C. 13:69F-36).

A card to each player, a second wager, the dealer's card, a third wager, the second cards. The round
is the family's (``attack_round``), the bonus wagers are this game's. Each step's cite stands in the
rulebook under ``round``.
"""

from houseway.games.twenty_one.attack_round import play_attack
from houseway.games.twenty_one.boxes import cards_of, up_card
from houseway.games.twenty_one.moments import Moments
from houseway.games.twenty_one.triple_attack_blackjack.side_rows import match_rows, royal_rows
from houseway.referee.round import Round, Script

ROYALS, MATCH = "suited_royals", "triple_match"


def play(r: Round) -> Script[None]:
    """One round, from a shuffle if one is due to the discard rack."""
    yield from play_attack(r, Moments(announced=settle_sides))


def settle_sides(r: Round, seat: int) -> None:
    """Suited royals and triple match are settled when the player's total is announced."""
    first = list(cards_of(r, seat))[:2]
    for wager, rows in ((ROYALS, royal_rows(first)), (MATCH, match_rows(first, up_card(r)))):
        if r.live(seat, wager):
            r.settle(seat, wager, rows, wager)
