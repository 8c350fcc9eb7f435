"""The requests of a round: bets, decisions, cards."""

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import compress
from types import MappingProxyType
from typing import Any, NamedTuple

from houseway.equipment.cards import NAMES, UNKNOWN, Card, cards
from houseway.equipment.randomness import Source
from houseway.referee.events import Place
from houseway.rulebook.money import cents, money
from houseway.rulebook.refusal import Refused

VOID = "void"  # a roll, a spin or a draw that does not count
DESK = ("buy", "void", "redeem", "refund")  # what is done with tickets
AWAY, BACK, MOVE = "away", "back", "move"
ABSENCE = (AWAY, BACK, MOVE)  # a player leaves a seat for a while, returns, or takes another


FAULT = "fault"  # an input, and the event of it: the program failed, and the round is void


class Input(NamedTuple):
    """Something that came in from outside: the truth that a log keeps."""

    do: str  # bet, close, act, draw, roll, spin, pick, shuffle, go, report; DESK; ABSENCE
    who: Place | None = None
    what: str = ""  # a choice, an irregularity, a tender, a ticket's number
    amounts: tuple[tuple[str, int], ...] = ()  # wager -> cents
    amount: int = 0
    cards: tuple[Card, ...] = ()
    numbers: tuple[int, ...] = ()  # of dice, drawn, or of a seat that is taken instead
    accepted: bool = False  # the house permits a wager outside the limits
    form: Mapping[str, Any] = MappingProxyType({})  # what is written down, as plain data

    def to_json(self) -> dict[str, Any]:
        """The input as plain data; what is empty is left out."""
        data: dict[str, Any] = dict(compress(zip(self._fields, self, strict=True), self))
        if self.cards:
            data["cards"] = " ".join([NAMES[card] for card in self.cards])
        if self.amounts:
            data["amounts"] = dict(self.amounts)
        if self.form:
            data["form"] = deepcopy(dict(self.form))
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Input":
        """An input read back from a log."""
        fields = dict(data)
        if unknown := set(fields) - set(cls._fields):
            raise ValueError(f"an input has no field {sorted(unknown)[0]!r}")
        fields["cards"] = tuple(cards(fields.get("cards", "")))
        fields["amounts"] = tuple(fields.get("amounts", {}).items())
        fields["numbers"] = tuple(fields.get("numbers", ()))
        return cls(**fields)


class _Choice(NamedTuple):
    name: str
    least: int
    most: int
    told: str | Callable[[], str]
    cite: str
    step: int  # between amounts
    reasoned: bool  # it is taken only with a reason that is kept
    cards: bool  # its amounts are of cards, not of money
    step_cite: str  # the paragraph that decides the step, if not that of the choice


