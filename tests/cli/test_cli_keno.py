"""Keno at the terminal: tickets as people type them, the draw, and being paid."""

import json
import re

import pytest

from houseway.games import game
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.wording.tickets import parse_ticket

RULES = TableRules(game("keno").rulebook("nj"))


def play(run, typed: str, *options: str) -> str:
    result = run("play", "keno", *options, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(
    ("typed", "form"),
    [
        ("quick 5 $1", {"wager": "quick_pick", "spots": 5, "rate": 100}),
        ("3 17 42 $2.50", {"wager": "straight", "numbers": [3, 17, 42], "rate": 250}),
        ("7 x3 $1", {"wager": "straight", "numbers": [7], "rate": 100, "games": 3}),
        ("split 1 2 / 3 $1", {"wager": "split", "numbers": [[1, 2], [3]], "rate": 100}),
        (
            "way 1 2 / 3 4 / 5 6 any 2,3 $1",
            {
                "wager": "way",
                "numbers": [[1, 2], [3, 4], [5, 6]],
                "ways": [{"any": 2}, {"any": 3}],
                "rate": 100,
            },
        ),
    ],
)
def test_tickets_as_typed(typed, form) -> None:
    assert parse_ticket(typed, RULES) == form


@pytest.mark.parametrize(
    "typed",
    ["", "7", "quick $1", "quick 5 6 $1", "7 $1 $2", "seven $1", "7 eight $1", "7 $x", "$1 7"],
)
def test_what_is_not_clear(typed) -> None:
    with pytest.raises(Refused):
        parse_ticket(typed, RULES)


def test_a_marked_ticket_is_bought_drawn_and_paid(run, tmp_path) -> None:
    """The numbers that this seed draws are seen once and played the second time."""
    log = tmp_path / "games.jsonl"
    seen = play(run, "1 $1\n\nk\nq\n", "--seed", "8")
    drawn = re.search(r"game 1: ([\d ]+\d)", seen)
    assert drawn
    three = " ".join(drawn[1].split()[:3])
    printed = play(run, f"{three} $2\n\n1\nq\n", "--seed", "8", "--log", str(log))
    assert "wins $84" in printed
    assert "1 round. You leave with $582 of $500." in printed
    (record,) = [json.loads(line) for line in log.read_text().splitlines()]
    assert record["inputs"][0]["form"]["numbers"] == [int(number) for number in three.split()]


def test_a_quick_pick_a_refusal_and_a_void(run) -> None:
    typed = "99 $1\n1 2 $1000\nquick 3 $1\nvoid 00000001\nvoid 00000001\nquick 4 $1\n\nq\n"
    printed = play(run, typed, "--seed", "3")
    assert "There is no number 99. [15.2(a)]" in printed
    assert "[15.3(d)]" in printed
    assert "takes back $1 of Quick-pick 3" in printed
    assert "has no live ticket '00000001'" in printed
    assert "drawn" in printed


def test_tickets_that_cost_more_than_the_bank(run) -> None:
    printed = play(run, "1 $60\n2 $60\n-\nk\nq\n", "--seed", "3", "--bank", "100")
    assert "your tickets total $120; you have $100" in printed.lower()


def test_a_notice_is_given_where_the_house_has_it_so(run) -> None:
    printed = play(run, "quick 5 $1\n\nq\n", "--seed", "3", "--option", "closing_notice=spoken")
    assert "1 round." in printed


@pytest.mark.soak
def test_show_has_the_rate_cards(run) -> None:
    result = run("show", "keno")
    assert result.exit_code == 0
    assert "27.848%" in result.stdout
    assert "20 of 80" in result.stdout
    assert run("show", "keno", "--cite", "15.3(e)").exit_code == 0
    assert run("games").exit_code == 0


def test_simulate(run) -> None:
    result = run("simulate", "keno", "--rounds", "200", "--bet", "quick_pick@5=1", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["all"]["action"] == 20_000
