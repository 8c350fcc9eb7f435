"""What holds at one table: a rulebook, and what the house has chosen within it.

A choice that the law does not allow is refused with its paragraph, so that a ``TableRules`` that
exists is a lawful one.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from math import lcm
from typing import Any, Literal

from houseway.rulebook.chapter import Chapter
from houseway.rulebook.chapter import chapter as chapter_of
from houseway.rulebook.cite import split
from houseway.rulebook.models import (
    RATE_CARD,
    Cage,
    Cap,
    Constraint,
    Irregularity,
    Meter,
    Option,
    Paytable,
    RateCard,
    Rulebook,
    Wager,
)
from houseway.rulebook.money import cents, dollars, money
from houseway.rulebook.price import Price
from houseway.rulebook.rate import parse_rate, rate_text
from houseway.rulebook.rate_card import read_card
from houseway.rulebook.refusal import Refused

RANKS = "23456789TJQKA"
SMALLEST_CHIP = "smallest_chip"  # the option that holds it, where wagers go in whole chips


@dataclass(frozen=True)
class Limit:
    """The least and the most that may be bet, in cents, and the step between amounts."""

    minimum: int
    maximum: int
    step: int = 1


@dataclass(frozen=True)
class MeterTerms:
    """What a meter starts again from (cents) and its share of each wager (millionths)."""

    reset: int
    rate: int


@dataclass(frozen=True)
class Schedule:
    """The paytable in use for a wager: each row's price, highest row first."""

    name: str
    prices: Mapping[str, Price]
    award: Literal["highest rank", "highest payout"]
    together: Mapping[str, list[str]]
    rounds_up: bool
    cite: str
    drawn_from: str = ""  # a meter that fixed awards come out of as well


