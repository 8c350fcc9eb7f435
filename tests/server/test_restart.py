"""The server as a process that is killed and opened again: nothing is lost, and rounds go on."""

import re
from pathlib import Path

import httpx
import pytest
from doors import doors
from house import WAIT
from typer.testing import CliRunner

from houseway.cli import app
from houseway.client import Client, Problem
from houseway.ledger.database.database import Database
from houseway.ledger.errors import Unavailable, Unusable
from houseway.ledger.house import House
from houseway.rulebook.refusal import Refused
from houseway.server.app import create_app
from houseway.server.durable import DEALER, STAFF, DurableHost, open_house
from houseway.server.serve import data_folder
from houseway.server.sign_in.house_sessions import HouseSessions
from houseway.server.sign_in.links import come_in


def test_a_round_goes_on_after_a_kill(tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    with doors("--data", data) as first, Client(first.base) as ada:
        token = ada.enter(first.link, "Ada")
        ben = Client(first.base)
        bens = ben.enter(ada.invite(), "Ben")
        table = ada.open_table("three-card-blitz")
        at_bens = ben.table(table.id)
        table.sit(1)
        at_bens.sit(2)
        table.bet(1, ante=1000, blind=1000)
        at_bens.bet(2, ante=2000, blind=2000)
        table.ready(1)
        closed = at_bens.do({"do": "ready", "seat": 2}, key="the last")
        assert table.look()["asks"] == "decision"
        table.do({"do": "act", "seat": 1, "what": "play"}, key="half")
        seen, his = table.look(), at_bens.look()
        assert (ada.balance, ben.balance) == (97_000, 96_000)
        assert his["asks"] == "decision"
        assert "??" not in his["hands"]["2"]
        first.kill()
        ben.close()
    with (
        doors("--data", data) as second,
        Client(second.base, token) as ada,
        Client(second.base, bens) as ben,
    ):
        table, at_bens = ada.table(table.id), ben.table(table.id)
        assert (ada.balance, ben.balance) == (97_000, 96_000)
        for at, before in ((table, seen), (at_bens, his)):
            now = at.look()
            assert now.pop("version") > before["version"]
            assert now.pop("clock") > 0, "who is asked has time again"
            assert now == {name: before[name] for name in now}
        again = table.do({"do": "act", "seat": 1, "what": "play"}, key="half")
        assert again["repeated"]
        assert again["version"] == seen["version"]
        repeated = at_bens.do({"do": "ready", "seat": 2}, key="the last")
        assert repeated == {**closed, "repeated": True}
        at_bens.act(2, "play")
        over, his_over = table.look(), at_bens.look()
        assert over["rounds"] == 1
        for before, after in ((seen, over), (his, his_over)):
            assert after["events"][: len(before["events"])] == before["events"]
        assert ada.balance == 100_000 + sum(over["nets"]["1"].values())
        assert ben.balance == 100_000 + sum(over["nets"]["2"].values())
    with House.open(f"sqlite:///{data}/house.db", Path(data) / "keys") as house:
        assert house.reconcile().holds


def test_a_page_that_was_open_goes_on_after_a_kill(tmp_path: Path) -> None:
    with (
        doors("--data", str(tmp_path)) as first,
        httpx.Client(base_url=first.base, timeout=WAIT) as http,
    ):
        http.post("/enter", data={"token": first.link, "name": "Ada"})
        csrf = _csrf(http)
        at = http.post("/games/three-card-blitz/play", data={"csrf": csrf}).headers["location"]
        headers = {"X-CSRF-Token": csrf}
        for word in ("again", "ready"):
            pressed = http.post(f"/api{at}/press", json={"do": word}, headers=headers)
            assert pressed.status_code == 200
        cookies = dict(http.cookies)
        first.kill()
    with (
        doors("--data", str(tmp_path)) as second,
        httpx.Client(base_url=second.base, cookies=cookies, timeout=WAIT) as http,
    ):
        assert "Your turn" in http.get(at).text
        act = {"do": "act", "what": "play"}
        done = http.post(f"/api{at}/press", json=act, headers=headers)
        assert done.status_code == 200
        assert "Round over" in done.json()["status"]


def _csrf(http: httpx.Client) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', http.get("/").text)
    assert found
    return found[1]


def test_whoever_was_ready_is_asked_again(tmp_path: Path) -> None:
    url, keys = f"sqlite:///{tmp_path / 'house.db'}", tmp_path / "keys"
    people = {1: "Ada", 2: "Ben"}
    with open_house(url, keys) as house:
        host = DurableHost(house)
        table = host.open_table("three-card-blitz", "nj", {}, by="Ada")
        for seat, name in people.items():
            host.enter(name)
            host.do(table, {"do": "sit", "seat": seat}, by=name)
            bets = {"ante": 1000, "blind": 1000}
            host.do(table, {"do": "bet", "seat": seat, "bets": bets}, by=name)
        marked = host.do(table, {"do": "ready", "seat": 1}, by="Ada", key="mine")
        again = host.do(table, {"do": "ready", "seat": 1}, by="Ada", key="mine")
        assert (marked.repeated, again.repeated) == (False, True)
        known = host.look(table, by="Ada")
        assert (set(known.ready), known.version) == ({1}, marked.version)
    with open_house(url, keys) as house:
        host = DurableHost(house)
        now = host.look(table, by="Ada")
        assert now.ready == set()
        assert now.version > known.version, "a page that knows of a mark that is gone is told"
        for seat, name in people.items():
            assert host.look(table, by=name).asks == "bets"
            host.do(table, {"do": "ready", "seat": seat}, by=name)
        assert host.look(table, by="Ada").asks == "decision"


@pytest.mark.parametrize("betting", [False, True])
def test_the_board_tells_of_rounds_before_the_process(tmp_path: Path, betting: bool) -> None:
    url, keys = f"sqlite:///{tmp_path / 'house.db'}", tmp_path / "keys"
    bet = {"do": "bet", "seat": 1, "bets": {"red": 500}}
    with open_house(url, keys) as house:
        host = DurableHost(house)
        host.enter("Ada")
        table = host.open_table("roulette", "nj", {}, by="Ada")
        host.do(table, {"do": "sit", "seat": 1}, by="Ada")
        for _ in range(3):
            host.do(table, bet, by="Ada")
            host.do(table, {"do": "ready", "seat": 1}, by="Ada")
            known = host.look(table, by="Ada").marks
        assert len(known) == 3
        if betting:
            host.do(table, bet, by="Ada")
    with open_house(url, keys) as house:
        host = DurableHost(house)
        assert host.look(table, by="Ada").marks == known
        if not betting:
            host.do(table, bet, by="Ada")
        host.do(table, {"do": "ready", "seat": 1}, by="Ada")
        now = host.look(table, by="Ada").marks
        assert (len(now), now[:3]) == (4, known)


def test_what_is_in_memory_is_gone(tmp_path: Path) -> None:
    with doors("--memory", "--data", str(tmp_path / "data")) as first:
        with Client(first.base) as ada:
            token = ada.enter(first.link, "Ada")
        first.kill()
    with (
        doors("--memory", "--data", str(tmp_path / "data")) as second,
        Client(second.base, token) as ada,
        pytest.raises(Problem) as told,
    ):
        _ = ada.balance
    assert told.value.status == 401
    assert not (tmp_path / "data").exists()


def test_only_the_owners_link_lets_somebody_back_in(tmp_path: Path) -> None:
    with doors("--data", str(tmp_path)) as first, Client(first.base) as ada:
        ada.enter(first.link, "Ada")
        with Client(first.base) as eve, pytest.raises(Refused, match="the name Ada is taken"):
            eve.enter(ada.invite(), "Ada")
        table = ada.open_table("big-six")
        table.sit(1)
        table.bet(1, joker=500)
    with doors("--data", str(tmp_path)) as second, Client(second.base) as ada:
        with pytest.raises(Refused, match="the name Ada is taken"):
            ada.enter(second.link, "Ada")
        with pytest.raises(Refused, match="the dealer is dealer here, not player"):
            ada.enter(second.owner, "the dealer", "player")
        ada.enter(second.owner, " Ada ")
        assert ada.balance == 99_500
        assert [card["players"] for card in ada.tables()] == [{"1": "Ada"}]


def test_one_process_keeps_the_doors_of_a_file(tmp_path: Path) -> None:
    with doors("--data", str(tmp_path)):
        told = CliRunner().invoke(
            app,
            ["serve", "--port", "0", "--data", str(tmp_path)],
            env={"HOUSEWAY_DATABASE_URL": ""},
        )
    assert told.exit_code == 2
    assert "is open in process" in told.output


def test_a_house_lies_where_the_user_keeps_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "houseway"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "houseway"


def test_a_house_that_was_made_before_gets_a_dealer(tmp_path: Path) -> None:
    url, keys = f"sqlite:///{tmp_path / 'house.db'}", tmp_path / "keys"
    House.create(url, keys, "boss", "the boss's password").close()
    for _ in range(2):
        with open_house(url, keys) as house:
            roles = {one.name: one.role for one in house.people()}
            assert roles == {"boss": "admin", **STAFF}


def test_a_player_is_never_taken_for_the_dealer(tmp_path: Path) -> None:
    url, keys = f"sqlite:///{tmp_path / 'house.db'}", tmp_path / "keys"
    with House.create(url, keys, "boss", "the boss's password") as house:
        house.add_person(DEALER, "player", "a password", by="boss")
    with pytest.raises(Unusable, match="the doors need a dealer"):
        open_house(url, keys)


def test_an_invited_player_never_comes_in_as_staff(tmp_path: Path) -> None:
    with open_house(f"sqlite:///{tmp_path / 'house.db'}", tmp_path / "keys") as house:
        host, sessions = DurableHost(house), HouseSessions(house)
        with pytest.raises(Refused, match="the name the dealer is taken"):
            come_in(host, sessions, sessions.link(), DEALER)
        with pytest.raises(Refused, match="not for dealer; it is for player"):
            come_in(host, sessions, sessions.link(), DEALER, "dealer")


def test_a_database_that_does_not_answer_is_a_problem_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fastapi.testclient import TestClient

    with open_house(f"sqlite:///{tmp_path / 'house.db'}", tmp_path / "keys") as house:
        served = create_app(DurableHost(house), HouseSessions(house))
        served.state.host.enter("Ada")
        token = served.state.sessions.start("Ada")
        table = served.state.host.open_table("big-six", "nj", {}, by="Ada")

        def fails(*asked: object) -> None:
            raise Unavailable("the disk is full; nothing was acknowledged")

        http = TestClient(served, headers={"Authorization": f"Bearer {token}"})
        with monkeypatch.context() as patched:
            patched.setattr(Database, "transaction", fails)
            sat = http.post(f"/api/tables/{table}/commands", json={"do": "sit", "seat": 1})
        assert sat.status_code == 503
        assert sat.headers["content-type"] == "application/problem+json"
        assert (sat.json()["code"], sat.json()["detail"][:16]) == (
            "unavailable",
            "the disk is full",
        )
        assert http.get(f"/api/tables/{table}").json()["players"] == {}
