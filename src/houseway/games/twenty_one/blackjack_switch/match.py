"""The match wager: two or more of a player's first four cards are of one rank."""

from collections import Counter
from collections.abc import Sequence

from houseway.equipment.cards import Card
from houseway.games.twenty_one.boxes import dealt_to
from houseway.games.twenty_one.twentyone import rank
from houseway.referee.round import Round

MATCH = "match"
CARDS = 4
ROWS = {(4,): "four_of_a_kind", (2, 2): "two_pair", (3,): "three_of_a_kind", (2,): "one_pair"}


def match_row(cards: Sequence[Card]) -> str:
    """The row that four cards hit, or nothing.

    >>> from houseway.equipment.cards import cards
    >>> [match_row(cards(four)) for four in ("Kc Qd Tc Jd", "9c 9d Kh Qs", "9c 9d Kh Kh")]
    ['', 'one_pair', 'two_pair']
    >>> [match_row(cards(four)) for four in ("9c 9d 9h Ks", "9c 9d 9c 9d")]
    ['three_of_a_kind', 'four_of_a_kind']
    """
    alike = Counter(rank(card) for card in cards)
    return ROWS.get(tuple(sorted((n for n in alike.values() if n > 1), reverse=True)), "")


def settle_match(r: Round) -> None:
    """Losers are collected, and then winners paid."""
    rows = {}
    for seat in r.counterclockwise(MATCH):
        if r.live(seat, MATCH):
            cards = [card for place in dealt_to(r, seat) for card in r.state.hands[place]]
            rows[seat] = match_row(cards)
    for seat in sorted(rows, key=lambda seat: bool(rows[seat])):
        r.settle(seat, MATCH, {rows[seat]} - {""}, MATCH)
