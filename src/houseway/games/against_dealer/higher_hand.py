"""How two hands stand to each other where the dealer always plays."""

LOWER, EQUAL, HIGHER = "lower", "equal", "higher"


def contest(player: int, dealer: int) -> str:
    """How a player's strength stands to the dealer's."""
    return HIGHER if player > dealer else LOWER if player < dealer else EQUAL
