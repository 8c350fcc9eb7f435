"""Hands that players arrange: set in turn, by the house way on request, and compared.

A game says in an ``Arranging`` what its cards may be set as; its ``SETTING`` then has the steps
``set_hands``, ``tell_house_way``, ``turn_up``, and what is reported meanwhile.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from houseway.games.set_hands import player_bank
from houseway.games.set_hands.bank_window import BankWindow
from houseway.games.set_hands.house_way import HouseWay
from houseway.games.set_hands.setting import HOUSE_WAY, seats_with, setting_order
from houseway.games.set_hands.seven_cards import deciding_step
from houseway.referee.events import Event, Place
from houseway.referee.requests import Choice, Input, place_name
from houseway.referee.round import Round, Script
from houseway.rulebook.refusal import Refused

BANK_FOUL, LID = "bank_set_wrongly", "bank_lifts_lid"
FOULS = ("hands_out_of_order", "wrong_division")
H = TypeVar("H")  # hands as they are set


@dataclass(frozen=True)
class Arranging(Generic[H]):
    """What setting must know of a game: the wager on the hands, the report of a card that was
    shown and what its player is asked then, every lawful setting by name, and the house's own."""

    wager: str
    exposed: str
    ask_exposed: Callable[[Round, int], Script[None]]
    settings: Callable[[Round, Place], Mapping[str, H]]
    by_house_way: Callable[[Round, Place], H]
    idle: str = HOUSE_WAY  # what somebody who does not answer has chosen
    fouls: tuple[str, ...] = ()  # reports by which hands lose while others are being set

    def set_hands(self, r: Round) -> Script[dict[Place, H]]:
        """Every player with a wager sets hands, one betting area after the other."""
        r.phase("decision")
        r.on_report[self.exposed] = lambda: self._ask_all_about_exposed(r)
        for foul in self.fouls:
            r.on_report[foul] = lambda: lose_fouled(r, self.wager)
        yield from r.go_on("set_hands")
        hands: dict[Place, H] = {}
        for seat in list(setting_order(r, self.wager)):
            yield from self.ask_exposed(r, seat)
            if seat in r.state.gone:
                continue
            if set_so := (yield from self.player_sets(r, seat, "set_hands")):
                hands[seat] = set_so
        yield from r.go_on("turn_up")
        return hands

    def player_sets(self, r: Round, seat: int, step: str) -> Script[H | None]:
        """A player arranges a hand face down, or asks for the house way; nothing if he is out."""
        found = self.settings(r, seat)
        ways = [Choice(name, says=hands.__str__) for name, hands in found.items()]
        told = Choice(HOUSE_WAY, cite=r.cite("tell_house_way"))
        given = yield from r.ask(seat, *ways, told, step=step, idle=self.idle)
        if given.what == HOUSE_WAY:
            return self.by_house_way(r, seat)
        return found[given.what] if given.what else None

    def bank_as_it_stands(self, r: Round, bank: H) -> H:
        """The hands to beat; those that a bank has set wrongly the dealer sets by the house way."""
        wrong = any(event.kind == "reported" and event.what == BANK_FOUL for event in r.events)
        return self.by_house_way(r, bank_window(r).bank.seat) if wrong else bank

    def _ask_all_about_exposed(self, r: Round) -> Script[None]:
        """A card shown while hands are set: its player chooses before looking at the others."""
        for seat in seats_with(r, self.wager):
            yield from self.ask_exposed(r, seat)


def bank_window(r: Round) -> BankWindow:
    """The window of a round."""
    assert isinstance(r.window, BankWindow)
    return r.window


def turn_up_by_line(r: Round, place: Place, step: str, way: HouseWay, line: int, hands: H) -> H:
    """The dealer turns up the cards of a place as a line of the house way sets them."""
    r.reveal(place, step)
    says, cite = f"{hands}. {way.lines[line].says}", r.cite("house_way")
    r.emit(Event("set", place, str(line + 1), says=says, step="house_way", cite=cite))
    return hands


# -- comparing -------------------------------------------------------------------------------------


def tell_compared(
    r: Round, who: Place, name: str, step: str, result: str, also: Iterable[str] = ()
) -> None:
    """One hand was compared with the other side's; ``step`` is the rule that decided, ``also``
    are steps whose rules counted."""
    cite = ", ".join([r.rules.joined("compare", r.cite(step)), *map(r.cite, also)])
    what, says = f"{name} {result}", f"{place_name(who)}: {name} hand {result}"
    r.emit(Event("compared", who, what, says=says, step=step, cite=cite))


def compare_strengths(
    r: Round,
    who: Place,
    names: Sequence[str],
    own: Sequence[int],
    other: Sequence[int],
    categories: Sequence[str],
) -> None:
    """High hand against high hand and so on, by strengths of which the high hand's has a category
    (``seven_cards.py``)."""
    for at, (name, mine, theirs) in enumerate(zip(names, own, other, strict=True)):
        result = "higher" if mine > theirs else "copy" if mine == theirs else "lower"
        step = deciding_step(at, mine, theirs, categories)
        tell_compared(r, who, name, step, result)


# -- what goes wrong -------------------------------------------------------------------------------


def lose_fouled(r: Round, wager: str) -> Script[None]:
    """Hands that are found set wrongly lose; side wagers stand."""
    report = next(event for event in reversed(r.events) if event.kind == "reported")
    assert isinstance(report.who, int)
    bank = bank_window(r).bank
    if bank.seat:
        player_bank.to_center(r, bank, report.who, wager, report.what)
    else:
        r.lose(report.who, wager, step=report.what)
    return
    yield


def check_foul(r: Round, given: Input, wager: str) -> None:
    """Refuse to find hands fouled that have been settled."""
    if given.what in FOULS and isinstance(given.who, int) and not r.live(given.who, wager):
        raise Refused(f"the wager of {place_name(given.who)} is settled", r.cite(given.what))


def check_bank_foul(r: Round, given: Input) -> None:
    """Refuse what only a bank does where nobody banks."""
    if given.what in (BANK_FOUL, LID) and not bank_window(r).bank.seat:
        raise Refused("no player banks this round", r.cite(given.what))
