"""Every test that is named as evidence exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = {path.name for path in (ROOT / "tests").rglob("test_*.py")}


@pytest.mark.parametrize("page", ["docs/guarantees.md", "docs/authority.md", "SECURITY.md"])
def test_tests_that_are_named_exist(page: str) -> None:
    named = set(re.findall(r"test_\w+\.py", (ROOT / page).read_text(encoding="utf-8")))
    assert named - TESTS == set()


def test_every_promise_has_a_test_and_its_limit() -> None:
    text = (ROOT / "docs/guarantees.md").read_text(encoding="utf-8")
    table = re.search(r"\| promise \| shown by \| not promised \|\n\|.*\n((?:\|.*\n)+)", text)
    assert table
    rows = [row.split("|")[1:-1] for row in table.group(1).splitlines()]
    assert all(re.search(r"`test_\w+\.py`", shown) for _, shown, _ in rows)
    promised = {promise.strip()[0] for promise, _, _ in rows}
    assert set(re.findall(r"^## (\d)\. ", text, re.M)) <= promised
