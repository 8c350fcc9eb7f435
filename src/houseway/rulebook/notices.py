"""Changing what holds at a table: what must be said beforehand, and to whom (13:69F-8.3).

Times are minutes of the table's clock. A change takes effect at the first round that begins at or
after its time; a round that began before runs on the old rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.rulebook.chapter import Chapter, Notice
from houseway.rulebook.refusal import Refused


@dataclass(frozen=True)
class RuleChange:
    """Other options from a certain time on: posted, announced and told to the Division before."""

    options: Mapping[str, Any]
    effective_at: int
    posted_at: int
    announced_at: int
    division_notified_at: int | None = None
    limits: Mapping[str, Any] = field(default_factory=dict)

    def check(self, chapter: Chapter) -> None:
        """Refuse a change that was not told in time to everyone who must be told."""
        notice = chapter.limit_notice if self.limits and not self.options else chapter.rule_notice
        if notice is None:
            return
        self._check_stamp("posted", self.posted_at, notice, notice.cites.get("posted"))
        self._check_stamp("announced", self.announced_at, notice, notice.cites.get("announced"))
        if notice.division:
            told, cite = "notified to the Division", notice.cites.get("division")
            self._check_stamp(told, self.division_notified_at, notice, cite)

    def _check_stamp(self, what: str, at: int | None, notice: Notice, own: str | None) -> None:
        cite = f"{notice.cite}, {own}" if own else notice.cite
        if at is None:
            raise Refused(f"the change must be {what} first", cite)
        if at > self.effective_at - notice.minutes:
            early = f" at least {notice.minutes} minutes" if notice.minutes else ""
            raise Refused(f"the change must be {what}{early} before it takes effect", cite)


def check_free(chapter: Chapter, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Refuse a change of options without notice at a table that has been played, unless the law
    lets each of them change freely."""
    notice = chapter.rule_notice
    if notice is None:
        return
    free = notice.free.options if notice.free else []
    names = {*before, *after}
    bound = sorted(n for n in names if n not in free and before.get(n) != after.get(n))
    if bound:
        raise Refused(
            f"a change of {', '.join(bound)} is announced at least {notice.minutes} minutes before"
            " it takes effect at a table that has been played",
            notice.cite,
        )
