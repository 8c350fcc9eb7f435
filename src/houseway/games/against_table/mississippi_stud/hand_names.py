"""What the hands of this game are called."""

from houseway.games.authoring.hand_names import HandNames, name_with_board

HAND_NAMES = HandNames(name_with_board)
