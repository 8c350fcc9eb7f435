"""The figures of a hypothetical table: looked up if shipped, otherwise computed in a child process,
one table at a time with a time limit."""

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

PATIENCE = 2.0  # seconds that a page waits before it reports progress
LIMIT = 120.0  # time limit of one table in seconds
KNOWN = 200  # cached tables

Made = TypeVar("Made")


@dataclass(frozen=True)
class Figures:
    """The figures that are known so far."""

    supposed: Supposed
    results: tuple[Result, ...] = ()
    waiting: tuple[str, ...] = ()  # wagers being computed
    seconds: int = 0  # since the computation started
    reason: str = ""  # why something cannot be computed


@lru_cache(KNOWN)
def looked_up(state: LabState) -> tuple[Supposed, tuple[Result, ...], tuple[str, ...]]:
    """Return a table, its shipped figures, and the wagers that must be computed."""
    supposed = state.supposed()
    if not state.found.has_odds:
        return supposed, (), ()
    found, missing = suppose.look_up(state.found, supposed)
    return supposed, tuple(found), missing


@dataclass(frozen=True)
class Worked(Generic[Made]):
    """The result of a computation, or the reason for its failure; neither while it runs."""

    made: Made | None = None
    reason: str = ""
    seconds: int = 0  # since the computation started

    @property
    def waits(self) -> bool:
        """Return whether the computation is running."""
        return self.made is None and not self.reason


async def worked(
    heavy: Heavy, work: Callable[..., Made], *given: object, patience: float = PATIENCE
) -> Worked[Made]:
    """Run a function in a child process; return its result if it finishes soon."""
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
    """Return the result, or the reason why there is none; unexpected failures are raised."""
    try:
        return work(*given), ""
    except Refused as refusal:
        return None, refusal.reason
    except ModuleNotFoundError as error:
        return None, f"this needs {error.name}: install houseway[odds]"


async def figures(heavy: Heavy, state: LabState, patience: float = PATIENCE) -> Figures:
    """Return the figures of a table; complete if they are computed soon."""
    supposed, results, missing = await run_in_threadpool(looked_up, state)
    if not missing:
        return Figures(supposed, results)
    try:
        found = await worked(heavy, computed, state, missing, patience=patience)
    except Busy:
        if not results:
            raise
        return Figures(supposed, results, missing)  # shipped figures are always answered
    if found.waits:
        return Figures(supposed, results, missing, found.seconds)
    return Figures(supposed, (*results, *(found.made or ())), reason=found.reason)


def computed(state: LabState, wagers: tuple[str, ...]) -> tuple[Result, ...]:
    """Return the computed results of some wagers at a table."""
    supposed = state.supposed()
    with suppositions(state, supposed):
        return tuple(suppose.compute(state.found, supposed, wagers))


@contextmanager
def suppositions(state: LabState, supposed: Supposed) -> Iterator[None]:
    """Turn failures on unlawful tables into refusals: the solvers support only lawful ones."""
    try:
        yield
    except (Refused, ModuleNotFoundError):
        raise
    except Exception as error:
        if supposed.lawful:
            raise
        told = f"the mathematics of {state.book.title} cannot tell ({type(error).__name__})"
        raise Refused(told) from error
