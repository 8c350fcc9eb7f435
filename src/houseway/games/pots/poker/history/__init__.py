"""Hands of poker written for others to read, and hands of others dealt at our table.

The format is PHH, the poker hand history of the PokerKit library: TOML with the players in the
order of the deal, ``p1`` at the left of the button, and one word line an action.
"""

from houseway.games.pots.poker.history.export import export_round
from houseway.games.pots.poker.history.phh import read_hands, text_of, write_hands
from houseway.games.pots.poker.history.replay import replay_hand, stacks_of

__all__ = ["export_round", "read_hands", "replay_hand", "stacks_of", "text_of", "write_hands"]
