"""A house that is open for as long as a test runs, and browsers that come in by the door."""

import re
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, BrowserContext, Page

from houseway.server.app import create_app
from houseway.server.memory import MemoryHost

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]


@dataclass(frozen=True)
class Running:
    """An application on a port."""

    app: FastAPI
    base: str

    def link(self) -> str:
        """A link that lets one person in."""
        return f"{self.base}/enter?token={self.app.state.sessions.link()}"

    def come_in(
        self, browser: Browser, name: str, **settings: object
    ) -> tuple[BrowserContext, Page]:
        """A browser of somebody's own, in the lobby."""
        context = browser.new_context(**settings)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(self.link())
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Come in").click()
        page.get_by_role("heading", name="Lobby").wait_for()
        return context, page


@contextmanager
def running(seed: int | None = None) -> Iterator[Running]:
    """A server on a free port of this machine."""
    app = create_app(MemoryHost(seed=seed))
    config = uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Running(app, f"http://127.0.0.1:{port}")
    finally:
        app.state.bell.close()
        server.should_exit = True
        thread.join(timeout=5)


def table_of(page: Page) -> int:
    """The number of the table that a page shows."""
    found = re.search(r"/tables/(\d+)", page.url)
    assert found, page.url
    return int(found[1])
