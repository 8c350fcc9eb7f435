"""A table as its page receives it: everything to draw, nothing the viewer may not know.

Events since the page's last update are included, so that the page can animate them; the rest is the
present state.
"""

from collections.abc import Collection, Mapping
from dataclasses import asdict
from typing import Any

from houseway.documents.wheel import COLORS, pocket_colors, wheel
from houseway.equipment.cards import NAMES, Card
from houseway.referee.absence import seats_kept
from houseway.referee.events import CENTRE, STANDING, Event
from houseway.referee.events import Place as Where
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules
from houseway.server.host import Snapshot
from houseway.server.table.announcements import names
from houseway.server.table.chips import kept, last_bets, placed
from houseway.server.table.form import put_down
from houseway.server.table.hand_labels import hands_told, seat_of
from houseway.server.table.nets import round_nets
from houseway.server.table.next_steps import alone, limits_words, out_of_chips
from houseway.server.table.pictures import in_sight, numbers_drawn
from houseway.server.table.view import BET_AGAIN, due_bets, shown_of, table_view
from houseway.wording.choices import choice_title
from houseway.wording.events import hands_seen, hands_set, note_words, place_words, pocket_words

CEREMONIES = ("cut", "pass", "shoot", "shake")  # choices that nothing hangs on
PLAYED = (
    "dealt", "revealed", "rolled", "spun", "displayed", "taken", "paid", "returned", "burned",
)  # events that a page animates  # fmt: skip


def table_data(
    snapshot: Snapshot,
    *,
    seen: tuple[int, int] = (0, 0),
    balance: int | None = None,
    here: Collection[str] = (),
) -> dict[str, Any]:
    """Return a table for a page that has shown some events of a round; ``here`` are other people
    who follow the table."""
    rules, view = snapshot.rules, snapshot.view
    events = view.events if view else ()
    number = snapshot.rounds + bool(snapshot.asks)  # of the current or last round
    before = seen[1] if seen[0] == number and seen[1] <= len(events) else 0
    shown = table_view(
        snapshot,
        seen=(snapshot.rounds, before) if any(seen) else (0, 0),
        drawn=False,
        logged=before,
        balance=balance,
    )
    broke = out_of_chips(snapshot, balance)
    again = last_bets(snapshot) if shown.betting else {}
    told = shown_of(snapshot)
    found: dict[str, Any] = {
        "id": snapshot.id,
        "version": snapshot.version,
        "round": number,
        "rounds": snapshot.rounds,
        "before": before,
        "seen": len(events),
        "fresh": [_event(one) for one in events[before:] if one.kind in PLAYED],
        "log": [vars(line) for line in shown.log],
        "seat": snapshot.seat,
        "own": list(snapshot.own),
        "staff": snapshot.staff,
        "players": dict(snapshot.players),
        "asks": snapshot.asks,
        "over": snapshot.over,
        "asked_of": snapshot.asked_of,
        "status": shown.status.removesuffix(BET_AGAIN) if broke else shown.status,
        "cite": shown.cite,
        "told": shown.told,
        "closed": shown.closed,
        "spoken": list(shown.spoken),
        "notes": dict(snapshot.notes),
        "noted": note_words(snapshot.notes),
        "betting": shown.betting,
        "next_round": shown.next_round,
        "go": shown.go,
        "ready": snapshot.seat in snapshot.ready,
        "overdue": snapshot.overdue,
        "broke": broke,
        "alone": alone(snapshot),
        "limited": limits_words(rules),
        "waiting_for": list(shown.waiting_for),
        "away": sorted(snapshot.away),
        "substitute_at": []
        if snapshot.own or snapshot.staff
        else sorted(snapshot.takes_substitute),
        "other_seats": other_seats(snapshot),
        "clock": snapshot.clock,
        "bank": snapshot.bank,
        "marks": [pocket_words(mark, rules.book) for mark in snapshot.marks],
        "tones": _tones(snapshot),
        "changes": [{"minutes": left, "says": list(says)} for left, says in snapshot.changes],
        "customary": snapshot.ask.customary if snapshot.ask else "",
        "again": again if balance is None or sum(again.values()) <= balance else {},
        "chip": shown.chip,
        "chips": [cents for cents, _ in shown.chips],
        "barred": {name: refusal.reason for name, refusal in snapshot.barred.items()},
        "steps": dict(snapshot.steps),
        "largest_chip": dict(snapshot.largest_chip),
        "limits": _limits(rules) if shown.betting else {},
        "takes_back": bool(put_down(snapshot)),
        "may_double": snapshot.may_double
        and (balance is None or sum(placed(snapshot).values()) <= balance),
        "not_yet": snapshot.not_yet.reason if snapshot.not_yet else "",
        "due": due_bets(snapshot) if shown.betting else [],
        "bets": _bets(snapshot),
        "nets": _nets(snapshot),
        "hands": _hands(snapshot),
        "acted": _acted(snapshot),
        "choices": [
            {**vars(one), "who": snapshot.ask.who if snapshot.ask else None}
            for one in shown.buttons
        ],
        "setting": asdict(shown.setting) if shown.setting else None,
        "rows": [vars(row) for row in shown.rows],
        "net": shown.net,
        "net_kind": shown.net_kind,
        "seats": [vars(seat) for seat in shown.seats],
        "looking_on": sorted(set(here) - set(snapshot.players.values())),
        "free": list(shown.free),
        "tickets": [
            {"number": number, "printed": printed, "won": won}
            for number, printed, won in shown.tickets
        ],
        "tickets_sold": bool(rules.book.rates),
        "meters": list(shown.meters),
        "waits": snapshot.waits if snapshot.staff else "",
        "things": _things(snapshot, bool(events[before:])),
        "put": dict(told.put) if told and snapshot.asks else {},
        "picks": asdict(told.picks) if told and told.picks else None,
    }
    if balance is not None:
        found["balance"] = balance
    return found


