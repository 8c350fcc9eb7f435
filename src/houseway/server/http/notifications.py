"""A bell at each table: it rings when something has happened, and streams wait for it."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import suppress

from starlette.concurrency import run_in_threadpool

from houseway.ledger.errors import Unavailable
from houseway.rulebook.refusal import Refused
from houseway.server.http.problems import Problem

NO_TABLE = 0  # where those listen who wait for the house to close
QUIET = 15.0  # seconds after which a stream says that it is still there

MOST_EACH = 16  # streams that one person may have open
WATCH = 2.0  # seconds from one look for sessions that have ended to the next


class _Listener:
    """Somebody who waits."""

    def __init__(self, session: str = "", name: str = "", who: str = "") -> None:
        self.session = session  # a hash: when it is over, so is the waiting
        self.who = who
        self.name = name  # of a person whom the others at the table may know of
        self.over = False
        self.newest = 0  # the version that somebody told of
        self.unsure = True  # something has happened, and nobody told which version it made
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()

    def wake(self, version: int = 0) -> None:
        """From any thread."""
        with suppress(RuntimeError):  # the loop has ended, and everybody in it
            self._loop.call_soon_threadsafe(self._hear, version)

    def _hear(self, version: int) -> None:
        self.newest = max(self.newest, version)
        self.unsure |= not version
        self._event.set()

    def end(self) -> None:
        """There is nothing more to be told."""
        self.over = True
        self.wake()

    def calm(self) -> bool:
        """What has rung has been heard; whether the table must be asked what happened."""
        self._event.clear()
        unsure, self.unsure = self.unsure, False
        return unsure

    async def rung(self) -> None:
        """Until it rings."""
        await self._event.wait()


class Bell:
    """Whoever listens at a table wakes up when it rings."""

    def __init__(self) -> None:
        self._waiting: dict[int, set[_Listener]] = {}
        self.closed = False

    def ring(self, table: int, version: int = 0) -> None:
        """Something has happened; from any thread. Whoever knows the version that it made tells
        it, so that not everybody who listens has to ask for it."""
        for one in list(self._waiting.get(table, ())):
            one.wake(version)

    def close(self) -> None:
        """The house closes: every stream ends."""
        self.closed = True
        for table in list(self._waiting):
            self.ring(table)

    @property
    def streams(self) -> int:
        """How many listen at tables."""
        return len(self._listeners())

    def admit(self, who: str) -> None:
        """Refuse somebody who has as many streams open as one person may have."""
        if self._of(who) >= MOST_EACH:
            raise Problem(429, f"you already follow {MOST_EACH} tables: close one of their pages")

    def _of(self, who: str) -> int:
        return sum(one.who == who for one in self._listeners())

    def here(self, table: int) -> list[str]:
        """Who looks at a table, by name."""
        return sorted({one.name for one in list(self._waiting.get(table, ())) if one.name})

    def watch(self, lasting: Callable[[], Collection[str]], until: threading.Event) -> None:
        """End the streams whose sessions are over, again and again: those that ended elsewhere, or
        because nothing was done in them."""
        while not until.wait(WATCH):
            if any(one.session for one in self._listeners()):
                with suppress(Unavailable):
                    self.end_all_but(lasting())

    def end_all_but(self, lasting: Collection[str]) -> None:
        """End every stream whose session is none of these."""
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
        """Until the house closes."""
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
        """The table's version, if it is not the one that is known already, and whenever it has
        changed; 0 where nothing has for a while. It ends with the session of whoever listens."""
        if who and self._of(who) >= MOST_EACH:
            return  # others of theirs were admitted at the same time
        mine = _Listener(session, name, who)
        self._come(table, mine)
        last = after
        try:
            while not self.closed and not mine.over:
                if mine.calm():
                    try:  # in a thread of its own: it may wait for a command at the table
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
