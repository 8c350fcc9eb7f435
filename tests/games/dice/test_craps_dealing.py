"""Rolls by the million come to what the referee pays for the same dice, and to the exact odds."""

from fractions import Fraction

import numpy as np
import pytest

from houseway.games import game
from houseway.games.authoring.draw import below, record
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.games.dice import rolled
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

SEAT = 1
LINE = {"pass": 1_000, "pass_odds": 1_000}
MANY = {
    "dont_pass": 1_500,
    "place_win@6": 1_200,
    "lay@10": 2_000,
    "buy@4": 2_000,
    "field": 500,
    "hard_8": 500,
    "horn_high@2": 500,
    "c_and_e": 1_000,
    "hop_1_3": 100,
}
FEES = {"buy_fee_4": "won", "lay_fee": "won", "odds_on_6_or_8": 3}


@pytest.mark.parametrize(
    ("name", "options", "bets"),
    [("craps", {}, LINE), ("craps", FEES, MANY), ("mini-craps", {}, {"field": 500})],
)
def test_the_referee_pays_the_same_for_the_same_dice(name, options, bets) -> None:
    found, rolls = game(name), 600
    rules = TableRules(found.rulebook(), options)
    kernel = rolled.simulate_shard(rules, bets, 7, 3, rolls)
    chance, summed = record(rolled.STATE, 7, 3), Dealt()
    table = Table(found.play, found.rulebook(), options=options, by_hand=["chance"], keep_log=False)
    table.sit(SEAT)
    for _ in range(rolls):
        number = below(chance[0], 36)
        table.begin()
        for wager, amount in bets.items():
            try:
                table.bet(SEAT, {wager: amount})
            except Refused:
                assert wager in ("pass", "dont_pass", "pass_odds")
        table.close()
        while isinstance(table.waiting, Ask):
            table.act(table.waiting.who, table.waiting.choices[0].name)
        table.rolled(number // 6 + 1, number % 6 + 1)
        assert table.waiting is None
        summed.take(moves_of(table.round, SEAT, bets), main_wagers(rules, bets))
    assert kernel.all == summed.all
    assert kernel.game == summed.game
    for wager, sums in summed.wagers.items():
        sums.rounds = rolls
        assert kernel.wagers[wager] == sums, wager


def test_the_kernel_is_the_same_in_plain_python() -> None:
    found = rolled.walk_of(TableRules(game("craps").rulebook()), LINE)
    records = [record(rolled.STATE, 1, 1) for _ in range(2)]
    cells = [np.zeros(len(found.after), np.int64) for _ in range(2)]
    rolled.walk(records[0], found.after, cells[0], 36, 3_000)
    rolled.walk.jit(records[1], found.after, cells[1], 36, 3_000)
    assert records[0].tobytes() == records[1].tobytes()
    assert (cells[0] == cells[1]).all()
    assert cells[0].sum() == 3_000


@pytest.mark.parametrize(
    ("bets", "wager", "edge"),
    [
        ({"pass": 1_000}, "pass", Fraction(7, 495)),
        ({"dont_pass": 1_000}, "dont_pass", Fraction(3, 220)),
        (LINE, "pass_odds", Fraction(0)),
        ({"pass": 1_000, "field": 1_000}, "field", Fraction(1, 18)),
        ({"pass": 1_000, "place_win@6": 1_200}, "place_win@6", Fraction(1, 66)),
        ({"pass": 1_000, "any_seven": 100}, "any_seven", Fraction(1, 6)),
        ({"pass": 1_000, "horn": 400}, "horn", Fraction(1, 8)),
    ],
)
def test_edges_are_the_exact_ones(bets, wager, edge) -> None:
    rules = TableRules(game("craps").rulebook())
    sums = rolled.simulate_shard(rules, bets, 5, 0, 1 << 22).wagers[wager]
    error = sums.standard_error * sums.rounds / sums.action
    assert error < 0.01
    assert abs(Fraction(-sums.net, sums.action) - edge) < 4 * error


@pytest.mark.soak
@pytest.mark.slow
def test_come_bets_travel() -> None:
    rules = TableRules(game("craps").rulebook())
    found = rolled.simulate_shard(rules, {"pass": 1_000, "come": 1_000}, 5, 0, 1 << 22)
    come = sum(s.net for name, s in found.wagers.items() if name.startswith("come"))
    error = found.all.standard_error * found.all.rounds / found.wagers["come"].action
    assert abs(Fraction(-come, found.wagers["come"].action) - Fraction(7, 495)) < 4 * error


def test_a_bet_that_is_never_taken_is_refused_with_its_cite() -> None:
    rules = TableRules(game("craps").rulebook())
    with pytest.raises(Refused) as refused:
        rolled.simulate_shard(rules, {"pass": 1_000, "place_win@6": 1_001}, 0, 0, 1)
    assert "steps of" in str(refused.value)
    assert refused.value.cite
    assert "fire" in rolled.why_not(rules, {"fire": 100})
    with pytest.raises(Refused, match="not both"):
        rolled.simulate_shard(rules, {"come": 1_000, "dont_come": 1_000}, 0, 0, 1)
