"""Rulings on irregularities. The rulebook decides which ruling applies."""

from collections.abc import Callable

from houseway.referee.dealing import cut, shuffle_and_cut
from houseway.referee.events import (
    CENTRE,
    RACK,
    Event,
    bet_account,
    meter_account,
    seat_account,
)
from houseway.referee.meters import undo_hand
from houseway.referee.requests import Input
from houseway.referee.round import Round, Script
from houseway.rulebook.house_options import holds
from houseway.rulebook.models import Irregularity
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused
from houseway.rulebook.words import conditions, either


class RoundVoid(Exception):
    """The round is void and ends here; every wager has been returned."""


def check_report(r: Round, given: Input) -> Irregularity:
    """The irregularity that is reported, or a refusal if it cannot be one here and now."""
    found = r.rules.irregularity(given.what)
    cite = r.cite(given.what)
    if not holds(found.only_if, r.rules.options):
        raise Refused(f"{given.what} can only happen where {conditions(found.only_if)}", cite)
    if r.state.phase not in found.during:
        times = either(found.during)
        raise Refused(f"{given.what} is ruled on during {times}, not {r.state.phase}", cite)
    if found.after and not has_happened(r, found.after):
        raise Refused(f"{given.what} is ruled on after {found.after}, not before", cite)
    if found.before and has_happened(r, found.before):
        raise Refused(f"{given.what} is ruled on before {found.before}, not after", cite)
    if {"discard_card", "next_card"} & {*found.rulings} and r.deck and not r.cards_left:
        raise Refused(f"{given.what}: no card is left", cite)
    in_round = given.who in r.state.placed and given.who not in r.state.gone
    if not in_round and (found.names_seat or given.who is not None):
        raise Refused(f"{given.what} must name a seat that is in the round", cite)
    return found


def has_happened(r: Round, words: str) -> bool:
    """Whether there has been an event of this kind since the deck was last shuffled and, if it is
    named, for this place or thing."""
    kind, _, whom = words.partition(" ")
    for event in reversed(r.events):
        if event.kind == kind and (not whom or whom in (str(event.who), event.what, event.step)):
            return True
        if event.kind == "shuffled":
            return False
    return False


def rule_on(r: Round, given: Input, found: Irregularity) -> Script[None] | None:
    """Apply the rulings, in order; a ruling that needs cards or a cut returns what to do next."""
    seat = given.who if isinstance(given.who, int) else None
    rulings = [r.rule(found.rulings_by)] if found.rulings_by else found.rulings
    cite = r.cite(given.what)
    r.emit(Event("reported", seat, given.what, says=found.says, cite=cite))
    then: Script[None] | None = None
    for ruling in rulings:
        r.emit(Event("ruled", seat, ruling, says=SAYS[ruling], cite=cite))
        then = RULINGS[ruling](r, seat, found, cite) or then
    if given.what in r.on_report:
        then = r.on_report[given.what]()
    return then


def void_round(r: Round, seat: int | None, found: Irregularity, cite: str) -> None:
    """Every hand is void: each wager of the round, decided or not, is undone, the meters stand as
    before, and so do wagers that stood before the round and what the table remembers."""
    undo_round(r, cite)


def undo_round(r: Round, cite: str) -> None:
    """Put back whatever the round has moved, and call it void."""
    for each, wager in _wagers(r):
        _undo(r, each, wager, cite)
    _clear_layout(r, cite)
    if r.on_void is not None:
        r.on_void()
    r.leave_standing(cite=cite)
    r.forget_round()
    for name in r.rules.meters:
        grown = r.state.books.get(meter_account(name), 0)
        source, target = (meter_account(name), RACK) if grown > 0 else (RACK, meter_account(name))
        if grown:
            cents, fine = divmod(abs(grown), FINE)
            r.emit(Event("restored", None, name, "", cents, fine, source, target, cite=cite))
    r.emit(Event("voided", says="all hands are void", cite=cite))


def _wagers(r: Round) -> list[tuple[int, str]]:
    """Return every wager made in this round or standing from before."""
    made = [(seat, wager) for seat, nets in r.state.nets.items() for wager in nets]
    stood = [(event.who, event.wager) for event in r.events if event.kind == "stands"]
    return list(dict.fromkeys([*made, *((seat, w) for seat, w in stood if isinstance(seat, int))]))


