"""A table as a page shows it: its contents, the possible actions, the events and their reasons."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from houseway.documents.sheet import is_common
from houseway.games import games
from houseway.games.authoring.shown import Shown
from houseway.referee.absence import seats_kept
from houseway.referee.events import Event, box_of
from houseway.referee.requests import Choice
from houseway.rulebook.cite import split
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import base_of
from houseway.rulebook.words import words
from houseway.server.host import Snapshot
from houseway.server.table.announcements import spoken
from houseway.server.table.chips import CHIPS, last_bets, placed, smallest
from houseway.server.table.hand_labels import told_sides
from houseway.server.table.nets import round_nets, staying
from houseway.server.table.pictures import areas_of, felt_of, hand_of, nets_of, things_of
from houseway.server.table.set_hands import Setting, groups_of, picture, setting, written
from houseway.wording.choices import choice_title, either, options_words, usual_amount
from houseway.wording.events import event_text, meter_title, said_words, wager_name
from houseway.wording.keys import choice_keys
from houseway.wording.outcome import decided
from houseway.wording.settled import DECIDED, deciding, how

BET_AGAIN = " Bet to play again."
TAKE_A_SEAT = "Take a seat to play."


@dataclass(frozen=True)
class Button:
    """One choice: its title, its key, and the amounts it may have."""

    name: str
    label: str
    key: str
    least: str = ""
    most: str = ""  # the amount offered first: the usual one
    top: str = ""
    unit: str = ""
    pictures: str = ""
    sets: str = ""  # how it divides the cards, where hands are set
    cite: str = ""
    short: str = ""  # what the player lacks for it
    step: str = ""  # the step between its amounts
    amounts: tuple[tuple[str, str], ...] = ()  # amounts with a name


@dataclass(frozen=True)
class Row:
    """The result of a wager, and its reason."""

    name: str
    net: str
    kind: str
    how: str
    told: tuple[str, ...]
    rules: tuple[str, ...]
    cite: str


@dataclass(frozen=True)
class Line:
    """One event in words."""

    number: int
    says: str
    cite: str
    phase: bool


@dataclass(frozen=True)
class Seat:
    """A seat in a list, for felts without seats."""

    number: int
    name: str
    you: bool
    turn: bool
    net: str
    kind: str
    chips: str


@dataclass(frozen=True)
class TableView:
    """The contents of a table's page."""

    snapshot: Snapshot
    status: str
    cite: str
    told: str
    closed: str
    go: str
    spoken: tuple[str, ...]
    setting: Setting | None
    felt: str
    areas: str
    hand: str
    things: str
    buttons: tuple[Button, ...]
    rows: tuple[Row, ...]
    net: str
    net_kind: str
    log: tuple[Line, ...]
    seats: tuple[Seat, ...]
    free: tuple[int, ...]
    chips: tuple[tuple[int, str], ...]
    chip: int
    staked: str
    again: str
    stays: bool
    waiting_for: tuple[str, ...]
    tickets: tuple[tuple[str, list[tuple[str, str]], str], ...]
    meters: tuple[tuple[str, str], ...]
    seen: int
    narrow: bool

    @property
    def betting(self) -> bool:
        """Return whether the viewer may place chips; after a round too, to start the next."""
        found = self.snapshot
        ticketed = bool(found.rules.book.rates)
        open_ = found.asks in ("bets", "") and not found.question_first
        return found.seat is not None and open_ and not ticketed

    @property
    def next_round(self) -> str:
        """What is pressed to go on after a round where no chip has to be put down first: wagers
        stand, or a question comes before the bets."""
        found = self.snapshot
        asks_first = found.question_first and found.seat is not None
        return _next_word(found) if self.stays or (asks_first and found.over) else ""


