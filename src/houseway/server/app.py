"""The web application: pages and API over one house, middleware and error handlers."""

import math
from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from houseway.counting.result import code_version
from houseway.ledger.errors import Elsewhere, TooMany, Unavailable
from houseway.rulebook.refusal import Refused
from houseway.server.api import api
from houseway.server.api_page import api_page
from houseway.server.chance_api import chance_api
from houseway.server.durable import DurableHost
from houseway.server.floor.api import floor_api
from houseway.server.floor.figures_api import floor_figures_api
from houseway.server.floor.opening import floor_opening
from houseway.server.floor.overview import floor_overview
from houseway.server.floor.pages import floor
from houseway.server.floor.payouts import floor_payouts
from houseway.server.host import Host
from houseway.server.house_settings import HouseSettings
from houseway.server.http import problems
from houseway.server.http.compression import Small
from houseway.server.http.health import health
from houseway.server.http.heavy import Heavy
from houseway.server.http.limits import (
    RARE_BURST,
    RARE_RATE,
    TRY_BURST,
    TRY_RATE,
    Buckets,
    Visitors,
)
from houseway.server.http.metrics import Metrics
from houseway.server.http.middleware import Guard
from houseway.server.http.notifications import Bell
from houseway.server.http.pool import Busy, Pool
from houseway.server.http.problems import Problem, ProblemDocument
from houseway.server.http.turns import Turns
from houseway.server.lab.api import lab_api
from houseway.server.lab.frames import lab_frames
from houseway.server.lab.pages import lab
from houseway.server.lab.play_api import lab_play_api
from houseway.server.lab.play_pages import lab_play_pages
from houseway.server.pages import pages, problem_page
from houseway.server.practice.api import practice_api
from houseway.server.practice.pages import practice_pages
from houseway.server.practice.tables import Practice
from houseway.server.sign_in.account import account
from houseway.server.sign_in.account_api import account_api
from houseway.server.sign_in.sessions import Sessions
from houseway.server.surveillance.api import eye_api
from houseway.server.surveillance.day_report import eye_day, eye_day_api
from houseway.server.surveillance.flags import eye_flags, eye_flags_api
from houseway.server.surveillance.pages import eye
from houseway.server.table.api import pictures, table_api
from houseway.server.table.felt_api import felt_api
from houseway.server.table.shared_looks import SharedLooks
from houseway.server.table.waiting_list import seats, seats_api


