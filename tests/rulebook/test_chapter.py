"""The rules for every table: scenarios hold, every list of fields is shown, nothing is missing."""

from pathlib import Path

import pytest
import yaml

from houseway.pages import coverage
from houseway.pages.chapter_scenarios import ACTS, check_chapter, read_chapter_scenarios
from houseway.rulebook import guide, petition, signs, tournament
from houseway.rulebook.chapter import chapter, jurisdictions, scenarios
from houseway.rulebook.load import BadFile
from houseway.rulebook.models import Model
from houseway.rulebook.papers import Paper
from houseway.rulebook.refusal import Refused

NJ = chapter("nj")
FILE = read_chapter_scenarios(scenarios("nj"))
CHECKED = list(check_chapter(FILE))

# Which paper each list of the law is about, and under which name scenarios leave fields out.
LISTS: list[tuple[Paper, type[Model], str]] = [
    (NJ.signs.submission, signs.SignPaper, "sign"),
    (NJ.petition.form, petition.Petition, "petition"),
    (NJ.petition.petitioner, petition.Petitioner, "petition.petitioners.0"),
    (NJ.petition.contents, petition.Petition, "petition"),
    (NJ.petition.figures, petition.Figures, "petition.description.figures.ante"),
    (NJ.petition.unlicensed, petition.Filing, "trial.filings.Blitz Games"),
    (NJ.petition.test, petition.Trial, "trial"),
    (NJ.guides.podium, guide.Podium, "podium"),
    (NJ.tournament.form, tournament.Tournament, "tournament"),
    (NJ.tournament.notice, tournament.Tournament, "tournament"),
    (NJ.tournament.controls, tournament.Tournament, "tournament"),
]


@pytest.mark.parametrize("checked", CHECKED, ids=lambda checked: checked.scenario.name)
def test_scenarios_hold(checked) -> None:
    assert checked.problems == []


def test_scenarios_have_names_of_their_own() -> None:
    names = [scenario.name for scenario in FILE.scenarios]
    assert len(names) == len(set(names))


def test_every_act_is_done_in_a_scenario() -> None:
    done = {
        act if isinstance(act, str) else next(iter(act))
        for scenario in FILE.scenarios
        for act in scenario.does
    }
    assert done == set(ACTS)


def test_nothing_of_subchapter_8_is_missing() -> None:
    (found,) = coverage.report("08")
    assert [row.cite for row, status in found.rows if status == "missing"] == []
    idle = [row.cite for row, status in found.rows if row.kind == "executed" != status]
    assert idle == []


def test_what_is_left_to_people_has_a_reason() -> None:
    assert set(NJ.conduct) == {"8.5(d)"}
    assert all(len(why.split()) > 5 for why in NJ.conduct.values())


def test_lists_are_all_of_the_chapter() -> None:
    """A list that is added to the chapter must be shown as well."""
    parts = (NJ.signs, NJ.petition, NJ.guides, NJ.tournament)
    papers = [value for part in parts for _, value in part if isinstance(value, Paper)]
    assert papers == [paper for paper, _, _ in LISTS]


@pytest.mark.parametrize(
    ("paper", "model", "under"), LISTS, ids=[f"{u}-{p.cite}" for p, _, u in LISTS]
)
def test_each_field_of_each_list_is_left_out_in_a_scenario(paper, model, under) -> None:
    left_out = {path for scenario in FILE.scenarios for path in scenario.without}
    for name, item in paper.items.items():
        assert f"{under}.{name}" in left_out
        wanted = next(
            s.without[f"{under}.{name}"] for s in FILE.scenarios if f"{under}.{name}" in s.without
        )
        assert item.cite in wanted
        first, *rest = name.split(".")
        kind = model.model_fields[first].annotation
        for part in rest:  # a field of a field is one of that model
            inner = kind if hasattr(kind, "model_fields") else kind.__args__[0]
            kind = inner.model_fields[part].annotation


