"""The sign at a table: it is derived from the rules in effect there (13:69F-8.3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from houseway.rulebook.chapter import SignLaw
from houseway.rulebook.choosing import value_words
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.models import Model
from houseway.rulebook.money import money
from houseway.rulebook.papers import gaps, raise_first
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import price_words, words


@dataclass(frozen=True)
class Line:
    """One line of a sign, with the paragraph that requires it."""

    text: str
    cite: str


class SignPaper(Model):
    """What is submitted of a sign, and the times of that and of its first use."""

    location: str = ""
    size: str = ""
    language: str = ""
    submitted: datetime | None = None
    used: datetime


def sign(law: SignLaw, rules: TableRules) -> list[Line]:
    """Return the required contents of a sign: every limit, every price and every choice of the
    house."""
    return [*_limits(law, rules), *_prices(law, rules), *_choices(law, rules)]


def _limits(law: SignLaw, rules: TableRules) -> Iterator[Line]:
    for name, limit in rules.limits.items():
        yield Line(f"{rules.wagers[name].name}: {limit_words(limit)}", law.limits.cite)


def limit_words(limit: Limit) -> str:
    """A limit as a sign tells it.

    >>> limit_words(Limit(1000, 50000, 500))
    '$10 to $500 in steps of $5'
    >>> limit_words(Limit(1000, 1000))
    '$10'
    """
    if limit.minimum == limit.maximum:
        return money(limit.minimum)
    steps = f" in steps of {money(limit.step)}" if limit.step > 1 else ""
    return f"{money(limit.minimum)} to {money(limit.maximum)}{steps}"


def change_words(
    rules: TableRules, options: Mapping[str, Any], limits: Mapping[str, Any]
) -> list[str]:
    """Return a change of rules or limits, line by line, as announced to players."""
    choices, wagers = rules.book.choices, rules.book.wagers
    told = [f"{choices[name].says}: {value_words(choices[name], v)}" for name, v in options.items()]
    for name, value in limits.items():
        limit = value if isinstance(value, Limit) else Limit(*value)
        told.append(f"{wagers[name].name}: {limit_words(limit)}")
    return told


def _prices(law: SignLaw, rules: TableRules) -> Iterator[Line]:
    for name, wager in rules.wagers.items():
        if wager.paytable:
            rows = rules.book.paytables[wager.paytable].rows
            prices = rules.schedule(name).prices
            told = ", ".join(f"{rows[row]} {price_words(price)}" for row, price in prices.items())
            yield Line(f"{wager.name} pays: {told}", law.rules.cite)
        elif wager.pays:
            yield Line(f"{wager.name} pays {wager.pays}", law.rules.cite)


def _choices(law: SignLaw, rules: TableRules) -> Iterator[Line]:
    for name, option in rules.book.options.items():
        value = rules.options[name]
        if value is not None:
            shown = money(value) if option.kind == "money" else words(value)
            yield Line(f"{option.says}: {shown}", law.rules.cite)


def check_sign(law: SignLaw, rules: TableRules, posted: Sequence[str]) -> None:
    """Refuse a sign that does not tell everything in effect at its table, or tells what is not."""
    due = sign(law, rules)
    for line in due:
        if line.text not in posted:
            raise Refused(f"the sign does not say {line.text!r}", line.cite)
    told = {line.text for line in due}
    for text in posted:
        if text not in told:
            raise Refused(f"the sign says {text!r}, which is not in effect", law.rules.cite)


def check_use(law: SignLaw, paper: SignPaper) -> None:
    """Refuse a sign that was not submitted in full before its use."""
    raise_first(gaps(law.submission, paper))
    assert paper.submitted is not None  # a gap otherwise
    if paper.submitted >= paper.used:
        raise Refused("the sign must be submitted before it is used", law.submission.cite)
