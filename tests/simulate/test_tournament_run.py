"""Whole tournaments: every chip and every dollar accounted for, the same for the same seed."""

import json
from collections import Counter
from pathlib import Path

import pytest

from houseway.games import game
from houseway.rulebook.chapter import chapter
from houseway.rulebook.refusal import Refused
from houseway.simulation.tournament.run import Run
from houseway.simulation.tournament.structure import POSTED, Level, read_structure

LAW = chapter("nj").tournament
POKER = game("poker")
POSTED_HERE = read_structure()


def quick(view, rules, source) -> tuple[str, int]:
    """A player who does not think: raises now and then, sometimes all of it."""
    names, roll = {choice.name: choice for choice in view.asked.choices}, source.below(20)
    for name in ("raise", "bet", "all_in") if roll < 4 else ():
        if choice := names.get(name):
            amount = choice.most if roll == 0 else choice.least
            return name, max(choice.least, amount - amount % choice.step)
    for name in ("check", "call" if roll < 11 else "fold", "stand_pat"):
        if name in names:
            return name, names[name].least
    first = view.asked.choices[0]
    return first.name, first.least


def names(count: int) -> list[str]:
    return [f"player {number}" for number in range(1, count + 1)]


def run(players: int, seed: int, structure=POSTED_HERE, **how):
    lines: list[str] = []
    one = Run(POKER, "nj", structure, names(players), seed, choose=quick, **how)
    return one.play(LAW, lines.append), lines


def check(report, players: int) -> None:
    """Everybody has a place, every place is taken, and the money comes out."""
    finishes, posted = report.finishes, report.structure
    assert sorted(one.player for one in finishes) == sorted(names(players))
    taken = Counter(one.place for one in finishes)
    place = 1
    while place <= players:
        assert taken[place], place
        place += taken[place]
    assert sum(report.prizes.values()) == players * posted.buy_in == report.pool.due
    assert report.pool.fees == players * posted.fee
    assert report.chips == players * posted.chips


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (9, 2), (10, 3), (27, 4), (40, 5)])
def test_a_tournament_accounts_for_every_chip_and_dollar(players: int, seed: int) -> None:
    report, lines = run(players, seed)
    check(report, players)
    broken = [line for line in lines if line.endswith("is broken")]
    assert len(broken) == -(-players // POSTED_HERE.seats) - 1


def test_the_same_seed_is_the_same_tournament() -> None:
    first, again, other = (run(18, seed)[0] for seed in (7, 7, 8))
    assert first.finishes == again.finishes
    assert first.prizes == again.prizes
    assert first.moves == again.moves
    assert first.finishes != other.finishes


def test_levels_and_races_come_as_posted() -> None:
    levels = [
        Level(hands=2, smallest_chip=chip, small_blind=big // 2, big_blind=big, minimum_bet=big)
        for chip, big in ((25, 50), (25, 100), (100, 200), (100, 400), (500, 1000), (500, 5000))
    ]
    structure = POSTED_HERE.model_copy(update={"levels": levels, "chips": 3000})
    report, lines = run(12, 3, structure, keep_log=True)
    check(report, 12)
    assert report.races
    blinds = {
        event.amount // 100
        for record in report.records
        for event in record.events
        if event.kind == "taken" and event.what == "big_blind"
    }
    posted = {level.big_blind for level in levels[: report.level + 1]}
    assert posted <= blinds  # besides those of players who had less
    assert [line for line in lines if line.startswith("level 2: blinds 50/100")]


@pytest.mark.parametrize(
    ("options", "level"),
    [
        ({"game": "stud7_high", "betting": "fixed_limit"}, {"ante": 25, "forced_bet": 50}),
        ({"game": "omaha_hilo8", "betting": "pot_limit"}, {"small_blind": 50, "big_blind": 100}),
        ({"game": "badugi", "betting": "fixed_limit"}, {"small_blind": 50, "big_blind": 100}),
    ],
)
def test_other_games_have_tournaments_too(options: dict, level: dict) -> None:
    levels = [
        Level(
            hands=3,
            smallest_chip=25,
            minimum_bet=100 * times,
            maximum_bet=200 * times,
            **{name: chips * times for name, chips in level.items()},
        )
        for times in (1, 2, 4, 8, 16, 32)
    ]
    structure = POSTED_HERE.model_copy(
        update={"levels": levels, "options": options, "chips": 1000, "seats": 6}
    )
    report, _ = run(10, 2, structure)
    check(report, 10)


@pytest.mark.parametrize(
    ("change", "players", "why"),
    [
        ({"seats": 12}, 9, "11 players at most"),
        ({"options": {"game": "holdem", "betting": "none"}}, 9, "level 1: "),
        ({}, 1, "two players or more"),
        ({}, 1001, "no prizes are posted for 1001"),
    ],
)
def test_what_cannot_be_played_is_refused(change: dict, players: int, why: str) -> None:
    with pytest.raises(Refused, match=why):
        Run(POKER, "nj", POSTED_HERE.model_copy(update=change), names(players), choose=quick)


def test_the_command_plays_with_the_houses_players(run, refused, tmp_path: Path) -> None:
    log, posted = tmp_path / "rounds.jsonl", tmp_path / "posted.yaml"
    text = POSTED.read_text().replace("chips: 5000", "chips: 1000")
    posted.write_text(text.replace("hands: 8", "hands: 2"))
    given = ("tournament", "run", "poker", "--players", "4", "--seed", "3")
    given = (*given, "--structure", str(posted))
    done = run(*given, "--log", str(log))
    assert done.exit_code == 0
    assert "Collected $440: buy-ins $400, all paid in prizes ($400) [8.6(e)], and fees $40." in (
        done.stdout.replace("\n", " ")
    )
    found = json.loads(run(*given, "--json").stdout)
    assert sum(one["prize"] for one in found["places"]) == found["buy_ins"] == 40_000
    assert f"{found['hands']} of {found['hands']} rounds" in run("replay", str(log)).stdout
    assert "no players of its own" in refused("tournament", "run", "craps")
    posted.write_text("title: [")
    assert refused(*given)
