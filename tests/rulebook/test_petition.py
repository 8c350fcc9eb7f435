"""A petition's way, step by step, and its mathematics against the exact results."""

from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from houseway.certificates.petitions import all_problems, figures, wrong_figures
from houseway.games import Game
from houseway.rulebook.chapter import chapter
from houseway.rulebook.figures import decimal, parse
from houseway.rulebook.load import read
from houseway.rulebook.petition import (
    Findings,
    Matter,
    Petition,
    Shown,
    Trial,
    approve,
    bars,
    begin_test,
    charge,
    file,
    modify,
    pay,
    rule,
    submit_test,
    trial_problems,
)
from houseway.rulebook.refusal import Refused

LAW = chapter("nj").petition
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "petition.yaml"
PETITION = read(Petition, EXAMPLE)
FILINGS = {"Blitz Games": {"csi_application": "filed", "csi_fee_paid": True}}
TRIAL = Trial(
    filings=FILINGS,
    casinos=["Boardwalk Casino"],
    dates_and_times="January",
    tables_or_equipment="table 1",
    signage="a sign",
    success_criteria="a hold",
    documentation="a form",
)
FOUND = Findings(suitable=True, amendments_effective=True)

ACTS = {
    "file": lambda matter: file(LAW, matter),
    "rule": lambda matter: rule(LAW, matter, "compatible", ["odds"]),
    "deny": lambda matter: rule(LAW, matter, "denied", []),
    "submit": lambda matter: submit_test(LAW, matter, TRIAL),
    "test": lambda matter: begin_test(LAW, matter),
    "modify": lambda matter: modify(LAW, matter, {"game": "other rules"}),
    "approve": lambda matter: approve(LAW, matter, FOUND),
}
WAY = {  # from each stage, what can be done and where it leads; everything else is refused
    "drafted": {"file": "filed"},
    "filed": {"rule": "preliminary", "deny": "denied"},
    "preliminary": {"submit": "test_submitted"},
    "test_submitted": {"test": "testing"},
    "testing": {"modify": "testing", "approve": "approved"},
    "approved": {},
    "denied": {},
}


def at(stage: str, petition: Petition = PETITION) -> Matter:
    trial = TRIAL if stage in ("test_submitted", "testing", "approved") else None
    return Matter(petition, stage, trial)


@pytest.mark.parametrize("stage", WAY)
@pytest.mark.parametrize("act", ACTS)
def test_each_step_has_its_stage(stage, act) -> None:
    matter = at(stage)
    if act in WAY[stage]:
        after = ACTS[act](matter)
        assert after.stage == WAY[stage][act]
        assert after.history[-1].cite.startswith("8.4(")
    else:
        with pytest.raises(Refused) as refusal:
            ACTS[act](matter)
        assert refusal.value.cite.startswith("8.4(")
        assert matter == at(stage)


def test_a_modified_rule_is_the_rule() -> None:
    after = modify(LAW, at("testing"), {"game": "other rules", "signage": "two signs"})
    assert after.petition.description.draft_rules.game == "other rules"
    assert after.petition.description.draft_rules.equipment == "one deck and a layout"
    assert after.trial.signage == "two signs"
    for name in ("casinos", "petitioners", "hats"):
        with pytest.raises(Refused, match=name):
            modify(LAW, at("testing"), {name: "x"})


def test_all_bars_are_told_at_once() -> None:
    unpaid = charge(LAW, at("testing"), 1)
    waiver = {"waiver_required": True, "waiver_application": "filed", **FILINGS["Blitz Games"]}
    unpaid = Matter(unpaid.petition, "testing", Trial(filings={"Blitz Games": waiver}), 1)
    cites = [bar.cite for bar in bars(LAW, unpaid, Findings())]
    assert cites == ["8.4(g), 8.4(g)1", "8.4(g), 8.4(g)2", "8.4(g), 8.4(g)3", "8.4(g), 8.4(g)4"]
    unfiled = Matter(PETITION, "testing", Trial())
    assert [bar.cite for bar in bars(LAW, unfiled, FOUND)] == ["8.4(g), 8.4(g)3"]
    assert bars(LAW, at("testing"), FOUND) == []


def test_costs_are_joint_and_several() -> None:
    matter = charge(LAW, charge(LAW, at("filed"), 700), 300)
    assert matter.liable() == {"Boardwalk Casino": 1000, "Blitz Games": 1000}
    matter = pay(LAW, matter, 400)
    assert matter.liable() == {"Boardwalk Casino": 600, "Blitz Games": 600}
    for wrong in (601, -1):
        with pytest.raises(Refused) as refusal:
            pay(LAW, matter, wrong)
        assert refusal.value.cite == "8.4(b)"
    assert pay(LAW, matter, 600).owed == 0


def test_the_division_has_nobody_to_charge() -> None:
    own = Matter(Petition(title="Its own", by_division=True))
    with pytest.raises(Refused):
        charge(LAW, own, 100)
    assert file(LAW, own).history[-1].cite == "8.4(h), 8.4(h)1"


def test_a_licensed_petitioner_files_nothing_for_the_test() -> None:
    licensed = [one.model_copy(update={"licence": "csi"}) for one in PETITION.petitioners[1:]]
    petition = PETITION.model_copy(update={"petitioners": [PETITION.petitioners[0], *licensed]})
    assert trial_problems(LAW, petition, TRIAL.model_copy(update={"filings": {}})) == []
    lacks = trial_problems(LAW, PETITION, TRIAL.model_copy(update={"filings": {}}))
    assert {problem.cite for problem in lacks} == {"8.4(f)1, 8.4(f)1i"}


