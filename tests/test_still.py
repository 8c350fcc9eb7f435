"""Tests wait for a state and not for a time, and the gate draws the same chances every time."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
WAITS = re.compile(r"\bsleep\(|wait_for_timeout|networkidle")
UNSEEDED = re.compile(
    r"\bRandom\(\)|default_rng\(\)|(?<!\.)\brandom\.(random|choice|randint|shuffle)\("
)
# The soak changes its seed from run to run and prints it.
SEEDED = {"certificates/test_recount.py"}


def files() -> list[Path]:
    """Every Python file of the tests but this one."""
    return [path for path in sorted(TESTS.rglob("*.py")) if path != Path(__file__)]


@pytest.mark.parametrize("pattern", [WAITS, UNSEEDED], ids=["waits", "unseeded"])
def test_nothing_depends_on_time_or_on_chance(pattern) -> None:
    found = [
        f"{path.relative_to(TESTS)}:{number}: {line.strip()}"
        for path in files()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if pattern.search(line) and str(path.relative_to(TESTS)) not in SEEDED
    ]
    assert found == []


def test_the_patterns_find_what_they_should() -> None:
    for line in ("time.sleep(1)", "await asyncio.sleep(0)", "page.wait_for_timeout(50)"):
        assert WAITS.search(line)
    for line in ("Random().choice(x)", "random.random()", "np.random.default_rng()"):
        assert UNSEEDED.search(line)
    assert not UNSEEDED.search("random.Random(7)")
    assert not UNSEEDED.search("self.random.choice(x)")
