"""A table in play as one person may see it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from houseway.referee.absence import SUBSTITUTE, present, seats_kept
from houseway.referee.events import STANDING, Event, Place
from houseway.referee.requests import (
    Ask,
    Bets,
    Draw,
    Input,
    Next,
    Pick,
    Roll,
    Shuffle,
    Spin,
    Tickets,
)
from houseway.referee.table import Table
from houseway.referee.window import Unpayable
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused
from houseway.rulebook.signs import change_words
from houseway.rulebook.words import words
from houseway.server.host import PUBLIC, SHOWN, Snapshot
from houseway.server.sign_in.sessions import PLAYER
from houseway.server.table.chips import CHIPS, doubled, one_more, with_equals
from houseway.server.table.window import CLOCK, Areas, Window

PLACES: dict[str, Place] = {"dealer": "dealer", "floor": "floor"}  # the place of staff
DEALS = {
    Shuffle: "shuffled",
    Draw: "draw",
    Roll: "rolled",
    Spin: "spun",
    Pick: "picked",
    Next: "go",
    Bets: "close",
    Tickets: "close",
}  # the command that answers a request, where people deal
CHIP, STEPS = 100, 12  # the smallest chip; no wager has larger steps


def look_at(
    id: int,
    live: Table,
    window: Window,
    now: float,
    version: int,
    by: str,
    seat: int | None,
    role: str = PLAYER,
    clock: int = CLOCK,
    minutes: int | None = None,
) -> Snapshot:
    """A table from one of somebody's seats, from where staff stands, or from among those who look
    on. ``minutes`` is the time at the table, if it has gone on since something was last done."""
    waiting = live.waiting
    window.mark_round(live)
    own = tuple(s for s, player in live.data.players.items() if player == by)
    if seat is None:
        asked = waiting.who if isinstance(waiting, Ask) and waiting.who in own else None
        seat = asked if isinstance(asked, int) else next(iter(own), None)
    elif seat not in own:
        raise Refused(f"seat {seat} is not {by}'s")
    view = live.view(PLACES.get(role, PUBLIC) if seat is None else seat) if live.started else None
    areas = window.areas_at((version, live.rules), seat, lambda: _areas(live, seat))
    return Snapshot(
        id=id,
        rules=live.rules,
        players=dict(live.data.players),
        own=own,
        seat=seat,
        view=view,
        asks=_asks(live),
        asked_of=waiting.who if isinstance(waiting, Ask) else None,
        ask=view.asked if view else None,
        cite=waiting.cite if waiting is not None else "",
        barred=areas.barred,
        steps=areas.steps,
        largest_chip=areas.largest_chip,
        ready=frozenset(window.ready),
        awaited=frozenset(window.awaited(live) - window.ready),
        overdue=window.overdue(now),
        away=frozenset(window.not_here(live)),
        takes_substitute=takes_substitute(live),
        changes=tuple(_changes(live, minutes)),
        marks=tuple(window.marks),
        clock=window.time_left(live, now, clock),
        bank=window.bank(live, waiting.who)
        if isinstance(waiting, Ask) and isinstance(waiting.who, int)
        else 0.0,
        not_yet=_refusal(live, Input("close")),
        may_double=isinstance(waiting, Bets) and _may_double(live, seat),
        question_first=areas.question_first,
        rounds=live.data.rounds,
        meters={name: value // FINE for name, value in live.data.meters.items()},
        notes={name: live.data.notes[name] for name in SHOWN if live.data.notes.get(name)},
        version=version,
        staff=role != PLAYER,
        waits="begin" if waiting is None else DEALS.get(type(waiting), ""),
        waits_for=_waits_for(live) if role in PLACES else "",
    )


def takes_substitute(live: Table) -> frozenset[int]:
    """The seats in which somebody else may play while their players are away."""
    if not seats_kept(live.rules) or not live.rules.rule(SUBSTITUTE):
        return frozenset()
    gone = [seat for seat in live.data.absent if STANDING + seat not in live.data.players]
    return frozenset(gone) - set(present(live.data))


def seen(event: Event, by: str, live: Table) -> Event:
    """Return an event as a person may see it."""
    own = isinstance(event.sees, int) and live.data.players.get(event.sees) == by
    return event if own else event.seen_by(PUBLIC)


def _changes(live: Table, minutes: int | None) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Return the announced changes, next first: time left, and contents."""
    now = live.data.minutes if minutes is None else minutes
    for change in sorted(live.announced, key=lambda one: one.effective_at):
        told = change_words(live.rules, change.options, change.limits)
        yield max(0, change.effective_at - now), tuple(told)


def _asks(live: Table) -> str:
    waiting = live.waiting
    if waiting is None:
        return ""
    if isinstance(waiting, Tickets):
        return "tickets"
    if isinstance(waiting, Bets):
        return "bets"
    return "decision" if isinstance(waiting, Ask) else "dealing"


def _waits_for(live: Table) -> str:
    """Return the request to the dealer, where people deal."""
    waiting = live.waiting
    if isinstance(waiting, Draw):
        to = f"seat {waiting.to}" if isinstance(waiting.to, int) else words(waiting.to)
        return f"{waiting.count} {'card' if waiting.count == 1 else 'cards'} for {to}"
    if isinstance(waiting, Roll):
        return f"{waiting.dice} dice"
    if isinstance(waiting, Pick):
        return f"{waiting.count} numbers"
    return words(waiting.step) if isinstance(waiting, Next) else ""


