"""Petitions, tournaments, signs, guides and advice on the command line."""

import json
import shutil
from pathlib import Path

import pytest
import yaml

from houseway.games import Game, game
from houseway.rulebook.chapter import scenarios

BLITZ = "three-card-blitz"
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def changed(tmp_path, name: str, **changes) -> str:
    content = yaml.safe_load((EXAMPLES / name).read_text()) | changes
    path = tmp_path / name
    for drawing in EXAMPLES.glob("*.svg"):
        shutil.copy(drawing, tmp_path)
    path.write_text(yaml.safe_dump({k: v for k, v in content.items() if v is not None}))
    return str(path)


def test_the_example_petition_may_be_filed(run) -> None:
    result = run("petition", "check", str(EXAMPLES / "petition.yaml"))
    assert result.exit_code == 0
    assert "may be filed" in result.stdout
    assert f"exact odds of {BLITZ}" in result.stdout
    assert (
        json.loads(run("petition", "check", str(EXAMPLES / "petition.yaml"), "--json").stdout) == []
    )


def test_each_gap_of_a_petition_is_told_with_its_paragraph(run, tmp_path) -> None:
    path = changed(tmp_path, "petition.yaml", kind=None, asks_for_test=None)
    result = run("petition", "check", path)
    assert result.exit_code == 1
    assert "[8.4(d), 8.4(d)2]" in result.stdout
    assert "[8.4(d), 8.4(d)7]" in result.stdout
    assert "may be filed" not in result.stdout
    cites = [row["cite"] for row in json.loads(run("petition", "check", path, "--json").stdout)]
    assert cites == ["8.4(d), 8.4(d)2", "8.4(d), 8.4(d)7"]


def test_a_petition_names_every_wager_and_has_its_drawings(run, tmp_path) -> None:
    content = yaml.safe_load((EXAMPLES / "petition.yaml").read_text())["description"]
    two = content["summary"] | {"wagers": ["ante", "flush_bonus"]}
    path = changed(tmp_path, "petition.yaml", description=content | {"summary": two})
    (tmp_path / "shoe.svg").unlink()
    result = run("petition", "check", path)
    assert result.exit_code == 1
    for wager in ("blind", "play", "progressive"):
        assert f"does not name {wager}: the wagers on offer [8.4(d), 8.4(d)3i]" in result.stdout
    assert "there is no file shoe.svg" in result.stdout
    assert "[8.4(d), 8.4(d)3v]" in result.stdout
    assert len(result.stdout.splitlines()) == 4
    (tmp_path / "layout.svg").unlink()
    assert "8.4(d)3iv" in run("petition", "check", path).stdout


def test_a_petition_says_when_its_figures_were_not_compared(run, tmp_path, monkeypatch) -> None:
    alone = changed(tmp_path, "petition.yaml", shown=None)
    assert "names no game" in run("petition", "check", alone).stdout
    monkeypatch.setattr(Game, "has_odds", False)
    printed = run("petition", "check", str(EXAMPLES / "petition.yaml")).stdout
    assert f"{BLITZ} are not computed yet" in printed


def test_a_file_that_is_no_petition_is_refused(refused, tmp_path) -> None:
    assert "titel: there is no such key" in refused(
        "petition", "check", changed(tmp_path, "petition.yaml", titel="x")
    )
    assert "No such file" in refused("petition", "check", str(tmp_path / "none.yaml"))
    assert "starts" in refused(
        "tournament", "check", changed(tmp_path, "tournament.yaml", starts="soon")
    )


def test_figures_are_those_of_the_example(run) -> None:
    found = yaml.safe_load(run("petition", "figures", BLITZ).stdout)["figures"]
    stated = yaml.safe_load((EXAMPLES / "petition.yaml").read_text())["description"]["figures"]
    assert {wager: found[wager] for wager in stated} == stated
    assert json.loads(run("petition", "figures", BLITZ, "--json").stdout) == found


def test_figures_of_a_game_without_odds_are_refused(refused, monkeypatch) -> None:
    monkeypatch.setattr(Game, "has_odds", False)
    assert "not computed yet" in refused("petition", "figures", BLITZ)


def test_the_example_tournament_may_be_held(run) -> None:
    result = run("tournament", "check", str(EXAMPLES / "tournament.yaml"))
    assert (result.exit_code, "may be held" in result.stdout) == (0, True)


def test_what_is_wrong_with_a_tournament_is_told(run, tmp_path) -> None:
    result = run(
        "tournament", "check", changed(tmp_path, "tournament.yaml", game="chess", public=[])
    )
    assert result.exit_code == 1
    assert "[8.6(a)]" in result.stdout
    assert result.stdout.count("[8.6(g)]") == 6


