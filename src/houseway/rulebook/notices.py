"""Changes of a table's rules: the notices required before them (13:69F-8.3)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.rulebook.chapter import Chapter, Notice, OwnNotice, Telling
from houseway.rulebook.cite import CHAPTER, is_under
from houseway.rulebook.rate import parse_rate
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules


@dataclass(frozen=True)
class RuleChange:
    """Other options from a certain time on: posted, announced and told to the Division before."""

    options: Mapping[str, Any]
    effective_at: int
    posted_at: int
    announced_at: int
    division_notified_at: int | None = None
    limits: Mapping[str, Any] = field(default_factory=dict)

    def check(self, chapter: Chapter, own: str = "") -> None:
        """Refuse a change that was not told in time to everyone who must be told; the paragraphs by
        which the game's ``own`` law orders that come before the chapter's."""
        notice = chapter.limit_notice if self.limits and not self.options else chapter.rule_notice
        if notice is None:
            return
        tellings: tuple[tuple[str, int | None, Telling], ...] = (
            ("posted", self.posted_at, "posted"),
            ("announced", self.announced_at, "announced"),
            ("notified to the Division", self.division_notified_at, "division"),
        )
        for what, at, told in tellings:
            if told != "division" or notice.division:
                cites = (own, notice.cite, notice.cites.get(told))
                self._check_stamp(what, at, notice, ", ".join(filter(None, cites)))

    def _check_stamp(self, what: str, at: int | None, notice: Notice, cite: str) -> None:
        if at is None:
            raise Refused(f"the change must be {what} first", cite)
        if at > self.effective_at - notice.minutes:
            early = f" at least {notice.minutes} minutes" if notice.minutes else ""
            raise Refused(f"the change must be {what}{early} before it takes effect", cite)


def own_cites(before: TableRules, after: TableRules) -> str:
    """The paragraphs of a game's own law that order notice of a change."""
    notice = before.chapter.rule_notice
    found = [
        one.cite
        for one in (notice.own if notice else ())
        for name in one.options
        if (option := before.book.choices.get(name))
        and is_under(option.cite.replace(CHAPTER, ""), one.cite)
        and _moves(one, before.options.get(name), after.options.get(name))
    ]
    return ", ".join(dict.fromkeys(found))


def _moves(own: OwnNotice, before: Any, after: Any) -> bool:
    """Whether a choice changes in the way that a paragraph speaks of; no limit is above every
    amount."""
    if before == after or (own.choices and not {before, after} & {*own.choices}):
        return False
    if own.when == "any":
        return True
    if own.when == "withdrawn":
        return bool(before) and not after
    amounts = [_size(one) for one in (before, after)]
    return amounts[1] > amounts[0] if own.when == "raised" else amounts[1] < amounts[0]


def _size(value: Any) -> Fraction | float:
    if isinstance(value, str):
        return parse_rate(value)
    return math.inf if value is None else Fraction(value)


def check_free(before: TableRules, after: TableRules) -> None:
    """Refuse a change of options without notice at a table that has been played, unless the law
    lets each of them change freely."""
    notice = before.chapter.rule_notice
    if notice is None:
        return
    free = notice.free.options if notice.free else []
    old, new = before.options, after.options
    names = {*old, *new}
    bound = sorted(n for n in names if n not in free and old.get(n) != new.get(n))
    if bound:
        own = own_cites(before, after)
        raise Refused(
            f"a change of {', '.join(bound)} is announced at least {notice.minutes} minutes before"
            " it takes effect at a table that has been played",
            f"{own}, {notice.cite}" if own else notice.cite,
        )
