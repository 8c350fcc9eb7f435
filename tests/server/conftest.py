"""The helpers of these tests lie beside them."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from house import ARGUMENTS, CHROMIUM, SLOW


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium from the system (``apt-get install -y chromium``)."""
    assert CHROMIUM, "no Chromium: apt-get install -y chromium"
    expect.set_options(timeout=SLOW)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()
