"""What can be said of a hand and of the dealer's open cards, as one number: pure rules on integers
that tables of conditions and kernels share."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from houseway.equipment.cards import RANKS
from houseway.hands.kernel import kernel
from houseway.hands.poker import highest, size

NOTHING, PAIR, TWO_PAIR, THREE, FOUR = range(5)
MADE = ("high card", "pair", "two pair", "three of a kind", "four of a kind")
NO_GAPS = 9  # ranks that are not all different have no gaps to count; nor are there more than this
CODES = len(MADE) * 13 * 13 * 2 * (NO_GAPS + 1) * 13 * 2


@kernel
def _code(
    makes: int, rank: int, top: int, suited: int, gaps: int, dealer: int, dealer_pair: int
) -> int:
    code = ((makes * 13 + rank) * 13 + top) * 2 + suited
    return int(((code * (NO_GAPS + 1) + gaps) * 13 + dealer) * 2 + dealer_pair)


@kernel
def code_of(own: Any, held: int, shown: Any, open_cards: int) -> int:
    """What so many cards of one's own make beside so many open ones of the dealer's."""
    once = twice = thrice = all_four = suits = 0
    for n in range(held):
        bit = 1 << (int(own[n]) & 15)
        all_four |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
        suits |= 1 << (int(own[n]) >> 4)
    makes, ranks = 0, once
    if all_four:
        makes, ranks = 4, all_four
    elif thrice:
        makes, ranks = 3, thrice
    elif twice:
        makes, ranks = size(twice), twice
    top, rank = highest(once), highest(ranks)
    gaps = NO_GAPS
    if makes == 0:
        gaps = min(top - highest(once & -once) + 1 - held, NO_GAPS)
    first = last = int(shown[0]) & 15
    for n in range(open_cards):
        first, last = max(first, int(shown[n]) & 15), min(last, int(shown[n]) & 15)
    pair = 1 if open_cards > 1 and first == last else 0
    suited = 1 if size(suits) == 1 else 0
    return _code(makes, rank, top, suited, gaps, first, pair)


@dataclass(frozen=True)
class Seen:
    """What a table looks at: how many cards, what they make and of which rank, the highest card,
    whether they are of one suit, how many ranks are missing between them (nothing where two are
    alike), and the highest open card of the dealer's or the rank of a pair of them."""

    cards: int
    makes: int
    rank: int
    highest: int
    suited: bool
    gaps: int | None
    dealer: int
    dealer_pair: bool

    @property
    def behind(self) -> bool:
        """Whether the dealer's open cards make more than one's own."""
        if self.makes > PAIR or (self.makes == PAIR and not self.dealer_pair):
            return False
        if self.dealer_pair and self.makes == NOTHING:
            return True
        return self.rank < self.dealer

    def __str__(self) -> str:
        what = f"{RANKS[self.rank]} high" if self.makes == NOTHING else MADE[self.makes]
        if self.makes in (PAIR, THREE, FOUR):
            what = f"{what} ({RANKS[self.rank]})"
        if self.suited:
            what += " of one suit"
        if self.gaps is not None and self.cards + self.gaps <= 5:
            what += f", {self.gaps} missing" if self.gaps else " in a row"
        return f"{self.cards} cards: {what}"

    @property
    def beside(self) -> str:
        """What the dealer shows."""
        return f"{'pair of ' if self.dealer_pair else ''}{RANKS[self.dealer]}"


def decoded(code: int, cards: int) -> Seen:
    """What a number stands for, with so many cards."""
    code, dealer_pair = divmod(code, 2)
    code, dealer = divmod(code, 13)
    code, gaps = divmod(code, NO_GAPS + 1)
    code, suited = divmod(code, 2)
    code, top = divmod(code, 13)
    makes, rank = divmod(code, 13)
    apart = gaps if makes == NOTHING else None
    return Seen(cards, makes, rank, top, bool(suited), apart, dealer, bool(dealer_pair))


def _can_be() -> Iterator[int]:
    """The numbers that cards can have: a pair has no gaps and is not of one suit."""
    for rank, top, first, pair in product(range(13), range(13), range(13), range(2)):
        if rank == top:
            for suited, gaps in product(range(2), range(NO_GAPS + 1)):
                yield _code(NOTHING, rank, top, suited, gaps, first, pair)
        if rank <= top:
            for makes in (PAIR, TWO_PAIR, THREE, FOUR):
                yield _code(makes, rank, top, 0, NO_GAPS, first, pair)


CAN_BE = tuple(_can_be())