def other_seats(snapshot: Snapshot) -> list[int]:
    """Return the seats to which a player may ask to move, where seats can be changed."""
    seats = snapshot.rules.book.seats
    if seats is None or snapshot.seat is None or not seats_kept(snapshot.rules):
        return []
    if snapshot.seat > STANDING or snapshot.seat in snapshot.away:
        return []
    return [number for number in range(1, seats.max + 1) if number != snapshot.seat]


def _limits(rules: TableRules) -> dict[str, list[int]]:
    """Return the limits of each wager, except those whose amount the player does not choose."""
    return {
        name: [limit.minimum, limit.maximum]
        for name, limit in rules.limits.items()
        if name in rules.wagers
        and not any(rule.relation in ("one of", "equal") for rule in rules.wagers[name].amount)
    }


def _event(event: Event) -> dict[str, Any]:
    """Return an event as the page animates it."""
    data = event.to_json()
    return {
        key: data[key]
        for key in ("kind", "who", "what", "wager", "amount", "cards", "says")
        if key in data
    }


def _bets(snapshot: Snapshot) -> dict[int, dict[str, int]]:
    """Return the wagers on the felt; after a round, those at its settlement."""
    view = snapshot.view
    if view is None:
        return {}
    if snapshot.asks:
        return {seat: dict(bets) for seat, bets in view.state.bets.items() if bets}
    found = {}
    for seat, made in view.state.placed.items():
        nets = round_nets(view, seat)
        found[seat] = {name: amount for name, amount in made.items() if name in nets}
        found[seat] |= kept(snapshot, seat)
    return {seat: bets for seat, bets in found.items() if bets}


def _nets(snapshot: Snapshot) -> dict[int, dict[str, int]]:
    """Return the net result of each wager, once the round is over."""
    view = snapshot.view
    if view is None or not snapshot.over:
        return {}
    return {seat: nets for seat in view.state.nets if (nets := round_nets(view, seat))}


