"""Who comes in as what: links for players and for staff, passwords, invitations."""

from collections.abc import Iterator

import pytest
from house import KINDS, Running, running

from houseway.client import Client, Problem
from houseway.rulebook.refusal import Refused
from houseway.server.durable import DurableHost


@pytest.fixture(params=KINDS)
def house(request) -> Iterator[Running]:
    with running(kind=request.param) as found:
        yield found


def test_a_link_lets_in_those_whom_it_is_for(house) -> None:
    link = house.app.state.sessions.link("floor", "auditor")
    with Client(house.base) as flo:
        with pytest.raises(Refused, match="not for admin; it is for floor or auditor"):
            flo.enter(link, "Flo", "admin")
        flo.enter(link, "Flo", "auditor")  # a refusal has not used the link up
        assert flo.me()["role"] == "auditor"
        assert flo.balance == 0


def test_the_floor_invites_staff_and_players_invite_players(house) -> None:
    with Client(house.base) as flo, Client(house.base) as ada, Client(house.base) as bob:
        flo.enter(house.app.state.sessions.link("floor"), "Flo")
        ada.enter(flo.invite(), "Ada")
        assert ada.me()["role"] == "player"
        with pytest.raises(Problem, match="player may not invite a dealer"):
            ada.invite("dealer")
        bob.enter(flo.invite("dealer"), "Bob")
        assert bob.me()["role"] == "dealer"
        with pytest.raises(Problem, match="this is for player; you are here as dealer"):
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
