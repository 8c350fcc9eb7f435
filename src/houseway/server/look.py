"""A live table as one person may see it."""

from collections.abc import Iterable

from houseway.referee.events import Event, Place
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
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused
from houseway.rulebook.words import words
from houseway.server.host import PUBLIC, SHOWN, Snapshot
from houseway.server.sessions import PLAYER
from houseway.server.window import Window

PLACES: dict[str, Place] = {"dealer": "dealer", "floor": "floor"}  # from where staff looks on
DEALS = {
    Shuffle: "shuffled",
    Draw: "draw",
    Roll: "rolled",
    Spin: "spun",
    Pick: "picked",
    Next: "go",
    Bets: "close",
    Tickets: "close",
}  # the word that answers a request, where a person deals
CHIP, STEPS = 100, 12  # the smallest chip; no wager goes in steps of more than so many


def look_at(
    id: int,
    live: Table,
    window: Window,
    now: float,
    version: int,
    by: str,
    seat: int | None,
    role: str = PLAYER,
) -> Snapshot:
    """A table from one of somebody's seats, from where staff stands, or from among those who look
    on."""
    waiting = live.waiting
    own = tuple(s for s, player in live.data.players.items() if player == by)
    if seat is None:
        asked = waiting.who if isinstance(waiting, Ask) and waiting.who in own else None
        seat = asked if isinstance(asked, int) else next(iter(own), None)
    elif seat not in own:
        raise Refused(f"seat {seat} is not {by}'s")
    view = live.view(PLACES.get(role, PUBLIC) if seat is None else seat) if live.started else None
    barred, steps = _open_to(live, seat)
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
        barred=barred,
        steps=steps,
        ready=frozenset(window.ready),
        awaited=frozenset(window.awaited(live) - window.ready),
        overdue=window.overdue(now),
        rounds=live.data.rounds,
        meters={name: value // FINE for name, value in live.data.meters.items()},
        notes={name: live.data.notes[name] for name in SHOWN if live.data.notes.get(name)},
        version=version,
        staff=role != PLAYER,
        waits="begin" if waiting is None else DEALS.get(type(waiting), ""),
        waits_for=_waits_for(live) if role in PLACES else "",
    )


def seen(event: Event, by: str, live: Table) -> Event:
    """An event as somebody may see it."""
    own = isinstance(event.sees, int) and live.data.players.get(event.sees) == by
    return event if own else event.seen_by(PUBLIC)


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
    """What whoever deals is asked for, where a person deals."""
    waiting = live.waiting
    if isinstance(waiting, Draw):
        to = f"seat {waiting.to}" if isinstance(waiting.to, int) else words(waiting.to)
        return f"{waiting.count} {'card' if waiting.count == 1 else 'cards'} for {to}"
    if isinstance(waiting, Roll):
        return f"{waiting.dice} dice"
    if isinstance(waiting, Pick):
        return f"{waiting.count} numbers"
    return words(waiting.step) if isinstance(waiting, Next) else ""


def _open_to(live: Table, seat: int | None) -> tuple[dict[str, Refused], dict[str, int]]:
    """The wagers that a seat may not make now, each with its reason, and the steps in which others
    go: the referee is asked what it would say to the smallest of each, and then to more."""
    barred, steps = dict[str, Refused](), dict[str, int]()
    if seat is None or not isinstance(live.waiting, Bets) or isinstance(live.waiting, Tickets):
        return barred, steps
    placed = live.round.state.placed.get(seat, {})
    for name, wager in live.rules.wagers.items():
        if wager.window != "bets" or wager.paid_on:
            continue
        limit = live.rules.limits.get(name)
        fixed = [rule.choices[0] for rule in wager.amount if rule.choices]
        least = max([limit.minimum if limit else 0, *fixed]) or CHIP
        amounts = [least + more * CHIP for more in range(STEPS)]
        for spot in wager.spots or [""]:
            full = f"{name}@{spot}" if spot else name
            found = _first(live.waiting, seat, full, [*amounts, *[placed.get(full) or least]])
            if isinstance(found, Refused):
                barred[full] = found
            elif least < found <= amounts[-1]:
                steps[full] = found
    return barred, steps


def _first(window: Bets, seat: int, wager: str, amounts: Iterable[int]) -> int | Refused:
    """The first amount that the referee would take, or why it takes none: the reason that it gives
    least often, since that an amount cannot be paid is no reason where another could be."""
    refusals: dict[str, list[Refused]] = {}
    for amount in amounts:
        try:
            window.check(Input("bet", seat, amounts=((wager, amount),)))
        except Refused as refusal:
            refusals.setdefault(refusal.reason, []).append(refusal)
        else:
            return amount
    return min(refusals.values(), key=len)[0]
