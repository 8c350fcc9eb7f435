"""A gaming tournament: its notice, its internal controls, its prize pool (13:69F-8.6)."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from pydantic import Field

from houseway.rulebook.chapter import TournamentLaw
from houseway.rulebook.models import Id, Model, Money
from houseway.rulebook.money import money
from houseway.rulebook.papers import gaps, raise_first
from houseway.rulebook.refusal import Refused

Stage = Literal["planned", "running", "stopped", "over"]

SATURDAY = 5  # as ``date.weekday`` counts


class Certifications(Model):
    """Who has made each certification that the law requires."""

    security: str = ""
    games: str = ""
    surveillance: str = ""
    controller: str = ""  # or a designee
    key_employee: str = ""


class TournamentNotice(Model):
    """The notice to the Division."""

    written: bool = False
    at_bureau_office: bool = False
    filed: date | None = None
    when_and_where: str = ""
    equipment: list[str] = []
    participants: int = Field(default=0, ge=0)
    security_measures: str = ""
    certified_by: Certifications = Certifications()


class Controls(Model):
    """The internal controls on file."""

    game_type: str = ""
    rules: str = ""
    prize_structure: str = ""
    dealer_tips: str = ""
    registration: str = ""
    winners: str = ""
    equipment: str = ""
    forms: str = ""


class Funds(Model):
    """Money of one kind collected for the prizes, as 120 buy-ins of $50."""

    what: str
    count: int = Field(ge=0)
    each: Money


class Tips(Model):
    """Tips for dealers that were withheld from the pool."""

    withheld: Money = 0
    participants_told: bool = False


class Pool(Model):
    """Money in and money out. ``fees`` do not fund the pool and are not part of it."""

    collected: list[Funds] = []
    added_by_house: Money = 0
    tips: Tips = Tips()
    prizes: dict[str, Money] = {}
    fees: Money = 0

    @property
    def due(self) -> int:
        """Return the prizes due, in cents."""
        funds = sum(one.count * one.each for one in self.collected)
        return funds + self.added_by_house - self.tips.withheld


class Tournament(Model):
    """A planned tournament, with its pool once that is known."""

    title: str
    game: str
    approval: str = ""  # the Division's, for a game that this house has no rulebook of
    starts: date
    holidays: list[date] = []  # days that are no business days
    skill: bool = False
    chance: bool = True
    notice: TournamentNotice = TournamentNotice()
    controls: Controls = Controls()
    public: list[Id] = []  # the subjects of the controls that anybody may read
    pool: Pool | None = None


def business_days(first: date, end: date, holidays: Collection[date] = ()) -> int:
    """The business days from one day, which counts, to another, which does not.

    >>> business_days(date(2026, 11, 20), date(2026, 11, 24))  # Friday to Tuesday
    2
    """
    days = (first + timedelta(days=n) for n in range((end - first).days))
    return sum(day.weekday() < SATURDAY and day not in holidays for day in days)


def problems(
    law: TournamentLaw, tournament: Tournament, approved: Collection[str]
) -> list[Refused]:
    """Everything that keeps a tournament from being held, in the order of the law."""
    found: list[Refused] = []
    if tournament.game not in approved and not tournament.approval.strip():
        found.append(Refused(f"{tournament.game!r} is not an approved game", law.games.cite))
    found += gaps(law.form, tournament)
    filed = tournament.notice.filed
    if filed is not None:
        days = business_days(filed, tournament.starts, tournament.holidays)
        if days < (due := law.notice_time.days):
            late = f"the notice came {days} business days before the start, not {due}"
            found.append(Refused(late, law.notice_time.cite))
    found += gaps(law.notice, tournament)
    if not tournament.chance:
        what = "skill alone decides" if tournament.skill else "nothing is left to chance"
        found.append(Refused(f"{what}; some chance must be part of the game", law.chance.cite))
    found += gaps(law.controls, tournament)
    found += [
        Refused(f"{subject} of the internal controls must be public", law.public.cite)
        for subject in law.public.subjects
        if subject not in tournament.public
    ]
    return found + pool_problems(law, tournament.pool)


def pool_problems(law: TournamentLaw, pool: Pool | None) -> list[Refused]:
    """Return what is wrong with a prize pool."""
    if pool is None:
        return []
    found, cite = [], law.pool.cite
    if pool.tips.withheld and not pool.tips.participants_told:
        found.append(Refused("tips are withheld without notice to participants", cite))
    paid = sum(pool.prizes.values())
    if paid != pool.due:
        found.append(Refused(f"prizes total {money(paid)}, not {money(pool.due)}", cite))
    return found


def public_controls(law: TournamentLaw, controls: Controls) -> dict[str, str]:
    """The internal controls as far as anybody may read them."""
    return {subject: getattr(controls, subject) for subject in law.public.subjects}


# Holding it


@dataclass(frozen=True)
class Held:
    """A tournament on its way, with the paragraphs that its steps rest on."""

    tournament: Tournament
    stage: Stage = "planned"
    cites: tuple[str, ...] = ()


def begin(law: TournamentLaw, held: Held, approved: Collection[str]) -> Held:
    """The first hand, if nothing is wrong with notice and controls."""
    _at(held, ("planned",), "a tournament begins once")
    raise_first(problems(law, held.tournament, approved))
    rests_on = (law.games, law.form, law.controls, law.public)
    more = (law.chance,) if held.tournament.skill else ()
    return _on(held, "running", *(one.cite for one in (*rests_on, *more)))


def stop(law: TournamentLaw, held: Held, ground: str) -> Held:
    """The Division ends it at once, on a ground that the law names."""
    cite = law.grounds.cite
    if ground not in law.grounds.names:
        known = ", ".join(law.grounds.names)
        raise Refused(f"{ground!r} is not a ground to stop a tournament: {known}", cite)
    _at(held, ("running",), "only a tournament that runs is stopped", cite)
    return _on(held, "stopped", cite)


def play_on(law: TournamentLaw, held: Held) -> Held:
    """Another round."""
    _at(held, ("running",), "play goes on only while the tournament runs", law.grounds.cite)
    return held


def pay_out(law: TournamentLaw, held: Held, pool: Pool) -> Held:
    """Pay the prizes, which are due even if the tournament was stopped."""
    _at(held, ("running", "stopped"), "prizes are paid once, at the end", law.pool.cite)
    raise_first(pool_problems(law, pool))
    done = replace(held, tournament=held.tournament.model_copy(update={"pool": pool}))
    return _on(done, "over", law.pool.cite)


def _at(held: Held, stages: tuple[Stage, ...], what: str, cite: str = "") -> None:
    if held.stage not in stages:
        raise Refused(f"{what}; this one is {held.stage}", cite)


def _on(held: Held, stage: Stage, *cites: str) -> Held:
    return replace(held, stage=stage, cites=(*held.cites, *cites))
