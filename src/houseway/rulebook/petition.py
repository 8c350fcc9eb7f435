"""A petition for a new game, from its draft to final approval (13:69F-8.4).

What the petition and the later papers must hold is data of the chapter. A ``Matter`` is a petition
on its way; each step gives a new one or is refused with its paragraph.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from houseway.rulebook.acts import Done
from houseway.rulebook.chapter import Named, PetitionLaw, Said
from houseway.rulebook.models import Model, Text
from houseway.rulebook.money import cents, money
from houseway.rulebook.papers import Paper, gaps, raise_first, unanswered
from houseway.rulebook.refusal import Refused

License = Literal["casino", "csi", "none"]
Stage = Literal[
    "drafted", "filed", "preliminary", "test_submitted", "testing", "approved", "denied"
]


# The papers. A field that is left out is a gap, which the law names; a misspelled one is an error.


class Petitioner(Model):
    """A person or company that petitions for the game."""

    name: str = ""
    address: str = ""
    interest: str = ""
    licence: License = "none"
    agrees_to_test: bool = False  # in writing, in its own casino
    signed: bool = False


class Summary(Model):
    """The game in short."""

    objectives: str = ""
    method: str = ""
    wagers: list[str] = []


class DraftRules(Model):
    """Rules as they could be adopted."""

    equipment: str = ""
    game: str = ""


class Figures(Model):
    """The mathematics of one wager, as the petitioners state it."""

    true_odds: Text = ""
    payout_odds: Text | dict[Text, Text] = ""
    house_advantage: Text = ""


class Description(Model):
    """The game in full."""

    summary: Summary = Summary()
    draft_rules: DraftRules = DraftRules()
    figures: dict[str, Figures] = {}
    layout_sketch: str = ""
    equipment_sketches: list[str] = []


class Electronic(Model):
    """A game that a machine deals and shows."""

    display_discloses_rules: bool = False


class Shown(Model):
    """The game in this house whose exact odds the figures can be compared with."""

    game: str
    edition: str = "nj"
    options: dict[str, Text | bool] = {}


class Petition(Model):
    """A petition for a new game, all fields (8.4(d))."""

    title: str
    shown: Shown | None = None
    by_division: bool = False
    electronic: Electronic | None = None
    written: bool = False
    to_intake_unit: bool = False
    petitioners: list[Petitioner] = []
    kind: str = ""
    description: Description | None = None
    intellectual_property: str = ""
    release_and_indemnity: str = ""
    asks_for_ruling: bool = False
    asks_for_test: bool = False
    requested: list[str] = []
    supplied: dict[str, str] = {}


class Filing(Model):
    """What a petitioner without a license files."""

    csi_application: str = ""
    csi_fee_paid: bool = False
    waiver_required: bool = False
    waiver_application: str = ""


class Trial(Model):
    """The papers of a proposed test."""

    filings: dict[str, Filing] = {}  # by petitioner
    casinos: list[str] = []
    dates_and_times: str = ""
    tables_or_equipment: str = ""
    signage: str = ""
    success_criteria: str = ""
    documentation: str = ""
    requested: list[str] = []
    supplied: dict[str, str] = {}


class Findings(Model):
    """The findings when final approval is requested."""

    suitable: bool = False
    amendments_needed: bool = True
    amendments_effective: bool = False
    waivers_issued: list[str] = []  # by petitioner


# What is wrong with a petition


def problems(law: PetitionLaw, petition: Petition) -> list[Refused]:
    """Everything that keeps a petition from being filed, in the order of the law."""
    if petition.by_division:
        return []
    found: list[Refused] = []
    if not petition.petitioners:
        found.append(Refused("the petition has no petitioner", law.petitioners.cite))
    testers = [p for p in petition.petitioners if p.licence == "casino" and p.agrees_to_test]
    if not testers:
        found.append(
            Refused(
                "no petitioner is a casino licensee that has agreed in writing to test the game",
                law.tester.cite,
            )
        )
    found += gaps(law.form, petition)
    for number, petitioner in enumerate(petition.petitioners, 1):
        found += gaps(law.petitioner, petitioner, petitioner.name or f"petitioner {number}")
    found += gaps(law.contents, petition)
    if petition.kind and petition.kind not in law.kinds.names:
        kinds = ", ".join(law.kinds.names)
        found.append(Refused(f"{petition.kind!r} is not a kind of game: {kinds}", law.kinds.cite))
    found += _figure_gaps(law, petition)
    found += unanswered(petition.requested, petition.supplied, law.on_request.cite)
    return found


def _figure_gaps(law: PetitionLaw, petition: Petition) -> list[Refused]:
    """Figures that are missing for a wager on offer."""
    if petition.description is None or not petition.description.figures:
        return []  # told already
    stated = petition.description.figures
    return [
        gap
        for wager in petition.description.summary.wagers
        for gap in gaps(law.figures, stated.get(wager, Figures()), wager)
    ]


# The way of a petition


@dataclass(frozen=True)
class Matter:
    """A petition on its way; costs and payments are in cents."""

    petition: Petition
    stage: Stage = "drafted"
    trial: Trial | None = None
    charged: int = 0
    paid: int = 0
    history: tuple[Done, ...] = ()

    @property
    def owed(self) -> int:
        """Return the costs that are not yet paid."""
        return self.charged - self.paid

    def liable(self) -> dict[str, int]:
        """Return each petitioner's liability: all that is owed, jointly and severally."""
        return {petitioner.name: self.owed for petitioner in self.petition.petitioners}


