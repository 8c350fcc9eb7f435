"""The optional bonus: a wager that the dealer goes over with exactly three cards.

It lies on the wager ``optional_bonus`` and pays by the third card. The dealer takes that card for
it even where no other wager needs one, and it is settled before every other.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache

from houseway.equipment.cards import Card
from houseway.games.twenty_one.boxes import DEALER, cards_of
from houseway.games.twenty_one.odds import Rules
from houseway.games.twenty_one.shoe_cards import LOSE, tally
from houseway.games.twenty_one.twentyone import EIGHT, is_red, rank, suit, worth
from houseway.referee.round import Round

BONUS = "optional_bonus"
THIRD = {10: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six"}


def forces_third(r: Round) -> bool:
    """Whether a wager on the dealer's third card is down."""
    return any(r.live(seat, BONUS) for seat in r.clockwise(BONUS))


def settle(r: Round) -> None:
    """By the value of the third card, if it takes the dealer over."""
    cards = list(cards_of(r, DEALER))
    for seat in r.counterclockwise(BONUS):
        r.settle(seat, BONUS, list(rows(cards, r.rules.points)), BONUS)


def rows(cards: Sequence[Card], points: Sequence[int]) -> Iterator[str]:
    """Which third card took the dealer over."""
    if len(cards) != 3 or not worth(cards, points).bust:
        return
    if all(rank(card) == EIGHT for card in cards):
        if len({suit(card) for card in cards}) == 1:
            yield "eights_suited"
        elif len({is_red(card) for card in cards}) == 1:
            yield "eights_coloured"
    yield THIRD[points[rank(cards[2])]]


@lru_cache(maxsize=64)
def counts(rules: Rules, least: int) -> Counter[str]:
    """How many first three cards of the dealer's hit each row, where two count less than
    ``least`` or no third is drawn."""

    def row(drawn: list[Card]) -> str:
        if worth(drawn[:2], rules.points).total >= least:
            return LOSE
        return next(rows(drawn, rules.points), LOSE)

    def kind(card: Card) -> Hashable:
        return rules.points[rank(card)], card if rank(card) == EIGHT else None

    return tally(rules.cards, 3, row, kind)
