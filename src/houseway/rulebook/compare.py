"""Differences between two editions of a game, found only in their rulebooks."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import zip_longest

from houseway.rulebook import law
from houseway.rulebook.cite import split
from houseway.rulebook.extend import bears
from houseway.rulebook.models import Deck, LeastBet, Model, Paytable, Rule, Rulebook, Wager
from houseway.rulebook.words import (
    amount_words,
    conditions,
    constraint_words,
    deck_words,
    option_words,
    pays_words,
    price_words,
    rate_words,
    reset_words,
    rule_words,
    ruling_words,
    window_words,
    words,
)

ABSENT = "-"


@dataclass(frozen=True)
class Difference:
    """One thing that two editions do differently, with the paragraphs of both."""

    key: str
    topic: str
    left: str
    right: str
    left_cite: str
    right_cite: str

    @property
    def section(self) -> str:
        """The part of the rulebook it stands in."""
        return self.key.split(".", maxsplit=1)[0]

    def to_json(self) -> dict[str, str]:
        """The difference as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class _Item:
    """Something a rulebook says: its values in words, by field. ``whole`` stands for all of them
    where the other rulebook has no such item."""

    key: str
    topic: str
    fields: Mapping[str, str]
    cite: str
    whole: str = ""
    topics: Mapping[str, str] = field(default_factory=dict)  # of fields, where not "topic: field"

    def topic_of(self, name: str) -> str:
        return self.topics.get(name) or (f"{self.topic}: {name}" if name else self.topic)

    def summary(self) -> str:
        return self.whole or "; ".join(value for value in self.fields.values() if value != ABSENT)


_Items = dict[str, _Item]


def compare(left: Rulebook, right: Rulebook) -> list[Difference]:
    """Everything that two rulebooks fix differently, in the order of the rulebook."""
    found: list[Difference] = []
    for part in (_identity, _terms, _wagers, _tenders):
        found += _differences(part(left), part(right))
    found += _paytables(left, right)
    found += _differences(_meters(left), _meters(right))
    for both in (_house, _constraints):
        found += _differences(both(left, right), both(right, left))
    for part in (_round, _irregularities, _layout):
        found += _differences(part(left), part(right))
    return found


def _differences(left: _Items, right: _Items) -> Iterator[Difference]:
    for name in dict.fromkeys([*left, *right]):
        yield from _difference(left.get(name), right.get(name))


def _difference(left: _Item | None, right: _Item | None) -> Iterator[Difference]:
    if left is None or right is None:
        one = left or right
        assert one is not None
        sides = (one.summary(), ABSENT) if left else (ABSENT, one.summary())
        cites = (one.cite, "") if left else ("", one.cite)
        yield Difference(one.key, one.topic, *sides, *cites)
        return
    for name in dict.fromkeys([*left.fields, *right.fields]):
        ours, theirs = left.fields.get(name, ABSENT), right.fields.get(name, ABSENT)
        if ours != theirs:
            one = left if name in left.fields else right
            key = f"{one.key}.{name.replace(' ', '_')}" if name else one.key
            yield Difference(key, one.topic_of(name), ours, theirs, left.cite, right.cite)


# The parts of a rulebook as items


def _plain(key: str, topic: str, value: str, cite: str = "", whole: str = "") -> _Item:
    return _Item(key, topic, {"": value}, cite, whole)


def _identity(book: Rulebook) -> _Items:
    found = {
        "title": _plain("title", "Name of the game", book.title),
        "law": _plain("law", "Where the rules stand", book.law),
        **(
            {"seats": _plain("seats", "Players at most", str(book.seats.max), book.seats.cite)}
            if book.seats
            else {}
        ),
        **({"deck": _deck(book, book.deck)} if book.deck else {}),
    }
    if book.points:
        values = ", ".join(f"{rank} {points}" for rank, points in book.points.values.items())
        found["points"] = _plain("points", "What cards count", values, book.points.cite)
    return found


def _terms(book: Rulebook) -> _Items:
    return {
        name: _plain(f"terms.{name}", f'"{name}"', term.means, term.cite)
        for name, term in book.terms.items()
    }


