"""What every answer carries, and what is turned away at once."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.server import problems

MOST = 100_000  # bytes of a request's body
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self'; connect-src 'self'; font-src 'self'; form-action 'self';"
    " frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Adds the headers that every answer carries, keeps what is personal out of caches and turns
    away bodies that are too large."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        static = scope["path"].startswith("/static/")

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = message.setdefault("headers", [])
                known = {name.lower() for name, _ in found}
                found += [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
                if b"cache-control" not in known:
                    kept = b"max-age=3600" if static else b"no-store"
                    found.append((b"cache-control", kept))
            await send(message)

        too_large = not length.isdigit() or int(length) > MOST
        if too_large or b"transfer-encoding" in headers:
            refused = problems.answer(413, f"a request has at most {MOST:,} bytes, of known length")
            await refused(scope, receive, send_guarded)
            return
        await self.app(scope, receive, send_guarded)
