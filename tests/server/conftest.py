"""The helpers of these tests lie beside them."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import postgres

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A PostgreSQL server for all tests."""
    with postgres.server() as url:
        yield url
