"""Seven-card hands by the million, and ultimate Texas hold 'em solved, against peers.

    python benchmarks/evaluator.py [--hands 5000000] [--smoke]

Peers: eval7, called once per hand from Python as its interface demands, and ``evaluator.cpp``, the
same algorithm compiled by g++ -O3 (left out where there is no g++). All take turns in one run.
"""

import math
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import eval7
import numpy as np
from numpy.typing import NDArray

from houseway.equipment.cards import deck, name
from houseway.games import game
from houseway.games.against_dealer import board_kinds
from houseway.games.against_dealer.ultimate_texas_hold_em import odds
from houseway.games.against_dealer.ultimate_texas_hold_em.results import main_game
from houseway.hands import lookup
from houseway.rulebook.table_rules import TableRules
from report import compiler, figure, options, progress, section, table

PEER_HANDS = 50_000  # that eval7 is really given
PEER_MILLIONS = 12  # of its calls, the time that the exact solution has to stay under
UTH = game("ultimate-texas-hold-em")


def best_of(times: int, *work: Callable[[], object]) -> list[float]:
    """The least time that each of these takes, in seconds, taken in turns so that whatever else the
    machine does falls on all of them alike."""
    found = [math.inf] * len(work)
    for _ in range(times):
        for i, one in enumerate(work):
            start = time.perf_counter()
            one()
            found[i] = min(found[i], time.perf_counter() - start)
    return found


def random_hands(count: int) -> NDArray[np.uint8]:
    """Seven different cards a row."""
    order = np.argsort(np.random.default_rng(7).random((count, 52), np.float32), axis=1)
    return np.array(deck(), np.uint8)[order[:, :7]]


def peer(hands: NDArray[np.uint8]) -> Callable[[], None]:
    """eval7 on these hands, one at a time."""
    cards = {card: eval7.Card(name(card)) for card in deck()}
    given = [[cards[card] for card in hand] for hand in hands.tolist()]

    def work() -> None:
        evaluate = eval7.evaluate
        for hand in given:
            evaluate(hand)

    return work


def limit_time(hands: NDArray[np.uint8], places: int) -> float | None:
    """Seconds that the C++ port takes for all hands, if it can be compiled."""
    program = compiler("g++")
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        tables: dict[str, NDArray[Any]] = {
            "hands": hands,
            "keys": lookup.KEYS,
            "flushes": lookup.FLUSHES,
            "seven": lookup.SEVEN,
            "starts": lookup.SEVEN_STARTS,
        }
        for file, values in tables.items():
            values.tofile(f"{folder}/{file}.bin")
        source, built = Path(__file__).with_suffix(".cpp"), f"{folder}/evaluator"
        subprocess.run([program, "-O3", "-march=native", "-o", built, str(source)], check=True)
        said = subprocess.run([built, folder], check=True, capture_output=True, text=True)
        seconds, sum_of_places = said.stdout.split()
        if int(sum_of_places) != places:
            raise AssertionError("the C++ port finds other places")
        return float(seconds)


def solve() -> None:
    """Every outcome of ante, blind and play under the best play, with nothing remembered."""
    board_kinds.kinds_of.cache_clear()
    odds.main_game.cache_clear()
    UTH.odds.results(TableRules(UTH.rulebook()), wager="main")


def solve_edge() -> None:
    """The best play and its worth alone."""
    board_kinds.kinds_of.cache_clear()
    odds.main_game.cache_clear()
    _ = main_game(TableRules(UTH.rulebook())).solver.solved


ABOUT = """\
{count:,} random seven-card hands on one thread, the fastest of {times} passes. eval7 is called
once per hand, as its interface demands; C++ is the same algorithm compiled by `g++ -O3`."""

SOLVED = """\
Ultimate Texas hold 'em has 27,813,810,024,000 deals. Suits matter only where the board has
three cards of one suit, so boards are counted by rank (6,175 of them) and corrected, suit by
suit, where a flush is possible (36,608 by rank and suit): `games/against_dealer/board.py`. The
measure is the time of twelve million calls of eval7, {calls:.1f} s."""


def main() -> None:
    """Measure the evaluator and the solver."""
    parser = options(__doc__)
    parser.add_argument("--hands", type=int, default=5_000_000)
    given = parser.parse_args()
    count, passes, solutions = (20_000, 1, 1) if given.smoke else (given.hands, 15, 5)
    hands = random_hands(count)
    found = np.zeros(count, np.uint16)
    sample = hands[:PEER_HANDS]
    many = lookup.places_of_seven.jit
    many(hands, found)  # compiles
    ours, eval7_time = best_of(passes, lambda: many(hands, found), peer(sample))
    a_call = eval7_time / len(sample)
    rows = [
        ["ours", f"{count / ours:,.0f}", "", ""],
        ["eval7", f"{1 / a_call:,.0f}", figure(a_call * count / ours), "100"],
    ]
    progress(f"eval7: ratio {rows[-1][2]}")
    limit = limit_time(hands, int(found.sum(dtype=np.int64)))
    if limit is not None:
        rows.append(["C++", f"{count / limit:,.0f}", figure(limit / ours), "0.6"])

    if not given.smoke:
        solve()  # compiles
    edge, whole, eval7_time = best_of(solutions, solve_edge, solve, peer(sample))
    calls = PEER_MILLIONS * 1e6 * eval7_time / len(sample)
    solved = [
        ["best play and its value", f"{edge:.2f}", figure(edge / calls), "1"],
        ["the same with every outcome counted", f"{whole:.2f}", figure(whole / calls), "1"],
    ]
    section(
        "Poker hands evaluated",
        ABOUT.format(count=count, times=passes),
        table(["evaluator", "hands/s", "ours to it", "target, at least"], rows),
        SOLVED.format(calls=calls),
        table(["ultimate Texas hold 'em", "s", "ratio", "target, at most"], solved),
    )


if __name__ == "__main__":
    main()
