"""The permissions of every role, read from the code that enforces them: routes, table commands,
invitations.

``docs/authority.md`` is made of this, and a test has every role try all of it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI

from houseway.ledger.tables.commands import WORDS
from houseway.server.floor.staff import OWN_WORDS, roles_of
from houseway.server.sign_in.caller import caller, form_caller
from houseway.server.sign_in.links import MAY_INVITE
from houseway.server.sign_in.sessions import PLAYER, ROLES

NOBODY = "nobody"
EVERYBODY = (NOBODY, *ROLES)
BESIDES = {"GET /metrics": "from this machine or with its token"}  # routes that check no role


@dataclass(frozen=True)
class Route:
    """A route and the roles that may use it; no role means a visitor without a session."""

    method: str
    path: str
    roles: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return the route's name."""
        return f"{self.method} {self.path}"


def routes(app: FastAPI) -> list[Route]:
    """Return every route except static files, with the roles that its dependencies admit."""
    return sorted(_routes(app.routes), key=lambda one: (one.path, one.method))


def _routes(found: Iterable[Any]) -> Iterator[Route]:
    for route in found:
        if router := getattr(route, "original_router", None):
            yield from _routes(router.routes)
        for method in getattr(route, "methods", None) or ():
            if method != "HEAD":
                yield Route(method, route.path, _let_in(getattr(route, "dependant", None)))


def _let_in(dependant: Any) -> tuple[str, ...]:
    """Return the roles that all of a route's dependencies admit."""
    allowed = set(EVERYBODY)
    for call in _calls(dependant):
        if call in (caller, form_caller):
            allowed &= set(ROLES)
        allowed &= set(getattr(call, "roles", EVERYBODY))
    return tuple(one for one in EVERYBODY if one in allowed)


def _calls(dependant: Any) -> Iterator[Any]:
    for one in dependant.dependencies if dependant else ():
        yield one.call
        yield from _calls(one)


def words() -> dict[str, tuple[str, ...]]:
    """Return every table command and the roles that may give it."""
    return {word: roles_of(word) for word in sorted([*WORDS, *OWN_WORDS])}


def invitations() -> dict[str, tuple[str, ...]]:
    """Return every role and the roles that may invite it."""
    return {
        role: ROLES if role == PLAYER else tuple(who for who in ROLES if role in _gives(who))
        for role in ROLES
    }


def _gives(who: str) -> tuple[str, ...]:
    return MAY_INVITE.get(who, ())
