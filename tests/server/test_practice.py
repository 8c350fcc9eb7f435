"""Practice through the typed client and the pages: play money apart, exact advice, lessons."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from fractions import Fraction
from typing import Any

import pytest
from fastapi.testclient import TestClient
from house import KINDS, PASSWORD, Running, application, running
from kinds import one_of_each_family

from houseway.client import Client, PracticeTable, Problem
from houseway.documents.pictures import card_name
from houseway.games import game, open_table
from houseway.referee.requests import Ask
from houseway.referee.view import View
from houseway.rulebook.aids import ADVICE
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.server.memory import MemoryHost
from houseway.server.practice import tables as practice
from houseway.server.practice.coach import Advice, Coach, Worth, advise, dollars
from houseway.server.practice.tables import Corner, Practice
from houseway.training.lesson import make_lesson, right_answer
from houseway.training.one_hand import advice
from until import until

PATIENCE = 120.0  # seconds for a solver that has to be compiled on a busy machine


@pytest.fixture(scope="module", params=KINDS)
def house(request: pytest.FixtureRequest) -> Iterator[Running]:
    with running(seed=5, kind=request.param) as found:
        found.app.state.practice = Practice(seed=11)
        yield found


@pytest.fixture
def ada(house: Running, request: pytest.FixtureRequest) -> Iterator[Client]:
    with Client(house.base) as client:
        client.enter(house.app.state.sessions.link(), f"Ada {request.node.name[:30]}")
        yield client


def told(table: PracticeTable) -> dict[str, Any]:
    """Advice, when it has been worked out."""
    return until(lambda: (found := table.advice())["state"] != "working" and found)


def test_practice_money_is_apart_from_the_houses(ada: Client) -> None:
    before = ada.balance
    table = ada.practice_table("three-card-poker")
    assert ada.practice()["balance"] == 100_000
    table.bet(4, ante=2500)
    assert ada.practice()["balance"] == 97_500
    table.ready(4)
    table.act(4, "fold")
    assert ada.practice()["balance"] == 97_500
    assert ada.balance == before
    assert ada.tables() == [], "the lobby lists no practice table"
    assert ada.practice_table("three-card-poker").id == table.id, "one table a game"
    with pytest.raises(Refused, match="less than"):
        ada.practice_buy_in()
    with pytest.raises(Refused, match="no stream"):
        table.stream()


def test_advice_is_what_the_solver_says_best_first(ada: Client) -> None:
    table = ada.practice_table("three-card-poker")
    nothing = table.advice()
    assert (nothing["state"], nothing["why"]) == ("none", "No decision is asked of you.")
    table.bet(4, ante=1000)
    table.ready(4)
    found = told(table)
    worth = {one["name"]: Fraction(one["cents"]) for one in found["choices"]}
    assert set(worth) == {"play", "fold"}
    assert worth["fold"] == -1000
    assert list(worth) == sorted(worth, key=lambda name: -worth[name])
    assert found["best"] == next(iter(worth))
    hand = table.look()["hands"]["4"]
    tcp = game("three-card-poker")
    assert advice(tcp, tcp.rulebook("nj"), {}, {"ante": 1000}, hand, {})[1] == worth


def test_mistakes_are_tallied_exactly(ada: Client) -> None:
    table = ada.practice_table("three-card-poker")
    cost, best = Fraction(0), 0
    for _ in range(3):
        table.bet(4, ante=1000)
        table.ready(4)
        worth = {one["name"]: Fraction(one["cents"]) for one in told(table)["choices"]}
        table.act(4, "fold")
        cost += max(worth.values()) - worth["fold"]
        best += worth["fold"] == max(worth.values())
    found = ada.practice()
    assert (found["decided"], found["best"], Fraction(found["cost"])) == (3, best, cost)


def test_where_no_solver_exists_it_is_said(ada: Client) -> None:
    table = ada.practice_table("mini-baccarat")
    found = told(table)  # the cut is asked for first
    assert found["state"] == "none"
    assert found["why"] == "There is no solver for the decisions of this game."


def test_a_corner_is_ones_own(house: Running, ada: Client) -> None:
    table = ada.practice_table("roulette")
    with Client(house.base) as ben:
        ben.enter(house.app.state.sessions.link(), "Ben at practice")
        with pytest.raises(Problem) as gone:
            PracticeTable(ben, table.id).look()
        assert gone.value.status == 404
        lesson = ada.lesson("roulette", seed=1)
        with pytest.raises(Problem, match="no lesson"):
            ben._ask("GET", f"/api/practice/lessons/{lesson.id}")


def test_staff_practice_too(house: Running) -> None:
    with Client(house.base) as dan:
        dan.enter(house.app.state.sessions.link("dealer"), "Dan the dealer", password=PASSWORD)
        assert dan.practice()["balance"] == 100_000
        assert dan.lesson("big-six").question() is not None


def test_a_lesson_answered_by_a_program(ada: Client) -> None:
    lesson = ada.lesson("three-card-poker", "nj", seed=1)
    known = make_lesson(game("three-card-poker"), "nj", 1)
    number = 0
    while (question := lesson.question()) is not None:
        right = right_answer(known.questions[number])
        number += 1
        assert question["number"] == number
        assert len(question["events"]) == known.questions[number - 1].at
        wrong = number == 2
        choice = (right.choice + 1) % len(question["choices"]) if wrong else right.choice
        marked = lesson.answer(number, choice, 1 if wrong else right.amount)
        assert marked["right"] is not wrong
        assert marked["right_choice"] == right.choice
        assert marked["cite"]
    assert number == len(known.questions)
    score = lesson.score()
    assert sum(one["asked"] for one in score) == number
    assert sum(one["right"] for one in score) == number - 1
    missed = next(one for one in score if one["right"] < one["asked"])
    assert missed["section"] == known.questions[1].section
    with pytest.raises(Refused, match="has already been answered"):
        lesson.answer(1, 0)
    with pytest.raises(Refused, match="has not been asked yet"):
        lesson.answer(number + 1, 0)


def test_what_is_no_lesson_is_refused(ada: Client) -> None:
    with pytest.raises(Problem, match="no game"):
        ada.lesson("whist")
    with pytest.raises(Refused, match="no edition"):
        ada.lesson("roulette", "md")
    lesson = ada.lesson("roulette", seed=3)
    with pytest.raises(Refused, match="has not been asked yet"):
        lesson.answer(2, 0)
    with pytest.raises(Refused, match="answers; choose one"):
        lesson.answer(1, 50)


# The coach by itself


def decision(id: str = "three-card-poker") -> tuple[Any, Any]:
    table = open_table(id, seed=3, practice=True)
    table.sit(1)
    table.bet(1, ante=1000)
    table.close()
    assert isinstance(table.waiting, Ask)
    return table.view(1), table.rules


def test_a_live_table_gives_no_help() -> None:
    host = MemoryHost()
    host.enter("Ada")
    table = host.open_table("three-card-poker", "nj", {}, by="Ada")
    with pytest.raises(Refused) as refusal:
        host.check_aid(table, ADVICE)
    assert "8.1" in refusal.value.cite
    corner = Corner("Ada", Coach())
    corner._host = host  # as if somebody had mixed the two up
    host.do(table, {"do": "sit", "seat": 1}, by="Ada")
    host.do(table, {"do": "bet", "seat": 1, "bets": {"ante": 1000}}, by="Ada")
    host.do(table, {"do": "ready", "seat": 1}, by="Ada")
    with pytest.raises(Refused, match="barred at a live table"):
        corner.advice(table)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    view, rules = decision()

    def missing(name: str) -> None:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr("houseway.games.import_module", missing)
    assert advise(view, rules).why == "The solver needs numba: install houseway[odds]."


def test_a_decision_at_another_amount_is_not_valued() -> None:
    known: Future[Advice] = Future()
    known.set_result(
        Advice((Worth("stay", "Stay", Fraction(5)), Worth("raise", "Raise", Fraction(-7, 2))))
    )
    corner = Corner("Ada", Coach())
    before = corner.look(corner.open_table("three-card-poker"))
    for full in (True, False):
        one = practice.Decided("raise", full, known, before)
        corner._pending.append(one)
    corner.listen(1)
    assert (corner.tally.decided, corner.tally.unknown) == (1, 1)
    assert corner.tally.cost == Fraction(17, 2)
    assert corner.tally.best == 0


def test_what_was_missed_is_asked_until_it_is_right(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best choice is made the worst one for the player who always folds."""
    monkeypatch.setattr(
        "houseway.server.practice.coach.advise",
        lambda view, _: Advice(
            tuple(
                Worth(one.name, one.name, Fraction(-1000 if one.name == "fold" else 500))
                for one in view.asked.choices
            )
        ),
    )
    assert "You have missed nothing" in visitor.get("/practice/missed").text
    corner = visitor.app.state.practice.of("Ada")  # type: ignore[attr-defined]
    table = corner.open_table("three-card-poker")
    for _ in range(2):
        corner.do(table, {"do": "bet", "seat": 4, "bets": {"ante": 1000}})
        corner.do(table, {"do": "ready", "seat": 4})
        corner.do(table, {"do": "act", "seat": 4, "what": "fold"})
        corner.listen(table)
        while corner._pending:
            corner.listen(table)
    assert "2 missed" in visitor.get("/practice").text
    asked = visitor.get("/practice/missed").text
    assert "What is the best choice?" in asked
    assert "gave up" not in asked, "nothing is told before it is answered"
    first, second = corner.missed
    hand = ", ".join(card_name(card) for card in corner.missed[first].table.view.state.hands[4])
    assert all(name in asked for name in hand.split(", "))
    for what, says in (("surf", "Choose one of the choices shown"), ("fold", "Not the best")):
        assert says in visitor.post(f"/practice/missed/{first}", data={"what": what}).text
    assert list(corner.missed) == [second, first], "it comes after the others"
    right = visitor.post(f"/practice/missed/{first}", data={"what": "play"})
    assert "gave up $15 on average" in right.text
    assert list(corner.missed) == [second]


