"""What one visitor asks for does not keep another waiting."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import httpx
import pytest
from fastapi import FastAPI, HTTPException
from house import Running, running

from houseway.ledger.people.people import hashed
from houseway.server.http import heavy, limits, notifications, turns
from houseway.server.http.heavy import Once
from houseway.server.http.limits import VISITOR, Buckets, Visitors
from houseway.server.http.notifications import Bell
from houseway.server.http.pool import Busy
from houseway.server.http.problems import Problem
from houseway.server.http.turns import WAITING, Turns, takes_long


@pytest.fixture
def house_of_ada() -> Iterator[Running]:
    with running(kind="durable") as found:
        yield found


class Slow:
    """An application whose answers wait until they are let go."""

    def __init__(self) -> None:
        self.app = FastAPI()
        self.app.state.visitors = Visitors()
        self.app.add_middleware(Turns)
        self.begun: list[str] = []
        self.more = asyncio.Event()
        self.go = asyncio.Event()
        for path in ("/", "/lab", "/tables/1/stream"):
            self.app.add_api_route(path, self._answer(path), methods=["GET", "POST"])

    def _answer(self, path: str) -> Callable[[], Awaitable[str]]:
        async def answer() -> str:
            self.begun.append(f"{path} {VISITOR.get()}")
            self.more.set()
            await self.go.wait()
            return path

        return answer

    def visitor(self, address: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app, client=(address, 1))
        return httpx.AsyncClient(transport=transport, base_url="http://house")

    async def until_begun(self, count: int) -> None:
        while len(self.begun) < count:
            self.more.clear()
            await self.more.wait()


async def _many(house: Slow) -> list[int]:
    first, second = house.visitor("10.0.0.1"), house.visitor("10.0.0.2")
    asked = [asyncio.create_task(first.get("/")) for _ in range(WAITING + 5)]
    await house.until_begun(1)
    asked.append(asyncio.create_task(second.get("/")))
    await house.until_begun(2)
    assert house.begun == ["/ address 10.0.0.1", "/ address 10.0.0.2"]
    for path in ("/lab", "/tables/1/stream"):  # neither waits behind the first visitor's pages
        asked.append(asyncio.create_task(first.get(path)))
    await house.until_begun(4)
    asked.append(asyncio.create_task(first.post("/")))
    await house.until_begun(5)
    house.go.set()
    return [answer.status_code for answer in await asyncio.gather(*asked)]


def test_one_read_of_a_visitor_is_answered_at_a_time() -> None:
    async def play() -> list[int]:
        return await _many(Slow())

    found = asyncio.run(play())
    assert found.count(429) == 4
    assert found.count(200) == len(found) - 4


def test_a_refusal_for_asking_too_often_comes_late_and_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        held: list[float] = []

        async def held_for(seconds: float) -> None:
            held.append(seconds)

        app = FastAPI()
        app.state.visitors = Visitors()
        app.add_middleware(Turns)

        @app.get("/")
        async def answer(often: bool = False) -> None:
            if often:
                raise HTTPException(429)

        monkeypatch.setattr(turns, "HOLD", 7.0)
        monkeypatch.setattr(turns.asyncio, "sleep", held_for)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as visitor:
            assert (await visitor.get("/")).status_code == 200
            assert held == []
            assert (await visitor.get("/?often=1")).status_code == 429
        assert held == [7.0]

    asyncio.run(play())


@pytest.mark.parametrize(
    ("path", "long"),
    [
        ("/lab/blackjack", True),
        ("/games/craps/strategy", True),
        ("/games/craps", False),
        ("/api/tables/1/view", False),
        ("/api/practice/tables/1/coach", True),
    ],
)
def test_what_may_take_long_has_a_line_of_its_own(path: str, long: bool) -> None:
    assert takes_long(path) is long


def signed_in(house: Running, name: str) -> httpx.Client:
    link = house.app.state.sessions.link("player")
    signed = httpx.post(f"{house.base}/api/session", json={"link": link, "name": name}).json()
    return httpx.Client(base_url=house.base, headers={"Authorization": f"Bearer {signed['token']}"})


def test_a_visitor_is_a_person_after_the_first_request() -> None:
    with running() as house, signed_in(house, "Ada") as ada:
        token = ada.headers["Authorization"].removeprefix("Bearer ")
        assert house.app.state.visitors.of(hashed(token)) == ""
        assert ada.get("/api/me").status_code == 200
        assert house.app.state.visitors.of(hashed(token)) == "Ada"
    known = Visitors()
    for number in range(limits.MOST + 1):
        known.know(str(number), "somebody")
    assert known.of("0") == ""
    assert known.of("1") == "somebody"


def test_a_person_follows_so_many_tables_and_no_more() -> None:
    async def play() -> None:
        rings = Bell()
        streams = [
            rings.versions(1, lambda _: 5, who="Ada") for _ in range(notifications.MOST_EACH)
        ]
        for one in streams:
            rings.admit("Ada")
            assert await anext(one) == 5
        with pytest.raises(Problem, match="close one of their pages"):
            rings.admit("Ada")
        rings.admit("Ben")
        late = rings.versions(1, lambda _: 5, who="Ada")
        assert [version async for version in late] == []
        await streams[0].aclose()
        rings.admit("Ada")
        for one in streams[1:]:
            await one.aclose()

    asyncio.run(play())


def test_a_visitor_has_two_things_worked_out_and_others_still_get_theirs() -> None:
    async def play() -> None:
        once, go = Once("test"), asyncio.Event()
        loop = asyncio.get_running_loop()

        def work(number: int) -> int:
            asyncio.run_coroutine_threadsafe(go.wait(), loop).result()
            return number

        async def ask(who: str, number: int) -> int:
            VISITOR.set(who)
            return await once.get(work, number)

        asked = [asyncio.create_task(ask("Ada", number)) for number in range(heavy.EACH + 1)]
        asked.append(asyncio.create_task(ask("Ben", 9)))
        await asyncio.wait(asked[heavy.EACH : heavy.EACH + 1])
        go.set()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(found[heavy.EACH], Busy)
        assert found[: heavy.EACH] == list(range(heavy.EACH))
        assert found[-1] == 9
        assert await ask("Ada", 5) == 5
        once.close()

    asyncio.run(play())


def test_nobody_invites_or_opens_tables_without_end(house_of_ada: Running) -> None:
    house_of_ada.app.state.rare = Buckets(rate=0.0, burst=1)
    with signed_in(house_of_ada, "Ada") as ada:
        for path, body in (("/api/links", {}), ("/api/tables", {"game": "craps"})):
            assert ada.post(path, json=body).status_code == 201
            answer = ada.post(path, json=body)
            assert answer.status_code == 429
            assert answer.json()["detail"] == "too many requests of this kind: wait a minute"


def test_strangers_share_their_tries_and_an_address_that_has_signed_in_has_its_own(
    house_of_ada: Running,
) -> None:
    state = house_of_ada.app.state
    state.tries = Buckets(rate=0.0, burst=2)
    with httpx.Client(base_url=house_of_ada.base) as visitor:

        def tries() -> int:
            said = {"name": "Ada", "password": "a guess that is wrong"}
            return visitor.post("/api/session/password", json=said).status_code

        assert [tries(), tries(), tries()] == [409, 409, 429]
        state.familiar.add("127.0.0.1")
        assert [tries(), tries(), tries()] == [409, 409, 429]
