"""Guarantee 3: at most once, however often, late or out of order a request comes."""

import random
import threading

import pytest
from playing import Playing

from houseway.ledger.audit.audit import audit_database
from houseway.ledger.house import House
from houseway.rulebook.refusal import Refused

BETS = {"ante": 1000, "blind": 1000}


def test_a_repeated_key_gets_the_first_answer(house: House) -> None:
    table = house.open_table("three-card-blitz", by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    bet = {"do": "bet", "seat": 1, "bets": BETS}
    first = house.do(table, bet, by="Ann", key="bet")
    assert not first.repeated
    house.do(table, {"do": "close"}, by="Dee", key="close")
    house.do(table, {"do": "act", "who": 1, "what": "fold"}, by="Ann", key="fold")
    house._forget(table)
    late = house.do(table, bet, by="Ann", key="bet")
    assert late.repeated
    assert (late.seq, late.round, late.events, late.waiting) == (
        first.seq,
        first.round,
        first.events,
        first.waiting,
    )
    assert house.balance("Ann") == 1_000_000 - 2000
    with pytest.raises(Refused, match="used for a different command"):
        house.do(table, {**bet, "bets": {"ante": 2000}}, by="Ann", key="bet")
    with pytest.raises(Refused, match="used for a different command"):
        house.do(table, bet, by="Flo", key="bet")
    with pytest.raises(Refused, match="an idempotency key"):
        house.do(table, bet, by="Ann", key="")


def test_cash_moves_once(house: House) -> None:
    first = house.buy_in("Ann", 500, by="Flo", key="k")
    assert house.buy_in("Ann", 500, by="Flo", key="k") == first
    assert house.balance("Ann") == 1_000_500
    with pytest.raises(Refused, match="a different command"):
        house.buy_in("Ann", 600, by="Flo", key="k")
    with pytest.raises(Refused, match="a different command"):
        house.cash_out("Ann", 500, by="Flo", key="k")
    table = house.open_table("craps", by="Flo", key="t")
    assert house.open_table("craps", by="Flo", key="t") == table
    closed = house.close_table(table, by="Flo", key="shut")
    assert house.close_table(table, by="Flo", key="shut").seq == closed.seq


def test_duplicated_reordered_and_delayed_requests(house: House, url: str) -> None:
    """Every command is sent several times, old ones between new ones, and some at once."""
    table = house.open_table("three-card-blitz", by="Flo")
    playing, dice = Playing(house, table), random.Random(3)
    playing.sit()
    sent: list[tuple[dict, str, str, object]] = []
    plain = playing.say

    def say(command, by):
        answer = plain(command, by)
        sent.append((command, by, playing.last[2], answer))
        for old, who, key, was in dice.sample(sent, min(3, len(sent))):
            again = house.do(table, old, by=who, key=key)
            assert again.repeated
            assert (again.seq, again.events) == (was.seq, was.events)
        return answer

    playing.say = say
    playing.rounds(4)
    before = house.balance("Ann"), house.balance("Bob")
    answers, threads = [], []
    for command, by, key, _ in sent:
        threads += [
            threading.Thread(
                target=lambda c=command, b=by, k=key: answers.append(
                    house.do(table, c, by=b, key=k)
                )
            )
            for _ in range(2)
        ]
    dice.shuffle(threads)
    for start in range(0, len(threads), 16):
        batch = threads[start : start + 16]
        for thread in batch:
            thread.start()
        for thread in batch:
            thread.join()
    assert len(answers) == 2 * len(sent)
    assert all(answer.repeated for answer in answers)
    assert (house.balance("Ann"), house.balance("Bob")) == before
    assert house.reconcile().holds
    house.close()
    assert audit_database(url, workers=1).findings == []


def test_the_same_key_from_many_at_once_acts_once(house: House) -> None:
    table = house.open_table("three-card-blitz", by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    answers = []

    def bet() -> None:
        command = {"do": "bet", "seat": 1, "bets": BETS}
        answers.append(house.do(table, command, by="Ann", key="bet"))

    threads = [threading.Thread(target=bet) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.repeated for answer in answers) == [False] + [True] * 7
    assert house.balance("Ann") == 1_000_000 - 2000