def create_app(
    host: Host, sessions: Sessions | None = None, settings: HouseSettings | None = None
) -> FastAPI:
    """Return the application for a house."""
    settings = settings or HouseSettings()
    app = FastAPI(
        title="houseway",
        version=code_version(),
        description="Casino tables by the book: everything that the pages do.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.host = host
    app.state.settings = settings
    app.state.sessions = sessions or Sessions()
    app.state.bell = Bell()
    app.state.looks = SharedLooks(host)
    app.state.visitors = Visitors()
    app.state.buckets = Buckets()
    app.state.rare = Buckets(RARE_RATE, RARE_BURST)
    app.state.tries = Buckets(TRY_RATE, TRY_BURST)
    app.state.familiar = set()  # addresses of recent password sign-ins
    app.state.practice = Practice()
    app.state.hashing = Pool("passwords", workers=1, waiting=8, status=429)
    app.state.heavy = Heavy()
    app.state.metrics = _counted(app, host, settings.metrics_token)
    app.state.payout_systems = None  # the shared payout funds that this process serves
    app.state.tell_crew = lambda: None  # ended sessions, if there are other processes
    static = Path(str(resources.files("houseway.server"))) / "static"
    app.mount("/static", StaticFiles(directory=static), name="static")
    app.include_router(
        table_api
    )  # routes are tried in order, so the most frequent come first: the table's
    app.include_router(api)
    app.include_router(pictures)
    app.include_router(pages)
    app.include_router(api_page)
    app.include_router(floor_api)
    app.include_router(floor_figures_api)
    app.include_router(floor_overview)
    app.include_router(floor_opening)
    app.include_router(floor_payouts)
    app.include_router(floor)
    app.include_router(eye_api)
    app.include_router(chance_api)
    app.include_router(account_api)
    app.include_router(account)
    app.include_router(seats_api)
    app.include_router(seats)
    app.include_router(eye_flags_api)
    app.include_router(eye_flags)
    app.include_router(eye_day_api)
    app.include_router(eye_day)
    app.include_router(eye)
    app.include_router(practice_api)
    app.include_router(felt_api)
    app.include_router(practice_pages)
    app.include_router(lab_api)
    app.include_router(lab_frames)
    app.include_router(lab_play_api)
    app.include_router(lab)
    app.include_router(lab_play_pages)
    app.include_router(health)
    app.add_middleware(Small)
    app.add_middleware(Turns)
    app.add_middleware(Guard, metrics=app.state.metrics, url=settings.url)
    _handlers(app)
    _describe(app)
    return app


def _counted(app: FastAPI, host: Host, token: str) -> Metrics:
    """Register the house's metrics: counters, and gauges that are read on request."""
    made, bell, hashing = Metrics(token), app.state.bell, app.state.hashing
    strategies = app.state.heavy.strategies
    made.gauge("houseway_streams", "Streams that are open.", lambda: bell.streams)
    made.gauge("houseway_hashing", "Passwords at work or waiting.", lambda: hashing.at)
    made.gauge("houseway_strategies", "Strategies at work or waiting.", lambda: strategies.at)
    if isinstance(host, DurableHost):
        house = host.house
        house.watch = made
        made.gauge(
            "houseway_queue", "Commands that wait for the disk.", lambda: house.database.queued
        )
    return made


def link(sessions: Sessions, base: str, *roles: str, owner: bool = False) -> str:
    """Return a one-time sign-in URL for one person."""
    return f"{base}/enter?token={sessions.link(*roles, owner=owner)}"


def _handlers(app: FastAPI) -> None:
    def answer(request: Request, status: int, reason: str, cite: str = "") -> Response:
        if request.url.path.startswith("/api"):
            return problems.answer(status, reason, cite)
        return problem_page(request, status, reason, cite)

    @app.exception_handler(Refused)
    async def refused(request: Request, refusal: Refused) -> Response:
        return answer(request, problems.status_of(refusal), refusal.reason, refusal.cite)

    @app.exception_handler(Elsewhere)
    async def elsewhere(request: Request, found: Elsewhere) -> Response:
        made = answer(request, 503, found.reason)
        made.headers.update({"Retry-After": "1", "X-Houseway-Moved": "1"})
        return made

    @app.exception_handler(Unavailable)
    async def unavailable(request: Request, found: Unavailable) -> Response:
        return answer(request, 503, str(found))

    @app.exception_handler(TooMany)
    async def too_many(request: Request, found: TooMany) -> Response:
        made = answer(request, 429, found.reason)
        made.headers["Retry-After"] = str(math.ceil(found.wait))
        return made

    @app.exception_handler(Busy)
    async def busy(request: Request, found: Busy) -> Response:
        made = answer(request, found.status, str(found))
        made.headers["Retry-After"] = str(math.ceil(found.wait))
        return made

    @app.exception_handler(Problem)
    async def problem(request: Request, found: Problem) -> Response:
        return answer(request, found.status, found.detail)

    @app.exception_handler(HTTPException)
    async def http(request: Request, found: HTTPException) -> Response:
        made = answer(request, found.status_code, str(found.detail))
        made.headers.update(found.headers or {})
        return made

    @app.exception_handler(RecursionError)
    async def bottomless(request: Request, found: RecursionError) -> Response:
        return answer(request, 422, "the body: it is nested too deep")

    @app.exception_handler(RequestValidationError)
    async def not_valid(request: Request, found: RequestValidationError) -> Response:
        first = found.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return answer(request, 422, f"{where}: {first['msg']}")


def _describe(app: FastAPI) -> None:
    """Return the OpenAPI description, with problem documents as errors and bearer tokens as
    sign-in."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema:
            return app.openapi_schema
        schema = made()
        parts = schema.setdefault("components", {})
        schemas = parts.setdefault("schemas", {})
        schemas["ProblemDocument"] = ProblemDocument.model_json_schema()
        schemas.pop("HTTPValidationError", None)
        schemas.pop("ValidationError", None)
        parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        (too_many,) = problems.documented(429).values()
        for path in schema["paths"].values():
            for operation in path.values():
                operation["responses"].setdefault("429", too_many)  # server/http/turns.py
                if "401" in operation["responses"]:
                    operation["security"] = [{"token": []}]
        app.openapi_schema = schema
        return schema

    app.openapi = openapi  # type: ignore[method-assign]
