"""The best-known simple way to play ultimate Texas hold 'em (Michael Shackleford's), as rules on
masks: plain Python at the table, compiled in ``published_plan`` to find its exact cost.

* Before the flop: four antes with a pair of threes or better, any ace, a king with a five or of one
  suit, a queen with an eight or with a six of its suit, a jack with a ten or an eight of its suit.
* On the flop: two antes with two pairs or better, with a pair that has one of one's own cards (but
  not with deuces in the hand), with four of a suit of which one's own highest is a ten or better.
* At last: one ante with such a pair or better, which is read as a better kind of hand than the
  board has by itself, or where fewer than 21 cards that the dealer may hold would beat one's hand.

Its author gives the house 2.43% of the ante against it.
"""

from houseway.hands.kernel import kernel
from houseway.hands.poker import PAIR, TWO_PAIR, category, highest, size, strength

TWO, THREE, FIVE, SIX, EIGHT, TEN = 0, 1, 3, 4, 6, 8
JACK, QUEEN, KING, ACE = range(9, 13)
OUTS = 21  # of the dealer's, from which on one folds


@kernel
def ranks_of(cards: int) -> int:
    """The ranks among some cards."""
    return (cards | cards >> 16 | cards >> 32 | cards >> 48) & 0x1FFF


@kernel
def in_suit(hole: int) -> bool:
    """Whether two cards are of one suit."""
    ranks = ranks_of(hole)
    return size(ranks) == 2 and (
        hole & 0x1FFF == ranks
        or hole >> 16 & 0x1FFF == ranks
        or (hole >> 32 & 0x1FFF == ranks or hole >> 48 & 0x1FFF == ranks)
    )


@kernel
def raises(hole: int) -> bool:
    """Whether to bet before the flop."""
    ranks = ranks_of(hole)
    high = highest(ranks)
    if size(ranks) == 1:
        return high >= THREE
    low, suited = highest(ranks ^ 1 << high), in_suit(hole)
    if high == ACE:
        return True
    if high == KING:
        return suited or low >= FIVE
    if high == QUEEN:
        return low >= (SIX if suited else EIGHT)
    return high == JACK and low >= (EIGHT if suited else TEN)


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


@kernel
def bets(hole: int, flop: int) -> bool:
    """Whether to bet on the flop."""
    kind = category(strength(hole | flop))
    if kind >= TWO_PAIR:
        return True
    if kind == PAIR and hides_pair(hole, flop):
        return ranks_of(hole) != 1 << TWO
    return flush_card(hole, flop) >= TEN


@kernel
def stays(own: int, alone: int, outs: int) -> bool:
    """Whether to bet at last: ``own`` is the strength of the hand, ``alone`` that of the board by
    itself, and ``outs`` are the cards with any of which the dealer would beat the hand."""
    return category(own) > category(alone) or outs < OUTS


def dealer_outs(hole: int, board: int, cards: list[int]) -> int:
    """How many of the cards left would, alone with the board, beat the hand."""
    own = strength(hole | board)
    left = (1 << card for card in cards if not (hole | board) >> card & 1)
    return sum(strength(board | card) > own for card in left)
