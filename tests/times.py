"""What every test of the last run cost: `make times` prints it, the gate holds folders to a share.

Each worker appends a line per test to build/times/. Shares are of CPU time (this process and the
children it has waited for), because wall time depends on what else the machine does.
"""

import json
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "build" / "times"

# The largest share of the gate's CPU time that a folder may take, in percent. A folder that needs
# more has tests that belong to the soak.
BUDGET = {
    "tests/server": 45,
    "tests/games": 55,
    "tests/certificates": 20,
    "tests/simulate": 20,
    "tests/ledger": 15,
    "tests/cli": 15,
    "tests/referee": 12,
}
OTHERS = 10
SMALLEST = 300.0  # CPU seconds; a shorter run was not the whole gate


def cpu() -> float:
    """CPU seconds of this process and of its finished children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def start() -> None:
    """Forget the last run."""
    for path in FOLDER.glob("*.jsonl"):
        path.unlink(missing_ok=True)


def record(test: str) -> Iterator[None]:
    """Measure what happens between the two steps of this generator and write it down."""
    before, began = cpu(), time.monotonic()
    yield
    row = [test, round(time.monotonic() - began, 3), round(cpu() - before, 3)]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{os.environ.get('PYTEST_XDIST_WORKER', 'one')}.jsonl").open("a") as file:
        file.write(json.dumps(row) + "\n")


def rows() -> list[tuple[str, float, float]]:
    """Every test of the last run with its wall and CPU seconds."""
    return [
        tuple(json.loads(line))
        for path in sorted(FOLDER.glob("*.jsonl"))
        for line in path.read_text().splitlines()
    ]


def by_folder(found: list[tuple[str, float, float]], column: int) -> Counter[str]:
    """Seconds of each folder: column 1 is wall time, column 2 CPU time."""
    sums: Counter[str] = Counter()
    for row in found:
        sums["/".join(row[0].split("::")[0].split("/")[:2])] += row[column]
    return sums


def show() -> None:
    """Print the 40 slowest tests and the sum of each folder."""
    found = rows()
    print("  wall s    CPU s  test")
    for test, wall, used in sorted(found, key=lambda row: -row[1])[:40]:
        print(f"{wall:8.1f} {used:8.1f}  {test}")
    wall_of, cpu_of = by_folder(found, 1), by_folder(found, 2)
    print("\n  wall s    CPU s  folder")
    for folder, wall in wall_of.most_common():
        print(f"{wall:8.1f} {cpu_of[folder]:8.1f}  {folder}")
    print(f"{wall_of.total():8.1f} {cpu_of.total():8.1f}  all {len(found)} tests")


def check() -> None:
    """Fail when a folder takes more than its share of the gate's CPU time."""
    used = by_folder(rows(), 2)
    if used.total() < SMALLEST:
        sys.exit("houseway tests: no whole run to check; run make test first")
    over = [
        f"{folder} takes {100 * seconds / used.total():.0f} % of the CPU time, budget {most} %"
        for folder, seconds in used.items()
        if 100 * seconds > (most := BUDGET.get(folder, OTHERS)) * used.total()
    ]
    if over:
        sys.exit("\n".join([*over, "move tests to the soak or make them cheaper (make times)"]))
    print("Every folder is within its share of the CPU time.")


if __name__ == "__main__":
    check() if "--check" in sys.argv else show()
