"""When an irregularity is ruled on has a reason in window_reasons.yaml; a rulebook whose window is
not listed there must be looked at."""

from pathlib import Path

from houseway.games import games
from houseway.rulebook.load import read_yaml
from houseway.rulebook.models import Irregularity

OWN_PHASES = {
    "flop", "turn", "final", "third_street", "fourth_street", "fifth_street", "three_card", "bonus",
    "war",
}  # fmt: skip
REASONS = read_yaml(Path(__file__).parent / "window_reasons.yaml")
Window = tuple[tuple[str, ...], str, str]

RULEBOOKS = [game.rulebook(edition) for game in games().values() for edition in game.editions]
NAMES = {name for book in RULEBOOKS for name in book.irregularities}


def window_of(found: Irregularity) -> Window:
    phases = dict.fromkeys("decision" if one in OWN_PHASES else one for one in found.during)
    return tuple(phases), found.after, found.before


def listed(name: str) -> set[Window]:
    windows = REASONS[name]["windows"]
    return {(tuple(one["during"]), one.get("after", ""), one.get("before", "")) for one in windows}


def test_every_irregularity_has_a_reason() -> None:
    assert set(REASONS) == NAMES
    assert all(reason["why"] for reason in REASONS.values())


def test_every_window_is_listed_and_every_listed_one_is_used() -> None:
    used: dict[str, set[Window]] = {name: set() for name in NAMES}
    gaps = []
    for book in RULEBOOKS:
        for name in book.irregularities:
            window = window_of(book.irregularities[name])
            used[name].add(window)
            if window not in listed(name):
                gaps.append(f"{book.game} {name}: {window} has no reason")
    assert gaps == []
    assert {name: listed(name) for name in NAMES} == used
