"""Scenarios and certificates that are held to what they say."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from houseway.certificates.figures import Verified, verify_text
from houseway.counting.result import BadCertificate
from houseway.games import game
from houseway.pages.chapter_scenarios import check_chapter
from houseway.referee.scenarios import as_scenarios, check_file
from houseway.rulebook.acts import ActsFile, check_acts
from houseway.rulebook.chapter_scenario import ChapterFile
from houseway.rulebook.load import check, read_yaml
from houseway.terminal.console import print_json


def print_scenarios(paths: Sequence[Path], json: bool) -> bool:
    """Print failed scenarios; return whether all passed."""
    rows = []
    for path in paths:
        for name, problems in _checked(path):
            rows.append({"file": str(path), "scenario": name, "problems": problems})
            for problem in problems if not json else ():
                print(f"{path}: {name}: {problem}")
    held = sum(not row["problems"] for row in rows)
    if json:
        print_json(rows)
    else:
        print(f"{held} of {len(rows)} scenarios hold.")
    return held == len(rows)


def _checked(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The scenarios of a file and their problems: of a game, of what is done away from its tables,
    or of the rules for every table."""
    content = read_yaml(path)
    if isinstance(content, dict) and "chapter" in content:
        for case in check_chapter(check(ChapterFile, content, str(path))):
            yield case.scenario.name, case.problems
        return
    if isinstance(content, dict) and "acts" in content:
        acts = check(ActsFile, content, str(path))
        for case in check_acts(game(acts.game).acts, acts):
            yield case.scenario.name, case.problems
        return
    file = as_scenarios(content, str(path))
    found = game(file.game)
    for checked in check_file(file, found.play, found.rulebook(file.edition)):
        yield checked.scenario.name, checked.problems


def print_certificate(path: Path, json: bool) -> bool:
    """Whether every result of a certificate was found again, and what differs. A file that was
    changed is told row by row."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadCertificate(f"not a text file: {error.reason}") from None
    found, broken = verify_text(text)
    wrong = [one for one in found if one.reason]
    if json:
        print_json(
            [{**vars(one), "recounts": [made.to_json() for made in one.recounts]} for one in found]
        )
        if broken:
            raise BadCertificate(broken)
        return not wrong
    for one in wrong:
        print(f"{path}: {one.wager} {one.table}: {one.reason}")
    print(f"{len(found) - len(wrong)} of {len(found)} results were found again exactly.")
    for line in _second_counts(found):
        print(line)
    if broken:
        print(f"The seal is broken: {broken}.")
    return not wrong and not broken


def _second_counts(found: Sequence[Verified]) -> Iterator[str]:
    """Which second counts are recorded, and of how many results none is."""
    for words, count in Counter(one.second_count for one in found).items():
        yield f"Second count of {count}: {words or 'none is recorded'}."
    for one in found:
        for made in one.recounts:
            if made.mean:
                yield (
                    f"{one.wager}: the player's mean net of {made.rounds:,} rounds is {made.mean}, "
                    f"standard error {made.standard_error}."
                )