class TableRules:
    """The rules in effect at a table."""

    def __init__(
        self,
        book: Rulebook,
        options: Mapping[str, Any] | None = None,
        limits: Mapping[str, Any] | None = None,
        meters: Mapping[str, Mapping[str, Any]] | None = None,
        chapter: Chapter | None = None,
    ) -> None:
        self.book = book
        self.chapter: Chapter = chapter or chapter_of(book.edition)
        self.options = _options(book, options or {})
        _check_constraints(book, self.options)
        self._cites: dict[str, str] = {}
        self._rules: dict[str, Any] = {}
        self._cards: dict[str, RateCard] = {}
        self.limits = self._limits(limits or {})
        self.meters = self._meters(meters or {})
        self._check_caps()

    # -- what the round asks -----------------------------------------------------------------

    def fixes(self, name: str) -> bool:
        """Whether law or house says anything under this name."""
        return name in self.options or name in self.book.rules

    def rule(self, name: str) -> Any:
        """What holds here: the house's choice where the law leaves one, else the law's value."""
        if name not in self._rules:
            self._rules[name] = self._look_up(name)
        return self._rules[name]

    def _look_up(self, name: str) -> Any:
        if name in self.options:
            return self.options[name]
        rule = self.book.rules[name]
        for option, cases in rule.by.items():
            return cases[_case(self.options[option])]
        return rule.value

    def cite(self, name: str) -> str:
        """The paragraphs behind a step of the round, an irregularity, a rule or an option."""
        if name not in self._cites:
            self._cites[name] = self._look_up_cite(name)
        return self._cites[name]

    def joined(self, step: str, cite: str) -> str:
        """A step's paragraphs followed by others, none of them twice."""
        key = f"{step}+{cite}"
        if key not in self._cites:
            parts = [*split(self.cite(step)), *split(cite)]
            self._cites[key] = ", ".join(dict.fromkeys(parts))
        return self._cites[key]

    def _look_up_cite(self, name: str) -> str:
        if found := self.book.round.get(name) or self.book.irregularities.get(name):
            chosen = [cases[_case(self.options[o])] for o, cases in found.cite_by.items()]
            return ", ".join(filter(None, [found.cite, *chosen]))
        if name in self.book.rules:
            return self.book.rules[name].cite
        return self.book.choices[name].cite

    @cached_property
    def points(self) -> tuple[int, ...]:
        """What the thirteen ranks count, a deuce first."""
        if self.book.points is None:
            raise ValueError(f"{self.book.title} gives cards no points")
        return tuple(self.book.points.values[rank] for rank in RANKS)

    @cached_property
    def wagers(self) -> dict[str, Wager]:
        """The wagers on offer here, on the spots that the layout in use has."""
        missing = self.rule("off_layout") if self.fixes("off_layout") else self._off_card()
        return {
            name: _on_layout(name, self._with_terms(wager), missing)
            for name, wager in self.book.wagers.items()
            if name not in missing and (wager.if_offered is None or self.options[wager.if_offered])
        }

    def _off_card(self) -> list[str]:
        """Numbers of spots that the rate card in use has no payoffs for."""
        if self.book.rates is None:
            return []
        most = self.rate_card.max_spots
        wagers = self.book.wagers.items()
        return [f"{name}@{n}" for name, wager in wagers for n in wager.spots if int(n) > most]

    def _with_terms(self, wager: Wager) -> Wager:
        """A wager with what the house's choices ask of it besides."""
        for option, cases in wager.cases.items():
            if terms := cases.get(_case(self.options[option])):
                wager = wager.model_copy(
                    update={
                        "required": wager.required or terms.required,
                        "amount": [*wager.amount, *terms.amount],
                        "needs": [*wager.needs, *terms.needs],
                        "cite": f"{wager.cite}, {terms.cite}",
                    }
                )
        return wager

    @property
    def chip(self) -> int:
        """The smallest chip that is wagered here, in cents; a cent where nothing is said of it."""
        found: int = self.rule(SMALLEST_CHIP) if self.fixes(SMALLEST_CHIP) else 1
        return found

    def step_of(self, wager: str) -> int:
        """The step between amounts of a wager: whole chips, and what the law asks besides."""
        steps = [r.choices[0] for r in self.wager(wager).amount if r.relation == "steps"]
        return lcm(self.chip, *steps)

    def wager(self, name: str) -> Wager:
        """A wager on offer, with its spot if it has spots, or a refusal."""
        base, _, spot = name.partition("@")
        if found := self.wagers.get(base):
            if spot and spot not in found.spots:
                raise Refused(f"{found.name} has no spot {spot!r}", found.cite)
            if found.spots and not spot:
                raise Refused(
                    f"{found.name} is bet on a spot, as {base}@{min(found.spots)}", found.cite
                )
            return found
        name = base
        if known := self.book.wagers.get(name):
            raise Refused(f"this table does not offer the {known.name} wager", known.cite)
        raise Refused(f"there is no wager {name!r} in {self.book.title}: {_list(self.wagers)}")

    def schedule(self, wager: str) -> Schedule:
        """The paytable in use for a wager."""
        return self._schedules[base_of(wager)]

    @cached_property
    def _schedules(self) -> dict[str, Schedule]:
        found = {}
        for name, wager in self.book.wagers.items():
            if wager.paytable:
                found[name] = self._schedule(self.book.paytables[wager.paytable], wager.paytable)
            elif wager.pays:
                found[name] = Schedule(
                    wager.name, {"win": wager.pays}, "highest rank", {}, False, wager.cite
                )
        return found

    def _schedule(self, paytable: Paytable, option: str) -> Schedule:
        chosen = self.options[option]
        prices = (
            dict(zip(paytable.rows, chosen, strict=True))
            if isinstance(chosen, tuple)
            else paytable.prices(chosen)
        )
        cite = paytable.cites.get(str(chosen), "")
        return Schedule(
            paytable.name,
            prices,
            paytable.award,
            paytable.together,
            paytable.rounds_up,
            f"{paytable.cite}, {cite}" if cite else paytable.cite,
            (paytable.drawn_from or "") if self._drawn(paytable) else "",
        )

    def _drawn(self, paytable: Paytable) -> bool:
        return paytable.drawn_if is None or bool(self.options[paytable.drawn_if])

    @property
    def cage(self) -> Cage:
        """The numbers that are drawn from."""
        if self.book.cage is None:
            raise ValueError(f"{self.book.title} draws no numbers")
        return self.book.cage

    @cached_property
    def rate_card(self) -> RateCard:
        """The rate card in use."""
        return self.card(self.options[RATE_CARD])

    def card(self, value: Any) -> RateCard:
        """A rate card by its name, or one of the house's own, as an option holds it."""
        if self.book.rates is None:
            raise ValueError(f"{self.book.title} has no rate card")
        key = value if isinstance(value, str) else json.dumps(value)
        if key not in self._cards:
            self._cards[key] = read_card(value, self.book.rates, self.cage)
        return self._cards[key]

    def irregularity(self, name: str) -> Irregularity:
        """An irregularity that the edition rules on, or a refusal."""
        if found := self.book.irregularities.get(name):
            return found
        known = _list(self.book.irregularities)
        raise Refused(f"there is no irregularity {name!r} in {self.book.title}: {known}")

    def header(self) -> dict[str, Any]:
        """What a log must hold for a hand to be dealt again under the same rules."""
        return {
            "game": self.book.game,
            "edition": self.book.edition,
            "rulebook": self.book.hash,
            "options": {
                name: [str(price) for price in value] if isinstance(value, tuple) else value
                for name, value in self.options.items()
            },
            "limits": {
                name: [limit.minimum, limit.maximum, limit.step]
                for name, limit in self.limits.items()
            },
            "meters": {
                name: {"reset": terms.reset, "rate": rate_text(terms.rate)}
                for name, terms in self.meters.items()
            },
        }

    # -- checking what the house chose -------------------------------------------------------

    def _limits(self, given: Mapping[str, Any]) -> dict[str, Limit]:
        standard = self.chapter.limits
        if self.book.rates:
            return self._limits_of_card(given)
        limits = {
            name: Limit(max(standard.minimum, self.least_bet(name)), standard.maximum)
            for name, wager in self.wagers.items()
            if wager.has_limits and wager.window == "bets"
        }
        for name, value in given.items():
            wager = self.wagers.get(name) or self.wager(name)
            if name not in limits:
                fixed = f"the amount of the {wager.name} wager is not the house's to set"
                raise Refused(fixed, wager.cite)
            limit = read_limit(name, value)
            for amount in (limit.minimum, limit.maximum, limit.step):
                cents(amount, f"limits of {name}")
            if not 0 < limit.minimum <= limit.maximum or limit.step < 1:
                upward = f"limits of {name} must run upward from more than nothing"
                raise Refused(upward, standard.cite)
            if limit.maximum // limit.step * limit.step < limit.minimum:
                none = (
                    f"no {wager.name} wager within its limits goes in steps of {money(limit.step)}"
                )
                raise Refused(none, self.chapter.steps.cite)
            limits[name] = limit
        for name, limit in limits.items():
            self._check_least(name, limit)
            self._check_ten_times(name, limit)
        return limits

    def least_bet(self, wager: str) -> int:
        """The least that the law lets anybody bet on a wager, whatever the house accepts."""
        bound = self.book.minimums.get(base_of(wager))
        return bound.at_least or 0 if bound else 0

    def _check_least(self, name: str, limit: Limit) -> None:
        """Hold the house's own minimum to what the law says of it."""
        bound = self.book.minimums.get(name)
        if bound is None or (bound.if_chosen and not self.options[bound.if_chosen]):
            return
        wager = self.wagers[name].name
        if bound.at_least is not None and limit.minimum < bound.at_least:
            least = f"the least {wager} wager may not be lower than {money(bound.at_least)}"
            raise Refused(least, bound.cite)
        if bound.at_most is not None and limit.minimum > bound.at_most:
            chosen = f" with {bound.if_chosen}" if bound.if_chosen else ""
            most = f"the least {wager} wager may not be higher than {money(bound.at_most)}{chosen}"
            raise Refused(most, bound.cite)

    def _limits_of_card(self, given: Mapping[str, Any]) -> dict[str, Limit]:
        """The least and the most that the rate card states, the same for every wager."""
        assert self.book.rates is not None
        card = self.rate_card
        stated = Limit(card.min_wager, card.max_wager)
        for name, value in given.items():
            if read_limit(name, value) != stated:
                cite = self.book.rates.wagers.cite
                raise Refused(f"the rate card states the limits of {name}", cite)
        return dict.fromkeys(self.wagers, stated)

    def _check_ten_times(self, name: str, limit: Limit) -> None:
        rule = self.chapter.ten_times
        if rule is None or name not in self._schedules:
            return
        prices = self._schedules[name].prices.values()
        short = all(
            price.kind in ("push", "lose")
            or (price.kind == "odds" and price.odds <= rule.odds_at_most.odds)
            for price in prices
        )
        if (
            short
            and limit.minimum <= rule.minimum_at_most
            and limit.maximum < rule.ratio * limit.minimum
        ):
            raise Refused(
                f"{name}: with a minimum of {money(limit.minimum)} the maximum must be at least "
                f"{money(rule.ratio * limit.minimum)}",
                rule.cite,
            )

    def caps(self, wager: str) -> list[tuple[int, Cap]]:
        """The limits in force on what a wager may win in one hand, in cents, with what they
        cover."""
        return [
            (limit, cap)
            for cap in self.book.caps.values()
            if wager in cap.wagers and not cap.shared and (limit := self._limit(cap)) is not None
        ]

    def _limit(self, cap: Cap) -> int | None:
        limit: int | None = self.options[cap.limit] if cap.limit else self._least(cap)
        return limit

    def _least(self, cap: Cap) -> int:
        return max(cap.at_least, self._winnable(cap))

    def _check_caps(self) -> None:
        for name, cap in self.book.caps.items():
            limit = self._limit(cap)
            if limit is not None and limit < (least := self._least(cap)):
                raise Refused(f"{name} may not be lower than {money(least)}", cap.cite)

    def _winnable(self, cap: Cap) -> int:
        """The most that one hand could win at the smallest bet, in cents."""
        if cap.base is None or cap.base not in self.limits:
            return 0
        least = self.limits[cap.base].minimum
        return sum(
            max(price.wins(times * least) for price in self._schedules[wager].prices.values())
            for wager, times in cap.winnable.items()
        )

    def _meters(self, given: Mapping[str, Mapping[str, Any]]) -> dict[str, MeterTerms]:
        in_use = {
            price.meter
            for name in self.wagers
            if name in self._schedules
            for price in self._schedules[name].prices.values()
            if price.kind == "meter"
        }
        for name in given:
            if name not in in_use:
                raise Refused(f"no paytable in use pays from a meter {name!r}: {_list(in_use)}")
        return {
            name: _meter_terms(name, meter, given.get(name, {}))
            for name, meter in self.book.meters.items()
            if name in in_use
        }


