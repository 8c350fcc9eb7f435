"""Changes are made where they decide something, and what notices them is told."""

from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.games import game, games
from houseway.mutate import code, equivalent, likely, trial, values
from houseway.mutate.mutant import GONE, Mutant, changed

BOOK = """\
seats: {max: 6, cite: 1.1}
paytables:
  blind:
    rows: {flush: Flush}
    tables: {A: [3 to 2]}
    floor: true
    cite: 1.2
irregularities:
  card:
    says: 3 cards are seen.
    during: [deal, decision]
    before: said done
constraints:
  - {when: {hand: [true]}, then: {shuffler: [x]}, says: no 1, cite: 1.3}
"""
MODULE = '''\
"""Some of a round."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Kept:
    most: int = 3


def due(stake: int, row: str | None) -> int:
    """What a row is due."""
    if stake >= 10 and row is not None:
        emit(stake)
    return stake * 2
'''


def in_file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_a_rulebook_is_changed_where_it_decides_something(tmp_path: Path) -> None:
    found = list(values.mutants(in_file(tmp_path, "nj.yaml", BOOK)))
    assert [(one.line, one.says) for one in found] == [
        (1, "seats.max: 6 -> 7"),
        (1, "seats.max: 6 -> 5"),
        (5, "paytables.blind.tables.A.0: 3 to 2 -> 4 to 2"),
        (5, "paytables.blind.tables.A.0: 3 to 2 -> 3 to 3"),
        (6, "paytables.blind.floor: True -> False"),
        (11, "irregularities.card.during.0: deal -> removed"),
        (11, "irregularities.card.during.1: decision -> removed"),
        (12, "irregularities.card.before: said done -> removed"),
        (
            14,
            "constraints.0: {'when': {'hand': [True]}, 'then': {'shuffler':... -> removed",
        ),
        (14, "constraints.0.when.hand.0: True -> removed"),
        (14, "constraints.0.when.hand.0: True -> False"),
        (14, "constraints.0.then.shuffler.0: x -> removed"),
    ]
    assert found[-1].new is GONE


def test_code_is_changed_but_for_what_decides_nothing(tmp_path: Path) -> None:
    found = list(code.mutants(in_file(tmp_path, "game.py", MODULE)))
    assert sorted((one.line, one.says) for one in found) == [
        (7, "3 -> 4"),
        (12, "10 -> 11"),
        (12, "row is not None -> row is None"),
        (12, "stake >= 10 -> stake > 10"),
        (12, "stake >= 10 and row is not None -> stake >= 10 or row is not None"),
        (13, "emit(stake) -> removed"),
        (14, "2 -> 3"),
        (14, "stake * 2 -> stake // 2"),
    ]
    for one in found:
        compile(one.new, "game.py", "exec")
        assert one.new != MODULE


def test_a_row_of_draw_or_stand_is_changed_letter_by_letter(tmp_path: Path) -> None:
    path = in_file(tmp_path, "nj.yaml", "rules:\n  third_card: {says: one, is: DDS, cite: 1.1}\n")
    assert [one.new for one in values.mutants(path)] == ["SDS", "DSS", "DDD"]


def test_what_speaks_of_a_value_or_runs_a_line_is_asked_first() -> None:
    """Only the order is guessed: a change that nobody speaks of is put to every scenario too."""
    joker = mutant_of("big-six", ("paytables", "joker", "tables", "standard", 0), "46 to 1")
    texts = {(0, 0): "a flag", (0, 1): "the joker and the flag, 5.5(a)", (0, 2): "5.5(a)"}
    assert likely.by_words(joker, texts)[0] == (0, 1)

    watch = likely.Watch([Path(__file__)])
    lines = watch.run([(0, 0), (0, 1)], lambda at: marked(at[1]))
    first = marked.__code__.co_firstlineno
    change = Mutant("code", Path(__file__), first + 2, (0,), "", "", "")
    assert likely.by_lines(change, lines, Counter()) == [(0, 1)]


