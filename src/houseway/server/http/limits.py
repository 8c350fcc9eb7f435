"""Rate limits: a token bucket for each visitor."""

import time
from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar

RATE, BURST = 30.0, 90.0  # commands per second, and burst
RARE_RATE, RARE_BURST = 1.0, 100.0  # invitations and new tables of one person
TRY_RATE, TRY_BURST = 4.0, 40.0  # password attempts of all unknown visitors together
MOST = 10_000
VISITOR: ContextVar[str] = ContextVar("visitor", default="")  # who sent the current request


class Buckets:
    """A token bucket for each visitor."""

    def __init__(
        self,
        rate: float = RATE,
        burst: float = BURST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, who: str) -> bool:
        """Take a token; return whether there was one."""
        now = self._clock()
        left, then = self._left.get(who, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        if len(self._left) >= MOST:
            self._left.clear()
        self._left[who] = (left - 1 if left >= 1 else left, now)
        return left >= 1


class Visitors:
    """The users of recently verified sessions."""

    def __init__(self) -> None:
        self._names: OrderedDict[str, str] = OrderedDict()

    def know(self, key: str, name: str) -> None:
        """Remember the user of a session."""
        self._names[key] = name
        while len(self._names) > MOST:
            self._names.popitem(last=False)

    def of(self, key: str) -> str:
        """Return the user of a recently verified session, or None."""
        return self._names.get(key, "")
