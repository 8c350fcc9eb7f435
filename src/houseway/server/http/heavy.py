"""Pages that take long to work out: each once, one at a time, and whoever comes when too many wait
is told to come back.

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

WAITING = 20  # of different pages, besides the one that is being worked out
EACH = 2  # of one visitor, at work or waiting
WAIT = 10.0  # seconds after which to ask again
KNOWN = 500  # pages that are remembered
Made = TypeVar("Made")


class Once:
    """Works things out once each, one at a time, and remembers them."""

    def __init__(self, name: str, waiting: int = WAITING) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._room = 1 + waiting
        self._found: dict[Hashable, Future[Any]] = {}
        self._whose: dict[Future[Any], str] = {}  # of what is not done
        self._guard = threading.Lock()

    @property
    def at(self) -> int:
        """How many are being worked out, or wait to be."""
        return sum(not one.done() for one in list(self._found.values()))

    async def get(self, work: Callable[..., Made], *given: Hashable) -> Made:
        """What comes of it, now or in a while."""
        key = (work, given)
        with self._guard:
            found = self._found.get(key)
            if found is None:
                found = self._begin(key, work, given)
        try:  # whoever goes away meanwhile does not take it from the others
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
        """What went wrong is worked out anew when somebody asks again."""
        with self._guard:
            if found.done() and self._found.get(key) is found:
                del self._found[key]

    def close(self) -> None:
        """Nothing more is worked out."""
        self._executor.shutdown(wait=False, cancel_futures=True)


class Heavy:
    """The pages that take long."""

    def __init__(self) -> None:
        self.strategies = Once("strategies")
        self.games = Once("games", waiting=40)
        self.lab = Once("lab")
        self.begun: dict[Hashable, float] = {}  # when what the lab counts was first asked for

    async def strategy(self, id: str, edition: str) -> StrategyView:
        """How a game is played best."""
        game = find_game(id)
        game.rulebook(edition)
        if not has_strategy(game):
            raise Refused(f"there is no strategy for {id}")
        return await self.strategies.get(in_child, _strategy, id, edition)

    async def game(self, id: str, edition: str) -> GameView:
        """A game in one edition."""
        return await self.games.get(_game, id, edition)

    def close(self) -> None:
        """The house closes."""
        self.strategies.close()
        self.games.close()
        self.lab.close()
        stop_children()


def _strategy(id: str, edition: str) -> StrategyView:
    return strategy_view(find_game(id), edition)


def _game(id: str, edition: str) -> GameView:
    return game_view(find_game(id), edition)
