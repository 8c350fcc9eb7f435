"""Exact odds, best play and certificates from the command line."""

import csv
import io
import json
from fractions import Fraction

import pytest

BLITZ = "three-card-blitz"


def test_odds_lists_every_wager(run) -> None:
    printed = run("odds", BLITZ).stdout
    for part in ("main", "blind", "flush_bonus", "progressive", "3.4692%", "Exact counts"):
        assert part in printed


def test_all_tables_have_a_row_each(run) -> None:
    rows = [line.split()[:2] for line in run("odds", BLITZ, "--all-tables").stdout.splitlines()]
    for row in (["blind", "1"], ["blind", "2"], ["blind", "3"], ["flush_bonus", "2"]):
        assert rows.count(row) == 1
    md = run("odds", BLITZ, "--edition", "md", "--all-tables", "--wager", "progressive").stdout
    assert [line.split()[:2] for line in md.splitlines()].count(["progressive", "B"]) == 1


def test_one_wager_is_told_outcome_by_outcome(run) -> None:
    printed = run("odds", BLITZ, "--wager", "flush_bonus", "--table", "2").stdout
    assert "Seven suited cards" in printed
    assert "+500" in printed
    assert "exactly" in printed


def test_csv_counts_add_up(run) -> None:
    rows = list(csv.DictReader(io.StringIO(run("odds", BLITZ, "--csv").stdout)))
    main = [row for row in rows if row["wager"] == "main"]
    assert sum(int(row["count"]) for row in main) == int(main[0]["denominator"])


def test_a_chart_is_drawn_for_one_wager(run, refused, tmp_path) -> None:
    path = tmp_path / "blind.svg"
    assert run("odds", BLITZ, "--wager", "blind", "--svg", str(path)).exit_code == 0
    assert path.read_text().startswith("<svg")
    assert "one wager at one table" in refused("odds", BLITZ, "--svg", str(path))


def test_a_certificate_is_verified_and_a_forged_one_is_not(run, refused, tmp_path) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(run("odds", BLITZ, "--wager", "flush_bonus", "--json").stdout)
    result = run("verify", str(path))
    assert result.exit_code == 0
    found, second = result.stdout.splitlines()
    assert found == "1 of 1 results were found again exactly."
    assert second.startswith("Second count of 1: every deal of small decks")
    assert json.loads(run("verify", str(path), "--json").stdout)[0]["reason"] == ""
    count = json.loads(path.read_text())["results"][0]["outcomes"][1]["count"]
    path.write_text(path.read_text().replace(f'"count": "{count}"', '"count": "7"', 1))
    forged = run("verify", str(path))
    assert forged.exit_code == 1
    assert f"row 'suited_6': count is 7, computed {count}" in forged.stdout
    assert "The seal is broken" in forged.stdout
    path.write_text(path.read_text().replace('"flush_bonus"', '"flush_bogus"'))
    assert run("verify", str(path)).exit_code == 1
    path.write_text("{}")
    assert refused("verify", str(path))


def test_a_certificate_that_is_sound_but_wrong_fails(run, tmp_path) -> None:
    from dataclasses import replace

    from houseway.counting.result import Certificate

    honest = Certificate.loads(run("odds", BLITZ, "--wager", "flush_bonus", "--json").stdout)
    path = tmp_path / "certificate.json"
    Certificate((replace(honest.results[0], table="2"),)).save(path)
    result = run("verify", str(path))
    assert result.exit_code == 1
    assert "0 of 1 results" in result.stdout


def test_strategy_tells_the_best_play(run) -> None:
    printed = run("strategy", BLITZ).stdout
    assert "play 19 or more" in printed
    found = json.loads(run("strategy", BLITZ, "--json").stdout)
    assert Fraction(found["house_advantage"]) == Fraction(26327598842969, 758886561833400)


def test_advice_on_one_hand(run, refused) -> None:
    hand = "Ah 9h Kd 7d 5s 3c 2c"
    found = json.loads(run("strategy", BLITZ, "--hand", hand, "--json").stdout)
    assert found["worth"] == {"play": "-363884800/252109", "fold": "-2000"}
    printed = run("strategy", BLITZ, "--hand", hand.replace("Kd", "KD")).stdout
    assert printed.index("play") < printed.index("fold")
    short = refused("strategy", BLITZ, "--hand", "Ah 9h")
    assert short == "a hand of 3 Card Blitz is 7 cards, not 2"


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("Ah 9h Kd 7d 5s 3c zz", "unknown card 'zz'"),
        ("Ah 9h Kd 7d 5s 3c 3c", "named twice"),
        ("Ah 9h Kd 7d 5s 3c ??", "all its cards"),
        ("Ah 9h Kd 7d 5s 3c 2c 4c", "is 7 cards, not 8"),
    ],
)
def test_bad_hands_are_refused(refused, hand, reason) -> None:
    assert reason in refused("strategy", BLITZ, "--hand", hand)


