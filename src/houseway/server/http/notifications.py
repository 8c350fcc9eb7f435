"""Change notifications: streams wait for changes at a table."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import suppress

from starlette.concurrency import run_in_threadpool

from houseway.ledger.errors import Unavailable
from houseway.rulebook.refusal import Refused
from houseway.server.http.problems import Problem

NO_TABLE = 0  # the key of listeners that wait for the server to close
QUIET = 15.0  # seconds between keep-alive messages

MOST_EACH = 16  # streams per person
WATCH = 2.0  # seconds between checks for ended sessions


class _Listener:
    """One waiting stream."""

    def __init__(self, session: str = "", name: str = "", who: str = "") -> None:
        self.session = session  # a hash of the session; the stream ends with the session
        self.who = who
        self.name = name  # the viewer's name, if others at the table may see it
        self.over = False
        self.newest = 0  # the latest version announced
        self.unsure = True  # something changed and the version is unknown
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()

    def wake(self, version: int = 0) -> None:
        """Wake the stream; safe from any thread."""
        with suppress(RuntimeError):  # the loop has ended with all its streams
            self._loop.call_soon_threadsafe(self._hear, version)

    def _hear(self, version: int) -> None:
        self.newest = max(self.newest, version)
        self.unsure |= not version
        self._event.set()

    def end(self) -> None:
        """End the stream."""
        self.over = True
        self.wake()

    def calm(self) -> bool:
        """Mark notifications as read; return whether the version must be looked up."""
        self._event.clear()
        unsure, self.unsure = self.unsure, False
        return unsure

    async def rung(self) -> None:
        """Wait for a notification."""
        await self._event.wait()


class Bell:
    """Notifies the streams of a table of its changes."""

    def __init__(self) -> None:
        self._waiting: dict[int, set[_Listener]] = {}
        self.closed = False

    def ring(self, table: int, version: int = 0) -> None:
        """Notify streams of a change; safe from any thread. Passing the new version saves each
        stream a lookup."""
        for one in list(self._waiting.get(table, ())):
            one.wake(version)

    def close(self) -> None:
        """End every stream, as the server closes."""
        self.closed = True
        for table in list(self._waiting):
            self.ring(table)

    @property
    def streams(self) -> int:
        """Return the number of streams at tables."""
        return len(self._listeners())

    def admit(self, who: str) -> None:
        """Refuse a person who has the maximum number of streams open."""
        if self._of(who) >= MOST_EACH:
            raise Problem(429, f"you already follow {MOST_EACH} tables: close one of their pages")

    def _of(self, who: str) -> int:
        return sum(one.who == who for one in self._listeners())

    def here(self, table: int) -> list[str]:
        """Return the names of those who follow a table."""
        return sorted({one.name for one in list(self._waiting.get(table, ())) if one.name})

    def watch(self, lasting: Callable[[], Collection[str]], until: threading.Event) -> None:
        """Periodically end streams whose sessions have ended elsewhere or expired."""
        while not until.wait(WATCH):
            if any(one.session for one in self._listeners()):
                with suppress(Unavailable):
                    self.end_all_but(lasting())

    def end_all_but(self, lasting: Collection[str]) -> None:
        """End every stream except those of these sessions."""
        for one in self._listeners():
            if one.session and one.session not in lasting:
                one.end()

    def _listeners(self) -> list[_Listener]:
        tables = list(self._waiting.items())
        return [one for table, found in tables if table != NO_TABLE for one in list(found)]

    def _come(self, table: int, mine: _Listener) -> None:
        self._waiting.setdefault(table, set()).add(mine)

    def _leave(self, table: int, mine: _Listener) -> None:
        listeners = self._waiting[table]
        listeners.discard(mine)
        if not listeners:
            del self._waiting[table]

    async def closing(self) -> None:
        """Wait until the server closes."""
        mine = _Listener()
        self._come(NO_TABLE, mine)
        try:
            while not self.closed:
                await mine.rung()
        finally:
            self._leave(NO_TABLE, mine)

    async def versions(
        self,
        table: int,
        version: Callable[[int], int],
        after: int = 0,
        session: str = "",
        name: str = "",
        who: str = "",
    ) -> AsyncIterator[int]:
        """Yield the table's version if it is not the known one, and after every change; 0 as a
        keep-alive. Ends with the session."""
        if who and self._of(who) >= MOST_EACH:
            return  # others of the same person may have been admitted at the same time
        mine = _Listener(session, name, who)
        self._come(table, mine)
        last = after
        try:
            while not self.closed and not mine.over:
                if mine.calm():
                    try:  # in a thread, because it may wait for a command at the table
                        now = await run_in_threadpool(version, table)
                    except Refused:
                        return  # the table is closed, or another process runs it
                else:
                    now = max(last, mine.newest)
                if mine.over:
                    return
                if now != last:
                    last = now
                    yield now
                if mine.over:
                    return
                try:
                    await asyncio.wait_for(mine.rung(), QUIET)
                except TimeoutError:
                    mine.unsure = True
                    yield 0
        finally:
            self._leave(table, mine)