class Choice(_Choice):
    """One thing a seat may choose, with the amounts it may carry. What it ``says`` may be given
    as a function, which is called when somebody reads it."""

    __slots__ = ()

    def __new__(
        cls,
        name: str,
        least: int = 0,
        most: int = 0,
        says: str | Callable[[], str] = "",
        cite: str = "",
        step: int = 1,
        reasoned: bool = False,
        cards: bool = False,
        step_cite: str = "",
    ) -> "Choice":
        """A choice, by default without an amount."""
        return tuple.__new__(cls, (name, least, most, says, cite, step, reasoned, cards, step_cite))

    @property
    def says(self) -> str:
        """Return the meaning of the choice in words."""
        return self.told if isinstance(self.told, str) else self.told()

    def words(self, amount: int) -> str:
        """One of its amounts as people say it."""
        return f"{amount} cards" if self.cards else money(amount)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The deck is to be shuffled, or a side of the shoe; or, where ``at`` names depths, some cards
    are to be shuffled and put back among the others in as many stacks."""

    deck: tuple[Card, ...]
    cite: str = ""
    side: str = ""
    at: tuple[int, ...] = ()
    who: Place = "chance"

    def check(self, given: Input) -> None:
        _expect(given, "shuffle", "the deck is being shuffled", self.cite)


@dataclass(slots=True)  # not frozen: there is one for every card, and this is quicker
class Draw:
    """Cards are to come out of the shoe for a place."""

    to: Place
    count: int
    cite: str = ""
    out: Mapping[Card, int] = field(default_factory=dict, repr=False)  # dealt already, how often
    deck: Mapping[Card, int] = field(default_factory=dict, repr=False)  # how often there is each
    side: str = ""  # of a shoe that has sides
    again: bool = field(default=False, repr=False)  # a ruling may change what is due
    unseen: bool = field(default=False, repr=False)  # no one may look: it may be entered as ??
    who: Place = "chance"

    def check(self, given: Input) -> None:
        if given.do != "draw":
            raise Refused(f"cards are being dealt to {place_name(self.to)}", self.cite)
        if len(given.cards) != self.count:
            raise Refused(
                f"{self.count} cards are due to {place_name(self.to)}, not {len(given.cards)}",
                self.cite,
            )
        for card in given.cards:
            if card == UNKNOWN and self.unseen:
                continue
            if card == UNKNOWN or (self.deck and card not in self.deck):
                raise Refused(f"{NAMES.get(card, '??')} is not a card of this deck", self.cite)
            if self.deck and self.out.get(card, 0) + given.cards.count(card) > self.deck[card]:
                raise Refused(f"{NAMES[card]} has been dealt already", self.cite)


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice are to be rolled."""

    dice: int
    cite: str = ""
    sides: int = 6
    who: Place = "chance"

    def check(self, given: Input) -> None:
        if given.do != "roll":
            raise Refused(f"{self.dice} dice are being rolled", self.cite)
        fit = [number for number in given.numbers if 1 <= number <= self.sides]
        if given.what != VOID and len(fit) != self.dice:
            raise Refused(f"{self.dice} dice show {given.numbers}", self.cite)


@dataclass(frozen=True, slots=True)
class Spin:
    """A wheel is to be spun."""

    pockets: tuple[str, ...]
    cite: str = ""
    who: Place = "chance"

    def check(self, given: Input) -> None:
        _expect(given, "spin", "the wheel is turning", self.cite)
        if given.what != VOID and given.what not in self.pockets:
            raise Refused(f"the wheel has no {given.what!r}", self.cite)


@dataclass(frozen=True, slots=True)
class Barred:
    """A choice that is barred here, and the paragraph that bars it."""

    name: str
    says: str
    cite: str


@dataclass(frozen=True, slots=True)
class Pick:
    """Distinct numbers are to be drawn: for all to see, or for one player's ticket."""

    count: int
    numbers: int
    to: Place = "board"
    cite: str = ""
    who: Place = "chance"

    def check(self, given: Input) -> None:
        _expect(given, "pick", "numbers are being drawn", self.cite)
        if given.what == VOID and self.to == "board":
            return
        fit = {n for n in given.numbers if type(n) is int and 1 <= n <= self.numbers}
        if not len(fit) == len(given.numbers) == self.count:
            raise Refused(f"{self.count} different numbers of {self.numbers} are due", self.cite)


@dataclass(frozen=True, slots=True)
class Ask:
    """A seat, the dealer or the floor must choose; or, where the law lets them, those ``above``."""

    who: Place
    choices: tuple[Choice, ...]
    cite: str = ""
    barred: Iterable[Barred] = field(default=(), repr=False, compare=False)
    above: tuple[str, ...] = ()
    idle: str = ""  # the choice for an absent player, if not the last that costs nothing
    ceremony: str = ""  # the choice for a player without a preference: to pass the cut, to shoot

    @property
    def customary(self) -> str:
        """Return the default choice; None where it would affect the player."""
        return self.ceremony if self.ceremony in [one.name for one in self.choices] else ""

    @property
    def absent(self) -> str:
        """Return the choice for a player who does not answer; None where every choice costs."""
        free = [choice.name for choice in self.choices if not choice.least]
        return self.idle if self.idle in free else (free[-1] if free else "")

    def check(self, given: Input) -> None:
        if given.do != "act":
            raise Refused(f"{place_name(self.who)} must act", self.cite)
        if given.who not in (self.who, *self.above):
            raise Refused(
                f"{place_name(self.who)} must act, not {place_name(given.who)}", self.cite
            )
        choice = self.choice(given.what)
        cite = choice.cite or self.cite
        if choice.step_cite and cents(given.amount, choice.name, cite) % choice.step:
            reason = f"{choice.name} goes in steps of {choice.words(choice.step)}"
            raise Refused(reason, choice.step_cite)
        if not choice.least <= cents(given.amount, choice.name, cite) <= choice.most:
            given_as = choice.words(given.amount) if given.amount else "none"
            raise Refused(f"{choice.name} takes {_span(choice)}, not {given_as}", cite)
        if given.amount % choice.step:
            raise Refused(f"{choice.name} goes in steps of {choice.words(choice.step)}", cite)
        if choice.reasoned and not given.form.get("reason"):
            raise Refused(f"{choice.name} requires a written reason", cite)

    def choice(self, name: str) -> Choice:
        """The choice of that name, or a refusal that lists the choices there are."""
        for choice in self.choices:
            if choice.name == name:
                return choice
        for barred in self.barred:
            if barred.name == name:
                raise Refused(f"{place_name(self.who)} may not {name}: {barred.says}", barred.cite)
        names = " or ".join(choice.name for choice in self.choices)
        raise Refused(f"{place_name(self.who)} may {names}, not {name}", self.cite)