def file(law: PetitionLaw, matter: Matter) -> Matter:
    """The petition goes to the Division, or the Division proposes the game itself."""
    _at(matter, ("drafted",), "a petition is filed once", law.form.cite)
    raise_first(problems(law, matter.petition))
    if matter.petition.by_division:
        return _on(matter, "filed", "proposed by the Division", law.savings, law.own_initiative)
    return _on(matter, "filed", "filed", law.petitioners, law.tester, law.form, law.contents)


def rule(law: PetitionLaw, matter: Matter, finding: str, weighed: list[str]) -> Matter:
    """The Division's declaratory ruling: a kind of game, or ``denied``."""
    _at(matter, ("filed",), "a ruling follows the filing", law.factors.cite)
    for factor in weighed:
        if factor not in law.factors.names:
            known = ", ".join(law.factors.names)
            raise Refused(f"{factor!r} is not a factor of the ruling: {known}", law.factors.cite)
    if finding == "denied":
        return _on(matter, "denied", "denied", law.factors)
    if finding not in law.kinds.names:
        kinds = ", ".join(law.kinds.names)
        raise Refused(f"{finding!r} is not a kind of game: {kinds}", law.kinds.cite)
    said = "approved on condition of a successful test"
    return _on(matter, "preliminary", said, law.kinds, law.condition)


def submit_test(law: PetitionLaw, matter: Matter, trial: Trial) -> Matter:
    """The papers for the test, which only a game that has preliminary approval can have."""
    _at(matter, ("preliminary",), "test papers follow preliminary approval", law.test_papers.cite)
    raise_first(trial_problems(law, matter.petition, trial))
    taken = replace(matter, trial=trial)
    return _on(taken, "test_submitted", "test submitted", law.test_papers, law.test)


def trial_problems(law: PetitionLaw, petition: Petition, trial: Trial) -> list[Refused]:
    """Everything that the papers for a test lack."""
    found: list[Refused] = []
    for petitioner in _unlicensed(petition):
        filing = trial.filings.get(petitioner.name, Filing())
        found += gaps(law.unlicensed, filing, petitioner.name)
        if filing.waiver_required and not filing.waiver_application.strip():
            cite = f"{law.unlicensed.cite}, {law.waiver.cite}"
            found.append(Refused(f"{petitioner.name} lacks {law.waiver.says}", cite))
    found += gaps(law.test, trial)
    return found + unanswered(trial.requested, trial.supplied, law.test_on_request.cite)


def begin_test(law: PetitionLaw, matter: Matter, on_division_terms: bool = True) -> Matter:
    """The test, on the Division's terms; its own proposals need no papers of petitioners."""
    ready: tuple[Stage, ...] = ("test_submitted",)
    if matter.petition.by_division:
        ready = ("preliminary",)
    _at(matter, ready, "a test follows its papers", f"{law.condition.cite}, {law.trial.cite}")
    if not on_division_terms:
        raise Refused("the Division must set the time, place and terms of the test", law.trial.cite)
    return _on(matter, "testing", "tested", law.trial)