def table_view(
    snapshot: Snapshot,
    *,
    chip: int = 0,
    seen: tuple[int, int] = (0, 0),
    live: bool = True,
    narrow: bool = False,
    drawn: bool = True,
    logged: int = 0,
    balance: int | None = None,
) -> TableView:
    """A table for a page, or a ``narrow`` one. ``seen`` is how many rounds and events the page has
    shown already, so that what is new can come in gently; the rest stays where it is. Where it is
    not ``live``, nothing on it can be chosen; where it is not ``drawn`` there are no pictures.
    The log begins after the events that were ``logged`` before.
    What costs more than the viewer's ``balance`` cannot be chosen."""
    rules, view = snapshot.rules, snapshot.view
    common = is_common(rules.book)
    events = view.events if view else ()
    before = seen[1] if seen[0] == snapshot.rounds else 0
    fresh = events[before:] if seen != (0, 0) else ()
    ticketed = bool(rules.book.rates)
    nets = nets_of(snapshot, snapshot.seat)
    bets = placed(snapshot)
    status = _status(snapshot)
    return TableView(
        snapshot=snapshot,
        status=status,
        cite=snapshot.not_yet.cite
        if snapshot.not_yet and status == _not_yet(snapshot)
        else snapshot.cite,
        told=_told(snapshot),
        closed=_closed(snapshot),
        go=go_word(rules.book),
        spoken=(*spoken(fresh, rules.book, snapshot.players, snapshot.own), status),
        setting=setting(snapshot.ask.choices) if snapshot.ask else None,
        felt="" if common or ticketed or not drawn else felt_of(snapshot, fresh, live, narrow),
        areas=areas_of(snapshot, common, bets, nets, live, narrow)
        if drawn and not ticketed
        else "",
        hand=hand_of(snapshot, fresh) if drawn else "",
        things=things_of(snapshot, bool(fresh), live) if drawn else "",
        buttons=tuple(_buttons(snapshot, balance)),
        rows=tuple(wager_rows(snapshot)),
        net=signed(sum(nets.values())) if nets and snapshot.over else "",
        net_kind=kind_of(sum(nets.values())),
        log=tuple(_log(snapshot, logged)),
        seats=tuple(_seats(snapshot)),
        free=tuple(_free(snapshot)),
        chips=tuple((cents, money(cents)) for cents in CHIPS),
        chip=chip or smallest(rules),
        staked=money(sum(bets.values())) if bets else "",
        again=_again(snapshot) if not ticketed else "",
        stays=bool(snapshot.over and view and snapshot.seat and staying(view, snapshot.seat)),
        waiting_for=tuple(_waiting_for(snapshot)),
        tickets=tuple(_tickets(snapshot)),
        meters=tuple(
            (
                meter_title(name, rules.book, rules.options),
                _metered(cents, snapshot.meter_notes.get(name, "")),
            )
            for name, cents in snapshot.meters.items()
        ),
        seen=len(events),
        narrow=narrow,
    )


def signed(cents: int) -> str:
    """Return a gain or a loss as text."""
    return f"+{money(cents)}" if cents > 0 else money(cents).replace("-", "−")


def kind_of(cents: int) -> str:
    """Return whether an amount is won, lost or neither."""
    return "won" if cents > 0 else "lost" if cents < 0 else "even"


def go_word(book: Rulebook) -> str:
    """Return the label of the button that closes betting, by the game's equipment."""
    return "Deal" if book.deck else "Spin" if book.wheels else "Draw" if book.cage else "Roll"


def _next_word(snapshot: Snapshot) -> str:
    """What begins the next round, where bets stand: they are rolled for at once, unless there is a
    question before them."""
    return "Next round" if snapshot.question_first else go_word(snapshot.rules.book)


