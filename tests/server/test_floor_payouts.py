"""The floor's page of payout funds: procedures filed, what is due, papers entered and printed."""

import re
from typing import Any

from house import Running
from test_floor import house, somebody
from test_floor_figures import page

from houseway.client import Client
from houseway.games import game
from houseway.server.floor.payout_fields import fields_of, read_paper

__all__ = ["house"]  # a fixture
POKER = game("poker")
FILING = {
    "submitted": "2026-11-02",
    "contributions": "none once the notice is posted",
    "patrons": "a posted drawing",
    "method": "container",
    "witness": "supervisor",
}
FUND = {"meters": {"bad_beat": {"link": "Bad Beat"}}, "options": {"jackpot": "bad_beat"}}


def sent(client: Client, act: str, **fields: Any) -> Any:
    """A form of the page, filled in and sent."""
    shown = page(client, f"/floor/payouts/do?act={act}&fund=Bad%20Beat&game=poker&payout=bad_beat")
    assert shown.status_code == 200
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', shown.text))
    return page(client, "/floor/payouts/do", **{**hidden, **fields})


def test_a_fund_from_its_filing_to_its_papers(house: Running) -> None:
    with somebody(house, "Flo", "floor") as flo:
        assert "nothing is filed, so no table may offer it" in page(flo, "/floor/payouts").text
        refused = flo._http.post("/api/floor/tables", json={"game": "poker", **FUND})
        assert refused.status_code == 409
        assert "before procedures for ending it are filed" in refused.text
        lacking = page(
            flo, "/floor/payouts/do", csrf=csrf(flo), act="file", game="poker", payout="bad_beat",
            **{**FILING, "patrons": ""},
        )  # fmt: skip
        assert lacking.status_code == 409
        assert "Patrons is missing" in lacking.text
        assert "a posted drawing" not in lacking.text
        filed = page(
            flo, "/floor/payouts/do", csrf=csrf(flo), act="file", game="poker", payout="bad_beat",
            **FILING,
        )  # fmt: skip
        assert filed.status_code == 303
        flo.floor.open_table("poker", **FUND)
        shown = page(flo, "/floor/payouts").text
        assert "Bad Beat" in shown
        assert "The display is to be adjusted from $0 to $0: once each gaming day" in shown
        day = re.search(r"Due (\d{4}-\d\d-\d\d)", shown)
        assert day
        adjusted = {
            "day": day[1], "display": "0", "seen": "0",
            "adjusted_by.name": "Abe", "adjusted_by.position": "accounting",
            "watched_by.name": "Sam", "watched_by.position": "poker_supervisor",
        }  # fmt: skip
        wrong = sent(flo, "adjust", **{**adjusted, "adjusted_by.position": "poker_supervisor"})
        assert wrong.status_code == 409
        assert "14.19(k)" in wrong.text
        assert 'value="Abe"' in wrong.text, "what was filled in is still there"
        assert sent(flo, "adjust", **adjusted).status_code == 303
        assert "Nothing is due" in page(flo, "/floor/payouts").text
        printed = page(flo, "/floor/payouts/form.pdf?fund=Bad%20Beat&serial=101&table=1")
        assert printed.headers["content-type"] == "application/pdf"
        assert printed.content.startswith(b"%PDF")


def csrf(client: Client) -> str:
    shown = page(client, "/floor/payouts/do?act=file&game=poker&payout=bad_beat").text
    found = re.search(r'name="csrf" value="([^"]*)"', shown)
    assert found
    return found[1]


def test_players_have_no_such_page(house: Running) -> None:
    with somebody(house, "Ann") as ann:
        assert page(ann, "/floor/payouts").status_code == 403


def test_every_paper_is_a_form_and_reads_back() -> None:
    rules = POKER.payouts
    assert rules is not None
    law = rules.law("nj")
    for model, _ in rules.ACTS.values():
        fields = fields_of(law, model, {})
        assert len({one.name for one in fields}) == len(fields)
        assert read_paper(model, {}) == {}
    model = rules.ACTS["count_in_cage"][0]
    form = {
        "day": "2026-11-18", "found": "7: 80\n8: 40", "notice": "yes",
        "counted_by.name": "Cas", "counted_by.position": "cage_cashier",
    }  # fmt: skip
    assert read_paper(model, form) == {
        "day": "2026-11-18",
        "found": {"7": "80", "8": "40"},
        "notice": True,
        "counted_by": {"name": "Cas", "position": "cage_cashier"},
    }
    assert read_paper(rules.ACTS["match"][0], {"duplicates": "101, 102"}) == {
        "duplicates": [101, 102]
    }
