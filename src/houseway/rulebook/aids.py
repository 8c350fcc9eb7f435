"""Aids at the table: where money is played for, no player may use a machine's help (13:69F-8.1)."""

from collections.abc import Collection

from houseway.rulebook.chapter import Chapter
from houseway.rulebook.refusal import Refused

ADVICE = "strategy"  # what a hand is worth and how to play it


def check_aid(
    chapter: Chapter, aid: str, *, practice: bool, permitted: Collection[str] = ()
) -> None:
    """Refuse an aid at a live table, unless the Division has permitted that very one.

    Where a jurisdiction's text is silent, the house still keeps aids to practice.
    """
    law = chapter.aids
    if law is not None:
        for name in (aid, *permitted):
            if name not in law.barred:
                raise Refused(f"there is no aid {name!r}: it is one of {', '.join(law.barred)}")
    if practice or aid in permitted:
        return
    what = law.barred[aid] if law else aid
    raise Refused(f"this aid is barred at a live table: {what}", law.cite if law else "")