def _status(snapshot: Snapshot) -> str:
    """Return what happens now in one sentence; if the viewer must act, what to do."""
    seated = snapshot.seat is not None
    if snapshot.asks == "bets":
        if not seated:
            return f"Bets are open.{'' if snapshot.staff else f' {TAKE_A_SEAT}'}"
        if snapshot.seat in snapshot.ready:
            return "Your bets are in. Waiting for the others."
        return _bet_now(snapshot)
    if snapshot.asks == "tickets":
        if not seated:
            return f"Tickets are on sale.{'' if snapshot.staff else ' Come to the desk to play.'}"
        return "Tickets are on sale: mark numbers, press Buy, then Draw."
    if snapshot.asks == "dealing":
        wanted = f": {snapshot.waits_for}" if snapshot.waits_for else ""
        return f"Waiting for the dealer{wanted}."
    if snapshot.asks == "decision":
        if snapshot.ask is not None:
            if setting(snapshot.ask.choices):
                return "Your turn: set your hands."
            return f"Your turn: {_what_to_do(snapshot)}."
        who = snapshot.asked_of
        name = snapshot.players.get(who, f"seat {who}") if isinstance(who, int) else f"the {who}"
        return f"Waiting for {name}."
    if snapshot.over:
        ended = _ended(snapshot)
        if not seated:
            return ended
        if snapshot.view and snapshot.seat and staying(snapshot.view, snapshot.seat):
            return f"{ended} Your bets stay: add more, or press {_next_word(snapshot)}."
        if snapshot.question_first:
            return f"{ended} Press {_next_word(snapshot)}."
        tickets = bool(snapshot.rules.book.rates)
        return f"{ended} Buy a ticket to play again." if tickets else ended + BET_AGAIN
    return "No round has been played yet." if snapshot.staff else "Take a seat to begin."


def due_bets(snapshot: Snapshot) -> list[str]:
    """Return the required wagers that have not been made."""
    bets = placed(snapshot)
    return [
        name
        for name, wager in snapshot.rules.wagers.items()
        if wager.required and wager.window == "bets" and name not in bets
    ]


def _not_yet(snapshot: Snapshot) -> str:
    """Return why betting cannot be closed now, if it cannot."""
    why = snapshot.not_yet.reason if snapshot.not_yet else ""
    return f"{why[:1].upper()}{why[1:]}." if why else ""


def _bet_now(snapshot: Snapshot) -> str:
    """Return what to bet, and the button to press then."""
    wagers, go = snapshot.rules.wagers, go_word(snapshot.rules.book)
    if due := [wagers[name].name for name in due_bets(snapshot)]:
        return f"Place your bets: put a chip on {' and on '.join(due)}, then press {go}."
    if placed(snapshot) and (why := _not_yet(snapshot)):
        return why
    if placed(snapshot):
        return f"Place your bets: add more, or press {go}."
    return f"Place your bets: choose a chip, then an area. Then press {go}."


def _ended(snapshot: Snapshot) -> str:
    """Return the result of a round and what decided it; empty if nothing was decided."""
    view = snapshot.view
    if view is not None and view.state.void:
        return f"Round void{_came_to(snapshot)}."
    why = decided(view.events, snapshot.seat, snapshot.rules.book) if view else ""
    settled = [one for one in view.events if one.kind in DECIDED] if view else []
    stands = view and snapshot.seat and staying(view, snapshot.seat)
    if stands and not any(one.who == snapshot.seat for one in settled):
        ended = "No decision."
    else:
        ended = f"Round over{_came_to(snapshot)}."
    if said := why or told_sides(snapshot):
        ended += f" {said[:1].upper()}{said[1:]}."
    return ended


def _came_to(snapshot: Snapshot) -> str:
    """Return the viewer's result in short."""
    nets = nets_of(snapshot, snapshot.seat)
    net = sum(nets.values())
    if not nets:
        return ""
    return f": you {'win' if net > 0 else 'lose'} {money(abs(net))}" if net else ": you break even"


def _what_to_do(snapshot: Snapshot) -> str:
    """Return the choices in words; cards to discard are not listed."""
    assert snapshot.ask is not None
    told, rules = shown_of(snapshot), snapshot.rules
    cards = told.picks.cards if told and told.picks else ()
    names = [
        _label(one, rules.book, told).removesuffix(" to")
        for one in snapshot.ask.choices
        if one.name not in cards
    ]
    throw = ["choose cards to throw away"] if cards else []
    said = [options_words(names)] if names else []
    return either([*throw, *said])


def shown_of(snapshot: Snapshot) -> Shown | None:
    """Return what the game shows besides hands and wagers."""
    found = games().get(snapshot.rules.book.game)
    return found.shown(snapshot.view, snapshot.rules) if found and snapshot.view else None


