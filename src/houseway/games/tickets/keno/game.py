"""Keno in the order of the regulation (N.J.A.C. 13:69F-15). A round is one game.

Nobody sits: players are numbered as they come, and what they have are tickets. The table keeps
them from round to round, so that a ticket for several games goes on and a winner can be paid later.
Numbers and cites stand in the rulebook; forms and ways are in ``ticket``, the work stations in
``desk``, who may pay what in ``payment``.
"""

from functools import partial

from houseway.games.tickets.keno.desk import Desk, give_back
from houseway.games.tickets.keno.forms import any_form
from houseway.games.tickets.keno.notes import game_number, is_down, notes, tickets
from houseway.games.tickets.keno.payment import limit, payable, payout, redeem
from houseway.games.tickets.keno.ticket import Ticket, due, share
from houseway.referee.events import RACK, TICKETS, Event
from houseway.referee.requests import Choice, Tickets
from houseway.referee.round import Round, Script
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import base_of

REDEEM, KEEP, START, OVERRIDE = "redeem", "keep", "start", "override"


def play(r: Round) -> Script[None]:
    """One game, from the first ticket to the winners who are paid at once."""
    open_game(r)
    yield from sell(r)
    while not (yield from locked(r)):
        yield from sell(r)
    drawn = yield from draw(r)
    if drawn:
        yield from pay_at_once(r, record_winners(r, frozenset(drawn)))
    else:
        return_game(r)
    notes(r)["down"] = is_down(r)


def open_game(r: Round) -> None:
    """The system gives the game its number."""
    notes(r)  # which are there from the first game on
    r.window = Desk(r)
    number = f"game {game_number(r)}"
    r.emit(Event("opened", what=number, says=number, step="open", cite=r.cite("open")))


def sell(r: Round) -> Script[None]:
    """Tickets are issued, voided, refunded and redeemed until the game closes."""
    r.phase("open")
    desk = r.window
    assert isinstance(desk, Desk)
    window = Tickets(
        desk.check_bet,
        desk.check_close,
        r.cite("bets"),
        check_desk=desk.check_desk,
        acts=desk.acts,
        suggest=partial(any_form, r.rules),
    )
    while True:
        given = yield window
        if given.do == "close":
            r.say("start" if not r.rule("auto_lockout") else "auto_lock", given.who or "system")
            return
        yield from desk.do(given)


def locked(r: Round) -> Script[bool]:
    """All work stations are locked. Where that is automatic a supervisor may override it."""
    r.phase("locked")
    r.say("lock", "system")
    if not r.rule("auto_lockout"):
        return True
    override = Choice(OVERRIDE, cite=r.cite("override"), reasoned=True)
    given = yield from r.ask("supervisor", Choice(START), override, step="override")
    return given.what != OVERRIDE


def draw(r: Round) -> Script[tuple[int, ...]]:
    """The system selects the numbers, shows them and keeps them; nothing comes back of a selection
    that failed."""
    r.phase("draw")
    drawn = yield from r.pick("board", r.rules.cage.drawn, "draw")
    if any(event.kind == "ruled" and event.what == "game_void" for event in r.events):
        return ()
    if drawn:
        shown = f"game {game_number(r)}: {' '.join(map(str, sorted(drawn)))}"
        for kind, step in (("displayed", "display"), ("recorded", "record")):
            r.emit(Event(kind, what=shown, step=step, cite=r.cite(step)))
    return drawn


def live(r: Round) -> list[Ticket]:
    """The tickets that play in this game, earliest first."""
    game = game_number(r)
    return [ticket for ticket in tickets(r).values() if ticket["last"] >= game]


def score(r: Round, ticket: Ticket, won: int) -> Ticket | None:
    """A game of a ticket is over; a ticket that can win nothing more is done with."""
    ticket = {**ticket, "won": [*ticket["won"], won]}
    if ticket["last"] > game_number(r) or payout(ticket):
        tickets(r)[ticket["serial"]] = ticket
        return ticket
    del tickets(r)[ticket["serial"]]
    return None


# -- winners ---------------------------------------------------------------------------------


def record_winners(r: Round, drawn: frozenset[int]) -> list[Ticket]:
    """Every ticket is evaluated; what all of them win may be limited. The winners of which no game
    is left come back."""
    r.phase("winners")
    playing, card = live(r), r.rules.rate_card
    dues = [due(ticket["ways"], r.rules.card(ticket["card"]), drawn) for ticket in playing]
    paid = share(dues, card.aggregate, r.rule("limit_sharing"))
    kept = []
    for ticket, full, won in zip(playing, dues, paid, strict=True):
        spend(r, ticket)
        if full:
            tell_winner(r, ticket, full, won)
        kept.append(score(r, ticket, won))
    report_runners(r, [(ticket, won) for ticket, won in zip(playing, paid, strict=True) if won])
    return [ticket for ticket in kept if ticket and ticket["last"] == game_number(r)]


def spend(r: Round, ticket: Ticket) -> None:
    """The price of one game is the house's."""
    patron, wager, each = ticket["patron"], ticket["wager"], ticket["each"]
    r.emit(
        Event(
            "taken",
            patron,
            "",
            wager,
            each,
            0,
            TICKETS,
            RACK,
            step="evaluate",
            cite=r.cite("evaluate"),
        )
    )


def tell_winner(r: Round, ticket: Ticket, full: int, won: int) -> None:
    """A winning ticket, with its limit if the game has reached it."""
    named = r.rules.wagers[base_of(ticket["wager"])].cite
    cite, says = r.rules.joined("evaluate", named), money(won)
    if won < full:
        cite = f"{cite}, {r.cite('limited')}"
        says = f"{money(won)} of {money(full)}: the limit of the game is reached"
    patron, serial, wager = ticket["patron"], ticket["serial"], ticket["wager"]
    event = Event("won", patron, serial, wager, won, sees=patron, says=says, step="evaluate")
    r.emit(event._replace(cite=cite))


def report_runners(r: Round, winners: list[tuple[Ticket, int]]) -> None:
    """Each runner's winning tickets of this game that he may redeem; the serial numbers are shown
    in part."""
    found: dict[str, list[str]] = {}
    for ticket, won in winners:
        if ticket["runner"] and won <= limit(r, "runner_redeems"):
            hidden = len(ticket["serial"]) - r.rule("report_digits")
            part = "*" * hidden + ticket["serial"][hidden:]
            found.setdefault(ticket["runner"], []).append(f"{part} {money(won)}")
    for runner, lines in found.items():
        says = f"{runner}, game {game_number(r)}: {', '.join(lines)}"
        r.emit(
            Event(
                "listed",
                runner,
                "winners",
                sees=runner,
                says=says,
                step="report",
                cite=r.cite("report"),
            )
        )


def pay_at_once(r: Round, winners: list[Ticket]) -> Script[None]:
    """Whoever has a winning ticket of which no game is left may present it now, or keep it."""
    r.phase("pay")
    for ticket in winners:
        choices = [Choice(REDEEM, cite=r.cite("redeem")), Choice(KEEP, cite=r.cite("expiry"))]
        given = yield from r.ask(
            ticket["patron"], *(choices if payable(r, ticket) else choices[1:]), step="redeem"
        )
        if given.what == REDEEM:
            yield from redeem(r, ticket, {})


# -- a selection that failed -------------------------------------------------------------------


def return_game(r: Round) -> None:
    """The wagers on a game that could not be drawn go back; tickets for more games go on."""
    r.phase("winners")
    for ticket in live(r):
        give_back(r, ticket, 1, "returned", "no_draw")
        score(r, ticket, 0)
