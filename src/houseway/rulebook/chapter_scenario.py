"""The form of a scenario of the rules for every table: papers, what is done, what follows.

A file holds papers that are in order. A scenario names what is different in them, what people do
one after the other, and what must come of it: a stage, an amount owed, or a refusal with its
paragraph. ``without`` leaves out one field at a time, and each must be refused by its paragraph.
"""

from typing import Any

from pydantic import Field

from houseway.rulebook.models import Cite, Model, Money

Fields = dict[str, Any]


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


class ChapterScenario(Papers):
    """One worked case."""

    name: str
    cite: Cite
    does: list[str | dict[str, Any]] = Field(min_length=1)
    without: dict[str, Cite] = {}
    refused: Cite | None = None
    reason: str = ""
    stage: str | None = None
    owed: Money | None = None
    liable: dict[str, Money] = {}


class ChapterFile(Model):
    """Scenarios of one jurisdiction's rules for every table."""

    chapter: str
    papers: Papers
    scenarios: list[ChapterScenario] = Field(min_length=1)
