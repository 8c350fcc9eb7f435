"""The floor's figures: presets, takings by day and shift, what to look at, the placard."""

from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from house import Running
from test_floor import house, somebody

from houseway.client import Client
from houseway.games import game, games
from houseway.ledger.chain.signed_notes import COSIGNATURE, Verifier
from houseway.ledger.chain.witnessing import Asked, Witnesses
from houseway.ledger.errors import Unavailable
from houseway.ledger.tables.takings import Takings
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused
from houseway.server.floor.alerts import table_alerts
from houseway.server.floor.presets import group_of
from houseway.server.floor.shifts import asked_period, gaming_day, read_shifts
from houseway.server.house_settings import HouseSettings, house_settings

__all__ = ["house"]  # a fixture
NEW_YORK = ZoneInfo("America/New_York")
SHIFTS = read_shifts("06:00 14:00 22:00")


def page(client: Client, path: str, **sent: Any) -> httpx.Response:
    """A page of the house for somebody, or a form of theirs."""
    headers = {"Accept": "text/html"}
    if not sent:
        return client._http.get(path, headers=headers)
    return client._http.post(path, data=sent, headers=headers)


def played(house: Running, table: int, name: str = "Ada") -> None:
    """One round of 3 Card Blitz, folded: the ante and the blind are lost."""
    host = house.app.state.host
    if not host.role(name):
        host.enter(name)
    if name not in host.look(table, by=name).players.values():
        host.do(table, {"do": "sit", "seat": 2}, by=name)
    host.do(table, {"do": "bet", "seat": 2, "bets": {"ante": 1000, "blind": 1000}}, by=name)
    host.do(table, {"do": "ready", "seat": 2}, by=name)
    host.do(table, {"do": "act", "seat": 2, "what": "fold"}, by=name)


def test_every_preset_opens_as_it_is(house: Running) -> None:
    with somebody(house, "Flo", "floor") as flo:
        found = flo.floor.presets()
        assert len(found) == sum(len(game(id).editions) for id in games())
        for one in found[::6]:
            table = flo.floor.open_table(**one["wanted"])
            assert table.look()["game"] == one["wanted"]["game"]


def test_a_table_of_before_is_a_preset(house: Running) -> None:
    with somebody(house, "Flo", "floor") as flo:
        limits, options = {"ante": [2500, 50000]}, {"blind": "2"}
        first = flo.floor.open_table("three-card-blitz", options=options, limits=limits)
        flo.floor.open_table("three-card-blitz", options=options, limits=limits)
        flo.floor.open_table("craps")
        craps, blitz = flo.floor.presets()[:2]
        assert craps["differs"] == []
        assert [blitz["like"], blitz["title"]] == [first.id + 1, "3 Card Blitz"]
        assert blitz["wanted"]["limits"] == {"ante": [2500, 50000, 1]}
        assert blitz["differs"] == ["Paytable of the Blind: 2", "Ante: $25 to $500"]
        shown = page(flo, f"/floor/open?like={first.id}").text
        assert 'name="limit.ante.minimum" value="25"' in shown
        assert f"as at table {first.id}" in shown
        before = {one["id"] for one in flo.floor.tables()}
        sent = page(flo, "/floor/open/preset", like=str(first.id))
        assert sent.status_code == 303
        [new] = {one["id"] for one in flo.floor.tables()} - before
        assert sent.headers["location"] == f"/floor/tables/{new}"
        rules = house.app.state.host.look(new, by="Flo").rules
        assert (rules.options["blind"], rules.limits["ante"].minimum) == ("2", 2500)
        assert page(flo, "/floor/open/preset", like="999").status_code == 404
        assert page(flo, "/floor/open/preset", game="craps", edition="mars").status_code in (
            404,
            409,
        )


def test_only_what_differs_is_shown_at_once(house: Running) -> None:
    with somebody(house, "Flo", "floor") as flo:
        text = page(flo, "/floor/open?game=three-card-blitz&option.blind=2").text
        group = text.partition("<legend>Paytables</legend>")[2].partition("</fieldset>")[0]
        shown, _, rest = group.partition("<details")
        assert "option-blind" in shown
        assert "option-blind" not in rest
        assert "3 more options, as usual" in rest