def test_an_empty_petition_is_told_everything_at_once() -> None:
    told = {one for p in all_problems(Petition(title="x")) for one in p.cite.split(", ")}
    asked = {item.cite for item in LAW.contents.items.values()}
    assert asked <= told
    assert {"8.4(a)", "8.4(b)", "8.4(d)"} <= told


def test_the_example_is_complete() -> None:
    assert all_problems(PETITION) == []


def test_what_is_blank_or_none_is_missing() -> None:
    for text in ("", "  ", "none", "None"):
        blank = PETITION.model_copy(update={"release_and_indemnity": text})
        assert [p.cite for p in all_problems(blank)] == ["8.4(d), 8.4(d)5"]


# Figures


@pytest.mark.parametrize(
    ("edition", "blind"), [("nj", "1"), ("nj", "2"), ("nj", "3"), ("md", "A"), ("md", "C")]
)
def test_figures_from_the_exact_results_agree_with_them(edition, blind) -> None:
    shown = Shown(game="three-card-blitz", edition=edition, options={"blind": blind})
    stated = figures(shown)
    described = PETITION.description.model_dump() | {"figures": stated}
    petition = Petition.model_validate(
        {**PETITION.model_dump(), "shown": shown.model_dump(), "description": described}
    )
    assert len(stated) >= 5
    assert wrong_figures(LAW, petition) == []


def test_figures_of_another_table_do_not() -> None:
    other = PETITION.model_copy(
        update={"shown": Shown(game="three-card-blitz", options={"blind": "1", "flush_bonus": "2"})}
    )
    found = {problem.reason.partition(" is ")[0] for problem in wrong_figures(LAW, other)}
    assert "flush_bonus: house_advantage" in found
    assert any(reason.startswith("flush_bonus: payout_odds") for reason in found)
    assert not any(reason.startswith("ante") for reason in found)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"ante": {"house_advantage": "about 4"}}, "not a figure"),
        ({"hat": {"true_odds": "1 to 1"}}, "no wager 'hat'"),
        ({"ante": {"payout_odds": "3 for 2"}}, "win is 1 to 1"),
        (
            {"ante": {"payout_odds": {"win": "1 to 1", "more": "2 to 1"}}},
            "more is none, not 2 to 1",
        ),
        ({"flush_bonus": {"payout_odds": "1 to 1"}}, "suited_7 is 200 to 1, not none"),
    ],
)
def test_wrong_figures_are_told(change, reason) -> None:
    content = yaml.safe_load(EXAMPLE.read_text())
    for wager, fields in change.items():
        content["description"]["figures"].setdefault(wager, {}).update(fields)
    found = wrong_figures(LAW, Petition.model_validate(content))
    assert any(reason in problem.reason for problem in found)
    assert {problem.cite for problem in found} == {"8.4(d)3iii"}


def test_equal_prices_are_one() -> None:
    content = yaml.safe_load(EXAMPLE.read_text())
    content["description"]["figures"]["ante"]["payout_odds"] = "5 to 5"
    assert wrong_figures(LAW, Petition.model_validate(content)) == []


def test_a_game_without_a_solver_has_nothing_to_be_held_against(monkeypatch) -> None:
    other = Shown(game="three-card-blitz", options={"flush_bonus": "2"})
    wrong = PETITION.model_copy(update={"shown": other})
    assert wrong_figures(LAW, wrong) != []
    monkeypatch.setattr(Game, "has_odds", False)
    assert wrong_figures(LAW, wrong) == []


@pytest.mark.parametrize(
    ("text", "exact", "agrees"),
    [
        ("37 to 1", Fraction(37), True),
        ("37 to 1", Fraction(3701, 100), False),  # without decimals it is meant exactly
        ("5 to 2", Fraction(5, 2), True),
        ("5.26 %", Fraction(2, 38), True),
        ("5.27 %", Fraction(2, 38), False),
        ("5.263 %", Fraction(52635, 1000000), True),  # half a unit
        ("5.263 %", Fraction(526351, 10000000), False),
        ("1/19", Fraction(1, 19), True),
        ("-16.585%", Fraction(-16585, 100000), True),
        ("0.0526", Fraction(1, 19), True),
        ("1,234.5 to 1", Fraction(12345, 10), True),
    ],
)
def test_a_figure_is_as_fine_as_it_is_written(text, exact, agrees) -> None:
    assert parse(text).agrees(exact) is agrees


@pytest.mark.parametrize("text", ["", "five", "5 to 0", "1/0", "5 for 1", "%", "5 %%", "1.", "1e3"])
def test_what_is_no_figure_is_refused(text) -> None:
    with pytest.raises(ValueError, match="not a figure"):
        parse(text)


def test_decimals_are_rounded_without_floats() -> None:
    assert decimal(Fraction(1, 3), 6) == "0.333333"
    assert decimal(Fraction(999999, 1000000), 2) == "1.00"
    assert decimal(Fraction(-1, 1000), 2) == "0.00"
    assert decimal(Fraction(10**30 + 1, 3), 1) == "333333333333333333333333333333.7"
