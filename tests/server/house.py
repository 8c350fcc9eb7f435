"""A house that is open for as long as a test runs, and browsers that come in by the door."""

import os
import re
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, BrowserContext, Page

from houseway.referee.view import View
from houseway.server.app import create_app
from houseway.server.durable import DurableHost, open_house
from houseway.server.host import Host
from houseway.server.http.limits import Buckets
from houseway.server.memory import MemoryHost
from houseway.server.sign_in.house_sessions import HouseSessions
from houseway.server.sign_in.sessions import PLAYER, Sessions
from until import until

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")  # the cheapest first
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), "")
PASSWORD = "correct horse battery"  # of whoever works at a durable house
KINDS = ("memory", "durable")
DATABASES = ("sqlite", "postgresql")
MEMORY = Path("/dev/shm")  # where a file's fsync costs nothing; what is tested is the same
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
SLOW = 120_000  # milliseconds that anything may take on a busy machine
WAIT = SLOW / 1000  # the same in seconds, for a program that asks


@dataclass(frozen=True)
class Running:
    """An application on a port."""

    app: FastAPI
    base: str

    def link(self, role: str = PLAYER) -> str:
        """A link that lets one person in."""
        return f"{self.base}/enter?token={self.app.state.sessions.link(role)}"

    def come_in(
        self, browser: Browser, name: str, role: str = PLAYER, **settings: object
    ) -> tuple[BrowserContext, Page]:
        """A browser of somebody's own, in the lobby."""
        still = {
            "reduced_motion": "reduce",
            **settings,
        }  # nothing is played, so nothing is waited for
        context = browser.new_context(**still)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(self.link(role))
        page.get_by_label("Your name").fill(name)
        if role != PLAYER and self.app.state.sessions.keeps_passwords:
            page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("heading", name="Lobby").wait_for()
        return context, page


@contextmanager
def watched(
    house: Running, browser: Browser, name: str, role: str = PLAYER, wanted: Sequence[str] = ()
) -> Iterator[Page]:
    """Somebody's page, on which nothing may go wrong but what a test wants to."""
    context, page = house.come_in(browser, name, role)
    page.set_default_timeout(SLOW)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    expected = (*wanted, "409 (Conflict)")  # a refusal is told on the page, with its reason
    wrong = [error for error in errors if not any(word in error for word in expected)]
    assert wrong == [], wrong


FOR_THE_HOST = ("tables_each", "decision_seconds")


@contextmanager
def application(
    kind: str,
    seed: int | None = None,
    clock: Callable[[], float] = time.monotonic,
    url: str = "",
    **settings: Any,
) -> Iterator[FastAPI]:
    """An application on either kind of house; a durable one is in SQLite unless told where."""
    each = {name: settings.pop(name) for name in FOR_THE_HOST if name in settings}
    if kind == "memory":
        yield create_app(MemoryHost(seed=seed, clock=clock, **each), Sessions(**settings))
        return
    quick = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="houseway-", dir=quick) as name:
        folder = Path(name)
        where = url or f"sqlite:///{folder / 'house.db'}"
        with open_house(where, folder / "keys", **settings) as house:
            yield create_app(DurableHost(house, clock=clock, **each), HouseSessions(house))
            assert house.reconcile().holds


def all_of(host: Host, table: int) -> View:
    """The round at a table with nothing hidden."""
    if isinstance(host, DurableHost):
        with host.house.looking(table) as live:
            return live.table.view("house")
    assert isinstance(host, MemoryHost)
    return host._tables[table].table.view("house")


def take_all(host: Host, name: str) -> None:
    """Somebody has nothing left; luck alone would take its time."""
    if isinstance(host, DurableHost):
        host.house.cash_out(name, host.balance(name), by=name, key="gone")
    else:
        assert isinstance(host, MemoryHost)
        host._banks[name] = 0


@contextmanager
def running(
    seed: int | None = None, kind: str = "memory", url: str = "", **settings: Any
) -> Iterator[Running]:
    """A server on a free port of this machine."""
    with application(kind, seed, url=url, **settings) as app:
        yield from _run(app)


def _run(app: FastAPI) -> Iterator[Running]:
    config = uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1)
    app.state.buckets = Buckets(rate=1e6, burst=1e6)  # tests ask faster than people do
    with serving(config) as base:
        try:
            yield Running(app, base)
        finally:
            app.state.bell.close()


@contextmanager
def serving(config: uvicorn.Config) -> Iterator[str]:
    """A server in a thread, and where it is."""
    config.port = 0
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started, "the server does not start")
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(timeout=5)


def table_of(page: Page) -> int:
    """The number of the table that a page shows."""
    found = re.search(r"/tables/(\d+)", page.url)
    assert found, page.url
    return int(found[1])


def findings(page: Page) -> list[str]:
    """What axe-core finds serious or critical on a page."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['nodes'][0]['target']} and {len(one['nodes']) - 1} more"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
