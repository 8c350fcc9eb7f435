"""Every irregularity is ruled on in each phase of its window, and refused in the phase before it
and in the phase after it. Where an event opens or ends the window, before or after that event."""

from collections import defaultdict

import pytest

from houseway.games import Game, games
from houseway.pages.scenarios_run import ran
from houseway.referee.scenarios import read_scenarios
from houseway.rulebook.load import read_yaml

FILES = [
    pytest.param(game, edition, id=f"{game.id}-{edition}")
    for game in games().values()
    for edition in game.editions
]

Phases = dict[str, set[str]]  # by irregularity
OVER = "over"  # nothing is ruled on then, whatever it is
SPOKEN = {"shoe_runs_out"}  # the round itself finds it


def reported(game: Game, edition: str) -> tuple[Phases, Phases]:
    """In which phases scenarios report each irregularity and it is ruled on, or refused."""
    ruled, refused = defaultdict(set), defaultdict(set)
    for scenario in read_scenarios(game.scenarios(edition)).scenarios:
        for turn in (scenario, *scenario.then):
            for report in turn.reports:
                ruled[report.what].add(report.during)
            for one in turn.attempts:
                refused[one.report or ""].add(one.during)
            for doing in turn.desk:
                (refused if doing.refused or doing.reason else ruled)[doing.report].add("open")
        for step in scenario.before:
            if step.report:
                ruled[step.report.what].add(step.report.during)
    return ruled, refused


def neighbors(game: Game, edition: str) -> set[tuple[str, str]]:
    """Phases that follow one another in some round, but for those in which nobody is waited for."""
    return {pair for pair in ran(game, edition).followed if OVER not in pair}


@pytest.mark.parametrize(("game", "edition"), FILES)
def test_windows_are_tried_on_both_sides(game: Game, edition: str) -> None:
    ruled, refused = reported(game, edition)
    pairs = neighbors(game, edition)
    gaps = []
    for name, own in read_yaml(game.folder / f"{edition}.yaml").get("irregularities", {}).items():
        if own is None or "during" not in own or name in SPOKEN:
            continue
        window = game.rulebook(edition).irregularities[name]
        inside = set(window.during)
        later = {b for a, b in pairs if a in inside and b not in inside}
        earlier = {a for a, b in pairs if b in inside and a not in inside}
        if missing := inside - ruled[name]:
            gaps.append(f"{name} is never ruled on in {sorted(missing)}")
        if window.before:
            later |= inside
        if window.after:
            earlier |= inside
        if later and not later & refused[name]:
            gaps.append(f"{name} is never refused in {sorted(later)}")
        if earlier and not earlier & refused[name]:
            gaps.append(f"{name} is never refused in {sorted(earlier)}")
    assert gaps == []
