"""The roads of baccarat, as the page works them out from what the rounds showed."""

from collections.abc import Iterator

import pytest
from house import Running, running
from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
ROADS = """async (marks) => {
  const { columns, derived } = await import("/static/table/roads.js");
  const big = columns([...marks]);
  return [big.map((column) => column.map((one) => `${one.side}${one.ties || ""}`).join("")),
    ...[1, 2, 3].map((back) => derived(big, back).map((one) => one[0]).join(""))];
}"""


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running(seed=5) as found:
        yield found


@pytest.mark.parametrize(
    ("marks", "big", "roads"),
    [
        ("PPBBBPB", ["PP", "BBB", "P", "B"], ["rbbb", "b", ""]),
        ("TPTTBPPT", ["P3", "B", "PP1"], ["rb", "b", ""]),
        ("PBPBPB", ["P", "B", "P", "B", "P", "B"], ["rrrr", "rrr", "rr"]),
        ("PPPPPPPPBBBB", ["PPPPPPPP", "BBBB"], ["rrr", "", ""]),  # a long column still compares
        ("PPBBPPBBPPBB", ["PP", "BB", "PP", "BB", "PP", "BB"], ["r" * 9, "r" * 7, "r" * 5]),
        ("", [], ["", "", ""]),
    ],
)
def test_roads(
    house: Running, browser: Browser, marks: str, big: list[str], roads: list[str]
) -> None:
    page = browser.new_page()
    page.goto(house.base)
    assert page.evaluate(ROADS, marks) == [big, *roads]
    page.close()
