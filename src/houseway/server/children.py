"""Child processes of the server, which end with it."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

Made = TypeVar("Made")
_WORKING: set[SpawnProcess] = set()


class Lost(Exception):
    """A child process ended before it returned a result."""


def end_with_parent() -> None:
    """End the parent's children when the parent dies without stopping them."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def watch_parent() -> None:
    """End this process when its parent is gone."""
    threading.Thread(target=end_with_parent, daemon=True).start()


class TooLong(Exception):
    """A child process exceeded its time limit."""


def in_child(work: Callable[..., Made], *given: Any) -> Made:
    """Run a function in a child process of low priority and return its result; its memory is freed
    when it ends."""
    return in_child_for(None, work, *given)


def in_child_for(seconds: float | None, work: Callable[..., Made], *given: Any) -> Made:
    """Run a function in a child process with a time limit in seconds."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe(duplex=False)
    child = spawn.Process(target=_work, args=(theirs, work, given), daemon=True)
    child.start()
    _WORKING.add(child)
    theirs.close()
    try:
        if not ours.poll(seconds):
            child.kill()
            raise TooLong(f"a process of the house took more than {seconds} seconds")
        made, error = ours.recv()
    except EOFError:
        raise Lost(f"a process of the house ended ({child.exitcode})") from None
    finally:
        ours.close()
        child.join()
        _WORKING.discard(child)
    if error is not None:
        raise error
    found: Made = made
    return found


def stop_children() -> None:
    """Stop every child process; its result is no longer needed."""
    for child in list(_WORKING):
        child.kill()


def _work(answer: Connection, work: Callable[..., Any], given: tuple[Any, ...]) -> None:
    watch_parent()
    os.nice(10)
    try:
        told: tuple[Any, Exception | None] = (work(*given), None)
    except Exception as error:
        told = (None, error)
    answer.send(told)
