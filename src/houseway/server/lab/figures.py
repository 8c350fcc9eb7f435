"""The figures of a supposed table: looked up where they are shipped, else counted by a process of
its own, one table at a time and none without end."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from starlette.concurrency import run_in_threadpool

from houseway.certificates import suppose
from houseway.certificates.suppose import Supposed
from houseway.counting.result import Result
from houseway.rulebook.refusal import Refused
from houseway.server.children import TooLong, in_child_for
from houseway.server.http.heavy import Heavy
from houseway.server.http.pool import Busy
from houseway.server.lab.state import LabState

PATIENCE = 2.0  # seconds that a page waits before it says that it is being counted
LIMIT = 120.0  # seconds that one table may take
KNOWN = 200  # tables that are remembered as far as they can be looked up

Made = TypeVar("Made")


@dataclass(frozen=True)
class Figures:
    """What is known of a table so far."""

    supposed: Supposed
    results: tuple[Result, ...] = ()
    waiting: tuple[str, ...] = ()  # wagers that are being counted
    seconds: int = 0  # since it has been begun
    reason: str = ""  # why something cannot be counted


@lru_cache(KNOWN)
def looked_up(state: LabState) -> tuple[Supposed, tuple[Result, ...], tuple[str, ...]]:
    """A table, what is shipped of it, and the wagers that have to be counted."""
    supposed = state.supposed()
    if not state.found.has_odds:
        return supposed, (), ()
    found, missing = suppose.look_up(state.found, supposed)
    return supposed, tuple(found), missing


@dataclass(frozen=True)
class Worked(Generic[Made]):
    """What has been worked out, or why not; while it still is, neither."""

    made: Made | None = None
    reason: str = ""
    seconds: int = 0  # since it has been begun

    @property
    def waits(self) -> bool:
        """Whether it is being worked out."""
        return self.made is None and not self.reason


async def worked(
    heavy: Heavy, work: Callable[..., Made], *given: object, patience: float = PATIENCE
) -> Worked[Made]:
    """Some work done by a process of its own: what comes of it if that does not take long."""
    key = (work, given)
    begun = heavy.begun.setdefault(key, time.monotonic())
    try:
        made, reason = await asyncio.wait_for(heavy.lab.get(_attempt, work, given), patience)
    except TimeoutError:
        return Worked(seconds=int(time.monotonic() - begun))
    finally:
        if len(heavy.begun) > KNOWN:
            heavy.begun.clear()
    return Worked(made, reason)


def _attempt(work: Callable[..., Made], given: tuple[object, ...]) -> tuple[Made | None, str]:
    try:
        return in_child_for(LIMIT, _tried, work, given)
    except TooLong:
        return None, f"This takes more than {LIMIT:g} seconds: ask for it on the command line"


def _tried(work: Callable[..., Made], given: tuple[object, ...]) -> tuple[Made | None, str]:
    """What comes of it, or why nothing does; other failures are the house's."""
    try:
        return work(*given), ""
    except Refused as refusal:
        return None, refusal.reason
    except ModuleNotFoundError as error:
        return None, f"this needs {error.name}: install houseway[odds]"


async def figures(heavy: Heavy, state: LabState, patience: float = PATIENCE) -> Figures:
    """The figures of a table: all of them if that does not take long."""
    supposed, results, missing = await run_in_threadpool(looked_up, state)
    if not missing:
        return Figures(supposed, results)
    try:
        found = await worked(heavy, computed, state, missing, patience=patience)
    except Busy:
        if not results:
            raise
        return Figures(supposed, results, missing)  # what is shipped is always answered
    if found.waits:
        return Figures(supposed, results, missing, found.seconds)
    return Figures(supposed, (*results, *(found.made or ())), reason=found.reason)


def computed(state: LabState, wagers: tuple[str, ...]) -> tuple[Result, ...]:
    """The results of some wagers at a table, counted."""
    supposed = state.supposed()
    with suppositions(state, supposed):
        return tuple(suppose.compute(state.found, supposed, wagers))


@contextmanager
def suppositions(state: LabState, supposed: Supposed) -> Iterator[None]:
    """Mathematics is made for lawful tables; of another it may have nothing to say."""
    try:
        yield
    except (Refused, ModuleNotFoundError):
        raise
    except Exception as error:
        if supposed.lawful:
            raise
        told = f"the mathematics of {state.book.title} cannot tell ({type(error).__name__})"
        raise Refused(told) from error
