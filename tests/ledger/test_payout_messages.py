"""Messages of a payout system that are malformed, altered, replayed or sent by a hostile party:
each is refused in one line and changes nothing, and a faulty line makes a casino down."""

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from casinos import FUND, PLAIN, QUADS, Casinos, contribute, letter
from sqlalchemy import text

from houseway.ledger.chain.hash_chain import CAGE, canonical
from houseway.ledger.errors import Unavailable
from houseway.ledger.house import House
from houseway.ledger.payouts import member as payout_link
from houseway.ledger.payouts.http import PayoutServer
from houseway.ledger.payouts.member import Link
from houseway.ledger.payouts.messages import (
    LONGEST,
    ClaimPayout,
    Confirm,
    Declined,
    Deny,
    Disconnect,
    Letter,
    Question,
    SignedAnswer,
    Step,
    Told,
    Wait,
    answer_text,
    hash_of,
    text_of,
)
from houseway.rulebook.refusal import Refused


@pytest.fixture
def casinos(folder: Path) -> Iterator[Casinos]:
    """North, the host, and South, both connected."""
    made = Casinos(folder)
    made.listen()
    made.listen()
    yield made
    for house in made.houses.values():
        house.close()


def entries(house: House) -> int:
    """How long the chain of a house is."""
    with house.database.reading() as connection:
        query = text("SELECT seq FROM tables WHERE id = :cage")
        return int(connection.execute(query, {"cage": CAGE}).scalar_one())


def claim(casinos: Casinos, casino: str = "South", **other: Any) -> ClaimPayout:
    """A claim for a hand that nobody dealt."""
    given = {
        "table": 1, "round": 1, "at": "2026-11-18 21:14", "winning": "9h 8h 7h 6h 5h",
        "losing": "7c 7d 7h 7s Kc", "verified_by": "Flo", "told": 3, "percent": 100,
    }  # fmt: skip
    question = casinos.question(casino, ClaimPayout, **given)
    return question.model_copy(update=other)


def signed(casinos: Casinos, said: dict[str, Any], casino: str = "South") -> str:
    """Any question at all, signed as that casino signs."""
    keys = casinos.houses[casino].keys
    under = f"houseway payout question 2\n{FUND}\n{casino}\n{canonical(said)}"
    made = {"system": FUND, "casino": casino, "said": said, "signature": keys.sign(under)}
    return json.dumps(made)


BAD = [
    {"table": [1]}, {"table": {}}, {"table": 1.0}, {"table": True}, {"table": "1"}, {"table": 0},
    {"table": -1}, {"table": 10**30}, {"round": None}, {"percent": 0}, {"percent": 101},
    {"percent": 50.0}, {"percent": "100"}, {"told": 0}, {"winning": ["9h"]}, {"winning": "9h\n8h"},
    {"at": "\0"}, {"losing": "x" * 401}, {"verified_by": 7}, {"more": 1}, {"do": "confirm"},
    {"do": "disconnect"}, {"do": ["claim"]}, {"question": 0}, {"known": "3"}, {"head": "00"},
]  # fmt: skip


GARBAGE: list[str | bytes] = [
    "", "{", "[]", "null", "1e999", "NaN", '{"system": "\\ud800"}', "[" * 100_000, "\x00",
    b"\xff\xfe", "x" * (LONGEST + 1),
]  # fmt: skip


def test_garbage_is_refused_in_one_line(casinos: Casinos) -> None:
    before = entries(casinos.houses["North"])
    with PayoutServer(("127.0.0.1", 0), casinos.host) as server:
        for sent in GARBAGE:
            with pytest.raises(Refused, match=r"does not parse|longer than"):
                casinos.host.receive(sent)
            reply = server.take(sent if isinstance(sent, bytes) else sent.encode())
            assert (reply.status, reply.text.count("\n")) == (400, 1)
    assert entries(casinos.houses["North"]) == before


def test_a_question_that_does_not_parse_is_refused_and_the_system_goes_on(
    casinos: Casinos, folder: Path
) -> None:
    table = contribute(casinos, "South", 1)
    before, said = entries(casinos.houses["North"]), claim(casinos).model_dump()
    for other in BAD:
        with pytest.raises(Refused, match="does not parse") as refusal:
            casinos.host.receive(signed(casinos, {**said, **other}))
        assert len(refusal.value.reason.splitlines()) == 1
    assert entries(casinos.houses["North"]) == before
    round = table.play(QUADS)
    casinos.listen()
    casinos.links["South"].claim(table.number, round, by="Flo")
    casinos.houses["North"].close()
    casinos.houses["North"] = House.open(casinos.urls["North"], folder / "North" / "keys")
    casinos.open()
    casinos.host.do(Confirm(payout=1), by="Flo")
    casinos.listen()
    assert casinos.held("South") == 0
    casinos.check()


