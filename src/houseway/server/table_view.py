"""A table as a page shows it: what lies where, what can be done, what happened and why."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from houseway.documents.felt import Laid, Place, Shared, areas_drawing, table_drawing
from houseway.documents.numbers_board import numbers_board
from houseway.documents.pictures import CARD, TILE, die
from houseway.documents.pictures import card as card_drawing
from houseway.documents.sheet import is_common
from houseway.documents.svg import drawing
from houseway.documents.wheel import wheel
from houseway.equipment.cards import UNKNOWN, Card
from houseway.equipment.tiles import FIRST
from houseway.referee.events import Event, box_of
from houseway.referee.events import Place as Where
from houseway.referee.requests import Choice
from houseway.referee.view import View
from houseway.rulebook.cite import split
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import base_of
from houseway.rulebook.words import words
from houseway.server.chips import CHIPS, last_bets, placed, smallest
from houseway.server.host import Snapshot
from houseway.server.nets import round_nets, staying
from houseway.server.setting import Setting, groups_of, picture, setting, written
from houseway.server.spoken import names, spoken
from houseway.terminal.events import event_text, hands_seen, wager_name
from houseway.terminal.play import choice_keys
from houseway.terminal.results import deciding, how


@dataclass(frozen=True)
class Button:
    """One choice: what it is called, its key, and the amounts that it may carry."""

    name: str
    label: str
    key: str
    least: str = ""
    most: str = ""  # what is offered first: the most, or the middle where cards are counted
    top: str = ""
    unit: str = ""
    pictures: str = ""
    sets: str = ""  # how it divides the cards, where hands are to be set
    cite: str = ""


@dataclass(frozen=True)
class Row:
    """What became of a wager, and why."""

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
    """A seat in a list, where the felt has none."""

    number: int
    name: str
    you: bool
    turn: bool
    net: str
    kind: str
    chips: str


@dataclass(frozen=True)
class TableView:
    """Everything that the page of a table shows."""

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
        """Whether the viewer may put down chips: also after a round, to begin the next."""
        found = self.snapshot
        ticketed = bool(found.rules.book.rates)
        return found.seat is not None and found.asks in ("bets", "") and not ticketed


def table_view(
    snapshot: Snapshot,
    *,
    chip: int = 0,
    seen: tuple[int, int] = (0, 0),
    live: bool = True,
    narrow: bool = False,
) -> TableView:
    """A table for a page, or a ``narrow`` one. ``seen`` is how many rounds and events the page has
    shown already, so that what is new can come in gently; the rest stays where it is. Where it is
    not ``live``, nothing on it can be chosen."""
    rules, view = snapshot.rules, snapshot.view
    common = is_common(rules.book)
    events = view.events if view else ()
    before = seen[1] if seen[0] == snapshot.rounds else 0
    fresh = events[before:] if seen != (0, 0) else ()
    ticketed = bool(rules.book.rates)
    nets = _nets(snapshot, snapshot.seat)
    bets = placed(snapshot)
    status = _status(snapshot)
    return TableView(
        snapshot=snapshot,
        status=status,
        cite=snapshot.cite,
        told=_told(snapshot),
        closed=_closed(snapshot),
        go=go_word(rules.book),
        spoken=(*spoken(fresh, rules.book, snapshot.players, snapshot.own), status),
        setting=setting(snapshot.ask.choices) if snapshot.ask else None,
        felt="" if common or ticketed else _felt(snapshot, fresh, live, narrow),
        areas="" if ticketed else _areas(snapshot, common, bets, nets, live, narrow),
        hand=_hand(snapshot, fresh),
        things=_things(snapshot, bool(fresh), live),
        buttons=tuple(_buttons(snapshot)),
        rows=tuple(wager_rows(snapshot)),
        net=signed(sum(nets.values())) if nets and snapshot.over else "",
        net_kind=kind_of(sum(nets.values())),
        log=tuple(_log(snapshot)),
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
            (f"{words(name).capitalize()}", money(cents)) for name, cents in snapshot.meters.items()
        ),
        seen=len(events),
        narrow=narrow,
    )


def signed(cents: int) -> str:
    """A gain or a loss."""
    return f"+{money(cents)}" if cents > 0 else money(cents).replace("-", "−")


def kind_of(cents: int) -> str:
    """Whether an amount is won, lost or neither."""
    return "won" if cents > 0 else "lost" if cents < 0 else "even"


def go_word(book: Rulebook) -> str:
    """What happens when no more bets are taken, by what is played with."""
    return "Deal" if book.deck else "Spin" if book.wheels else "Draw" if book.cage else "Roll"


def _status(snapshot: Snapshot) -> str:
    """What happens now, in one sentence: what to do, if it is for the viewer to do something."""
    seated = snapshot.seat is not None
    if snapshot.asks == "bets":
        if not seated:
            return f"Wagers are being taken.{'' if snapshot.staff else ' Take a seat to play.'}"
        if snapshot.seat in snapshot.ready:
            return "Your bets are in. The others are still betting."
        return _bet_now(snapshot)
    if snapshot.asks == "tickets":
        if not seated:
            come = "" if snapshot.staff else " Come to the desk."
            return f"Tickets are being sold.{come}"
        return "Tickets are being sold: mark numbers and press Buy, then press Draw."
    if snapshot.asks == "dealing":
        wanted = f": {snapshot.waits_for}" if snapshot.waits_for else ""
        return f"The dealer is waited for{wanted}."
    if snapshot.asks == "decision":
        if snapshot.ask is not None:
            if setting(snapshot.ask.choices):
                return "It is for you to decide: put your hands together."
            return f"It is for you to decide: {_or(_label(one) for one in snapshot.ask.choices)}."
        who = snapshot.asked_of
        name = snapshot.players.get(who, f"the {who}") if isinstance(who, int) else f"the {who}"
        return f"It is for {name} to decide."
    if snapshot.over:
        void = snapshot.view is not None and snapshot.view.state.void
        ended = f"The round is {'void' if void else 'over'}{_came_to(snapshot)}."
        if not seated:
            return ended
        if snapshot.view and snapshot.seat and staying(snapshot.view, snapshot.seat):
            return f"{ended} Your bets stay: add more, or press Next round."
        more = "Buy a ticket" if snapshot.rules.book.rates else "Bet again"
        return f"{ended} {more} to play another."
    return "Nobody has played yet." if snapshot.staff else "Take a seat to begin."


def _bet_now(snapshot: Snapshot) -> str:
    """What to put down, and what to press then."""
    rules, bets = snapshot.rules, placed(snapshot)
    due = [
        wager.name
        for name, wager in rules.wagers.items()
        if wager.required and wager.window == "bets" and name not in bets
    ]
    go = go_word(rules.book)
    if due:
        return f"Place your bets: put a chip on {' and on '.join(due)}, then press {go}."
    if bets:
        return f"Place your bets: add more, or press {go}."
    return f"Place your bets: choose a chip, then an area. Then press {go}."


def _came_to(snapshot: Snapshot) -> str:
    """What the round came to for the viewer, shortly."""
    nets = _nets(snapshot, snapshot.seat)
    net = sum(nets.values())
    if not nets:
        return ""
    return (
        f": you {'win' if net > 0 else 'lose'} {money(abs(net))}"
        if net
        else ": nothing won or lost"
    )


def _or(said: Iterable[str]) -> str:
    *first, last = [one[:1].lower() + one[1:] for one in said]
    return f"{', '.join(first)} or {last}" if first else last


def _told(snapshot: Snapshot) -> str:
    """What was last said at the table while somebody has to decide, so that it is clear on what;
    and after a round what chance has shown."""
    events = snapshot.view.events if snapshot.view else ()
    if snapshot.over:
        shown = [event for event in events if event.kind in ("rolled", "spun")]
        called = [event_text(event, snapshot.rules.book).plain for event in shown[-1:]]
        return f"No more bets. {called[0]}." if called and _called(events) else ""
    begun = max((at for at, event in enumerate(events) if event.kind == "phase"), default=0)
    said = [event.says for event in events[begun:] if event.kind == "said" and event.says]
    return said[-1] if said and snapshot.asks == "decision" else ""


def _called(events: Iterable[Event]) -> str:
    """What the dealer said to close the betting."""
    return next((e.says for e in events if e.kind == "said" and e.step == "close"), "")


def _closed(snapshot: Snapshot) -> str:
    """That no more bets are taken, while a round goes on."""
    if snapshot.asks != "decision" or snapshot.view is None:
        return ""
    return _called(snapshot.view.events)


def _nets(snapshot: Snapshot, seat: int | None) -> dict[str, int]:
    if snapshot.view is None or seat is None or not snapshot.over:
        return {}
    return round_nets(snapshot.view, seat)


def seat_of(place: Where) -> int | None:
    """The seat that a hand belongs to: 3 is seat 3, and so is its split hand 3.2."""
    if isinstance(place, int):
        return place
    first, _, _ = place.partition(".")
    return int(first) if first.isdecimal() else None


# Pictures


def _felt(snapshot: Snapshot, fresh: tuple[Event, ...], live: bool, narrow: bool) -> str:
    view = snapshot.view
    hands = hands_seen(view.events) if view else {}
    new = _new_cards(fresh)
    book = snapshot.rules.book
    places = []
    numbers = sorted({*snapshot.players, *range(1, (book.seats.max if book.seats else 0) + 1)})
    for number in numbers:
        if number > 100:  # whoever stands behind a box is listed, not drawn
            continue
        own = {place: cards for place, cards in hands.items() if seat_of(place) == number}
        nets = _nets(snapshot, number)
        chips = dict(view.state.bets.get(number, {})) if view and snapshot.asks else {}
        places.append(
            Place(
                number,
                snapshot.players.get(number, ""),
                you=number in snapshot.own,
                turn=snapshot.asked_of == number,
                hands=[_held(cards) for cards in own.values()],
                fresh=sum(new.get(place, 0) for place in own),
                chips=chips,
                net=sum(nets.values()) if nets else None,
                open=live
                and not (snapshot.own or snapshot.staff)
                and number not in snapshot.players,
            )
        )
    shared = [
        Shared(_place_words(place), cards, new.get(place, 0))
        for place, cards in hands.items()
        if seat_of(place) is None and view and _in_sight(place, cards, view)
    ]
    return table_drawing(
        snapshot.rules,
        places,
        shared,
        label=_felt_words(snapshot, places, shared),
        narrow=narrow,
    )


def _in_sight(place: Where, cards: list[Card], view: View) -> bool:
    """Cards that lie on the table, or that have been seen; a hand that was put away unseen is not
    drawn any more."""
    return place in view.state.hands or any(card != UNKNOWN for card in cards)


def _held(cards: list[Card]) -> list[Card]:
    """A long hand sorted by suit, as a player holds it; tiles and short hands as they came."""
    if len(cards) < 5 or UNKNOWN in cards or cards[0] >= FIRST:
        return cards
    return sorted(cards, reverse=True)


def _place_words(place: Where) -> str:
    return words(str(place))


def _felt_words(snapshot: Snapshot, places: list[Place], shared: list[Shared]) -> str:
    """The felt for somebody who does not see it."""
    said = [f"{group.name}: {names(group.cards)}" for group in shared]
    for place in places:
        if place.name:
            who = "you" if place.you else place.name
            cards = "; ".join(names(hand) for hand in place.hands)
            said.append(f"seat {place.number}, {who}" + (f": {cards}" if cards else ""))
    return f"{snapshot.rules.book.title}. " + ". ".join(said)


def _new_cards(fresh: tuple[Event, ...]) -> dict[Where, int]:
    found: dict[Where, int] = {}
    for event in fresh:
        if event.kind in ("dealt", "revealed") and event.who is not None:
            found[event.who] = found.get(event.who, 0) + len(event.cards)
    return found


def _areas(
    snapshot: Snapshot,
    common: bool,
    bets: Mapping[str, int],
    nets: Mapping[str, int],
    live: bool,
    narrow: bool,
) -> str:
    if snapshot.seat is None and not common:
        return ""
    view, others = snapshot.view, dict[str, int]()
    mine = dict(bets)
    if view is not None and snapshot.over and snapshot.seat is not None:
        mine = {n: a for n, a in view.state.placed.get(snapshot.seat, {}).items() if n in nets}
    if view is not None and common:
        for seat, chips in view.state.bets.items():
            if seat != snapshot.seat:
                for name, amount in chips.items():
                    others[name] = others.get(name, 0) + amount
    barred = {name: refusal.reason for name, refusal in snapshot.barred.items()}
    return areas_drawing(
        snapshot.rules,
        Laid(mine, others, barred, nets, snapshot.steps),
        live=live and snapshot.seat is not None and snapshot.asks in ("bets", ""),
        narrow=narrow,
    )


def _hand(snapshot: Snapshot, fresh: tuple[Event, ...]) -> str:
    """The viewer's own cards, large."""
    view = snapshot.view
    if view is None or snapshot.seat is None:
        return ""
    new = _new_cards(fresh)
    rows = []
    for place, cards in hands_seen(view.events).items():
        if seat_of(place) == snapshot.seat and cards:
            rows.append(_fan(_held(cards), new.get(place, 0)))
    return "".join(rows)


