"""What the hands of this game are called."""

from houseway.games.authoring.hand_names import name_of_five

name_hand = name_of_five
