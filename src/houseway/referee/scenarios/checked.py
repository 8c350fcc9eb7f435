"""What became of a scenario."""

from collections import Counter
from dataclasses import dataclass, field

from houseway.referee.events import Event
from houseway.referee.scenario import Scenario
from houseway.rulebook.cite import split
from houseway.rulebook.refusal import Refused


class Unready(ValueError):
    """A scenario that does not say what it must."""


@dataclass
class Checked:
    """What became of a scenario: nothing in ``problems`` means that it holds."""

    scenario: Scenario
    problems: list[str] = field(default_factory=list)
    cites: set[str] = field(default_factory=set)  # paragraphs that were seen at work
    paid: set[tuple[str, str, str]] = field(default_factory=set)  # paytable, table, row
    refusals: list[Refused] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    nets: dict[int, Counter[str]] = field(default_factory=dict)

    def problem(self, what: str) -> None:
        """Something is not as the scenario says."""
        self.problems.append(what)

    def saw(self, cite: str) -> None:
        """Paragraphs have been seen at work."""
        self.cites.update(split(cite))

    def refused(self, refusal: Refused) -> None:
        """Something was refused, as the scenario may want it."""
        self.refusals.append(refusal)
        self.saw(refusal.cite)

    def move(self, seat: int, amounts: dict[str, int]) -> None:
        """What a seat's wagers have brought or cost."""
        self.nets.setdefault(seat, Counter()).update(amounts)
