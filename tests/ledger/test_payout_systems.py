"""A payout that two casinos share (14.20): two houses, each with its own database and keys, one of
them the host. Every cent is accounted for in both, whatever the line between them does."""

import html
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from casinos import FUND, OPTIONS, PLAIN, QUADS, Casinos, agreement, contribute, letter, to_deal
from fastapi.testclient import TestClient
from sqlalchemy import make_url

from houseway.games import game
from houseway.ledger.errors import Unavailable
from houseway.ledger.house import House
from houseway.ledger.payouts import fund_actions as payouts
from houseway.ledger.payouts.http import PayoutServer, send_to
from houseway.ledger.payouts.member import Link
from houseway.ledger.payouts.messages import (
    Confirm,
    TellOtherwise,
    Transmit,
)
from houseway.ledger.payouts.systems import Systems, kept_going
from houseway.rulebook.refusal import Refused
from houseway.server.app import create_app
from houseway.server.durable import DurableHost
from houseway.server.sign_in.house_sessions import HouseSessions
from postgres import new_database, on_server
from until import LIMIT, until

ADJUSTED = {
    "adjusted_by": {"name": "Abe", "position": "accounting"},
    "watched_by": {"name": "Sam", "position": "poker_supervisor"},
}
PLAYS = [(1, "call"), *[(seat, "check") for street in range(4) for seat in (2, 1)][:7], (2, "show")]


@pytest.fixture(params=["sqlite", "postgresql"])
def casinos(request: pytest.FixtureRequest, folder: Path) -> Iterator[Casinos]:
    """Two casinos that share a fund; the host's database is of either kind."""
    server = request.getfixturevalue("server") if request.param == "postgresql" else ""
    north = new_database(server) if server else ""
    made = Casinos(folder, north=north)
    made.listen()
    made.listen()
    yield made
    for house in made.houses.values():
        house.close()
    if north:
        on_server(server, f"DROP DATABASE {make_url(north).database} WITH (FORCE)")


def test_contributions_of_both_casinos_are_one_fund_and_told_apart(casinos: Casinos) -> None:
    contribute(casinos, "North", 2)
    contribute(casinos, "South", 1)
    casinos.listen()
    told = casinos.links["South"].told
    assert told["displayed"] == 300
    assert {name: share["total"] for name, share in told["shares"].items()} == {
        "North": 200,
        "South": 100,
    }
    assert (casinos.held("North"), casinos.held("South")) == (200, 100)
    casinos.check()


def test_a_bad_beat_in_one_casino_is_paid_out_of_both(casinos: Casinos) -> None:
    contribute(casinos, "North", 3)
    table = contribute(casinos, "South", 1)
    round = table.play(QUADS)
    casinos.listen()
    south = casinos.houses["South"]
    before = {name: south.balance(name) for name in ("Ann", "Bob")}
    casinos.links["South"].claim(table.number, round, by="Flo")
    casinos.listen("North")
    assert casinos.links["North"].told["payouts"][0]["stage"] == "pending"
    assert casinos.links["North"].told["displayed"] == 500  # it falls by payment alone
    casinos.host.do(Confirm(payout=1), by="Flo")
    casinos.listen()
    won = {name: south.balance(name) - before[name] for name in before}
    assert won == {"Ann": 125, "Bob": 375}  # half and the rest of the table; a quarter
    assert (casinos.held("North"), casinos.held("South")) == (0, 0)
    assert casinos.links["North"].told["displayed"] == 0
    payout = casinos.host.state.payouts[0]
    (line,) = game("poker").payout_system.record(payout)
    assert sorted(line["losing_hand"].split()) == sorted(["7c", "7d", "7h", "7s", "Kc"])
    assert sorted(line["winning_hand"].split()) == sorted(["9h", "8h", "7h", "6h", "5h"])
    assert (line["location"], line["verified_by"]) == ("South, table 1", "Flo")
    for name, house in casinos.houses.items():  # the display may fall by what was paid
        adjust = {**ADJUSTED, "day": "2026-11-18", "display": 0, "seen": 0}
        payouts.act(house, FUND, "adjust", adjust, by="Flo", key=f"adjust {name}")
        with pytest.raises(Refused, match="casinos share this fund") as refusal:
            payouts.act(house, FUND, "end", {}, by="Flo", key=f"end {name}")
        assert refusal.value.cite == "14.20(c)"
    casinos.listen()  # nothing is paid twice
    assert {name: south.balance(name) - before[name] for name in before} == won
    casinos.check()


