"""The pages as HTML: who may see them, what they say, and what they must never say."""

import html
import re
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from house import KINDS, all_of, application, take_all

from houseway.games import games
from houseway.server.window import PATIENCE

HX = {"HX-Request": "true"}


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

    def do(self, table: str, **form: str) -> str:
        """Do something there; the part of the page that has changed."""
        headers = {**HX, "X-CSRF-Token": self.csrf}
        answer = self.http.post(f"{table}/do", data=form, headers=headers)
        assert answer.status_code == 200, answer.text
        return html.unescape(answer.text)

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
    for path in ("/", "/games/roulette", "/tables/1", "/tables/1/now", "/tables/1/stream"):
        answer = http.get(path)
        assert answer.status_code == 401
        assert "Open the link" in answer.text
    assert http.post("/tables/1/do", data={"do": "sit"}).status_code == 401


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
    ada.do(table, do="chip", wager="ante", chip="500")
    page = ada.do(table, do="chip", wager="ante", chip="2500")
    assert "$30 of yours on it" in page
    assert 'id="balance" hx-swap-oob="true">$970<' in page
    page = ada.do(table, do="chip", wager="progressive", chip="2500")
    assert re.search(r"Progressive Jackpot, \$5 of yours", page), "the law fixes its amount"
    page = ada.do(table, do="take", wager="ante")
    assert "$30 of yours" not in page
    assert "of yours on it" not in ada.do(table, do="clear")


def test_refusals_stand_in_place_with_their_paragraph(ada: Visitor) -> None:
    table = ada.play("three-card-blitz")
    page = ada.do(table, do="chip", wager="ante", chip="500")
    assert 'role="alert"' not in page
    page = ada.do(table, do="ready")
    told = re.search(r'class="refusal" role="alert">([^<]*)<span class="cite">([^<]*)<', page)
    assert told
    assert told[1].strip() == "Seat 3 needs Blind to be dealt in."
    assert told[2].startswith("51.")
    assert "There is no chip" in ada.do(table, do="chip", wager="ante", chip="7")
    assert "There is no command" in ada.do(table, do="cheat")


def test_a_round_ends_with_each_wagers_net_and_why(ada: Visitor) -> None:
    table = ada.play("three-card-blitz")
    ada.do(table, do="again")
    page = ada.do(table, do="ready")
    assert "It is for you to decide" in page
    assert "$1 to $1,000" in page
    page = ada.do(table, do="act", what="fold")
    assert "The round is over" in page
    assert "What the round came to" in page
    assert page.count("<summary><span>") == 2  # ante and blind
    assert "loses" in page
    assert "51.10(d)1" in page
    assert "Ante and blind are lost." in page, "the rulebook's words are the reason"
    assert "Same bets" in page


def test_a_bet_that_may_not_be_made_now_is_dimmed_with_its_reason(ada: Visitor) -> None:
    table = ada.play("craps")
    page = ada.see(table)
    barred = re.search(r'<g id="area-come" class="[^"]*barred[^"]*"[^>]*aria-label="([^"]*)"', page)
    assert barred
    assert "not now:" in barred[1]
    assert not re.search(r'<g id="area-pass" class="[^"]*barred', page)


def test_a_standing_bet_is_not_lost_while_it_stands(ada: Visitor) -> None:
    table = ada.play("craps")
    for _ in range(30):
        ada.do(table, do="again")
        page = ada.do(table, do="ready")
        while "It is for you to decide" in page:
            page = ada.do(table, do="act", what="shoot")
        if "stays" in page:
            break
    assert "$10 stays" in page
    assert re.search(r'What the round came to <strong class="even">\$0<', page)
    assert "Next round" in page
    assert "Point " in page
    page = ada.do(table, do="ready")
    assert "refusal" not in page


def test_names_are_only_words(app: object) -> None:
    eve = Visitor(app, '<b onclick="x">"Eve"</b>')
    for path in ("/", eve.play("blackjack"), eve.play("roulette")):
        assert "<b onclick" not in eve.http.get(path).text


def test_nothing_of_another_seats_cards_is_in_a_page(app: object, ada: Visitor) -> None:
    ben, onlooker = Visitor(app, "Ben"), Visitor(app, "Cyd")
    table = ada.play("three-card-blitz")
    ben.do(table, do="sit", seat="5")
    for one in (ada, ben):
        one.do(table, do="again")
    ada.do(table, do="ready")
    page = ben.do(table, do="ready")
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
    ben.do(table, do="sit", seat="1")
    ada.do(table, do="again")
    ben.do(table, do="again")
    page = ada.do(table, do="ready")
    assert "Waiting for Ben" in page
    assert "Close the betting" not in page
    clock[0] += PATIENCE
    assert "Close the betting" in ada.see(table)
    assert "The round is over" in ada.do(table, do="ready")


def test_a_form_works_without_a_script(ada: Visitor) -> None:
    table = ada.play("roulette")
    answer = ada.http.post(f"{table}/do", data={"do": "again", "csrf": ada.csrf})
    assert (answer.status_code, answer.headers["location"]) == (303, table)
    refused = ada.http.post(f"{table}/do", data={"do": "sit", "seat": "99", "csrf": ada.csrf})
    assert "there is no seat 99" in html.unescape(refused.text).lower()
    assert "<h1>" in refused.text


def test_a_ticket_is_bought_and_drawn(ada: Visitor) -> None:
    table = ada.play("keno")
    page = ada.do(table, do="buy", ticket="3 17 42 $2")
    assert "Your tickets" in page
    assert "3 17 42" in page
    assert "$998" in page
    page = ada.do(table, do="ready")
    assert page.count('class="number drawn"') + page.count('class="number marked drawn"') == 20
    assert "at what rate?" in ada.do(table, do="buy", ticket="3 17 42").lower()


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


def test_the_best_play_is_worked_out_when_somebody_asks(ada: Visitor) -> None:
    shown = ada.see("/games/three-card-blitz/strategy")
    assert "20.2253%" in shown  # how often the best play folds
    assert "the cheapest first" in shown
    assert "1.0579%" in ada.see("/games/mini-baccarat/strategy")  # the edge of the best wager


def test_a_decision_comes_with_what_was_said(ada: Visitor) -> None:
    page = ada.see(ada.play("blackjack"))
    assert "It is for you to decide" in page
    assert "is offered the cut" in page
    assert "Cards deep" in page, "the depth of a cut is no money"
