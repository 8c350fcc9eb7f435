"""Who may ask for what: every route of the application with every role, from one table.

Whoever adds a route adds a line. Roles are those who are let in; the others are told that this is
not for them (403), and whoever is not signed in is told to come in (401). ``open`` is for anybody
at all, ``signed in`` for whoever has come in.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import httpx
import pytest
from house import KINDS, Running, running

from houseway.server.sessions import ROLES

NOBODY = "nobody"
ROUTES = {
    "GET /": "signed in",
    "GET /api/eye/log": "auditor floor admin",
    "GET /api/eye/mine/rounds": "player",
    "GET /api/eye/mine/tables/{id}/rounds/{round}": "player",
    "GET /api/eye/rounds": "auditor floor admin",
    "GET /api/eye/tables/{id}/ledger": "auditor floor admin",
    "GET /api/eye/tables/{id}/rounds/{round}": "auditor floor admin",
    "GET /api/eye/tables/{id}/rounds/{round}/log": "auditor floor admin",
    "GET /api/eye/tables/{id}/rounds/{round}/proof": "auditor floor admin",
    "GET /api/eye/tables/{id}/rounds/{round}/report": "auditor floor admin",
    "GET /api/floor/meters": "floor admin",
    "GET /api/floor/tables": "floor admin",
    "GET /api/floor/tables/{id}": "floor admin",
    "GET /api/floor/tables/{id}/sign": "floor admin",
    "GET /api/games": "signed in",
    "GET /api/games/{id}": "signed in",
    "GET /api/games/{id}/rulebook": "signed in",
    "GET /api/me": "signed in",
    "GET /api/openapi.json": "open",
    "GET /api/practice": "signed in",
    "GET /api/practice/lessons/{id}": "signed in",
    "GET /api/practice/tables/{id}": "signed in",
    "GET /api/practice/tables/{id}/advice": "signed in",
    "GET /api/tables": "signed in",
    "GET /api/tables/{id}": "signed in",
    "GET /api/tables/{id}/stream": "signed in",
    "GET /enter": "open",
    "GET /eye": "auditor floor admin",
    "GET /eye/mine": "player",
    "GET /eye/mine/tables/{id}/rounds/{round}": "player",
    "GET /eye/tables/{id}/rounds/{round}": "auditor floor admin",
    "GET /eye/tables/{id}/rounds/{round}/verify": "auditor floor admin",
    "GET /floor": "floor admin",
    "GET /floor/meters": "floor admin",
    "GET /floor/open": "floor admin",
    "GET /floor/tables/{id}": "floor admin",
    "GET /floor/tables/{id}/change": "floor",
    "GET /floor/tables/{id}/now": "floor admin",
    "GET /floor/tables/{id}/report": "floor",
    "GET /floor/tables/{id}/sign": "floor admin",
    "GET /games/{id}": "signed in",
    "GET /games/{id}/felt.svg": "open",
    "GET /games/{id}/strategy": "signed in",
    "GET /practice": "signed in",
    "GET /practice/dealer": "signed in",
    "GET /practice/dealer/{id}": "signed in",
    "GET /practice/dealer/{id}/report": "signed in",
    "GET /practice/tables/{id}": "signed in",
    "GET /practice/tables/{id}/coach": "signed in",
    "GET /practice/tables/{id}/now": "signed in",
    "GET /tables/{id}": "signed in",
    "GET /tables/{id}/now": "signed in",
    "GET /tables/{id}/stream": "signed in",
    "POST /api/floor/check": "floor admin",
    "POST /api/floor/tables": "floor admin",
    "POST /api/floor/tables/{id}/changes": "floor",
    "POST /api/floor/tables/{id}/close": "floor admin",
    "POST /api/floor/tables/{id}/reports": "floor",
    "POST /api/floor/tables/{id}/reports/preview": "floor",
    "POST /api/links": "signed in",
    "POST /api/me/buy-in": "player",
    "POST /api/practice/buy-in": "signed in",
    "POST /api/practice/lessons": "signed in",
    "POST /api/practice/lessons/{id}/answers": "signed in",
    "POST /api/practice/tables": "signed in",
    "POST /api/practice/tables/{id}/commands": "signed in",
    "POST /api/session": "open",
    "POST /api/session/password": "open",
    "POST /api/tables": "player floor admin",
    "POST /api/tables/{id}/commands": "signed in",
    "POST /buy-in": "player",
    "POST /enter": "open",
    "POST /floor/open": "floor admin",
    "POST /floor/tables/{id}/change": "floor",
    "POST /floor/tables/{id}/close": "floor admin",
    "POST /floor/tables/{id}/report": "floor",
    "POST /games/{id}/play": "player",
    "POST /invite": "signed in",
    "POST /practice/dealer": "signed in",
    "POST /practice/dealer/{id}": "signed in",
    "POST /practice/tables": "signed in",
    "POST /practice/tables/{id}/do": "signed in",
    "POST /sign-in": "open",
    "POST /sign-out": "signed in",
    "POST /tables/{id}/do": "signed in",
}
# What is said at a table, by the ledger's own list: who may say which word.
SAID = {
    "act": "player dealer floor",
    "begin": "dealer floor",
    "bet": "player floor",
    "buy": "player dealer floor",
    "close": "dealer floor",
    "draw": "dealer floor",
    "go": "dealer floor",
    "leave": "player floor",
    "new_deck": "floor",
    "picked": "dealer floor",
    "ready": "player",
    "redeem": "player dealer floor",
    "refund": "player dealer floor",
    "report": "dealer floor",
    "rolled": "dealer floor",
    "shuffled": "dealer floor",
    "sit": "player floor",
    "spun": "dealer floor",
    "take_out": "floor",
    "void": "player dealer floor",
}
FIELDS = {
    "act": {"seat": 1, "what": "play"},
    "bet": {"seat": 1, "bets": {"ante": 1000}},
    "buy": {"seat": 1, "form": {}},
    "draw": {"cards": "As"},
    "leave": {"seat": 1},
    "picked": {"numbers": [1]},
    "ready": {"seat": 1},
    "redeem": {"seat": 1, "ticket": "1"},
    "refund": {"seat": 1, "ticket": "1"},
    "report": {"what": "card_face_up"},
    "rolled": {"numbers": [1]},
    "sit": {"seat": 1},
    "spun": {"pocket": "1"},
    "take_out": {"device": "shuffler", "how": "covered"},
    "void": {"seat": 1, "ticket": "1"},
}


@pytest.fixture(scope="module", params=KINDS)
def house(request: pytest.FixtureRequest) -> Iterator[Running]:
    with running(kind=request.param) as found:
        found.app.state.host.enter("Ada")
        found.app.state.host.open_table("three-card-blitz", "nj", {}, by="Ada")
        yield found


@pytest.fixture(scope="module")
def tokens(house: Running) -> dict[str, str]:
    """Somebody of every role, as a program's token."""
    found = {}
    for role in ROLES:
        house.app.state.host.enter(f"one {role}", role)
        found[role] = house.app.state.sessions.start(f"one {role}", role)
    return found


