"""The shape of a rulebook: one game in one edition, as typed data.

A value that the law fixes carries the paragraph that fixes it. Code holds procedure only. Where
two editions deal differently, the difference stands here and the round reads it.
"""

import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    model_validator,
)
from pydantic import WithJsonSchema as Schema

from houseway.rulebook.amount import AmountField
from houseway.rulebook.money import dollars, money
from houseway.rulebook.price import Price, PriceField, RateField

Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Text = Annotated[str, BeforeValidator(lambda value: str(value) if type(value) is int else value)]
Cite = Annotated[Text, Field(min_length=1)]
Money = Annotated[
    int,
    BeforeValidator(dollars),
    PlainSerializer(money, return_type=str, when_used="json"),
    Schema({"type": ["string", "integer"], "examples": ["$5,000", 25]}),
]
Aspect = Literal["required", "needs", "excludes", "amount"]  # of a wager
RATE_CARD = "rate_card"  # the option that names one, or holds a card of the house's own
Value = bool | int | str | list[str]


class Model(BaseModel):
    """Unknown keys are errors, and nothing changes once it is read. What checks it is built when it
    is first read, once for a whole rulebook."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, ignored_types=(cached_property,), defer_build=True
    )

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy with other values, which works out anew what was derived from the old ones."""
        copied = super().model_copy(update=update, deep=deep)
        for name in copied.__dict__.keys() - type(self).model_fields:
            del copied.__dict__[name]
        return copied


class Seats(Model):
    """The permitted number of players."""

    max: int = Field(ge=1)
    cite: Cite


class Deck(Model):
    """The cards in play, or the tiles. A reduced deck is for proofs: fewer ranks or suits."""

    kind: Literal["cards", "tiles"] = "cards"
    decks: int = Field(default=1, ge=1)
    ranks: str = "23456789TJQKA"
    suits: str = "cdhs"
    jokers: int = Field(default=0, ge=0, le=2)  # in each deck
    cite: Cite


class Points(Model):
    """The points of each rank."""

    values: dict[Text, int]
    cite: Cite


def _spots(value: Any) -> Any:
    """Spots named after what they cover, as ``17-20``, or with what each covers."""
    if isinstance(value, list):
        return {str(spot): str(spot).split("-") for spot in value}
    return value


class Wheel(Model):
    """A wheel: its pockets in their order."""

    name: str
    pockets: list[Text] = Field(min_length=2)
    cite: Cite


class Cage(Model):
    """Numbers from 1 up, of which so many are drawn for a game."""

    numbers: int = Field(ge=1)
    drawn: int = Field(ge=1)
    cite: Cite


class Column(Model):
    """What one wager on so many spots is paid, by how many of them are caught."""

    wager: Annotated[Money, Field(gt=0)]
    pays: dict[Annotated[int, Field(ge=1)], dict[Annotated[int, Field(ge=0)], Money]]


class RateCard(Model):
    """What a house offers on tickets. Payoffs are all that is handed over: the price is spent when
    the ticket is issued. The first column is what other wagers are in proportion to.

    ``aggregate`` is the most that all winners of one game are paid together, and ``individual`` the
    most that one wager is paid, if the house has set any.
    """

    name: str
    max_spots: int = Field(ge=1)
    min_wager: Annotated[Money, Field(gt=0)]
    max_wager: Annotated[Money, Field(gt=0)]
    max_games: int = Field(default=20, ge=1)
    max_ways: int = Field(default=200, ge=1)
    aggregate: Money | None = None
    individual: Money | None = None
    columns: list[Column] = Field(min_length=1)

    def payoff(self, spots: int, caught: int, wager: int) -> Fraction:
        """What a wager is due for its catches, in cents, in proportion and without any limit."""
        base = self.columns[0]
        return Fraction(wager * base.pays.get(spots, {}).get(caught, 0), base.wager)

    def in_cents(self, spots: int, wager: int) -> bool:
        """Whether every payoff of a wager is a whole number of cents."""
        base = self.columns[0]
        return not any(wager * pay % base.wager for pay in base.pays[spots].values())

    def pays(self, spots: int, caught: int, wager: int) -> int:
        """What a wager that the card offers is paid by itself, in cents."""
        base = self.columns[0]
        due = wager * base.pays[spots].get(caught, 0) // base.wager
        return due if self.aggregate is None else min(due, self.aggregate)


