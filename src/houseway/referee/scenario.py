"""The form of a scenario: one worked round, or several, that a lawyer can read.

A scenario names the bets, the cards by destination, what each seat does, and what must follow:
each wager's net in dollars, a refusal with its paragraph, a ruling, an order of settlement. A key
that is misspelled is an error.
"""

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from houseway.referee.requests import Draw, Next
from houseway.referee.rulings import has_happened
from houseway.referee.table import Table
from houseway.rulebook.models import Cite, Model, Text
from houseway.rulebook.money import FINE, dollars


def _signed(value: Any) -> int:
    """Dollars with a sign, in cents."""
    text = str(value).strip()
    return -dollars(text[1:]) if text.startswith("-") else dollars(text)


def _fine(value: Any) -> int:
    """Dollars with as many decimals as a meter has, in millionths of a cent."""
    try:
        amount = Decimal(str(value).removeprefix("$").replace(",", "")) * 100 * FINE
    except ArithmeticError:
        raise ValueError(f"{value!r} is not an amount of money") from None
    if not amount.is_finite():
        raise ValueError(f"{value!r} is not an amount of money")
    if amount != int(amount):
        raise ValueError(f"{value!r} is finer than a meter counts")
    return int(amount)


def _place(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.isdecimal() else value


Dollars = Annotated[int, BeforeValidator(_signed)]
Where = Annotated[int | str, BeforeValidator(_place)]
Amounts = dict[str, Dollars]
Meters = dict[str, Annotated[int, BeforeValidator(_fine)]]


class Moment(Model):
    """A moment of the round: the first time it waits in a phase, or the first time there that
    something has happened to ``after``, that ``asked`` must answer, that the dealer is about to
    take a ``step``, that cards are due ``to`` a place, or that an event has ``happened``."""

    during: str = ""  # a phase of the round; nothing means before it begins
    after: Where | None = None
    asked: Where | None = None
    step: str = ""
    to: Where | None = None
    happened: str = ""  # an event by kind and, if it is named, place or thing: ``dealt dealer``

    def has_come(self, table: Table) -> bool:
        """Whether it is now."""
        events, waiting = table.events, table.waiting
        if table.round.state.phase != self.during:
            return False
        if self.asked is not None and (waiting is None or waiting.who != self.asked):
            return False
        if self.step and not (isinstance(waiting, Next) and waiting.step == self.step):
            return False
        if self.to is not None and not (isinstance(waiting, Draw) and waiting.to == self.to):
            return False
        if self.happened and not has_happened(table.round, self.happened):
            return False
        if self.after is None:
            return True
        begun = max(i for i, event in enumerate(events) if event.kind == "phase")
        return any(event.who == self.after for event in events[begun:])


class Announced(Model):
    """A change of rules or limits, with the minutes at which it was told and takes effect."""

    table: dict[str, Any] = {}
    limits: dict[str, list[Dollars]] = {}
    effective: int
    posted: int
    announced: int
    division: int | None = None


class TakenOut(Model):
    """A machine that is taken out of use, and what is done instead."""

    device: str
    how: str


class Joined(Model):
    """How groups of a ticket are combined: any so many of them, or those named by their places."""

    any: int | None = None
    groups: list[int] | None = None
    rate: Dollars | None = None


Marks = list[int | str | list[int | str]]


class Request(Model):
    """A request for a ticket as written; amounts are in dollars."""

    wager: str | None = None
    numbers: Marks | None = None  # or groups of them
    spots: int | None = None  # of a quick-pick
    rate: Dollars | None = None
    rates: list[Dollars] | None = None  # one for each group
    ways: list[Joined] | None = None
    games: int | None = None
    which: list[int] | None = None  # the numbers of the games
    price: Dollars | None = None
    by: str | None = None
    runner: str | None = None
    station: str | None = None
    writer: str | None = None
    tender: str | None = None
    tendered: Dollars | None = None
    keyed: dict[str, Any] | None = None  # what the writer keyed instead, in cents

    def form(self) -> dict[str, Any]:
        """As plain data, without what is left out."""
        return self.model_dump(exclude_none=True)


class AtDesk(Model):
    """One thing that is done with tickets."""

    buy: Request | None = None
    void: Text | None = None
    redeem: Text | None = None
    how: dict[str, Any] = {}  # through whom it is redeemed, and in what
    refund: Text | None = None


class Doing(AtDesk):
    """One thing that is done while tickets are sold, in the order given; ``refused`` is what
    refuses it, and ``reason`` words of the refusal."""

    who: Where | None = None
    act: str | None = None
    report: str | None = None
    clock: int | None = None
    lock: bool = False  # ``who`` tries to close the game
    approved: bool = False
    refused: Cite | None = None
    reason: str = ""


class AtSeats(Model):
    """A player leaves a seat for a while, comes back or changes seats; exactly one is set."""

    away: int | None = None
    back: int | None = None
    move: int | None = None
    into: int = 0  # the seat that whoever moves takes
    amount: Dollars | None = None  # that is counted back in, where it is not what left


class Meanwhile(Moment, AtSeats):
    """Something that happens at the table at a certain moment, besides the round. One is set;
    ``bet`` is made by ``seat``."""

    seat: int | None = None
    bet: Amounts = {}
    sit: int | None = None
    player: str = ""
    leave: int | None = None
    clock: int | None = None


class Attempt(Moment, AtDesk, AtSeats):
    """Something tried at a certain moment, which the rules must refuse. One of the rest is set."""

    seat: int | None = None
    who: str = "dealer"  # who acts, where it is not a seat
    bet: Amounts = {}
    tender: str = "chips"
    accepted: bool = False
    close: bool = False
    act: str | None = None
    depth: int | None = None  # of a cut
    draw: str | None = None
    report: str | None = None
    sit: int | None = None
    player: str = ""
    leave: int | None = None
    change: dict[str, Any] = {}
    announce: Announced | None = None
    take_out: TakenOut | None = None
    begin: bool = False
    reason: str = ""  # that is given for an act


class Report(Moment):
    """Something that goes wrong at a certain moment."""

    what: str
    seat: int | None = None
    times: int = Field(1, ge=1, le=9)  # how often it is reported then, one right after the other


class Before(Model):
    """Something that happens at the table before the round. An earlier round with ``bets`` is
    played by the scenario's own players, who stay."""

    rounds: int = 0
    bets: dict[int, Amounts] = {}
    cards: dict[Where, str] = {}
    rolls: list[list[int] | Literal["void"]] = []  # without them all dice show one
    does: dict[Where, list[str | dict[str, Any]]] = {}
    leave: list[int] = []
    report: Report | None = None  # in a round of no other interest
    clock: int | None = None
    announce: Announced | None = None
    new_deck: bool = False
    change: dict[str, Any] = {}
    take_out: TakenOut | None = None


class Expected(Model):
    """An event that must have happened; what is not named does not matter."""

    kind: str
    who: Where | None = None
    what: str | None = None
    wager: str | None = None
    amount: Dollars | None = None
    shows: str | None = None  # cards that everyone sees
    says: str | None = None  # words among those of the event
    cite: Cite | None = None


class Turn(Model):
    """The actions of people and chance in one round."""

    players: dict[int, str] = {}
    seated: list[int] = []  # seats in the order in which people sit down; the others follow
    bets: dict[int, Amounts] = {}
    tender: str | dict[str, str] = "chips"  # of every wager, or by wager; chips for the others
    coupons: dict[int, Amounts] = {}
    desk: list[Doing] = []  # what is done with tickets while they are sold
    close_by: str = ""  # who closes, where the law says who does
    approved: bool = False
    picks: list[list[int]] = []  # numbers that the system picks for tickets
    balls: list[int] | Literal["void"] | None = None  # drawn; the rest are the highest not named
    late: dict[int, Amounts] = {}  # where wagers are taken a second time in the round
    accepted: bool = False
    cards: dict[Where, str] = {}
    shoe: str = ""
    rolls: list[list[int] | Literal["void"]] = []  # dice, or "void"
    spins: list[Text] = []  # pockets, or "void"
    does: dict[Where, list[str | dict[str, Any]]] = {}
    at_once: list[dict[Where, str | dict[str, Any]]] = []  # calls made at the same moment
    meanwhile: list[Meanwhile] = []  # who comes and goes, and the clock
    reports: list[Report] = []
    tries: list[Attempt] | Attempt = []

    @property
    def plays(self) -> bool:
        """Whether anything is played for or decided, or dice and wheels are said to have come to
        rest."""
        given = (self.bets, self.does, self.at_once, self.desk, self.rolls, self.spins)
        return any(map(bool, given))

    @property
    def attempts(self) -> list[Attempt]:
        """Return the attempts, one or several."""
        return self.tries if isinstance(self.tries, list) else [self.tries]

    def tender_of(self, wager: str) -> str:
        """Return the tender of a wager."""
        return self.tender if isinstance(self.tender, str) else self.tender.get(wager, "chips")


class Scenario(Turn):
    """One worked round, or several where wagers stand from one to the next."""

    name: str
    cite: Cite
    table: dict[str, Any] = {}
    opened: Text = ""  # when the table's clock starts, as 2027-03-01 09:00
    zone: str = ""  # the time zone of the house
    limits: dict[str, list[Dollars]] = {}
    meters: dict[str, dict[str, Any]] = {}
    meters_at: Meters = {}
    offered_at: dict[str, int] = {}  # meters that casinos share, and by which step of their system
    notes_at: dict[str, Any] = {}  # what the game has kept from earlier rounds
    left_at: int | dict[str, int] | None = None  # cards left of the shoe, or of each side of it
    standing_at: dict[int, Amounts] = {}  # wagers that stand from earlier rounds
    before: list[Before] = []
    then: list[Turn] = []  # the rounds that follow
    refused: Cite | None = None
    reason: str = ""  # words that the refusal must have
    ruled: list[str] = []
    nets: dict[int, Amounts] = {}
    void: bool = False
    meters_after: Meters = {}
    standing: dict[int, Amounts] | None = None  # wagers left on the layout
    notes: dict[str, Any] = {}  # what the table remembers
    order: list[str] = []
    events: list[Expected] = []
    never: list[Expected] = []
    rulebook: dict[str, Any] = {}

    @property
    def plays(self) -> bool:
        """Whether anything is played for: wagers that stand are, too."""
        return super().plays or any(self.standing_at.values())


class ScenarioFile(Model):
    """Scenarios of one edition of a game."""

    game: str
    edition: str
    table: dict[str, Any] = {}
    limits: dict[str, list[Dollars]] = {}
    scenarios: list[Scenario] = Field(min_length=1)