def test_worths_are_printed_to_a_hundredth_of_a_cent() -> None:
    assert dollars(Fraction(1, 3)) == "+$0.0033"
    assert dollars(Fraction(-100_000)) == "−$1,000"
    assert dollars(Fraction(0)) == "$0"
    assert dollars(Fraction(950)) == "+$9.5"


def test_corners_of_those_who_stay_away_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "PEOPLE", 2)
    everybody = Practice()
    first = everybody.of("Ada")
    everybody.of("Ben")
    assert everybody.of("Ada") is first
    everybody.of("Cyd")
    assert everybody.of("Ada") is first
    assert list(everybody._corners) == ["Cyd", "Ada"]
    for _ in range(practice.LESSONS + 2):
        first.begin_lesson("big-six", "nj", 1)
    assert list(first.courses) == list(range(3, practice.LESSONS + 3))


# The pages without a browser


@pytest.fixture
def visitor() -> Iterator[TestClient]:
    with application("memory", seed=1) as app:
        app.state.host.enter("Ada")
        app.state.practice = Practice(seed=11)
        token = app.state.sessions.start("Ada")
        yield TestClient(app, headers={"Authorization": f"Bearer {token}"})


@pytest.mark.parametrize("id", one_of_each_family())
def test_a_lesson_shows_nothing_that_has_not_happened(visitor: TestClient, id: str) -> None:
    at = visitor.post("/practice/dealer", data={"game": id, "seed": "4"}).url.path
    known = make_lesson(game(id), "nj", 4)
    for number, question in enumerate(known.questions, 1):
        page = visitor.get(at).text
        assert f"Question {number} of {len(known.questions)}" in page
        assert f"The round so far, {question.at} event{'s'[: question.at != 1]}<" in page
        assert 'id="next"' not in page
        right = right_answer(question)
        amount = f"{(right.amount or 0) / 100:.2f}"
        sent = {"q": str(number), "choice": str(right.choice), "amount": amount}
        page = visitor.post(at, data=sent).text
        assert "<b>Right.</b>" in page
        assert question.cite.split(",")[0] in page
    report = visitor.get(at)
    assert report.url.path.endswith("/report")
    assert f"{len(known.questions)} of {len(known.questions)}" in report.text