def _fan(cards: list[Card], fresh: int) -> str:
    wide, high = TILE if cards[0] >= FIRST else CARD
    step = wide + 8.0
    body = "".join(
        card_drawing(card, at * step, 0, wide, fresh=at >= len(cards) - fresh)
        for at, card in enumerate(cards)
    )
    width = len(cards) * step - 8
    return drawing(
        body, width, high, f"Your cards: {names(cards)}", class_="hand", width=width * 0.86,
        height=high * 0.86,
    )  # fmt: skip


def _things(snapshot: Snapshot, fresh: bool, live: bool) -> str:
    """Dice, a wheel, a board of numbers: whatever chance has shown."""
    view, book = snapshot.view, snapshot.rules.book
    events = view.events if view else ()
    out = ""
    rolled = [event for event in events if event.kind == "rolled" and event.what[:1].isdecimal()]
    if rolled:
        spots = [int(number) for number in rolled[-1].what.split()]
        body = "".join(die(n, at * 76, 0, 64, fresh=fresh) for at, n in enumerate(spots))
        said = f"The dice show {rolled[-1].what}"
        out += drawing(
            body, len(spots) * 76 - 12, 64, said, class_="dice", width=len(spots) * 76 - 12,
            height=64,
        )  # fmt: skip
    if book.wheels:
        spun = [event for event in events if event.kind == "spun"]
        rules = snapshot.rules
        name = rules.rule("wheel_spun") if rules.fixes("wheel_spun") else next(iter(book.wheels))
        out += wheel(book, name, spun[-1].what if spun else "", fresh=fresh)
    if book.cage:
        drawn = [event.what for event in events if event.kind == "displayed"]
        numbers = [int(n) for n in drawn[-1].partition(":")[2].split()] if drawn else []
        marks = live and snapshot.seat is not None and snapshot.asks in ("tickets", "")
        out += numbers_board(book.cage, numbers, live=marks, fresh=fresh)
    return out