def test_a_sign(run) -> None:
    printed = run("sign", BLITZ, "--limit", "ante=10:500:5", "--option", "blind=2").stdout
    assert "Ante: $10 to $500 in steps of $5 [8.2(c)]" in printed
    lines = json.loads(run("sign", BLITZ, "--json").stdout)
    assert {"text": "Ante pays 1 to 1", "cite": "8.3(a)"} in lines


@pytest.mark.parametrize("limit", ["ante=10", "ante=10:20:5:1", "ante=ten:500", "ante"])
def test_a_limit_is_written_strictly(refused, limit) -> None:
    assert refused("sign", BLITZ, "--limit", limit)


def test_unlawful_limits_have_no_sign(refused) -> None:
    assert "[8.2(a)]" in refused("sign", BLITZ, "--limit", "ante=10:99")


def test_maryland_has_no_rules_of_signs(refused) -> None:
    assert "md has no rules of signs" in refused("sign", BLITZ, "--edition", "md")


def test_a_guide_is_short_and_the_rules_are_not(run) -> None:
    short, full = run("guide", BLITZ).stdout, run("guide", BLITZ, "--full").stdout
    assert short.startswith("3 Card Blitz\n")
    assert "IRREGULARITIES" not in short
    assert "IRREGULARITIES" in full
    assert len(short) < len(full)


def test_scenarios_of_the_chapter_are_checked(run, tmp_path) -> None:
    text = scenarios("nj").read_text()
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(text.replace("refused: 8.6(d)", "refused: 8.6(e)"))
    held = run("check", str(scenarios("nj")), str(game(BLITZ).scenarios("md")))
    assert held.exit_code == 0
    result = run("check", str(wrong))
    assert result.exit_code == 1
    assert "a game of skill alone is not: refused by 8.6(d)" in result.stdout


# Advice at a table (8.1)


def test_a_live_table_refuses_advice(run) -> None:
    printed = run("play", BLITZ, "--seed", "22", typed="10\n!\nb\nq\n").stdout
    assert "This aid is barred at a live table: working out how to play. [8.1]" in printed
    assert "worth" not in printed
    assert "1 round." in printed


def test_practice_advises(run) -> None:
    printed = run("play", BLITZ, "--seed", "22", "--practice", typed="!\n10\n!\nb\nq\n").stdout
    assert "There is no decision to make now." in printed
    assert "exactly, in cents" in printed
    assert "8.1" not in printed


def test_practice_of_a_game_without_odds_has_no_advice(run, monkeypatch) -> None:
    monkeypatch.setattr(Game, "has_odds", False)
    printed = run("play", BLITZ, "--seed", "22", "--practice", typed="10\n!\nq\n").stdout
    assert f"here is no solver for the decisions of {BLITZ}." in printed


def test_a_placard_is_written_in_each_form(run, refused, tmp_path) -> None:
    starts = {"pdf": b"%PDF", "svg": b"<svg", "html": b"<!doctype"}
    for form, start in starts.items():
        path = tmp_path / f"sign.{form}"
        assert run("sign", BLITZ, "-o", str(path), "--size", "wall").exit_code == 0
        assert path.read_bytes().startswith(start)
    assert "a sign ends in" in refused("sign", BLITZ, "-o", "sign.doc")
    assert "table or wall" in refused("sign", BLITZ, "--size", "door")


def test_a_sign_shows_what_its_meters_show(run, refused) -> None:
    assert "Five-card royal flush: $6,120" in run("sign", BLITZ, "--meter", "meter_1=6120").stdout
    assert "no wager on offer" in refused("sign", BLITZ, "--meter", "meter_9=5")


def test_a_leaflet_and_a_booklet_are_written(run, refused, tmp_path) -> None:
    for form, start in {"pdf": b"%PDF", "html": b"<!doctype"}.items():
        path = tmp_path / f"guide.{form}"
        assert run("guide", BLITZ, "-o", str(path)).exit_code == 0
        assert path.read_bytes().startswith(start)
    assert run("guide", BLITZ, "--full", "-o", str(path)).exit_code == 0
    assert "Irregularities" in path.read_text()
    assert "a document ends in .pdf, .html" in refused("guide", BLITZ, "-o", "guide.xlsx")


def test_a_dealers_card_is_printed_and_written(run, refused, tmp_path) -> None:
    printed = run("card", BLITZ).stdout
    assert "WHEN SOMETHING GOES WRONG" in printed
    path = tmp_path / "card.html"
    assert run("card", BLITZ, "-o", str(path)).exit_code == 0
    assert "When Something Goes Wrong" in path.read_text()
    assert "a document ends in .pdf, .html" in refused("card", BLITZ, "-o", "card.csv")
