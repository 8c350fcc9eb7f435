"""3 Card Blitz measured: exact solution against simulation, and what a command costs to start.

Figures are ratios taken in one run; absolute times depend on the machine and its mood.

    python benchmarks/blitz.py [--rounds 100000]

``--rounds`` is how many rounds the referee really deals; the million is that time scaled.
"""

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import zip_longest

import houseway
from houseway.games.against_dealer.three_card_blitz import odds, results
from houseway.rulebook.table_rules import TableRules

MILLION = 1_000_000


def timed(work: Callable[[], object]) -> float:
    """Seconds that something takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def solve_edition(edition: str) -> None:
    """Every wager of an edition under every paytable, with nothing remembered."""
    for remembered in (odds.contest, odds.classes, odds._all_played, results._main_game):
        remembered.cache_clear()
    book = houseway.game("three-card-blitz").rulebook(edition)
    names = list(book.paytables)
    for tables in zip_longest(*(book.paytables[name].tables for name in names)):
        chosen = {name: table for name, table in zip(names, tables, strict=True) if table}
        results.results(TableRules(book, chosen))


def simulate(edition: str, rounds: int) -> None:
    """The referee deals and settles one seat with every wager."""
    table = houseway.open_table("three-card-blitz", edition, seed=7, keep_log=False)
    table.sit(1)
    bets = {"ante": 1000, "blind": 1000, "flush_bonus": 500, "progressive": 500}
    if edition == "md":
        bets["blitz_jackpot"] = 500
    policy = results.play_from(19)
    for _ in range(rounds):
        table.bet(1, bets)
        table.close()
        table.act(1, policy(table.view(1), table.rules))


def processor_time(*command: str) -> float:
    """The least processor time that a command takes in five runs."""
    found = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000)
    rounds = parser.parse_args().rounds

    help_time = processor_time("-m", "houseway", "--help")
    numba_time = processor_time("-c", "import numba")
    print(f"houseway --help {help_time:.3f} s, import numba {numba_time:.3f} s of processor time:")
    print(f"  ratio {help_time / numba_time:.2f} (to stay under 0.50)")

    for edition in ("nj", "md"):
        solve_edition(edition)  # compiles
        exact = min(timed(lambda: solve_edition(edition)) for _ in range(3))  # noqa: B023
        dealt = timed(lambda: simulate(edition, rounds))  # noqa: B023
        million = dealt * MILLION / rounds
        print(f"{edition}: every wager and table solved in {exact:.2f} s;")
        print(f"  {rounds:,} rounds dealt in {dealt:.1f} s, {rounds / dealt:,.0f} a second;")
        print(f"  a million would take {million:.0f} s; ratio {exact / million:.5f} (under 0.1)")


if __name__ == "__main__":
    main()
