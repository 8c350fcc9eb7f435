"""Progress of a long count, for a caller that shows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Watch(Protocol):
    """Hears how much there is to do and how much is done."""

    def expect(self, ends: int, seconds: float) -> None:
        """About so many more ends are to be walked through, in about so many seconds."""

    def done(self, ends: int) -> None:
        """So many more ends are done."""


_watch: ContextVar[Watch | None] = ContextVar("_watch", default=None)


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Report counts that are made in this context to a watch."""
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


def expect(ends: int, seconds: float) -> None:
    """Report how much there is to do."""
    if (watch := _watch.get()) is not None:
        watch.expect(ends, seconds)


def tell(ends: int) -> None:
    """Report that so much more is done."""
    if (watch := _watch.get()) is not None:
        watch.done(ends)
