"""Sign-in is guarded: sessions that end, second factors, guesses that wait, the log of it all."""

import base64
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from house import DATABASES, KINDS, WAIT, Running, application, running
from sqlalchemy import text

import postgres
from clocks import Clock, DatabaseClock
from houseway.client import Client, Problem
from houseway.ledger.errors import TooMany
from houseway.ledger.house import House
from houseway.ledger.people import attempts, totp
from houseway.ledger.people.sign_in import Door
from houseway.rulebook.refusal import Refused
from houseway.server.durable import ADMIN
from houseway.server.http import notifications
from houseway.server.sign_in.sessions import ROLES, Sessions
from until import LIMIT

pytestmark = pytest.mark.usefixtures("quick_passwords")
SOON = LIMIT  # seconds: the machine may be busy
PASSWORD = "correct horse battery"


@pytest.fixture(params=("memory", *DATABASES))
def house(request: pytest.FixtureRequest) -> Iterator[Running]:
    """Doors of every kind of house."""
    if request.param != "postgresql":
        kind = "memory" if request.param == "memory" else "durable"
        with running(kind=kind) as found:
            yield found
        return
    server = request.getfixturevalue("server")
    with postgres.database(server) as url, running(kind="durable", url=url) as found:
        yield found


@pytest.fixture
def at(where: str, tmp_path: Path) -> str:
    """The address of an empty database of either kind."""
    return where or f"sqlite:///{tmp_path / 'house.db'}"


@pytest.fixture
def clock(at: str, monkeypatch: pytest.MonkeyPatch) -> DatabaseClock:
    """The clock of the database, which the test moves on."""
    return DatabaseClock(at, monkeypatch)


@pytest.fixture
def kept(at: str, clock: DatabaseClock) -> Iterator[Running]:
    """Doors of a house that is kept."""
    with running(kind="durable", url=at) as found:
        yield found


def ledger(house: Running) -> House:
    found: House = house.app.state.host.house
    return found


def hired(house: Running, name: str, role: str) -> Client:
    """Somebody with a password, signed in."""
    ledger(house).add_person(name, role, PASSWORD, by=ADMIN)
    client = Client(house.base)
    client.log_in(name, PASSWORD)
    return client


def entered(house: Running, name: str, role: str = "player") -> tuple[Client, str]:
    client = Client(house.base)
    return client, client.enter(
        house.app.state.sessions.link(role), name, password="" if role == "player" else PASSWORD
    )


