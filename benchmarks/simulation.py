"""Kernels that deal, measured against peers and C++, as ratios of CPU time in one run.

    python benchmarks/simulation.py [--rounds 4000000] [--times 3] [--smoke]

Blackjack is six decks with basic strategy, splits, cutting card and burn. The same kernel in C++
(``blackjack.cpp``, compiled here with -O3) must leave the same record to the last byte. The peers
play their own games in their own way: gymnasium's Blackjack-v1 draws from an endless deck without
splits or doubles, crapssim keeps a bet on the pass line. All take turns, and the median counts.
"""

import ctypes
import statistics
import subprocess
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
from report import compiler, figure, options, progress, section, table

HERE = Path(__file__).parent
BETS = {"main": 1_000}
TYPES = {"i8": "int64_t", "u4": "uint32_t", "u2": "uint16_t", "u1": "uint8_t"}
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


def compiled(program: str, folder: Path) -> Any:
    """Return the C++ kernel."""
    (folder / "blackjack.h").write_text(header())
    library = folder / "blackjack.so"
    command = [
        program,
        "-O3",
        "-march=native",
        "-shared",
        "-fPIC",
        f"-I{folder}",
        "-o",
        str(library),
    ]
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

ABOUT = """\
Rounds per second of CPU time on one core, the median of {times} turns. Blackjack is six decks
with basic strategy, splits, cutting card and burn; three-card poker has an ante, a play wager
and a pair plus. The C++ kernel is the same program written by hand (`g++ -O3`), and both must
leave the same record to the last byte: {alike}. The Python peers play their own, simpler games."""

WHY = """\
A dealt round spends its time not on random numbers (Philox in blocks of 1,024 words) but on
branches that no processor predicts. So cards are shuffled a few ahead of the deal, and totals
and the comparison of two hands are looked up in tables that the rules have filled
(`games/authoring/draw.py`, `games/twenty_one/deal_kernel.py`). Craps runs no rules while it
rolls: the referee has answered for every layout and every roll beforehand
(`games/dice/rolled.py`)."""

TARGETS = {"C++": 0.6, "gymnasium": 800, "crapssim": 3_000}


def leaves_the_same_record(native: Any, rounds: int) -> bool:
    """Whether the C++ kernel and ours end with equal records."""
    mine, theirs = blackjack_table(), blackjack_table()
    deal_kernel.play_rounds.jit(mine, rounds)
    native(theirs.ctypes.data, rounds)
    return bool(mine.tobytes() == theirs.tobytes())


def main() -> None:
    """Measure the kernels and their peers; fail if the C++ kernel disagrees."""
    parser = options(__doc__)
    parser.add_argument("--rounds", type=int, default=4_000_000)
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    rounds, times = (20_000, 1) if given.smoke else (given.rounds, given.times)

    native, compared = None, min(rounds, 200_000)
    if program := compiler("g++"):
        with tempfile.TemporaryDirectory() as folder:
            native = compiled(program, Path(folder))
        if not leaves_the_same_record(native, compared):
            raise SystemExit("blackjack: kernel and C++ leave different records")
    alike = f"checked over {compared:,} rounds" if native else "not checked, no g++"

    mine, theirs = blackjack_table(), blackjack_table()
    rolls, cards, hands = rolls_by_kernel(), three_cards_by_kernel(), baccarat_by_kernel()
    dealers: dict[str, tuple[Callable[[int], object], int]] = {
        "blackjack": (lambda n: deal_kernel.play_rounds.jit(mine, n), rounds),
        "three-card poker": (cards, rounds),
        "mini-baccarat": (hands, rounds),
        "craps, rolls": (rolls, 16 * rounds),
        "gymnasium Blackjack-v1": (by_gymnasium, rounds // 1_000),
        "crapssim, rolls": (by_crapssim, rounds // 500),
    }
    if native:
        dealers["blackjack in C++"] = (lambda n: native(theirs.ctypes.data, n), rounds)
    found: dict[str, list[float]] = {name: [] for name in dealers}
    for work, _ in dealers.values():
        work(10)  # compiles
    for turn in range(times):
        progress(f"turn {turn + 1} of {times}")
        for name, (work, count) in dealers.items():
            found[name].append(rate(work, count))

    pairs = [("blackjack", "gymnasium Blackjack-v1", "gymnasium")]
    pairs += [("craps, rolls", "crapssim, rolls", "crapssim")]
    pairs += [("blackjack", "blackjack in C++", "C++")] if native else []
    ratios = [
        [
            f"{ours} to {peer}",
            figure(statistics.median(a / b for a, b in zip(found[ours], found[peer], strict=True))),
            f"{TARGETS[goal]:,}",
        ]
        for ours, peer, goal in pairs
    ]
    rates = [[name, f"{statistics.median(each):,.0f}"] for name, each in found.items()]
    section(
        "Rounds dealt by kernels",
        ABOUT.format(times=times, alike=alike),
        table(["dealt by", "rounds/s"], rates),
        table(["ratio", "measured", "target, at least"], ratios),
        WHY,
    )


if __name__ == "__main__":
    main()
