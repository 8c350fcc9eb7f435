"""A round verified: what holds, what is open, and what each kind of tampering does to it."""

import json
import re
from collections.abc import Callable

import pytest
from playing import Playing
from sqlalchemy import text

from houseway.ledger.audit.verify_round import Verified, verify
from houseway.ledger.chain.hash_chain import canonical, link
from houseway.ledger.house import House
from houseway.ledger.tables.rounds import record
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused


def states(found: Verified) -> dict[str, str]:
    return {check.name: check.state for check in found.checks}


def said(found: Verified, name: str) -> str:
    return " ".join(next(check.found for check in found.checks if check.name == name))


def change(house: House, statement: str) -> None:
    with house.database.transaction() as connection:
        connection.execute(text(statement))


def played(house: House, rounds: int = 4, game: str = "three-card-blitz") -> int:
    table = house.open_table(game, by="Flo")
    Playing(house, table, ["Ann"]).rounds(rounds)
    return table


def test_a_closed_table_is_verified_whole(house: House) -> None:
    table = played(house)
    house.close_table(table, by="Flo", key="shut")
    for round in range(1, 5):
        found = verify(house, table, round)
        assert found.complete, found
        assert list(states(found)) == ["chain", "signature", "chance", "payments"]
    assert json.loads(json.dumps(found.to_json()))["complete"]


def test_what_is_not_signed_or_not_shown_yet_is_open(sqlite: House) -> None:
    table = played(sqlite, game="blackjack")
    found = verify(sqlite, table, 2)
    assert found.holds
    assert not found.complete
    assert states(found) == {
        "chain": "holds",
        "signature": "open",
        "chance": "open",
        "payments": "holds",
    }
    with pytest.raises(Refused, match="no round 9"):
        verify(sqlite, table, 9)
    with pytest.raises(Refused, match="no table 9"):
        verify(sqlite, 9, 1)


SOME = "table_id = 1 AND seq = 6"


@pytest.mark.parametrize(
    ("statements", "name", "what"),
    [
        (
            [f"UPDATE entries SET body = replace(body, 'Ann', 'Eve') WHERE {SOME}"],
            "chain",
            "Entry 6 was altered",
        ),
        ([f"UPDATE entries SET body = 'x' WHERE {SOME}"], "chain", "Entry 6 was altered"),
        (
            [
                "DELETE FROM transfers WHERE table_id = 1 AND seq = 6",
                f"DELETE FROM entries WHERE {SOME}",
            ],
            "chain",
            "Entry 6 is missing",
        ),
        (
            ["UPDATE checkpoints SET books = leaf"],
            "signature",
            "its heads are not those that were signed",
        ),
    ],
)
def test_the_first_altered_entry_is_named(
    house: House, statements: list[str], name: str, what: str
) -> None:
    """From every round of the table that comes after it, whether it can be read or not."""
    table = played(house)
    house.close_table(table, by="Flo", key="shut")
    for statement in statements:
        change(house, statement)
    for round in (2, 3, 4):
        found = verify(house, table, round)
        assert not found.holds
        assert states(found)[name] == "fails"
        assert what in said(found, name)


def write_anew(house: House, table: int, alter: Callable[[dict], None]) -> None:  # type: ignore[type-arg]
    """Somebody who knows how entries are chained alters one and all hashes after it."""
    with house.database.transaction() as connection:
        rows = connection.execute(
            text("SELECT seq, prev, body FROM entries WHERE table_id = :t ORDER BY seq"),
            {"t": table},
        ).all()
        head = rows[0].prev
        for row in rows:
            body = json.loads(row.body)
            alter(body)
            written = canonical(body)
            values = {"t": table, "seq": row.seq, "prev": head, "body": written}
            head = values["hash"] = link(head, written)
            connection.execute(
                text(
                    "UPDATE entries SET prev = :prev, hash = :hash, body = :body"
                    " WHERE table_id = :t AND seq = :seq"
                ),
                values,
            )
        connection.execute(
            text("UPDATE tables SET head = :h WHERE id = :t"), {"h": head, "t": table}
        )


def dearer(round: int) -> Callable[[dict], None]:  # type: ignore[type-arg]
    """In this round everything that is paid is a dollar more."""

    def alter(body: dict) -> None:  # type: ignore[type-arg]
        if body["round"] != round:
            return
        for event in body.get("events", ()):  # else it is sealed
            if event["kind"] == "paid":
                event["amount"] += 100
        for move in body["moves"]:
            if move[0] == "paid":
                move[3] += 100 * FINE

    return alter


def one_that_paid(house: House, table: int) -> int:
    """A round in which something was won; play goes on until there is one."""
    for round in range(1, 200):
        Playing(house, table, ["Ann"], seed=round).rounds(round)
        if any(event.kind == "paid" for event in record(house, table, round).log.events):
            Playing(house, table, ["Ann"], seed="more").rounds(round + 1)
            return round
    raise AssertionError("nobody wins in 200 rounds")


def test_a_payment_that_differs_is_named_with_its_cite(sqlite: House) -> None:
    """The chain was written anew, so that only the referee can tell."""
    table = sqlite.open_table("three-card-blitz", by="Flo")
    round = one_that_paid(sqlite, table)
    write_anew(sqlite, table, dearer(round))
    found = verify(sqlite, table, round)
    assert states(found)["chain"] == "holds"
    assert states(found)["payments"] == "fails"
    assert re.search(r"seat 1 \w+ came to \$.* was due \[51\.", said(found, "payments"))
    assert states(verify(sqlite, table, round + 1))["payments"] == "holds"


def test_a_chain_that_was_written_anew_is_not_what_was_signed(sqlite: House) -> None:
    table = sqlite.open_table("three-card-blitz", by="Flo")
    round = one_that_paid(sqlite, table)
    sqlite.close_table(table, by="Flo", key="shut")
    write_anew(sqlite, table, dearer(round))
    found = verify(sqlite, table, round + 1)
    assert states(found)["chain"] == "holds"
    assert states(found)["signature"] == "fails"
    assert re.search(r"An entry from \d+ to \d+ was altered", said(found, "signature"))


def test_an_arranged_shuffle_shows(sqlite: House) -> None:
    table = played(sqlite, 1)
    bets = {"ante": 1000, "blind": 1000}
    sqlite.do(table, {"do": "bet", "seat": 1, "bets": bets}, by="Ann", key="bet")
    secret = sqlite._live[table].chance._live
    assert secret is not None
    secret.shoe.cut(7)  # nobody has told of it
    sqlite.do(table, {"do": "close"}, by="Dee", key="close")
    sqlite.do(table, {"do": "act", "who": 1, "what": "fold"}, by="Ann", key="fold")
    found = verify(sqlite, table, 2)
    assert states(found)["chance"] == "fails"
    assert "but the key deals" in said(found, "chance")
