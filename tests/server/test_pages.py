"""The pages as HTML: who may see them, what they say, and what they must never say."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from house import KINDS, all_of, application, take_all

from houseway.games import games
from houseway.server.table.window import PATIENCE


class Visitor:
    """A browser without a script."""

    def __init__(self, app: object, name: str) -> None:
        self.http = TestClient(app, follow_redirects=False)  # type: ignore[arg-type]
        token = app.state.sessions.link()  # type: ignore[attr-defined]
        assert "Your name" in self.http.get(f"/enter?token={token}").text
        answer = self.http.post("/enter", data={"token": token, "name": name})
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        found = re.search(r'name="csrf" value="([^"]+)"', self.http.get("/").text)
        assert found
        self.csrf = found[1]

    def play(self, game: str) -> str:
        """Sit down at a table of one's own; its address."""
        answer = self.http.post(f"/games/{game}/play", data={"csrf": self.csrf})
        assert answer.status_code == 303
        return answer.headers["location"]

    def press(self, table: str, **what: object) -> httpx.Response:
        """Press something there."""
        return self.http.post(f"/api{table}/press", json=what, headers={"X-CSRF-Token": self.csrf})

    def do(self, table: str, **what: object) -> dict[str, Any]:
        """Press something there that is allowed; the table then."""
        answer = self.press(table, **what)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def refused(self, table: str, **what: object) -> dict[str, Any]:
        """Press something there that is refused; the reason and its paragraph."""
        answer = self.press(table, **what)
        assert answer.status_code in (409, 422), answer.text
        found: dict[str, Any] = answer.json()
        return found

    def table(self, table: str) -> dict[str, Any]:
        """A table as it is drawn."""
        found: dict[str, Any] = self.http.get(f"/api{table}/view").json()
        return found

    def see(self, path: str) -> str:
        """A page."""
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return html.unescape(answer.text)


@pytest.fixture
def clock() -> list[float]:
    return [0.0]


@pytest.fixture(params=KINDS)
def app(request: pytest.FixtureRequest, clock: list[float]) -> Iterator[object]:
    with application(request.param, seed=5, clock=lambda: clock[0]) as found:
        yield found


@pytest.fixture
def ada(app: object) -> Visitor:
    return Visitor(app, "Ada")


def test_strangers_are_shown_the_door(app: object) -> None:
    http = TestClient(app)  # type: ignore[arg-type]
    for path in ("/", "/games/roulette", "/tables/1", "/tables/1/stream"):
        answer = http.get(path)
        assert answer.status_code == 401
        assert "Open a link" in answer.text
    assert http.post("/api/tables/1/press", json={"do": "sit"}).status_code == 401


def test_no_page_asks_another_host_or_runs_a_script_of_its_own(ada: Visitor) -> None:
    for path in ("/", "/games/roulette", ada.play("craps")):
        answer = ada.http.get(path)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert answer.headers["cache-control"] == "no-store"
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', answer.text)
        assert not re.search(r"<script>|\son[a-z]+=|\sstyle=|<style", answer.text)


def test_the_lobby_lists_every_game_and_finds_one(ada: Visitor) -> None:
    lobby = ada.see("/")
    for game in games().values():
        assert game.rulebook().title in lobby
    found = ada.see("/?q=dominoes")
    assert "Pai Gow" in found
    assert "Roulette" not in found
    assert "No game has" in ada.see("/?q=whist")


@pytest.mark.parametrize("game", games())
def test_a_games_page_tells_its_rules_with_cites(ada: Visitor, game: str) -> None:
    for edition in games()[game].editions:
        book = games()[game].rulebook(edition)
        page = ada.see(f"/games/{game}?edition={edition}")
        assert book.law in page
        for wager in book.wagers.values():
            assert wager.name in page
        for step in book.round.values():
            assert step.says[:1].upper() + step.says[1:] in page
        for reading in book.readings:
            assert reading.why in page
    assert "<svg" in ada.see(f"/games/{game}/felt.svg")


