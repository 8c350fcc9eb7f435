"""The interface against its own description: no failure, no answer that is not described."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import schemathesis
from fastapi import FastAPI
from house import KINDS, application
from hypothesis import settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.types import Receive, Scope, Send

from houseway.server.app import create_app
from houseway.server.http.limits import Buckets
from houseway.server.memory import MemoryHost

TRIES = 60 if os.environ.get("HOUSEWAY_SOAK") else 6  # of each call
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
NAME, FLOOR, WATCHER = "a program", "a program of the floor", "an auditor"
LEAVER, LEAVES = "somebody who leaves", ("/api/session", "/api/me/password")


@dataclass(frozen=True)
class House:
    """An application with somebody at a table."""

    app: FastAPI
    token: str
    floor: str  # the token of somebody of the floor
    watcher: str  # the token of an auditor
    table: int


@pytest.fixture(scope="module", params=KINDS)
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    with application(request.param, seed=1) as app:
        app.state.buckets = app.state.rare = Buckets(rate=1e9, burst=1e9)
        host = app.state.host
        host.enter(NAME)
        table = host.open_table("three-card-blitz", "nj", {}, by=NAME)
        host.do(table, {"do": "sit", "seat": 1}, by=NAME)
        host.do(table, {"do": "bet", "seat": 1, "bets": {"ante": 1000, "blind": 1000}}, by=NAME)
        host.do(table, {"do": "ready", "seat": 1}, by=NAME)
        host.do(table, {"do": "act", "seat": 1, "what": "fold"}, by=NAME)
        host.enter(LEAVER)
        host.enter(FLOOR, "floor")
        host.enter(WATCHER, "auditor")
        start = app.state.sessions.start
        yield House(app, start(NAME), start(FLOOR, "floor"), start(WATCHER, "auditor"), table)


class Doors:
    """Leads to the house that a test asks; what it is described as is the same for all."""

    def __init__(self) -> None:
        self.app = create_app(MemoryHost())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)


DOORS = Doors()
schema = schemathesis.openapi.from_asgi("/api/openapi.json", DOORS).exclude(path_regex="/stream$")


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=TRIES)
def test_every_answer_is_described(case: Case, house: House) -> None:
    if "{id}" in case.path and "tables" in case.path and case.path_parameters:
        # a table that is there finds more than one that is not
        case.path_parameters["id"] = house.table
        if case.path_parameters.get("round"):
            case.path_parameters["round"] = 1
    watches = "/eye/" in case.path and "/mine/" not in case.path
    token = house.watcher if watches else house.token
    token = house.floor if case.path.startswith("/api/floor") else token
    if case.path in LEAVES:  # afterwards every session of whoever asked is over
        token = house.app.state.sessions.start(LEAVER)
    DOORS.app = house.app
    answer = case.call(headers={"Authorization": f"Bearer {token}"})
    carried = "Authorization" in answer.request.headers  # some leave it out to see what happens
    assert not (carried and answer.status_code == 401), "this token is of the house that is asked"
    case.validate_response(answer, checks=CHECKS)