# Decisions


def _buttons(snapshot: Snapshot) -> Iterator[Button]:
    if snapshot.ask is None:
        return
    for key, choice in choice_keys(snapshot.ask.choices).items():
        cards, groups = choice.cards, groups_of(choice.says)
        span = choice.least != choice.most
        show = str if cards else lambda cents: money(cents).removeprefix("$").replace(",", "")
        middle = (choice.least + choice.most) // 2
        yield Button(
            choice.name,
            _label(choice),
            key,
            least=show(choice.least) if span else "",
            most=show(middle if cards else choice.most) if span else "",
            top=show(choice.most) if span else "",
            unit="cards" if cards else "dollars" if span else "",
            pictures=picture(groups, choice.says) if groups else "",
            sets=written(groups),
            cite=choice.cite or snapshot.ask.cite,
        )


def _label(choice: Choice) -> str:
    told = choice.says and not groups_of(choice.says)
    said = choice.says if told else words(choice.name)
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


# What happened


def wager_rows(snapshot: Snapshot) -> Iterator[Row]:
    """What became of each wager of the seat that is looked from, and why."""
    view, seat, book = snapshot.view, snapshot.seat, snapshot.rules.book
    if view is None or seat is None:
        return
    nets = round_nets(view, seat)
    stays = staying(view, seat)
    prizes = sum(e.amount for e in view.events if e.kind == "won" and e.who == seat)
    order = list(book.wagers)
    for wager in sorted(nets, key=lambda name: order.index(base_of(name))):
        events = deciding(view, seat, wager)
        if not events and not (snapshot.over and (nets[wager] or wager in stays)):
            continue
        steps = dict.fromkeys(event.step for event in events if event.step in book.round)
        cites = dict.fromkeys(one for event in events for one in split(event.cite))
        came = how(events, book) or (f"{money(stays[wager])} stays" if wager in stays else "")
        if prizes and came == "loses":  # the stake is gone, and tickets have won
            came = f"a prize of {money(prizes)} is to be redeemed"
        yield Row(
            wager_name(wager, book),
            signed(nets[wager]),
            kind_of(nets[wager]),
            came,
            tuple(event_text(event, book).plain for event in events),
            tuple(book.round[step].says for step in steps),
            ", ".join(cites),
        )


