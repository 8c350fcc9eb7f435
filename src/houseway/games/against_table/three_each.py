"""Three cards face down to each player and three to the community area.

The community area has the places ``board_1`` to ``board_3`` from the dealer's left. Rules read:
``deal_pattern`` (one at a time or in stacks), ``cards_each`` and ``board_dealt``, the order in
which the places get their cards; steps ``player_card_1`` to ``board_card_3``, ``player_stack`` and
``show_board``.
"""

from collections.abc import Iterator

from houseway.referee.dealing import count_stub
from houseway.referee.round import Round, Script

BOARD = ("board_1", "board_2", "board_3")


def deal_three_each(r: Round, wager: str) -> Script[None]:
    """Cards to each player with this wager and to the community area; then the stub is counted
    where that is due."""
    r.phase("deal")
    yield from r.go_on("deal")
    if r.rule("deal_pattern") == "stacks":
        yield from deal_stacks(r, wager)
    else:
        yield from deal_one_at_a_time(r, wager)
    count_stub(r)


def deal_one_at_a_time(r: Round, wager: str) -> Script[None]:
    """A card to each player and one to the community area, time and again."""
    for number, place in community(r):
        for seat in r.clockwise(wager):
            yield from r.deal(seat, 1, f"player_card_{number}")
        yield from r.deal(place, 1, f"board_card_{number}")


def deal_stacks(r: Round, wager: str) -> Script[None]:
    """A stack to each player; the last is spread over the community area, its top to the right."""
    for seat in r.clockwise(wager):
        yield from r.deal(seat, r.rule("cards_each"), "player_stack")
    for number, place in community(r):
        yield from r.deal(place, 1, f"board_card_{number}")


def community(r: Round) -> Iterator[tuple[int, str]]:
    """The places of the community cards in the order they are dealt to, and their numbers in it."""
    return enumerate(r.rule("board_dealt"), start=1)


def show_board(r: Round) -> Script[None]:
    """All community cards are turned up, whoever is left, and nothing is left to decide."""
    yield from r.go_on("show_board")
    r.phase("settlement")
    for place in BOARD:
        r.reveal(place, "show_board")
