"""The interface as a page: its examples run, its calls are there, no other host is asked."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from house import PASSWORD, SLOW, Running, running
from playwright.sync_api import Browser, expect

from houseway.client import Client
from houseway.server.api_examples import EXAMPLES, Example

STATIC = Path(__file__).parents[2] / "src/houseway/server/static"
CALL = re.compile(r'curl -s "?BASE(/[^\s"?]*)')


@pytest.fixture
def house() -> Iterator[Running]:
    with running(kind="durable") as found:
        yield found


def test_the_python_examples_run(house: Running, capsys: pytest.CaptureFixture[str]) -> None:
    for number, one in enumerate(EXAMPLES):
        link = house.app.state.sessions.link(one.role)
        client = Client(house.base)
        if number:
            client.enter(link, f"Program {number}", password=PASSWORD)
        told = one.python.replace("BASE", house.base).replace("LINK", link)
        exec(compile(told, one.name, "exec"), {"house": client})
        client.close()
        assert capsys.readouterr().out


@pytest.mark.parametrize("one", EXAMPLES, ids=lambda one: one.name)
def test_the_curl_examples_name_calls_that_there_are(house: Running, one: Example) -> None:
    paths = house.app.openapi()["paths"]
    calls = [part for part in re.split(r"(?=curl -s)", one.curl) if part.strip()]
    assert calls
    for call in calls:
        found = CALL.search(call)
        assert found
        fits = [
            path for path in paths if re.fullmatch(re.sub(r"\{[^}]+\}", "[^/]+", path), found[1])
        ]
        assert any(("post" if "-d " in call else "get") in paths[path] for path in fits), call


def test_nothing_is_fetched_from_elsewhere(house: Running) -> None:
    bundle = (STATIC / "vendor/swagger-ui/swagger-ui-bundle.js").read_text(encoding="utf-8")
    style = (STATIC / "vendor/swagger-ui/swagger-ui.css").read_text(encoding="utf-8")
    assert "url(http" not in style
    assert "@import" not in style
    assert not re.search("unpkg|jsdelivr|cdnjs|googleapis|gstatic", bundle + style)
    assert (STATIC / "vendor/swagger-ui/LICENSE").exists()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_call_is_read_and_tried_in_place(house: Running, browser: Browser, scheme: str) -> None:
    context, page = house.come_in(
        browser, "Flo", "floor", color_scheme=scheme, viewport={"width": 375, "height": 800}
    )
    page.set_default_timeout(SLOW)
    asked: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.goto(f"{house.base}/api")
    page.locator("#swagger[data-ready]").wait_for()
    page.locator("#operations-tag-people").click()
    me = page.locator("#operations-people-me_api_me_get")
    me.locator(".opblock-summary-control").click()
    me.get_by_role("button", name="Try it out").click()
    me.get_by_role("button", name="Execute").click()
    expect(me.locator(".live-responses-table .response")).to_contain_text("Flo")
    assert {url.startswith(house.base) for url in asked} == {True}
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert errors == []
    context.close()