# -- signing out ---------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["page", "program"])
def test_signing_out_ends_tokens_cookies_and_streams(
    house: Running, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a thief has of it is worth nothing afterwards."""
    monkeypatch.setattr(
        notifications, "QUIET", 10 * LIMIT
    )  # only the end of the session ends a stream
    ada, token = entered(house, "Ada")
    table = ada.open_table("three-card-blitz")
    table.sit(1)
    sessions = house.app.state.sessions
    other = sessions.start("Ada")  # a browser of the same person
    began, ended = threading.Barrier(3), list[str]()

    def listen(path: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.stream("GET", f"{house.base}{path}", headers=headers, timeout=SOON) as answer:
            lines = answer.iter_lines()
            next(lines)
            began.wait(SOON)
            for _ in lines:
                pass
        ended.append(path)

    paths = (f"/api/tables/{table.id}/stream", f"/tables/{table.id}/stream")
    threads = [threading.Thread(target=listen, args=(path,), daemon=True) for path in paths]
    for one in threads:
        one.start()
    began.wait(SOON)
    assert house.app.state.bell.streams == 2
    if by == "program":
        ada.sign_out()
    else:
        headers = {"Authorization": f"Bearer {token}"}
        assert (
            httpx.post(f"{house.base}/sign-out", headers=headers, timeout=WAIT).status_code == 303
        )
    for one in threads:
        one.join(LIMIT)
    assert sorted(ended) == sorted(paths)
    for secret in (token, other):
        headers = {"Authorization": f"Bearer {secret}"}
        assert httpx.get(f"{house.base}/api/me", headers=headers, timeout=WAIT).status_code == 401
        assert (
            httpx.get(f"{house.base}/", cookies={"houseway": secret}, timeout=WAIT).status_code
            == 401
        )


def test_one_session_can_end_alone(house: Running) -> None:
    ada, _ = entered(house, "Ada")
    other = Client(house.base, house.app.state.sessions.start("Ada"))
    other.sign_out(everywhere=False)
    assert ada.me()["name"] == "Ada"
    with pytest.raises(Problem, match="401"):
        other.me()


def test_a_stream_ends_when_its_session_has_ended_elsewhere(kept: Running) -> None:
    """Another process ended it, or the time: the watch finds out."""
    _, token = entered(kept, "Ada")
    host, bell = kept.app.state.host, kept.app.state.bell
    table = host.open_table("three-card-blitz", "nj", {}, by="Ada")
    over = threading.Event()
    watch = threading.Thread(target=bell.watch, args=(kept.app.state.sessions.lasting, over))
    watch.start()
    try:
        headers = {"Authorization": f"Bearer {token}"}
        where = f"{kept.base}/tables/{table}/stream"
        with httpx.stream("GET", where, headers=headers, timeout=SOON) as answer:
            lines = answer.iter_lines()
            next(lines)
            ledger(kept).door.sign_out(token)
            for _ in lines:
                pass
    finally:
        over.set()
        watch.join(SOON)


# -- idle ----------------------------------------------------------------------------------------


IDLE = 600  # seconds


@pytest.mark.parametrize("kind", KINDS)
def test_sessions_of_staff_end_when_nothing_is_done(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"
    clock = Clock() if kind == "memory" else DatabaseClock(url, monkeypatch)
    with application(kind, url=url, idle=1000 * IDLE) as app:
        if kind == "memory":
            app.state.sessions = Sessions(1000 * IDLE, clock)
        app.state.host.enter("Flo", "floor")
        app.state.host.enter("Ada")
        sessions = app.state.sessions
        flo, ada = sessions.start("Flo", "floor"), sessions.start("Ada")
        clock.go(IDLE * 0.9)
        assert sessions.of(flo, active=False), "what a page asks for by itself is nothing done"
        clock.go(IDLE * 0.2)
        assert sessions.of(flo) is None
        assert sessions.of(ada) is not None
        flo = sessions.start("Flo", "floor")
        for _ in range(5):
            clock.go(IDLE * 0.9)
            assert sessions.of(flo) is not None, "somebody who works is not sent out"


def test_what_a_page_asks_for_by_itself_is_not_work(at: str, clock: DatabaseClock) -> None:
    with running(kind="durable", url=at, idle=1000 * IDLE) as house:
        flo = hired(house, "Flo", "floor")
        table = house.app.state.host.open_table("three-card-blitz", "nj", {}, by="Flo")
        clock.go(IDLE * 0.9)
        assert flo._http.get(f"/floor/tables/{table}/now").status_code == 200
        clock.go(IDLE * 0.2)
        assert flo._http.get(f"/floor/tables/{table}/now").status_code != 200


# -- second factor -------------------------------------------------------------------------------


def test_codes_are_those_of_the_standard() -> None:
    """RFC 6238, appendix B, and RFC 4226, appendix D."""
    secret = b"12345678901234567890"
    told = {59: "94287082", 1111111109: "07081804", 1234567890: "89005924", 20000000000: "65353130"}
    for seconds, code in told.items():
        assert totp.code_at(secret, seconds // totp.STEP, digits=8) == code
    assert [totp.code_at(secret, step) for step in range(3)] == ["755224", "287082", "359152"]


def secret_in(address: str) -> bytes:
    (found,) = parse_qs(urlsplit(address).query)["secret"]
    return base64.b32decode(found + "=" * (-len(found) % 8))


def test_a_second_factor_from_the_first_code_to_its_loss(kept: Running) -> None:
    flo, boss = hired(kept, "Flo", "floor"), hired(kept, "Bo", "admin")
    clock = [1_000_000_000.0]
    ledger(kept).door._clock = lambda: clock[0]
    secret = secret_in(flo.enroll())
    with Client(kept.base) as again:
        again.log_in("Flo", PASSWORD)  # it is not asked for before it has been confirmed
    with pytest.raises(Refused, match="not the code"):
        flo.confirm("000000")
    flo.confirm(totp.code(secret, clock[0]))
    clock[0] += totp.STEP
    code = totp.code(secret, clock[0])
    for password, wrong in ((PASSWORD, ""), (PASSWORD, "000000"), ("guess", code)):
        with Client(kept.base) as thief, pytest.raises(Refused, match="code is wrong"):
            thief.log_in("Flo", password, wrong)
    with Client(kept.base) as again:
        again.log_in("Flo", PASSWORD, code)
    with Client(kept.base) as thief, pytest.raises(Refused, match="code is wrong"):
        thief.log_in("Flo", PASSWORD, code)  # seen over a shoulder: it has been used
    link = kept.app.state.sessions.link("floor", owner=True)
    with Client(kept.base) as thief, pytest.raises(Refused, match="not with a link"):
        thief.enter(link, "Flo", "floor")
    with pytest.raises(Refused, match="you already have a second factor"):
        flo.enroll()
    boss.reset_factor("Flo")
    with pytest.raises(Problem, match="401"):
        flo.me()
    flo.log_in("Flo", PASSWORD)
    with pytest.raises(Problem, match="403"):
        flo.reset_factor("Bo")
    with pytest.raises(Refused, match="another admin"):
        boss.reset_factor("Bo")
    told = [line["what"] for line in boss.doors(person="Flo")]
    assert {"enrolled", "confirmed", "failed", "signed in", "reset", "added"} <= set(told)
    rows = ledger(kept)
    with rows.database.reading() as connection:
        kept_rows = str(connection.exec_driver_sql("SELECT * FROM people").all())
    assert secret.hex() not in kept_rows
    assert base64.b32encode(secret).decode() not in kept_rows


def test_a_second_factor_stands_beside_a_password(kept: Running) -> None:
    ledger(kept).add_person("Dee", "dealer", "", by=ADMIN)
    dee = Client(kept.base)
    dee.enter(kept.app.state.sessions.link("dealer", owner=True), "Dee")
    with pytest.raises(Refused, match="set one first"):
        dee.enroll()
    with pytest.raises(Refused, match="at least 10"):
        dee.set_password("short")
    dee.set_password(PASSWORD)
    with pytest.raises(Problem, match="401"):
        dee.me()  # every session has ended
    dee.log_in("Dee", PASSWORD)
    with pytest.raises(Refused, match="is wrong"):
        dee.set_password("another password", old="guess")
    dee.set_password("another password", old=PASSWORD)
    dee.log_in("Dee", "another password")
    assert dee.enroll().startswith("otpauth://totp/houseway:Dee?secret=")
    ada, _ = entered(kept, "Ada")
    with pytest.raises(Problem, match="403"):
        ada.enroll()


# -- guesses -------------------------------------------------------------------------------------


def guesses(house: Running, name: str, count: int) -> list[int]:
    with httpx.Client(base_url=house.base, timeout=SOON) as http:
        said = {"name": name, "password": "guess"}
        return [http.post("/api/session/password", json=said).status_code for _ in range(count)]


def test_too_many_wrong_passwords_have_to_wait(kept: Running) -> None:
    hired(kept, "Flo", "floor")
    found = guesses(kept, "Flo", attempts.FREE[attempts.NAME] + 3)
    assert found[: attempts.FREE[attempts.NAME]] == [409] * attempts.FREE[attempts.NAME]
    assert set(found[attempts.FREE[attempts.NAME] :]) == {429}
    for path, how in (("/api/session/password", "json"), ("/sign-in", "data")):
        said: dict[str, Any] = {how: {"name": "Flo", "password": PASSWORD}}
        answer = httpx.post(f"{kept.base}{path}", timeout=SOON, **said)
        assert answer.status_code == 429, "the right password waits as well"
        assert int(answer.headers["Retry-After"]) >= 1
    # a name that looks like hers is no second door to hers, and one that nobody has waits too
    assert guesses(kept, "FLO", 1) == [429]
    assert guesses(kept, "Nobody", 6)[-1] == 429


def test_an_address_that_guesses_at_many_accounts_has_to_wait(kept: Running) -> None:
    found = [guesses(kept, f"name {number}", 1)[0] for number in range(30)]
    free = attempts.FREE[attempts.ADDRESS]
    assert found[:free] == [409] * free
    assert 429 in found[free:]


def test_guesses_at_once_are_all_counted(kept: Running) -> None:
    """A hundred threads get no more tries than one does."""
    house = ledger(kept)
    house.add_person("Flo", "floor", PASSWORD, by=ADMIN)
    judged, told = list[str](), list[str]()

    def guess(number: int) -> None:
        door = Door(house.database, house.keys)  # as another process of the house would be
        try:
            door.sign_in("Flo", f"guess {number}", address=f"10.0.0.{number}")
        except TooMany:
            told.append("wait")
        except Refused:
            judged.append("wrong")

    threads = [threading.Thread(target=guess, args=(number,)) for number in range(24)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(SOON)
    assert len(judged) <= attempts.FREE[attempts.NAME] + 1
    assert len(judged) + len(told) == 24


def test_waiting_grows_and_is_forgotten(kept: Running) -> None:
    """By the counts alone: nobody waits a quarter of an hour for a test."""
    house = ledger(kept)
    now, waits = house.database.now, []
    with house.database.transaction() as connection:
        for number in range(30):
            waits.append(attempts.count(connection, "flo", f"10.0.0.{number}", now))
            connection.execute(text("UPDATE attempts SET until = 0"))  # they have waited
    assert waits[:4] == [0] * 4
    assert waits[4:14] == [1000 * 2**more for more in range(10)][: len(waits[4:14])]
    assert waits[-1] == attempts.LONGEST[attempts.NAME]
    with house.database.transaction() as connection:
        attempts.succeeded(connection, "flo", "10.0.0.1")
        assert attempts.count(connection, "flo", "10.0.0.2", now) == 0


# -- the log -------------------------------------------------------------------------------------


def test_an_auditor_reads_what_happened_at_the_doors(kept: Running) -> None:
    aud = hired(kept, "Aud", "auditor")
    guesses(kept, "Flo", 1)
    flo, _ = entered(kept, "Flo", "floor")
    flo.invite("dealer")
    flo.sign_out()
    lines = aud.doors()
    told = [(line["what"], line["person"], line["by"], line["note"]) for line in lines]
    assert told[:5] == [
        ("signed out", "Flo", "Flo", "everywhere"),
        ("invited", "", "Flo", "dealer"),
        ("signed in", "Flo", "Flo", "link"),
        ("password", "Flo", "Flo", ""),
        ("added", "Flo", ADMIN, "floor"),
    ]
    assert ("failed", "Flo", "Flo", "") in told
    assert all(line["address"] == "127.0.0.1" for line in lines if line["what"] == "failed")
    assert aud._http.get("/eye/doors").status_code == 200
    assert "guess" not in str(lines)
    for role in ROLES:
        if role not in ("auditor", "admin"):
            other, _ = entered(kept, f"some {role}", role)
            with pytest.raises(Problem, match="403"):
                other.doors()