def _may_double(live: Table, seat: int | None) -> bool:
    """Return whether the referee would accept double the seat's wagers."""
    if seat is None or not live.started:
        return False
    stood = {one.wager for one in live.round.events if one.kind == "stands" and one.who == seat}
    placed = live.round.state.placed.get(seat, {})
    bets = {name: amount for name, amount in placed.items() if name not in stood}
    amounts = tuple(doubled(live.rules, bets).items()) if bets else ()
    return bool(bets) and _refusal(live, Input("bet", seat, amounts=amounts)) is None


def _refusal(live: Table, given: Input) -> Refused | None:
    """Return the referee's reason against something while bets are accepted."""
    window = live.waiting
    if not isinstance(window, Bets) or isinstance(window, Tickets):
        return None
    return _answer(window, given)


def _answer(window: Bets, given: Input) -> Refused | None:
    """Return the refusal that an input would meet, if any."""
    try:
        window.check(given)
    except Refused as refusal:
        return refusal
    return None


def _areas(live: Table, seat: int | None) -> Areas:
    """Return what a seat may bet now or, after a round, in the next one."""
    played = live.started or live.data.rounds  # before a restart, too
    opened = live if live.waiting is not None or not played else live.opening()
    if opened is None:
        return Areas()
    first = opened.waiting if opened is not live else None
    asks = isinstance(first, Ask) and isinstance(first.who, int)
    return replace(_open_to(opened, seat), question_first=asks)


def _open_to(live: Table, seat: int | None) -> Areas:
    """What a seat may bet at a table: the referee is asked what it would say to the smallest of
    each wager, and then to more."""
    barred, steps, largest = dict[str, Refused](), dict[str, int](), dict[str, int]()
    window = live.waiting
    if seat is None or not isinstance(window, Bets) or isinstance(window, Tickets):
        return Areas()
    placed = live.round.state.placed.get(seat, {})
    made = {
        name for box in live.round.boxes_of(seat) for name in live.round.state.placed.get(box, {})
    }
    for name, wager in live.rules.wagers.items():
        if wager.window != "bets" or wager.paid_on:
            continue
        limit = live.rules.limits.get(name)
        fixed = [rule.choices[0] for rule in wager.amount if rule.choices]
        least = max([limit.minimum if limit else 0, *fixed]) or CHIP
        amounts = [least + more * CHIP for more in range(STEPS)]
        for spot in wager.spots or [""]:
            full = f"{name}@{spot}" if spot else name
            found = _first(window, seat, full, amounts)
            if isinstance(found, Refused) and wager.kept and full not in placed:
                found = least if _any_chip(window, seat, full) else found
            if (lies := placed.get(full)) is not None:  # what lies there is to be raised
                more = [lies + at * CHIP for at in range(1, STEPS + 1)]
                if isinstance(raised := _first(window, seat, full, more), Refused):
                    found = raised
                elif isinstance(found, Refused):
                    found = lies
            if isinstance(found, Refused):
                barred[full] = found
            elif lacks := [other for other in wager.needs if other not in made]:
                named = live.rules.wagers[lacks[0]].name
                barred[full] = Refused(f"{wager.name} needs {named}", wager.cite_of("needs"))
            elif least < found <= amounts[-1]:
                steps[full] = found
            if full not in barred and not fixed:
                most = limit.maximum - placed.get(full, 0) if limit else CHIPS[-1]
                chips = [chip for chip in CHIPS if chip <= most]
                fits = _largest(live, window, seat, full, chips, steps.get(full, 1))
                if chips and fits < chips[-1]:
                    largest[full] = fits
    return Areas(barred, steps, largest)


def _any_chip(window: Bets, seat: int, wager: str) -> bool:
    """Return whether one chip is enough to sit down with, where the smallest is not."""
    return any(
        _answer(window, Input("bet", seat, amounts=((wager, chip),))) is None for chip in CHIPS
    )


def _largest(
    live: Table, window: Bets, seat: int, wager: str, chips: Sequence[int], step: int
) -> int:
    """Return the largest of these chips that the referee would accept on top of the wager, or 0."""
    placed = live.round.state.placed.get(seat, {})
    for chip in reversed(chips):
        amount = one_more(live.rules, placed, wager, chip, step)
        if amount == placed.get(wager):
            return 0  # another of the bets determines this wager
        bets = with_equals(live.rules, placed, wager, amount) if placed else {wager: amount}
        if _answer(window, Input("bet", seat, amounts=tuple(bets.items()))) is None:
            return chip
    return 0


def _first(window: Bets, seat: int, wager: str, amounts: Iterable[int]) -> int | Refused:
    """The first amount that the referee would take, or why it takes none. That an amount cannot be
    paid is no reason where another could be; any other reason holds for all of them."""
    why: Refused | None = None
    for amount in amounts:
        try:
            window.check(Input("bet", seat, amounts=((wager, amount),)))
        except Unpayable as refusal:
            why = why or refusal
        except Refused as refusal:
            return refusal
        else:
            return amount
    assert why is not None
    return why
