"""Awards from progressive meters, and what becomes of them when a hand turns out to be void."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from houseway.referee.award import Prize, worth
from houseway.referee.events import RACK, Event, meter_account, seat_account
from houseway.rulebook.money import FINE

if TYPE_CHECKING:
    from houseway.referee.round import Round

WHOLE = Fraction(1)


class Ground(NamedTuple):
    """Why something happens: a step of the round, and the paragraphs behind it."""

    step: str
    cite: str


@dataclass
class Award:
    """What a wager has won from a meter. Those of one ``pool`` share it; a prize at fixed odds that
    is drawn from the meter too has ``fixed`` cents."""

    seat: int
    wager: str
    prize: Prize
    ground: Ground
    meter: str
    pool: int = 0
    part: Fraction = WHOLE  # of the meter as it stood when its turn came
    paid: int = 0
    fixed: int | None = None


def share_of_meter(r: "Round", seat: int, winners: list[int]) -> Fraction:
    """What a box gets of the meter as it stands when its turn comes. Players share it equally, and
    one with several winning boxes has one share for all of them; a player alone shares with
    nobody, so each of his boxes wins the meter as it then stands."""
    people = r.one_box_each(winners)
    if len(people) == 1:
        return WHOLE
    parts = {
        box: Fraction(1, len(people) * len([s for s in winners if s in r.boxes_of(box)]))
        for box in winners
    }
    return parts[seat] / sum(parts[box] for box in winners[winners.index(seat) :])


def award(
    r: "Round", seat: int, wager: str, prize: Prize, ground: Ground, part: Fraction = WHOLE
) -> None:
    """A meter, or a part of it, is paid out; a whole meter starts again."""
    made = Award(seat, wager, prize, ground, prize.price.meter, len(r.awards))
    for last in reversed(r.awards):
        if (last.meter, last.prize.row) == (made.meter, prize.row):
            made.pool = last.pool if last.part != WHOLE else made.pool
            break
    r.awards.append(made)
    _pay_out(r, made, part)


def draw_fixed(
    r: "Round", seat: int, wager: str, prize: Prize, ground: Ground, meter: str, due: int
) -> None:
    """Pay a prize at fixed odds from a meter, as far as the meter suffices."""
    made = Award(seat, wager, prize, ground, meter, len(r.awards), fixed=due)
    r.awards.append(made)
    _draw(r, made)


def undo_hand(r: "Round", seat: int, cite: str) -> None:
    """A hand was no hand: meters stand as if it had not been in the round, and whoever else was
    paid from them is paid what is due without it."""
    r.void_hands.add(seat)
    moved = {e.what: None for e in r.events if e.kind in ("fed", "awarded") and e.who == seat}
    r.awards = [made for made in r.awards if made.seat != seat]
    for name in moved:
        fed = sum(
            event.moved
            for event in r.events
            if event.kind == "fed" and event.what == name and event.who not in r.void_hands
        )
        account = meter_account(name)
        put_back = fed - r.state.books.get(account, 0)
        ways = (RACK, account) if put_back > 0 else (account, RACK)
        if put_back:
            whole, rest = divmod(abs(put_back), FINE)
            r.emit(Event("restored", seat, name, "", whole, rest, *ways, cite=cite))
        others = [made for made in r.awards if made.meter == name]
        for made in others:
            if made.fixed is not None:
                _draw(r, made)
            else:
                sharers = [other.seat for other in others if other.pool == made.pool]
                _pay_out(r, made, share_of_meter(r, made.seat, sharers))


def _draw(r: "Round", made: Award) -> None:
    assert made.fixed is not None
    drawn = min(made.fixed * FINE, r.meter(made.meter))
    account = meter_account(made.meter)
    _move(r, "awarded", made.seat, made.meter, drawn, account, RACK, made.ground)


def _pay_out(r: "Round", made: Award, part: Fraction) -> None:
    """Pay the present amount of an award, less what has been paid on it before."""
    (row, price), name, account = made.prize, made.meter, meter_account(made.meter)
    stood = r.meter(name) * part.numerator // part.denominator
    share = stood * price.share.numerator // price.share.denominator
    due = worth(price, 0, {name: stood}, r.rules.schedule(made.wager).rounds_up)
    _move(r, "awarded", made.seat, name, share, account, RACK, made.ground)
    more, player = due - made.paid, seat_account(made.seat)
    kind, ways = ("paid", (RACK, player)) if more >= 0 else ("reclaimed", (player, RACK))
    step, cite = made.ground
    if more or not made.paid:
        told = Event(kind, made.seat, row, made.wager, abs(more), 0, *ways, says=price.text)
        r.emit(told._replace(step=step, cite=cite))
    made.paid, made.part = due, part
    if price.share == 1 and part == WHOLE:
        reset = r.rules.meters[name].reset * FINE
        ground = Ground(step, r.rules.book.meters[name].cite)
        _move(r, "reset", None, name, reset, RACK, account, ground)


def _move(
    r: "Round",
    kind: str,
    seat: int | None,
    meter: str,
    fine: int,
    source: str,
    target: str,
    ground: Ground,
) -> None:
    whole, rest = divmod(fine, FINE)
    step, cite = ground
    r.emit(Event(kind, seat, meter, "", whole, rest, source, target, step=step, cite=cite))


def feed(r: "Round", wager: str, step: str) -> None:
    """The meters take their share of every wager of this kind."""
    for seat in r.clockwise(wager):
        for name, terms in r.rules.meters.items():
            meter = r.rules.book.meters[name]
            if meter.fed_by == wager:
                share = r.state.placed[seat][wager] * terms.rate
                ground = Ground(step, r.rules.joined(step, meter.cite))
                _move(r, "fed", seat, name, share, RACK, meter_account(name), ground)
