"""Which of two cards is higher. A pure rule on the values of ranks, which the rulebook gives."""

from houseway.hands.kernel import kernel


@kernel
def compare(player: int, dealer: int) -> int:
    """Above nothing if the player's card is higher, below if it is lower, nothing for a tie hand.

    >>> compare(14, 13), compare(2, 14), compare(9, 9)
    (1, -12, 0)
    """
    return player - dealer
