"""Who comes in as what: links for players and for staff, passwords, invitations."""

import re
from collections.abc import Iterator

import httpx
import pytest
from house import KINDS, PASSWORD, WAIT, Running, running

from houseway.client import Client, Problem
from houseway.ledger.people import sign_in_links
from houseway.rulebook.refusal import Refused
from houseway.server.durable import DurableHost
from houseway.server.serve import OWNER
from houseway.server.sign_in.sessions import GUEST_COOKIE


@pytest.fixture(params=KINDS)
def house(request) -> Iterator[Running]:
    with running(kind=request.param) as found:
        yield found


def test_a_link_lets_in_those_whom_it_is_for(house) -> None:
    link = house.app.state.sessions.link("floor", "auditor")
    with Client(house.base) as flo:
        with pytest.raises(Refused, match="not for admin; it is for floor or auditor"):
            flo.enter(link, "Flo", "admin")
        flo.enter(link, "Flo", "auditor", PASSWORD)  # a refusal has not used the link up
        assert flo.me()["role"] == "auditor"
        assert flo.balance == 0


def test_the_floor_invites_staff_and_players_invite_players(house) -> None:
    with Client(house.base) as flo, Client(house.base) as ada, Client(house.base) as bob:
        flo.enter(house.app.state.sessions.link("floor"), "Flo", password=PASSWORD)
        ada.enter(flo.invite(), "Ada")
        assert ada.me()["role"] == "player"
        with pytest.raises(Problem, match="player may not invite a dealer"):
            ada.invite("dealer")
        bob.enter(flo.invite("dealer"), "Bob", password=PASSWORD)
        assert bob.me()["role"] == "dealer"
        with pytest.raises(Problem, match="this is for player; you are signed in as dealer"):
            bob.buy_in()


def test_a_password_lets_in_whom_the_house_gave_one(house) -> None:
    host = house.app.state.host
    with Client(house.base) as flo:
        if not isinstance(host, DurableHost):
            with pytest.raises(Refused, match="by links"):
                flo.log_in("Flo", "sesame")
            return
        host.house.add_person("Flo", "floor", "sesame", by="the house")
        with pytest.raises(Refused, match="password or the code is wrong"):
            flo.log_in("Flo", "open")
        flo.log_in("Flo", "sesame")
        assert flo.me()["role"] == "floor"


# -- a house that is kept: whose link, whose password ----------------------------------------------


@pytest.fixture
def kept() -> Iterator[Running]:
    with running(kind="durable") as found:
        yield found


def guest(house: Running) -> str:
    return house.app.state.sessions.link()


def owner(house: Running) -> str:
    return house.app.state.sessions.link(*OWNER, owner=True)


def notes(house: Running, name: str) -> list[str]:
    """How somebody signed in, the last time first."""
    log = house.app.state.host.house.door.log(person=name)
    return [line.note for line in log if line.what == "signed in"]


def test_a_guest_link_takes_nobodys_place(kept: Running) -> None:
    people = kept.app.state.host.house
    people.add_person("Bo", "admin", PASSWORD, by="the house")
    for name in ("Bo", "the house", "the dealer"):
        with Client(kept.base) as eve, pytest.raises(Refused, match=f"the name {name} is taken"):
            eve.enter(guest(kept), name, password=PASSWORD)
    with Client(kept.base) as eve, pytest.raises(Refused, match="not for admin; it is for player"):
        eve.enter(guest(kept), "Eve", "admin", PASSWORD)


def test_the_owners_link_lets_back_in_and_the_log_says_so(kept: Running) -> None:
    with Client(kept.base) as ada:
        ada.enter(guest(kept), "Ada")
    with Client(kept.base) as again:
        with pytest.raises(Refused, match="there is no user Bob: choose a role"):
            again.enter(owner(kept), "Bob")
        again.enter(owner(kept), "Ada")
        assert again.me()["name"] == "Ada"
    assert notes(kept, "Ada") == ["owner link", "link"]


