"""The program itself: what it prints where, its exit codes, and that help is there at once."""

import json
import subprocess
import sys

import pytest

BLITZ = "three-card-blitz"
HEAVY = ("pydantic", "rich", "yaml", "numpy", "numba", "cryptography")


def test_the_command_imports_nothing_heavy() -> None:
    code = f"import sys, houseway.cli; print([m for m in {HEAVY} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_help_lists_every_command(program) -> None:
    printed = program("--help").stdout
    for command in ("games", "show", "diff", "law", "check", "play", "replay", "simulate", "odds"):
        assert f"  {command} " in printed
    assert program().returncode == 2  # nothing was asked for


def test_the_version_is_told(program) -> None:
    assert program("--version").stdout.startswith("houseway ")


def test_refusals_go_to_stderr_with_code_2(program) -> None:
    found = program("show", "chess")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.count("\n") == 1
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["simulate", BLITZ, "--seed", "many"], "Invalid value for '--seed'"),
        (["sweep", BLITZ, "--paytable", "30:3", "--top", "-1"], "Invalid value for '--top'"),
        (["sweep", BLITZ], "Missing option '--paytable'"),
        (["verify"], "Missing argument 'FILE'"),
        (["odds", BLITZ, "--edition"], "requires an argument"),
        (["odds", BLITZ, "another"], "unexpected extra argument"),
    ],
)
def test_what_is_not_text_is_checked_and_what_is_needed_is_asked_for(
    program, arguments: list[str], reason: str
) -> None:
    found = program(*arguments)
    assert (found.returncode, found.stdout) == (2, "")
    assert reason in found.stderr


def test_a_piped_session_and_its_replay(program, tmp_path) -> None:
    log = tmp_path / "rounds.jsonl"
    found = program("play", BLITZ, "--log", str(log), typed="10\nb\n\nf\nq\n")
    assert found.returncode == 0, found.stderr
    assert "2 rounds." in found.stdout
    assert found.stderr == ""
    assert program("replay", str(log)).returncode == 0
    log.write_text(log.read_text().replace('"kind":"paid"', '"kind":"taken"', 1) + "{}\n")
    assert program("replay", str(log)).returncode == 2  # the last line is no record


def test_json_is_valid_and_alone_on_stdout(program) -> None:
    for command in (("games",), ("show", BLITZ), ("diff", BLITZ, "nj", "md"), ("law", "51")):
        found = program(*command, "--json")
        assert found.returncode == 0
        assert found.stderr == ""
        json.loads(found.stdout)


def test_a_reader_that_stops_early_is_no_error(tmp_path) -> None:
    code = "from houseway.cli import main; main()"
    command = f'"{sys.executable}" -c "{code}" show {BLITZ} | head -1'
    found = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in found.stderr