def test_bad_questions_are_refused(refused) -> None:
    assert "no odds for 'nope'" in refused("odds", BLITZ, "--wager", "nope")
    assert "needs a wager with a paytable" in refused("odds", BLITZ, "--table", "2")
    assert "[51.11(c)]" in refused("odds", BLITZ, "--wager", "blind", "--table", "9")
    off = ("--edition", "md", "--option", "offer_flush_bonus=no", "--wager", "flush_bonus")
    assert "does not offer" in refused("odds", BLITZ, *off)


def test_looked_up_and_computed_say_the_same(run) -> None:
    assert run("odds", BLITZ).stdout == run("odds", BLITZ, "--recompute").stdout


def test_every_game_at_once(run, refused) -> None:
    assert "3 Card Blitz" in run("odds", "--all").stdout
    assert "which game?" in refused("odds")
    assert "which game?" in refused("odds", BLITZ, "--all")


def test_certificates_are_written_where_they_are_wanted(run, refused, tmp_path) -> None:
    from houseway.counting.result import Certificate

    assert run("certify", BLITZ, "--into", str(tmp_path)).exit_code == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"three-card-blitz.{edition}.certificate.json" for edition in ("md", "nj")]
    assert len(Certificate.load(tmp_path / names[0]).results) > 10
    assert "there is no game" in refused("certify", "whist")


def test_paytables_are_swept(run, refused) -> None:
    printed = run("sweep", BLITZ, "--paytable", "30:2..4,29:1..2").stdout
    assert "6 tables for the Blind" in printed
    assert "3.4692%" in printed
    rows = list(
        csv.DictReader(io.StringIO(run("sweep", BLITZ, "--paytable", "30:3", "--csv").stdout))
    )
    assert rows[0]["total_30"] == "3 to 1"
    assert Fraction(rows[0]["house_advantage"]) > 0
    told = json.loads(run("sweep", BLITZ, "--paytable", "30:3", "--json").stdout)
    assert told[0]["house_advantage"] == rows[0]["house_advantage"]
    assert "no row" in refused("sweep", BLITZ, "--paytable", "31:3")


def test_warming_up_computes_something(run) -> None:
    assert run("warm", BLITZ).exit_code == 0


def test_advice_where_only_the_board_shows(run, refused) -> None:
    """Red dog deals no card to a seat: six decks, 120 of 310 cards fall between four and ten."""
    told = run("strategy", "red-dog", "--board", "4c Td", "--option", "decks=6", "--json")
    assert told.exit_code == 0, told.output
    worth = json.loads(told.stdout)["worth"]
    assert {name: Fraction(cents) for name, cents in worth.items()} == {
        "no_raise": 1000 * (2 * Fraction(120, 310) - 1),
        "raise": 2000 * (2 * Fraction(120, 310) - 1),
    }
    assert "no decision" in refused("strategy", "red-dog", "--board", "4c 5d")


def test_advice_asks_for_a_card_that_the_dealer_shows(run, refused) -> None:
    hand = ("strategy", "caribbean-stud-poker", "--hand", "As Kd 9c 5h 2s")
    asked = refused(*hand)
    assert asked == "the dealer has cards in view at this decision: name them with --dealer"
    assert "bet" in run(*hand, "--dealer", "5c").stdout


@pytest.mark.soak
def test_compulsory_wagers_have_their_edge_together(run) -> None:
    for more in ((), ("--recompute",)):
        printed = run("odds", "three-card-21-n-done", *more).stdout
        (row,) = [line for line in printed.splitlines() if line.startswith("  main + bonus")]
        assert row.split()[3:] == ["-0.8076%", "-0.5030%"]
    assert " + " not in run("odds", "ultimate-texas-hold-em").stdout  # main has ante and blind


def test_a_simulated_figure_looks_simulated(run) -> None:
    table = ("fast-action-hold-em", "--option", "decks_in_use=8")
    printed = run("odds", *table).stdout
    assert "1.91% ±0.01%" in printed
    assert "± is one standard error" in printed
    for result in json.loads(run("odds", *table, "--json").stdout)["results"]:
        for name, figure in {**result["figures"], "expectation": result["expectation"]}.items():
            assert set(figure) == {"decimal", "standard_error"}, name
            last_digit = 10.0 ** -len(figure["decimal"].partition(".")[2])
            assert last_digit > float(figure["standard_error"]) / 10, name


def test_a_simulated_certificate_is_read_again(run) -> None:
    from houseway.counting.result import BadCertificate, Certificate

    text = run("odds", "fast-action-hold-em", "--option", "decks_in_use=8", "--json").stdout
    assert Certificate.loads(text).dumps() == text
    wrong = Certificate.loads(text).results[0].to_json()
    wrong["expectation"] = {**wrong["expectation"], "decimal": "-0.0192"}
    with pytest.raises(BadCertificate, match="expectation"):
        type(Certificate.loads(text).results[0]).from_json(wrong)