def _won_words(snapshot: Snapshot) -> str:
    """Return who has won what, where players compete for a pot."""
    told = shown_of(snapshot)
    said = []
    for one in told.won if told else ():
        you = one.seat in snapshot.own
        name = "You" if you else snapshot.players.get(one.seat, f"seat {one.seat}")
        hand = f" with {one.hand}" if one.hand else ""
        said.append(f"{name} {'win' if you else 'wins'} {money(one.amount)}{hand}.")
    return " ".join(said)


def _told(snapshot: Snapshot) -> str:
    """What was last said at the table while somebody has to decide, so that it is clear on what;
    and after a round what chance has shown."""
    events = snapshot.view.events if snapshot.view else ()
    if snapshot.over:
        shown = [event for event in events if event.kind in ("rolled", "spun")]
        called = [event_text(event, snapshot.rules.book).plain for event in shown[-1:]]
        if called and _called(events):
            return f"No more bets. {called[0]}."
        told = shown_of(snapshot)
        return " ".join(filter(None, [told.told, _won_words(snapshot)])) if told else ""
    begun = max((at for at, event in enumerate(events) if event.kind == "phase"), default=0)
    said = [event.says for event in events[begun:] if event.kind == "said" and event.says]
    last = said_words(said[-1]) if said and snapshot.asks == "decision" else ""
    return f"{last[:1].upper()}{last[1:]}"


def _called(events: Iterable[Event]) -> str:
    """Return the dealer's call that closed betting."""
    return next((e.says for e in events if e.kind == "said" and e.step == "close"), "")


def _closed(snapshot: Snapshot) -> str:
    """Return the status after betting is closed, during a round."""
    if snapshot.asks != "decision" or snapshot.view is None:
        return ""
    return _called(snapshot.view.events)


# Decisions


