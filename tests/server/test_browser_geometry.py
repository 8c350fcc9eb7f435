"""Nothing on the page of a table covers what must be read, lies off the felt or is too small, at
three moments of a round and on three screens; and the felt keeps its size during a round."""

from collections.abc import Iterator

import pytest
from house import SLOW, Running, running, watched
from moments import SIZES, felt_box, lay_out, moments, wrong
from playwright.sync_api import Browser

from houseway.games import games

EDITIONS = [(id, edition) for id, found in games().items() for edition in found.editions]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running(seed=11) as found:
        yield found


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_a_round_is_readable(house: Running, browser: Browser, game: str, edition: str) -> None:
    name = f"reader {game} {edition}"
    found: list[str] = []
    felts: dict[str, set[tuple[float, ...]]] = {size: set() for size in SIZES}
    with watched(house, browser, name) as page:
        page.set_default_timeout(SLOW)
        page.set_viewport_size({"width": 1440, "height": 900})
        for moment in moments(house, page, name, game, edition):
            for size in SIZES:
                lay_out(page, size)
                found += [f"{moment}, {size}: {one}" for one in wrong(page)]
                felts[size].add(felt_box(page))
            lay_out(page, "desktop")
    found += [
        f"the felt changes its size on a {size}: {f}" for size, f in felts.items() if len(f) > 1
    ]
    assert found == []


def test_what_is_wrong_is_found(house: Running, browser: Browser) -> None:
    """A card over words, letters and buttons that are too small, a tag beyond the felt."""
    name = "reader of faults"
    with watched(house, browser, name) as page:
        page.set_viewport_size({"width": 1440, "height": 900})
        for _ in moments(house, page, name, "three-card-blitz", "nj"):
            pass
        assert wrong(page) == []
        page.evaluate(
            """() => {
              const at = (what) => document.querySelector(what);
              const card = at(".hand.yours use"), words = at(".inscription text");
              const box = words.getBBox(), to = card.parentElement.getCTM().inverse();
              const { x, y } = new DOMPoint(box.x + box.width / 2, box.y)
                .matrixTransform(to.multiply(words.getCTM()));
              card.setAttribute("x", x);
              card.setAttribute("y", y);
              at("[data-area='me/flush_bonus'] text").setAttribute("font-size", "0.4");
              at(".called").setAttribute("x", "-20");
              at("#again").style.cssText = "height: 12px; min-height: 0; padding: 0";
            }"""
        )
        told = " ".join(wrong(page))
    for wanted in (
        "overlap card/inscription",
        "small text: “FLUSH”",
        "outside the felt",
        "again has",
    ):
        assert wanted in told
