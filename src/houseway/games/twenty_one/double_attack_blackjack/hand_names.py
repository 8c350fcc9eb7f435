"""What the hands of this game are called."""

from houseway.games.twenty_one import hand_names

name_hand = hand_names.name_hand