def test_the_exact_house_advantage_stands_beside_every_permitted_table(ada: Visitor) -> None:
    page = ada.see("/games/three-card-blitz")
    row = re.search(r"House advantage: The whole game, per ante</td>(.*?)</tr>", page)
    assert row
    assert re.findall(r"[\d.]+%", row[1]) == ["3.4692%", "2.6264%", "3.8503%"]  # tables 1 to 3
    assert "5.2632%" in ada.see("/games/roulette")


def test_editions_are_compared(ada: Visitor) -> None:
    assert "New Jersey and Maryland compared" in ada.see("/games/three-card-blitz")


def test_there_is_nothing_at_a_wrong_address(ada: Visitor) -> None:
    for path in ("/games/whist", "/tables/77", "/nowhere"):
        answer = ada.http.get(path)
        assert answer.status_code == 404
        assert "Nothing here" in answer.text
    assert ada.http.get("/tables/none").status_code == 422


def test_chips_go_down_one_by_one_and_come_back(ada: Visitor) -> None:
    table = ada.play("three-card-blitz")
    ada.do(table, do="chip", wager="ante", chip=500)
    found = ada.do(table, do="chip", wager="ante", chip=2500)
    assert (found["bets"]["3"], found["balance"]) == ({"ante": 3000}, 97_000)
    found = ada.do(table, do="chip", wager="progressive", chip=2500)
    assert found["bets"]["3"]["progressive"] == 500, "the law fixes its amount"
    found = ada.do(table, do="double")
    assert found["bets"]["3"]["ante"] == 6000
    assert "ante" not in ada.do(table, do="take", wager="ante")["bets"]["3"]
    assert ada.do(table, do="clear")["bets"] == {}
    assert ada.do(table, do="bet", bets={"ante": 700})["bets"]["3"] == {"ante": 700}


def test_refusals_have_their_paragraph_and_change_nothing(ada: Visitor) -> None:
    table = ada.play("three-card-blitz")
    before = ada.do(table, do="chip", wager="ante", chip=500)
    told = ada.refused(table, do="ready")
    assert told["detail"] == "seat 3 needs Blind to be dealt in"
    assert told["cite"].startswith("51.")
    assert "there is no chip" in ada.refused(table, do="chip", wager="ante", chip=7)["detail"]
    assert ada.refused(table, do="cheat")["status"] == 422
    after = ada.table(table)
    assert (after["bets"], after["version"]) == (before["bets"], before["version"])


def test_a_round_ends_with_each_wagers_net_and_why(ada: Visitor) -> None:
    table = ada.play("three-card-blitz")
    ada.do(table, do="again")
    found = ada.do(table, do="ready")
    assert "Your turn" in found["status"]
    found = ada.do(table, do="act", what="fold", round=found["round"], seen=found["seen"])
    assert "Round over" in found["status"]
    assert [row["name"] for row in found["rows"]] == ["Ante", "Blind"]
    assert found["rows"][0]["how"] == "loses"
    assert "51.10(d)1" in found["rows"][0]["cite"]
    assert "Ante and blind are lost." in found["rows"][0]["rules"], "the rulebook's words"
    assert found["again"] == {"ante": 1000, "blind": 1000}
    assert found["before"] > 0, "what the page has shown is not told again"
    assert "dealt" not in {event["kind"] for event in found["fresh"] if event.get("who") == 3}


def test_a_bet_that_may_not_be_made_now_has_its_reason(ada: Visitor) -> None:
    barred = ada.table(ada.play("craps"))["barred"]
    assert barred["come"]
    assert "pass" not in barred


def test_a_chip_that_would_be_too_much_is_known_before_it_is_put_down(ada: Visitor) -> None:
    """Odds may be so many times the flat bet: only chips up to that are offered on them."""
    table = ada.play("craps")
    while not (found := ada.table(table))["notes"].get("point"):
        ada.do(table, do="bet", bets={"pass": 500})
        if ada.do(table, do="ready")["choices"]:
            ada.do(table, do="act", what="shoot")
    largest = found["largest_chip"]["pass_odds"]
    assert 500 <= largest < max(found["chips"])
    assert "field" not in found["largest_chip"], "bound by nothing but the limits"
    more = min(chip for chip in found["chips"] if chip > largest)
    assert "at most" in ada.refused(table, do="chip", wager="pass_odds", chip=more)["detail"]
    assert ada.table(table)["largest_chip"] == found["largest_chip"], "known after a refusal too"
    ada.do(table, do="chip", wager="pass_odds", chip=largest)