# -- answers ---------------------------------------------------------------------------------------


def altered(change: Callable[[dict[str, Any]], object]) -> Callable[[str], str]:
    """Change an answer on its way."""

    def alter(answer: str) -> str:
        told = json.loads(answer)
        change(told)
        return json.dumps(told)

    return alter


ANSWERS: dict[str, Callable[[str], Any]] = {
    "nothing": lambda answer: "",
    "a page": lambda answer: "<html>welcome</html>",
    "a number": lambda answer: "7",
    "a list": lambda answer: "[]",
    "an empty table": lambda answer: "{}",
    "bytes": lambda answer: b"\xff\x00",
    "half": lambda answer: answer[: len(answer) // 2],
    "no body": altered(lambda told: told.update(body=None)),
    "no signature": altered(lambda told: told.pop("signature")),
    "another signature": altered(lambda told: told.update(signature="0" * 128)),
    "another step": altered(lambda told: told["body"].update(number=9)),
    "another question": altered(lambda told: told["body"].update(question=1)),
    "steps that are none": altered(lambda told: told["body"].update(steps=[1])),
    "steps of no list": altered(lambda told: told["body"].update(steps={"0": 1})),
    "a refusal": altered(lambda told: told["body"].update(answer="refused")),
}


def test_a_bad_answer_makes_a_casino_down_until_the_line_works(casinos: Casinos) -> None:
    link, line = casinos.links["South"], casinos.lines["South"]
    good, stood = line.send, link.told["number"]
    for what, spoil in ANSWERS.items():
        closing, tries = threading.Event(), []
        line.send = lambda letter, spoil=spoil: spoil(good(letter))

        def wait(seconds: float, tries: list[Any] = tries) -> bool:
            tries.append(link.told)
            if len(tries) == 2:
                line.send = good
            return False

        closing.wait = wait  # type: ignore[method-assign, assignment]
        until_up(link, closing)
        assert [told["operational"] for told in tries] == [False, False], what
        assert tries[0]["fault"]["reason"], what
        assert tries[0]["fault"]["since"] == tries[1]["fault"]["since"], what
        assert tries[1]["number"] == stood, what
        assert link.told["operational"], what
    casinos.check()


def until_up(link: Link, closing: threading.Event) -> None:
    """The loop of a link, here and now, until everything works."""
    transmit = link.transmit

    def once() -> None:
        transmit()
        closing.set()

    link.transmit = once  # type: ignore[method-assign]
    link.run(closing, 0)
    link.transmit = transmit  # type: ignore[method-assign]


def test_nothing_is_offered_while_a_casino_is_down(casinos: Casinos) -> None:
    table = casinos.table("South")
    good, casinos.lines["South"].send = casinos.lines["South"].send, lambda letter: "garbage"
    with pytest.raises(Unavailable, match="does not parse"):
        casinos.links["South"].listen(0)
    table.play(PLAIN)
    assert casinos.held("South") == 0
    casinos.lines["South"].send = good
    casinos.links["South"].listen(0)
    table.play(PLAIN)
    assert casinos.held("South") == 100


def test_a_thread_that_hangs_makes_a_casino_down(casinos: Casinos) -> None:
    link = casinos.links["South"]
    link.beat()
    assert link.told["operational"]
    casinos.now += 11
    link.beat()
    assert not link.told["operational"]
    assert "has not answered for 11 seconds" in link.told["fault"]["reason"]
    casinos.links["North"].listen(0)
    link.listen(0)
    assert link.told["operational"]


def test_an_answer_that_comes_too_late_does_not_count(casinos: Casinos) -> None:
    good = casinos.lines["South"].send

    def late(letter: str) -> str | bytes:
        answer = good(letter)
        casinos.now += 11
        return answer

    casinos.lines["South"].send = late
    with pytest.raises(Unavailable, match="took 11 seconds"):
        casinos.links["South"].listen(0)
    assert not casinos.links["South"].told["operational"]


def test_an_unexpected_error_does_not_end_the_thread(
    casinos: Casinos, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, line, closing = casinos.links["South"], casinos.lines["South"], threading.Event()
    good = line.send

    def fail(letter: str) -> str:
        line.send = good
        raise ZeroDivisionError("an unforeseen mistake")

    line.send = fail
    monkeypatch.setattr(payout_link, "AGAIN", 0)
    seen = []
    monkeypatch.setattr(link, "_fail", lambda kind, reason: seen.append(reason))
    until_up(link, closing)
    assert seen == ["unexpected ZeroDivisionError: an unforeseen mistake"]


def test_a_house_is_down_until_the_host_has_answered(casinos: Casinos) -> None:
    link = casinos.links["South"]
    link.begin()
    assert not link.told["operational"]
    again = Link(casinos.houses["South"], FUND, casinos.lines["South"])
    assert again.told["fault"] == link.told["fault"]
    link.listen(0)
    assert link.told["operational"]


def test_a_host_that_refuses_contributions_makes_a_casino_down(casinos: Casinos) -> None:
    contribute(casinos, "South", 1)
    link, good = casinos.links["South"], casinos.lines["South"].send
    casinos.lines["South"].send = lambda letter: (
        refusal(casinos, letter) if '"do":"transmit"' in letter else good(letter)
    )
    link.listen(0)
    with pytest.raises(Refused):
        link.transmit()
    link.listen(0)
    assert "refuses contributions: no" in link.told["fault"]["reason"]
    assert not link.told["operational"]
    casinos.lines["South"].send = good
    link.transmit()
    assert link.told["operational"]


def question_in(letter: str) -> Question:
    """The question of a letter."""
    return Letter.model_validate_json(letter).said


def sign_answer(casinos: Casinos, body: Told | Declined) -> str:
    """Whatever a hostile host signs."""
    signature = casinos.houses["North"].keys.sign(answer_text("North", body))
    return text_of(SignedAnswer(body=body, signature=signature))


def about(letter: str, casino: str = "South") -> dict[str, Any]:
    """What every answer to a letter says."""
    said = question_in(letter)
    asked = hash_of(FUND, casino, said)
    return {"system": FUND, "casino": casino, "question": said.question, "asked": asked}


def refusal(casinos: Casinos, letter: str) -> str:
    """A refusal of the host, properly signed."""
    return sign_answer(casinos, Declined(**about(letter), reason="no", cite=""))


def told(casinos: Casinos, letter: str, number: int, steps: list[Step]) -> str:
    """An answer of the host, properly signed."""
    return sign_answer(casinos, Told(**about(letter), number=number, steps=tuple(steps)))


# -- numbers ---------------------------------------------------------------------------------------


def test_an_answer_to_another_question_is_refused(casinos: Casinos) -> None:
    link, line, answers = casinos.links["South"], casinos.lines["South"], []
    good = line.send

    def keep(letter: str) -> str | bytes:
        answers.append(good(letter))
        return answers[0]

    line.send = keep
    link.listen(0)
    with pytest.raises(Unavailable, match="belongs to another question"):
        link.listen(0)


def test_a_letter_that_is_replayed_or_late_changes_nothing(casinos: Casinos) -> None:
    link, line, letters = casinos.links["South"], casinos.lines["South"], []
    good = line.send

    def keep(letter: str) -> str | bytes:
        letters.append(letter)
        return good(letter)

    line.send = keep
    link.listen(0)
    casinos.now += 11  # South is silent, and somebody sends what it once sent
    casinos.links["North"].listen(0)
    for old in letters:
        good(old)
    casinos.host.beat()
    assert casinos.host.state.down == {"South"}
    stood = casinos.host.state.number
    for old in letters * 2:
        good(old)
    assert casinos.host.state.number == stood
    assert casinos.host.state.down == {"South"}


def test_a_casino_that_receives_no_answers_is_not_connected(casinos: Casinos) -> None:
    casinos.lines["South"].loses_answers = True
    for _ in range(4):
        casinos.now += 4
        casinos.links["North"].listen(0)
        with pytest.raises(Unavailable):
            casinos.links["South"].listen(0)
    casinos.host.beat()
    assert casinos.host.state.down == {"South"}
    casinos.lines["South"].loses_answers = False
    casinos.listen()
    assert not casinos.host.state.down


def test_numbers_of_questions_outlive_a_restart(casinos: Casinos) -> None:
    asked = casinos.question("South", Wait, milliseconds=0)
    used = letter("South", asked, casinos.houses["South"].keys)
    casinos.host.answer(used)
    casinos.open()  # both ends are started again
    late = json.loads(casinos.host.answer(used))["body"]
    assert late["answer"] == "refused"
    assert late["following"] > asked.question
    assert casinos.question("South", Wait, milliseconds=0).question > asked.question
    casinos.listen()
    assert casinos.links["South"].told["operational"]
    casinos.host._asked["South"] = (asked.question + 10 * payout_link.BLOCK, "")
    casinos.links["South"].listen(0)  # it takes up the numbers that the host expects


# -- what a hostile party signs --------------------------------------------------------------------


def test_a_claim_for_a_round_that_was_never_dealt_is_not_made(casinos: Casinos) -> None:
    table = contribute(casinos, "South", 1)
    for number, round in ((table.number, 2), (table.number, 99), (99, 1)):
        with pytest.raises(Refused):
            casinos.links["South"].claim(number, round, by="Flo")
    assert casinos.host.state.payouts == ()


def test_a_casino_does_not_pay_a_round_that_it_never_dealt(casinos: Casinos) -> None:
    """Somebody has South's key, or South has lost its last rounds."""
    contribute(casinos, "South", 1)
    casinos.listen()
    made = letter("South", claim(casinos), casinos.houses["South"].keys)
    casinos.host.answer(made)
    casinos.host.do(Confirm(payout=1), by="Flo")
    with pytest.raises(Unavailable, match="is refused"):
        casinos.links["South"].listen(0)
    assert not casinos.links["South"].told["operational"]
    assert casinos.held("South") == 100
    casinos.check()


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"percent": 99}, "100% of the fund, not 99%"),
        ({"told": 9}, "not been told of step 9"),
        ({"verified_by": "Dee"}, "no access"),
        ({"winning": ""}, "winning"),
    ],
)
def test_a_claim_that_the_rules_do_not_allow_is_refused(
    casinos: Casinos, other: dict[str, Any], reason: str
) -> None:
    before = entries(casinos.houses["North"])
    made = letter("South", claim(casinos, **other), casinos.houses["South"].keys)
    body = json.loads(casinos.host.answer(made))["body"]
    assert body["answer"] == "refused"
    assert reason in body["reason"]
    assert entries(casinos.houses["North"]) == before


