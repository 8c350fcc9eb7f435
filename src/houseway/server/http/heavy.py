"""Pages that take long to compute: each is computed once, one at a time, and cached. When too many
wait, further requests get 503 with `Retry-After`.

A strategy is worked out by a process of its own, which gives way to everything else and takes its
memory with it when it is done; the page of a game in a thread of its own.
"""

import asyncio
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from houseway.games import game as find_game
from houseway.rulebook.refusal import Refused
from houseway.server.children import Lost, in_child, stop_children
from houseway.server.game_view import GameView, StrategyView, game_view, has_strategy, strategy_view
from houseway.server.http.limits import VISITOR
from houseway.server.http.pool import Busy

WAITING = 20  # pages that may wait, besides the one being computed
EACH = 2  # pages of one visitor, running or waiting
WAIT = 10.0  # seconds for Retry-After
KNOWN = 500  # pages in the cache
Made = TypeVar("Made")


class Once:
    """A cache of results that are computed once each, one at a time."""

    def __init__(self, name: str, waiting: int = WAITING) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._room = 1 + waiting
        self._found: dict[Hashable, Future[Any]] = {}
        self._whose: dict[Future[Any], str] = {}  # unfinished results
        self._guard = threading.Lock()

    @property
    def at(self) -> int:
        """Return how many results are being computed or waiting."""
        return sum(not one.done() for one in list(self._found.values()))

    async def get(self, work: Callable[..., Made], *given: Hashable) -> Made:
        """Return a result, computing it if necessary."""
        key = (work, given)
        with self._guard:
            found = self._found.get(key)
            if found is None:
                found = self._begin(key, work, given)
        try:  # a canceled request must not cancel the result for others
            made: Made = await asyncio.shield(asyncio.wrap_future(found))
        except Lost:
            self._forget(key, found)
            raise Busy(WAIT) from None
        except BaseException:
            self._forget(key, found)
            raise
        return made

    def _begin(self, key: Hashable, work: Callable[..., Made], given: Any) -> Future[Any]:
        who = VISITOR.get()
        self._whose = {one: name for one, name in self._whose.items() if not one.done()}
        if self.at >= self._room or (who and list(self._whose.values()).count(who) >= EACH):
            raise Busy(WAIT)
        if len(self._found) >= KNOWN:
            self._found = {one: kept for one, kept in self._found.items() if not kept.done()}
        found = self._found[key] = self._executor.submit(work, *given)
        self._whose[found] = who
        return found

    def _forget(self, key: Hashable, found: Future[Any]) -> None:
        """Forget a failed result, so that the next request retries it."""
        with self._guard:
            if found.done() and self._found.get(key) is found:
                del self._found[key]

    def close(self) -> None:
        """Stop computing."""
        self._executor.shutdown(wait=False, cancel_futures=True)


class Heavy:
    """The pages that take long to compute."""

    def __init__(self) -> None:
        self.strategies = Once("strategies")
        self.games = Once("games", waiting=40)
        self.lab = Once("lab")
        self.begun: dict[Hashable, float] = {}  # when each lab computation was first requested

    async def strategy(self, id: str, edition: str) -> StrategyView:
        """Return the strategy page of a game."""
        game = find_game(id)
        game.rulebook(edition)
        if not has_strategy(game):
            raise Refused(f"there is no strategy for {id}")
        return await self.strategies.get(in_child, _strategy, id, edition)

    async def game(self, id: str, edition: str) -> GameView:
        """Return the page of a game in one edition."""
        return await self.games.get(_game, id, edition)

    def close(self) -> None:
        """Stop computing, as the server closes."""
        self.strategies.close()
        self.games.close()
        self.lab.close()
        stop_children()


def _strategy(id: str, edition: str) -> StrategyView:
    return strategy_view(find_game(id), edition)


def _game(id: str, edition: str) -> GameView:
    return game_view(find_game(id), edition)
