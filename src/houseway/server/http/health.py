"""Endpoints for operations: liveness, readiness, metrics."""

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST

from houseway.ledger.errors import Broken, Unavailable
from houseway.server.durable import DurableHost
from houseway.server.http.metrics import Metrics
from houseway.server.http.problems import Problem

health = APIRouter(include_in_schema=False)


@health.get("/healthz")
async def healthz() -> Response:
    """Answer that the process is alive."""
    return PlainTextResponse("ok\n")


@health.get("/readyz")
def readyz(request: Request) -> Response:
    """Answer whether the house can be played in: its database responds, its log has no known
    damage, and it is not closing."""
    host = request.app.state.host
    why = "closing" if request.app.state.bell.closed else ""
    if not why and isinstance(host, DurableHost):
        if not host.house.database.answers():
            why = "the database does not answer"
        else:
            try:
                host.house.signing.must_hold()
            except (Broken, Unavailable):
                why = "the log of the house is not whole: run an audit"
    return PlainTextResponse(f"{why or 'ready'}\n", 503 if why else 200)


@health.get("/metrics")
def metrics(request: Request) -> Response:
    """Return Prometheus metrics, to local requests or with the metrics token."""
    found: Metrics = request.app.state.metrics
    if not found.may_read(request):
        raise Problem(403, "metrics require a local connection or the metrics token")
    return Response(found.text(), media_type=CONTENT_TYPE_LATEST)
