"""Rules for every table of a jurisdiction, whatever the game (13:69F-8)."""

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field

from houseway.rulebook.extend import in_chapter
from houseway.rulebook.law import OWN
from houseway.rulebook.load import check, read_yaml
from houseway.rulebook.models import Cite, Id, Model, Money, Reading
from houseway.rulebook.papers import Paper
from houseway.rulebook.price import PriceField


class DefaultLimits(Model):
    """Limits that apply where the house sets none."""

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
    """Whether something is permitted, and by which paragraph."""

    allowed: bool = True
    cite: Cite


class FreeChanges(Model):
    """Options that are not rules of the game and may change between rounds without notice."""

    options: list[Id] = Field(min_length=1)
    cite: Cite


Telling = Literal["posted", "announced", "division"]


class OwnNotice(Model):
    """A game's own paragraph that orders notice when some options of the game change: in any way,
    or when what they offer is withdrawn, or an amount or rate is raised or lowered. Where it names
    ``choices`` the change must be to or from one of them."""

    options: list[Id] = Field(min_length=1)
    choices: list[str] = []
    when: Literal["any", "withdrawn", "raised", "lowered"] = "any"
    cite: Cite


class Notice(Model):
    """How long before a change it is posted and announced, and whether the Division is notified."""

    minutes: int = Field(ge=0)
    division: bool
    cites: dict[Telling, Cite] = {}
    free: FreeChanges | None = None
    own: list[OwnNotice] = []
    cite: Cite


class Said(Model):
    """Something that the law orders or allows, in plain words."""

    says: str
    cite: Cite


class Named(Model):
    """A list of names that the law gives, each in plain words."""

    names: dict[Id, str] = Field(min_length=1)
    cite: Cite


class Aids(Model):
    """Help that no machine may give at a table."""

    barred: dict[Id, str] = Field(min_length=1)
    cite: Cite


class SignLaw(Model):
    """The contents of a sign at the table, and what must be submitted before its use."""

    rules: Said
    limits: Said
    submission: Paper


class PetitionLaw(Model):
    """How a new game is petitioned for, tested and approved."""

    petitioners: Said
    tester: Said
    costs: Said
    kinds: Named
    form: Paper
    petitioner: Paper  # of each petitioner
    contents: Paper
    figures: Paper  # of each wager
    on_request: Said  # whatever else was asked of these petitioners
    factors: Named
    condition: Said
    test_papers: Said
    unlicensed: Paper  # of each petitioner without a license
    waiver: Said
    test: Paper
    test_on_request: Said
    trial: Said
    suitable: Said
    amendments: Said
    licences: Said
    paid: Said
    savings: Said
    own_initiative: Said
    electronic: Said


class GuideLaw(Model):
    """The rules that patrons may read, and the short form of them."""

    podium: Paper
    guide: Said
    formats: Named
    sample: Said
    acts: Named


class BusinessDays(Model):
    """A period in business days."""

    days: int = Field(ge=1)
    cite: Cite


class Public(Model):
    """The subjects of internal controls that anybody may read."""

    subjects: list[Id] = Field(min_length=1)
    cite: Cite


class TournamentLaw(Model):
    """The requirements for a tournament before, during and after."""

    games: Said
    notice_time: BusinessDays
    form: Paper
    notice: Paper
    grounds: Named  # on which the Division may stop it
    chance: Said
    pool: Said
    controls: Paper
    public: Public


class Chapter(Model):
    """The rules for every table of one jurisdiction."""

    edition: str
    law: str
    law_sources: list[str]
    zone: str = ""  # the time zone of its houses; UTC where an older text names none
    ranks: dict[str, str] = {}  # who reports to whom
    limits: DefaultLimits
    ten_times: TenTimes | None = None
    outside_limits: Permission
    accepted_is_settled: Permission
    steps: Permission
    rule_notice: Notice | None = None
    limit_notice: Notice | None = None
    aids: Aids | None = None
    signs: SignLaw | None = None
    petition: PetitionLaw | None = None
    guides: GuideLaw | None = None
    tournament: TournamentLaw | None = None
    readings: list[Reading] = []
    conduct: dict[Cite, str] = {}

    def above(self, who: str) -> tuple[str, ...]:
        """Return all superiors of a person, nearest first."""
        found: list[str] = []
        while (boss := self.ranks.get(who)) and boss not in found:
            found.append(boss)
            who = boss
        return tuple(found)


@cache
def chapter(edition: str) -> Chapter:
    """The rules of the jurisdiction that an edition belongs to."""
    path = _folder() / f"{_jurisdiction(edition)}.yaml"
    content = read_yaml(path)
    older = edition != _jurisdiction(edition)
    return check(Chapter, in_chapter(content) if older else content, str(path))


def scenarios(edition: str) -> Path:
    """The file of worked scenarios of that jurisdiction's rules for every table."""
    return _folder() / f"{_jurisdiction(edition)}.scenarios.yaml"


def jurisdictions() -> list[str]:
    """The jurisdictions that have such rules."""
    files = (path.name for path in _folder().glob("*.yaml"))
    return sorted(n.removesuffix(".yaml") for n in files if not n.endswith(".scenarios.yaml"))


def _folder() -> Path:
    return Path(__file__).parent / "chapters"


def _jurisdiction(edition: str) -> str:
    """An inventor's game is held to New Jersey's rules for every table until it has others."""
    return "nj" if edition == OWN else edition.split("-", maxsplit=1)[0]
