"""Who may do what: every route, every word and every invitation, really tried by every role.

What each may is read from the code (``server/authority.py``), and ``docs/authority.md`` is written
from the same, so that whoever changes it sees it change there. A few lines that must never change
are written out here.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from house import KINDS, Running, running

from houseway.ledger.house import House
from houseway.ledger.tables.commands import WORDS
from houseway.pages import authority_page
from houseway.referee.requests import AWAY, BACK
from houseway.rulebook.refusal import Refused
from houseway.server.durable import ADMIN, open_house
from houseway.server.floor.staff import OWN_WORDS
from houseway.server.sign_in.authority import NOBODY, Route, invitations, routes, words
from houseway.server.sign_in.sessions import PLAYER, ROLES

DOCS = Path(__file__).parents[2] / "docs"
STAFF_ROUTES = {  # never for players, whatever becomes of the rest
    "/floor": {"floor", "admin"},
    "/api/floor": {"floor", "admin"},
    "/eye/tables": {"auditor", "floor", "admin"},
    "/api/eye/rounds": {"auditor", "floor", "admin"},
    "/eye/doors": {"auditor", "admin"},
    "/api/eye/doors": {"auditor", "admin"},
    "/api/people": {"admin"},
    "/account/factor/reset": {"admin"},
}
CHIPS = ("bet", "buy", "seed", *OWN_WORDS)  # a player's own to say
FIELDS: dict[str, dict[str, Any]] = {
    "absent": {"seat": 1},
    "act": {"seat": 1, "what": "play"},
    "allow": {"seat": 1, "bets": {"ante": 1000}},
    "announce": {"options": {}, "effective_at": 60, "posted_at": 0, "announced_at": 0},
    "bet": {"seat": 1, "bets": {"ante": 1000}},
    "buy": {"seat": 1, "form": {}},
    "change": {"options": {}},
    "commit": {"seat": 1},
    "draw": {"cards": "As"},
    "leave": {"seat": 1},
    "picked": {"numbers": [1]},
    **{word: {"seat": 1} for word in (AWAY, BACK, *OWN_WORDS)},
    "change_seat": {"seat": 1, "to": 2},
    "move": {"seat": 1, "to": 2},
    "redeem": {"seat": 1, "ticket": "1"},
    "refund": {"seat": 1, "ticket": "1"},
    "report": {"what": "card_face_up"},
    "rolled": {"numbers": [1]},
    "seed": {"seat": 1, "seed": "00ff"},
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
        found.app.state.buckets._burst = found.app.state.buckets._rate = 1e9
        yield found


@pytest.fixture(scope="module")
def tokens(house: Running) -> dict[str, str]:
    """Somebody of every role, as a program's token."""
    found = {}
    for role in ROLES:
        house.app.state.host.enter(f"one {role}", role)
        found[role] = house.app.state.sessions.start(f"one {role}", role)
    return found


def as_role(house: Running, tokens: dict[str, str], role: str) -> httpx.Client:
    token = tokens.get(role)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.Client(base_url=house.base, headers=headers, timeout=60)


# -- what the code says --------------------------------------------------------------------------


def test_the_page_tells_what_the_code_does() -> None:
    told = (DOCS / authority_page.FILE).read_text(encoding="utf-8")
    assert told == authority_page.markdown(), "python -m houseway.pages docs"


def test_what_must_never_be_otherwise(house: Running) -> None:
    found = routes(house.app)
    for beginning, most in STAFF_ROUTES.items():
        those = [one for one in found if one.path.startswith(beginning)]
        assert those, beginning
        for one in those:
            assert set(one.roles) <= most, one
    for word in CHIPS:
        assert words()[word] == (PLAYER,), word
    assert set(words()) == {*WORDS, *OWN_WORDS}
    may = invitations()
    assert may["admin"] == may["auditor"] == ("admin",)
    assert may["dealer"] == may["floor"] == ("floor", "admin")
    open_ones = {one.name for one in found if NOBODY in one.roles}
    assert open_ones == {
        "GET /api",
        "GET /api/openapi.json",
        "GET /enter",
        "GET /favicon.ico",
        "GET /games/{id}/felt.svg",
        "GET /healthz",
        "GET /metrics",
        "GET /pictures/{kind}.svg",
        "GET /readyz",
        "POST /api/session",
        "POST /api/session/password",
        "POST /enter",
        "POST /enter/back",
        "POST /sign-in",
    }


# -- every route ---------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [NOBODY, *ROLES])
def test_every_route_lets_in_whom_it_says(
    house: Running, tokens: dict[str, str], role: str
) -> None:
    wrong = []
    with as_role(house, tokens, role) as http:
        for one in routes(house.app):
            if one.name in ("POST /sign-out", "DELETE /api/session"):
                continue  # tried below: afterwards there is nobody to ask for anything
            status = _asked(http, one)
            if status >= 500:
                wrong.append(f"{one.name}: {status} for {role}")
            elif role in one.roles:
                let_in = status not in (401, 403) or (NOBODY in one.roles and status == 401)
                wrong += [] if let_in else [f"{one.name}: {status}, but {role} may"]
            elif status != (401 if role == NOBODY else 403):
                wrong.append(f"{one.name}: {status}, but {role} may not")
    assert wrong == []


def _asked(http: httpx.Client, route: Route) -> int:
    """The status that a route answers; of a stream only the beginning is read."""
    path = route.path.replace("{id}", "1" if "tables" in route.path else "three-card-blitz")
    path = path.replace("{round}", "1").replace("{name}", "Ada")
    if path.endswith("/strategy"):
        path += "?edition=nowhere"  # who may ask is known before anything is computed
    body = {} if route.method == "POST" else None
    with http.stream(route.method, path, json=body) as answer:
        return answer.status_code


