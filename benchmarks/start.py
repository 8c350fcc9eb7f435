"""What a command costs to start: the processor time of the whole process, user and system.

    python benchmarks/start.py [--runs 15]

Each is run in turn, so that all see the same moods of the machine, and the median is told: in
seconds, and as a part of what it takes to import numba.
"""

import argparse
import os
import statistics
import subprocess
import sys

LIMIT = 0.3  # seconds of a figure that is only looked up
NUMBA = "import numba"
COMMANDS = {
    NUMBA: ["-c", NUMBA],
    **{
        f"houseway {words}": ["-m", "houseway", *words.split()]
        for words in (
            "--help",
            "odds three-card-poker",
            "odds blackjack",
            "odds craps",
            "odds three-card-poker --option six_card=B",
            "odds three-card-poker --wager pair_plus",
            "show three-card-poker",
        )
    },
}


def processor_time(arguments: list[str]) -> float:
    """Seconds that Python takes for something, from its start to its end."""
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    found: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(runs):
        for name, arguments in COMMANDS.items():
            found[name].append(processor_time(arguments))
    middle = {name: statistics.median(times) for name, times in found.items()}
    print(f"processor time, the middle of {runs} runs (a looked-up figure: under {LIMIT} s)")
    for name, seconds in middle.items():
        span = f"{min(found[name]):.3f} to {max(found[name]):.3f}"
        print(f"  {name}: {seconds:.3f} s ({span}), ratio {seconds / middle[NUMBA]:.2f}")


if __name__ == "__main__":
    main()
