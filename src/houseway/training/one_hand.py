"""The value of each choice with one hand, found by playing a round up to its decision."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houseway.equipment.cards import UNKNOWN, Card, cards, names
from houseway.equipment.shoe import Scripted
from houseway.games import Game
from houseway.referee.events import Place
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.rulebook.aids import ADVICE
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused

SEAT = 1
BOARD = "board"  # what the places of open cards begin with
DEALER = "dealer"


def advice(
    game: Game,
    book: Rulebook,
    options: Mapping[str, Any],
    bets: Mapping[str, int],
    hand: str,
    seen: Mapping[str, str],
) -> tuple[str, dict[str, Fraction]]:
    """The hand as it was read, and the exact worth in cents of each choice it has.

    ``seen`` are the cards that lie open elsewhere (board, dealer): the round is played up to the
    first decision with all of them in view, by whatever way puts up nothing more."""
    shown: dict[Place, str] = {SEAT: hand}
    shown.update(seen)
    given: dict[Place, list[Card]] = {
        place: _whole(text, "a hand" if place == SEAT else str(place))
        for place, text in shown.items()
        if text
    }
    chance = _OneBoard({place: list(dealt) for place, dealt in given.items()})
    table = Table(game.play, book, options=options, chance=chance, keep_log=False, practice=True)
    table.check_aid(ADVICE)
    table.sit(SEAT)
    table.begin()
    while isinstance(table.waiting, Ask) and table.waiting.who == SEAT:
        table.act(SEAT, _quiet(table.waiting))  # someone has to cut the cards
    table.bet(SEAT, bets)
    table.close()
    held = len(table.view(SEAT).state.hands.get(SEAT, []))
    while isinstance(table.waiting, Ask) and not _all_seen(table, given):
        table.act(SEAT, _quiet(table.waiting))
    if not isinstance(table.waiting, Ask) or not _all_seen(table, given):
        if hand and not any(seen.values()) and held != len(given[SEAT]):
            raise Refused(f"a hand of {book.title} is {held} cards, not {len(given[SEAT])}")
        raise Refused(f"{book.title} has no decision with just these cards in view")
    if (open_at := _not_given(table, given)) is not None:
        raise Refused(
            f"the {open_at} has cards in view at this decision: name them with --{open_at}"
        )
    found = game.advise(table.view(SEAT), table.rules)
    return " | ".join(names(dealt) for dealt in given.values()), found


class _OneBoard(Scripted):
    """Cards of a board, whatever its places are called, in the order in which they are dealt."""

    def draw(self, to: Place, count: int, side: str = "") -> list[Card]:
        return super().draw(_place(to), count, side)


def _place(place: Place) -> Place:
    return BOARD if str(place).startswith(BOARD) else place


def _whole(text: str, what: str) -> list[Card]:
    """Cards as someone has written them; on a board ``??`` is one that still lies face down."""
    found = cards(text)
    hidden = what != BOARD and UNKNOWN in found
    if hidden or not set(found) - {UNKNOWN}:
        raise Refused(f"{what} must list all its cards: 'As Kd ...'")
    return found


def _quiet(asked: Ask) -> str:
    """The choice that keeps going and costs nothing more, or else the one that costs least."""
    going = [choice for choice in asked.choices if choice.name != "fold"]
    return min(going, key=lambda choice: choice.least).name


def _all_seen(table: Table, given: Mapping[Place, list[Card]]) -> bool:
    """Whether the seat sees these cards, and no others at these places."""
    seen: dict[Place, list[Card]] = {}
    for place, held in table.view(SEAT).state.hands.items():
        seen.setdefault(_place(place), []).extend(card for card in held if card != UNKNOWN)
    return all(
        sorted(seen.get(place, [])) == sorted(card for card in dealt if card != UNKNOWN)
        for place, dealt in given.items()
    )


def _not_given(table: Table, given: Mapping[Place, list[Card]]) -> Place | None:
    """Where the seat sees cards of the board or the dealer that nobody has named."""
    for place, held in table.view(SEAT).state.hands.items():
        at = _place(place)
        if at in (BOARD, DEALER) and at not in given and any(card != UNKNOWN for card in held):
            return at
    return None
