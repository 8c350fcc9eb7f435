"""Others who bet on a box behind its player (2.13).

Their wagers (``behind_1``, ``behind_2``) lie on the hands of the box, whose player alone decides.
Which hand a wager lies on is kept in the table's notes for the round.
"""

from collections.abc import Mapping

from houseway.games.blackjack.boxes import number_of, seat_of
from houseway.referee.events import Place
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

BEHIND = ("behind_1", "behind_2")
INSURANCE = tuple(f"{person}_insurance" for person in BEHIND)


def ask_consent(r: Round) -> Script[None]:
    """The first who bet on a box must agree to others; without that their wagers go back."""
    r.data.notes["behind"] = {}
    for seat in list(r.clockwise()):
        made = [person for person in BEHIND if r.live(seat, person)]
        if not made:
            continue
        given = yield from r.ask(seat, Choice("consent"), Choice("refuse"), step="consent")
        for person in made:
            if given.what == "consent":
                lay(r, seat, person, seat)
            else:
                r.take_back(seat, person, "consent")


def lay(r: Round, seat: int, wager: str, place: Place) -> None:
    """A wager lies on a hand."""
    r.data.notes["behind"].setdefault(str(seat), {})[wager] = str(place)


def all_on(r: Round, place: Place) -> list[str]:
    """The wagers of others that still lie on a hand."""
    seat = seat_of(place)
    laid = r.data.notes.get("behind", {}).get(str(seat), {})
    return [wager for wager, on in laid.items() if on == str(place) and r.live(seat, wager)]


def first_on(r: Round, place: Place) -> list[str]:
    """Those of them that do not double the hand."""
    return [wager for wager in all_on(r, place) if "double" not in wager]


def person_of(wager: str) -> str:
    """Whose wager it is."""
    return "_".join(wager.split("_")[:2])


def insure(r: Round, seat: int, most: Mapping[str, int]) -> Script[None]:
    """Each may insure whether or not the others do."""
    for person, limit in most.items():
        cite = r.rules.wager(f"{person}_insurance").cite
        choices = (Choice("insure", 1, limit, cite=cite), Choice("no_insurance"))
        given = yield from r.ask(seat, *choices, step="behind_insures")
        if given.what == "insure":
            r.wager(seat, f"{person}_insurance", given.amount, "behind_insures")


def double(r: Round, place: Place) -> Script[None]:
    """Each may double with the player and need not."""
    seat, number = seat_of(place), number_of(place)
    for wager in first_on(r, place):
        limit = r.state.stake(seat, wager)
        choices = (Choice("double_along", 1, limit), Choice("no_double"))
        given = yield from r.ask(seat, *choices, step="behind_doubles")
        if given.what == "double_along":
            more = f"{person_of(wager)}_double" + ("" if number == 1 else f"_{number}")
            r.wager(seat, more, given.amount, "behind_doubles")
            lay(r, seat, more, place)


def split(r: Round, place: Place, new: Place) -> Script[None]:
    """Each adds as much for the new hand, or says on which hand the wager is to lie."""
    seat = seat_of(place)
    for wager in first_on(r, place):
        stake = r.state.stake(seat, wager)
        along = Choice("split_along", stake, stake)
        choices = (along, Choice("on_first"), Choice("on_second"))
        given = yield from r.ask(seat, *choices, step="behind_splits")
        if given.what == "split_along":
            more = f"{person_of(wager)}_split_{number_of(new)}"
            r.wager(seat, more, stake, "behind_splits")
            lay(r, seat, more, new)
        elif given.what == "on_second":
            lay(r, seat, wager, new)


def settle(r: Round, place: Place, fate: str, row: str) -> None:
    """What lies on a hand shares its fate."""
    seat = seat_of(place)
    for wager in all_on(r, place):
        first = wager in BEHIND
        if fate == "blackjack_loses" and not first:
            r.push(seat, wager, step="extras_back")
        elif fate in ("even", "both_blackjack"):
            r.push(seat, wager, step=fate)
        elif fate not in ("wins", "two_card_21", "dealer_over"):
            r.lose(seat, wager, step=fate)
        elif "double" in wager:
            r.win(seat, wager, step=fate)
        else:
            r.settle(seat, wager, {row}, fate)
