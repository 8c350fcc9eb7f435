"""Work that takes long, for a few at a time: whoever comes when too many wait is told to come back.

It is done in threads of its own, so that no bet waits for a thread behind it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")


class Busy(Exception):
    """Too many wait already; ``wait`` is the seconds after which to ask again."""

    def __init__(self, wait: float, status: int = 503) -> None:
        super().__init__("too many ask for this at once: try again in a moment")
        self.wait = wait
        self.status = status


class Pool:
    """A few at work, a few more waiting, and nobody else."""

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
        self.at = 0  # how many are at work or wait

    async def run(
        self, work: Callable[Given, Made], *given: Given.args, **named: Given.kwargs
    ) -> Made:
        """Do it, or refuse it at once."""
        if self.at >= self._room:
            raise Busy(*self._refusal)
        loop, self.at = asyncio.get_running_loop(), self.at + 1
        try:
            made = self._executor.submit(work, *given, **named)
        except BaseException:
            self.at -= 1
            raise
        # also of somebody who has gone away meanwhile: the work goes on
        made.add_done_callback(lambda done: loop.call_soon_threadsafe(self._leave))
        return await asyncio.wrap_future(made)

    def _leave(self) -> None:
        self.at -= 1
