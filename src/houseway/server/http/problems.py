"""Errors as RFC 9457 problem documents: a code, a reason and, where there is one, the paragraph."""

from typing import Any

from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from houseway.rulebook.refusal import Refused

MEDIA = "application/problem+json"
TITLES = {
    400: ("bad_request", "The request cannot be read"),
    401: ("not_signed_in", "Nobody is signed in"),
    403: ("not_allowed", "This is not allowed"),
    404: ("not_found", "There is nothing here"),
    405: ("not_so", "This is not done here"),
    409: ("refused", "The rules do not allow this"),
    413: ("too_large", "The request is too large"),
    422: ("not_valid", "The request does not say what it must"),
    500: ("broken", "Something in the house is broken"),
    429: ("too_many", "Too many requests"),
    503: ("unavailable", "The house cannot be reached now"),
}


class ProblemDocument(BaseModel):
    """The description of an error."""

    type: str = Field(examples=["/problems/refused"])
    title: str
    status: int
    code: str = Field(examples=["refused"])
    detail: str = Field(description="The reason.")
    cite: str = Field(default="", description="The paragraph that says so.", examples=["51.6(b)"])


class Problem(Exception):
    """An error of a request that is not a refusal under the rules."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


def document(status: int, detail: str, cite: str = "") -> dict[str, Any]:
    """Return a problem as plain data."""
    code, title = TITLES.get(status, ("problem", "Something is wrong"))
    found = {"type": f"/problems/{code}", "title": title, "status": status, "code": code}
    return {**found, "detail": detail, "cite": cite}


def answer(status: int, detail: str, cite: str = "") -> JSONResponse:
    """Return a problem as an answer."""
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse(document(status, detail, cite), status, headers, MEDIA)


def status_of(refusal: Refused) -> int:
    """Return the HTTP status of a refusal: 409, or 404 if something does not exist."""
    missing = tuple(f"there is no {what}" for what in ("table", "game", "lesson", "strategy"))
    gone = refusal.reason.startswith(missing)
    return 404 if gone or "has no round" in refusal.reason else 409


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI description of a route's errors."""
    return {
        status: {
            "description": TITLES[status][1],
            "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/ProblemDocument"}}},
        }
        for status in statuses
    }
