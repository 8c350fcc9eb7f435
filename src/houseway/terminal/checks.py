"""Scenarios and certificates that are held to what they say."""

from collections.abc import Sequence
from pathlib import Path

from houseway.certificates import verify
from houseway.games import game
from houseway.odds.result import Certificate
from houseway.referee.scenarios import check_file, read_scenarios
from houseway.terminal.console import print_json


def print_scenarios(paths: Sequence[Path], json: bool) -> bool:
    """Whether every scenario of these files holds, and what is wrong with those that do not."""
    rows = []
    for path in paths:
        file = read_scenarios(path)
        found = game(file.game)
        for checked in check_file(file, found.play, found.rulebook(file.edition)):
            name, problems = checked.scenario.name, checked.problems
            rows.append({"file": str(path), "scenario": name, "problems": problems})
            for problem in problems if not json else ():
                print(f"{path}: {name}: {problem}")
    held = sum(not row["problems"] for row in rows)
    if json:
        print_json(rows)
    else:
        print(f"{held} of {len(rows)} scenarios hold.")
    return held == len(rows)


def print_certificate(path: Path, json: bool) -> bool:
    """Whether every result of a certificate was found again, and what differs."""
    found = list(verify(Certificate.load(path)))
    rows = [
        {"wager": one.result.wager, "table": one.result.table, "reason": one.reason}
        for one in found
    ]
    wrong = [row for row in rows if row["reason"]]
    if json:
        print_json(rows)
        return not wrong
    for row in wrong:
        print(f"{path}: {row['wager']} {row['table']}: {row['reason']}")
    print(f"{len(rows) - len(wrong)} of {len(rows)} results were found again exactly.")
    return not wrong