def marked(number: int) -> int:
    if number:
        number += 1
    return number


def mutant_of(id: str, key: tuple, new: object) -> Mutant:
    path = game(id).folder / "nj.yaml"
    return Mutant("value", path, 1, key, "", str(new), new)


def tried(id: str, *mutants: Mutant) -> list[str]:
    return [one.caught_by for one in trial.try_scenarios(game(id), mutants, 1, lambda done: None)]


def test_scenarios_notice_a_price_and_not_a_name() -> None:
    game("big-six").rulebook()  # what has been read before does not hide the change
    price = mutant_of("big-six", ("paytables", "insignia_1", "tables", "standard", 0), "2 to 1")
    name = mutant_of("big-six", ("title",), "Big Seven")
    noticed, unnoticed = tried("big-six", price, name)
    assert noticed
    assert unnoticed == ""


def test_a_change_is_gone_when_its_trial_is_over() -> None:
    book = game("big-six").rulebook()
    tried("big-six", mutant_of("big-six", ("seats", "max"), 1))
    assert game("big-six").rulebook() is book
    assert book.seats.max > 1


def test_code_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "PATIENCE", 1.0)
    path = game("big-six").folder / "game.py"
    endless = "def play(r):\n    while True:\n        pass\n    yield\n"
    assert tried("big-six", Mutant("code", path, 1, (0,), "", "", endless)) == ["it never ended"]


@pytest.mark.soak
def test_a_changed_family_is_put_to_every_game_of_it() -> None:
    """What all games of a family share is held to the scenarios of each."""
    path = next(path for path in trial.round_modules(game("mini-craps")) if "craps" in path.stem)
    assert not path.is_relative_to(game("mini-craps").folder)
    broken = Mutant("code", path, 1, (0,), "", "", "raise RuntimeError")
    cases = trial._cases(game("mini-craps"), [broken])
    told = {case.game.id for case in cases}
    assert told >= {"craps", "mini-craps"}
    assert told == {one.id for one in games().values() if path in trial.round_modules(one)}


def test_tests_run_with_the_change_in_them(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    text = 'from houseway.games import game\ndef test_it():\n    assert game("big-six").rulebook()'
    in_file(tmp_path / "games", "test_seats.py", f"{text}.seats.max == 100\n")
    seats = mutant_of("big-six", ("seats", "max"), 100)
    other = mutant_of("big-six", ("title",), "Big Seven")
    found = [
        trial.try_tests(game("big-six"), trial.Verdict(m), tmp_path, "") for m in (seats, other)
    ]
    assert [one.survived for one in found] == [True, False]
    assert "test_it" in found[1].caught_by


def test_what_makes_no_difference_is_known_by_its_line(tmp_path: Path) -> None:
    path = in_file(tmp_path, "game.py", MODULE)
    one = next(iter(code.mutants(path)))
    why = "nothing is ever that much"
    known = [equivalent.Equivalent(file="game.py", where="most: int", change="3 -> 4", why=why)]
    found = {each.says: equivalent.reason(each, known) for each in code.mutants(path)}
    assert found.pop("3 -> 4") == why
    assert set(found.values()) == {""}
    assert one.file == path


def test_a_place_in_a_list_is_taken_out() -> None:
    assert changed({"a": [1, 2, 3]}, ("a", 1), GONE) == {"a": [1, 3]}


def test_the_command_says_what_survives() -> None:
    runner = CliRunner()
    wrong = runner.invoke(app, ["mutate", "big-six", "--only", "prose"])
    assert (wrong.exit_code, wrong.stderr) == (
        2,
        "houseway: --only is values or code, not 'prose'\n",
    )
    command = [
        "mutate",
        "big-six",
        "--only",
        "values",
        "--scenarios-only",
        "--sample",
        "3",
        "--json",
    ]
    done = runner.invoke(app, command)
    assert '"tried": 3' in done.stdout
