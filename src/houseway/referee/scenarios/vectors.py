"""Scenarios as conformance vectors: plain data by which another program, in any language, can check
that it settles the same rounds alike. Amounts are cents."""

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from houseway.referee.conversation import Play
from houseway.referee.log import RoundRecord
from houseway.referee.scenario import Scenario, ScenarioFile
from houseway.referee.scenarios.run import check
from houseway.rulebook.cite import split
from houseway.rulebook.models import Model, Rulebook

FORMAT = "houseway vector 1"
SHOWN = ("name", "cite")
EXPECTED = (
    "nets", "void", "refused", "reason", "ruled", "order", "events", "never", "meters_after",
    "standing", "notes",
)  # what a scenario says must follow  # fmt: skip


class PlayedRound(Model):
    """A round of a vector: the table, every input in order and every event that follows."""

    options: dict[str, Any] = Field(description="What the house has chosen.")
    limits: dict[str, list[int]] = Field(description="Of each wager: least, most and step.")
    meters: dict[str, Any] = Field(description="Terms of the meters.")
    start: dict[str, Any] = Field(description="The table before the round.")
    inputs: list[dict[str, Any]] = Field(description="Bets, cards, choices and reports in order.")
    events: list[dict[str, Any]] = Field(description="What happens, with amounts and cites.")


class Vector(Model):
    """One scenario: what is given, what must follow, and the rounds as the referee plays them."""

    format: Literal["houseway vector 1"]
    game: str
    edition: str
    rulebook: str = Field(description="The hash of the rulebook that the rounds are played by.")
    name: str
    cites: list[str] = Field(description="The paragraphs that decide it.")
    given: dict[str, Any] = Field(description="The table, bets, cards and decisions.")
    expected: dict[str, Any] = Field(description="The nets by seat and wager, and what else.")
    rounds: list[PlayedRound] = Field(description="Empty where what is tried is refused.")


def vectors(file: ScenarioFile, play: Play, book: Rulebook) -> Iterator[dict[str, Any]]:
    """Yield the vector of each scenario of a file. A scenario that does not hold is an error."""
    for scenario in file.scenarios:
        kept: list[RoundRecord] = []
        checked = check(file, scenario, play, book, kept)
        if checked.problems:
            raise ValueError(f"{scenario.name}: {checked.problems[0]}")
        yield _vector(file, scenario, book, kept)


def _vector(
    file: ScenarioFile, scenario: Scenario, book: Rulebook, kept: list[RoundRecord]
) -> dict[str, Any]:
    told = scenario.model_dump(mode="json", exclude_unset=True)
    told["table"] = {**file.table, **told.get("table", {})}
    limits = {**file.limits, **scenario.limits}
    told["limits"] = {name: list(values) for name, values in limits.items()}
    apart = (*SHOWN, *EXPECTED)
    made = Vector(
        format=FORMAT,
        game=file.game,
        edition=file.edition,
        rulebook=book.hash,
        name=scenario.name,
        cites=split(scenario.cite),
        given={name: value for name, value in told.items() if name not in apart},
        expected={name: told[name] for name in EXPECTED if name in told},
        rounds=[_round(record.to_json()) for record in kept],
    )
    return made.model_dump(mode="json")


def _round(record: dict[str, Any]) -> PlayedRound:
    rules = record["rules"]
    return PlayedRound(
        options=rules["options"],
        limits=rules["limits"],
        meters=rules["meters"],
        start=record["start"],
        inputs=record["inputs"],
        events=record["events"],
    )
