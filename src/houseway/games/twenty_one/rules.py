"""What the rounds and the odds of this family read from a rulebook, and what holds where it is
silent.

A game's rulebook fixes what its law says and leaves out what its law does not know; then the plain
way holds that is listed here. ``split_hands``, ``dealer_stands``, ``dealer_stands_soft``,
``blackjack_from`` and ``dealer_cards`` every game has.
"""

from functools import lru_cache
from typing import Any

from houseway.rulebook.table_rules import TableRules

PLAIN: dict[str, Any] = {
    "attacks": (),  # wagers that are added to the first one in the course of the deal
    "attacks_after": (),  # each of them: the "dealer" or "player" has a first card, or "both"
    "behind_bets": (),  # what others on a box bet beside the wagers on hands
    "bettors_per_box": 1,
    "blackjack_paid": "unless_dealer_may",  # have one too; or "at_once", or "at_end"
    "blackjack_tie_pays": False,  # a blackjack beside one of the dealer's has a row of its own
    "blackjack_ties_21": False,  # a blackjack is even beside 21 in more cards
    "blackjack_wins": False,  # also beside one of the dealer's
    "burn_each_round": False,
    "bust_is_final": False,  # what is over loses all, also beside a blackjack of the dealer's
    "bust_taken_at_once": False,
    "dealer_hands": 1,
    "dealing": "manual_shoe",
    "double_after_split": True,
    "double_card": "up",
    "double_more_cards": False,  # a hand of more than two cards may be doubled
    "double_on": "any",
    "doubled_pays_plain": False,  # a hand that was doubled is paid as any other
    "even_money": False,
    "hands_dealt": 1,  # to each player, with a wager on each
    "insurance_covers": "main",  # or "all": attacks as well
    "insurance_offered": True,
    "insurance_window": "at_once",
    "least_cards_win": 0,  # hands of so many cards that are not over win
    "lost_to_blackjack": ("main",),  # the rest goes back beside a blackjack of the dealer's
    "mid_shoe_entry": "open",
    "multi_bust": False,
    "named_ace": "none",
    "named_face": "none",
    "paid_at_once": False,  # a hand that reaches the goal with a card it drew
    "pays_678": False,
    "pays_777": False,
    "pays_colored": False,  # a blackjack of one color has a row of its own
    "pays_bonus_21": False,  # 21 in many cards, 6-7-8 and 7-7-7 have rows of their own
    "pays_five_card_21": False,
    "push_total": 0,  # of the dealer's, beside which hands that have not won go back
    "rescue": False,  # a doubled hand may be surrendered
    "rescue_forfeits": False,  # then the double goes back and the wager before it is lost
    "resplit_aces": False,
    "several_bettors": False,
    "split_21_beats": False,
    "split_aces_double": False,  # after the one card
    "split_aces_play": False,  # split aces get as many cards as other hands
    "split_aces_surrender": False,
    "surrender": False,
    "surrender_any_time": False,
    "surrender_at_once": False,  # also beside an ace or a ten, where a reader has been used
    "switches": False,  # a player may exchange the second cards of two hands
    "two_card_21_ties": False,  # one that is no blackjack, beside a blackjack of the dealer's
    "wins_21": "never",  # any 21 wins: "unless_blackjack" of the dealer's, or "always"
}


@lru_cache(maxsize=1 << 12)
def rule_of(rules: TableRules, name: str) -> Any:
    """What holds at a table: what its rulebook or its house says, or else the plain way."""
    if name in PLAIN and not rules.fixes(name):
        return PLAIN[name]
    return rules.rule(name)