def test_a_line_that_is_cut_ends_the_offer_everywhere_until_it_is_back(casinos: Casinos) -> None:
    north, south = contribute(casinos, "North", 1), contribute(casinos, "South", 1)
    casinos.listen()
    casinos.lines["South"].cut = True
    with pytest.raises(Unavailable):
        casinos.links["South"].listen(0)
    south.play(QUADS)  # no contribution and no claim
    assert casinos.held("South") == 100
    with pytest.raises(Refused, match="claims nothing"):
        casinos.links["South"].claim(south.number, 2, by="Flo")
    north.play(PLAIN)  # the host has not noticed yet
    assert casinos.held("North") == 200
    casinos.now += 11
    casinos.links["North"].listen(0)  # the host's own house is heard of
    casinos.host.beat()
    casinos.links["North"].listen(0)
    assert casinos.links["North"].told["down"] == ["South"]
    north.play(PLAIN)
    assert casinos.held("North") == 200
    casinos.lines["South"].cut = False
    casinos.listen()
    casinos.listen()
    north.play(PLAIN)
    south.play(PLAIN)
    assert (casinos.held("North"), casinos.held("South")) == (300, 200)
    casinos.check()


def test_what_is_offered_when_the_cards_are_dealt_holds_for_the_round(casinos: Casinos) -> None:
    contribute(casinos, "North", 1)
    table = casinos.table("South")
    table.begin()
    table.do({"do": "close"}, "Dee")
    casinos.listen()
    casinos.lines["North"].cut = True
    casinos.now += 11
    casinos.links["South"].listen(0)
    casinos.host.beat()
    casinos.links["South"].listen(0)
    assert not casinos.links["South"].told["operational"]
    left = to_deal(QUADS)
    table.deal(left)
    for seat, what in PLAYS:
        who = {1: "Ann", 2: "Bob"}[seat]
        table.do({"do": "act", "who": seat, "what": what}, who)
        table.deal(left)
    told = casinos.links["South"].claim(table.number, 1, by="Flo")
    assert told["payouts"][0]["told"] == {"South": "payout system"}
    assert told["payouts"][0]["to_tell"] == ["North"]
    with pytest.raises(Refused, match="North has not been told") as refusal:
        casinos.host.do(Confirm(payout=1), by="Flo")
    assert refusal.value.cite == "14.20(e)4i"
    casinos.host.do(TellOtherwise(payout=1, casino="North", how="telephone"), by="Flo")
    casinos.host.do(Confirm(payout=1), by="Flo")
    casinos.links["South"].listen(0)
    casinos.lines["North"].cut = False
    casinos.listen()
    assert (casinos.held("North"), casinos.held("South")) == (0, 100)  # South's came after it
    casinos.check()


@pytest.mark.parametrize("claims", ["first_claim", "equal_shares"])
def test_two_casinos_claim_at_once(folder: Path, claims: str) -> None:
    casinos = Casinos(folder, claims)
    casinos.listen()
    casinos.listen()
    contribute(casinos, "North", 4)
    tables = {name: casinos.table(name) for name in casinos.houses}
    rounds = {name: table.play(QUADS) for name, table in tables.items()}
    casinos.listen()
    start = threading.Barrier(2)

    def claim(name: str) -> None:
        start.wait()
        casinos.links[name].claim(tables[name].number, rounds[name], by="Flo")

    both = [threading.Thread(target=claim, args=(name,)) for name in tables]
    for one in both:
        one.start()
    for one in both:
        one.join()
    payouts = casinos.host.state.payouts
    assert sum(one.amount for one in payouts) == 600
    for payout in payouts:
        casinos.host.do(Confirm(payout=payout.number), by="Flo")
    casinos.listen()
    if claims == "first_claim":
        assert [one.amount for one in payouts] == [600, 0]
    else:
        assert [sorted(one.parts().values()) for one in payouts] == [[300, 300]]
    assert (casinos.held("North"), casinos.held("South")) == (0, 0)
    casinos.check()


def test_answers_that_are_lost_and_letters_that_come_twice_change_nothing(
    casinos: Casinos,
) -> None:
    contribute(casinos, "South", 2)
    casinos.lines["South"].loses_answers = True
    for _ in range(3):
        with pytest.raises(Unavailable):
            casinos.links["South"].transmit()
    assert casinos.host.state.shares["South"].total == 200
    casinos.lines["South"].loses_answers = False
    casinos.listen()
    assert casinos.links["South"].told["shares"]["South"] == {
        "number": 1,
        "total": 200,
        "taken": 0,
    }


def test_only_the_casinos_of_the_agreement_are_heard(casinos: Casinos) -> None:
    north = casinos.houses["North"].keys
    for casino, keys in (("West", north), ("South", north)):
        said = casinos.question("South", Transmit, number=1, total=999)
        with pytest.raises(Refused) as refusal:
            casinos.host.answer(letter(casino, said, keys))
        assert refusal.value.cite == "14.20(e)3"
    with pytest.raises(Refused, match="decide on payouts"):
        casinos.host.do(Confirm(payout=1), by="Dee")


