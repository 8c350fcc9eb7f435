"""Commands that are ready while another is written are committed together, each for itself."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection

from houseway.ledger.database import database as database_module
from houseway.ledger.database.commit_queue import Queue
from houseway.ledger.errors import Unavailable
from houseway.ledger.house import House
from houseway.rulebook.refusal import Refused
from until import LIMIT, until

BETS = {"ante": 1000, "blind": 1000}


def note(doing: Any, name: str) -> None:
    """Somebody's work: it is done."""
    doing.append(name)


class Desk:
    """Transactions that wait until they are let go, and what each of them kept."""

    def __init__(self) -> None:
        self.kept: list[list[str]] = []
        self.open = threading.Event()
        self.begun = threading.Event()
        self.doing: list[str] = []

    @contextmanager
    def transaction(self) -> Iterator[Any]:
        self.doing = []
        self.begun.set()
        assert self.open.wait(LIMIT)
        yield self.doing
        self.kept.append(self.doing)


class Crowd:
    """Threads that write, and what came of each."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.queue = desk, Queue(desk.transaction)
        self.came: dict[str, object] = {}
        self.threads: list[threading.Thread] = []

    def write(self, name: str, work: Callable[[Any], object] | None = None) -> None:
        """Somebody comes to write; the first of them is waited for until they have begun."""

        def go() -> None:
            try:
                self.queue.write(work or (lambda doing: note(doing, name)))
                self.came[name] = "written"
            except BaseException as error:
                self.came[name] = error

        self.threads.append(threading.Thread(target=go))
        self.threads[-1].start()
        if len(self.threads) == 1:
            assert self.desk.begun.wait(LIMIT)
        else:
            until(lambda: len(self.queue._waiting) == len(self.threads) - 1, "nobody waits")

    def end(self) -> None:
        self.desk.open.set()
        for thread in self.threads:
            thread.join(LIMIT)
            assert not thread.is_alive()


@pytest.fixture
def crowd() -> Crowd:
    return Crowd(Desk())


def test_who_waits_is_written_together(crowd: Crowd) -> None:
    for name in "abcde":
        crowd.write(name)
    crowd.end()
    assert crowd.desk.kept == [["a"], ["b", "c", "d", "e"]]
    assert crowd.came == dict.fromkeys("abcde", "written")
    crowd.queue.write(lambda doing: note(doing, "later"))
    assert crowd.desk.kept[-1] == ["later"]


def test_one_that_is_refused_does_not_hold_up_the_others(crowd: Crowd) -> None:
    refusal = Refused("no")

    def refuse(doing: list[str]) -> None:
        doing.append("half of it")
        raise refusal

    crowd.write("a")
    crowd.write("b")
    crowd.write("c", refuse)
    crowd.write("d")
    crowd.end()
    assert crowd.desk.kept == [["a"], ["b", "d"]]
    assert crowd.came == {"a": "written", "b": "written", "c": refusal, "d": "written"}


def test_a_commit_that_fails_is_nobodys(crowd: Crowd) -> None:
    failure = Unavailable("the disk is full")
    plain = crowd.queue._transaction

    @contextmanager
    def full() -> Iterator[Any]:
        with plain() as doing:  # a list, here
            yield doing
            if len(doing) > 1:
                raise failure

    crowd.queue._transaction = full
    for name in "abc":
        crowd.write(name)
    crowd.end()
    assert crowd.desk.kept == [["a"]]
    assert crowd.came == {"a": "written", "b": failure, "c": failure}


def test_who_writes_for_others_is_stopped(crowd: Crowd) -> None:
    """Nobody is told that something was kept which was not, and the queue goes on."""
    stop = KeyboardInterrupt()

    def stopped(doing: list[str]) -> None:
        raise stop

    crowd.write("a")
    crowd.write("b", stopped)
    crowd.write("c")
    crowd.end()
    assert crowd.desk.kept == [["a"]]
    assert crowd.came["b"] is stop
    assert isinstance(crowd.came["c"], Unavailable)
    crowd.queue.write(lambda doing: note(doing, "later"))
    assert crowd.desk.kept[-1] == ["later"]


def test_many_tables_need_fewer_commits_than_commands(
    sqlite: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And each player is answered, or refused, as if alone."""
    players = [f"player {number}" for number in range(8)]
    tables = {}
    for player in players:
        sqlite.add_person(player, "player", "x", by="boss")
        sqlite.buy_in(player, 100_000, by="boss", key=player)
        tables[player] = sqlite.open_table("three-card-blitz", by="boss")
        sqlite.do(tables[player], {"do": "sit", "seat": 1}, by=player, key="sit")
    commits = 0
    plain = database_module.commit

    def first_for_all(connection: Connection) -> None:
        nonlocal commits
        commits += 1
        if commits == 1:  # it takes until everybody else waits
            until(lambda: sqlite.database.queued == len(players), "they do not wait")
        plain(connection)

    monkeypatch.setattr(database_module, "commit", first_for_all)
    refused = []

    def play(player: str) -> None:
        table, bet = tables[player], {"do": "bet", "seat": 1, "bets": BETS}
        for number in range(5):
            sqlite.do(table, bet, by=player, key=f"bet {number}")
            sqlite.do(table, {"do": "close"}, by="Dee", key=f"close {number}")
            fold = {"do": "act", "who": 1, "what": "fold"}
            sqlite.do(table, fold, by=player, key=f"fold {number}")
        sqlite.cash_out(player, 90_000, by=player, key=f"{player} out")
        try:
            sqlite.do(table, bet, by=player, key="too much")
        except Refused as refusal:
            refused.append(str(refusal))

    threads = [threading.Thread(target=play, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(refused) == [f"player {player} has $0 and bets more" for player in players]
    assert [sqlite.balance(player) for player in players] == [0] * 8
    assert commits < 8 * 5 * 3
    assert sqlite.reconcile().holds