@pytest.mark.parametrize("id", games())
def test_options_stand_under_a_heading(id: str) -> None:
    book: Rulebook = game(id).rulebook(game(id).editions[0])
    named = {"Wagers", "Paytables", "Rules", "Cards and equipment", "Money"}
    assert {group_of(book, name) for name in book.choices} <= named


def test_takings_are_told_by_day_and_shift(house: Running) -> None:
    with somebody(house, "Flo", "floor") as flo:
        table = flo.floor.open_table("three-card-blitz").id
        played(house, table)
        played(house, table)
        found = flo.floor.takings()
        [row] = found["tables"]
        assert (row["rounds"], row["win"], row["drop"], row["hold"]) == (2, 4000, 4000, "1")
        assert row["players"] == {"Ada": -4000}
        assert found["total"]["win"] == 4000
        assert flo.floor.takings("2001-01-01")["tables"] == []
        shifts = [flo.floor.takings(found["day"], f"{shift}") for shift in (1, 2, 3)]
        assert sum(one["total"]["win"] for one in shifts) == 4000
        for day, shift in (("yesterday", ""), ("2001-01-01", "4"), ("2001-01-01", "night")):
            with pytest.raises(Refused):
                flo.floor.takings(day, shift)
        text = page(flo, "/floor").text
        assert "100.0%" in text
        assert "+$40" in text
        assert page(flo, "/floor?day=never").status_code == 409


@pytest.mark.parametrize(
    ("hour", "day"), [(5, date(2026, 3, 7)), (6, date(2026, 3, 8)), (23, date(2026, 3, 8))]
)
def test_a_gaming_day_begins_with_its_first_shift(hour: int, day: date) -> None:
    now = datetime(2026, 3, 8, hour, 30, tzinfo=NEW_YORK)
    assert gaming_day(now, NEW_YORK, SHIFTS) == day


def test_shifts_follow_each_other_over_a_change_of_clocks() -> None:
    now = datetime(2026, 3, 7, 12, tzinfo=NEW_YORK)
    shifts = [asked_period("2026-03-07", f"{n}", now, NEW_YORK, SHIFTS) for n in (1, 2, 3)]
    whole = asked_period("2026-03-07", "day", now, NEW_YORK, SHIFTS)
    assert (shifts[0].since, shifts[-1].until) == (whole.since, whole.until)
    assert all(a.until == b.since for a, b in pairwise(shifts))
    assert whole.since == datetime(2026, 3, 7, 11, tzinfo=UTC)
    assert (whole.until - whole.since).total_seconds() == 23 * 3600
    for text in ("", "6:00", "14:00 06:00", "06:00 06:00", "25:00"):
        with pytest.raises(Refused, match="shifts begin"):
            read_shifts(text or "noon")
    assert house_settings({"HOUSEWAY_UNUSUAL_WIN": "250"}).unusual_win == 25_000


def kinds(house: Running, table: int, **settings: int) -> dict[str, str]:
    """What there is to look at, as somebody of the floor is told."""
    host = house.app.state.host
    found = table_alerts(host.house, host.look(table, by="Flo"), None, HouseSettings(**settings))
    return {one.kind: one.says for one in found}


def test_the_floor_sees_that_the_house_is_not_witnessed(house: Running) -> None:
    def send(url: str, body: bytes | None, seconds: float) -> tuple[int, str]:
        raise Unavailable("the line is cut")

    signing = house.app.state.host.house.signing
    key = Verifier("example.com/w", bytes(32), COSIGNATURE)
    with somebody(house, "Flo", "floor") as flo:
        assert "Not witnessed" not in page(flo, "/floor").text
        signing.witnesses = Witnesses([Asked("http://w.example", key)], send)
        signing.show()
        shown = page(flo, "/floor").text
        assert "Not witnessed by example.com/w since 20" in shown
        assert "UTC: the line is cut; it has signed nothing yet." in shown
        [alert] = flo.floor.alerts()
        assert (alert["table"], alert["kind"], alert["urgent"]) == (0, "house", False)
        flo.floor.open_table("big-six")  # play goes on