def _log(snapshot: Snapshot) -> Iterator[Line]:
    view, book = snapshot.view, snapshot.rules.book
    for number, event in enumerate(view.events if view else (), 1):
        phase = event.kind == "phase"
        says = event.what.capitalize() if phase else event_text(event, book).plain
        yield Line(number, says, "" if phase else event.cite, phase)


def _seats(snapshot: Snapshot) -> Iterator[Seat]:
    view = snapshot.view
    for number, name in sorted(snapshot.players.items(), key=lambda item: box_of(item[0])):
        nets = _nets(snapshot, number)
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
    """Seats that can be taken; where there are none to count, the next number."""
    if snapshot.own or snapshot.staff:
        return
    seats = snapshot.rules.book.seats
    if seats is None:
        yield next(n for n in range(1, 10_000) if n not in snapshot.players)
        return
    yield from (n for n in range(1, seats.max + 1) if n not in snapshot.players)


def _tickets(snapshot: Snapshot) -> Iterator[tuple[str, list[tuple[str, str]], str]]:
    """The viewer's tickets of this round: number, what is printed on it, and what it has won."""
    view = snapshot.view
    if view is None or snapshot.seat is None:
        return
    won = {e.what: e for e in view.events if e.kind == "won" and e.who == snapshot.seat}
    for event in view.events:
        if event.kind == "issued" and event.who == snapshot.seat and event.what:
            prize = won.get(event.what)
            printed = [fact.partition(": ")[::2] for fact in event.says.split("; ")]
            yield event.what, printed, money(prize.amount) if prize else ""
