"""A bell at each table: it rings when something has happened, and streams wait for it."""

import asyncio
from collections.abc import AsyncIterator, Callable

from houseway.rulebook.refusal import Refused

QUIET = 15.0  # seconds after which a stream says that it is still there


class Bell:
    """Whoever listens at a table wakes up when it rings."""

    def __init__(self) -> None:
        self._waiting: dict[int, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = {}
        self._closed = False

    def ring(self, table: int) -> None:
        """Something has happened; from any thread."""
        for loop, event in list(self._waiting.get(table, ())):
            loop.call_soon_threadsafe(event.set)

    def close(self) -> None:
        """The house closes: every stream ends."""
        self._closed = True
        for table in list(self._waiting):
            self.ring(table)

    async def versions(
        self, table: int, version: Callable[[int], int], after: int = 0
    ) -> AsyncIterator[int]:
        """The table's version, if it is not the one that is known already, and whenever it has
        changed; 0 where nothing has for a while."""
        event = asyncio.Event()
        mine = (asyncio.get_running_loop(), event)
        self._waiting.setdefault(table, set()).add(mine)
        last = after
        try:
            while not self._closed:
                event.clear()
                try:
                    now = version(table)
                except Refused:
                    return  # the table is closed
                if now != last:
                    last = now
                    yield now
                try:
                    await asyncio.wait_for(event.wait(), QUIET)
                except TimeoutError:
                    yield 0
        finally:
            self._waiting[table].discard(mine)
