"""A bell at each table: it rings when something has happened, and streams wait for it."""

import asyncio
from collections.abc import AsyncIterator, Callable

from starlette.concurrency import run_in_threadpool

from houseway.rulebook.refusal import Refused

NO_TABLE = 0  # where those listen who wait for the house to close
QUIET = 15.0  # seconds after which a stream says that it is still there

_Listener = tuple[asyncio.AbstractEventLoop, asyncio.Event]


class Bell:
    """Whoever listens at a table wakes up when it rings."""

    def __init__(self) -> None:
        self._waiting: dict[int, set[_Listener]] = {}
        self.closed = False

    def ring(self, table: int) -> None:
        """Something has happened; from any thread."""
        for loop, event in list(self._waiting.get(table, ())):
            loop.call_soon_threadsafe(event.set)

    def close(self) -> None:
        """The house closes: every stream ends."""
        self.closed = True
        for table in list(self._waiting):
            self.ring(table)

    def _leave(self, table: int, mine: _Listener) -> None:
        listeners = self._waiting[table]
        listeners.discard(mine)
        if not listeners:
            del self._waiting[table]

    async def closing(self) -> None:
        """Until the house closes."""
        event = asyncio.Event()
        mine = (asyncio.get_running_loop(), event)
        self._waiting.setdefault(NO_TABLE, set()).add(mine)
        try:
            while not self.closed:
                await event.wait()
        finally:
            self._leave(NO_TABLE, mine)

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
            while not self.closed:
                event.clear()
                try:  # in a thread of its own: it may wait for a command at the table
                    now = await run_in_threadpool(version, table)
                except Refused:
                    return  # the table is closed, or another process runs it
                if now != last:
                    last = now
                    yield now
                try:
                    await asyncio.wait_for(event.wait(), QUIET)
                except TimeoutError:
                    yield 0
        finally:
            self._leave(table, mine)
