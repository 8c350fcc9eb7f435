"""Match the dealer: a wager that a first card of the player's has the rank of the dealer's first.

It lies on the wager ``match_dealer``; each card that matches is paid, at the row ``suited`` or
``unsuited``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from houseway.counting.result import Outcome, OutcomeTable
from houseway.equipment.cards import Card
from houseway.games.twenty_one.boxes import cards_of, up_card
from houseway.games.twenty_one.odds import Rules
from houseway.games.twenty_one.shoe_cards import LOSE, tally
from houseway.games.twenty_one.twentyone import rank, suit
from houseway.referee.events import RACK, Event, seat_account
from houseway.referee.round import Round

MATCH = "match_dealer"
FIRST = 2  # cards that may match


def match_rows(cards: Sequence[Card], up: Card) -> Iterator[str]:
    """A row for each card that has the rank of the dealer's first.

    >>> from houseway.equipment.cards import card, cards
    >>> [[*match_rows(cards(two), card("7h"))] for two in ("7h 7c", "7d 9c", "8h 9h")]
    [['suited', 'unsuited'], ['unsuited'], []]
    """
    for card in cards:
        if rank(card) == rank(up):
            yield "suited" if suit(card) == suit(up) else "unsuited"


def rows(r: Round, seat: int) -> list[str]:
    """The rows that a seat's first two cards hit."""
    return [*match_rows(list(cards_of(r, seat))[:FIRST], up_card(r))]


def settle(r: Round) -> None:
    """Losers are collected, and then each matching card is paid."""
    seats = [s for s in r.counterclockwise(MATCH) if s in r.state.hands and r.live(s, MATCH)]
    for seat in sorted(seats, key=lambda seat: bool(rows(r, seat))):
        settle_rows(r, seat, rows(r, seat))


def settle_rows(r: Round, seat: int, hit: list[str]) -> None:
    """One wager by its table: a second card that matches is paid beside the first."""
    for row in hit[1:]:
        price = r.rules.schedule(MATCH).prices[row]
        pay(r, seat, MATCH, row, price.wins(r.state.stake(seat, MATCH)), MATCH)
    r.settle(seat, MATCH, hit[:1], MATCH)


def pay(r: Round, seat: int, wager: str, row: str, amount: int, step: str) -> None:
    """An amount is paid from the rack."""
    to, cite = seat_account(seat), r.rules.joined(step, r.rules.wager(wager).cite)
    r.emit(Event("paid", seat, row, wager, amount, 0, RACK, to, step=step, cite=cite))


# -- odds ------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def match_counts(rules: Rules) -> Counter[tuple[str, ...]]:
    """The rows of two cards that have the rank of the dealer's first, all of which are paid."""

    def rows(drawn: list[Card]) -> tuple[str, ...]:
        return tuple(sorted(match_rows([drawn[0], drawn[2]], drawn[1])))

    return tally(rules.cards, 3, rows)


def match_table(rules: Rules, prices: Mapping[str, Fraction]) -> OutcomeTable:
    """Match the dealer: each matching card is paid."""
    found = match_counts(rules)
    outcomes = [
        Outcome(
            " and ".join(rows) or LOSE,
            sum((prices[row] for row in rows), Fraction(0)) if rows else Fraction(-1),
            count,
        )
        for rows, count in found.items()
    ]
    outcomes.sort(key=lambda outcome: (-outcome.net, outcome.label))
    return OutcomeTable(MATCH, sum(found.values()), tuple(outcomes))
