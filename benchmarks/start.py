"""CPU time of a whole command, from the start of its process to the end.

    python benchmarks/start.py [--runs 11] [--smoke]

The commands take turns, so that other work on the machine affects all of them alike.
"""

import os
import statistics
import subprocess
import sys

from report import figure, options, progress, section, table

TARGET = 0.5  # of `import numba`
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

ABOUT = """\
CPU time, user and system, of the whole process: median, runs: {runs}. The figures of a usual
table are shipped, so `houseway odds` loads neither the rulebook nor pydantic nor numba to show
them. With an option that the house chose (`--option`) the rulebook is read as well. The target
for `--help` and for the shipped figures of three-card poker is at most {target} of `import
numba`."""


def cpu_time(arguments: list[str]) -> float:
    """Return the CPU seconds of one run of Python."""
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure every command."""
    parser = options(__doc__)
    parser.add_argument("--runs", type=int, default=11)
    given = parser.parse_args()
    runs = 1 if given.smoke else given.runs
    found: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for run in range(runs):
        progress(f"run {run + 1} of {runs}")
        for name, arguments in COMMANDS.items():
            found[name].append(cpu_time(arguments))
    middle = {name: statistics.median(times) for name, times in found.items()}
    rows = [
        [
            f"`{name}`",
            f"{seconds:.3f}",
            f"{min(found[name]):.3f} to {max(found[name]):.3f}",
            figure(seconds / middle[NUMBA]),
        ]
        for name, seconds in middle.items()
    ]
    head = ["command", "CPU s", "least to most", "ratio to `import numba`"]
    section("Starting a command", ABOUT.format(runs=runs, target=TARGET), table(head, rows))


if __name__ == "__main__":
    main()