class Bound(Model):
    """Something that the law holds a rate card to, with the figure if there is one."""

    says: str
    rate: RateField | None = None
    amount: Money | None = None
    cite: Cite


class Rates(Model):
    """Rate cards that a house may use as they are, and what a card of its own is held to. Wagers
    ``by_spots`` are bet on a number of spots, from one to the most that the card in use has."""

    edge_at_most: Bound
    limit_at_least: Bound
    proportion: Bound
    every_spot: Bound
    wagers: Bound
    by_spots: list[Id] = []
    cards: dict[Id, RateCard] = Field(min_length=1)
    default: Id
    cite: Cite

    @model_validator(mode="after")
    def _default_is_a_card(self) -> "Rates":
        if self.default not in self.cards:
            raise ValueError(f"default {self.default!r} is not one of the cards {list(self.cards)}")
        return self


class Terms(Model):
    """What a wager must meet besides, where the house has made a certain choice."""

    required: bool = False
    amount: list[AmountField] = []
    needs: list[Id] = []
    cite: Cite


class Wager(Model):
    """A bet that the law names. One with ``spots`` is made on one of them, as ``straight@17``.

    ``cases`` are further terms by the choice of an option. A wager that shares a paytable may be
    ``without`` rows that it can never come to. A bonus is ``paid_on`` the amount of another wager
    and has no stake of its own. Where everyone bets one amount that the house sets, its least is
    its most, and ``one_amount`` is what it is unless the house says otherwise. Chips that are
    ``kept`` only lie before their player from round to round, and nothing of them is undecided.
    ``cites`` are the paragraphs that decide what it needs, excludes or may amount to, or that it is
    required, where not all of ``cite`` do.
    """

    name: str
    says: str = ""
    required: bool = False
    window: Literal["bets", "decision"] = "bets"
    amount: list[AmountField] = []
    one_amount: Annotated[Money, Field(gt=0)] | None = None
    needs: list[Id] = []
    excludes: list[Id] = []
    pays: PriceField | None = None
    paytable: Id | None = None
    without: list[Id] = []
    if_offered: Id | None = None
    spots: Annotated[dict[Text, list[Text]], BeforeValidator(_spots)] = {}
    cases: dict[Id, dict[Text, Terms]] = {}
    paid_on: Id | None = None
    kept: bool = False
    cites: dict[Aspect, Cite] = {}
    cite: Cite

    def cite_of(self, aspect: Aspect) -> str:
        """The paragraphs that decide one thing about the wager."""
        return self.cites.get(aspect, self.cite)

    @property
    def has_limits(self) -> bool:
        """Whether the house sets a minimum and a maximum: not where the law fixes the amount."""
        return not any(rule.relation in ("equal", "one of") for rule in self.amount)


class Paytable(Model):
    """Rows from the highest hand to the lowest, and the tables a house may choose between.

    ``award`` says what one wager may win: the highest-ranking row it hits, or the row that pays
    most. ``together`` are rows that are paid beside another one. ``floor`` means that the listed
    prices are minimums, but for the rows that are ``fixed``. Fixed awards are ``drawn_from`` a
    meter too, where the law or an option (``drawn_if``) says so; only those of ``drawn_at_least``,
    or for ``drawn_rows``, where it says that. No price may be above ``at_most``, and what is won is
    rounded down to ``whole_dollars``, where the law wants it. ``cites`` are paragraphs of single
    tables, ``row_cites`` those of single rows.
    """

    name: str
    award: Literal["highest rank", "highest payout"] = "highest rank"
    together: dict[Id, list[Id]] = {}
    floor: bool = False
    fixed: list[Id] = []
    rounds_up: bool = False
    drawn_from: Id | None = None
    drawn_if: Id | None = None
    drawn_at_least: Money = 0
    drawn_rows: list[Id] = []
    at_most: PriceField | None = None
    whole_dollars: bool = False
    rows: dict[Id, str]
    tables: dict[Text, list[PriceField]]
    cites: dict[Text, Cite] = {}
    row_cites: dict[Id, Cite] = {}
    default: Text
    cite: Cite

    @model_validator(mode="after")
    def _rows_fit(self) -> "Paytable":
        for name, prices in self.tables.items():
            if len(prices) != len(self.rows):
                raise ValueError(f"table {name} has {len(prices)} prices for {len(self.rows)} rows")
        if self.default not in self.tables:
            raise ValueError(
                f"default {self.default!r} is not one of the tables {list(self.tables)}"
            )
        beside = [*self.together, *(row for also in self.together.values() for row in also)]
        named = {
            "fixed": self.fixed,
            "together": beside,
            "row_cites": self.row_cites,
            "drawn_rows": self.drawn_rows,
        }
        for key, rows in named.items():
            for row in rows:
                if row not in self.rows:
                    raise ValueError(f"{key} names {row!r}, which is not a row")
        return self

    def prices(self, table: str) -> dict[str, Price]:
        """A table's price for every row, highest row first."""
        return dict(zip(self.rows, self.tables[table], strict=True))