def test_the_owners_link_asks_whoever_has_a_password(kept: Running) -> None:
    with Client(kept.base) as flo:
        flo.enter(owner(kept), "Flo", "floor", PASSWORD)
    link = owner(kept)
    with Client(kept.base) as thief:
        with pytest.raises(Refused, match="Flo has a password: sign in"):
            thief.enter(link, "Flo")
        with pytest.raises(Refused, match="password or the code is wrong"):
            thief.enter(link, "Flo", password="a wrong password")
    with Client(kept.base) as flo:
        flo.enter(link, "Flo", password=PASSWORD)  # refusals have not used it up
        assert flo.me()["role"] == "floor"


def test_whoever_works_here_sets_a_password_at_once(kept: Running) -> None:
    link = kept.app.state.sessions.link("admin")
    with Client(kept.base) as bo:
        with pytest.raises(Refused, match="set a password: an admin needs one"):
            bo.enter(link, "Bo")
        with pytest.raises(Refused, match="at least 10 characters"):
            bo.enter(link, "Bo", password="123456789")
        bo.enter(link, "Bo", password="1234567890")
        bo.sign_out()
        bo.log_in("Bo", "1234567890")
        assert bo.me()["role"] == "admin"


def test_a_personal_link_lets_in_one_person_alone(kept: Running) -> None:
    database = kept.app.state.host.house.database
    with Client(kept.base) as ada, Client(kept.base) as bob:
        ada.enter(guest(kept), "Ada")
        bob.enter(guest(kept), "Bob")
    with database.transaction() as connection:
        link = sign_in_links.give(connection, sign_in_links.Link(person="Ada"), database.now)
    with Client(kept.base) as found:
        found.enter(link, "Bob")  # whatever name is typed
        assert found.me()["name"] == "Ada"
    assert notes(kept, "Ada")[0] == "personal link"


def browser(house: Running, cookies: httpx.Cookies | None = None) -> httpx.Client:
    return httpx.Client(
        base_url=house.base, headers={"Origin": house.base}, cookies=cookies, timeout=WAIT
    )


def cookie(session: httpx.Client) -> str:
    return next(one.value or "" for one in session.cookies.jar if one.name == GUEST_COOKIE)


def test_a_guest_returns_to_their_own_account_only(kept: Running) -> None:
    with browser(kept) as http:
        http.post("/enter", data={"token": guest(kept), "name": "Ada"})
        mine = cookie(http)
        csrf = re.search(r'name="csrf" value="([^"]+)"', http.get("/").text)
        assert csrf
        http.post("/sign-out", data={"csrf": csrf[1]})
        assert "Continue as Ada" in http.get("/enter").text
        assert http.post("/enter/back").headers["Location"] == "/"
        assert "Ada" in http.get("/").text
    assert notes(kept, "Ada")[0] == "returning guest"
    name, _, tag = mine.partition(".")
    for forged in (f"{b'the house'.hex()}.{tag}", f"{name}.{tag[:-1]}x", "x", f"{name}."):
        with browser(kept, httpx.Cookies({GUEST_COOKIE: forged})) as http:
            assert "Continue as" not in http.get("/enter").text
            assert http.post("/enter/back").status_code == 409


def test_a_guest_with_a_password_signs_in_with_it(kept: Running) -> None:
    with browser(kept) as http:
        http.post("/enter", data={"token": guest(kept), "name": "Ada"})
        mine = cookie(http)
    kept.app.state.host.house.door.set_password("Ada", PASSWORD)
    with browser(kept, httpx.Cookies({GUEST_COOKIE: mine})) as http:
        assert "Continue as" not in http.get("/enter").text
        assert http.post("/enter/back").status_code == 409
        http.post("/sign-in", data={"name": "Ada", "password": PASSWORD})
        assert "Ada" in http.get("/").text