def read_limit(name: str, value: Any) -> Limit:
    """Limits as a house writes them: the least and the most, and the step if there is one."""
    if isinstance(value, Limit):
        return value
    if not isinstance(value, (list, tuple)) or len(value) not in (2, 3):
        raise Refused(f"limits of {name} are the least, the most and perhaps a step, not {value!r}")
    return Limit(*value)


def _meter_terms(name: str, meter: Meter, given: Mapping[str, Any]) -> MeterTerms:
    for key in given:
        if key not in ("reset", "rate"):
            raise Refused(f"meters.{name}.{key}: a meter has a reset and a rate")
    reset = cents(given.get("reset", meter.reset), f"meters.{name}.reset")
    try:
        rate = parse_rate(given.get("rate", meter.rate))
    except ValueError as error:
        raise Refused(f"meters.{name}.rate: {error}", meter.cite) from None
    if meter.reset_is == "fixed" and reset != meter.reset:
        raise Refused(f"{name} resets to {money(meter.reset)}, no other amount", meter.cite)
    if meter.reset_is == "minimum" and reset < meter.reset:
        raise Refused(f"{name} must reset to at least {money(meter.reset)}", meter.cite)
    if meter.rate_is == "fixed" and rate != meter.rate:
        raise Refused(f"{name} grows by {rate_text(meter.rate)} of each wager", meter.cite)
    if meter.rate_is == "minimum" and rate < meter.rate:
        least = rate_text(meter.rate)
        raise Refused(f"{name} must grow by at least {least} of each wager", meter.cite)
    return MeterTerms(reset, rate)


