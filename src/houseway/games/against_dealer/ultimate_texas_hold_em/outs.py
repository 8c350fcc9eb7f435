"""What is counted in a hand of ultimate Texas hold 'em besides what its cards make."""

from houseway.hands.poker import strength


def dealer_outs(hole: int, board: int, cards: list[int]) -> int:
    """How many of the cards left would, alone with the board, beat the hand."""
    own = strength(hole | board)
    left = (1 << card for card in cards if not (hole | board) >> card & 1)
    return sum(strength(board | card) > own for card in left)
