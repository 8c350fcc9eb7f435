"""Second counts are recorded when they are made, and only then."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.certificates import figures
from houseway.certificates.figures import shipped
from houseway.certificates.recount import dealing, record
from houseway.counting.result import BadCertificate, Certificate, Recount, Result
from houseway.games import forget_games, game
from houseway.new_game.make import make
from houseway.terminal import checks, recounts
from maths import maths

TODAY = "2026-11-18"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A game outside of the package, certified."""
    make("lucky-card", tmp_path)
    monkeypatch.setenv("HOUSEWAY_GAMES", str(tmp_path))
    forget_games()
    found = game("lucky-card")
    assert dict(figures.each_certified([found])) == {found: {"own": 5}}
    yield found
    forget_games()


def verified(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What ``houseway verify`` prints of a certificate that holds."""
    assert checks.print_certificate(path, json=False)
    return capsys.readouterr().out


def test_a_game_outside_is_certified_by_several_processes(own) -> None:
    path = own.certificate("own")
    alone = path.read_text()
    path.unlink()
    command = [sys.executable, "-m", "houseway", "certify", own.id, "--workers", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, path.read_text()) == (0, alone), done.stderr


def test_no_second_count_is_claimed_before_it_is_made(own, capsys) -> None:
    path = own.certificate("own")
    assert "Second count of 5: none is recorded." in verified(path, capsys)
    assert recounts.count_again(own, "", "", 50, 0, record=True)
    assert "5 of 5 results agree" in capsys.readouterr().out
    said = verified(path, capsys)
    assert "Second count of 5: everything that can come at the real table" in said
    assert "made 20" in said
    figures._sealed.cache_clear()
    list(figures.each_certified([own]))  # the same figures keep it
    assert verified(path, capsys) == said


def test_a_false_figure_is_not_recounted(own, capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own code finds it again; the second count does not."""
    right = own.odds.results

    def wrong(*given) -> list[Result]:
        return [falsified(one) for one in right(*given)]

    assert recounts.count_again(own, "own", "", 50, 0, record=True)
    monkeypatch.setattr(maths(own), "FIGURES", replace(own.odds, results=wrong))
    figures._sealed.cache_clear()
    list(figures.each_certified([own]))
    capsys.readouterr()
    said = verified(own.certificate("own"), capsys)
    assert "5 of 5 results were found again exactly" in said
    assert "Second count of 5: none is recorded." in said
    assert not recounts.count_again(own, "own", "ante", 50, 0, record=True)
    assert "ante {}: net -1: certified" in capsys.readouterr().out
    assert "Second count of 5: none is recorded." in verified(own.certificate("own"), capsys)


def falsified(result: Result) -> Result:
    """A result in which one deal that was lost is won."""
    table, (first, *others) = result.outcomes, result.outcomes.outcomes
    moved = [replace(first, count=first.count - 1), *others]
    moved[-1] = replace(moved[-1], count=moved[-1].count + 1)
    return replace(result, outcomes=replace(table, outcomes=tuple(moved)))


def test_a_certificate_with_another_method_is_told() -> None:
    result = shipped(game("big-six"), "nj")[0]
    wrong = Certificate((replace(result, second_count="tea leaves"),))
    (found,) = figures.verify(wrong)
    assert found.reason.startswith("second_count is tea leaves, this version counts by every stop")


# -- rounds that are dealt -------------------------------------------------------------------------


@pytest.fixture
def main() -> Result:
    return next(one for one in shipped(game("big-six"), "nj") if one.wager == "insignia_1")


def test_what_is_dealt_goes_on_where_it_stopped(
    main: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealing, "SHARD", 5)
    once, twice = tmp_path / "once", tmp_path / "twice"
    whole = dealing.deal(main, 20, 7, once)
    dealing.deal(main, 5, 7, twice)
    with twice.open("a") as file:
        file.write('{"shard":1,"fou')  # the process died here
    assert dealing.deal(main, 20, 7, twice) == whole
    assert twice.read_text() == once.read_text()
    assert dealing.deal(main, 5, 7, once) == whole  # no fewer than there are
    assert whole.rounds == 20


def test_the_mean_of_what_was_dealt_is_recorded(main: Result) -> None:
    dealt = dealing.Dealt(Counter({(Fraction(-1), ()): 30, (Fraction(1), ()): 24}))
    assert (dealt.rounds, dealt.mean) == (54, Fraction(-1, 9))
    assert dealt.standard_error == pytest.approx(((1 - 1 / 81) / 54) ** 0.5)
    done = record.after_dealing(main, dealt, 7, TODAY)
    assert done.wrong == ()
    (made,) = [one for one in done.result.recounts if one.mean]
    assert (made.rounds, made.seed, made.mean, made.made) == (54, "7", "-0.1111111", TODAY)
    assert Result.from_json(done.result.to_json()) == done.result
    again = record.after_dealing(done.result, dealt, 7, TODAY)
    assert again.result == done.result  # in place of the one before


def test_a_mean_that_is_too_far_off_is_not_recorded(main: Result) -> None:
    dealt = dealing.Dealt(Counter({(Fraction(-1), ()): 1_000, (Fraction(1), ()): 2_000}))
    done = record.after_dealing(main, dealt, 7, TODAY)
    assert done.wrong
    assert done.result == main


def test_a_sample_with_seed_0_is_read_back_as_it_was_made() -> None:
    made = Recount("by sample", TODAY, rounds=2000, seed="0")
    assert Recount(**{**made.to_json(), "rounds": int(made.to_json()["rounds"])}) == made
    assert "rounds" not in Recount("by hand", TODAY).to_json()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"made": "yesterday"}, "made: 'yesterday' is not a day"),
        ({"rounds": "5"}, "a sample has rounds"),
        ({"seed": "5"}, "a sample has rounds"),
        ({"rounds": "-5", "seed": "1"}, "a sample has rounds"),
        ({"by": "Ann"}, "unknown key"),
    ],
)
def test_a_record_that_is_not_clear_is_refused(main: Result, change, reason: str) -> None:
    written = main.to_json()
    written["recounts"] = [{**Recount("by hand", TODAY).to_json(), **change}]
    with pytest.raises(BadCertificate, match=reason):
        Result.from_json(written)
