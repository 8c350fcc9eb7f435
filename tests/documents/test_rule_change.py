"""Papers of a change at a table: what was, what will be, from when, and who is told."""

import re
from datetime import datetime

import pytest

from houseway.documents.blocks import Document, Grid, Steps, Terms
from houseway.documents.plain import plain
from houseway.documents.poster import poster_pdf, poster_source
from houseway.documents.rule_change import (
    Change,
    Changed,
    change_sign,
    changes,
    division_notice,
    moment,
    sign_submission,
)
from houseway.games import game
from houseway.rulebook.placard import placard
from houseway.rulebook.table_rules import TableRules
from houseway.terminal.papers import sign_law

BLACKJACK = game("blackjack")
BOOK = BLACKJACK.rulebook("nj")
BEFORE = TableRules(BOOK, limits={"main": (1000, 50_000)})
AFTER = TableRules(
    BOOK, {"main_pays": "six_to_five", "soft_17": "hit"}, limits={"main": (2500, 50_000)}
)
AT = datetime(2026, 12, 1, 0, 15)
CHANGED = Changed(BEFORE, AFTER, BLACKJACK.handout, AT, "12", "Pit 3")


def test_a_change_is_told_by_what_was_and_what_will_be() -> None:
    assert changes(BEFORE, AFTER, BLACKJACK.handout) == [
        Change("Soft 17", "Stand", "Hit"),
        Change("Blackjack", "3 to 2", "6 to 5"),
        Change("Blackjack, limits", "$10 to $500", "$25 to $500"),
    ]
    assert changes(BEFORE, BEFORE, BLACKJACK.handout) == []
    offered = TableRules(BOOK, {"match_offered": True}, limits={"main": (1000, 50_000)})
    new = [one for one in changes(BEFORE, offered, BLACKJACK.handout) if "Match" in one.what]
    assert Change("Match the Dealer: Same rank", "not offered", "4 to 1") in new


def test_the_sign_says_from_when_and_where() -> None:
    sign = change_sign(CHANGED)
    assert sign.title == "Change of Rules"
    assert sign.parts[1].heading == "From December 1, 2026, 12:15 AM"
    assert sign.foot == "Table 12, Pit 3"
    assert poster_pdf(sign).startswith(b"%PDF")
    source = poster_source(sign)
    assert all(text in source for text in ("3 to 2", "6 to 5", "$25 to $500"))


def test_the_division_is_told_half_an_hour_before() -> None:
    said = plain(division_notice(CHANGED))
    assert " ".join(said.split()).count("November 30, 2026, 11:45 PM") == 3
    assert "Takes effect: December 1, 2026, 12:15 AM" in said
    (grid,) = (one for one in division_notice(CHANGED).blocks if isinstance(one, Grid))
    assert ["Soft 17", "Stand", "Hit"] in grid.rows


def test_location_size_and_language_of_each_sign_are_submitted() -> None:
    law = sign_law(AFTER)
    made = placard(AFTER, BLACKJACK.handout, place=CHANGED.place)
    paper: Document = sign_submission(CHANGED, made, law, "wall")
    terms = [dict(one.items) for one in paper.blocks if isinstance(one, Terms)]
    assert [one["Size"] for one in terms[:2]] == ["22 by 28 inches"] * 2
    assert {one["Location"] for one in terms[:2]} == {"Table 12, Pit 3"}
    table, change = (one.items for one in paper.blocks if isinstance(one, Steps))
    assert "Minimum $25, maximum $500" in table
    assert "Soft 17. Until then: Stand; From then on: Hit" in change


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (datetime(2026, 1, 2, 12, 0), "January 2, 2026, 12:00 PM"),
        (datetime(2026, 1, 2, 23, 59), "January 2, 2026, 11:59 PM"),
    ],
)
def test_times_are_told_by_twelve_hours(at: datetime, said: str) -> None:
    assert moment(at) == said


def test_limits_alone_are_not_the_divisions_business(run, refused, tmp_path) -> None:
    when = ["--effective", "2026-12-01 20:00"]
    limits = ["rule-change", "blackjack", "--to-limit", "main=25:500", *when]
    told = run(*limits, "-o", str(tmp_path / "limits")).stdout
    assert {line.rpartition("/")[2] for line in told.split()} == {
        "change-sign.pdf", "sign.pdf", "sign-submission.pdf",
    }  # fmt: skip
    rules = run("rule-change", "blackjack", "--to", "soft_17=hit", *when, "-o", str(tmp_path / "r"))
    assert re.search(r"division-notice\.pdf", rules.stdout)
    assert "nothing changes" in refused("rule-change", "blackjack", *when, "-o", str(tmp_path))
    bad = ["rule-change", "blackjack", "--effective", "tonight", "-o", str(tmp_path)]
    assert "is no time" in refused(*bad)
