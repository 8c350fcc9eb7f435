"""Recorded rounds dealt again: as written, as tampered with, as somebody may see them."""

import json

import pytest

BLITZ = "three-card-blitz"


@pytest.fixture
def log(run, tmp_path):
    """Three rounds, the second of them folded."""
    path = tmp_path / "rounds.jsonl"
    typed = "10 flush 5\nb\n\nf\n\nb\nq\n"
    assert run("play", BLITZ, "--seed", "3", "--log", str(path), typed=typed).exit_code == 0
    return path


def tamper(log, old: str, new: str):
    """The log with the first occurrence of something changed."""
    text = log.read_text()
    assert old in text
    path = log.with_name("tampered.jsonl")
    path.write_text(text.replace(old, new, 1))
    return path


def test_a_log_comes_out_as_recorded(run, log) -> None:
    result = run("replay", str(log))
    assert result.exit_code == 0
    assert result.stdout == f"3 of 3 rounds came out as recorded ({BLITZ} nj).\n"
    found = json.loads(run("replay", str(log), "--json").stdout)
    assert found == {"rounds": 3, "differences": []}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"source":"seat 1"', '"source":"seat 2"', "is recorded as"),
        ('"amount":1000', '"amount":900', "is refused"),
        ('"what":"fold"}', '"what":"play"}', "is refused"),
        ('"ante":1000', '"ante":900', "recorded"),
        ('"rulebook":"', '"rulebook":"0', "another rulebook"),
        ('"do":"close"', '"do":"shut"', "is refused"),
    ],
)
def test_a_tampered_log_is_found_out(run, log, old, new, reason) -> None:
    result = run("replay", str(tamper(log, old, new)))
    assert result.exit_code == 1
    assert reason in result.stdout
    assert "of 3 rounds came out as recorded" in result.stdout
    found = json.loads(run("replay", str(tamper(log, old, new)), "--json").stdout)
    assert len(found["differences"]) == 1


def test_an_exchanged_card_is_found_out(run, log) -> None:
    records = [json.loads(line) for line in log.read_text().splitlines()]
    dealt = next(e for e in records[0]["inputs"] if e["do"] == "draw")
    used = " ".join(e["cards"] for e in records[0]["inputs"] if e["do"] == "draw").split()
    fresh = next(r + s for s in "cdhs" for r in "23456789TJQKA" if r + s not in used)
    dealt["cards"] = " ".join([fresh, *dealt["cards"].split()[1:]])
    log.write_text("".join(json.dumps(record) + "\n" for record in records))
    result = run("replay", str(log))
    assert result.exit_code == 1
    assert "round 1: event" in result.stdout
    assert run("replay", str(log), "--round", "1").exit_code == 1
    assert run("replay", str(log), "--round", "2").exit_code == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense\n", "line 1: is not JSON"),
        ("{}\n", "line 1: is not a record"),
        ('{"format":"houseway round 1","rules":{},"start":{},"inputs":[],"events":[]}\n', "line 1"),
    ],
)
def test_what_is_no_log_is_refused(refused, tmp_path, text, reason) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text)
    assert reason in refused("replay", str(path))


def test_rounds_that_are_not_there_are_refused(refused, log) -> None:
    assert "there is no round 4: it holds 3" in refused("replay", str(log), "--round", "4")
    assert "No such file" in refused("replay", str(log) + "x")
    assert "a seat's number, dealer or house" in refused("replay", str(log), "--as", "bob")


def test_a_round_is_shown_as_the_viewer_may_see_it(run, log) -> None:
    house = json.loads(run("replay", str(log), "--round", "1", "--json").stdout)
    seat = json.loads(run("replay", str(log), "--round", "1", "--as", "1", "--json").stdout)
    guest = json.loads(run("replay", str(log), "--round", "1", "--as", "4", "--json").stdout)

    def hand(view, who):
        return next(e["cards"] for e in view["events"] if e["kind"] == "dealt" and e["who"] == who)

    assert "?" not in hand(house, "dealer") + hand(house, 1) + hand(seat, 1)
    assert set(hand(seat, "dealer").split()) == {"??"}
    assert set(hand(guest, 1).split()) == {"??"}
    printed = run("replay", str(log), "--round", "1", "--as", "1").stdout
    assert "The dealer is dealt ▒▒" in printed
    assert "51.10(a)" in printed
