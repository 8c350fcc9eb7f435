"""Scenario files that say less are written out before anything else reads them."""

from typing import Any

import pytest

from houseway.referee.scenarios import as_scenarios
from houseway.referee.scenarios.short import FOLDER, written_out
from houseway.rulebook.load import BadFile, read_yaml

USUAL = {"bets": {1: {"ante": 10}}, "does": {1: ["fold"]}, "nets": {1: {"ante": -10}}}


def written(*scenarios: dict[str, Any], **rest: Any) -> list[dict[str, Any]]:
    """Scenarios as they are read."""
    found = written_out({**rest, "scenarios": list(scenarios)}, "mine.yaml")
    assert "includes" not in found
    return list(found["scenarios"])


def test_a_shared_scenario_has_the_games_sections_and_its_usual_round() -> None:
    name = "cards dealt from a shoe may be used for a minute less than 24 hours"
    second = "dealing from the hand needs an automated shuffler"
    includes = {"card_poker": {"hand": "27.8", "round": USUAL}}
    first, other = written(
        {"shared": "card_poker", "name": name, "does": {"dealer": [{"cut": 20}]}},
        {"shared": "card_poker", "name": second},
        includes=includes,
    )
    assert first["does"] == {1: ["fold"], "dealer": [{"cut": 20}]}
    assert first["nets"] == USUAL["nets"]
    assert (other["cite"], other["refused"]) == ("27.8(b), 27.8(b)1", "27.8(b)1")
    assert "bets" not in other


@pytest.mark.parametrize(
    ("given", "includes", "says"),
    [
        ({"shared": "card_poker", "name": "no such round"}, {"card_poker": {}}, "no such scenario"),
        ({"shared": "dice", "name": "any"}, {"card_poker": {}}, "does not include 'dice'"),
        ({"name": "plain"}, {"cards": {}}, "'cards' is none of"),
        (
            {"shared": "card_poker", "name": "dealing from the hand needs an automated shuffler"},
            {"card_poker": {}},
            "does not say 'hand'",
        ),
    ],
)
def test_what_cannot_be_included_is_told(given, includes, says) -> None:
    with pytest.raises(BadFile, match=says):
        written(given, includes=includes)


def test_each_lays_a_row_over_what_all_have() -> None:
    common = {"cite": "7.9(c)", "bets": {1: {"tie": 10}}}
    rows = [{"name": "a", "nets": {1: {"tie": 80}}}, {"name": "b", "bets": {1: {"tie": 5}}}]
    first, second = written({**common, "each": rows})
    assert first == {**common, **rows[0]}
    assert second == {"cite": "7.9(c)", "name": "b", "bets": {1: {"tie": 5}}}


def test_prices_make_a_round_for_every_row_and_table() -> None:
    rounds = written(
        {
            "name": "table {table}, {row}", "cite": "7.3(g){table}", "table": {"bonus": "{table}"},
            "bets": {1: {"bonus": 10}},
            "pays": {
                "royal_flush": {"cards": {1: "Ah"}, "tables": {"A": 300, "B": 200}},
                "pair": {"cards": {1: "2c"}, "nets": {1: {"bonus": 10}}},
            },
        }
    )  # fmt: skip
    assert [(one["name"], one["nets"], one["cards"]) for one in rounds] == [
        ("table A, royal flush", {1: {"bonus": 300}}, {1: "Ah"}),
        ("table B, royal flush", {1: {"bonus": 200}}, {1: "Ah"}),
        ("table , pair", {1: {"bonus": 10}}, {1: "2c"}),
    ]
    assert [one["table"] for one in rounds[:2]] == [{"bonus": "A"}, {"bonus": "B"}]


def test_prices_are_of_one_wager() -> None:
    with pytest.raises(BadFile, match="one wager of one seat"):
        written({"name": "two", "bets": {1: {"a": 1, "b": 1}}, "pays": {"x": {}}})


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_shared_scenario_is_sound_and_has_a_name_of_its_own(path) -> None:
    sections = dict.fromkeys(("cite", "refused"), "1.1(a)")
    scenarios = [
        {key: sections.get(key, value) for key, value in one.items() if key != "round"}
        for one in read_yaml(path)["scenarios"]
    ]
    file = as_scenarios({"game": "x", "edition": "nj", "scenarios": scenarios}, path.name)
    assert len({one.name for one in file.scenarios}) == len(scenarios)
