"""The figures of a supposed table: looked up where they are shipped, else counted by a process of
its own, one table at a time and none without end."""

import asyncio
import time
from dataclasses import dataclass
from functools import lru_cache

from starlette.concurrency import run_in_threadpool

from houseway.certificates import suppose
from houseway.certificates.suppose import Supposed
from houseway.odds.result import Result
from houseway.rulebook.refusal import Refused
from houseway.server.children import TooLong, in_child_for
from houseway.server.heavy import Heavy
from houseway.server.lab_state import LabState

PATIENCE = 2.0  # seconds that a page waits before it says that it is being counted
LIMIT = 120.0  # seconds that one table may take
KNOWN = 200  # tables that are remembered as far as they can be looked up

Counted = tuple[tuple[Result, ...], str]  # results, or why there are none


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


async def figures(heavy: Heavy, state: LabState, patience: float = PATIENCE) -> Figures:
    """The figures of a table: all of them if that does not take long."""
    supposed, results, missing = await run_in_threadpool(looked_up, state)
    if not missing:
        return Figures(supposed, results)
    begun = heavy.begun.setdefault(state, time.monotonic())
    try:
        work = heavy.lab.get(_count, state, missing)
        more, reason = await asyncio.wait_for(work, patience)
    except TimeoutError:
        return Figures(supposed, results, missing, int(time.monotonic() - begun))
    finally:
        if len(heavy.begun) > KNOWN:
            heavy.begun.clear()
    return Figures(supposed, (*results, *more), reason=reason)


def _count(state: LabState, wagers: tuple[str, ...]) -> Counted:
    try:
        return in_child_for(LIMIT, _compute, state, wagers)
    except TooLong:
        return (), (
            f"This takes more than {LIMIT:g} seconds to count. Count it on the command line:"
            f" houseway odds {state.game} --edition {state.edition}"
        )


def _compute(state: LabState, wagers: tuple[str, ...]) -> Counted:
    supposed = state.supposed()
    try:
        return tuple(suppose.compute(state.found, supposed, wagers)), ""
    except Refused as refusal:
        return (), refusal.reason
    except ModuleNotFoundError as error:
        return (), f"This needs {error.name}: install houseway[odds]"
    except Exception as error:
        if supposed.lawful:
            raise
        # mathematics is made for lawful tables; of another it may have nothing to say
        return (), f"The mathematics of {state.book.title} cannot tell ({type(error).__name__})"
