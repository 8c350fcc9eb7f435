"""Commands that start threads, in a fresh process whose cache of compiled code is empty.

numba imports its modules in circles, so that two threads that import it at once may each see half
of one. Here a thread other than the main one that imports any of numba first ends the command.
"""

import subprocess
import sys
from pathlib import Path

import pytest

WATCHED = """
import sys, threading
from importlib.abc import MetaPathFinder

class Watch(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "numba" and threading.current_thread() is not threading.main_thread():
            raise AssertionError("a thread imports numba")

sys.meta_path.insert(0, Watch())
from houseway.cli import main
main()
"""
COMMANDS = (
    "evenings craps --bankroll 200 --wager pass --evenings 2e5 --workers 2",
    "simulate blackjack --rounds 1e6 --workers 2",
    "odds ultimate-texas-hold-em --recompute",
    "odds texas-hold-em-bonus-poker --recompute",
    "odds caribbean-stud-poker --recompute",
    "odds blackjack --recompute",
    "odds blackjack-switch --recompute",
    "odds switch-hands-blackjack --recompute",
    "strategy ultimate-texas-hold-em",
    "warm ultimate-texas-hold-em blackjack",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_threads_find_the_compiler_imported(command: str, tmp_path: Path) -> None:
    for cache in ("empty", "filled by the first run"):
        done = subprocess.run(
            [sys.executable, "-c", WATCHED, *command.split()],
            env={"PATH": "", "PYTHONPATH": ":".join(sys.path), "XDG_CACHE_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"with the cache {cache}: {done.stderr}"


def test_kernels_asked_for_by_several_threads_are_compiled_once(tmp_path: Path) -> None:
    code = """
import threading
from concurrent.futures import ThreadPoolExecutor
from houseway.hands import poker
from houseway.hands.kernel import Kernel

kernels = [one for one in vars(poker).values() if isinstance(one, Kernel)]
assert len(kernels) > 3
together = threading.Barrier(8)

def ask(number):
    together.wait()
    return [one.jit for one in (kernels if number % 2 else kernels[::-1])]

with ThreadPoolExecutor(8) as pool:
    found = list(pool.map(ask, range(8)))
for compiled in found:
    assert {id(one) for one in compiled} == {id(one.jit) for one in kernels}
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": "", "PYTHONPATH": ":".join(sys.path), "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
