"""The helpers of these tests lie beside them; every file has a browser of its own."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

import postgres

sys.path.insert(0, str(Path(__file__).parent))

from house import ARGUMENTS, CHROMIUM, SLOW


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """A PostgreSQL server for all tests."""
    with postgres.server() as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium of the system; where there is none the tests fail rather than pass unseen."""
    assert CHROMIUM, "no Chromium: apt-get install -y chromium"
    expect.set_options(timeout=SLOW)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()
