"""The form of a scenario of the rules for every table: acts (``acts.py``) with these papers, which
come to a stage or to an amount owed."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from houseway.rulebook.acts import ActScenario, Fields
from houseway.rulebook.models import Model, Money


class Papers(Model):
    """Papers by their fields. In a scenario they hold only what is different; a field that is
    ``null`` is left out."""

    petition: Fields = {}
    trial: Fields = {}
    findings: Fields = {}
    sign: Fields = {}
    podium: Fields = {}
    guide: Fields = {}
    tournament: Fields = {}
    pool: Fields = {}

    @property
    def by_name(self) -> dict[str, Fields]:
        """Every paper, those included of which nothing is told."""
        return {name: getattr(self, name) for name in Papers.model_fields}


class ChapterScenario(Papers, ActScenario):
    """One worked case."""

    stage: str | None = None
    owed: Money | None = None
    liable: dict[str, Money] = {}

    @property
    def differs(self) -> Mapping[str, Fields]:
        """What is different in papers."""
        return self.by_name

    @property
    def comes_to(self) -> Mapping[str, Any]:
        """The stage, what is owed and who owes it, where the scenario tells."""
        return {"stage": self.stage, "owed": self.owed, "liable": self.liable}


class ChapterFile(Model):
    """Scenarios of one jurisdiction's rules for every table."""

    chapter: str
    papers: Papers
    scenarios: list[ChapterScenario] = Field(min_length=1)