def test_a_table_with_other_payout_rules_is_not_opened(casinos: Casinos) -> None:
    south = casinos.houses["South"]
    link = {"bad_beat": {"link": FUND}}
    for options, meters in (
        ({**OPTIONS, "bad_beat_hand": "four_tens"}, link),
        (OPTIONS, {"bad_beat": {"link": "another"}}),
        (OPTIONS, {}),
    ):
        with pytest.raises(Refused) as refusal:
            south.open_table("poker", options=options, meters=meters, by="Flo")
        assert refusal.value.cite == "14.20(a)"
    table = casinos.table("South")
    change = {"do": "change", "options": {"bad_beat_hand": "four_tens"}}
    with pytest.raises(Refused) as refusal:
        south.do(table.number, change, by="Flo", key="change")
    assert refusal.value.cite == "14.20(a)"


def test_a_system_goes_on_after_both_houses_have_been_closed(
    casinos: Casinos, folder: Path
) -> None:
    contribute(casinos, "North", 1)
    table = contribute(casinos, "South", 1)
    casinos.listen()
    round = table.play(QUADS)
    casinos.links["South"].claim(table.number, round, by="Flo")
    stood = casinos.host.state
    for name, house in casinos.houses.items():
        house.close()
        casinos.houses[name] = House.open(casinos.urls[name], folder / name / "keys")
    casinos.open()
    assert casinos.host.state == stood
    casinos.host.do(Confirm(payout=1), by="Flo")
    casinos.listen()
    casinos.check()


def test_letters_go_over_the_network(casinos: Casinos) -> None:
    casinos.open(time.monotonic)
    with PayoutServer(("127.0.0.1", 0), casinos.host) as server:
        served = threading.Thread(target=server.serve_forever, daemon=True)
        served.start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        link = Link(casinos.houses["South"], FUND, send_to(address))
        contribute(casinos, "South", 1)
        link.transmit()
        assert link.told["displayed"] == 100
        closing = threading.Event()
        listening = threading.Thread(target=link.run, args=(closing, 0.1), daemon=True)
        listening.start()
        contribute(casinos, "North", 1)
        casinos.links["North"].transmit()
        until(lambda: link.told["displayed"] == 200, "it is not told")
        closing.set()
        server.shutdown()
        listening.join(LIMIT)
        served.join()
    with pytest.raises(Unavailable):
        link.listen(0)


def test_a_house_keeps_its_systems_going_while_it_is_open(casinos: Casinos) -> None:
    with kept_going(casinos.houses["North"], ("127.0.0.1", 0)) as systems:
        link, host = systems.link(FUND), systems.host(FUND)
        until(lambda: link.told["operational"], "it is not operational")  # else no pot contributes
        contribute(casinos, "North", 1)
        until(lambda: host.state.fund == 100, "it is not contributed")
        assert link.casino == "North"
        with pytest.raises(Refused, match="not a member"):
            systems.link("another")
        with pytest.raises(Refused, match="not the host"):
            systems.host("another")


def test_hands_that_no_claim_was_made_for_are_found(casinos: Casinos) -> None:
    table = contribute(casinos, "South", 1)
    round = table.play(QUADS)
    table.play(PLAIN)
    systems = Systems(casinos.houses["South"], {}, {FUND: casinos.links["South"]})
    assert systems.unclaimed(FUND) == [(table.number, round)]
    casinos.links["South"].claim(table.number, round, by="Flo")
    assert systems.unclaimed(FUND) == []


def test_a_system_is_founded_and_joined_on_the_command_line(run, folder: Path) -> None:
    keys = str(folder / "keys")
    house = str(folder / "house.db")
    with House.create(f"sqlite:///{house}", Path(keys), "eva", "pw"):
        pass
    printed = run("payouts", "rules", "bad_beat", "--option", "jackpot=bad_beat",
                  "--option", "jackpot_scope=several_casinos")  # fmt: skip
    assert printed.exit_code == 0
    rules = yaml.safe_load(printed.stdout)["rules"]
    assert rules["bad_beat_hand"] == "four_of_a_kind"
    assert run("payouts", "rules", "nothing").exit_code == 2
    agreed = agreement({"North": Path(keys, "public.key").read_text().strip()}, rules)
    papers = folder / "agreement.yaml"
    papers.write_text(yaml.safe_dump(agreed))
    found = ["payouts", "found", house, str(papers), "--by", "eva", "--keys", keys]
    refused = run(*found, typed="pw\n")
    assert refused.exit_code == 2
    assert "two casinos or more [14.20(a)]" in refused.stderr
    agreed["members"]["South"] = {**agreed["members"]["North"], "key": "ab" * 32}
    papers.write_text(yaml.safe_dump(agreed))
    assert run(*found, typed="wrong\n").exit_code == 2
    assert run(*found, typed="pw\n").exit_code == 0
    assert run(*found, typed="pw\n").exit_code == 2  # once
    join_it = ["payouts", "join", house, str(papers), "--by", "eva", "--keys", keys, "--casino"]
    assert run(*join_it, "South", typed="pw\n").exit_code == 2  # it has another key
    assert run(*join_it, "North", typed="pw\n").exit_code == 0
    status = run("payouts", "status", house, "--keys", keys)
    assert "nothing has been heard of the host yet" in status.stdout
    with House.open(f"sqlite:///{house}", Path(keys)) as opened, kept_going(opened) as systems:
        until(lambda: systems.link(FUND).told["number"] > 1, "it is not told")
    status = run("payouts", "status", house, "--keys", keys)
    assert f"{FUND}: $0, not offered; step 2." in status.stdout


