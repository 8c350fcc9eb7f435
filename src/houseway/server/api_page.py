"""The interface as a page: examples, and every call described and ready to try."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from houseway.server.api_examples import EXAMPLES
from houseway.server.pages import page
from houseway.server.sign_in.caller import session_of

api_page = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@api_page.get("/api")
def read_and_try(request: Request) -> Response:
    """For everybody; whoever is signed in tries it as themselves."""
    session = session_of(request)
    host = request.app.state.host if session else None
    base = f"{request.url.scheme}://{request.url.netloc}"
    return page(request, "api.html", session, host, examples=EXAMPLES, base=base)