class Cap(Model):
    """A limit on what some wagers may win in one hand, if the house posts one.

    ``limit`` names the option that holds it; without one the law sets the limit itself, at the
    least that it may be. It may be no lower than ``at_least``, nor than what could be won with the
    smallest bet: ``winnable`` are the stakes of each wager as multiples of the minimum of ``base``,
    or of its own where it is a wager by itself. One that is ``shared`` covers all the winners of a
    round together, and the round divides it among them.
    """

    wagers: list[Id] = Field(min_length=1)
    limit: Id | None = None
    at_least: Money = 0
    base: Id | None = None
    winnable: dict[Id, int] = {}
    shared: bool = False
    cite: Cite


class LeastBet(Model):
    """What the law says of the least that may be bet on a wager, which the house's own minimum is
    held to: it may not be lower than ``at_least``, nor higher than ``at_most`` where the house has
    chosen the option that ``if_chosen`` names.
    """

    at_least: Annotated[Money, Field(gt=0)] | None = None
    at_most: Annotated[Money, Field(gt=0)] | None = None
    if_chosen: Id | None = None
    cite: Cite

    @model_validator(mode="after")
    def _bounds(self) -> "LeastBet":
        if self.at_least is None and self.at_most is None:
            raise ValueError("give at_least or at_most")
        return self


class Sharing(Model):
    """When a jackpot is shared with other casinos, and which options must then be the same at all
    of them."""

    when: dict[Id, list[Text | bool]]
    same: list[Id]
    cite: Cite


class Meter(Model):
    """A progressive jackpot: what feeds it and what it starts again from.

    An amount or a rate is ``fixed`` by the law, a ``minimum`` for the house's own, or the house's
    to say (``filed``). One that no paytable pays from is in use where the house has made the
    choices of ``only_if``; ``shared`` says when other casinos pay into it too.
    """

    name: str
    fed_by: Id
    reset: Money
    reset_is: Literal["fixed", "minimum", "filed"] = "fixed"
    rate: RateField
    rate_is: Literal["fixed", "minimum", "filed"] = "fixed"
    only_if: dict[Id, list[Text | bool]] = {}
    shared: Sharing | None = None
    cite: Cite


class Option(Model):
    """Something that the law leaves to the house."""

    says: str
    choices: list[Text] | None = None
    kind: Literal["choice", "flag", "money", "number"] = "choice"
    at_least: int | None = None
    at_most: int | None = None
    decimals: int = 0  # of a number that need not be whole
    multiple_of: int = 1
    whole_from: Money | None = None  # amounts from this on are whole dollars
    default: Text | bool | None = None
    or_none: bool = False  # the house may do without it, though it has a default
    own: bool = False  # the house may bring data of its own instead, as a file
    cite: Cite

    @model_validator(mode="after")
    def _default_fits(self) -> "Option":
        if (self.kind == "choice") != (self.choices is not None):
            raise ValueError("only an option of kind choice has choices, and it must have them")
        if self.choices is not None and self.default not in self.choices:
            raise ValueError(f"default {self.default!r} is not one of {self.choices}")
        return self


class Constraint(Model):
    """Choices that do not go together: when all of ``when`` holds, ``then`` must, and numbers that
    are named in ``total`` come to ``at_most`` together."""

    when: dict[Id, list[Text | bool]]
    then: dict[Id, list[Text | bool]] = {}
    total: list[Id] = []
    at_most: int | None = None
    says: str
    cite: Cite


class Promise(Model):
    """An option that has been told to players and is not made harder until what it promises is won:
    the order of its choices is a rule, and a note of the table keeps what was told."""

    option: Id
    order: Id
    note: Id
    says: str
    cite: Cite


