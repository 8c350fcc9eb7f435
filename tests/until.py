"""Wait for a state and not for a time. The limit only ends a test that has failed."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

LIMIT = 240.0  # seconds
PAUSE = 0.02  # seconds between two looks

Seen = TypeVar("Seen")


def until(look: Callable[[], Seen], what: str = "it does not come about") -> Seen:
    """What ``look`` returns as soon as that is true; an error that says ``what`` if it never is."""
    end, pause = time.monotonic() + LIMIT, threading.Event()
    while not (seen := look()):
        assert time.monotonic() < end, what
        pause.wait(PAUSE)
    return seen
