"""Logs as JSON lines. Lines written while a request is answered have the request's id, which is
also in the answer. Queries, bodies, tokens and passwords are never logged."""

import json
import logging
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

HEADER = "X-Request-ID"
REQUEST: ContextVar[str] = ContextVar("request", default="")
ONCE_A_SECOND = ("socket.accept() out of system resource",)
log = logging.getLogger("houseway")


class JsonLines(logging.Formatter):
    """A formatter that writes one JSON line per record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower()}
        if request := getattr(record, "request", "") or REQUEST.get():
            line["request"] = request
        line |= getattr(record, "told", {})
        if said := record.getMessage():
            line["message"] = said
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class OnceASecond(logging.Filter):
    """A filter that logs a repeated warning at most once a second, without its traceback; the next
    line says how many were left out."""

    def __init__(self, *beginnings: str) -> None:
        super().__init__()
        self._beginnings = beginnings
        self._last: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is logged."""
        said = record.getMessage()
        found = next((one for one in self._beginnings if said.startswith(one)), "")
        if not found:
            return True
        now = time.monotonic()
        if now - self._last.get(found, -1.0) < 1.0:
            self._left_out[found] = self._left_out.get(found, 0) + 1
            return False
        more = self._left_out.pop(found, 0)
        self._last[found] = now
        record.msg, record.args, record.exc_info = found, (), None
        if more:
            record.told = {"left_out": more}
        return True


def set_up_logs(level: str = "info") -> None:
    """Log everything of this process to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(OnceASecond(*ONCE_A_SECOND))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    log.setLevel(level.upper())


def told(request: str, level: int, **values: Any) -> None:
    """Log one request."""
    if log.isEnabledFor(level):
        log.log(level, "", extra={"told": values, "request": request})