def on_the_floor(casinos: Casinos, casino: str) -> TestClient:
    """Fay, of the floor of a casino, in the web house."""
    house = casinos.houses[casino]
    app = create_app(DurableHost(house), HouseSessions(house))
    hosts = {FUND: casinos.host} if casino == "North" else {}
    app.state.payout_systems = Systems(house, hosts, {FUND: casinos.links[casino]})
    client = TestClient(app, base_url="http://127.0.0.1")
    came = {"token": app.state.sessions.link("floor"), "name": "Fay", "password": "a long password"}
    client.post("/enter", data=came, headers={"Origin": "http://127.0.0.1"})
    return client


def press(client: TestClient, **fields: Any) -> str:
    """A form of the page of funds is sent; the page that follows."""
    csrf = re.search(r'name="csrf" value="([^"]+)"', client.get("/floor/payouts").text)
    assert csrf
    given = {"csrf": csrf[1], "system": FUND, **fields}
    return html.unescape(client.post("/floor/payouts/system", data=given).text)


def test_the_floor_claims_and_the_host_confirms_on_the_web(casinos: Casinos) -> None:
    contribute(casinos, "North", 2)
    table = contribute(casinos, "South", 1)
    round = table.play(QUADS)
    casinos.listen()
    with on_the_floor(casinos, "South") as south, on_the_floor(casinos, "North") as north:
        shown = south.get("/floor/payouts").text
        assert "The payout is offered." in shown
        assert f"Table {table.number}, round {round}: a hand qualifies." in shown
        assert "a hand qualifies" not in north.get("/floor/payouts").text
        assert "is not the host" in press(south, do="confirm", payout="1")
        assert "claims nothing" in press(south, do="claim", table=str(table.number), round="1")
        pending = press(south, do="claim", table=str(table.number), round=str(round))
        assert "Payout 1: $4" in pending
        assert "a hand qualifies" not in pending
        casinos.listen("North")
        assert "Confirm payout" in north.get("/floor/payouts").text
        assert "Confirm payout" not in south.get("/floor/payouts").text
        assert "there is no payout 2" in press(north, do="confirm", payout="2").lower()
        assert "Authorized by Fay" in press(north, do="confirm", payout="1")
    casinos.listen()
    assert (casinos.held("North"), casinos.held("South")) == (0, 0)


def test_the_floor_sees_why_a_house_is_down_and_since_when(folder: Path) -> None:
    casinos = Casinos(folder)
    casinos.listen()
    casinos.listen()
    good, casinos.lines["South"].send = casinos.lines["South"].send, lambda letter: "<b>sorry</b>"
    with on_the_floor(casinos, "South") as south:
        with pytest.raises(Unavailable):
            casinos.links["South"].listen(0)
        shown = south.get("/floor/payouts").text
        assert "The line to the host is down since" in shown
        assert "the host&#39;s answer does not parse" in shown
        assert "The payout is offered." not in shown
        casinos.lines["South"].send = good
        casinos.links["South"].listen(0)
        assert "The payout is offered." in south.get("/floor/payouts").text
    casinos.check()


def test_a_table_shows_what_the_casinos_display_and_not_what_one_holds(casinos: Casinos) -> None:
    contribute(casinos, "North", 2)
    table = contribute(casinos, "South", 1)
    casinos.listen()
    host = DurableHost(casinos.houses["South"])
    shown = host.look(table.number, by="Ann")
    assert (shown.meters, shown.meter_notes) == ({"bad_beat": 300}, {})
    round = table.play(QUADS)
    casinos.listen()
    casinos.links["South"].claim(table.number, round, by="Flo")
    assert host.look(table.number, by="Ann").meter_notes == {"bad_beat": "payout pending"}
    casinos.lines["South"].cut = True
    casinos.host.do(Confirm(payout=1), by="Flo")
    with pytest.raises(Unavailable):
        casinos.links["South"].listen(0)
    assert host.look(table.number, by="Ann").meters == {"bad_beat": 400}  # as it was last told
