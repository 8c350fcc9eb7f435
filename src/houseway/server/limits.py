"""How often somebody may ask for something: a bucket for each that fills at a steady rate."""

import time
from collections.abc import Callable

RATE, BURST = 30.0, 90.0  # commands a second, and at once
MOST = 10_000


class Buckets:
    """One bucket for each who asks."""

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
        """Whether there is something left for them, which is then taken."""
        now = self._clock()
        left, then = self._left.get(who, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        if len(self._left) >= MOST:
            self._left.clear()
        self._left[who] = (left - 1 if left >= 1 else left, now)
        return left >= 1