@dataclass(frozen=True, slots=True)
class Next:
    """The dealer continues with a step; irregularities may be reported before it."""

    step: str
    cite: str = ""
    who: Place = "dealer"

    def check(self, given: Input) -> None:
        if given.do != "go":
            step = self.step.replace("_", " ")
            raise Refused(f"the dealer goes on first; the next step is: {step}", self.cite)


@dataclass(frozen=True, slots=True)
class Bets:
    """The betting window is open. ``table`` checks what a seat may bet and when it may close; where
    seats are kept for players who go away, ``check_absence`` checks who goes and comes."""

    check_bet: Any = field(repr=False)
    check_close: Any = field(repr=False)
    cite: str = ""
    who: Place = "seats"
    check_absence: Callable[[Input], None] | None = field(default=None, repr=False)

    def takes(self, given: Input) -> bool:
        """Return whether players may go away, come back or change seats while it is open."""
        return given.do in ABSENCE and self.check_absence is not None

    def check(self, given: Input) -> None:
        if given.do == "bet":
            self.check_bet(given)
        elif given.do == "close":
            self.check_close()
        elif given.do in ABSENCE and self.check_absence is not None:
            self.check_absence(given)
        else:
            raise Refused("wagers are being taken; no cards are dealt", self.cite)


@dataclass(frozen=True, slots=True)
class Tickets(Bets):
    """The window of a game that is played with tickets, which are bought, voided, redeemed and
    refunded until it closes. ``check_desk`` checks all of that and what is done before the close;
    ``acts`` lists who may do what now for the close to come, and ``suggest`` fills in a lawful form
    at random."""

    check_desk: Callable[[Input], None] = field(kw_only=True, repr=False)
    acts: Callable[[], list[tuple[str, str]]] = field(kw_only=True, repr=False)
    suggest: Callable[[Source], dict[str, Any]] = field(kw_only=True, repr=False)

    def check(self, given: Input) -> None:
        if given.do == "bet":
            self.check_bet(given)
        elif given.do == "close":
            self.check_close(given)
        elif given.do in (*DESK, "act"):
            self.check_desk(given)
        else:
            raise Refused("tickets are being sold; no numbers are drawn", self.cite)


Request = Shuffle | Draw | Roll | Spin | Pick | Ask | Next | Bets
WORDS = {
    Shuffle: "shuffle", Draw: "draw", Roll: "roll", Spin: "spin", Pick: "pick", Ask: "ask",
    Next: "next", Bets: "bets", Tickets: "tickets",
}  # what a request asks for, as it is told  # fmt: skip


def place_name(place: Place | None) -> str:
    """A place as people say it."""
    return f"seat {place}" if isinstance(place, int) else f"the {str(place).replace('_', ' ')}"


def _expect(given: Input, do: str, otherwise: str, cite: str) -> None:
    if given.do != do:
        raise Refused(otherwise, cite)


def _span(choice: Choice) -> str:
    if choice.least == choice.most:
        return choice.words(choice.least) if choice.least else "no amount"
    return f"{choice.words(choice.least)} to {choice.words(choice.most)}"
