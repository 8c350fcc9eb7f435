"""Poker hands by the million and ultimate Texas hold 'em solved, against what others take.

Figures are ratios taken in one run; absolute times depend on the machine and its mood.

    python benchmarks/evaluator.py [--hands 5000000]

Peers: eval7, called once a hand from Python as its interface demands, and ``evaluator.cpp``, the
same algorithm compiled by gcc -O3 (left out where there is no gcc).
"""

import argparse
import math
import shutil
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
from houseway.hands import lookup
from houseway.rulebook.table_rules import TableRules

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
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        tables: dict[str, NDArray[Any]] = {
            "hands": hands,
            "keys": lookup.KEYS,
            "flushes": lookup.FLUSHES,
            "seven": lookup.SEVEN,
            "starts": lookup.SEVEN_STARTS,
        }
        for file, table in tables.items():
            table.tofile(f"{folder}/{file}.bin")
        source, program = Path(__file__).with_suffix(".cpp"), f"{folder}/evaluator"
        subprocess.run(
            [compiler, "-O3", "-march=native", "-o", program, str(source)], check=True
        )  # fmt: skip
        said = subprocess.run([program, folder], check=True, capture_output=True, text=True)
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
    _ = UTH.odds.main_game(TableRules(UTH.rulebook())).solver.solved


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=5_000_000)
    count = parser.parse_args().hands
    hands = random_hands(count)
    found = np.zeros(count, np.uint16)
    many = lookup.places_of_seven.jit
    many(hands, found)  # compiles
    ours, eval7_time = best_of(15, lambda: many(hands, found), peer(hands[:PEER_HANDS]))
    a_call = eval7_time / PEER_HANDS
    print(f"seven cards, {count:,} random hands, one thread: {count / ours / 1e6:.0f} M a second;")
    print(
        f"  eval7 {1e-6 / a_call:.2f} M a second; ratio {a_call * count / ours:.0f} (100 or more)"
    )
    limit = limit_time(hands, int(found.sum(dtype=np.int64)))
    if limit is not None:
        speed = f"{count / limit / 1e6:.0f} M a second"
        print(f"  C++ {speed}; ratio {limit / ours:.2f} (0.60 or more)")

    solve()  # compiles
    edge, whole, eval7_time = best_of(5, solve_edge, solve, peer(hands[:PEER_HANDS]))
    calls = PEER_MILLIONS * 1e6 * eval7_time / PEER_HANDS
    print(f"ultimate Texas hold 'em: best play {edge:.2f} s, with every outcome {whole:.2f} s;")
    print(f"  {PEER_MILLIONS} million calls of eval7 take {calls:.2f} s;")
    print(f"  ratios {edge / calls:.2f} and {whole / calls:.2f} (1.00 or less)")


if __name__ == "__main__":
    main()
