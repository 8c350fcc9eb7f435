"""A table being configured: every option with what may be chosen, what is barred and why.

``TableRules`` refuses an unlawful table with the first reason. Whoever still chooses wants all of
them, and wants to know beforehand what each other choice would break.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from houseway.rulebook.chapter import Chapter
from houseway.rulebook.chapter import chapter as chapter_of
from houseway.rulebook.house_limits import Limit, MeterTerms, read_limit
from houseway.rulebook.house_options import broken, read_option
from houseway.rulebook.models import Constraint, Option, Rulebook, Wager
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import words


@dataclass(frozen=True)
class Offer:
    """One value of an option, and what it would break beside the other choices."""

    value: str
    says: str
    barred: tuple[Constraint, ...]


@dataclass(frozen=True)
class Chosen:
    """An option and what is chosen; a value that the law does not offer has a refusal."""

    name: str
    option: Option
    value: Any
    text: str  # as it was written
    offers: tuple[Offer, ...]
    refusal: Refused | None = None

    @property
    def barred(self) -> tuple[Constraint, ...]:
        """Return the rules that the chosen value breaks."""
        return next((one.barred for one in self.offers if one.value == self.text), ())

    @property
    def reasons(self) -> list[tuple[Constraint, list[Offer]]]:
        """Each thing that a value would break, with all the values that would."""
        found: dict[int, tuple[Constraint, list[Offer]]] = {}
        for offer in self.offers:
            for reason in offer.barred:
                found.setdefault(id(reason), (reason, []))[1].append(offer)
        return list(found.values())


@dataclass(frozen=True)
class LimitChosen:
    """The limits of a wager: those of the law where the house sets none."""

    name: str
    wager: Wager
    limit: Limit
    refusal: Refused | None = None


@dataclass(frozen=True)
class Choosing:
    """A partly chosen table. It has rules once it may be opened."""

    book: Rulebook
    options: tuple[Chosen, ...]
    limits: tuple[LimitChosen, ...]
    meters: Mapping[str, MeterTerms]
    broken: tuple[Constraint, ...]
    refusal: Refused | None  # of the whole, where nothing else says it
    rules: TableRules | None

    @property
    def problems(self) -> list[Refused]:
        """Everything that keeps the table from being opened."""
        found = [Refused(one.says, one.cite) for one in self.broken]
        of_lines = [*(one.refusal for one in self.options), *(one.refusal for one in self.limits)]
        return [*found, *filter(None, [*of_lines, self.refusal])]


def choose(
    book: Rulebook,
    options: Mapping[str, Any],
    limits: Mapping[str, Any],
    meters: Mapping[str, Mapping[str, Any]] | None = None,
    chapter: Chapter | None = None,
) -> Choosing:
    """Return what may and may not be chosen, given the choices so far."""
    chapter = chapter or chapter_of(book.edition)
    values: dict[str, Any] = {}
    refusals: dict[str, Refused] = {}
    for name, option in book.choices.items():
        try:
            values[name] = read_option(book, name, option, options.get(name, option.default))
        except Refused as refusal:
            values[name], refusals[name] = option.default, refusal
    unkept = tuple(broken(book, values))
    unknown = [name for name in options if name not in book.choices]
    lawful = _rules(book, values, {}, None, chapter) if not unkept else None
    lines = tuple(_limit_lines(book, values, limits, chapter, lawful))
    whole: Refused | None = None
    rules: TableRules | None = None
    try:
        kept = {**options, **values} if unknown else values
        rules = TableRules(book, kept, limits, meters, chapter)
    except Refused as refusal:
        told = bool(unkept or refusals or any(line.refusal for line in lines))
        whole = None if told else refusal
    if refusals:
        rules = None
    known = rules or lawful
    return Choosing(
        book,
        tuple(
            Chosen(
                name,
                option,
                values[name],
                text_of(values[name] if name not in refusals else options[name]),
                tuple(_offers(book, name, option, values)),
                refusals.get(name),
            )
            for name, option in book.choices.items()
        ),
        lines,
        known.meters if known else {},
        unkept,
        whole,
        rules,
    )


def text_of(value: Any) -> str:
    """A choice as a form has it.

    >>> text_of(True), text_of(None), text_of("hand"), text_of(("3 to 1", "push"))
    ('yes', '', 'hand', '3 to 1, push')
    """
    if isinstance(value, (bool, type(None))):
        return {True: "yes", False: "no", None: ""}[value]
    if isinstance(value, (list, tuple)):
        return ", ".join(str(part) for part in value)
    return str(value)


def value_words(option: Option, value: Any) -> str:
    """A choice as people read it."""
    if option.kind == "money" and isinstance(value, int):
        return money(value)
    return words(value) if not isinstance(value, tuple) else text_of(value)


def _offers(book: Rulebook, name: str, option: Option, values: Mapping[str, Any]) -> list[Offer]:
    """The values that can be listed, each with what it would break."""
    if option.kind == "flag":
        listed: list[Any] = [True, False]
    elif option.choices is not None:
        listed = list(option.choices)
        if isinstance(values[name], (tuple, dict)):
            listed.append(values[name])  # prices or a card of the house's own
    else:
        return []
    return [
        Offer(
            text_of(value),
            words(value) if not isinstance(value, (tuple, dict)) else "the house's own",
            tuple(
                one
                for one in broken(book, {**values, name: value})
                if name in one.when or name in one.then
            ),
        )
        for value in listed
    ]


def _rules(
    book: Rulebook,
    values: Mapping[str, Any],
    limits: Mapping[str, Any],
    meters: Mapping[str, Mapping[str, Any]] | None,
    chapter: Chapter,
) -> TableRules | None:
    try:
        return TableRules(book, values, limits, meters, chapter)
    except Refused:
        return None


def _limit_lines(
    book: Rulebook,
    values: Mapping[str, Any],
    given: Mapping[str, Any],
    chapter: Chapter,
    lawful: TableRules | None,
) -> list[LimitChosen]:
    """Every wager that the house may set limits for, each judged by itself."""
    if book.rates is not None:
        return []  # the rate card states them
    usual = Limit(chapter.limits.minimum, chapter.limits.maximum)
    wagers = lawful.wagers if lawful else book.wagers
    found = []
    for name, wager in wagers.items():
        if not wager.has_limits or wager.window != "bets":
            continue
        if wager.if_offered is not None and not values[wager.if_offered]:
            continue
        limit = lawful.limits.get(name, usual) if lawful else usual
        refusal: Refused | None = None
        if name in given:
            try:
                limit = read_limit(name, given[name])
                if lawful is not None:
                    TableRules(book, values, {name: limit}, None, chapter)
            except Refused as refused:
                refusal = refused
        found.append(LimitChosen(name, wager, limit, refusal))
    return found
