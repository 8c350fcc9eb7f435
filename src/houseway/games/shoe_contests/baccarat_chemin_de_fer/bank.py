"""Who holds the bank: the auction, the offer around the table, and passing it (4.5, 4.6, 4.11).

Seat numbers rise counterclockwise, so that to the right of somebody is the next higher number. What
the table keeps between rounds is plain data under ``bank``:

- ``seat``, ``who``: the Banker, or who was the last
- ``last``: his last wager as he placed it, in cents
- ``state``: ``auction``, ``kept``, ``passed`` or ``lost``: what happens to the bank next
- ``anchor``: the seat at which a bank that was passed would be, had it not been passed
- ``suivi``: who has equaled the Banker's last wager that was decided, and lost
- ``seats``: where each participant was when a turn was last counted
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from houseway.games.shoe_contests.baccarat_table import to_the_right_of
from houseway.referee.events import Event
from houseway.referee.requests import Choice, Input
from houseway.referee.round import Round, Script

BANK, COVER = "bank", "cover"
DECLINE = "decline"


class Banker(NamedTuple):
    """Who banks this round, and the wager that he has placed, in cents."""

    seat: int
    stake: int


def notes(r: Round) -> dict[str, Any]:
    """The bank as the table keeps it."""
    free = {"seat": 0, "who": "", "last": 0, "state": "auction", "anchor": 0}
    free |= {"suivi": "", "seats": {}}
    found: dict[str, Any] = r.data.notes.setdefault("bank", free)
    return found


def choose_banker(r: Round) -> Script[Banker | None]:
    """The bank goes on, is offered around or put up for auction; nobody, if nobody wants it."""
    now = notes(r)
    for seat, who in r.data.players.items():
        now["seats"].setdefault(who, seat)
    if any(event.kind == "shuffled" for event in r.events):
        now["state"] = "auction"
    elif now["state"] == "kept" and r.data.players.get(now["seat"]) != now["who"]:
        now["state"] = "lost"  # the Banker has left
    if now["state"] == "kept" and (found := (yield from keep_or_pass(r))):
        return found
    now["suivi"] = ""
    found = None
    if now["state"] == "lost":
        found = yield from offer(r, now["anchor"] or now["seat"], "offer_bank")
        now["anchor"] = 0
    elif now["state"] == "passed":
        now["anchor"] = now["anchor"] or now["seat"]
        found = yield from offer(r, now["seat"], "offer_passed", now["last"])
    else:
        now["anchor"] = 0
    if found is None:
        found = yield from auction(r)
    now["state"] = "auction" if found is None else "kept"
    return found


def keep_or_pass(r: Round) -> Script[Banker | None]:
    """Who has not lost stays with once to twice the last wager, or passes the bank."""
    now = notes(r)
    choices = (Choice("pass_bank"), stake(r, "stake", now["last"], twice(r, now["last"])))
    given = yield from r.ask(now["seat"], *choices, step="keep_bank", idle="pass_bank")
    if given.what == "stake" and r.data.players.get(now["seat"]) == now["who"]:
        return place(r, now["seat"], given.amount)
    r.say("passes", now["seat"])
    now["state"] = "passed"
    return None


def offer(r: Round, origin: int, step: str, last: int = 0) -> Script[Banker | None]:
    """The bank goes counterclockwise to the first who takes it, with a wager of once to twice the
    ``last`` one if it was passed."""
    least, most = (last, twice(r, last)) if last else bounds(r)
    for seat in to_the_right_of(r, origin):
        who = r.data.players.get(seat, "")
        if not who or missed_turn(r, seat, origin):
            continue
        choices = (Choice(DECLINE), stake(r, "accept", least, most))
        given = yield from r.ask(seat, *choices, step=step, idle=DECLINE)
        if given.what == "accept" and r.data.players.get(seat) == who:
            return place(r, seat, given.amount)
    r.say("nobody_takes")
    return None


def missed_turn(r: Round, seat: int, origin: int) -> bool:
    """Whether a participant has moved to where the bank comes sooner, and misses this turn."""
    seats, who = notes(r)["seats"], r.data.players.get(seat, "")
    before, seats[who] = seats.get(who, seat), seat
    places = r.rules.book.seats.max if r.rules.book.seats else 1
    if (seat - origin - 1) % places >= (before - origin - 1) % places:
        return False
    says, cite = r.rules.says("moved"), r.cite("moved")
    r.emit(Event("passed_over", seat, "moved", says=says, step="moved", cite=cite))
    return True


def auction(r: Round) -> Script[Banker | None]:
    """The highest bid takes the bank; of equal ones that closest to the dealer counterclockwise.
    Who has passed it is heard only if nobody else bids."""
    now = notes(r)
    passer = now["seat"] if now["state"] == "passed" else 0
    rounds = [[seat for seat in sorted(r.data.players) if seat != passer]]
    if passer:
        rounds.append([passer])
    step = "bid_passed" if passer else "bid"
    for seats in rounds:
        bids = yield from hear_bids(r, seats, step)
        if bids:
            seat = max(bids, key=lambda one: (bids[one], -one))
            r.say("highest_bid", seat)
            return (yield from first_stake(r, seat, bids[seat]))
    r.say("no_banker")
    return None


def hear_bids(r: Round, seats: Iterable[int], step: str) -> Script[dict[int, int]]:
    """What each participant offers to wager on the next hand."""
    bids: dict[int, int] = {}
    for seat in seats:
        if not (who := r.data.players.get(seat)):
            continue
        choices = (Choice(DECLINE), stake(r, "bid", *bounds(r)))
        given: Input = yield from r.ask(seat, *choices, step=step, idle=DECLINE)
        if given.what == "bid" and r.data.players.get(seat) == who:
            bids[seat] = given.amount
    return bids


def first_stake(r: Round, seat: int, bid: int) -> Script[Banker | None]:
    """A new Banker wagers no less than was bid; who holds the game up instead is ordered to pass
    the bank."""
    who = r.data.players.get(seat)
    choices = (Choice("refuse", cite=r.cite("ordered")), stake(r, "stake", bid, bounds(r)[1]))
    given = yield from r.ask(seat, *choices, step="first_stake", idle="refuse")
    if given.what == "stake" and who and r.data.players.get(seat) == who:
        return place(r, seat, given.amount)
    r.say("ordered", seat)
    notes(r).update(seat=seat, who=who or "", state="lost")
    return (yield from offer(r, seat, "offer_bank"))


def bounds(r: Round) -> tuple[int, int]:
    """The least and the most that the house lets a Banker wager."""
    limit = r.rules.limits[BANK]
    return limit.minimum, limit.maximum


def twice(r: Round, last: int) -> int:
    """The most that may follow a wager."""
    most: int = r.rule("most_times_last") * last
    return max(last, min(most, bounds(r)[1]))


def stake(r: Round, name: str, least: int, most: int) -> Choice:
    """An amount to choose, in the house's steps."""
    step = r.rules.limits[BANK].step
    return Choice(name, least, most - (most - least) % step, step=step)


def place(r: Round, seat: int, amount: int) -> Banker:
    """The Banker's wager is placed."""
    r.phase("bets")
    r.wager(seat, BANK, amount, "stake")
    notes(r).update(seat=seat, who=r.data.players.get(seat, ""), last=amount)
    return Banker(seat, amount)
