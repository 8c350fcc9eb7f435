"""Compressed answers: the data of a table's page, its scripts and pictures.

Nothing else is: a page that holds a secret beside what others have written must not be compressed
with it.
"""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

ENDS = ("/view", "/press", "/felt")
BEGINS = ("/static/", "/pictures/")
LEAST = 800  # bytes below which it is not worth it


class Small:
    """Compresses some answers, where whoever asks can read that."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._small = GZipMiddleware(app, minimum_size=LEAST, compresslevel=1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        path = scope.get("path", "")
        wanted = path.startswith(BEGINS) or (path.startswith("/api/") and path.endswith(ENDS))
        await (self._small if wanted else self._plain)(scope, receive, send)