def test_the_board_tells_what_the_last_rounds_showed(app: object, ada: Visitor) -> None:
    table = ada.play("mini-baccarat")
    while ada.table(table)["choices"]:
        ada.do(table, do="act", what=ada.table(table)["customary"])
    won = []
    for _ in range(4):
        ada.do(table, do="bet", bets={"player": 1000})
        ada.do(table, do="ready")
        view = all_of(app.state.host, int(table.rpartition("/")[2]))  # type: ignore[attr-defined]
        result = next(event.says for event in view.events if event.step == "result")
        won.append("T" if "ie" in result else "P" if "Player wins" in result else "B")
    assert ada.table(table)["marks"] == won
    table = ada.play("roulette")
    ada.do(table, do="bet", bets={"red": 1000})
    found = ada.do(table, do="ready")
    assert found["marks"] == [e["what"] for e in found["fresh"] if e["kind"] == "spun"][-1:]
    assert found["marks"]


def test_a_standing_bet_is_not_lost_while_it_stands(ada: Visitor) -> None:
    table = ada.play("craps")
    for _ in range(30):
        ada.do(table, do="again")
        found = ada.do(table, do="ready")
        while "Your turn" in found["status"]:
            found = ada.do(table, do="act", what="shoot")
        if any("stays" in row["how"] for row in found["rows"]):
            break
    assert "$10 stays" in [row["how"] for row in found["rows"]]
    assert (found["net"], found["net_kind"], found["next_round"]) == ("$0", "even", "Roll")
    assert found["notes"]["point"] in (4, 5, 6, 8, 9, 10)
    ada.do(table, do="ready")


def test_names_are_only_words(app: object) -> None:
    eve = Visitor(app, '<b onclick="x">"Eve"</b>')
    for path in ("/", eve.play("blackjack"), eve.play("roulette")):
        assert "<b onclick" not in eve.http.get(path).text


def test_nothing_of_another_seats_cards_is_in_a_page(app: object, ada: Visitor) -> None:
    ben, onlooker = Visitor(app, "Ben"), Visitor(app, "Cyd")
    table = ada.play("three-card-blitz")
    ben.do(table, do="sit", seat=5)
    for one in (ada, ben):
        one.do(table, do="again")
    ada.do(table, do="ready")
    page = json.dumps(ben.do(table, do="ready"))
    host = app.state.host  # type: ignore[attr-defined]
    number = int(table.rpartition("/")[2])
    view = all_of(host, number)
    from houseway.documents.pictures import card_name

    mine = {card_name(card) for card in view.state.hands[3]}
    dealers = {card_name(card) for card in view.state.hands["dealer"]}
    for hidden, pages in (
        (mine, [page, ben.see(table), onlooker.see(table)]),
        (dealers, [page, ada.see(table), onlooker.see(table)]),
    ):
        for shown in pages:
            assert not [name for name in hidden if name in shown]
    assert all(name in ada.see(table) for name in mine)


def test_the_house_waits_for_the_others_but_not_for_ever(
    app: object, ada: Visitor, clock: list[float]
) -> None:
    ben = Visitor(app, "Ben")
    table = ada.play("roulette")
    ben.do(table, do="sit", seat=1)
    ada.do(table, do="again")
    ben.do(table, do="again")
    found = ada.do(table, do="ready")
    assert (found["waiting_for"], found["overdue"]) == (["Ben"], False)
    clock[0] += PATIENCE
    assert ada.table(table)["overdue"]
    assert "Round over" in ada.do(table, do="ready")["status"]


def test_a_page_has_the_table_to_begin_with(ada: Visitor) -> None:
    table = ada.play("roulette")
    found = re.search(r'<script type="application/json" id="first">(.*?)</script>', ada.see(table))
    assert found
    assert json.loads(found[1]) == ada.table(table)


