"""Reading the rules: games, show, diff, law, check."""

import json

import pytest

from houseway.games import game, games

BLITZ = "three-card-blitz"
NJ = game(BLITZ).rulebook("nj")


def test_games_lists_every_edition_of_every_game(run) -> None:
    found = json.loads(run("games", "--json").stdout)
    assert [(entry["game"], entry["edition"]) for entry in found] == [
        (one.id, edition) for one in games().values() for edition in one.editions
    ]
    blitz = next(entry for entry in found if entry["game"] == BLITZ)
    assert blitz["seats"] == NJ.seats.max
    assert blitz["wagers"][:2] == ["Ante", "Blind"]
    assert blitz["scenarios"] > 10
    assert "play" in blitz["supports"]
    printed = run("games").stdout
    (line,) = [
        line for line in printed.splitlines() if line.startswith(f"{BLITZ} ") and "nj" in line
    ]
    assert str(len(blitz["wagers"])) in line.split()
    assert "Flush Bonus" in run("show", BLITZ).stdout


def test_show_prints_every_part_with_its_cites(run) -> None:
    printed = run("show", BLITZ).stdout
    for wager in NJ.wagers.values():
        assert wager.name in printed
    for part in ("Paytable: Blind", "The round", "Options", "goes wrong", "Readings", "51.11(c)"):
        assert part in printed
    assert "50 to 1" in printed
    assert "\x1b" not in printed  # plain when piped


@pytest.mark.parametrize("columns", ["80", "120"])
def test_show_fits_its_width(run, monkeypatch, columns) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for command in (("show", BLITZ), ("diff", BLITZ, "nj", "md"), ("games",)):
        assert all(len(line) <= int(columns) for line in run(*command).stdout.splitlines())


def test_show_json_is_the_rulebook(run) -> None:
    found = json.loads(run("show", BLITZ, "--json").stdout)
    assert found == NJ.model_dump(mode="json", by_alias=True)


def test_show_cite_keeps_what_cites_the_paragraph_or_below(run) -> None:
    found = json.loads(run("show", BLITZ, "--cite", "51.11", "--json").stdout)
    assert set(found["wagers"]) == set(NJ.wagers)
    assert "deck" not in found
    assert "lock_progressive" in found["round"]  # 51.11(f)
    assert "bets" not in found["round"]
    printed = run("show", BLITZ, "--cite", "51.11(c)").stdout
    assert "Royal Blitz" in printed
    assert "Flush Bonus" not in printed
    line = next(one for one in printed.splitlines() if "paytables.blind" in one)
    number = int(line.split()[1].rstrip(":"))
    source = (game(BLITZ).folder / "nj.yaml").read_text().splitlines()
    assert source[number - 1].strip() == "blind:"


def test_show_cite_of_a_paragraph_left_to_people(run) -> None:
    found = json.loads(run("show", BLITZ, "--cite", "51.3(b)", "--json").stdout)
    assert list(found) == ["conduct"]


def test_what_nothing_cites_is_said_on_stderr(run) -> None:
    result = run("show", BLITZ, "--cite", "8.1")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "Nothing" in result.stderr


def test_show_schema_is_the_schema_of_rulebooks(run) -> None:
    schema = json.loads(run("show", "--schema").stdout)
    assert "wagers" in schema["properties"]


def test_bad_input_is_refused_in_one_line(refused, tmp_path) -> None:
    assert "there is no game 'chess'" in refused("show", "chess")
    assert "no edition 'xx'" in refused("show", BLITZ, "--edition", "xx")
    assert "nearest: 51.9" in refused("show", BLITZ, "--cite", "51.99")
    assert "which game?" in refused("show")
    assert "no edition 'xx'" in refused("diff", BLITZ, "nj", "xx")
    assert "no subchapter '99'" in refused("law", "99")
    assert "No such file" in refused("check", str(tmp_path / "none.yaml"))


def test_a_bad_scenario_file_names_its_key(refused, tmp_path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(f"game: {BLITZ}\nedition: nj\nscenarios: []\nextra: 1\n")
    assert refused("check", str(path)).startswith(f"{path}: scenarios: ")


def test_usage_errors_are_code_2(run) -> None:
    assert run("show", BLITZ, "--nonsense").exit_code == 2
    assert run("nonsense").exit_code == 2


def test_law_counts_paragraphs(run) -> None:
    found = json.loads(run("law", "51", "--json").stdout)
    assert found[0]["source"] == "51"
    assert found[0]["executed"] > 50
    assert "51" in run("law", "51").stdout


SCENARIO = f"""
game: {BLITZ}
edition: nj
scenarios:
  - name: a fold loses ante and blind
    cite: 51.10(d)1
    bets: {{1: {{ante: 10, blind: 10}}}}
    does: {{1: [fold]}}
    nets: {{1: {{ante: -10, blind: NET}}}}
"""


def test_check_passes_and_fails(run, tmp_path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(SCENARIO.replace("NET", "-10"))
    bad.write_text(SCENARIO.replace("NET", "10"))
    assert run("check", str(good)).exit_code == 0
    result = run("check", str(good), str(bad))
    assert result.exit_code == 1
    assert "seat 1 blind: -$10, not $10" in result.stdout
    assert "1 of 2 scenarios hold" in result.stdout
    rows = json.loads(run("check", str(bad), "--json").stdout)
    assert rows[0]["problems"]
