"""The pictures on a table's page: the felt, the betting areas, the viewer's own cards, dice and
wheels."""

from collections.abc import Iterable, Mapping

from houseway.documents.felt import Laid, Place, Shared, areas_drawing, table_drawing
from houseway.documents.numbers_board import numbers_board
from houseway.documents.pictures import CARD, TILE, die
from houseway.documents.pictures import card as card_drawing
from houseway.documents.svg import drawing
from houseway.documents.wheel import wheel
from houseway.equipment.cards import UNKNOWN, Card
from houseway.equipment.tiles import FIRST
from houseway.referee.events import Event
from houseway.referee.events import Place as Where
from houseway.referee.view import View
from houseway.rulebook.models import Rulebook
from houseway.server.host import Snapshot
from houseway.server.table.announcements import names
from houseway.server.table.hand_labels import hands_told, seat_of
from houseway.server.table.nets import round_nets
from houseway.wording.events import hands_seen, place_words


def nets_of(snapshot: Snapshot, seat: int | None) -> dict[str, int]:
    """Return the result of each wager of a seat, once the round is over."""
    if snapshot.view is None or seat is None or not snapshot.over:
        return {}
    return round_nets(snapshot.view, seat)


def felt_of(snapshot: Snapshot, fresh: tuple[Event, ...], live: bool, narrow: bool) -> str:
    view = snapshot.view
    hands = hands_seen(view.events) if view else {}
    told = hands_told(snapshot)
    new = _new_cards(fresh)
    book = snapshot.rules.book
    places = []
    numbers = sorted({*snapshot.players, *range(1, (book.seats.max if book.seats else 0) + 1)})
    for number in numbers:
        if number > 100:  # players behind a box are listed, not drawn
            continue
        own = {place: cards for place, cards in hands.items() if seat_of(place) == number}
        nets = nets_of(snapshot, number)
        chips = dict(view.state.bets.get(number, {})) if view and snapshot.asks else {}
        places.append(
            Place(
                number,
                snapshot.players.get(number, ""),
                you=number in snapshot.own,
                turn=snapshot.asked_of == number,
                hands=[_held(cards) for cards in own.values()],
                called=[told.get(place, "") for place in own],
                fresh=sum(new.get(place, 0) for place in own),
                chips=chips,
                net=sum(nets.values()) if nets else None,
                open=live
                and not (snapshot.own or snapshot.staff)
                and number not in snapshot.players,
            )
        )
    shared = [
        Shared(place_words(place, book), hands[place], new.get(place, 0), told.get(place, ""))
        for place in across(hands, book)
        if view and in_sight(place, hands[place], view)
    ]
    return table_drawing(
        snapshot.rules,
        places,
        shared,
        label=_felt_words(snapshot, places, shared),
        narrow=narrow,
    )


def across(hands: Mapping[Where, list[Card]], book: Rulebook) -> list[Where]:
    """Where common cards lie, from the players' left: as the rulebook lists its places, and before
    them whatever it does not, as it was dealt."""
    listed = list(book.places)
    common = [place for place in hands if seat_of(place) is None]
    return sorted(common, key=lambda one: listed.index(one) if one in listed else -1)


def in_sight(place: Where, cards: list[Card], view: View) -> bool:
    """Cards that lie on the table, or that have been seen; a hand that was put away unseen is not
    drawn any more."""
    return place in view.state.hands or any(card != UNKNOWN for card in cards)


def _held(cards: list[Card]) -> list[Card]:
    """Return a long hand sorted by suit, as a player holds it; tiles and short hands as dealt."""
    if len(cards) < 5 or UNKNOWN in cards or cards[0] >= FIRST:
        return cards
    return sorted(cards, reverse=True)


def _felt_words(snapshot: Snapshot, places: list[Place], shared: list[Shared]) -> str:
    """Return a description of the felt for screen readers."""
    said = [f"{group.name}: {_with(names(group.cards), group.called)}" for group in shared]
    for place in places:
        if place.name:
            who = "you" if place.you else place.name
            called = place.called or [""] * len(place.hands)
            held = zip(place.hands, called, strict=True)
            cards = "; ".join(_with(names(hand), name) for hand, name in held)
            said.append(f"seat {place.number}, {who}" + (f": {cards}" if cards else ""))
    return f"{snapshot.rules.book.title}. " + ". ".join(said)


def _with(cards: str, called: str) -> str:
    """Return cards with their names."""
    return f"{cards}; {called}" if called else cards


def _new_cards(fresh: tuple[Event, ...]) -> dict[Where, int]:
    found: dict[Where, int] = {}
    for event in fresh:
        if event.kind in ("dealt", "revealed") and event.who is not None:
            found[event.who] = found.get(event.who, 0) + len(event.cards)
    return found


def areas_of(
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


def hand_of(snapshot: Snapshot, fresh: tuple[Event, ...]) -> str:
    """Return the viewer's own cards, large."""
    view = snapshot.view
    if view is None or snapshot.seat is None:
        return ""
    new, told = _new_cards(fresh), hands_told(snapshot)
    rows = []
    for place, cards in hands_seen(view.events).items():
        if seat_of(place) == snapshot.seat and cards:
            rows.append(_fan(_held(cards), new.get(place, 0), told.get(place, "")))
    return "".join(rows)


def _fan(cards: list[Card], fresh: int, called: str) -> str:
    wide, high = TILE if cards[0] >= FIRST else CARD
    step = wide + 8.0
    body = "".join(
        card_drawing(card, at * step, 0, wide, fresh=at >= len(cards) - fresh)
        for at, card in enumerate(cards)
    )
    width = len(cards) * step - 8
    fan = drawing(
        body, width, high, f"Your cards: {_with(names(cards), called)}", class_="hand",
        width=width * 0.86, height=high * 0.86,
    )  # fmt: skip
    return f'<figure>{fan}<figcaption class="called">{called}</figcaption></figure>'


def things_of(snapshot: Snapshot, fresh: bool, live: bool) -> str:
    """Return dice, a wheel, a board of numbers: the results of chance."""
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
        marks = live and snapshot.seat is not None and snapshot.asks in ("tickets", "")
        out += numbers_board(book.cage, numbers_drawn(events), live=marks, fresh=fresh)
    return out


def numbers_drawn(events: Iterable[Event]) -> list[int]:
    """Return the numbers that are displayed."""
    drawn = [event.what for event in events if event.kind == "displayed"]
    return [int(n) for n in drawn[-1].partition(":")[2].split()] if drawn else []