def _wagers(book: Rulebook) -> _Items:
    return {
        name: _Item(
            f"wagers.{name}",
            f"{wager.name} wager",
            _wager_fields(wager, book.minimums.get(name)),
            wager.cite,
            _wager_words(wager, book.minimums.get(name)),
        )
        for name, wager in book.wagers.items()
    }


def _wager_words(wager: Wager, least: LeastBet | None) -> str:
    return f"{_need(wager)}; {amount_words(wager, least)}; pays {pays_words(wager)}"


def _need(wager: Wager) -> str:
    return "required" if wager.required else "optional"


def _wager_fields(wager: Wager, least: LeastBet | None) -> dict[str, str]:
    return {
        "name": wager.name,
        "need": _need(wager),
        "when": window_words(wager),
        "amount": amount_words(wager, least),
        "goes with": words(wager.needs),
        "excludes": words(wager.excludes),
        "pays": pays_words(wager),
        "offered": "if the house chooses" if wager.if_offered else "always",
    }


def _tenders(book: Rulebook) -> _Items:
    return {
        name: _plain(
            f"tenders.{name}",
            f"Wagers made with {words(name)}",
            "accepted" if rule.value else "not accepted",
            rule.cite,
        )
        for name, rule in book.tenders.items()
    }


def _meters(book: Rulebook) -> _Items:
    return {
        name: _Item(
            f"meters.{name}",
            f"Progressive {words(name)}",
            {"name": meter.name, "reset": reset_words(meter), "rate": rate_words(meter)},
            meter.cite,
        )
        for name, meter in book.meters.items()
    }


def _fills_gaps(book: Rulebook, other: Rulebook) -> bool:
    """Whether one edition is the other with its gaps filled. Then all that hangs on a choice which
    it lacks fell away with it, and is not told again beside the option."""
    return law.OLDER in (book.edition, other.edition)


def _deck(book: Rulebook, deck: Deck) -> _Item:
    return _plain("deck", "Cards in play", deck_words(deck, book.chooses_decks), deck.cite)


def _house(book: Rulebook, other: Rulebook) -> _Items:
    """What the law fixes and what it leaves to the house, under one name each."""
    found = {
        name: _plain(f"{part}.{name}", rule.says, rule_words(_shared(rule, book, other)), rule.cite)
        for part, rules in (("rules", book.rules), ("stated", book.stated))
        for name, rule in rules.items()
    }
    for name, option in book.options.items():
        value = f"the house chooses: {option_words(option)}"
        found[name] = _plain(f"options.{name}", option.says, value, option.cite)
    return found


def _shared(rule: Rule, book: Rulebook, other: Rulebook) -> Rule:
    """A rule; beside an edition that fills gaps, in the cases that both have."""
    for option, cases in rule.by.items():
        if _fills_gaps(book, other) and option in other.choices:
            choices = other.choices[option].choices or cases
            kept = {case: value for case, value in cases.items() if case in choices}
            return rule.model_copy(update={"by": {option: kept}})
    return rule


def _constraints(book: Rulebook, other: Rulebook) -> _Items:
    flags = ["true", "false"]
    choices = {name: option.choices or flags for name, option in other.choices.items()}
    told = Counter(one.says for one in book.constraints)
    return {
        one.says if told[one.says] == 1 else f"{one.says} {conditions(one.when)}": _plain(
            f"constraints.{number}",
            one.says[:1].upper() + one.says[1:],
            constraint_words(one),
            one.cite,
        )
        for number, one in enumerate(book.constraints)
        if bears(one.when, one.then, choices) or not _fills_gaps(book, other)
    }


def _round(book: Rulebook) -> _Items:
    """Only whether there is such a step: its words are ours, its paragraphs always differ."""
    return {
        name: _Item(f"round.{name}", f"Step: {words(name)}", {}, _cite(step), step.says)
        for name, step in book.round.items()
    }


