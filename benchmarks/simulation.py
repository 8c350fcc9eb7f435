"""Kernels that deal, measured against peers and C++, as ratios of processor time in one run.

    python benchmarks/simulation.py [--rounds 4000000] [--times 3]

Blackjack is six decks with basic strategy, splits, cutting card and burn; the same kernel in C++
(``blackjack.cpp``, compiled here with -O3) must leave the same record to the last byte. The peers
play their own games in their own way: gymnasium's Blackjack-v1 draws from an endless deck without
splits or doubles, crapssim keeps a bet on the pass line. Everything is measured several times in
turn and the middle is taken, for the machine may be busy with other things.
"""

import argparse
import ctypes
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from houseway.games import game
from houseway.games.against_dealer.three_card_poker import deal as three_cards
from houseway.games.authoring.draw import CHANCE, WORDS, record
from houseway.games.authoring.walk import STATE, walk
from houseway.games.dice import rolled
from houseway.games.shoe_contests import baccarat_deal
from houseway.games.twenty_one import deal_kernel, twentyone
from houseway.games.twenty_one.blackjack import deal
from houseway.games.twenty_one.plan import plan_of
from houseway.rulebook.table_rules import TableRules

HERE = Path(__file__).parent
BETS = {"main": 1_000}
TYPES = {"i8": "int64_t", "u4": "uint32_t", "u1": "uint8_t"}
KERNEL_NAMES = (
    "POINTS", "FIELD", "ACES", "SIXES", "SEVENS", "EIGHTS", "SUITS", "CARDS", "NAME", "NO_HOLE",
    "READER", "EXPOSED", "BLACKJACK", "DESIGNATED", "LOSES", "PUSHES", "HALF", "PAID", "CODES",
    "CELLS", "TOTAL", "SOFT", "WORTHS", "COLUMNS", "HARD", "SOFT_TOTALS", "PAIRS",
)  # fmt: skip
RULE_NAMES = ("GOAL", "WIN", "SUITED_678", "THREE_SEVENS", "FIVE_CARD_21")


def rate(work: Callable[[int], object], count: int) -> float:
    """So many a second of processor time."""
    start = time.thread_time()
    work(count)
    return count / (time.thread_time() - start)


# -- blackjack -------------------------------------------------------------------------------------


def header() -> str:
    """The kernel's record as a struct, and its constants."""
    names = [f"#define {name} {getattr(deal_kernel, name)}" for name in KERNEL_NAMES]
    names += [f"#define {name} {getattr(twentyone, name)}" for name in RULE_NAMES]
    names += [f"#define {fate.upper()} {at}" for at, fate in enumerate(twentyone.FATES)]
    names += [f"#define INSURANCE {len(deal_kernel.WAGERS) - 1}", f"#define WORDS {WORDS}"]
    fields = [
        f"    {TYPES[kind]} {name}{f'[{shape[0][0]}]' if shape else ''};"
        for name, kind, *shape in (*CHANCE, *deal_kernel.STATE, *deal_kernel.TERMS)
    ]
    return "\n".join(["#include <cstdint>", *names, "struct Record {", *fields, "};"])


def compiled(folder: Path) -> Any:
    """The C++ kernel."""
    (folder / "blackjack.h").write_text(header())
    library = folder / "blackjack.so"
    command = ["g++", "-O3", "-march=native", "-shared", "-fPIC", f"-I{folder}", "-o", str(library)]
    subprocess.run([*command, str(HERE / "blackjack.cpp")], check=True)
    found = ctypes.CDLL(str(library)).play_rounds
    found.argtypes = (ctypes.c_void_p, ctypes.c_int64)
    found.restype = None
    return found


def blackjack_table(seed: int = 1) -> Any:
    """A table's record."""
    rules = TableRules(game("blackjack").rulebook())
    return deal.table(rules, BETS, plan_of(rules, deal.POLICIES["basic"]), seed, 0)


