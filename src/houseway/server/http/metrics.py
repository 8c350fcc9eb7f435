"""Metrics of a process in the Prometheus text format."""

import secrets
from collections.abc import Callable
from ipaddress import ip_address

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector
from starlette.requests import HTTPConnection

from houseway.ledger.observer import Watch

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
HANDED_ON = ("x-forwarded-for", "forwarded", "x-real-ip")  # headers that a proxy adds


class Metrics(Watch):
    """The metrics of one process."""

    def __init__(self, token: str = "") -> None:
        self._token = token
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, descriptors, CPU time
        GCCollector(registry=self.registry)
        of = self.registry
        self._rounds = Counter("houseway_rounds", "Rounds that ended.", registry=of)
        self._commands = Counter(
            "houseway_commands", "Commands that were committed.", ["word"], registry=of
        )
        self._refusals = Counter(
            "houseway_refusals", "Commands that were refused.", ["word"], registry=of
        )
        self._commits = Histogram(
            "houseway_commit_seconds", "Time to write a command.", buckets=BUCKETS, registry=of
        )
        self._requests = Counter(
            "houseway_requests", "Requests that were answered.", ["method", "status"], registry=of
        )
        self._seconds = Histogram(
            "houseway_request_seconds",
            "Time to answer a request, streams aside.",
            buckets=BUCKETS,
            registry=of,
        )

    def gauge(self, name: str, says: str, value: Callable[[], float]) -> None:
        """Register a value that is read on request."""
        Gauge(name, says, registry=self.registry).set_function(value)

    def done(self, word: str) -> None:
        """Count a committed command."""
        self._commands.labels(word).inc()

    def refused(self, word: str) -> None:
        """Count a refused command."""
        self._refusals.labels(word).inc()

    def committed(self, seconds: float) -> None:
        """Count a written command."""
        self._commits.observe(seconds)

    def round_ended(self) -> None:
        """Count a finished round."""
        self._rounds.inc()

    def answered(self, method: str, status: int, seconds: float, stream: bool) -> None:
        """Count an answered request."""
        self._requests.labels(method if method in _METHODS else "other", status).inc()
        if not stream:
            self._seconds.observe(seconds)

    def text(self) -> bytes:
        """Return all metrics as text."""
        return generate_latest(self.registry)

    def may_read(self, request: HTTPConnection) -> bool:
        """Return whether a request may read metrics: with the token if one is set, otherwise only
        from this machine and not through a proxy."""
        if self._token:
            kind, _, given = request.headers.get("Authorization", "").partition(" ")
            right = secrets.compare_digest(given.encode(), self._token.encode())
            return kind.lower() == "bearer" and right
        if any(name in request.headers for name in HANDED_ON) or request.client is None:
            return False
        try:
            return ip_address(request.client.host).is_loopback
        except ValueError:
            return False


_METHODS = ("GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS")
