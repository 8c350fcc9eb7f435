"""Figures that others have printed are found again to the last digit, or say why not."""

import os
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.certificates.published import FIGURES, Row, agrees, in_the_manner_of, ours, read_rows
from houseway.rulebook.load import BadFile
from houseway.rulebook.refusal import Refused

DOCS = Path(__file__).parents[2] / "docs"
ROWS = read_rows(DOCS)
PASS = {"game": "craps", "wager": "pass", "figure": "edge", "published": "1.41%", "source": "x"}


@pytest.mark.parametrize(
    "row", ROWS, ids=[f"{row.game}-{row.wager}-{row.published}" for row in ROWS]
)
def test_each_row(row) -> None:
    """A row that differs says so, and one that says so does."""
    assert agrees(row, ours(row)) == (not row.differs)


@pytest.mark.skipif("HOUSEWAY_SOAK" not in os.environ, reason="takes minutes: make soak")
@pytest.mark.parametrize("row", [row for row in ROWS if row.counted], ids=lambda row: row.published)
def test_what_takes_long_is_counted_anew(row) -> None:
    assert in_the_manner_of(row.counted, ours(row, anew=True)) == row.counted


def test_rows_are_told_once() -> None:
    keys = [row.model_dump_json(exclude={"note"}) for row in ROWS]
    assert len(set(keys)) == len(keys)
    assert {row.game for row in ROWS} >= {"craps", "roulette", "keno", "three-card-poker"}


@pytest.mark.parametrize(
    ("printed", "value", "written"),
    [
        ("1.41%", Fraction(7, 495), "1.41%"),
        ("0.5", Fraction(1, 20), "0.1"),
        ("0.5", Fraction(9, 20), "0.5"),
        ("$263,205", Fraction(1234567, 2), "$617,284"),
        ("15.63 to 1", Fraction(297, 19), "15.63 to 1"),
        ("1 in 4.0", Fraction(4), "1 in 4.0"),
    ],
)
def test_numbers_are_written_in_the_same_manner(printed, value, written) -> None:
    assert in_the_manner_of(printed, value) == written


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"figure": "spread"}, "no figure 'spread'"),
        ({"wager": "fail"}, "no figure of 'fail'"),
        ({"figure": "chance", "of": "flies"}, "no outcome 'flies'"),
        ({"game": "crap"}, "no game 'crap'"),
    ],
)
def test_rows_that_mean_nothing(change, reason) -> None:
    with pytest.raises(Refused, match=reason):
        ours(Row(**{**PASS, **change}))
    assert "edge" in FIGURES


def test_a_wrong_figure_is_caught() -> None:
    row = Row(**{**PASS, "published": "1.40%"})
    assert not agrees(row, ours(row))
    with pytest.raises(Refused, match="is not a figure"):
        agrees(Row(**{**PASS, "published": "about 1.4"}), ours(row))


def test_a_misspelled_key_is_an_error(tmp_path) -> None:
    (tmp_path / "published.yaml").write_text("rows:\n  - {game: craps, wagr: pass}\n")
    with pytest.raises(BadFile, match="wagr: there is no such key"):
        read_rows(tmp_path)
