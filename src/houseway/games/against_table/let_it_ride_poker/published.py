"""The best-known way to play let it ride poker (Michael Shackleford's and others'), as rules on
masks: plain Python at the table, compiled in ``published_plan`` to find its exact cost.

* With three cards bet 1 rides on a hand that already pays; on three of one suit in a row from
  3-4-5 up; on three of one suit with one gap and a ten or better; and on three of one suit with two
  gaps and two such cards. An ace counts above the king only.
* With four cards bet 2 rides on a hand that already pays; on four of one suit; and on four in a row
  that can grow at both ends and hold a ten or better.
"""

from houseway.games.against_table.held import already_pays, lowest
from houseway.hands.kernel import kernel
from houseway.hands.poker import highest, in_suit, ranks_of, size

TEN, THREE, ACE = 8, 1, 12


@kernel
def first_rides(cards: int, least_pair: int) -> bool:
    """Whether to let bet 1 ride on three cards."""
    if already_pays(cards, least_pair):
        return True
    ranks = ranks_of(cards)
    if not in_suit(cards):
        return False
    spread, high = highest(ranks) - lowest(ranks), size(ranks >> TEN)
    if spread == 2:
        return lowest(ranks) >= THREE
    return (spread == 3 and high >= 1) or (spread == 4 and high >= 2)


@kernel
def second_rides(cards: int, least_pair: int) -> bool:
    """Whether to let bet 2 ride on four cards."""
    if already_pays(cards, least_pair) or in_suit(cards):
        return True
    ranks = ranks_of(cards)
    top = highest(ranks)
    return size(ranks) == 4 and top - lowest(ranks) == 3 and TEN <= top < ACE


def kind_of(cards: int, least_pair: int) -> str:
    """What three or four cards are that a bet may ride on."""
    if already_pays(cards, least_pair):
        return "a hand that pays"
    ranks = ranks_of(cards)
    suited = "one suit" if in_suit(cards) else "mixed suits"
    gaps = highest(ranks) - lowest(ranks) + 1 - size(cards)
    if size(ranks) < size(cards) or size(cards) + gaps > 5:
        return suited
    return f"{suited}, {('no gap', 'one gap', 'two gaps')[gaps]}, {size(ranks >> least_pair)} high"