def hostile_steps(casinos: Casinos) -> dict[str, list[Step]]:
    """Steps that a hostile host sends after step 3, and why each is refused."""
    keys = casinos.houses["South"].keys
    wait, claimed = casinos.question("South", Wait, milliseconds=0), claim(casinos)
    forged = letter("South", claimed, casinos.houses["North"].keys).signature
    own = letter("South", wait, keys).signature
    first = Step(number=4, casino="North", act=Disconnect(casino="South"), at="", signature="")
    by_south = first.model_copy(update={"casino": "South"})
    confirm, deny = Confirm(payout=1, by="Flo"), Deny(payout=1, by="Flo")
    return {
        "was not signed by a casino": [
            by_south.model_copy(update={"act": claimed, "signature": forged})
        ],
        "this was not signed": [by_south.model_copy(update={"act": claimed})],
        "there is no payout 1": [first.model_copy(update={"act": confirm})],
        "no payout 1": [first.model_copy(update={"act": deny})],
        "only the host may decide": [by_south.model_copy(update={"act": confirm})],
        "does not follow step 3": [first.model_copy(update={"number": 5})],
        "changes nothing": [by_south.model_copy(update={"act": wait, "signature": own})],
        "takes no part": [first.model_copy(update={"act": Disconnect(casino="West")})],
        "sends none after 3": [],
    }


