"""Compressed answers: the data of a table's page, its scripts and pictures.

Nothing else is compressed: compressing a secret together with text of other users can reveal it.
"""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

ENDS = ("/view", "/press", "/felt")
BEGINS = ("/static/", "/pictures/")
LEAST = 800  # minimum size in bytes


class Small:
    """Middleware that compresses some answers, if the client accepts it."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._small = GZipMiddleware(app, minimum_size=LEAST, compresslevel=1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        path = scope.get("path", "")
        wanted = (
            path.startswith(BEGINS)
            or path.endswith(".svg")
            or (path.startswith("/api/") and path.endswith(ENDS))
        )
        await (self._small if wanted else self._plain)(scope, receive, send)
