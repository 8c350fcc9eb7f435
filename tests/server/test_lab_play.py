"""The lab about playing: one hand, the best play, evenings."""

import csv
import io
from dataclasses import make_dataclass, replace
from fractions import Fraction

import httpx
import polars
import pytest
from test_lab import house, http, known

from houseway.certificates.figures import look_up
from houseway.games import game
from houseway.games.twenty_one.chart import Chart
from houseway.rulebook.table_rules import TableRules
from houseway.server.game_view import strategy_at
from houseway.server.pages import templates
from maths import maths

__all__ = ["house", "http"]
WAR = "/api/lab/casino-war/hand?hand=As&dealer=Ad"


def test_every_choice_with_a_hand_has_its_worth(http: httpx.Client) -> None:
    """Who surrenders a tie gives up half of what is bet, whatever comes."""
    found = known(http, WAR)
    worth = {one["name"]: Fraction(one["cents"]) for one in found["choices"]}
    assert worth["surrender"] == Fraction(-found["bets"]["initial"], 2)
    assert list(worth.values()) == sorted(worth.values(), reverse=True)
    page = http.get("/lab/casino-war/strategy?hand=As&dealer=Ad").text
    assert "Surrender" in page
    assert "−$5.0000" in page


@pytest.mark.parametrize("hand", ["As As", "XX", "", "As Kd Qh Jc"])
def test_a_hand_that_cannot_be_is_refused_in_one_line(http: httpx.Client, hand: str) -> None:
    answer = http.get("/api/lab/casino-war/hand", params={"hand": hand, "dealer": ""})
    while answer.status_code == 200 and answer.json()["state"] == "working":
        answer = http.get("/api/lab/casino-war/hand", params={"hand": hand, "dealer": ""})
    assert answer.status_code == 409
    assert answer.json()["detail"]


def test_the_best_play_is_told_on_request(http: httpx.Client) -> None:
    page = http.get("/lab/roulette/strategy").text
    assert "Show the best play" in page
    while "Computing exactly" in (page := http.get("/lab/roulette/strategy?chart=yes").text):
        pass
    assert 'class="refusal"' not in page
    assert "%" in page


def test_evenings_come_from_the_exact_odds(http: httpx.Client) -> None:
    query = "wager=red&unit=10&bankroll=200&rounds=100&goal=400"
    found = known(http, f"/api/lab/roulette/bankroll?{query}")
    rules = TableRules(game("roulette").rulebook("nj"))
    red = (look_up(game("roulette"), rules, wager="red") or [])[0].outcomes
    assert Fraction(found["expected"]) == red.expectation * 1000 * 100
    assert 0 < found["ruined"] < found["evenings"]
    assert 0 < found["reached"] < found["evenings"]
    assert found["marks"][0] == 0
    assert found["marks"][-1] == 100
    lines = list(csv.reader(io.StringIO(http.get(f"/api/lab/roulette/bankroll.csv?{query}").text)))
    file = http.get(f"/api/lab/roulette/bankroll.parquet?{query}").content
    assert polars.read_parquet(io.BytesIO(file)).height == len(lines) - 1
    assert len(lines) == 1 + len(found["marks"])
    middle = lines[0].index("percentile_50")
    assert [round(100 * float(line[middle])) for line in lines[1:]] == found["percentiles"]["50"]
    page = http.get(f"/lab/roulette/bankroll?{query}").text
    assert "Money gone" in page
    assert "<polygon" in page
    assert "<style" not in page


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("bankroll=1&unit=10", "does not cover"),
        ("rounds=many", "whole number"),
        ("rounds=99999", "whole number up to"),
        ("goal=5", "more than the bankroll"),
        ("unit=lots", "lots"),
    ],
)
def test_an_evening_that_cannot_be_is_said_in_one_line(
    http: httpx.Client, query: str, reason: str
) -> None:
    while "Playing the evenings," in (page := http.get(f"/lab/roulette/bankroll?{query}").text):
        pass
    while 'aria-busy="true"' in page:
        page = http.get(f"/lab/roulette/bankroll?{query}").text
    assert 'class="refusal" role="alert"' in page
    assert reason in page


def test_a_chart_is_shown_as_people_know_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = game("blackjack")
    chart = Chart(("2", "A"), {16: "SH"}, {18: "SH"}, {"8": "PP"})
    told = make_dataclass("Told", ["house_advantage", "chart"])(Fraction(1, 200), chart)
    monkeypatch.setattr(maths(found), "FIGURES", replace(found.odds, strategy=lambda _: told))
    shown = strategy_at(found, TableRules(found.rulebook("nj")))
    assert shown.facts == (("House advantage", "0.5000%"),)
    [(title, drawn)] = shown.charts
    assert title == "Chart"
    assert "<title>16 against A: hit</title>" in drawn
    page = templates.env.get_template("strategy.html").render(shown=shown)
    assert drawn in page


def test_figures_are_taken_away_as_a_file(http: httpx.Client) -> None:
    answer = http.get("/api/lab/roulette/figures.parquet")
    assert answer.status_code == 200
    found = polars.read_parquet(io.BytesIO(answer.content))
    assert "1/19" in set(found["house_advantage_exact"])
