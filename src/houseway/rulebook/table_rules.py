"""The rules of one table: a rulebook, and the house's choices within it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import lcm
from typing import Any, Literal

from houseway.rulebook.chapter import Chapter
from houseway.rulebook.chapter import chapter as chapter_of
from houseway.rulebook.cite import split
from houseway.rulebook.house_limits import Limit, MeterTerms, read_limit, read_meter
from houseway.rulebook.house_options import case, check_constraints, holds, listed, read_options
from houseway.rulebook.models import (
    RATE_CARD,
    Aspect,
    Cage,
    Cap,
    Irregularity,
    Paytable,
    RateCard,
    Rulebook,
    Terms,
    Wager,
)
from houseway.rulebook.money import cents, money
from houseway.rulebook.price import Price
from houseway.rulebook.rate import rate_text
from houseway.rulebook.rate_card import read_card
from houseway.rulebook.refusal import Refused

RANKS = "23456789TJQKA"
FEWEST_PLAYERS = "min_players"  # the rule that says how many there must be
SMALLEST_CHIP = "smallest_chip"  # the option that holds it, where wagers go in whole chips


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
    row_cites: Mapping[str, str] = field(default_factory=dict)
    drawn_at_least: int = 0  # cents from which a fixed award comes out of the meter
    drawn_rows: tuple[str, ...] = ()  # rows whose award does whatever it is
    whole_dollars: bool = False  # what is won is rounded down to whole dollars

    def draws(self, row: str, due: int) -> bool:
        """Whether a fixed award for a row comes out of the meter."""
        drawn = due >= self.drawn_at_least or row in self.drawn_rows
        return bool(self.drawn_from) and drawn

    def wins(self, price: Price, stake: int) -> int:
        """What a price pays on a stake, in cents, beside the stake itself."""
        won = price.wins(stake)
        return won - won % 100 if self.whole_dollars else won


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
        self.options = read_options(book, options or {})
        check_constraints(book, self.options)
        self._cites: dict[str, str] = {}
        self._rules: dict[str, Any] = {}
        self._cards: dict[str, RateCard] = {}
        self.limits = self._limits(limits or {})
        self.meters = self._meters(meters or {})
        self._check_caps()

    # -- used by rounds ----------------------------------------------------------------------

    def fixes(self, name: str) -> bool:
        """Return whether law or house has a value under this name."""
        return name in self.options or name in self.book.rules

    @property
    def asked(self) -> set[str]:
        """The names that have been looked up so far: values and paragraphs."""
        return self._rules.keys() | self._cites.keys()

    def rule(self, name: str) -> Any:
        """Return a rule's value: the house's choice where the law leaves one, otherwise the
        law's."""
        try:
            return self._rules[name]
        except KeyError:
            found = self._rules[name] = self._look_up(name)
            return found

    def _look_up(self, name: str) -> Any:
        if name in self.options:
            return self.options[name]
        if (rule := self.book.rules.get(name)) is None:
            raise self._lacks("rule or option", name)
        for option, cases in rule.by.items():
            return cases[case(self.options[option])]
        return rule.value

    def cite(self, name: str) -> str:
        """The paragraphs behind a step of the round, an irregularity, a rule or an option."""
        try:
            return self._cites[name]
        except KeyError:
            found = self._cites[name] = self._look_up_cite(name)
            return found

    def joined(self, step: str, cite: str) -> str:
        """A step's paragraphs followed by others, none of them twice."""
        key = f"{step}+{cite}"
        if key not in self._cites:
            parts = [*split(self.cite(step)), *split(cite)]
            self._cites[key] = ", ".join(dict.fromkeys(parts))
        return self._cites[key]

    def _look_up_cite(self, name: str) -> str:
        if found := self.book.round.get(name) or self.book.irregularities.get(name):
            chosen = [cases[case(self.options[o])] for o, cases in found.cite_by.items()]
            return ", ".join(filter(None, [found.cite, *chosen]))
        if name in self.book.rules:
            return self.book.rules[name].cite
        if name in self.book.choices:
            return self.book.choices[name].cite
        raise self._lacks("step, irregularity, rule or option", name)

    def says(self, step: str) -> str:
        """Return a step of the round in plain words."""
        if step not in self.book.round:
            raise self._lacks("step", step)
        return self.book.round[step].says

    def _lacks(self, what: str, name: str) -> ValueError:
        """The round asks for something that nobody has written into the rulebook."""
        book = self.book
        return ValueError(f"the rulebook of {book.game} ({book.edition}) has no {what} {name!r}")

    @cached_property
    def points(self) -> tuple[int, ...]:
        """Return the points of the thirteen ranks, deuce first."""
        if self.book.points is None:
            raise ValueError(f"{self.book.title} gives cards no points")
        return tuple(self.book.points.values[rank] for rank in RANKS)

    @cached_property
    def wagers(self) -> dict[str, Wager]:
        """The wagers on offer here, on the spots that the layout in use has."""
        missing = self.rule("off_layout") if self.fixes("off_layout") else []
        return {
            name: _on_layout(name, self._by_spots(name, self._with_terms(wager)), missing)
            for name, wager in self.book.wagers.items()
            if name not in missing and (wager.if_offered is None or self.options[wager.if_offered])
        }

    def _by_spots(self, name: str, wager: Wager) -> Wager:
        """A wager that is bet on a number of spots, on those that the rate card in use has."""
        if self.book.rates is None or name not in self.book.rates.by_spots:
            return wager
        numbers = [str(n) for n in range(1, self.rate_card.max_spots + 1)]
        return wager.model_copy(update={"spots": {n: [n] for n in numbers}})

    def _with_terms(self, wager: Wager) -> Wager:
        """A wager with what the house's choices ask of it besides."""
        for option, cases in wager.cases.items():
            if terms := cases.get(case(self.options[option])):
                wager = wager.model_copy(
                    update={
                        "required": wager.required or terms.required,
                        "amount": [*wager.amount, *terms.amount],
                        "needs": [*wager.needs, *terms.needs],
                        "cites": {**wager.cites, **dict(_cites_with(wager, terms))},
                        "cite": f"{wager.cite}, {terms.cite}",
                    }
                )
        return wager

    @property
    def players_needed(self) -> int:
        """How many players there must be for a round to be dealt; one where nothing is said of
        it."""
        found: int = self.rule(FEWEST_PLAYERS) if self.fixes(FEWEST_PLAYERS) else 1
        return found

    @cached_property
    def chip(self) -> int:
        """The smallest chip that is wagered here, in cents; a cent where nothing is said of it."""
        found: int = self.rule(SMALLEST_CHIP) if self.fixes(SMALLEST_CHIP) else 1
        return found

    def step_of(self, wager: str) -> int:
        """The step between amounts of a wager: whole chips, and what the law asks besides."""
        steps = [r.choices[0] for r in self.wager(wager).amount if r.relation == "steps"]
        return lcm(self.chip, *steps)

    @property
    def compulsory(self) -> list[str]:
        """The wagers that everyone who plays must make."""
        return [name for name, wager in self.wagers.items() if wager.required]

    def wager(self, name: str) -> Wager:
        """A wager on offer, with its spot if it has spots, or a refusal."""
        base, _, spot = name.partition("@")
        if found := self.wagers.get(base):
            if spot and spot not in found.spots:
                raise Refused(f"{found.name} has no spot {spot!r}", found.cite)
            if found.spots and not spot:
                raise Refused(
                    f"{found.name} needs a spot, such as {base}@{min(found.spots)}", found.cite
                )
            return found
        name = base
        if known := self.book.wagers.get(name):
            raise Refused(f"this table does not offer the {known.name} wager", known.cite)
        raise Refused(f"there is no wager {name!r} in {self.book.title}: {listed(self.wagers)}")

    def schedule(self, wager: str) -> Schedule:
        """The paytable in use for a wager."""
        return self._schedules[base_of(wager)]

    @cached_property
    def _schedules(self) -> dict[str, Schedule]:
        found = {}
        for name, wager in self.book.wagers.items():
            if wager.paytable:
                found[name] = self._schedule(wager, wager.paytable)
            elif wager.pays:
                found[name] = Schedule(
                    wager.name, {"win": wager.pays}, "highest rank", {}, False, wager.cite
                )
        return found

    def _schedule(self, wager: Wager, option: str) -> Schedule:
        paytable, chosen = self.book.paytables[option], self.options[option]
        prices = (
            dict(zip(paytable.rows, chosen, strict=True))
            if isinstance(chosen, tuple)
            else paytable.prices(chosen)
        )
        cite = paytable.cites.get(str(chosen), "")
        return Schedule(
            paytable.name,
            {row: price for row, price in prices.items() if row not in wager.without},
            paytable.award,
            paytable.together,
            paytable.rounds_up,
            f"{paytable.cite}, {cite}" if cite else paytable.cite,
            (paytable.drawn_from or "") if self._drawn(paytable) else "",
            paytable.row_cites,
            paytable.drawn_at_least,
            tuple(paytable.drawn_rows),
            paytable.whole_dollars,
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
        """Return a rate card by name, or the house's own as an option holds it."""
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
        known = listed(self.book.irregularities)
        raise Refused(f"there is no irregularity {name!r} in {self.book.title}: {known}")

    def header(self) -> dict[str, Any]:
        """Return what a log needs so that a hand can be dealt again under the same rules."""
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
            name: self._usual_limit(name, wager)
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
            if wager.one_amount and limit.minimum < limit.maximum:
                one = f"the {wager.name} wager is one fixed amount: its least is its most"
                raise Refused(one, wager.cite_of("amount"))
            limits[name] = limit
        for name, limit in limits.items():
            self._check_least(name, limit)
            self._check_most(name, limit)
            self._check_ten_times(name, limit)
        return limits

    def _usual_limit(self, name: str, wager: Wager) -> Limit:
        """The limits of a wager where the house has not set any."""
        if wager.one_amount:
            return Limit(wager.one_amount, wager.one_amount)
        standard = self.chapter.limits
        least = max(standard.minimum, self.least_bet(name))
        return Limit(least, most_bet(wager, standard.maximum))

    def least_bet(self, wager: str) -> int:
        """Return the least lawful bet on a wager, whatever the house accepts."""
        bound = self.book.minimums.get(base_of(wager))
        return bound.at_least or 0 if bound else 0

    def _check_least(self, name: str, limit: Limit) -> None:
        """Check the house's minimum against the law."""
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

    def _check_most(self, name: str, limit: Limit) -> None:
        """Check the house's maximum against the law."""
        wager = self.wagers[name]
        if limit.maximum > (most := most_bet(wager, limit.maximum)):
            reason = f"the most that is bet on {wager.name} may not be higher than {money(most)}"
            raise Refused(reason, wager.cite_of("amount"))

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
        return sum(
            max(
                price.wins(times * self._smallest(wager, cap.base))
                for price in self._schedules[wager].prices.values()
            )
            for wager, times in cap.winnable.items()
            if wager in self.wagers
        )

    def _smallest(self, wager: str, base: str) -> int:
        """The smallest stake of a wager where ``base`` is at its minimum: its own minimum, if it
        is a wager by itself."""
        tied = wager not in self.limits or any(rule.other for rule in self.wagers[wager].amount)
        return self.limits[base if tied else wager].minimum

    def _meters(self, given: Mapping[str, Mapping[str, Any]]) -> dict[str, MeterTerms]:
        in_use = {
            price.meter
            for name in self.wagers
            if name in self._schedules
            for price in self._schedules[name].prices.values()
            if price.kind == "meter"
        }
        for name, meter in self.book.meters.items():
            if meter.only_if and holds(meter.only_if, self.options):
                in_use.add(name)
        for name in given:
            if name not in in_use:
                raise Refused(f"no paytable in use pays from a meter {name!r}: {listed(in_use)}")
        return {
            name: read_meter(name, meter, given.get(name, {}))
            for name, meter in self.book.meters.items()
            if name in in_use
        }


def _on_layout(name: str, wager: Wager, missing: list[str]) -> Wager:
    """A wager with those of its spots that the layout has."""
    spots = {spot: on for spot, on in wager.spots.items() if f"{name}@{spot}" not in missing}
    return wager.model_copy(update={"spots": spots}) if spots != wager.spots else wager


def _cites_with(wager: Wager, terms: Terms) -> Iterator[tuple[Aspect, str]]:
    """The paragraphs that decide what a choice of the house asks of a wager besides."""
    asked_for: tuple[tuple[Aspect, object, object], ...] = (
        ("required", terms.required, wager.required),
        ("amount", terms.amount, wager.amount),
        ("needs", terms.needs, wager.needs),
    )
    for aspect, asked, before in asked_for:
        if asked:
            yield aspect, f"{wager.cite_of(aspect)}, {terms.cite}" if before else terms.cite


def most_bet(wager: Wager, most: int) -> int:
    """The most that may be bet on a wager, where the law states less than ``most``."""
    return min([most, *(rule.cents for rule in wager.amount if rule.cents)])


def base_of(wager: str) -> str:
    """A wager without the spot it lies on.

    >>> base_of("straight@17"), base_of("ante")
    ('straight', 'ante')
    """
    return wager.partition("@")[0]