def test_what_is_no_answer_is_refused_in_its_place(visitor: TestClient) -> None:
    at = visitor.post("/practice/dealer", data={"game": "three-card-poker", "seed": "1"}).url.path
    for sent, said in (({}, "Choose an answer"), ({"choice": "9"}, "answers; choose one of them")):
        answer = visitor.post(at, data={"q": "1", **sent})
        assert answer.status_code == 409
        assert said in answer.text
        assert "Question 1 of" in answer.text
    assert visitor.get(f"{at}?q=5").status_code == 409
    assert visitor.get("/practice/dealer/99").status_code == 404
    begun = visitor.post("/practice/dealer", data={"game": "roulette", "seed": "seven"})
    assert begun.status_code == 409
    assert "A seed is a number" in begun.text


def test_a_slow_solver_is_waited_for_beside_the_page(
    visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished = threading.Event()

    def slow(view: View, rules: TableRules) -> Advice:
        finished.wait(PATIENCE)
        return Advice((Worth("play", "Play $10", Fraction(1, 3)), Worth("fold", "Fold", None)))

    monkeypatch.setattr("houseway.server.practice.coach.advise", slow)
    at = "/api" + visitor.post("/practice/tables", data={"game": "three-card-poker"}).url.path
    visitor.post(f"{at}/press", json={"do": "again"})
    coach = visitor.post(f"{at}/press", json={"do": "ready"}).json()["coach"]
    assert (coach["asked"], coach["working"], coach["lines"]) == (True, True, [])
    assert visitor.get("/practice").status_code == 200, "other pages do not wait"
    finished.set()
    told = until(lambda: not (c := visitor.get(f"{at}/view").json()["coach"])["working"] and c)
    assert [line["worth"] for line in told["lines"]] == ["+$0.0033", "not computed"]
    assert told["lines"][0]["exactly"] == "1/3 cents"


def test_the_header_of_practice_shows_no_live_balance(visitor: TestClient) -> None:
    assert 'id="balance"' in visitor.get("/").text
    at = visitor.post("/practice/tables", data={"game": "three-card-poker"}).url.path
    page = visitor.get(at).text
    assert 'id="balance"' not in page
    assert visitor.get(f"/api{at}/view").json()["balance"] == 100_000
    assert "/stream" not in page
