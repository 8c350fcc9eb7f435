"""Who may ask for what and say what, read from the code that decides it: the routes of the
application, the words of the ledger, the invitations of the door.

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
BESIDES = {"GET /metrics": "from this machine or with its token"}  # what is judged by no role


@dataclass(frozen=True)
class Route:
    """One way to ask for something, and who may; nobody among them is who has not come in."""

    method: str
    path: str
    roles: tuple[str, ...]

    @property
    def name(self) -> str:
        """How it is called."""
        return f"{self.method} {self.path}"


def routes(app: FastAPI) -> list[Route]:
    """Every route of an application but files, with those whom its own checks let in."""
    return sorted(_routes(app.routes), key=lambda one: (one.path, one.method))


def _routes(found: Iterable[Any]) -> Iterator[Route]:
    for route in found:
        if router := getattr(route, "original_router", None):
            yield from _routes(router.routes)
        for method in getattr(route, "methods", None) or ():
            if method != "HEAD":
                yield Route(method, route.path, _let_in(getattr(route, "dependant", None)))


def _let_in(dependant: Any) -> tuple[str, ...]:
    """Whom the checks of a route let in: those whom all of them do."""
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
    """Every word that can be said to a table, and who may say it."""
    return {word: roles_of(word) for word in sorted([*WORDS, *OWN_WORDS])}


def invitations() -> dict[str, tuple[str, ...]]:
    """Every role, and who may invite somebody as such."""
    return {
        role: ROLES if role == PLAYER else tuple(who for who in ROLES if role in _gives(who))
        for role in ROLES
    }


def _gives(who: str) -> tuple[str, ...]:
    return MAY_INVITE.get(who, ())