def _hands(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Return the hands on the table as the viewer sees them, and their names."""
    view, book = snapshot.view, snapshot.rules.book
    if view is None:
        return []
    told, held = hands_told(snapshot), hands_seen(view.events)
    parts = hands_set(view.events, snapshot.rules)
    shown = shown_of(snapshot)
    gone = shown.gone - set(snapshot.own) if shown else frozenset()
    listed = list(book.places)
    order = sorted(held, key=lambda one: listed.index(str(one)) if one in listed else -1)
    return [
        {
            "place": place,
            "seat": seat_of(place),
            "name": "" if seat_of(place) else place_words(place, book),
            "cards": [NAMES[card] for card in held[place]],
            "called": told.get(place, ""),
            "said": names(held[place]),
        }
        | _sets(parts.get(place, {}), told.get(place, ""))
        for place in order
        if _shown(place, held, view) and place not in gone
    ]


def _tones(snapshot: Snapshot) -> str:
    """The colors of the last pockets of a wheel, a letter each."""
    book, rules = snapshot.rules.book, snapshot.rules
    if not book.wheels or not any(name in book.wagers for name in COLORS):
        return ""
    name = rules.rule("wheel_spun") if rules.fixes("wheel_spun") else next(iter(book.wheels))
    pockets = book.wheels[name].pockets
    colors = pocket_colors(book, pockets)
    letters = {color: name[0] for name, color in COLORS.items()}  # red, black; else green
    return "".join(letters.get(colors.get(mark, ""), "g") for mark in snapshot.marks)


def _sets(parts: Mapping[str, list[Card]], called: str) -> dict[str, Any]:
    """The hands that cards were set into, the highest first, each with its name."""
    if not parts:
        return {}
    each = called.split(" / ") if called.count(" / ") == len(parts) - 1 else [""] * len(parts)
    return {
        "sets": [
            {"name": part.capitalize(), "cards": [NAMES[card] for card in cards], "called": name}
            for (part, cards), name in zip(parts.items(), each, strict=True)
        ]
    }


def _acted(snapshot: Snapshot) -> dict[int, str]:
    """What each of the other seats chose last in this round, where the viewer may know it."""
    view = snapshot.view
    found: dict[int, str] = {}
    for event in view.events if view else ():
        if event.kind != "chose" or event.who is None or not event.what.replace("_", "").isalpha():
            continue  # hands that are set are not told in words
        seat = seat_of(event.who)
        if seat is not None and seat not in snapshot.own and event.what not in CEREMONIES:
            title = choice_title(event.what, snapshot.rules.book)
            found[seat] = f"{title[:1].upper()}{title[1:]}"
    return found


def _shown(place: Where, held: Mapping[Where, list[Card]], view: View) -> bool:
    return bool(held[place]) and (seat_of(place) is not None or in_sight(place, held[place], view))


def _things(snapshot: Snapshot, fresh: bool) -> dict[str, Any]:
    """Return dice, a wheel, a board of numbers, the pot and the button."""
    view, book, rules = snapshot.view, snapshot.rules.book, snapshot.rules
    events = view.events if view else ()
    found: dict[str, Any] = {}
    rolled = [event for event in events if event.kind == "rolled" and event.what[:1].isdecimal()]
    if rolled:
        found["dice"] = [int(number) for number in rolled[-1].what.split()]
    if book.wheels:
        spun = [event.what for event in events if event.kind == "spun"]
        name = rules.rule("wheel_spun") if rules.fixes("wheel_spun") else next(iter(book.wheels))
        found["wheel"] = wheel(book, name, spun[-1] if spun else "", fresh=fresh and bool(spun))
    if book.cage:
        found["drawn"] = numbers_drawn(events)
        found["marks"] = snapshot.seat is not None and snapshot.asks in ("tickets", "")
    told = shown_of(snapshot)
    if told:
        found["pots"] = [{"name": name, "amount": cents} for name, cents in told.pots]
    elif pot := sum(_into_pot(event) for event in events):
        found["pot"] = pot
    buttons = [event.who for event in events if event.kind == "button" and not event.what]
    if buttons:
        found["button"] = buttons[-1]
    return found


def _into_pot(event: Event) -> int:
    """Return what an event adds to the pot, or takes from it."""
    return event.amount * ((event.target == CENTRE) - (event.source == CENTRE))


def is_tiled(snapshot: Snapshot) -> bool:
    """Return whether the game is played with tiles."""
    deck = snapshot.rules.book.deck
    return deck is not None and deck.kind == "tiles"
