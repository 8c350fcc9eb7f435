"""What a 3 Card Blitz hand is worth (51.1, 51.5; Maryland 1.B, 6).

Pure rules on integers, shared by the referee and the solver. A suit is thirteen bits, a deuce the
lowest and an ace the highest; ``points`` are the values of the thirteen ranks and ``used`` is how
many suited cards may count, both from the rulebook.
"""

from houseway.hands.kernel import kernel

ACE = 1 << 12
KING_QUEEN = 0b11 << 10
TENS = 0b1111 << 8  # ten, jack, queen, king
SUITS = ("clubs", "diamonds", "hearts", "spades")


@kernel
def suit_total(suit: int, points: tuple[int, ...], used: int) -> int:
    """The points of the best ``used`` cards of one suit, or of fewer if it has fewer."""
    total = 0
    left = used
    rank = 12
    while rank >= 0 and left > 0:
        if suit >> rank & 1:
            total += points[rank]
            left -= 1
        rank -= 1
    return total


@kernel
def suit_size(suit: int) -> int:
    """How many cards of one suit."""
    size = 0
    while suit:
        suit &= suit - 1
        size += 1
    return size


@kernel
def is_blitz(suit: int) -> bool:
    """An ace and two ten-value cards of one suit."""
    return suit & ACE != 0 and suit_size(suit & TENS) >= 2


@kernel
def is_royal_blitz(suit: int) -> bool:
    """Ace, king and queen of one suit."""
    return suit & (ACE | KING_QUEEN) == ACE | KING_QUEEN


@kernel
def is_royal_flush(suit: int) -> bool:
    """Ace, king, queen, jack and ten of one suit."""
    return suit & (ACE | TENS) == ACE | TENS


@kernel
def hand_total(hand: int, points: tuple[int, ...], used: int) -> int:
    """The point total of a hand: the best suit's."""
    best = 0
    for suit in range(4):
        best = max(best, suit_total(hand >> 16 * suit & 0x1FFF, points, used))
    return best


def suits_of(hand: int) -> tuple[int, int, int, int]:
    """A hand's clubs, diamonds, hearts and spades."""
    return hand & 0x1FFF, hand >> 16 & 0x1FFF, hand >> 32 & 0x1FFF, hand >> 48 & 0x1FFF


def rows_hit(hand: int, points: tuple[int, ...], used: int) -> set[str]:
    """Every paytable row that a dealt hand answers to, in any of the game's paytables."""
    suits = suits_of(hand)
    rows = {
        f"total_{max(suit_total(suit, points, used) for suit in suits)}",
        f"suited_{max(suit_size(suit) for suit in suits)}",
    }
    blitzes = 0
    for name, suit in zip(SUITS, suits, strict=True):
        if is_blitz(suit):
            blitzes += 1
            rows.add("blitz")
            if is_royal_blitz(suit):
                rows |= {"royal_blitz", f"royal_blitz_{name}"}
            if is_royal_flush(suit):
                rows.add("royal_flush")
    if blitzes == 2:
        rows.add("double_blitz")
    return rows
