"""The floor over HTTP: what is barred and why, changes with their notice, rulings rehearsed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from house import PASSWORD, Running, running

from houseway.client import Client, Problem, TableClient
from houseway.games import game, games
from houseway.rulebook.choosing import choose
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.simulation.policies import usual_bets


@pytest.fixture
def house() -> Iterator[Running]:
    with running(kind="durable") as found:
        yield found


@contextmanager
def somebody(house: Running, name: str, role: str = "player") -> Iterator[Client]:
    with Client(house.base) as client:
        client.enter(house.app.state.sessions.link(role), name, password=PASSWORD)
        yield client


def in_play(client: Client, table: TableClient, **more: int) -> TableClient:
    """A round of 3 Card Blitz in which seat 2 has something to decide."""
    seated = client.table(table.id)
    if "2" not in seated.look()["players"]:
        seated.sit(2)
    seated.bet(2, ante=1000, blind=1000, **more)
    seated.ready(2)
    assert seated.look()["asks"] == "decision"
    return seated


def test_what_is_barred_is_told_with_its_paragraph(house: Running) -> None:
    with somebody(house, "Flo", "floor") as flo:
        found = flo.floor.check(
            "three-card-blitz", options={"dealing": "hand", "second_deck": True}
        )
        assert not found["lawful"]
        assert [one["cite"] for one in found["problems"]] == ["51.8(b), 51.8(b)1", "51.2(b)"]
        [shuffler] = [one for one in found["options"] if one["name"] == "shuffler"]
        barred = {offer["value"]: len(offer["barred"]) for offer in shuffler["offers"]}
        assert barred == {"manual": 2, "automated": 0, "counting": 0}
        with pytest.raises(Refused, match="automated shuffler") as told:
            flo.floor.open_table("three-card-blitz", options={"dealing": "hand"})
        assert told.value.cite == "51.8(b), 51.8(b)1"
        assert flo.floor.tables() == []


@pytest.mark.parametrize(("most", "lawful"), [(9_999, False), (10_000, True), (10_001, True)])
def test_ten_times_the_minimum(house: Running, most: int, lawful: bool) -> None:
    with somebody(house, "Flo", "floor") as flo:
        found = flo.floor.check("three-card-blitz", limits={"ante": [1000, most]})
        assert found["lawful"] is lawful
        [ante] = [one for one in found["limits"] if one["wager"] == "ante"]
        assert (ante["refusal"] or {}).get("cite") == (None if lawful else "8.2(a)")


@pytest.mark.parametrize("id", games())
def test_every_game_can_be_chosen_as_usual(id: str) -> None:
    for edition in game(id).editions:
        found = choose(game(id).rulebook(edition), {}, {})
        assert found.rules is not None
        assert found.problems == []
        assert all(not one.barred for one in found.options), "what is usual is lawful"
        limited = [line.name for line in found.limits]
        assert limited == ([] if found.book.rates else list(found.rules.limits))


def test_whoever_runs_the_house_opens_and_the_floor_speaks(house: Running) -> None:
    with somebody(house, "Ann", "admin") as ann, somebody(house, "Dee", "dealer") as dee:
        table = ann.floor.open_table("three-card-blitz")
        with pytest.raises(Problem, match="this is for floor; you are signed in as admin"):
            ann.floor.announce(table.id, 30, options={"blind": "2"})
        with pytest.raises(Problem, match="floor or admin; you are signed in as dealer"):
            dee.floor.meters()
        entry = json.loads(json.dumps(house.app.state.host.house.tables()))[0]
        assert (entry["id"], entry["seq"]) == (table.id, 1)


def test_a_change_holds_from_the_first_round_after_its_time(house: Running) -> None:
    ledger = house.app.state.host.house
    start, passed = ledger._clock(), [0]
    ledger._clock = lambda: start + passed[0]
    with somebody(house, "Flo", "floor") as flo, somebody(house, "Ada") as ada:
        table = flo.floor.open_table("three-card-blitz")
        with pytest.raises(Refused, match="posted at least 30 minutes") as told:
            flo.floor.announce(table.id, 29, options={"blind": "2"})
        assert told.value.cite == "8.3(b), 8.3(b)1"
        with pytest.raises(Refused, match="notified to the Division first"):
            flo.floor.announce(table.id, 30, options={"blind": "2"}, division=None)
        with pytest.raises(Refused, match="automated shuffler"):
            flo.floor.announce(table.id, 30, options={"dealing": "hand"})
        with pytest.raises(Refused, match="the new rules equal the present ones"):
            flo.floor.announce(table.id, 30)
        passed[0] = 7
        made = flo.floor.announce(table.id, 25, options={"blind": "2"}, posted=5, announced=6,
                                  division=7)  # fmt: skip
        assert made["minutes_left"] == 25
        assert [stamp["cite"] for stamp in made["stamps"]] == ["8.3(b)1", "8.3(b)2", "8.3(b)3"]
        assert "Total of 28 push" in _blind(flo.floor.sign(table.id))
        assert "Total of 28 1 to 1" in _blind(flo.floor.sign(table.id, made["entry"]))
        passed[0] = 31
        in_play(ada, table).act(2, "fold")
        assert flo.floor.table(table.id)["options"]["blind"] == "1"
        passed[0] = 32
        assert flo.floor.table(table.id)["changes"][0]["minutes_left"] == 0
        in_play(ada, table)
        seen = flo.floor.table(table.id)
        assert seen["options"]["blind"] == "2"
        assert seen["changes"][0]["in_effect"] is not None


def _blind(lines: list[dict[str, str]]) -> str:
    return next(line["text"] for line in lines if line["text"].startswith("Blind pays"))


@pytest.mark.parametrize("kind", ["durable", "memory"])
def test_nothing_changes_without_notice_once_a_round_has_been_played(kind: str) -> None:
    with (
        running(kind=kind) as house,
        somebody(house, "Flo", "floor") as flo,
        somebody(house, "Ada") as ada,
    ):
        table, host = flo.floor.open_table("three-card-blitz"), house.app.state.host
        host.do(table.id, {"do": "change", "options": {"blind": "2"}}, by="Flo", key="unplayed")
        in_play(ada, table).act(2, "fold")
        with pytest.raises(Refused, match="a change of blind is announced") as told:
            host.do(table.id, {"do": "change", "options": {"blind": "1"}}, by="Flo", key="played")
        assert told.value.cite == "8.3(b)"
        host.do(table.id, {"do": "change", "options": {"preshuffled": True}}, by="Flo", key="free")
        assert flo.floor.table(table.id)["options"]["blind"] == "2"


def test_limits_change_at_once_after_notice(house: Running) -> None:
    with somebody(house, "Flo", "floor") as flo, somebody(house, "Ada") as ada:
        table = flo.floor.open_table("three-card-blitz")
        made = flo.floor.announce(table.id, 0, limits={"ante": [2500, 50_000]})
        assert {stamp["cite"] for stamp in made["stamps"]} == {"8.3(c)"}
        seated = ada.table(table.id)
        seated.sit(2)
        with pytest.raises(Refused):
            seated.bet(2, ante=1000, blind=1000)


def test_a_ruling_is_rehearsed_and_then_made(house: Running) -> None:
    with somebody(house, "Flo", "floor") as flo, somebody(house, "Ada") as ada:
        table = flo.floor.open_table("three-card-blitz")
        seated = in_play(ada, table, progressive=500)
        ledger = house.app.state.host.house
        entry = ledger.tables()[0]["seq"]
        found = flo.floor.preview(table.id, "wrong_number_of_cards")
        assert found["void"]
        assert found["seats"] == [
            {"seat": 2, "player": "Ada", "before": 2500, "after": 0, "moved": 2500, "net": 0}
        ]
        assert ledger.tables()[0]["seq"] == entry == found["entry"], "nothing has happened"
        assert seated.look()["asks"] == "decision"
        with pytest.raises(Refused, match="has changed since"):
            flo.floor.report(table.id, "wrong_number_of_cards", entry - 1)
        done = flo.floor.report(table.id, "wrong_number_of_cards", found["entry"])
        ruled = [event for event in done["events"] if event["kind"] != "phase"]
        assert ruled == found["events"], "what was foretold has come"
        assert seated.look()["void"]
        assert ada.balance == 100_000
        with pytest.raises(Refused, match="no round is in progress"):
            flo.floor.preview(table.id, "wrong_number_of_cards")
        assert ledger.reconcile().holds


def test_a_rehearsal_tells_no_card(house: Running) -> None:
    """Whatever could be reported now: no hidden card and no card of the shoe is in the answer."""
    with (
        somebody(house, "Flo", "floor") as flo,
        somebody(house, "Ada") as ada,
        somebody(house, "Ben") as ben,
    ):
        tried = 0
        for id in games():
            rules = TableRules(game(id).rulebook())
            table = flo.floor.open_table(id)
            seats = [one.table(table.id) for one in (ada, ben)[: rules.players_needed]]
            for number, seat in enumerate(seats, start=1):
                seat.sit(number)
            if id == "keno":
                continue
            _usual(rules, *seats)
            seen = flo.floor.table(table.id)
            for one in seen["irregularities"]:
                if one["refusal"] is not None:
                    continue
                at = one["seats"][0] if one["seats"] else None
                found = flo.floor.preview(table.id, one["name"], at)
                tried += 1
                known = json.dumps(seen["table"])
                told = [event.get("cards", "") for event in found["events"]]
                names = {name for cards in told for name in cards.split()} - {"??"}
                assert all(name in known for name in names), (id, one["name"], names)
                assert flo.floor.table(table.id)["entry"] == seen["entry"]
        assert tried > 30


def _usual(rules: TableRules, *seats: TableClient) -> None:
    """The usual bets of whoever sits at the first seats, and the cards."""
    while (look := seats[0].look())["asks"] == "decision":
        asked = seats[look["asked_of"] - 1]
        choice = asked.look()["choices"][0]
        asked.act(look["asked_of"], choice["name"], choice["least"] or None)
    if look["asks"] == "bets":  # a bank that nobody covers deals no hand
        for number, seat in enumerate(seats, start=1):
            seat.bet(number, usual_bets(rules))
        for number, seat in enumerate(seats, start=1):
            seat.ready(number)


def test_a_linked_meter_is_one_meter(house: Running) -> None:
    with somebody(house, "Flo", "floor") as flo, somebody(house, "Ada") as ada:
        for _ in range(2):
            table = flo.floor.open_table("three-card-blitz", meters={"meter_1": {"link": "big"}})
            in_play(ada, table, progressive=500)
        found = flo.floor.meters()
        assert found["holds"]
        big = next(one for one in found["meters"] if one["name"] == "big")
        assert big["linked"]
        assert big["tables"] == [1, 2]
        assert big["contributions"] - big["awards"] + big["resets"] == big["stands"]
        assert big["contributions"] > 0


def test_a_table_is_closed_when_it_is_empty(house: Running) -> None:
    with somebody(house, "Flo", "floor") as flo, somebody(house, "Ada") as ada:
        table = flo.floor.open_table("three-card-blitz")
        ada.table(table.id).sit(2)
        with pytest.raises(Refused, match="Ada has a seat"):
            flo.floor.close_table(table.id)
        ada.table(table.id).leave(2)
        flo.floor.close_table(table.id)
        assert flo.floor.tables() == []


def test_the_floor_seats_a_player_and_a_dealer_deals(house: Running) -> None:
    with (
        somebody(house, "Flo", "floor") as flo,
        somebody(house, "Dee", "dealer") as dee,
        somebody(house, "Ada") as ada,
    ):
        table = flo.floor.open_table("roulette", by_hand=["chance"])
        flo.table(table.id).do({"do": "sit", "seat": 1, "player": "Ada"})
        with pytest.raises(Refused, match="must name the player"):
            flo.table(table.id).do({"do": "sit", "seat": 2})
        ada.table(table.id).bet(1, {"red": 1000})
        dee.table(table.id).do({"do": "close"})
        assert ada.table(table.id).look()["asks"] == "dealing"
        with pytest.raises(
            Problem, match="spun is for dealer or floor; you are signed in as player"
        ):
            ada.table(table.id).do({"do": "spun", "pocket": "1"})
        with pytest.raises(Refused):
            dee.table(table.id).do({"do": "spun", "pocket": "99"})
        dee.table(table.id).do({"do": "spun", "pocket": "1"})
        assert ada.table(table.id).look()["nets"]["1"] == {"red": 1000}


def test_a_house_in_memory_opens_tables_and_says_what_it_does_not_keep() -> None:
    with running(kind="memory") as house, somebody(house, "Flo", "floor") as flo:
        table = flo.floor.open_table("three-card-blitz", limits={"ante": [500, 5000]})
        found = flo.floor.table(table.id)
        assert {"wager": "ante", "minimum": 500, "maximum": 5000, "step": 1, "refusal": None} in (
            found["limits"]
        )
        for asked in (
            flo.floor.meters,
            lambda: flo.floor.preview(table.id, "wrong_number_of_cards"),
            lambda: flo.floor.announce(table.id, 30, options={"blind": "2"}),
            lambda: flo.floor.close_table(table.id),
        ):
            with pytest.raises(Refused, match="kept in memory"):
                asked()