def _irregularities(book: Rulebook) -> _Items:
    return {
        name: _Item(
            f"irregularities.{name}",
            words(name).capitalize(),
            {
                "what happens": one.says,
                "ruling": ruling_words(one),
                "wagers": one.wagers or ABSENT,
                "during": words(one.during),
                "only if": conditions(one.only_if) or "always",
            },
            _cite(one),
            f"{one.says.rstrip('.')}: {ruling_words(one)}",
        )
        for name, one in book.irregularities.items()
    }


def _layout(book: Rulebook) -> _Items:
    if book.layout is None:
        return {}
    fields = {
        "areas": words(book.layout.areas),
        "inscriptions": "; ".join(book.layout.inscriptions),
    }
    return {"layout": _Item("layout", "Layout", fields, book.layout.cite)}


def _cite(model: Model) -> str:
    """The paragraphs of something whose cite may depend on an option."""
    data = model.model_dump()
    by_case = (cite for cases in data.get("cite_by", {}).values() for cite in cases.values())
    return ", ".join(dict.fromkeys(one for cite in (data["cite"], *by_case) for one in split(cite)))


# Paytables: the rule of award, then each table row by row


def _paytables(left: Rulebook, right: Rulebook) -> Iterator[Difference]:
    for name in dict.fromkeys([*left.paytables, *right.paytables]):
        ours, theirs = left.paytables.get(name), right.paytables.get(name)
        yield from _difference(
            _paytable(name, ours) if ours else None, _paytable(name, theirs) if theirs else None
        )
        if ours and theirs:
            yield from _order(name, ours, theirs)
            for mine, other in _pairs(ours, theirs):
                shown = " / ".join(dict.fromkeys(filter(None, (mine, other))))
                yield from _difference(
                    _table(name, ours, mine, shown), _table(name, theirs, other, shown)
                )


def _paytable(name: str, paytable: Paytable) -> _Item:
    together = "; ".join(
        f"{paytable.rows[row]} with {', '.join(sorted(paytable.rows[also] for also in beside))}"
        for row, beside in paytable.together.items()
    )
    fields = {
        "tables": words(list(paytable.tables)),
        "what is paid": f"the {paytable.award}",
        "paid together": together or "nothing",
        "prices": "minimums" if paytable.floor else "fixed",
        "rounding": "up to whole dollars" if paytable.rounds_up else "none",
    }
    whole = _rows(paytable, paytable.default)
    return _Item(f"paytables.{name}", f"{paytable.name} paytable", fields, paytable.cite, whole)


def _order(name: str, left: Paytable, right: Paytable) -> Iterator[Difference]:
    """The rows that both have, where they rank differently."""
    ours = [row for row in left.rows if row in right.rows]
    theirs = [row for row in right.rows if row in left.rows]
    if ours != theirs:
        moved = {row for row, other in zip(ours, theirs, strict=True) if row != other}
        yield Difference(
            f"paytables.{name}.rows",
            f"{left.name} paytable: order of rows",
            ", ".join(left.rows[row] for row in ours if row in moved),
            ", ".join(right.rows[row] for row in theirs if row in moved),
            left.cite,
            right.cite,
        )


def _pairs(left: Paytable, right: Paytable) -> Iterator[tuple[str | None, str | None]]:
    """Tables that answer to each other: of one name, or else in one place of the list."""
    if set(left.tables) & set(right.tables):
        for name in dict.fromkeys([*left.tables, *right.tables]):
            yield (name if name in left.tables else None, name if name in right.tables else None)
    else:
        yield from zip_longest(left.tables, right.tables)


def _table(name: str, paytable: Paytable, table: str | None, shown: str) -> _Item | None:
    if table is None:
        return None
    topic = f"{paytable.name} table {shown}"
    return _Item(
        f"paytables.{name}.tables.{table}",
        topic,
        {row: price_words(price) for row, price in paytable.prices(table).items()},
        paytable.cites.get(table, paytable.cite),
        _rows(paytable, table),
        {row: f"{topic}: {label}" for row, label in paytable.rows.items()},
    )


def _rows(paytable: Paytable, table: str) -> str:
    prices = paytable.prices(table).items()
    return "; ".join(f"{paytable.rows[row]} {price_words(price)}" for row, price in prices)
