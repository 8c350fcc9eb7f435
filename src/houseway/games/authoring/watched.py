"""How far a long count has come, for whoever wants to show it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_told: ContextVar[Callable[[int], None] | None] = ContextVar("_told", default=None)


@contextmanager
def watched(told: Callable[[int], None]) -> Iterator[None]:
    """Counts that are made in here tell of what they have done."""
    token = _told.set(told)
    try:
        yield
    finally:
        _told.reset(token)


def tell(done: int) -> None:
    """So much more is done."""
    if (told := _told.get()) is not None:
        told(done)
