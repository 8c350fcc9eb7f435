"""Pages that take long are worked out once, one at a time; whoever is too many comes back."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator

import httpx
import pytest
from house import Running, running

from houseway.games import games
from houseway.rulebook.refusal import Refused
from houseway.server.children import in_child
from houseway.server.game_view import has_strategy
from houseway.server.http.heavy import Heavy, Once
from houseway.server.http.pool import Busy, Pool
from houseway.server.practice.coach import WAITING, Coach
from until import until

SOON = 240.0  # seconds: the machine may be busy


class Work:
    """Something that takes until it is let go."""

    def __init__(self) -> None:
        self.begun, self.at, self.most = 0, 0, 0
        self.go = threading.Event()
        self._guard = threading.Lock()

    def __call__(self, key: int) -> int:
        with self._guard:
            self.begun, self.at = self.begun + 1, self.at + 1
            self.most = max(self.most, self.at)
        self.go.wait(SOON)
        with self._guard:
            self.at -= 1
        return key


def test_the_same_is_worked_out_once_and_too_many_are_refused() -> None:
    work, once = Work(), Once("test", waiting=2)

    async def ask() -> list[object]:
        asked = [asyncio.create_task(once.get(work, number % 9)) for number in range(45)]
        await asyncio.wait(asked[3:9])  # who is too many is refused, and the others have begun
        asked[1].cancel()  # somebody goes away; the others who ask for the same do not notice
        work.go.set()
        return await asyncio.gather(*asked, return_exceptions=True)

    found = asyncio.run(ask())
    refused = [one for one in found if isinstance(one, Busy)]
    assert work.begun == 3, "one at work and two that wait, whoever asks for them"
    assert len(refused) == 45 - 15
    assert [one for one in found if isinstance(one, int)] == [0, 2, *([0, 1, 2] * 4)]
    assert once.at == 0


async def come(look: Callable[[], object]) -> None:
    """Wait for something while the loop goes on."""
    await asyncio.to_thread(until, look)


def test_a_pool_has_room_for_so_many_also_when_they_go_away() -> None:
    work, pool = Work(), Pool("test", workers=1, waiting=2)

    async def ask() -> None:
        for number in range(3):
            gone = asyncio.create_task(pool.run(work, 1))
            there = min(number, 1) + 1
            await come(lambda there=there: work.begun == 1 and pool.at == there)
            gone.cancel()
            await come(lambda: pool.at == 1)
        assert work.begun == 1
        assert pool.at >= 1, "what somebody has begun goes on when they are gone"
        work.go.set()
        await come(lambda: pool.at == 0)
        assert await pool.run(work, 7) == 7

    asyncio.run(ask())
    assert work.most == 1


def test_what_fails_is_tried_again_and_a_dead_worker_is_replaced() -> None:
    async def ask() -> None:
        heavy = Heavy()
        with pytest.raises(Busy):
            await heavy.strategies.get(in_child, os._exit, 3)
        shown = await heavy.strategy("big-six", "nj")
        assert shown.facts or shown.rules or shown.shares
        with pytest.raises(Refused):
            await heavy.strategy("big-six", "nowhere")
        heavy.close()

    asyncio.run(ask())


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running(kind="durable") as found:
        found.app.state.host.enter("Ada")
        yield found
        found.app.state.heavy.close()


def test_a_strategy_that_cannot_be_worked_out_now(house: Running) -> None:
    headers = {"Authorization": f"Bearer {house.app.state.sessions.start('Ada')}"}
    work, heavy = Work(), house.app.state.heavy
    heavy.strategies = Once("test", waiting=0)
    thread = threading.Thread(target=lambda: asyncio.run(heavy.strategies.get(work, 1)))
    thread.start()
    until(lambda: work.begun)
    with httpx.Client(base_url=house.base, headers=headers, timeout=SOON) as http:
        answer = http.get("/games/big-six/strategy")
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) >= 1
        assert http.get("/games/big-six").status_code == 200
        work.go.set()
        thread.join(SOON)
        heavy.strategies = Heavy().strategies
        answer = http.get("/games/big-six/strategy")
        assert answer.status_code == 200, answer.text
        none = next((id for id, game in games().items() if not has_strategy(game)), None)
        if none:
            assert http.get(f"/games/{none}/strategy").status_code == 404
        heavy.strategies.close()


def test_the_coach_has_an_end_of_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    coach = Coach()
    monkeypatch.setattr(coach, "_thread", threading.current_thread())  # nobody works it off
    for _ in range(WAITING):
        coach.ask(None, None)  # type: ignore[arg-type]
    with pytest.raises(Busy):
        coach.ask(None, None)  # type: ignore[arg-type]