class Rule(Model):
    """A value the law fixes: the same everywhere, or by a house option. The round reads what stands
    under ``rules``. What stands under ``stated`` is for people: no code decides anything by it, but
    editions are compared by it and it is printed with the rest."""

    says: str
    value: Value | None = Field(default=None, alias="is")
    by: dict[Id, dict[Text, Value]] = {}
    cite: Cite

    @model_validator(mode="after")
    def _one_form(self) -> "Rule":
        if (self.value is None) == (not self.by) or len(self.by) > 1:
            raise ValueError("a rule has either 'is' or 'by: {option: {choice: value}}'")
        return self


class Step(Model):
    """One step of the round, in plain words, with the paragraphs that order it."""

    says: str
    cite: Text = ""
    cite_by: dict[Id, dict[Text, Cite]] = {}


class Irregularity(Model):
    """Something that goes wrong, when it can be reported, and what the law rules.

    ``after`` and ``before`` name events of the round, as ``dealt dealer`` or ``chose cut``: it can
    be reported only once there has been such an event, or only until there is one. ``returns`` are
    the wagers that a ruling gives back where it does not give back all.
    """

    says: str
    rulings: list[Id] = Field(min_length=1)
    rulings_by: Id | None = None
    wagers: str = ""
    during: list[Id] = Field(min_length=1)
    after: str = ""
    before: str = ""
    returns: list[Id] = []
    only_if: dict[Id, list[Text | bool]] = {}
    names_seat: bool = False
    cite: Text = ""
    cite_by: dict[Id, dict[Text, Cite]] = {}

    @model_validator(mode="after")
    def _cited(self) -> "Irregularity":
        if not self.cite and not self.cite_by:
            raise ValueError("an irregularity has a cite, or one for each case of an option")
        return self


class Reading(Model):
    """A place where the text is silent, damaged or at odds with itself, and how it is read."""

    at: Cite
    printed: str
    read: str
    why: str
    option: Id | None = None


class PlaceOnFelt(Model):
    """A place for common cards: what it is called, and where it lies among the others. Places are
    listed from the players' left."""

    name: str
    cite: Cite


class Layout(Model):
    """What the table's felt must show."""

    areas: list[Id]
    inscriptions: list[str]
    cite: Cite


class Term(Model):
    """A word that the law defines."""

    means: str
    cite: Cite


