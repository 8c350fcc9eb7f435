"""JSON answers encoded by orjson, used where tables send the most data."""

from typing import Any

import orjson
from starlette.responses import Response

OPTIONS = orjson.OPT_NON_STR_KEYS  # seats are numbers


def as_json(data: Any) -> bytes:
    """Return plain data, including dataclasses, as JSON bytes."""
    return orjson.dumps(data, option=OPTIONS)


class Json(Response):
    """A JSON answer from plain data, without validation against a model."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the body."""
        return as_json(content)