def test_every_named_thing_of_a_list_is_accepted_somewhere() -> None:
    text = scenarios("nj").read_text()
    named = {**NJ.petition.kinds.names, **NJ.petition.factors.names, **NJ.tournament.grounds.names}
    assert [name for name in named if name not in text] == []


# The runner is not content with less

OPEN = {"open": {"game": "three-card-blitz"}}


def file_with(tmp_path: Path, **changes) -> Path:
    content = yaml.safe_load(scenarios("nj").read_text())
    content["scenarios"] = [{"name": "one", "cite": "8.6(b)", "does": ["begin"], **changes}]
    path = tmp_path / "one.yaml"
    path.write_text(yaml.safe_dump(content, sort_keys=False, default_flow_style=False))
    return path


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"refused": "8.6(b)"}, "nothing was refused"),
        ({"stage": "over"}, "stage is running, not over"),
        ({"tournament": {"game": "chess"}}, "refused: 'chess' is not an approved game [8.6(a)]"),
        ({"tournament": {"game": "chess"}, "refused": "8.6(b)"}, "refused by 8.6(a)"),
        ({"tournament": {"game": "chess"}, "refused": "8.6(a)", "reason": "poker"}, "refused by"),
        ({"tournament": {"game": "chess"}, "refused": "8.6(a)", "does": ["begin", "play_on"]},
         "refused before the end"),
        ({"does": ["dance"]}, "there is no 'dance'"),
        ({"does": [{"begin": {}, "stop": "security"}]}, "one thing at a time"),
        ({"does": [{"open": {"game": "roulette", "wheel": 1}}]}, "there is no 'wheel'"),
        ({"does": [{"open": {}}]}, "open is not written as it must be"),
        ({"does": [{"open": "roulette"}]}, "there is no 'r'"),
        ({"does": [OPEN, {"announce": {"posted": 1}}]}, "announce is not written"),
        ({"does": [{"hand_out": "issue"}]}, "hand_out is not written"),
        ({"does": ["use_sign", {"sign_says": ["x"]}]}, "no table is open"),
        ({"tournament": {"gmae": "roulette"}}, "there is no such key"),
        ({"without": {"tournament.notice.hats": "8.6(b)1"}}, "have no tournament.notice.hats"),
        ({"without": {"tournament.notice.equipment": "8.6(b)1"}}, "refused by 8.6(b), 8.6(b)2"),
        ({"without": {"tournament.approval": "8.6(a)"}}, "have no tournament.approval"),
        ({"does": ["file"], "owed": "1"}, "owed is $0, not $1"),
        ({"does": ["file"], "liable": {"Nobody": "1"}}, "liable are"),
        ({"does": [OPEN, {"in_effect": {"blind": 2}}]}, "blind is 1"),
        ({"does": [OPEN, {"limits": {"ante": [1, 2]}}]}, "limits of ante"),
        ({"does": [OPEN, {"sign_says": ["Ante pays 2 to 1"]}]}, "does not say"),
        ({"does": [OPEN, {"guide_says": ["Ante pays 2 to 1"]}]}, "does not say"),
        ({"does": [{"read_controls": ["forms"]}]}, "anybody may read"),
    ],
)  # fmt: skip
def test_a_scenario_that_does_not_hold_is_told(tmp_path, changes, problem) -> None:
    (checked,) = check_chapter(read_chapter_scenarios(file_with(tmp_path, **changes)))
    assert problem in "; ".join(checked.problems)


def test_a_misspelled_key_is_an_error(tmp_path) -> None:
    with pytest.raises(BadFile, match=r"scenarios\.0\.refuses: there is no such key"):
        read_chapter_scenarios(file_with(tmp_path, refuses="8.6(b)"))


def test_an_unknown_jurisdiction_is_refused(tmp_path) -> None:
    path = file_with(tmp_path)
    path.write_text(path.read_text().replace("chapter: nj", "chapter: nv"))
    with pytest.raises(Refused, match="'nv': md, nj"):
        list(check_chapter(read_chapter_scenarios(path)))
    assert jurisdictions() == ["md", "nj"]
