"""What the hands of this game are called."""

from houseway.games.authoring.hand_names import HandNames
from houseway.games.shoe_contests import baccarat_hand_names

HAND_NAMES = HandNames(baccarat_hand_names.name_hand, mark_round=baccarat_hand_names.mark_round)
