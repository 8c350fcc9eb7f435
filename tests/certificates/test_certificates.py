"""The certificates that the house ships are fresh, complete and found again."""

import os
import random
import subprocess
import sys

import pytest

from houseway.certificates import figures
from houseway.certificates.figures import look_up, shipped, verify
from houseway.counting.result import Certificate
from houseway.games import Game, editions_with_odds, game
from houseway.games.authoring.result_at import options_of
from houseway.rulebook.table_rules import TableRules, base_of
from maths import maths

SOAK = bool(os.environ.get("HOUSEWAY_SOAK"))
SAMPLE = 3  # results of an edition that are computed again
EDITIONS = [pytest.param(*one, id=f"{one[0].id}-{one[1]}") for one in editions_with_odds()]
BLITZ = game("three-card-blitz")


@pytest.mark.parametrize(("found", "edition"), EDITIONS)
def test_it_is_made_under_the_rulebook_at_hand(found, edition) -> None:
    assert shipped(found, edition), "make results"


@pytest.mark.parametrize(("found", "edition"), EDITIONS)
def test_every_wager_and_every_paytable_is_in_it(found, edition) -> None:
    """A table that no result names is a figure that nobody has counted."""
    book = found.rulebook(edition)
    known = {base_of(one.wager) for one in shipped(found, edition)}
    unknown = found.odds.unpriced  # wagers without odds, each with the reason
    assert set(book.wagers) - known == set(unknown)
    named = {
        (name, one.options.get(name)) for one in shipped(found, edition) for name in one.options
    }
    for name, wager in book.wagers.items():
        if wager.paytable and name not in unknown:
            for table in book.paytables[wager.paytable].tables:
                assert (wager.paytable, table) in named


@pytest.mark.parametrize(("found", "edition"), EDITIONS)
def test_every_result_names_a_lawful_table(found, edition) -> None:
    """The options that it names are enough: the law ties no other to them."""
    for result in shipped(found, edition):
        TableRules(found.rulebook(edition), options_of(result))


@pytest.mark.parametrize(("found", "edition"), EDITIONS)
def test_results_are_found_again(found, edition) -> None:
    """A sample that is another one whenever the rulebook changes; all of them in a soak, and only
    there wagers whose count takes a minute (``SLOW``)."""
    results = list(shipped(found, edition))
    if not SOAK:
        slow = getattr(maths(found), "SLOW", ())
        results = [one for one in results if one.wager not in slow]
        chosen = random.Random(found.rulebook(edition).hash)
        results = chosen.sample(results, min(SAMPLE, len(results)))
        simulated = [one for one in results if not one.is_exact]
        results = [one for one in results if one not in simulated[1:]]  # they take long
    assert [one.reason for one in verify(Certificate(tuple(results))) if one.reason] == []


@pytest.mark.parametrize(("found", "edition"), EDITIONS)
def test_the_usual_table_is_looked_up(found, edition) -> None:
    rules = TableRules(found.rulebook(edition))
    looked_up = look_up(found, rules)
    assert looked_up
    assert {base_of(one.wager) for one in looked_up} >= set(rules.wagers) - set(found.odds.unpriced)


def test_what_is_looked_up_is_what_is_computed() -> None:
    rules = TableRules(BLITZ.rulebook("nj"), {"blind": "2", "flush_bonus": "2"})
    computed = BLITZ.odds.results(rules)
    found = {one.wager: one.outcomes for one in look_up(BLITZ, rules) or ()}
    assert found == {one.wager: one.outcomes for one in computed}
    assert {one.options["blind"] for one in look_up(BLITZ, rules, wager="main") or ()} == {"2"}


def test_other_stakes_or_meters_are_computed() -> None:
    rules = TableRules(BLITZ.rulebook("nj"))
    assert look_up(BLITZ, rules, {"ante": 10, "blind": 5}) is None
    assert look_up(BLITZ, rules, None, {"meter_1": 900_000}) is None
    assert look_up(BLITZ, rules, None, {"meter_1": 900_000}, "blind")


def test_a_certificate_of_another_rulebook_is_not_used(monkeypatch, tmp_path) -> None:
    path = tmp_path / "old.json"
    text = BLITZ.certificate("nj").read_text()
    old = Certificate(
        tuple(
            type(one)(**{**vars(one), "rulebook_hash": "0" * 64})
            for one in Certificate.loads(text).results
        )
    )
    old.save(path)
    monkeypatch.setattr(Game, "certificate", lambda game, edition: path)
    figures._sealed.cache_clear()
    try:
        assert shipped(BLITZ, "nj") == ()
        assert look_up(BLITZ, TableRules(BLITZ.rulebook("nj"))) is None
    finally:
        figures._sealed.cache_clear()


COUNT = """
from pathlib import Path
from houseway.certificates.figures import each_certified
from houseway.games import editions_with_odds
from houseway.simulation.shards import local
if __name__ == "__main__":
    games = list(dict.fromkeys(found for found, _ in editions_with_odds()))
    with local(2) as executor:
        for found, results in each_certified(games, Path.cwd(), executor):
            print(found.id, results)
"""


@pytest.mark.skipif(not SOAK, reason="compiles everything: make soak")
def test_nothing_is_left_to_compile_after_warming_up(tmp_path) -> None:
    """Every certificate is counted by kernels that ``houseway warm`` has compiled."""
    cache, script = tmp_path / "cache", tmp_path / "count.py"
    script.write_text(COUNT)

    def kernels_after(*command: str) -> set[str]:
        settings = {**os.environ, "XDG_CACHE_HOME": str(cache)}
        subprocess.run([sys.executable, *command], env=settings, cwd=tmp_path, check=True)
        return {path.name for path in cache.rglob("*.nbc")}

    compiled = kernels_after("-m", "houseway", "warm")
    assert compiled
    assert kernels_after(str(script)) == compiled
