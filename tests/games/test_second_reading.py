"""Worked rounds by a second reader, who had the text of the law and not the code, the rulebook's
values or the game's own scenarios. Where the two read it otherwise, the rulebook's readings say so
and the round is not here."""

from pathlib import Path

import pytest

from houseway.games import game
from houseway.referee.scenarios import check_file, read_scenarios
from houseway.rulebook.acts import ActsFile, check_acts
from houseway.rulebook.load import read

FILES = sorted((Path(__file__).parent / "second_reading").glob("*.scenarios.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_the_text_read_twice_says_the_same(path: Path) -> None:
    file = read_scenarios(path)
    found = game(file.game)
    checked = list(check_file(file, found.play, found.rulebook(file.edition)))
    assert len(checked) > 100
    assert [problem for one in checked for problem in one.problems] == []


ACTS = Path(__file__).parent / "second_reading" / "acts"


@pytest.mark.parametrize("path", sorted(ACTS.glob("*.scenarios.yaml")), ids=lambda path: path.name)
def test_what_is_done_away_from_a_table_read_twice_says_the_same(path: Path) -> None:
    file = read(ActsFile, path)
    checked = list(check_acts(game(file.game).acts, file))
    assert len(checked) > 40
    assert [problem for one in checked for problem in one.problems] == []


@pytest.mark.parametrize("path", sorted(ACTS.glob("*.rounds.yaml")), ids=lambda path: path.name)
def test_rounds_of_a_few_paragraphs_read_twice_say_the_same(path: Path) -> None:
    file = read_scenarios(path)
    found = game(file.game)
    checked = list(check_file(file, found.play, found.rulebook(file.edition)))
    assert len(checked) > 20
    assert [problem for one in checked for problem in one.problems] == []