def _stood(r: Round, seat: int, wager: str) -> tuple[int, int]:
    """How much of a wager stands since before the round, and how much of that its player has taken
    back. What stays on the table whatever happens in a round is as if it had always stood."""
    put = dict.fromkeys(("stands", "wagered", "withdrawn"), 0)
    for event in r.events:
        if (event.who, event.wager) == (seat, wager) and event.kind in put:
            put[event.kind] += event.amount
    terms = r.rules.wagers.get(wager)
    if terms and terms.kept:  # what was brought to the table is not the player's any more
        kept = put["withdrawn"] + _sent_off_with(r, seat, wager) - put["wagered"]
        return put["stands"] - kept, kept
    kept = max(put["withdrawn"] - put["wagered"], 0)
    return put["stands"] - kept, kept


def _sent_off_with(r: Round, seat: int, wager: str) -> int:
    """What a player has had back of chips that stay on the table while he plays."""
    own = seat_account(seat)
    return sum(
        event.amount
        for event in r.events
        if (event.kind, event.who, event.wager, event.target) == ("returned", seat, wager, own)
    )


def _undo(r: Round, seat: int, wager: str, cite: str) -> None:
    """A wager is as it was before the round: what was put down goes back, what stood stands. Only
    what a player took back of a wager that stood stays with the player."""
    stood, kept = _stood(r, seat, wager)
    on_layout, net = (found.get(seat, {}).get(wager, 0) for found in (r.state.bets, r.state.nets))
    player, bet = seat_account(seat), bet_account(seat, wager)

    def move(kind: str, amount: int, source: str, target: str) -> None:
        if amount > 0:
            r.emit(Event(kind, seat, "void", wager, amount, 0, source, target, cite=cite))

    freed = max(on_layout - stood, 0)
    owed = kept - net - freed
    move("returned", freed, bet, player)
    move("restored", stood - on_layout, RACK, bet)
    move("returned", owed, RACK, player)
    move("reclaimed", -owed, player, RACK)


def _clear_layout(r: Round, cite: str) -> None:
    """Chips of decided wagers that lie on the layout and in no betting area, from which winners
    would have been paid, are the rack's again: everybody has been given back what was put down."""
    if amount := r.state.books.get(CENTRE, 0):
        whole, fine = divmod(abs(amount), FINE)
        ways = (CENTRE, RACK) if amount > 0 else (RACK, CENTRE)
        r.emit(Event("restored", None, "void", "", whole, fine, *ways, cite=cite))


def void_hand(r: Round, seat: int | None, found: Irregularity, cite: str) -> None:
    """One hand is void: its wagers go back and it takes no further part."""
    assert seat is not None
    for wager in [wager for each, wager in _wagers(r) if each == seat]:
        _undo(r, seat, wager, cite)
    undo_hand(r, seat, cite)
    _leave(r, seat, cite)


def void_contest(r: Round, seat: int | None, found: Irregularity, cite: str) -> None:
    """The wagers of the contest go back; the round is dealt out for the side wagers alone."""
    for each, nets in list(r.state.nets.items()):
        for wager in found.returns:
            if wager in nets:
                _undo(r, each, wager, cite)
    _clear_layout(r, cite)
    r.emit(Event("contest_void", says="the hands are void", cite=cite))


def _leave(r: Round, seat: int, cite: str) -> None:
    r.emit(Event("gone", seat, cite=cite))
    if seat in r.state.hands:
        r.emit(Event("collected", seat, cite=cite))


def forfeit_seat(r: Round, seat: int | None, found: Irregularity, cite: str) -> None:
    """A seat's wagers are treated as lost and it takes no further part."""
    assert seat is not None
    for wager, chips in list(r.state.bets[seat].items()):
        bet = bet_account(seat, wager)
        r.emit(Event("taken", seat, "forfeit", wager, chips, 0, bet, RACK, cite=cite))
    _leave(r, seat, cite)


def silence(r: Round, seat: int | None, found: Irregularity, cite: str) -> None:
    """Bar a seat from further choices in this round; the choice passes on."""
    assert seat is not None
    r.emit(Event("silenced", seat, cite=cite))