def nearest(name: str, known: Iterable[str]) -> str:
    """A question after the name that was probably meant, if there is one.

    >>> nearest("soft17", ["soft_17", "decks"])
    ' (did you mean soft_17?)'
    """
    close = get_close_matches(name, list(known), 1)
    return f" (did you mean {close[0]}?)" if close else ""


def _options(book: Rulebook, given: Mapping[str, Any]) -> dict[str, Any]:
    known = book.choices
    for name in given:
        if name not in known:
            raise Refused(
                f"there is no option {name!r} in {book.title}{nearest(name, known)}: {_list(known)}"
            )
    return {
        name: read_option(book, name, option, given.get(name, option.default))
        for name, option in known.items()
    }


def read_option(book: Rulebook, name: str, option: Option, value: Any) -> Any:
    """A choice of the house as it is kept, or a refusal of one that the law does not offer."""
    if option.kind == "flag":
        if not isinstance(value, bool):
            raise Refused(f"option {name} is true or false, not {value!r}", option.cite)
        return value
    if option.kind == "choice":
        if isinstance(value, str) and ", " in value:  # prices of the house's own, as results say it
            value = value.split(", ")
        elif isinstance(value, str) and name in book.paytables and _is_price(value):
            value = [value]  # a table of one row
        if name == RATE_CARD and isinstance(value, Mapping):
            return _own_card(option, value)
        if isinstance(value, (list, tuple)):
            return _own_table(book, name, option, value)
        if str(value) not in (option.choices or []):
            choices = _list(option.choices or [])
            raise Refused(f"option {name} may not be {value!r}: {choices}", option.cite)
        return str(value)
    if value is None:
        if option.default is not None:
            raise Refused(f"option {name} may not be left out", option.cite)
        return None
    if option.kind == "money":
        if isinstance(value, str):
            value = dollars(value)
        cents(value, f"option {name}", option.cite)
    elif isinstance(value, str) and value.isdecimal():
        value = int(value)
    elif isinstance(value, bool) or not isinstance(value, int):
        raise Refused(f"option {name} is a number, not {value!r}", option.cite)
    if option.at_least is not None and value < option.at_least:
        raise Refused(f"option {name} must be at least {option.at_least}, not {value}", option.cite)
    if option.at_most is not None and value > option.at_most:
        raise Refused(f"option {name} may be at most {option.at_most}, not {value}", option.cite)
    return value


