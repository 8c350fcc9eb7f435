"""A game's figures with everything at the table that they depend on, ready for a certificate.

Each game's ``results.py`` gives ``results(rules, stakes, meters, wager)``: every wager on offer, or
the one named. A result names the options it depends on and no others, so that one result answers
for every table that differs only in what does not matter to it.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from houseway.counting.result import Method, OutcomeTable, Result
from houseway.rulebook.models import Rulebook
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules, base_of

Stakes = Mapping[str, Fraction]
UNSET = ""  # an option that the house has not set
METER = "meters."  # before the name of a meter among the options of a result
Variation = Mapping[str, Any]  # options to choose, by name

MOST_COUNTED = 5000  # outcomes that are remembered
_counted: dict[str, OutcomeTable] = {}


def unusual(result: Result, usual: TableRules) -> dict[str, Any]:
    """What a result depends on that is not as at a usual table, its paytable aside."""
    wager = usual.book.wagers.get(base_of(result.wager))
    own = {wager.paytable, wager.if_offered} if wager else set()
    return {
        name: value
        for name, value in result.options.items()
        if name in usual.options and name not in own and value != option_value(usual.options[name])
    }


def result_at(
    rules: TableRules,
    outcomes: OutcomeTable | Callable[[], OutcomeTable],
    method: Method,
    *,
    wager: str = "",
    depends_on: Iterable[str] = (),
    stakes: Stakes | None = None,
    strategy: str = "none",
    meters: Mapping[str, int] | None = None,
) -> Result:
    """A result of this table. ``wager`` renames the outcomes; ``depends_on`` are options, and the
    wager's own paytable is always among them; meters are in cents. Outcomes that are yet to be
    counted are counted once for all tables for which the result is right; ``wager`` names them."""
    name = wager if callable(outcomes) else wager or outcomes.wager
    known = rules.book.wagers.get(base_of(name))
    paytable = (known.paytable or "") if known else ""
    names = dict.fromkeys([*filter(None, [paytable]), *depends_on])
    chosen = {name: option_value(rules.options[name]) for name in names}
    if callable(outcomes):
        amounts = sorted((stakes or {}).items())
        key = repr((name, rules.book.hash, chosen, amounts, strategy, meters))
        outcomes = _once(key, outcomes)
    named = outcomes if outcomes.wager == name else replace(outcomes, wager=name)
    return Result(
        game=rules.book.game,
        edition=rules.book.edition,
        table=str(chosen[paytable]) if paytable else "",
        options={**chosen, **{f"{METER}{name}": cents for name, cents in (meters or {}).items()}},
        stakes=dict(stakes or {}),
        strategy=strategy,
        method=method,
        outcomes=named,
        rulebook_hash=rules.book.hash,
    )


def results_at(
    rules: TableRules,
    tables: Mapping[str, OutcomeTable],
    method: Method,
    *,
    depends_on: Iterable[str],
    stakes: Stakes,
    strategy: str,
) -> list[Result]:
    """Wagers that are played together in one way, as results of this table: by name."""
    matter = tuple(depends_on)
    return [
        result_at(
            rules, table, method, wager=name, depends_on=matter, stakes=stakes, strategy=strategy
        )
        for name, table in tables.items()
    ]


def _once(key: str, count: Callable[[], OutcomeTable]) -> OutcomeTable:
    if (found := _counted.get(key)) is None:
        if len(_counted) >= MOST_COUNTED:
            _counted.clear()
        found = _counted[key] = count()
    return found


def option_value(value: Any) -> Any:
    """An option as a certificate writes it: prices and cards of the house's own as text, and what
    the house leaves unset as nothing."""
    if value is None:
        return UNSET
    if isinstance(value, Mapping):
        return json.dumps(value, separators=(",", ":"))
    return "; ".join(str(price) for price in value) if isinstance(value, tuple) else value


def options_of(result: Result) -> dict[str, Any]:
    """The options of a table that a result is right for, meters left out."""
    return {
        name: _read_option(value)
        for name, value in result.options.items()
        if value != UNSET and not name.startswith(METER)
    }


def _read_option(value: Any) -> Any:
    text = str(value)
    if text.startswith("{"):
        return json.loads(text)
    return text.split("; ") if ";" in text else value


def variations(
    book: Rulebook, *alone: str, together: Iterable[Iterable[str]] = (), **fixed: Any
) -> Iterator[Variation]:
    """Options to choose so that every figure of a game is found: each option of ``alone`` in each
    of its choices while the others stay as they are by default, each group of ``together`` in
    every combination; ``fixed`` are set throughout. What the law forbids, or an edition does not
    know, is left out."""
    if not fixed.keys() <= book.choices.keys():
        return
    named = [[name] for name in alone] + [list(group) for group in together]
    groups = [[name for name in group if name in book.choices] for group in named]
    seen: list[Variation] = []
    for group in groups or [[]]:
        for chosen in product(*(_choices(book, name) for name in group)):
            one = {**fixed, **dict(zip(group, chosen, strict=True))}
            if one not in seen and _lawful(book, one):
                seen.append(one)
                yield one


def _choices(book: Rulebook, name: str) -> list[Any]:
    option = book.choices[name]
    return list(option.choices) if option.choices else [False, True]


def _lawful(book: Rulebook, options: Variation) -> bool:
    try:
        TableRules(book, options)
    except Refused:
        return False
    return True
