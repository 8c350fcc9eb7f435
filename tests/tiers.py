"""Which tests run in the gate (`make test`) and which only in the soak (`make soak`).

A test belongs to the gate when it can find a mistake that no other test of the gate finds. A test
that repeats the same check for every game runs in the gate for one game of each family and in the
soak for all of them.
"""

import os
from collections.abc import Iterable

import pytest
from kinds import one_of_each_family

from houseway.games import games

SOAK = bool(os.environ.get("HOUSEWAY_SOAK"))

# The gate runs these for one game of each family.
ONE_OF_EACH_FAMILY = (
    "tests/certificates/test_certificates.py::test_results_are_found_again",
    "tests/certificates/test_recount.py::test_small_decks_are_counted_row_by_row",
    "tests/server/test_browser_robot.py",
    "tests/simulate/test_native.py",
)

# The gate runs these for the named parameters only.
NAMED = {"tests/server/test_browser_poker_evening.py": ("hold", "stud", "triple")}

# The soak runs these too, with larger counts.
MORE_IN_THE_SOAK = (
    "tests/referee/test_properties.py",
    "tests/certificates/",
    "tests/server/test_browser_robot.py",
    "tests/server/test_browser_vandal.py",
    "tests/server/test_browser_table.py",
    "tests/server/test_browser_poker_evening.py",
    "tests/server/test_schema.py",
    "tests/games/twenty_one/test_blackjack_dealing.py",
    "tests/ledger/test_torture.py",
    "tests/ledger/test_simulator.py",
)


def mark(items: Iterable[pytest.Item]) -> None:
    """Mark the tests that only the soak runs and, in a soak, those that it runs with more."""
    sample = set(one_of_each_family())
    for item in items:
        if _is_left_out(item, sample) or (SOAK and item.nodeid.startswith(MORE_IN_THE_SOAK)):
            item.add_marker(pytest.mark.soak)


def _is_left_out(item: pytest.Item, sample: set[str]) -> bool:
    callspec = getattr(item, "callspec", None)
    if callspec is None:
        return False
    for file, kept in NAMED.items():
        if item.nodeid.startswith(file):
            return not any(word in callspec.id for word in kept)
    if not item.nodeid.startswith(ONE_OF_EACH_FAMILY):
        return False
    values = (getattr(value, "id", value) for value in callspec.params.values())
    played = {value for value in values if isinstance(value, str)} & set(games())
    return bool(played) and not played & sample
