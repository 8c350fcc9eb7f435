"""JSON as bytes, and answers that carry it: what tables send most."""

from typing import Any

import orjson
from starlette.responses import Response

OPTIONS = orjson.OPT_NON_STR_KEYS  # seats are numbers


def as_json(data: Any) -> bytes:
    """Return plain data, models of dataclasses among it, as JSON."""
    return orjson.dumps(data, option=OPTIONS)


class Json(Response):
    """An answer whose body is plain data; nothing checks it against a model."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the body."""
        return as_json(content)
