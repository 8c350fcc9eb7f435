"""What the hands of this game are called."""

from houseway.games.authoring.hand_names import HandNames
from houseway.games.twenty_one import hand_names

HAND_NAMES = HandNames(hand_names.name_hand)