def routes(house: Running) -> set[str]:
    """Every route that the application has, but for files."""
    return set(_routes(house.app.routes))


def _routes(routes: Iterable[Any]) -> Iterator[str]:
    for route in routes:
        if router := getattr(route, "original_router", None):
            yield from _routes(router.routes)
        for method in getattr(route, "methods", None) or ():
            if method != "HEAD":
                yield f"{method} {route.path}"


def test_every_route_is_in_the_table(house: Running) -> None:
    found = routes(house)
    assert sorted(found - set(ROUTES)) == [], "a route needs a line in ROUTES"
    assert sorted(set(ROUTES) - found) == [], "a line of ROUTES has no route"
    assert list(ROUTES) == sorted(ROUTES)


def allowed(line: str) -> set[str]:
    """The roles that a line lets in, nobody among them if anybody may."""
    words = {"open": {NOBODY, *ROLES}, "signed in": set(ROLES)}
    return words.get(line) or set(line.split())


@pytest.mark.parametrize("role", [NOBODY, *ROLES])
def test_every_route_lets_in_whom_the_table_says(
    house: Running, tokens: dict[str, str], role: str
) -> None:
    house.app.state.buckets._burst = house.app.state.buckets._rate = 1e9
    token = tokens.get(role)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    wrong = []
    with httpx.Client(base_url=house.base, headers=headers, timeout=60) as http:
        for line, may in ROUTES.items():
            if line == "POST /sign-out":
                continue  # tried below: afterwards there is nobody to ask for anything
            status = _asked(http, line)
            if role in allowed(may):
                let_in = status not in (401, 403) or (may == "open" and status == 401)
                wrong += [] if let_in else [f"{line}: {status}, but {role} may"]
            elif status != (401 if role == NOBODY else 403):
                wrong.append(f"{line}: {status}, but {role} may not")
    assert wrong == []


def _asked(http: httpx.Client, line: str) -> int:
    """The status that a route answers; of a stream only the beginning is read."""
    method, _, path = line.partition(" ")
    path = path.replace("{id}", "1" if "tables" in path else "three-card-blitz")
    path = path.replace("{round}", "1")
    if path.endswith("/strategy"):
        path += "?edition=nowhere"  # who may ask is known before anything is computed
    with http.stream(method, path, json={} if method == "POST" else None) as answer:
        return answer.status_code


def test_nobody_leaves_who_has_not_come_in(house: Running) -> None:
    for role in (NOBODY, *ROLES):
        secret = house.app.state.sessions.start(f"one {role}", role) if role != NOBODY else ""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        answer = httpx.post(f"{house.base}/sign-out", headers=headers, timeout=60)
        assert answer.status_code == (303 if secret else 401), role


@pytest.mark.parametrize("role", ROLES)
def test_every_word_is_for_whom_the_ledger_says(
    house: Running, tokens: dict[str, str], role: str
) -> None:
    """What is for somebody else is told so; what is not may still be refused by the rules."""
    house.app.state.buckets._burst = house.app.state.buckets._rate = 1e9
    headers = {"Authorization": f"Bearer {tokens[role]}"}
    found = {}
    with httpx.Client(base_url=house.base, headers=headers, timeout=60) as http:
        for word in SAID:
            said = {"do": word, **FIELDS.get(word, {})}
            answer = http.post("/api/tables/1/commands", json=said)
            found[word] = answer.status_code
    assert 422 not in found.values(), found
    told = {word for word, status in found.items() if status == 403}
    assert told == {word for word, roles in SAID.items() if role not in roles.split()}


def test_the_words_are_all_that_can_be_said(house: Running) -> None:
    schema = house.app.openapi()
    post = schema["paths"]["/api/tables/{id}/commands"]["post"]
    body = post["requestBody"]["content"]["application/json"]["schema"]
    assert sorted(body["discriminator"]["mapping"]) == sorted(SAID)
