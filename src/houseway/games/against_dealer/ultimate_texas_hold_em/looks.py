"""What is looked at in a hand of ultimate Texas hold 'em, on masks: plain Python at the table,
compiled where every hand is looked at."""

from houseway.hands.kernel import kernel
from houseway.hands.poker import highest, ranks_of, size, strength


@kernel
def hides_pair(hole: int, board: int) -> bool:
    """Whether one of one's own cards is in a pair."""
    own = ranks_of(hole)
    return size(own) == 1 or own & ranks_of(board) != 0


@kernel
def flush_card(hole: int, board: int) -> int:
    """The rank of one's own highest card of a suit of which there are four, or -1."""
    for suit in range(4):
        own = hole >> 16 * suit & 0x1FFF
        if own and size(own) + size(board >> 16 * suit & 0x1FFF) >= 4:
            return highest(own)
    return -1


def dealer_outs(hole: int, board: int, cards: list[int]) -> int:
    """How many of the cards left would, alone with the board, beat the hand."""
    own = strength(hole | board)
    left = (1 << card for card in cards if not (hole | board) >> card & 1)
    return sum(strength(board | card) > own for card in left)
