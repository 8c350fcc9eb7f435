"""Several processes at the doors of one house in PostgreSQL: any of them answers anything, and the
loss of one loses nothing."""

import os
import queue
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest
from doors import Doors, doors
from house import WAIT
from kinds import one_of_each_family
from sqlalchemy import text
from starlette.types import Receive, Scope, Send
from typer.testing import CliRunner

import postgres
from houseway.cli import app
from houseway.client import Client, TableClient
from houseway.games import game
from houseway.ledger.audit.audit import audit_database
from houseway.ledger.database.database import Database
from houseway.ledger.house import House
from houseway.ledger.tables.owners import free_gone
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.server.durable import DurableHost, open_house
from houseway.server.http.forward import Forward
from houseway.server.http.notifications import Bell
from houseway.server.sign_in.house_sessions import HouseSessions
from houseway.simulation.policies import usual_bets
from until import until

SOON = 240.0  # seconds: the machine may be busy


@pytest.fixture(scope="module")
def url(server: str) -> Iterator[str]:
    """An empty database for the house of these tests."""
    with postgres.database(server) as made:
        yield made


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the house keeps its keys."""
    return tmp_path_factory.mktemp("workers")


@pytest.fixture(scope="module")
def three(url: str, keys: Path) -> Iterator[Doors]:
    """Three processes at the doors."""
    with doors("--workers", "3", "--database", url, "--data", str(keys)) as found:
        until(lambda: len(addresses(url)) == 3)
        yield found
        children = psutil.Process(found.process.pid).children()
        found.process.terminate()
        assert psutil.wait_procs(children, SOON)[1] == [], "they stop when they are told to"
        assert ask(url, "SELECT id FROM tables WHERE owner <> ''") == [], "tables are given back"


def ask(url: str, query: str, **values: object) -> list:
    database = Database(url, stall=0)
    try:
        with database.reading() as connection:
            return [tuple(row) for row in connection.execute(text(query), values)]
    finally:
        database.close()


def addresses(url: str) -> dict[str, str]:
    """The processes at the doors, and where they answer each other."""
    return dict(ask(url, "SELECT owner, address FROM workers"))


def owner(url: str, table: int) -> str:
    ((found,),) = ask(url, "SELECT owner FROM tables WHERE id = :id", id=table)
    return found


def pid(owner: str) -> int:
    return int(owner.split()[1])


class Person:
    """Somebody whose every request may come to another process."""

    def __init__(self, base: str, link: str, name: str) -> None:
        self.base, self.name = base, name
        with Client(base) as client:
            self.token = client.enter(link, name)

    def client(self) -> Client:
        return Client(self.base, self.token)

    def at(self, table: int) -> TableClient:
        """The table, by a connection of its own."""
        return Client(self.base, self.token).table(table)

    def balance(self) -> int:
        with self.client() as client:
            return client.balance


@pytest.fixture(scope="module")
def people(three: Doors) -> list[Person]:
    """Ada, by the link that was printed, and two whom she invites."""
    ada = Person(three.base, three.link, "Ada")
    others = []
    for name in ("Ben", "Cyd"):
        with ada.client() as client:
            others.append(Person(three.base, client.invite(), name))
    return [ada, *others]


def open_table(person: Person, game: str = "three-card-blitz") -> int:
    with person.client() as client:
        return client.open_table(game).id


def bet_and_close(people: list[Person], table: int) -> None:
    """Everybody bets and is ready, each by connections of their own."""
    bets = {"ante": 1000, "blind": 1000}
    for seat, one in enumerate(people, 1):
        if str(seat) not in one.at(table).look()["players"]:
            one.at(table).sit(seat)
        one.at(table).bet(seat, bets)
    for seat, one in enumerate(people, 1):
        one.at(table).ready(seat)


def play_on(people: list[Person], table: int) -> None:
    while (now := people[0].at(table).look())["asks"] == "decision":
        seat = now["asked_of"]
        people[seat - 1].at(table).act(seat, "play")


def through(url: str, token: str, table: int) -> dict[int, int]:
    """What each process answers when it is asked for a table itself."""
    found = {}
    for name, address in addresses(url).items():
        got = httpx.get(
            f"http://{address}/api/tables/{table}",
            headers={"Authorization": f"Bearer {token}"},
            timeout=WAIT,
        )
        found[pid(name)] = got.status_code
    return found


def test_a_round_through_all_processes(three: Doors, people: list[Person], url: str) -> None:
    before = {one.name: one.balance() for one in people}
    table = open_table(people[0])
    bet_and_close(people, table)
    play_on(people, table)
    over = people[0].at(table).look()
    assert over["rounds"] == 1
    for seat, one in enumerate(people, 1):
        assert one.balance() == before[one.name] + sum(over["nets"][str(seat)].values())
    crew = {pid(name) for name in addresses(url)}
    assert len(crew) == 3
    assert crew == {one.pid for one in psutil.Process(three.process.pid).children()} & crew


def test_requests_land_on_every_process_and_one_runs_the_table(
    people: list[Person], url: str
) -> None:
    """Tables are opened by whichever process is asked; each is answered for by all."""
    owners: dict[int, str] = {}

    def open_another() -> bool:
        table = open_table(people[0], "big-six")
        people[0].at(table).sit(1)
        owners[table] = owner(url, table)
        return len(set(owners.values())) > 1

    until(open_another, "one process takes every request")
    tables = list(owners)
    assert set(owners.values()) <= set(addresses(url))
    for table in tables:
        for _ in range(3):
            assert people[1].at(table).look()["players"] == {"1": "Ada"}
    with people[2].client() as client:  # a list of tables takes none of them over
        assert {one["id"] for one in client.tables()} >= set(tables)
    assert {table: owner(url, table) for table in tables} == owners


def test_the_ports_between_processes_are_for_processes(
    people: list[Person], url: str, keys: Path
) -> None:
    table = open_table(people[0])
    assert set(through(url, people[0].token, table).values()) == {403}
    with House.open(url, keys / "keys") as house:
        secret = house.keys.secret("forwarding")
    headers = {"Authorization": f"Bearer {people[0].token}", "X-Houseway-Forwarded": secret}
    people[0].at(table).sit(1)
    told = {
        pid(name): httpx.get(f"http://{address}/api/tables/{table}", headers=headers, timeout=WAIT)
        for name, address in addresses(url).items()
    }
    mine = pid(owner(url, table))
    assert {who: one.status_code for who, one in told.items()} == {
        who: 200 if who == mine else 503 for who in told
    }
    assert all(one.headers["retry-after"] for who, one in told.items() if who != mine)
    # from outside it is nothing
    outside = httpx.get(f"{people[0].base}/api/tables/{table}", headers=headers, timeout=WAIT)
    assert outside.status_code == 200
    missing = httpx.get(f"{people[0].base}/api/tables/999999", headers=headers, timeout=WAIT)
    assert missing.status_code == 404


def test_the_process_that_runs_a_table_is_killed_within_a_round(
    three: Doors, people: list[Person], url: str, keys: Path
) -> None:
    before = {one.name: one.balance() for one in people}
    table = open_table(people[0])
    seen: queue.Queue[dict] = queue.Queue()
    ended = threading.Event()

    def listen() -> None:
        """Somebody who looks on, for as long as it takes; a lost connection is made again."""
        while not ended.is_set():
            try:
                for shown in people[2].at(table).stream():
                    seen.put(shown)
                    if ended.is_set():
                        return
            except httpx.TransportError:
                ended.wait(0.2)  # a process that is lost is replaced

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    two = people[:2]
    bet_and_close(two, table)
    two[0].at(table).do({"do": "act", "seat": 1, "what": "play"}, key="half")
    mid = two[1].at(table).look()
    assert mid["asks"] == "decision"
    lost = owner(url, table)
    os.kill(pid(lost), signal.SIGKILL)
    again = two[0].at(table).do({"do": "act", "seat": 1, "what": "play"}, key="half")
    assert again["repeated"]
    taken = two[1].at(table).look()
    assert taken["version"] > mid["version"]
    assert {k: taken[k] for k in taken if k not in ("version", "clock")} == {
        k: mid[k] for k in mid if k not in ("version", "clock")
    }
    two[1].at(table).act(2, "play")
    over = two[0].at(table).look()
    assert over["rounds"] == 1
    assert owner(url, table) != lost
    while True:  # whoever looked on is told how it ended
        shown = seen.get(timeout=SOON)
        if shown["rounds"] == 1 and shown["version"] >= over["version"]:
            break
    ended.set()
    for seat, one in enumerate(two, 1):
        assert one.balance() == before[one.name] + sum(over["nets"][str(seat)].values())
    bet_and_close(two, table)  # and another round, which wakes the listener too
    play_on(two, table)
    until(lambda: len(addresses(url)) == 3, "the lost process is not replaced")
    assert lost not in addresses(url)
    with House.open(url, keys / "keys") as house:
        assert house.reconcile().holds
    assert audit_database(url, workers=1).findings == []


def test_a_stream_goes_on_without_the_client_knowing(
    people: list[Person], url: str, three: Doors
) -> None:
    """A stream by a process that lives, of a table whose process dies, is never broken off."""
    table = open_table(people[0])
    people[0].at(table).sit(1)
    last = dict.fromkeys(range(8), 0)  # some of them come to a process that does not run the table
    streams = {
        number: threading.Thread(target=_note, args=(people[1], table, number, last), daemon=True)
        for number in last
    }
    for thread in streams.values():
        thread.start()
    until(lambda: all(last.values()))
    os.kill(pid(owner(url, table)), signal.SIGKILL)
    people[0].at(table).bet(1, {"ante": 1000, "blind": 1000})
    now = people[0].at(table).look()["version"]
    until(lambda: all(last[n] >= now or not streams[n].is_alive() for n in last))
    assert any(one.is_alive() for one in streams.values())
    until(lambda: len(addresses(url)) == 3, "the lost process is not replaced")


def _note(person: Person, table: int, number: int, last: dict[int, int]) -> None:
    """Note the last message of a stream, for as long as it lasts."""
    try:
        with httpx.stream(
            "GET",
            f"{person.base}/api/tables/{table}/stream",
            headers={"Authorization": f"Bearer {person.token}"},
            timeout=SOON,
        ) as answer:
            for line in answer.iter_lines():
                if line.startswith("id: "):
                    last[number] = int(line.removeprefix("id: "))
    except httpx.TransportError:
        pass


def test_signing_out_ends_tokens_and_streams_in_every_process(
    three: Doors, people: list[Person]
) -> None:
    """Whichever processes the streams and the sign-out come to."""
    with Client(three.base) as somebody:
        with people[0].client() as client:
            link = client.invite()
        token = somebody.enter(link, "Una")
        table = somebody.open_table("three-card-blitz").id
        began, ended = threading.Barrier(7), list[int]()

        def listen(number: int) -> None:
            headers = {"Authorization": f"Bearer {token}"}
            where = f"{three.base}/tables/{table}/stream"
            with httpx.stream("GET", where, headers=headers, timeout=SOON) as answer:
                lines = answer.iter_lines()
                next(lines)
                began.wait(SOON)
                for _ in lines:
                    pass
            ended.append(number)

        threads = [threading.Thread(target=listen, args=(n,), daemon=True) for n in range(6)]
        for one in threads:
            one.start()
        began.wait(SOON)
        somebody.sign_out()
        for one in threads:
            one.join(SOON)
        assert sorted(ended) == list(range(6))
        for _ in range(9):  # each by a connection of its own
            answer = httpx.get(
                f"{three.base}/api/me", headers={"Authorization": f"Bearer {token}"}, timeout=SOON
            )
            assert answer.status_code == 401


def test_everything_stops_and_goes_on(people: list[Person], url: str, keys: Path) -> None:
    """The process that runs a table and the parent are killed at once, and the others end; the next
    that opens the doors goes on, alone."""
    with doors("--workers", "2", "--database", url, "--data", str(keys)) as second:
        table = open_table(people[0])
        base = second.base
        one = Client(base, people[0].token).table(table)
        one.sit(1)
        one.bet(1, ante=1000, blind=1000)
        one.ready(1)
        mine = pid(owner(url, table))
        children = psutil.Process(second.process.pid).children()
        os.kill(mine, signal.SIGKILL)
        second.kill()
        assert psutil.wait_procs(children, SOON)[1] == [], "without a parent they end"
    with doors("--database", url, "--data", str(keys)) as third:
        now = Client(third.base, people[0].token).table(table)
        assert now.look()["asks"] == "decision"
        now.act(1, "play")
        assert now.look()["rounds"] == 1


@pytest.mark.parametrize("where", [["--memory"], []])
def test_one_process_owns_a_file_or_a_memory(where: list[str], tmp_path: Path) -> None:
    told = CliRunner().invoke(
        app,
        ["serve", "--port", "0", "--workers", "2", "--data", str(tmp_path / "data"), *where],
        env={"HOUSEWAY_DATABASE_URL": ""},
    )
    assert told.exit_code == 2
    assert "--workers 2 needs PostgreSQL" in told.output
    assert not (tmp_path / "data").exists()


def test_links_are_of_the_house_and_are_used_once(server: str, tmp_path: Path) -> None:
    with (
        postgres.database(server) as url,
        open_house(url, tmp_path / "keys") as one,
        open_house(url, tmp_path / "keys") as other,
    ):
        token = HouseSessions(one).link("floor", owner=True)
        sessions = [HouseSessions(one), HouseSessions(other)]
        assert sessions[1].behind(token) == sessions[0].behind(token)
        used: list[int] = []

        def use(number: int) -> None:
            try:
                sessions[number % 2].use(token)
                used.append(number)
            except Refused:
                pass

        threads = [threading.Thread(target=use, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(used) == 1
        assert sessions[1].behind(token) is None
        with one.database.reading() as connection:
            assert token not in str(connection.execute(text("SELECT * FROM links")).all())


def test_a_table_that_comes_back_begins_afresh(server: str, tmp_path: Path) -> None:
    """A process that lost a table and has it again does not go by who was ready long ago."""
    with (
        postgres.database(server) as url,
        open_house(url, tmp_path / "keys") as one,
        open_house(url, tmp_path / "keys") as other,
    ):
        first, second = DurableHost(one), DurableHost(other)
        for name in ("Ada", "Ben"):
            first.enter(name)
        table = first.open_table("three-card-blitz", "nj", {}, by="Ada")
        for seat, name in ((1, "Ada"), (2, "Ben")):
            first.do(table, {"do": "sit", "seat": seat}, by=name)
            bets = {"ante": 1000, "blind": 1000}
            first.do(table, {"do": "bet", "seat": seat, "bets": bets}, by=name)
        first.do(table, {"do": "ready", "seat": 1}, by="Ada")
        assert first.look(table, by="Ada").ready == {1}
        assert free_gone(one.database) == 0, "whoever lives keeps its tables"
        _free(one)
        bets = {"ante": 2000, "blind": 2000}
        second.do(table, {"do": "bet", "seat": 2, "bets": bets}, by="Ben")
        assert one.owner(table).name == other.store.me  # and what it believed is forgotten
        _free(one)
        assert first.look(table, by="Ada").ready == set()
        assert first.version(table) > 0
        assert one.fence(table) > 0
        before = first.version(table)
        _free(one)
        one._forget(table)
        assert not other.owner(table).alive
        assert second.version(table) > before, "it has changed hands twice since the last entry"
        assert one.reconcile().holds


def test_who_is_ready_stays_so_when_somebody_is_refused(server: str, tmp_path: Path) -> None:
    """A refusal that comes late brings the table back from its entries, in the same process."""
    with postgres.database(server) as url, open_house(url, tmp_path / "keys") as house:
        host = DurableHost(house)
        for name in ("Ada", "Ben"):
            host.enter(name)
        table = host.open_table("three-card-blitz", "nj", {}, by="Ada")
        for seat, name in ((1, "Ada"), (2, "Ben")):
            host.do(table, {"do": "sit", "seat": seat}, by=name)
            bets = {"ante": 1000, "blind": 1000}
            host.do(table, {"do": "bet", "seat": seat, "bets": bets}, by=name)
        host.do(table, {"do": "ready", "seat": 1}, by="Ada")
        for _ in range(3):
            house._forget(table)
            assert host.look(table, by="Ben").ready == {1}


def _free(house: House) -> None:
    with house.database.transaction() as connection:
        connection.execute(text("UPDATE tables SET owner = ''"))


def test_rounds_of_several_games_on_postgresql(url: str, keys: Path, people: list[Person]) -> None:
    """One process alone on PostgreSQL, beside the others: what it does not run it hands on too."""
    table = open_table(people[1])
    people[1].at(table).sit(1)
    with (
        doors("--database", url, "--data", str(keys)) as alone,
        Client(alone.base, people[2].token) as client,
    ):
        assert client.table(table).look()["players"] == {"1": "Ben"}
        for name in one_of_each_family():
            at = client.open_table(name)
            at.sit(1)
            bets = usual_bets(TableRules(game(name).rulebook()))
            before, turns, tickets = client.balance, 0, False
            while not (seen := at.look())["rounds"]:
                turns += 1
                assert turns < 40, name
                if seen["asks"] == "decision":
                    at.act(1, seen["choices"][-1]["name"])
                elif seen["asks"] == "tickets":
                    tickets = True
                    at.buy(1, wager="straight", numbers=[1, 2, 3], rate=100)
                    at.ready(1)
                else:
                    at.bet(1, bets)
                    at.ready(1)
            if not tickets:  # they are out still
                stays = sum(event["amount"] for event in seen["events"] if event["kind"] == "stays")
                won = sum(seen["nets"].get("1", {}).values())
                assert client.balance == before + won - stays, name


def test_what_is_a_persons_own_is_asked_of_one_process(server: str, tmp_path: Path) -> None:
    """Whichever process is asked, it names the same; without that one, another."""
    with (
        postgres.database(server) as url,
        open_house(url, tmp_path / "keys") as one,
        open_house(url, tmp_path / "keys") as other,
    ):
        places = {one: "127.0.0.1:1", other: "127.0.0.1:2"}
        asked = []
        for house, address in places.items():
            house.reached_at(address)
            asked.append((Forward(_nothing, house, 0, Bell(), house.door.lasting), address))
        host, sessions = DurableHost(one), HouseSessions(one)
        secrets = [sessions.start(host.enter(f"player {number}")) for number in range(12)]
        chosen = [{way.place_of(secret) or own for way, own in asked} for secret in secrets]
        assert all(len(found) == 1 for found in chosen)
        assert set.union(*chosen) == set(places.values()), "one process has everybody's"
        assert asked[0][0].place_of("nobody's") == ""
        other.close()
        assert {asked[0][0].place_of(secret) for secret in secrets} == {""}


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """Is not asked."""
