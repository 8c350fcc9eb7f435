"""Steps around the setting of hands that games of this family share.

Steps: ``exposed_choice``, ``surrender_offer``, ``surrender``.
"""

from collections.abc import Collection, Iterator

from houseway.referee.events import Event
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

HOUSE_WAY = "house_way"


def seats_with(r: Round, wager: str) -> list[int]:
    """Seats whose wager is on the layout, from the dealer's far right counterclockwise."""
    return [seat for seat in r.clockwise(wager) if r.live(seat, wager)]


def setting_order(r: Round, wager: str) -> Iterator[int]:
    """Seats in the order they set: counterclockwise, but a player's larger wager first."""
    seats, players = seats_with(r, wager), r.data.players
    for seat in seats:
        own = [s for s in seats if players.get(s, s) == players.get(seat, seat)]
        if own[0] == seat:
            yield from sorted(own, key=lambda s: (-r.state.stake(s, wager), s))


def ask_about_exposed(r: Round, seat: int, report: str, wagers: Collection[str]) -> Script[None]:
    """A player whose card the dealer has shown plays the hand out or has it voided, before looking
    at the others."""
    shown = sum(e.kind == "reported" and e.what == report and e.who == seat for e in r.events)
    if r.state.choices.get(seat, []).count("play_out") >= shown or seat in r.state.gone:
        return
    choices = Choice("void_hand"), Choice("play_out")
    given = yield from r.ask(seat, *choices, step="exposed_choice", idle="void_hand")
    if given.what == "void_hand":
        r.push(seat, *(name for name in wagers if r.live(seat, name)), step="exposed_choice")
        r.collect(seat, "exposed_choice")
        r.emit(Event("gone", seat, step="exposed_choice", cite=r.cite("exposed_choice")))


def gives_up(r: Round, seat: int) -> Script[bool]:
    """A player may surrender until his hands are turned up."""
    stay = Choice("surrender", cite=r.cite("surrender")), Choice("stay")
    given = yield from r.ask(seat, *stay, step="surrender_offer")
    return bool(given.what == "surrender")
