"""Rules that hold at every table of a jurisdiction, whatever the game (13:69F-8)."""

from functools import cache
from pathlib import Path

from pydantic import Field

from houseway.rulebook.extend import in_chapter
from houseway.rulebook.load import check, read_yaml
from houseway.rulebook.models import Cite, Model, Money, Reading
from houseway.rulebook.price import PriceField


class DefaultLimits(Model):
    """Limits that hold where the house sets none of its own."""

    minimum: Money
    maximum: Money
    cite: Cite


class TenTimes(Model):
    """Low minimums on short odds need a maximum of at least ten times as much."""

    ratio: int
    minimum_at_most: Money
    odds_at_most: PriceField
    cite: Cite


class Permission(Model):
    """Whether something may be done, and who says so."""

    allowed: bool = True
    cite: Cite


class Notice(Model):
    """How long before a change it is posted and announced, and whether the Division is told."""

    minutes: int = Field(ge=0)
    division: bool
    cite: Cite


class Chapter(Model):
    """The rules for every table of one jurisdiction."""

    edition: str
    law: str
    law_sources: list[str]
    limits: DefaultLimits
    ten_times: TenTimes | None = None
    outside_limits: Permission
    accepted_is_settled: Permission
    steps: Permission
    rule_notice: Notice | None = None
    limit_notice: Notice | None = None
    readings: list[Reading] = []


@cache
def chapter(edition: str) -> Chapter:
    """The rules of the jurisdiction that an edition belongs to."""
    jurisdiction, _, older = edition.partition("-")
    path = Path(__file__).parent / "chapters" / f"{jurisdiction}.yaml"
    content = read_yaml(path)
    return check(Chapter, in_chapter(content) if older else content, str(path))