def by_gymnasium(rounds: int) -> None:
    """Rounds of the environment as it is made, with a plain policy."""
    import gymnasium

    table = gymnasium.make("Blackjack-v1")
    for _ in range(rounds):
        seen, _ = table.reset()
        over = False
        while not over:
            seen, _, over, _, _ = table.step(int(seen[0] < 17))


# -- craps, three-card poker and baccarat ----------------------------------------------------------


def by_crapssim(rolls: int) -> None:
    """Rolls with a bet on the pass line."""
    import crapssim
    from crapssim.strategy.single_bet import BetPassLine

    table = crapssim.Table()
    table.add_player(bankroll=1e9, strategy=BetPassLine(5))
    table.run(max_rolls=rolls, verbose=False)


def rolls_by_kernel() -> Callable[[int], None]:
    """Rolls with a bet on the pass line."""
    found = rolled.walk_of(TableRules(game("craps").rulebook()), {"pass": 1_000})
    state, cells = record(STATE, 1, 0), np.zeros(len(found.after), np.int64)
    return lambda rolls: walk.jit(state, found.after, cells, len(found.rolls), rolls)


def three_cards_by_kernel() -> Callable[[int], None]:
    """Rounds with an ante and a pair plus."""
    bets = {"ante": 1_000, "pair_plus": 1_000}
    rules = TableRules(game("three-card-poker").rulebook())
    table = three_cards.table(rules, bets, 1, 0)
    return lambda rounds: three_cards.play_rounds.jit(*table, rounds)


def baccarat_by_kernel() -> Callable[[int], None]:
    """Rounds of mini-baccarat, from six decks."""
    state = baccarat_deal.table(TableRules(game("mini-baccarat").rulebook()), 1, 0)
    return lambda rounds: baccarat_deal.play_rounds.jit(state, rounds)


# -- all of it -------------------------------------------------------------------------------------


def main() -> None:
    """Measure and print; fail where a ratio is too low."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4_000_000)
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    rounds = given.rounds

    with tempfile.TemporaryDirectory() as folder:
        native = compiled(Path(folder))
    mine, theirs = blackjack_table(), blackjack_table()
    deal_kernel.play_rounds.jit(mine, 200_000)
    native(theirs.ctypes.data, 200_000)
    same = mine.tobytes() == theirs.tobytes()
    print(f"blackjack, 200,000 rounds by kernel and C++: {'alike' if same else 'NOT alike'}")

    rolls, cards, hands = rolls_by_kernel(), three_cards_by_kernel(), baccarat_by_kernel()
    for work in (rolls, cards, hands, by_gymnasium, by_crapssim):
        work(10)
    ratios: dict[str, list[float]] = {"C++": [], "gymnasium": [], "crapssim": []}
    for _ in range(given.times):
        kernel = rate(lambda n: deal_kernel.play_rounds.jit(mine, n), rounds)
        cpp = rate(lambda n: native(theirs.ctypes.data, n), rounds)
        gym = rate(by_gymnasium, rounds // 1_000)
        dice, other = rate(rolls, 16 * rounds), rate(by_crapssim, rounds // 500)
        three, baccarat = rate(cards, rounds), rate(hands, rounds)
        print(
            f"blackjack {kernel / 1e6:.1f}, C++ {cpp / 1e6:.1f}, craps {dice / 1e6:.0f} (rolls), "
            f"three-card poker {three / 1e6:.1f}, mini-baccarat {baccarat / 1e6:.1f} million a "
            f"second; gymnasium {gym:,.0f}, crapssim {other:,.0f} (rolls)"
        )
        ratios["C++"].append(kernel / cpp)
        ratios["gymnasium"].append(kernel / gym)
        ratios["crapssim"].append(dice / other)
    wanted = {"C++": 0.6, "gymnasium": 800, "crapssim": 3_000}
    low = not same
    for name, found in ratios.items():
        middle = statistics.median(found)
        low |= middle < wanted[name]
        shown = f"{middle:.2f}" if middle < 10 else f"{middle:,.0f}"
        print(f"{name}: {shown} times (to be at least {wanted[name]:,})")
    sys.exit(int(low))


if __name__ == "__main__":
    main()