def test_a_ticket_is_bought_and_drawn(ada: Visitor) -> None:
    table = ada.play("keno")
    found = ada.do(table, do="buy", ticket="3 17 42 $2")
    assert "3 17 42" in json.dumps(found["tickets"])
    assert found["balance"] == 99_800
    assert len(set(ada.do(table, do="ready")["things"]["drawn"])) == 20
    assert "at what rate?" in ada.refused(table, do="buy", ticket="3 17 42")["detail"]


def test_fresh_chips_are_for_those_who_have_few(app: object, ada: Visitor) -> None:
    answer = ada.http.post("/buy-in", data={"csrf": ada.csrf})
    assert answer.status_code == 409
    take_all(app.state.host, "Ada")  # type: ignore[attr-defined]
    assert "running out" in ada.see("/")
    assert ada.http.post("/buy-in", data={"csrf": ada.csrf}).status_code == 303
    assert app.state.host.balance("Ada") >= 100_000  # type: ignore[attr-defined]


def test_leaving_ends_the_session(ada: Visitor) -> None:
    assert ada.http.post("/sign-out", data={"csrf": ada.csrf}).status_code == 303
    assert ada.http.get("/").status_code == 401


def test_somebody_can_be_invited(app: object, ada: Visitor) -> None:
    page = ada.http.post("/invite", data={"csrf": ada.csrf}).text
    link = re.search(r'value="http://testserver(/enter\?token=[^"]+)"', page)
    assert link
    http = TestClient(app)  # type: ignore[arg-type]
    assert "Your name" in http.get(link[1]).text


def test_whoever_has_no_seat_is_told_to_take_one(app: object, ada: Visitor) -> None:
    table, ben = ada.play("roulette"), Visitor(app, "Ben")
    for pressed in (
        {"do": "bet", "bets": {"red": 500}},
        {"do": "chip", "wager": "red", "chip": 500},
    ):
        assert ben.refused(table, **pressed)["detail"] == "take a seat first"


def test_a_friend_is_brought_to_a_table(app: object, ada: Visitor) -> None:
    table = ada.play("roulette")
    assert 'id="bring"' in ada.see(table)
    number = table.rpartition("/")[2]
    page = html.unescape(ada.http.post("/invite", data={"csrf": ada.csrf, "table": number}).text)
    link = re.search(r'value="http://testserver/enter\?token=([^"&]+)&table=(\d+)"', page)
    assert link
    assert link[2] == number
    http = TestClient(app, follow_redirects=False)  # type: ignore[arg-type]
    door = http.get(f"/enter?token={link[1]}&table={number}").text
    assert f'name="table" value="{number}"' in door
    entered = http.post("/enter", data={"token": link[1], "name": "Ben", "table": number})
    assert (entered.status_code, entered.headers["location"]) == (303, table)
    assert http.get(table).status_code == 200


def test_the_best_play_is_worked_out_when_somebody_asks(ada: Visitor) -> None:
    shown = ada.see("/games/three-card-blitz/strategy")
    assert "20.2253%" in shown  # how often the best play folds
    assert "the cheapest first" in shown
    assert "1.0579%" in ada.see("/games/mini-baccarat/strategy")  # the edge of the best wager


def test_a_decision_comes_with_what_was_said(ada: Visitor) -> None:
    found = ada.table(ada.play("blackjack"))
    assert "Your turn" in found["status"]
    assert "is offered the cut" in found["told"]
    assert found["choices"][0]["unit"] == "cards", "the depth of a cut is no money"


def test_boxes_before_the_dealer_lie_as_players_see_them() -> None:
    """The dealer's left is the players' right; the third card of red dog comes between."""
    from houseway.server.table.pictures import across

    dealt = {"board_left": [], 1: [], "board_right": [], "board_middle": []}
    seen = ["board_right", "board_middle", "board_left"]
    assert across(dealt, games()["red-dog"].rulebook()) == seen
    hands = {"player": [], "banker": []}  # as they were dealt
    assert across(hands, games()["mini-baccarat"].rulebook()) == ["player", "banker"]