def _is_price(text: str) -> bool:
    try:
        Price.parse(text)
    except ValueError:
        return False
    return True


def _own_card(option: Option, value: Mapping[str, Any]) -> dict[str, Any]:
    """A rate card of the house's own, as plain data that a log can hold."""
    try:
        found: dict[str, Any] = json.loads(json.dumps(dict(value)))
    except TypeError as error:
        raise Refused(f"the rate card: {error}", option.cite) from None
    return found


def _own_table(book: Rulebook, name: str, option: Option, value: Any) -> tuple[Price, ...]:
    """A paytable of the house's own, where the listed ones are only minimums."""
    paytable = book.paytables.get(name)
    if paytable is None or not paytable.floor:
        raise Refused(f"option {name} must be one of the listed tables", option.cite)
    try:
        prices = tuple(Price.parse(cell) for cell in value)
    except ValueError as error:
        raise Refused(f"option {name}: {error}", option.cite) from None
    if len(prices) != len(paytable.rows):
        raise Refused(f"option {name} needs {len(paytable.rows)} prices", option.cite)
    if pays_at_least(paytable, prices, paytable.tables):
        return prices
    raise Refused(f"option {name} pays less than every listed table", option.cite)


def pays_at_least(paytable: Paytable, prices: tuple[Price, ...], tables: Iterable[str]) -> bool:
    """Whether prices of the house's own are nowhere below those of one of these tables."""
    return any(
        all(price.at_least(floor) for price, floor in zip(prices, floors, strict=True))
        for floors in (paytable.tables[name] for name in tables)
    )


def _check_constraints(book: Rulebook, options: Mapping[str, Any]) -> None:
    for constraint in broken(book, options):
        raise Refused(constraint.says, constraint.cite)


def broken(book: Rulebook, options: Mapping[str, Any]) -> list[Constraint]:
    """The constraints that these choices do not keep."""
    return [
        constraint
        for constraint in book.constraints
        if holds(constraint.when, options) and not _keeps(book, constraint.then, options)
    ]


def _keeps(book: Rulebook, wanted: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether each option is as it must be. Where certain tables must be used and the law lets a
    house pay more than is listed, prices of its own keep to one of them that they are not below."""
    return all(
        options[name] in values
        or (
            isinstance(options[name], tuple)
            and pays_at_least(book.paytables[name], options[name], values)
        )
        for name, values in wanted.items()
    )


def _on_layout(name: str, wager: Wager, missing: list[str]) -> Wager:
    """A wager with those of its spots that the layout has."""
    spots = {spot: on for spot, on in wager.spots.items() if f"{name}@{spot}" not in missing}
    return wager.model_copy(update={"spots": spots}) if spots != wager.spots else wager


def base_of(wager: str) -> str:
    """A wager without the spot it lies on.

    >>> base_of("straight@17"), base_of("ante")
    ('straight', 'ante')
    """
    return wager.partition("@")[0]


def holds(conditions: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether each option named has one of the values listed for it."""
    return all(options[name] in values for name, values in conditions.items())


def _case(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _list(names: Any) -> str:
    return "it is one of " + ", ".join(sorted(str(name) for name in names))
