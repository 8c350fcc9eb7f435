"""Files that are bottomless, of another kind or of another format: one line each, no traceback."""

from pathlib import Path

import pytest

from houseway.games import games
from houseway.rulebook.load import DEEPEST, BadFile, read_plain_yaml, read_yaml

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
WRITTEN = {
    "deep list": "a: " + "[" * 100_000,
    "deep list that ends": "[" * 3000 + "]" * 3000,
    "deep table": "{a: " * 2000 + "1" + "}" * 2000,
    "deep dashes": "- " * 5000 + "1",
    "deep indent": "\n".join(" " * depth + "a:" for depth in range(2000)),
    "list as a key": "? [a, b]\n: 1\n",
    "table as a key": "? {c: d}\n: 2\n",
    "list as a key, in brackets": "hard: {[9]: hit}\n",
    "itself": "&a [*a]\n",
    "a date out of range": "a: !!timestamp 2027-02-30\n",
    "a time that is none": "starts: !!timestamp noon\n",
    "scenarios that are no list": "game: craps\nedition: nj\nscenarios: 3\n",
    "a program": "!!python/object/apply:os.system ['true']\n",
    "a number": "1\n",
    "a large number": "a: " + "9" * 5000 + "\n",
    "no text": "\udcff\udcfe\x01",
    "nothing": "",
    "a tab": "a:\n\t- b\n",
    "JSON": '{"a":' * 5000 + "1" + "}" * 5000,
}
COMMANDS = [
    ("strategy", "blackjack", "--policy"),
    ("strategy", "three-card-poker", "--policy"),
    ("simulate", "blackjack", "--rounds", "5", "--policy"),
    ("simulate", "three-card-poker", "--rounds", "5", "--policy"),
    ("check",),
    ("replay",),
    ("verify",),
    ("petition", "check"),
    ("tournament", "check"),
    ("audit",),
]


@pytest.mark.parametrize("what", WRITTEN)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_file_that_is_none(run, tmp_path: Path, command: tuple[str, ...], what: str) -> None:
    file = tmp_path / "file.yaml"
    file.write_bytes(WRITTEN[what].encode("utf-8", "surrogateescape"))
    told = run(*command, str(file))  # what is raised but an exit fails here
    assert told.exit_code in (1, 2) or what == "nothing", told.output
    assert "Traceback" not in told.output


TAGGED = [
    "!!timestamp noon", "!!timestamp 2027-02-30", "!!timestamp 0001-01-01T00:00:00+23:59",
    "!!int ''", "!!int +", "!!bool maybe", "!!float ''", "!!binary aGk=", "!!set {a}", "!!omap 1",
    "!!pairs []",
]  # fmt: skip


@pytest.mark.parametrize("read", [read_yaml, read_plain_yaml])
@pytest.mark.parametrize("value", TAGGED)
def test_a_value_under_a_wrong_tag_names_its_line(tmp_path: Path, value: str, read) -> None:
    file = tmp_path / "file.yaml"
    for written in (f"a: 1\nb: {value}\n", f"a: 1\n? {value}\n: b\n"):
        file.write_text(written)
        with pytest.raises(BadFile, match=r"file\.yaml: .*\(line 2\)"):
            read(file)


def test_a_date_without_a_tag_is_text(tmp_path: Path) -> None:
    file = tmp_path / "file.yaml"
    file.write_text("a: 2027-02-30\n")
    assert read_yaml(file) == read_plain_yaml(file) == {"a": "2027-02-30"}


@pytest.mark.parametrize("what", [one for one in WRITTEN if one.startswith("deep") or "key" in one])
def test_what_is_no_plain_data_names_its_file(tmp_path: Path, what: str) -> None:
    file = tmp_path / "file.yaml"
    file.write_text(WRITTEN[what])
    for read in (read_yaml, read_plain_yaml):
        with pytest.raises(BadFile, match=r"file\.yaml"):
            read(file)


def test_what_people_write_is_not_too_deep(tmp_path: Path) -> None:
    file = tmp_path / "file.yaml"
    file.write_text("a: '" + "[" * 1000 + "'\n" + "b: " + "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1))
    assert read_yaml(file)["a"] == "[" * 1000


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.yaml")), ids=lambda one: one.name)
@pytest.mark.parametrize("id", sorted(games()))
def test_documented_tables_given_to_the_simulation(run, file: Path, id: str) -> None:
    """Of this game or of another, of a format for this or for `strategy`: played, or refused."""
    told = run("simulate", id, "--rounds", "2", "--policy", str(file))
    assert told.exit_code in (0, 2)
    assert told.exit_code == 0 or told.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "range", ["1..1000000000000", "1..999999999", "1..", "2..1", "1.." + "9" * 5000]
)
def test_a_sweep_that_is_too_large(refused, range: str) -> None:
    refused("sweep", "three-card-poker", "--paytable", f"straight:{range}")


@pytest.mark.parametrize("address", ["://", "sqlite://", "a b://c", "postgresql://[", "http://x"])
@pytest.mark.parametrize("command", ["audit", "export", "backup", "restore"])
def test_an_address_that_is_none(run, tmp_path: Path, command: str, address: str) -> None:
    more = [] if command == "audit" else ["-o", str(tmp_path / "out"), "--plain"]
    if command == "restore":
        more = [str(tmp_path / "none")]
    told = run(command, address, *more)
    assert (told.exit_code, told.stderr.count("\n")) == (2, 1), told.output
