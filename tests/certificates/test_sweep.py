"""Trying paytables: what is tried, what it comes to, and where the best play changes."""

from fractions import Fraction

import pytest

from houseway.certificates import sweep
from houseway.games import game
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

BLITZ = game("three-card-blitz")
BOOK = BLITZ.rulebook("nj")


def plan(text: str, wager: str = "", **options: str) -> sweep.Plan:
    return sweep.plan(BOOK, options, wager, text)


def test_a_plan_tries_every_combination() -> None:
    found = plan("30:2..4, 29:1..2")
    assert len(found) == 6
    assert found.rows == {
        "total_30": ("2 to 1", "3 to 1", "4 to 1"),
        "total_29": ("1 to 1", "2 to 1"),
    }
    assert list(found.tables())[1] == {"total_30": "2 to 1", "total_29": "2 to 1"}


def test_prices_are_ranges_ratios_and_words() -> None:
    found = plan("blitz:3/2|5|push", "blind")
    assert found.rows == {"blitz": ("3 to 2", "5 to 1", "push")}


def test_a_tried_table_that_is_lawful_has_the_lawful_figures() -> None:
    tried = list(sweep.run(BLITZ, plan("royal_blitz:8..10", blind="2")))
    by_price = {one.prices["royal_blitz"]: one.edge for one in tried}

    def edge(table: str) -> Fraction:
        main = BLITZ.odds.results(TableRules(BOOK, {"blind": table}), None, None, "main")[0]
        return main.outcomes.house_advantage

    assert by_price["10 to 1"] == edge("2")
    assert by_price["8 to 1"] == edge("3")
    assert by_price["8 to 1"] > by_price["9 to 1"] > by_price["10 to 1"]


def test_a_side_wager_is_tried_alone() -> None:
    (one,) = sweep.run(BLITZ, plan("suited_4:2", "flush_bonus"))
    assert one.result.wager == "flush_bonus"
    assert not one.changes_play


def test_it_says_where_the_best_play_changes() -> None:
    mild, rich = sweep.run(BLITZ, plan("otherwise:push|9"))
    assert not mild.changes_play
    assert rich.changes_play  # with a total of 26 or less paid nine to one, few hands fold


@pytest.mark.parametrize(
    ("text", "wager", "reason"),
    [
        ("99:1", "", "there is no row '99'"),
        ("30", "", "not a row and its prices"),
        ("30:4..2", "", "is not a range"),
        ("30:much", "", "is not a price"),
        ("30:1,30:2", "", "given more than once"),
        ("", "", "at least one row"),
        ("30:1", "ante", "ante has no paytable"),
        ("30:1..400,29:1..400", "", "160,000 tables"),
    ],
)
def test_what_cannot_be_tried_is_refused(text: str, wager: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        plan(text, wager)


def test_a_wager_on_a_spot(run) -> None:
    rows = run("sweep", "sic-bo", "--wager", "total@4", "--paytable", "4:60..62", "--csv").stdout
    edges = [line.split(",") for line in rows.splitlines()]
    assert len(edges) == 1 + 3
    assert len({tuple(line) for line in edges}) == 4
    printed = run("sweep", "sic-bo", "--wager", "total@4", "--paytable", "4:60..62").stdout
    assert "60 to 1" in printed
    first = run("sweep", "sic-bo", "--paytable", "win:149..150", "--csv").stdout
    spot = ("--wager", "three_of_a_kind@5")  # all six have one figure
    assert run("sweep", "sic-bo", *spot, "--paytable", "win:149..150", "--csv").stdout == first


def test_a_spot_is_asked_for_where_figures_differ(refused) -> None:
    asked = refused("sweep", "sic-bo", "--wager", "total", "--paytable", "4:60..61")
    assert "needs a spot" in asked
