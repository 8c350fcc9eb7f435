"""Shared commits: commands of several tables that are ready together are written together.

SQLite takes one transaction at a time, and a commit is what takes longest.
"""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager

from sqlalchemy import Connection

from houseway.ledger.errors import Unavailable

Work = Callable[[Connection], object]  # statements that ask for nothing
STOPPED = "whoever wrote was stopped; nothing was acknowledged, and the same key can be sent again"


class Queue:
    """Whoever comes while nobody writes does so, for all who wait by then."""

    def __init__(self, transaction: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._transaction = transaction
        self._guard = threading.Lock()
        self._waiting: list[_Waiting] = []
        self._busy = False

    @property
    def length(self) -> int:
        """Return the number of waiting writers, including the one that writes now."""
        return len(self._waiting) + self._busy

    def write(self, work: Work) -> None:
        """Write; return when it is committed."""
        mine = _Waiting(work)
        with self._guard:
            self._waiting.append(mine)
            leads, self._busy = not self._busy, True
        if not leads:
            mine.turn.acquire()  # until it is written, or it is its turn to write all that wait
        if not mine.done:
            self._write_all(mine)
        if mine.error is not None:
            raise mine.error

    def _write_all(self, leader: "_Waiting") -> None:
        with self._guard:
            batch, self._waiting = self._waiting, []
        try:
            self._try(batch)
        finally:
            with self._guard:
                following = self._waiting[:1]
                self._busy = bool(following)
            for one in batch:
                if not one.done:  # the writer was stopped
                    one.done, one.error = True, Unavailable(STOPPED)
            for one in (*following, *batch):
                if one is not leader:
                    one.turn.release()

    def _try(self, batch: "list[_Waiting]") -> None:
        """Write all; if one is refused, write all others."""
        refused: list[_Waiting] = []
        try:
            with self._transaction() as connection:
                for one in batch:
                    refused = [one]
                    one.work(connection)
                refused = batch  # if it cannot be committed
        except Exception as error:
            for one in refused or batch:
                one.done, one.error = True, error
            if left := [one for one in batch if not one.done]:
                self._try(left)
            return
        for one in batch:
            one.done = True


class _Waiting:
    """One caller's work that is waiting to be written."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.turn = threading.Lock()
        self.turn.acquire()
        self.done = False
        self.error: Exception | None = None
