"""The page ``/api``: examples, and every call with a form to try it."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from houseway.server.api_examples import EXAMPLES
from houseway.server.pages import page
from houseway.server.sign_in.caller import session_of

api_page = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@api_page.get("/api")
def read_and_try(request: Request) -> Response:
    """Show the page to anyone; calls use the session of a signed-in viewer."""
    session = session_of(request)
    host = request.app.state.host if session else None
    base = f"{request.url.scheme}://{request.url.netloc}"
    return page(request, "api.html", session, host, examples=EXAMPLES, base=base)
