"""Run every benchmark and write docs/performance.md from the sections that they print.

    python benchmarks/write.py [--smoke] [--output docs/performance.md]

A benchmark that fails does not stop the others. The document is written only if all succeed.
"""

import datetime
import os
import platform
import resource
import subprocess
import sys
import time
from pathlib import Path

import psutil

from report import options, progress

HERE = Path(__file__).parent
DOCUMENT = HERE.parent / "docs" / "performance.md"
COMMANDS = (
    ("referee.py",),
    ("simulation.py",),
    ("blitz.py",),
    ("odds.py",),
    ("evaluator.py",),
    ("poker.py",),
    ("certificates.py",),
    ("start.py",),
    ("ledger.py",),
    ("calls.py",),
    ("server.py",),
    ("server.py", "--workers", "2", "--players", "60", "--tables", "12", "--seconds", "20"),
    ("server.py", "--attack"),
)
BUSY = 0.2  # cores used by others, from which the machine counts as busy

HEAD = """\
# Performance

`make bench` wrote this page; do not edit it. It is a record of one run, not a promise: absolute
figures depend on the machine, ratios within the run much less. A target is what we aim for; a
figure that misses it is printed like any other.

| | |
| --- | --- |
| date | {date} |
| commit | {commit} |
| machine | {machine} |
| Python | {python} |
| other work on the machine | {others} |
| duration | {minutes:.0f} minutes |
"""


def machine() -> str:
    """Return processor, cores, memory and system in a line."""
    lines = (
        Path("/proc/cpuinfo").read_text().splitlines() if os.path.exists("/proc/cpuinfo") else []
    )
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    memory = psutil.virtual_memory().total / 2**30
    name = names[0] if names else platform.processor()
    return (
        f"{name}, {os.cpu_count()} cores, {memory:.0f} GB, {platform.system()} {platform.machine()}"
    )


def commit() -> str:
    """Return the commit that is checked out, and whether files differ from it."""

    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=HERE, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", ":/", f":!{DOCUMENT}")
    return f"`{git('rev-parse', '--short=12', 'HEAD')}`" + (
        " with local changes" if changed else ""
    )


def cpu_used() -> tuple[float, float]:
    """Return CPU seconds used by the whole machine and by the benchmarks that have ended."""
    total = psutil.cpu_times()
    own = resource.getrusage(resource.RUSAGE_CHILDREN)
    machine_wide = total.user + total.nice + total.system
    return machine_wide, own.ru_utime + own.ru_stime


def run(command: tuple[str, ...], smoke: bool) -> str | None:
    """Return the section that a benchmark prints, or None if it fails."""
    progress(f"--- {' '.join(command)}")
    words = [sys.executable, str(HERE / command[0]), *command[1:], *(["--smoke"] if smoke else [])]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def main() -> None:
    """Run all benchmarks and write the document."""
    parser = options(__doc__)
    parser.add_argument("--output", type=Path, default=DOCUMENT)
    given = parser.parse_args()
    if given.smoke and given.output == DOCUMENT:
        parser.error("--smoke measures nothing: name another --output")
    date, at = datetime.datetime.now(datetime.UTC).date().isoformat(), commit()
    start, (whole, own) = time.monotonic(), cpu_used()
    found = {command: run(command, given.smoke) for command in COMMANDS}
    seconds, (whole_after, own_after) = time.monotonic() - start, cpu_used()
    if failed := [" ".join(command) for command, text in found.items() if not text]:
        sys.exit(f"these benchmarks failed, {given.output} is not written: {', '.join(failed)}")
    others = max(0.0, (whole_after - whole) - (own_after - own)) / seconds
    busy = "a busy machine: " if others > BUSY else ""
    head = HEAD.format(
        date=date,
        commit=at,
        machine=machine(),
        python=platform.python_version(),
        others=f"{busy}{others:.1f} of {os.cpu_count()} cores on average",
        minutes=seconds / 60,
    )
    given.output.write_text(
        "\n\n".join([head.strip(), *(text or "" for text in found.values())]) + "\n"
    )
    progress(f"wrote {given.output}")


if __name__ == "__main__":
    main()
