"""Which scenarios are likeliest to notice a change: they are run first, so that most changes are
noticed at once. All the others are run after them, whatever is guessed here."""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from houseway.mutate.mutant import Mutant, content
from houseway.referee.scenario import Scenario
from houseway.rulebook.cite import split

Place = tuple[int, int]  # of a scenario: which case, and which of its scenarios
Lines = Mapping[tuple[str, int], set[Place]]  # who runs a line of a file


def words_of(mutant: Mutant) -> set[str]:
    """What a scenario about a value would speak of: the names on the way to it, and paragraphs."""
    found = {str(part) for part in mutant.key if not isinstance(part, int)}
    inner: Any = content(mutant.file)
    for part in mutant.key:
        if isinstance(inner, dict) and isinstance(cite := inner.get("cite"), str):
            found.update(split(cite))
        inner = inner.get(part) if isinstance(inner, dict) else None
    return found


def text_of(scenario: Scenario) -> str:
    """Return all text of a scenario."""
    return json.dumps(scenario.model_dump(mode="json", exclude_defaults=True))


def by_words(mutant: Mutant, texts: Mapping[Place, str]) -> list[Place]:
    """Scenarios that speak of a value, those first that have the rarest words in common with it."""
    scores: Counter[Place] = Counter()
    for word in words_of(mutant):
        having = [place for place, text in texts.items() if word in text]
        for place in having:
            scores[place] += 1_000_000 // len(having)
    return [place for place, _ in scores.most_common()]


def by_lines(mutant: Mutant, lines: Lines, killers: Counter[Place]) -> list[Place]:
    """Scenarios that run the line that is changed, those first that have noticed most before."""
    return sorted(lines.get((str(mutant.file), mutant.line), ()), key=lambda one: -killers[one])


class Watch:
    """Notes which scenario runs which line of some files."""

    def __init__(self, files: Iterable[Path]) -> None:
        self.files = {str(path) for path in files}
        self.lines: defaultdict[tuple[str, int], set[Place]] = defaultdict(set)
        self.now: Place = (0, 0)

    def run(self, places: Sequence[Place], scenario: Any) -> Lines:
        """Run each scenario, and tell who ran what."""
        for self.now in places:
            sys.settrace(self._called)
            try:
                scenario(self.now)
            finally:
                sys.settrace(None)
        return dict(self.lines)

    def _called(self, frame: FrameType, event: str, given: Any) -> Any:
        return self._line if frame.f_code.co_filename in self.files else None

    def _line(self, frame: FrameType, event: str, given: Any) -> Any:
        self.lines[frame.f_code.co_filename, frame.f_lineno].add(self.now)
        return self._line
