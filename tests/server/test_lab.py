"""The lab: prices and options in an address, exact figures, and the law's verdict beside."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import httpx
import pytest
from house import Running, running

from houseway.certificates.figures import look_up, shipped
from houseway.games import game, games
from houseway.rulebook.table_rules import TableRules
from houseway.server.lab.state import read, read_query
from until import until

SOON = 120.0  # seconds: the machine may be busy


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running() as found:
        yield found


@pytest.fixture(scope="module")
def http(house: Running) -> Iterator[httpx.Client]:
    house.app.state.host.enter("Ada")
    token = house.app.state.sessions.start("Ada")
    headers = {"Authorization": f"Bearer {token}"}
    with httpx.Client(base_url=house.base, headers=headers, timeout=SOON) as found:
        yield found


def known(http: httpx.Client, path: str) -> dict[str, Any]:
    """What the lab answers once it has counted."""

    def found() -> dict[str, Any] | None:
        answer = http.get(path)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told if told["state"] == "known" else None

    known = until(found, "it is not counted")
    assert known
    return known


def edge(found: dict[str, Any], wager: str) -> Fraction:
    line = next(one for one in found["figures"] if one["wager"] == wager)
    return Fraction(line["house_advantage"])


def test_a_changed_price_changes_the_edge_to_the_exact_fraction(http: httpx.Client) -> None:
    """By hand from the counts: a row that pays one more gives its share of all deals away."""
    usual = TableRules(game("three-card-blitz").rulebook("nj"))
    result = (look_up(game("three-card-blitz"), usual, wager="flush_bonus") or [])[0]
    table = result.outcomes
    four = sum(one.count for one in table.outcomes if one.label == "suited_4")
    assert four > 0
    found = known(http, "/api/lab/three-card-blitz?price=flush_bonus.suited_4=3")
    by_hand = table.house_advantage - Fraction(four, table.denominator)
    assert edge(found, "flush_bonus") == by_hand
    assert edge(found, "ante") == edge(known(http, "/api/lab/three-card-blitz"), "ante")


def test_a_barred_price_says_its_paragraph_and_is_computed_all_the_same(
    http: httpx.Client,
) -> None:
    found = known(http, "/api/lab/three-card-blitz?price=flush_bonus.suited_4=3")["verdict"]
    assert (found["lawful"], found["computed"]) == (False, True)
    assert [one["cite"] for one in found["problems"]] == ["51.11(d)"]
    page = http.get("/lab/three-card-blitz?price.flush_bonus.suited_4=3").text
    assert "Barred by this law" in page
    assert "51.11(d)" in page
    assert "as a supposition" in page


def test_a_lawful_price_of_the_houses_own_is_lawful(http: httpx.Client) -> None:
    found = known(http, "/api/lab/roulette?price=straight.straight=36")
    assert found["verdict"]["lawful"]
    assert edge(found, "straight") == 1 - Fraction(37, 38)


def test_choices_that_the_law_keeps_apart_are_computed_and_said_to_be_barred(
    http: httpx.Client,
) -> None:
    """La partage on a single zero wheel: half of an even-money wager comes back on 0."""
    address = "/api/lab/roulette?option=wheel=single_zero&option=zero_rule=half"
    found = known(http, address)
    cites = [one["cite"] for one in found["verdict"]["problems"]]
    assert not found["verdict"]["lawful"]
    assert "5.2(c)" in cites
    assert edge(found, "red") == Fraction(1, 74)
    assert edge(found, "straight") == Fraction(1, 37)


@pytest.mark.parametrize(
    ("query", "reason", "cite"),
    [
        ("option.wheel=triple_zero", "may not be", "5.2(b)"),
        ("option.nonsense=1", "there is no option", ""),
        ("price.straight.straight=lots", "is not a price", ""),
        ("price.nothing.at_all=3", "there is no paytable", ""),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    http: httpx.Client, query: str, reason: str, cite: str
) -> None:
    answer = http.get(f"/lab/roulette?{query}")
    assert answer.status_code == 200
    assert reason in answer.text.replace("There is no", "there is no").replace("&#39;", "'")
    assert cite in answer.text
    assert "cannot be computed as written" in answer.text


def test_a_link_restores_the_state(http: httpx.Client) -> None:
    """A form sends everything; the address keeps what differs and says the same table again."""
    sent = {
        "form": "1",
        "edition": "nj",
        "option.flush_bonus": "2",
        "was.flush_bonus": "2",
        "price.flush_bonus.suited_7": "500 to 1",
        "price.flush_bonus.suited_4": "2",
        "option.blind": "1",
        "was.blind": "3",  # another table was chosen: these prices are of the one before
        "price.blind.blitz": "9",
    }
    answer = http.get("/lab/three-card-blitz", params=sent)
    assert answer.status_code == 303
    to = answer.headers["location"]
    assert to == "/lab/three-card-blitz?option.flush_bonus=2&price.flush_bonus.suited_4=2"
    page = http.get(to).text
    assert 'name="price.flush_bonus.suited_4" value="2"' in page
    assert '<option value="2" selected>' in page
    state = read_query("three-card-blitz", to.partition("?")[2])
    assert read("three-card-blitz", state.pairs()) == state
    assert read_query("three-card-blitz", state.query()) == state


def test_two_tables_side_by_side(http: httpx.Client) -> None:
    page = http.get("/lab/roulette?against=option.wheel%3Dsingle_zero").text
    assert "Wheel single zero" in page
    assert "5.2632%" in page
    assert "2.7027%" in page
    assert "+2.5605%" in page


def test_a_sweep_has_every_permitted_table_of_a_wager(http: httpx.Client) -> None:
    found = http.get("/api/lab/three-card-blitz/sweep?wager=flush_bonus").json()
    book = game("three-card-blitz").rulebook("nj")
    assert len(found) == len(book.paytables["flush_bonus"].tables)
    every = {
        one.outcomes.house_advantage
        for one in shipped(game("three-card-blitz"), "nj")
        if one.wager == "flush_bonus"
    }
    assert {Fraction(one["house_advantage"]) for one in found} == every
    assert [one["here"] for one in found].count(True) == 1
    assert http.get("/api/lab/three-card-blitz/sweep?wager=nothing").status_code == 409


def test_every_game_has_a_page_with_the_figures_that_are_shipped(http: httpx.Client) -> None:
    wrong = []
    for id, one in games().items():
        for edition in one.editions:
            if one.has_odds and not one.certificate(edition).exists():
                continue  # counted when somebody asks
            answer = http.get(f"/lab/{id}?edition={edition}")
            fine = answer.status_code == 200 and "Lawful under" in answer.text
            if not fine or (one.has_odds and "%</b>" not in answer.text):
                wrong.append((id, edition, answer.status_code))
    assert wrong == []


def test_what_is_not_there(http: httpx.Client) -> None:
    assert http.get("/lab/nothing").status_code == 404
    assert http.get("/api/lab/nothing").status_code == 404
    assert http.get("/api/lab/roulette?edition=xx").status_code in (404, 409)
    assert http.get("/api/lab/roulette?option=wheel").status_code == 409
