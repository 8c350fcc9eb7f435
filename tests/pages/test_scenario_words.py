"""The page of the scenario format explains every word that a scenario may use."""

import ast
import gzip
import re
from pathlib import Path

import pytest

import houseway
from houseway.equipment.cards import JOKERS, NAMES
from houseway.pages.scenario_words import BEGINS
from houseway.referee import scenario
from houseway.rulebook.models import Model

ROOT = Path(__file__).parents[2]
PACKAGE = Path(houseway.__file__).parent
GOLDEN = ROOT / "tests" / "games" / "golden"


def told() -> set[str]:
    """Every word that stands as code in the part that people have written."""
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8").partition(BEGINS)[0]
    blocks = re.findall("```.*?```", page, re.DOTALL)
    code = re.findall("`([^`]+)`", re.sub("```.*?```", "", page, flags=re.DOTALL))
    return set(re.findall(r"[A-Za-z0-9_]+", " ".join([*blocks, *code])))


MODELS = [
    one
    for one in vars(scenario).values()
    if isinstance(one, type) and issubclass(one, Model) and one.__module__ == scenario.__name__
]


@pytest.mark.parametrize("model", MODELS, ids=lambda one: one.__name__)
def test_every_key_of_a_scenario_is_explained(model: type[Model]) -> None:
    assert set(model.model_fields) <= told()


def test_every_event_that_the_code_can_emit_is_explained() -> None:
    kinds = set()
    for path in [*(PACKAGE / "referee").rglob("*.py"), *(PACKAGE / "games").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Event" and node.args:
                kind = node.args[0]
                if isinstance(kind, ast.Constant):
                    kinds.add(str(kind.value))
    assert len(kinds) > 50
    assert kinds - told() == set()


def test_every_event_of_a_recorded_session_is_explained() -> None:
    kinds = set()
    for path in GOLDEN.glob("*.jsonl.gz"):
        text = gzip.decompress(path.read_bytes()).decode()
        kinds |= set(re.findall(r'"kind": ?"([a-z_]+)"', text))
    assert len(kinds) > 30
    assert kinds - told() == set()


def test_what_shipped_scenarios_begin_with_is_explained() -> None:
    names = set()
    for path in (PACKAGE / "games").rglob("*.scenarios.yaml"):
        text = path.read_text(encoding="utf-8")
        names |= set(re.findall(r"^ *notes_at: *\{ *([a-z_]+)", text, re.MULTILINE))
    assert len(names) > 10
    assert names - told() == set()


def test_jokers_are_explained() -> None:
    assert {NAMES[joker] for joker in JOKERS} <= told()
