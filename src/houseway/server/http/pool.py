"""A thread pool with a limited queue for slow work; when the queue is full, requests are refused
with a time to retry.

It is done in threads of its own, so that no bet waits for a thread behind it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")


class Busy(Exception):
    """The queue is full; ``wait`` is the seconds until a retry."""

    def __init__(self, wait: float, status: int = 503) -> None:
        super().__init__("too many ask for this at once: try again in a moment")
        self.wait = wait
        self.status = status


class Pool:
    """A few threads with a limited queue."""

    def __init__(
        self,
        name: str,
        workers: int,
        waiting: int,
        *,
        wait: float = 1.0,
        status: int = 503,
        executor: Executor | None = None,
    ) -> None:
        self._executor = executor or ThreadPoolExecutor(workers, thread_name_prefix=name)
        self._room = workers + waiting
        self._refusal = (wait, status)
        self.at = 0  # running or waiting

    async def run(
        self, work: Callable[Given, Made], *given: Given.args, **named: Given.kwargs
    ) -> Made:
        """Run a function in the pool, or refuse at once."""
        if self.at >= self._room:
            raise Busy(*self._refusal)
        loop, self.at = asyncio.get_running_loop(), self.at + 1
        try:
            made = self._executor.submit(work, *given, **named)
        except BaseException:
            self.at -= 1
            raise
        # also if the client has gone: the work continues
        made.add_done_callback(lambda done: loop.call_soon_threadsafe(self._leave))
        return await asyncio.wrap_future(made)

    def _leave(self) -> None:
        self.at -= 1