class Rulebook(Model):
    """Everything that one edition of one game fixes or leaves open."""

    game: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    edition: Literal["nj", "md", "nj-19-47", "own"]
    title: str
    law: str
    law_sources: list[Text] = Field(min_length=1)
    family: str
    summary: str
    seats: Seats | None = None  # none where anyone may play who comes
    deck: Deck | None = None
    wheels: dict[Id, Wheel] = {}
    cage: Cage | None = None
    rates: Rates | None = None
    points: Points | None = None
    terms: dict[str, Term] = {}
    wagers: dict[Id, Wager] = Field(min_length=1)
    minimums: dict[Id, LeastBet] = {}
    tenders: dict[Id, Rule] = {}
    paytables: dict[Id, Paytable] = {}
    meters: dict[Id, Meter] = {}
    caps: dict[Id, Cap] = {}
    options: dict[Id, Option] = {}
    constraints: list[Constraint] = []
    promises: list[Promise] = []
    rules: dict[Id, Rule] = {}
    stated: dict[Id, Rule] = {}
    round: dict[Id, Step] = Field(min_length=1)
    irregularities: dict[Id, Irregularity] = {}
    places: dict[Id, PlaceOnFelt] = {}
    layout: Layout | None = None
    readings: list[Reading] = []
    borrows: dict[Cite, str] = {}
    conduct: dict[Cite, str] = {}

    @model_validator(mode="after")
    def _names_meet(self) -> "Rulebook":
        """Every name that one part uses must be defined in another."""
        wagers, options = set(self.wagers), self.choices
        for key, wager in self.wagers.items():
            terms = [case for cases in wager.cases.values() for case in cases.values()]
            others = [*wager.needs, *wager.excludes, *filter(None, [wager.paid_on])]
            others += [r.other for r in wager.amount if r.other]
            for case in terms:
                others += [*case.needs, *(r.other for r in case.amount if r.other)]
            for other in others:
                _known(other, wagers, f"wagers.{key}")
            for option, cases in wager.cases.items():
                _known(option, options, f"wagers.{key}.cases")
                for choice in cases:
                    choices = options[option].choices or ["true", "false"]
                    _known(choice, choices, f"wagers.{key}.cases.{option}")
            if wager.paytable:
                _known(wager.paytable, self.paytables, f"wagers.{key}.paytable")
            for row in wager.without:
                rows = self.paytables[wager.paytable].rows if wager.paytable else {}
                _known(row, rows, f"wagers.{key}.without")
            if wager.if_offered:
                _known(wager.if_offered, options, f"wagers.{key}.if_offered")
        for key, meter in self.meters.items():
            _known(meter.fed_by, wagers, f"meters.{key}.fed_by")
            for name in meter.only_if:
                _known(name, options, f"meters.{key}.only_if")
        for key, paytable in self.paytables.items():
            for price in (price for prices in paytable.tables.values() for price in prices):
                if price.kind == "meter":
                    _known(price.meter, self.meters, f"paytables.{key}")
            if paytable.drawn_from:
                _known(paytable.drawn_from, self.meters, f"paytables.{key}.drawn_from")
            if paytable.drawn_if:
                _known(paytable.drawn_if, options, f"paytables.{key}.drawn_if")
        for key, least in self.minimums.items():
            _known(key, wagers, "minimums")
            if least.if_chosen:
                _known(least.if_chosen, options, f"minimums.{key}.if_chosen")
        for name in self.rates.by_spots if self.rates else []:
            _known(name, wagers, "rates.by_spots")
        for key, cap in self.caps.items():
            if cap.limit:
                _known(cap.limit, options, f"caps.{key}.limit")
            for other in (*cap.wagers, *cap.winnable, *filter(None, [cap.base])):
                _known(other, wagers, f"caps.{key}")
        for key, rule in self.rules.items():
            _options_known(rule.by, options, f"rules.{key}")
        for key, rule in self.stated.items():
            _options_known(rule.by, options, f"stated.{key}")
        for key, step in self.round.items():
            _options_known(step.cite_by, options, f"round.{key}")
        for number, constraint in enumerate(self.constraints):
            for name in (*constraint.when, *constraint.then, *constraint.total):
                _known(name, options, f"constraints.{number}")
        for number, promise in enumerate(self.promises):
            _known(promise.option, options, f"promises.{number}")
            _known(promise.order, self.rules, f"promises.{number}")
        for key, irregularity in self.irregularities.items():
            for name in irregularity.returns:
                _known(name, wagers, f"irregularities.{key}.returns")
            for name in irregularity.only_if:
                _known(name, options, f"irregularities.{key}.only_if")
            _options_known(irregularity.cite_by, options, f"irregularities.{key}")
            if irregularity.rulings_by:
                _known(irregularity.rulings_by, options, f"irregularities.{key}.rulings_by")
        clash = (set(self.fixed) & set(options)) or (set(self.paytables) & set(self.options))
        if clash:
            raise ValueError(f"{clash.pop()!r} is both fixed and an option")
        if twice := set(self.rules) & set(self.stated):
            raise ValueError(f"{twice.pop()!r} is listed both under rules and under stated")
        return self

    @cached_property
    def choices(self) -> dict[str, Option]:
        """Every option of the house, the choice of a paytable or a rate card included."""
        tables = {
            name: Option(
                says=f"Paytable of the {paytable.name}",
                choices=list(paytable.tables),
                default=paytable.default,
                cite=paytable.cite,
            )
            for name, paytable in self.paytables.items()
        }
        if self.rates:
            tables[RATE_CARD] = Option(
                says="Rate card",
                choices=list(self.rates.cards),
                default=self.rates.default,
                own=True,
                cite=self.rates.cite,
            )
        return {**self.options, **tables}

    @property
    def chooses_decks(self) -> bool:
        """Return whether the house chooses the number of decks."""
        return "decks" in self.rules or "decks" in self.options

    @property
    def fixed(self) -> dict[str, Rule]:
        """Everything that the law fixes, whether the round reads it or only people do."""
        return {**self.rules, **self.stated}

    @cached_property
    def hash(self) -> str:
        """A fingerprint of the content, for logs and certificates. What is as it is where
        nothing is said is left out, so that records hold when rulebooks learn a new word."""
        plain = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        content = json.dumps(plain, sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()


def _known(name: str, among: Any, at: str) -> None:
    if name not in among:
        raise ValueError(f"{at} names {name!r}, which is not defined")


def _options_known(by: dict[str, dict[str, Any]], options: dict[str, Option], at: str) -> None:
    for name, cases in by.items():
        _known(name, options, at)
        choices = options[name].choices or ["true", "false"]
        if set(cases) != set(choices):
            raise ValueError(f"{at} must give a value for each of {choices}")
