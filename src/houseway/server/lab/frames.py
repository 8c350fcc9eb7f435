"""The lab's tables as Parquet files."""

from collections.abc import Sequence
from importlib.util import find_spec

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from houseway import frames
from houseway.rulebook.refusal import Refused
from houseway.server.http.pool import Busy
from houseway.server.http.problems import documented
from houseway.server.lab.api import TheTable
from houseway.server.lab.figures import figures
from houseway.server.pages import templates
from houseway.server.sign_in.caller import Caller, heavy

PARQUET = "application/vnd.apache.parquet"
SOON = 2.0  # seconds for Retry-After
lab_frames = APIRouter(
    prefix="/api/lab", tags=["lab"], responses=documented(400, 401, 404, 409, 422, 503)
)


# not installed: the server offers no Parquet files
templates.env.globals |= {"has_parquet": find_spec("pyarrow") is not None}


def parquet(rows: Sequence[frames.Row], name: str) -> Response:
    """Return rows as a Parquet download."""
    try:
        made = frames.parquet_bytes(rows)
    except ModuleNotFoundError as error:
        raise Refused(f"this needs {error.name}: install houseway[frames]") from None
    how = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(made, media_type=PARQUET, headers=how)


@lab_frames.get(
    "/{id}/figures.parquet",
    response_class=Response,
    responses={200: {"content": {PARQUET: {}}, "description": "A row for each wager."}},
)
async def figures_parquet(request: Request, session: Caller, state: TheTable) -> Response:
    """Return the figures of every wager at a table as a Parquet file; 503 with `Retry-After` while
    some are being computed."""
    found = await figures(heavy(request), state)
    if found.waiting:
        raise Busy(SOON)
    if found.reason and not found.results:
        raise Refused(found.reason)
    rows = frames.figures(found.results)
    return await run_in_threadpool(parquet, rows, f"{state.game}-figures.parquet")