def test_steps_that_no_rule_allows_are_refused(casinos: Casinos) -> None:
    link, south, line = casinos.links["South"], casinos.houses["South"], casinos.lines["South"]
    good, stood = line.send, link.told["number"]
    for reason, steps in hostile_steps(casinos).items():
        line.send = lambda sent, steps=steps: told(casinos, sent, 4, steps)
        with pytest.raises(Unavailable, match=reason):
            link.listen(0)
        assert link.told["number"] == stood
        assert not link.told["operational"]
        length = entries(south)
        with pytest.raises(Unavailable):
            link.listen(0)
        assert entries(south) == length  # it is written once
        line.send = good
        link.listen(0)
        assert link.told["operational"]
    casinos.check()


def test_a_host_that_tells_two_histories_is_found_out(casinos: Casinos) -> None:
    """The host tells South of a step that it takes back afterward."""
    link, good = casinos.links["South"], casinos.lines["South"].send
    step = Step(number=4, casino="North", act=Disconnect(casino="North"), at="", signature="")
    casinos.lines["South"].send = lambda sent: told(casinos, sent, 4, [step])
    link.listen(0)
    assert link.told["down"] == ["North"]
    casinos.lines["South"].send = good
    with pytest.raises(Refused, match="South has step 4, and the host has 3"):
        link.listen(0)
    contribute(casinos, "North", 1)
    casinos.links["North"].transmit()
    with pytest.raises(Refused, match="South has another step 4"):
        link.listen(0)
    assert not link.told["operational"]


def test_a_round_that_may_still_be_voided_is_not_told(casinos: Casinos) -> None:
    """What a ruling may give back to the players is no contribution yet."""
    table = casinos.table("South")
    table.begin()
    casinos.links["South"].transmit()
    assert casinos.host.state.fund == 0
    table.play(PLAIN, begun=True)
    casinos.links["South"].transmit()
    assert casinos.host.state.fund == 100