def _buttons(snapshot: Snapshot, balance: int | None) -> Iterator[Button]:
    if snapshot.ask is None:
        return
    told = shown_of(snapshot)
    for key, choice in choice_keys(snapshot.ask.choices).items():
        cards, groups = choice.cards, groups_of(choice.says)
        span = choice.least != choice.most
        show = str if cards else lambda cents: money(cents).removeprefix("$").replace(",", "")
        top, short = choice.most, ""
        pays = not cards and not any(wager.kept for wager in snapshot.rules.wagers.values())
        if balance is not None and pays and choice.most > balance:
            top = max(choice.least, balance // choice.step * choice.step)
            if choice.least > balance:
                short = f"This takes {money(choice.least)}; you have {money(balance)}."
        named = told.amounts.get(choice.name, ()) if told else ()
        first = named[0][1] if named else usual_amount(choice, top, smallest(snapshot.rules))
        yield Button(
            choice.name,
            _label(choice, snapshot.rules.book, told),
            key,
            least=show(choice.least) if span else "",
            most=show(first) if span else "",
            top=show(top) if span else "",
            unit="cards" if cards else "dollars" if span else "",
            pictures=picture(groups, choice.says) if groups else "",
            sets=written(groups),
            cite=choice.cite or snapshot.ask.cite,
            short=short,
            step=show(choice.step) if named else "",
            amounts=tuple((name, show(cents)) for name, cents in named if cents <= top),
        )


def _label(choice: Choice, book: Rulebook, shown: Shown | None = None) -> str:
    told = choice.says and not groups_of(choice.says)
    said = choice.says if told else choice_title(choice.name, book)
    said = shown.labels.get(choice.name, said) if shown else said
    said = said[:1].upper() + said[1:]
    fixed = choice.least == choice.most and choice.least
    return f"{said} {money(choice.least)}" if fixed else said


def _again(snapshot: Snapshot) -> str:
    if snapshot.seat is None or placed(snapshot):
        return ""
    bets = last_bets(snapshot)
    return ", ".join(f"{wager_name(n, snapshot.rules.book)} {money(a)}" for n, a in bets.items())


def _waiting_for(snapshot: Snapshot) -> Iterator[str]:
    if snapshot.seat in snapshot.ready:
        yield from (snapshot.players[seat] for seat in sorted(snapshot.awaited))


# Events


def wager_rows(snapshot: Snapshot) -> Iterator[Row]:
    """Return the result of each wager of the viewer's seat, and its reason."""
    view, seat, book = snapshot.view, snapshot.seat, snapshot.rules.book
    if view is None or seat is None:
        return
    nets = round_nets(view, seat)
    stays = staying(view, seat)
    prizes = sum(e.amount for e in view.events if e.kind == "won" and e.who == seat)
    order = {name: at for at, name in enumerate(book.wagers)}  # a separate fee comes last
    for wager in sorted(nets, key=lambda name: order.get(base_of(name), len(order))):
        terms = book.wagers.get(base_of(wager))
        if terms and terms.kept and not snapshot.over:
            continue  # chips in play are not settled yet
        events = deciding(view, seat, wager)
        if not events and not (snapshot.over and (nets[wager] or wager in stays)):
            continue
        steps = dict.fromkeys(event.step for event in events if event.step in book.round)
        rules = [book.round[step].says for step in steps] or ([terms.says] if terms else [])
        cites = dict.fromkeys(one for event in events for one in split(event.cite))
        came = how(events, book) or (f"{money(stays[wager])} stays" if wager in stays else "")
        if prizes and came == "loses":  # the price is spent, and tickets have won
            came = f"a prize of {money(prizes)} is to be redeemed"
        yield Row(
            wager_name(wager, book),
            signed(nets[wager]),
            kind_of(nets[wager]),
            came,
            tuple(event_text(event, book).plain for event in events),
            tuple(filter(None, rules)),
            ", ".join(cites),
        )


def _log(snapshot: Snapshot, logged: int) -> Iterator[Line]:
    view, book = snapshot.view, snapshot.rules.book
    for number, event in enumerate(view.events[logged:] if view else (), logged + 1):
        phase = event.kind == "phase"
        says = words(event.what).capitalize() if phase else event_text(event, book).plain
        yield Line(number, says, "" if phase else event.cite, phase)


def _seats(snapshot: Snapshot) -> Iterator[Seat]:
    view = snapshot.view
    for number, name in sorted(snapshot.players.items(), key=lambda item: box_of(item[0])):
        nets = nets_of(snapshot, number)
        chips = sum(view.state.bets.get(number, {}).values()) if view and snapshot.asks else 0
        yield Seat(
            number,
            name,
            number in snapshot.own,
            snapshot.asked_of == number,
            signed(sum(nets.values())) if nets else "",
            kind_of(sum(nets.values())),
            money(chips) if chips else "",
        )


def _free(snapshot: Snapshot) -> Iterator[int]:
    """Return the free seats; where seats are not numbered, the next number."""
    if snapshot.own or snapshot.staff:
        return
    seats = snapshot.rules.book.seats
    if seats is None:
        yield next(n for n in range(1, 10_000) if n not in snapshot.players)
        return
    taken = {box_of(seat) if seats_kept(snapshot.rules) else seat for seat in snapshot.players}
    yield from (n for n in range(1, seats.max + 1) if n not in taken)


def _tickets(snapshot: Snapshot) -> Iterator[tuple[str, list[tuple[str, str]], str]]:
    """Return the viewer's tickets of this round: number, printed text, and win."""
    view = snapshot.view
    if view is None or snapshot.seat is None:
        return
    won = {e.what: e for e in view.events if e.kind == "won" and e.who == snapshot.seat}
    for event in view.events:
        if event.kind == "issued" and event.who == snapshot.seat and event.what:
            prize = won.get(event.what)
            facts = [fact.partition(": ")[::2] for fact in event.says.split("; ")]
            printed = [(name, words(value)) for name, value in facts]
            yield event.what, printed, money(prize.amount) if prize else ""


def _metered(cents: int, note: str) -> str:
    """Return a meter's amount, with its note."""
    return f"{money(cents)} ({note})" if note else money(cents)