def test_the_floor_sets_back_a_table_that_was_played_while_the_clock_ran_ahead(
    house: Running,
) -> None:
    host = house.app.state.host
    with somebody(house, "Flo", "floor") as flo:
        table = flo.floor.open_table("three-card-blitz").id
        minutes = host.house._clock
        host.house._clock = lambda: minutes() + 60
        played(house, table)
        host.house._clock = minutes
        with pytest.raises(Refused, match="minutes behind the table's"):
            played(house, table)
        [alert] = [one for one in flo.floor.alerts() if one["kind"] == "clock"]
        assert (alert["table"], alert["urgent"]) == (table, True)
        assert "Its clock is 1 hour ahead of the house" in alert["says"]
        assert f'action="/floor/tables/{table}/clock"' in (shown := page(flo, "/floor").text)
        assert "Set Clock Back</button>" in shown
        assert page(flo, f"/floor/tables/{table}/clock", key="back").status_code == 303
        assert flo.floor.alerts() == []
        played(house, table)


def test_what_to_look_at(house: Running) -> None:
    host = house.app.state.host
    with somebody(house, "Flo", "floor") as flo:
        table = flo.floor.open_table("three-card-blitz").id
        played(house, table)
        assert flo.floor.alerts() == []
        house.app.state.settings = HouseSettings(meter_due=2, waits=1)
        bets = {"ante": 100000, "blind": 100000}
        host.house.buy_in("Ada", 10**7, by="Flo", key="rich")
        host.do(table, {"do": "bet", "seat": 2, "bets": bets}, by="Ada")
        assert kinds(house, table)["limit"].startswith("Ada (seat 2) bets the maximum on Blind")
        host.do(table, {"do": "ready", "seat": 2}, by="Ada")
        assert kinds(house, table, waits=0)["waiting"].startswith("Waiting for Ada (seat 2)")
        minutes = host.house._clock
        host.house._clock = lambda: minutes() + 24 * 60 - 10
        assert "due for change in" in kinds(house, table)["cards"]
        host.house._clock = lambda: minutes() + 24 * 60
        assert kinds(house, table)["cards"] == "Cards are due for change"
        [cards] = [one for one in flo.floor.alerts() if one["kind"] == "cards"]
        assert (cards["urgent"], cards["table"]) == (True, table)
        assert "Cards are due for change" in page(flo, "/floor").text


@pytest.mark.parametrize(("won", "told"), [(4_999_99, False), (5_000_00, True)])
def test_an_unusual_win_is_told(house: Running, won: int, told: bool) -> None:
    host = house.app.state.host
    host.enter("Ada")
    table = host.open_table("craps", "nj", {}, by="Ada")
    taken = Takings(table, "craps", "nj", 9, 0, 0, 0, {"Ada": won * FINE, "Bob": -won * FINE})
    found = table_alerts(host.house, host.look(table, by="Ada"), taken, HouseSettings())
    assert [one.says for one in found] == ["Ada is ahead $5,000 at this table"] * told


def test_the_sign_of_a_table_is_the_placard(house: Running) -> None:
    with somebody(house, "Flo", "floor") as flo:
        table = flo.floor.open_table("three-card-blitz", limits={"ante": [2500, 50000]}).id
        text = page(flo, f"/floor/tables/{table}/sign").text
        for word in ("Minimum <b>$25</b>", "<td>Total of 30</td>", "3 to 1", "for the record"):
            assert word in text
        made = page(flo, f"/floor/tables/{table}/sign.pdf?size=wall")
        assert made.content.startswith(b"%PDF")
        assert page(flo, f"/floor/tables/{table}/sign.pdf?size=moon").status_code == 409