@pytest.mark.parametrize("way", ["POST /sign-out", "DELETE /api/session"])
def test_nobody_leaves_who_has_not_come_in(house: Running, way: str) -> None:
    method, _, path = way.partition(" ")
    for role in (NOBODY, *ROLES):
        name = f"leaving {role} {method}"
        if role != NOBODY:
            house.app.state.host.enter(name, role)
        secret = house.app.state.sessions.start(name, role) if role != NOBODY else ""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        answer = httpx.request(method, f"{house.base}{path}", headers=headers, timeout=60)
        assert answer.status_code == (401 if not secret else 303 if method == "POST" else 204), role


# -- every word ----------------------------------------------------------------------------------


def said_over_http(house: Running) -> list[str]:
    """The words that the interface has; others have routes of their own."""
    post = house.app.openapi()["paths"]["/api/tables/{id}/commands"]["post"]
    body = post["requestBody"]["content"]["application/json"]["schema"]
    return sorted(body["discriminator"]["mapping"])


@pytest.mark.parametrize("role", [NOBODY, *ROLES])
def test_every_word_is_for_whom_the_ledger_says(
    house: Running, tokens: dict[str, str], role: str
) -> None:
    """What is for somebody else is told so; what is not may still be refused by the rules."""
    told = said_over_http(house)
    assert set(told) <= set(words())
    with as_role(house, tokens, role) as http:
        for word in told:
            said = {"do": word, **FIELDS.get(word, {})}
            status = http.post("/api/tables/1/commands", json=said).status_code
            if role == NOBODY:
                assert status == 401, word
            elif role in words()[word]:
                assert status in (200, 409), (word, status)
            else:
                assert status == 403, (word, status)
            pressed = {"do": word, "seat": 1, "what": "play"}
            status = http.post("/api/tables/1/press", json=pressed).status_code
            assert status == 401 if role == NOBODY else status < 500, (word, status)
            if role != NOBODY and role not in words()[word]:
                assert status in (403, 409, 422), (word, status)


@pytest.mark.parametrize("role", ROLES)
def test_at_a_practice_table_everybody_is_a_player(
    house: Running, tokens: dict[str, str], role: str
) -> None:
    """Words of staff are answered with 403, whoever says them, and never with an error."""
    with as_role(house, tokens, role) as http:
        wanted = {"game": "three-card-blitz"}
        table = http.post("/api/practice/tables", json=wanted).json()["id"]
        for word in said_over_http(house):
            said = {"do": word, **FIELDS.get(word, {})}
            status = http.post(f"/api/practice/tables/{table}/commands", json=said).status_code
            expected = (200, 409) if PLAYER in words()[word] else (403,)
            assert status in expected, (word, status)
            pressed = {"do": word, "given": "As", "seat": 1, "what": "play"}
            status = http.post(f"/api/practice/tables/{table}/press", json=pressed).status_code
            assert status in (200, 409, 422), (word, status)
        for place in ("dealer", "floor", "key employee"):
            said = {"do": "act", "seat": place, "what": "cut"}
            status = http.post(f"/api/practice/tables/{table}/commands", json=said).status_code
            assert status in (403, 409), (place, status)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def ledger(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """A ledger of either kind with one of every role, and Ann at seat 1 of table 1."""
    import postgres

    folder = tmp_path_factory.mktemp("authority")
    url = f"sqlite:///{folder / 'house.db'}"
    if request.param == "postgresql":
        url = postgres.new_database(request.getfixturevalue("server"))
    with open_house(url, folder / "keys") as house:
        for role in ROLES:
            house.add_person(f"one {role}", role, "", by=ADMIN)
        house.add_person("Ann", PLAYER, "", by=ADMIN)
        house.buy_in("Ann", 100_000, by="the floor", key="in")
        house.open_table("three-card-blitz", by="the floor")
        house.do(1, {"do": "sit", "seat": 1}, by="Ann", key="sit")
        house.do(1, {"do": "begin"}, by="the dealer", key="begin")
        yield house


@pytest.mark.parametrize("role", ROLES)
def test_every_word_to_the_ledger_itself(ledger: House, role: str) -> None:
    """Nobody moves somebody else's chips, whatever they say and however they say it."""
    for word in WORDS:
        said = {"do": word, **FIELDS.get(word, {})}
        if word == "act":
            said["who"] = said.pop("seat")
        before = ledger.balance("Ann"), ledger.tables()[0]["seq"]
        if (
            word in ("leave", "sit", "allow", "commit", "close", "report")
            and role in WORDS[word].roles
        ):
            continue  # lawful for them; that they may is tried over HTTP above
        if role not in WORDS[word].roles:
            with pytest.raises(Refused, match=rf"\({role}\) may not {word}"):
                ledger.do(1, said, by=f"one {role}", key=f"{word} {role}")
            assert (ledger.balance("Ann"), ledger.tables()[0]["seq"]) == before
            continue
        with pytest.raises(Refused):
            ledger.do(1, said, by=f"one {role}", key=f"{word} {role}")
        assert ledger.balance("Ann") == before[0]


# -- every invitation ----------------------------------------------------------------------------


@pytest.mark.parametrize("role", [NOBODY, *ROLES])
def test_every_invitation(house: Running, tokens: dict[str, str], role: str) -> None:
    """The floor lets in neither those who watch it nor those above it."""
    with as_role(house, tokens, role) as http:
        for wanted, may in invitations().items():
            status = http.post("/api/links", json={"role": wanted}).status_code
            expected = 401 if role == NOBODY else 201 if role in may else 403
            assert status == expected, (wanted, status)
            status = http.post("/invite", data={"role": wanted}).status_code
            expected = 401 if role == NOBODY else 200 if role in may else 403
            assert status == expected, (wanted, status)