def reshuffle(r: Round, seat: int | None, found: Irregularity, cite: str) -> Script[None] | None:
    """The cards are shuffled again: at once if none is out, else before they are used again."""
    return None if r.cards_out or r.state.void else _again(r)


def recut(r: Round, seat: int | None, found: Irregularity, cite: str) -> Script[None]:
    """The dealer cuts again."""
    return cut(r)


def _again(r: Round) -> Script[None]:
    phase = r.state.phase
    yield from shuffle_and_cut(r)
    if r.state.phase != phase:
        r.phase(phase)


def remove_deck(r: Round, seat: int | None, found: Irregularity, cite: str) -> None:
    """The deck leaves the table; no further round is dealt from it."""
    r.data.deck_removed = cite
    if not r.state.void:
        void_round(r, seat, found, cite)


def discard_card(r: Round, seat: int | None, found: Irregularity, cite: str) -> Script[None] | None:
    """The next card is not used: it leaves the shoe at once, is seen and goes to the discard rack,
    unless the game has more to do about it."""
    return _discard(r, cite)


def discard_cards(r: Round, seat: int | None, found: Irregularity, cite: str) -> Script[None]:
    """More than one card is found, and none of them is used: two or, where one has been discarded
    in this deal, the one that is more."""
    return _discard(r, cite, 1 if has_happened(r, "ruled discard_card") else 2)


def _discard(r: Round, cite: str, count: int = 1) -> Script[None]:
    for _ in range(min(count, r.cards_left)):
        cards = yield from r.draw("rack", 1, cite)
        r.emit(Event("burned", cards=cards, cite=cite))


def next_card(r: Round, seat: int | None, found: Irregularity, cite: str) -> None:
    """A card that left the shoe unseen waits and is what the next draw brings. The shoe's next card
    is that very card, so it is dealt once; nobody could name it before it is turned."""


def complete_hand(r: Round, seat: int | None, found: Irregularity, cite: str) -> None:
    """A hand gets the card that it lacks, which is the next in the sequence: the one that the round
    draws for it."""


def no_effect(r: Round, seat: int | None, found: Irregularity, cite: str) -> None:
    """Continue the round unchanged."""


RULINGS: dict[str, Callable[[Round, int | None, Irregularity, str], Script[None] | None]] = {
    "void_round": void_round,
    "void_hand": void_hand,
    "void_contest": void_contest,
    "forfeit_seat": forfeit_seat,
    "silence": silence,
    "reshuffle": reshuffle,
    "reshuffle_other": no_effect,
    "recut": recut,
    "remove_deck": remove_deck,
    "next_card": next_card,
    "discard_card": discard_card,
    "discard_cards": discard_cards,
    "complete_hand": complete_hand,
    "play_on": no_effect,
    "dead_hand": no_effect,
    "no_spin": no_effect,
    "no_roll": no_effect,
    "reset_hand": no_effect,
    "dice_pass": no_effect,
    "referred": no_effect,
    "pay_by_hand": no_effect,
    "game_void": no_effect,
}
SAYS = {
    "void_round": "all hands are void and every wager is returned",
    "void_hand": "the hand is void and its wagers are returned",
    "void_contest": "the hands are void; side wagers are still settled",
    "forfeit_seat": "the seat's wagers are treated as lost",
    "silence": "the player may no longer choose in this round",
    "reshuffle": "the cards are reshuffled",
    "reshuffle_other": "the deck in the shuffler is reshuffled",
    "recut": "the cards are cut again",
    "remove_deck": "the deck is removed from the table",
    "next_card": "the card is used as the next card",
    "discard_card": "the card is not used and goes to the discard rack",
    "discard_cards": "the cards are not used and go to the discard rack",
    "complete_hand": "the missing card is dealt",
    "play_on": "the round goes on as it stands",
    "dead_hand": "the hand is dead and its cards go to the discard rack",
    "no_spin": "no spin: wagers stand and the wheel is spun again",
    "no_roll": "no roll: wagers stand and the dice are thrown again",
    "reset_hand": "the hand is set again as the house must set it, and the round goes on",
    "dice_pass": "the dice pass to another shooter",
    "referred": "it is for those whom the law names to decide",
    "pay_by_hand": "winners are paid by hand, as far as the law lets them be",
    "game_void": "the game is void and the wagers on it are returned",
}
