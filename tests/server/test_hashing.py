"""Passwords are hashed outside of every transaction and off the loop, a few at a time."""

import threading
from collections.abc import Iterator

import httpx
import pytest
from argon2.exceptions import VerifyMismatchError
from house import Running, running

from houseway.ledger.people import passwords
from houseway.server.durable import ADMIN
from until import until

SOON = 240.0  # seconds: the machine may be busy


class Slow:
    """A hash that takes until it is let go."""

    def __init__(self) -> None:
        self.go, self.at, self.most = threading.Event(), 0, 0
        self._guard = threading.Lock()

    def _work(self) -> None:
        with self._guard:
            self.at += 1
            self.most = max(self.most, self.at)
        self.go.wait(SOON)
        with self._guard:
            self.at -= 1

    def verify(self, kept: str, password: str) -> bool:
        self._work()
        raise VerifyMismatchError

    def hash(self, password: str) -> str:
        self._work()
        return "hash"


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    made = Slow()
    monkeypatch.setattr(passwords, "_HASHER", made)
    yield made
    made.go.set()


@pytest.fixture
def house(where: str) -> Iterator[Running]:
    with running(kind="durable", url=where) as found:
        yield found


def test_bets_go_on_while_passwords_are_hashed(house: Running, slow: Slow) -> None:
    """Fifty guess at once: a few are at work or wait, the others are told to come back, and whoever
    plays waits for none of them."""
    host = house.app.state.host
    host.enter("Ada")
    table = host.open_table("three-card-blitz", "nj", {}, by="Ada")
    token = house.app.state.sessions.start("Ada")
    statuses = list[int]()

    def guess(number: int) -> None:
        said = {"name": f"name {number}", "password": "guess"}
        where = f"{house.base}/api/session/password"
        headers = {"X-Forwarded-For": f"10.0.0.{number}"}
        answer = httpx.post(where, json=said, headers=headers, timeout=SOON)
        statuses.append(answer.status_code)

    threads = [threading.Thread(target=guess, args=(number,)) for number in range(50)]
    hiring = threading.Thread(
        target=lambda: host.house.add_person("Flo", "floor", "a password", by=ADMIN)
    )
    for one in (*threads, hiring):
        one.start()
    until(lambda: slow.at == 2 and len(statuses) >= 41, "one at the doors, and somebody is hired")
    with httpx.Client(base_url=house.base, timeout=SOON) as http:
        http.headers["Authorization"] = f"Bearer {token}"
        commands = f"/api/tables/{table}/commands"
        assert http.post(commands, json={"do": "sit", "seat": 1}).status_code == 200
        bets = {"ante": 1000, "blind": 1000}
        assert http.post(commands, json={"do": "bet", "seat": 1, "bets": bets}).status_code == 200
        assert http.get("/").status_code == 200
    assert not slow.go.is_set()
    assert set(statuses) == {429}
    slow.go.set()
    for one in (*threads, hiring):
        one.join(SOON)
    assert sorted(set(statuses)) == [409, 429]
    assert slow.most <= passwords.AT_ONCE