def modify(law: PetitionLaw, matter: Matter, changes: Mapping[str, str]) -> Matter:
    """The Division changes draft rules (``equipment``, ``game``) or the test during it."""
    _at(matter, ("testing",), "rules are modified during the test", law.trial.cite)
    petition, trial = matter.petition, matter.trial
    for name, text in changes.items():
        if petition.description is not None and name in DraftRules.model_fields:
            draft = petition.description.draft_rules.model_copy(update={name: text})
            described = petition.description.model_copy(update={"draft_rules": draft})
            petition = petition.model_copy(update={"description": described})
        elif trial is not None and isinstance(getattr(trial, name, None), str):
            trial = trial.model_copy(update={name: text})
        else:
            raise Refused(f"{name!r} is neither a draft rule nor a term of the test")
    return _on(replace(matter, petition=petition, trial=trial), "testing", "modified", law.trial)


def approve(law: PetitionLaw, matter: Matter, findings: Findings) -> Matter:
    """Grant final approval, unless one of four bars stands."""
    cite = f"{law.condition.cite}, {law.trial.cite}"
    _at(matter, ("testing",), "final approval follows a test", cite)
    raise_first(bars(law, matter, findings))
    passed = [law.suitable, law.amendments, law.licences, law.paid]
    if matter.petition.electronic is not None:
        passed += [law.savings, law.electronic]
    return _on(matter, "approved", "approved", law.trial, *passed)


def bars(law: PetitionLaw, matter: Matter, findings: Findings) -> list[Refused]:
    """Return the bars to final approval."""
    found: list[Refused] = []

    def bar(says: str, *cites: Said) -> None:
        where = ", ".join(one.cite for one in (law.trial, *cites))
        found.append(Refused(f"no final approval: {says}", where))

    if not findings.suitable:
        bar("the game has not been found suitable", law.suitable)
    if findings.amendments_needed and not findings.amendments_effective:
        display = matter.petition.electronic
        if display is None:
            bar("the rules it needs are not adopted and effective", law.amendments)
        elif not display.display_discloses_rules:
            says = "neither rules nor the display tell how it is played"
            bar(says, law.amendments, law.savings, law.electronic)
    filings = matter.trial.filings if matter.trial else {}
    for petitioner in _unlicensed(matter.petition):
        filing = filings.get(petitioner.name, Filing())
        if not filing.csi_application:
            bar(f"{petitioner.name} has not applied for a license", law.licences)
        if filing.waiver_required and petitioner.name not in findings.waivers_issued:
            bar(f"{petitioner.name} has no transactional waiver", law.licences)
    if matter.owed:
        bar(f"{money(matter.owed)} of the costs of review are unpaid", law.paid)
    return found


def charge(law: PetitionLaw, matter: Matter, amount: int) -> Matter:
    """The Division's review has cost so much more."""
    cents(amount, "a charge", law.costs.cite)
    if matter.petition.by_division:
        raise Refused("a proposal of the Division has no petitioners to charge", law.costs.cite)
    return _on(replace(matter, charged=matter.charged + amount), None, "charged", law.costs)


def pay(law: PetitionLaw, matter: Matter, amount: int) -> Matter:
    """Someone pays; what one petitioner pays none of the others owes any more."""
    cents(amount, "a payment", law.costs.cite)
    if amount > matter.owed:
        raise Refused(f"only {money(matter.owed)} is owed", law.costs.cite)
    return _on(replace(matter, paid=matter.paid + amount), None, "paid", law.costs)


def _unlicensed(petition: Petition) -> list[Petitioner]:
    return [petitioner for petitioner in petition.petitioners if petitioner.licence == "none"]


def _at(matter: Matter, stages: tuple[Stage, ...], what: str, cite: str) -> None:
    if matter.stage not in stages:
        raise Refused(f"{what}; this petition is {matter.stage.replace('_', ' ')}", cite)


def _on(matter: Matter, stage: Stage | None, what: str, *law: Said | Named | Paper) -> Matter:
    cite = ", ".join(dict.fromkeys(one.cite for one in law))
    done = (*matter.history, Done(what, cite))
    return replace(matter, stage=stage or matter.stage, history=done)
