"""What the house earns (14.14): a percentage of what is bet in each betting round, or amounts as
the pot reaches certain levels, or a charge for time. Never of an uncalled bet, and nothing once a
pot is pushed."""

from houseway.games.pots.poker.pots import Pot
from houseway.games.pots.poker.table import STAKES, Table
from houseway.referee.events import RACK, Event, bet_account
from houseway.referee.requests import Choice
from houseway.referee.round import Script

CHARGED = "time_charged"  # a note: the minute up to which time has been paid for
HOUR = 60


def method(t: Table, name: str) -> bool:
    """Whether the house rakes in this way here."""
    return name in str(t.r.rule("rake")).split("_and_")


def after_betting(t: Table, got: list[tuple[Pot, int]]) -> None:
    """The rake of a betting round, out of each pot that its bets went into."""
    for pot, chips in got:
        if method(t, "percent"):
            percent = min(t.r.rule("rake_percent"), t.r.rule("rake_percent_most"))
            take(t, pot, chips * percent // 100, "rake_percent_taken")
        if method(t, "increments"):
            levels = pot.bet // t.r.rule("rake_level")
            take(t, pot, levels * t.r.rule("rake_increment") - pot.raked, "rake_increment_taken")


def take(t: Table, pot: Pot, due: int, step: str) -> None:
    """So much of a pot goes to the rake, in whole chips and within the filed maximum."""
    left = t.r.rule("rake_most") - t.raked
    fee = max(0, min(due, left, pot.amount))
    fee -= fee % t.r.rules.chip
    if fee:
        pot.amount -= fee
        pot.raked += fee
        t.raked += fee
        t.to_house(fee, "rake", step)


def charge_time(t: Table) -> Script[None]:
    """An hourly charge in parts of 20, 30 or 60 minutes, of every player with table stakes or of
    the table; a floorperson verifies it."""
    r = t.r
    if not method(t, "time"):
        return
    since, every = r.data.notes.setdefault(CHARGED, r.data.minutes), int(r.rule("time_every"))
    parts = (r.data.minutes - since) // every
    if not parts:
        return
    r.data.notes[CHARGED] = since + parts * every
    due = r.rule("time_charge") * every * parts // HOUR
    seats = [seat for seat in sorted(r.state.bets) if r.state.bets[seat].get(STAKES)]
    whole = due if r.rule("time_by") == "table" else due * len(seats)
    step = "time_by_table" if r.rule("time_by") == "table" else "time_by_player"
    for place, seat in enumerate(seats):
        part = whole // len(seats) + (place < whole % len(seats))
        if fee := min(part, t.stack(seat)):
            account = bet_account(seat, STAKES)
            event = Event("fee", seat, "time_charge", STAKES, fee, 0, account, RACK, step=step)
            r.emit(event._replace(cite=r.cite(step)))
    yield from r.ask("floor", Choice("verify"), step="time_verified")
