"""What the house earns (14.14): a percentage of what is bet in each betting round, or amounts as
the pot reaches certain levels, or a charge for time. Never of an uncalled bet, and nothing once a
pot is pushed."""

from fractions import Fraction

from houseway.games.pots.poker.pots import Pot
from houseway.games.pots.poker.table import STAKES, Table
from houseway.referee import absence
from houseway.referee.events import RACK, Event, bet_account, box_of
from houseway.referee.requests import Choice
from houseway.referee.round import Round, Script

CHARGED = "time_charged"  # a note: the minute up to which time has been paid for
DUE = "time_due"  # a note: what players owe for time in which their chips were not on the table
HOUR = 60


def method(t: Table, name: str) -> bool:
    """Whether the house rakes in this way here."""
    return name in str(t.r.rule("rake")).split("_and_")


def after_betting(t: Table, got: list[tuple[Pot, int]]) -> None:
    """The rake of a betting round, out of each pot that its bets went into."""
    for pot, chips in got:
        if method(t, "percent"):
            percent = min(Fraction(t.r.rule("rake_percent")), t.r.rule("rake_percent_most"))
            take(t, pot, int(chips * percent / 100), "rake_percent_taken")
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
    """An hourly charge in parts of 20, 30 or 60 minutes, of every player seated or of the table; a
    floorperson verifies it. Who is away pays as well: out of the stakes on the table or, having
    taken them along, on returning, unless somebody else plays and pays in the seat."""
    r = t.r
    if not method(t, "time"):
        return
    since, every = r.data.notes.setdefault(CHARGED, r.data.minutes), int(r.rule("time_every"))
    parts = (r.data.minutes - since) // every
    if not parts:
        return
    r.data.notes[CHARGED] = since + parts * every
    due = r.rule("time_charge") * every * parts // HOUR
    seats = charged(r)
    whole = due if r.rule("time_by") == "table" else due * len(seats)
    for place, seat in enumerate(seats):
        part = whole // len(seats) + (place < whole % len(seats))
        if absence.counted(r.data, seat) is not None:
            owed = r.data.notes.setdefault(DUE, {})
            owed[r.data.players[seat]] = owed.get(r.data.players[seat], 0) + part
        else:
            collect(r, seat, part)
    yield from r.ask("floor", Choice("verify"), step="time_verified")


def charged(r: Round) -> list[int]:
    """The seats that pay for time: those with table stakes and, where each player is charged, those
    whose players have taken theirs along; a seat with a substitute pays once."""
    found = {box_of(seat): seat for seat in sorted(r.state.bets) if r.state.bets[seat].get(STAKES)}
    if r.rule("time_by") == "player":
        taken = [seat for seat in r.data.absent if absence.counted(r.data, seat) is not None]
        found = {seat: seat for seat in taken} | found
    return [found[box] for box in sorted(found)]


def collect(r: Round, seat: int, part: int) -> None:
    """A charge for time is taken out of what a player has on the table."""
    if fee := min(part, r.state.bets.get(seat, {}).get(STAKES, 0)):
        step = "time_by_table" if r.rule("time_by") == "table" else "time_by_player"
        account = bet_account(seat, STAKES)
        event = Event("fee", seat, "time_charge", STAKES, fee, 0, account, RACK, step=step)
        r.emit(event._replace(cite=r.cite(step)))


def collect_due(r: Round, seat: int) -> None:
    """What a player owes for time, if anything, as soon as chips of his are on the table again."""
    owed = r.data.notes.get(DUE, {})
    if r.state.bets.get(seat, {}).get(STAKES) and (part := owed.pop(r.data.players[seat], 0)):
        collect(r, seat, part)
