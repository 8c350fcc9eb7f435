"""What the hands of this game are called."""

from houseway.games.authoring.hand_names import name_with_board

name_hand = name_with_board
