"""What the hands of this game are called."""

from houseway.games.authoring.hand_names import HandNames, name_of_three

HAND_NAMES = HandNames(name_of_three)
