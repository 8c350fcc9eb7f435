"""What the hands of this game are called."""

from houseway.games.shoe_contests import baccarat_hand_names

name_hand = baccarat_hand_names.name_hand
mark_round = baccarat_hand_names.mark_round
