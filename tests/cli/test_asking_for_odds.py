"""What may be asked of ``houseway odds``, and how it is told to programs and into pipes."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from math import comb

import pytest
import yaml

from houseway.counting.result import Certificate
from houseway.games import game, games
from houseway.terminal.console import walk_progress


def printed(run, *arguments):
    return json.loads(run("odds", *arguments, "--json").stdout)["results"]


def test_json_has_the_figures_that_people_ask_for(run) -> None:
    (one,) = printed(run, "three-card-poker", "--wager", "pair_plus")
    figures, outcomes = one["figures"], one["outcomes"]
    whole = Fraction(one["denominator"])
    mean = sum(Fraction(o["net"]) * int(o["count"]) for o in outcomes) / whole
    square = sum(Fraction(o["net"]) ** 2 * int(o["count"]) for o in outcomes) / whole
    wins = sum(int(o["count"]) for o in outcomes if Fraction(o["net"]) > 0)
    assert Fraction(figures["house_advantage"]["exact"]) == -mean
    assert Fraction(figures["variance"]["exact"]) == square - mean**2
    assert Fraction(figures["hit_frequency"]["exact"]) == Fraction(wins) / whole
    assert figures["house_advantage"]["decimal"] == f"{float(-mean):.10f}"


def test_json_has_the_meter_at_which_a_wager_is_fair(run) -> None:
    (one,) = printed(run, "caribbean-stud-poker", "--wager", "progressive")
    fair = one["figures"]["break_even_meter"]["jackpot"]["cents"]
    above = printed(
        run, "caribbean-stud-poker", "--wager", "progressive", "--meter", f"jackpot={fair / 100}"
    )
    below = printed(
        run, "caribbean-stud-poker", "--wager", "progressive",
        "--meter", f"jackpot={(fair - 1000) / 100}",
    )  # fmt: skip
    assert Fraction(above[0]["expectation"]) >= 0 > Fraction(below[0]["expectation"])


def test_what_is_printed_is_a_certificate(run, tmp_path) -> None:
    path = tmp_path / "tie.json"
    path.write_text(
        run("odds", "mini-baccarat", "--wager", "tie", "--option", "tie=9 to 1", "--json").stdout
    )
    assert Certificate.load(path).results[0].options["tie"] == "9 to 1"
    assert run("verify", str(path)).exit_code == 0
    path.write_text(path.read_text().replace('"decimal": "0.0', '"decimal": "0.1'))
    assert run("verify", str(path)).exit_code != 0


def test_a_price_of_one_row_may_be_the_houses_own(run, refused) -> None:
    (one,) = printed(run, "craps", "--wager", "any_craps", "--option", "any_craps=15 to 2")
    assert {Fraction(o["net"]) for o in one["outcomes"]} == {Fraction(15, 2), Fraction(-1)}
    assert "pays less" in refused("odds", "craps", "--option", "any_craps=2 to 1")
    assert "may not be 'dear'" in refused("odds", "craps", "--option", "any_craps=dear")


def own_card():
    """The high card with 13 to 15 spots, which pay for seven catches and more."""
    found = yaml.safe_load((game("keno").folder / "nj.yaml").read_text())
    card = found["rates"]["cards"]["high"]
    card["max_spots"] = 15
    (column,) = card["columns"]  # of two dollars
    for spots in (13, 14, 15):
        caught = range(7, spots + 1)
        ways = sum(comb(20, n) * comb(60, spots - n) for n in caught)
        pays = 2 * int(Fraction(3, 4) * comb(80, spots) / ways)
        column["pays"][spots] = dict.fromkeys(caught, pays)
    return card


def test_keno_of_thirteen_spots_with_a_card_of_the_houses_own(run, refused, tmp_path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text(yaml.safe_dump(own_card()))
    assert "spots may be played" in refused("odds", "keno", "--wager", "straight@13")
    for spots in (13, 15):
        (one,) = printed(
            run, "keno", "--wager", f"straight@{spots}", "--option", f"rate_card={path}"
        )
        counts = {o["label"]: int(o["count"]) for o in one["outcomes"]}
        whole = int(one["denominator"])
        assert Fraction(counts[f"catch 7 of {spots}"], whole) == Fraction(
            comb(20, 7) * comb(60, spots - 7), comb(80, spots)
        )
    path.write_text("[]")
    assert "contains no rate card" in refused("odds", "keno", "--option", f"rate_card={path}")


def test_unknown_names_are_told_what_was_meant(refused) -> None:
    assert "did you mean soft_17?" in refused("odds", "blackjack", "--option", "sof_17=hit")
    assert "did you mean pass?" in refused("odds", "craps", "--bet", "pas=10")
    assert "there is no wager 'pas'" in refused(
        "simulate", "craps", "--rounds", "5", "--bet", "pas=1"
    )
    assert "did you mean pair_plus?" in refused("odds", "three-card-poker", "--wager", "pair_pls")


def test_a_wager_narrows_the_work(run, monkeypatch) -> None:
    """Blackjack's best play is not worked out for a wager of two cards."""
    from houseway.games.twenty_one.blackjack import results

    def costly(*_):
        raise AssertionError("not asked for")

    monkeypatch.setitem(results.MAKERS, "main", costly)
    (one,) = printed(
        run, "blackjack", "--wager", "same_suit", "--option", "same_suit_offered=yes", "--recompute"
    )
    assert one["wager"] == "same_suit"


@pytest.mark.parametrize("command", [["games"], ["odds", "craps"], ["odds", "blackjack"]])
def test_nothing_is_cut_off_in_a_pipe(command) -> None:
    plain = {k: v for k, v in os.environ.items() if k != "COLUMNS"}
    code = "from houseway.cli import main; main()"
    out = subprocess.run(
        [sys.executable, "-c", code, *command],
        capture_output=True, text=True, check=True, timeout=300, env=plain,
    ).stdout  # fmt: skip
    assert "…" not in out
    assert max(map(len, out.splitlines())) < 2000


def test_games_are_one_line_each(run) -> None:
    lines = run("games").stdout.splitlines()
    editions = sum(len(one.editions) for one in games().values())
    assert len(lines) == editions + 1


def test_a_long_walk_into_a_pipe_is_announced_in_one_line(capsys) -> None:
    with walk_progress() as watch:
        watch.expect(7_000, 6)
        watch.done(7_000)
        watch.expect(1_200_000, 1_500)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "Walking through about 1,200,000 ends of the round: about 25 minutes.\n"
