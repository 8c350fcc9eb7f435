"""What a round in progress hides is nowhere in plain text; once it is over, anybody opens it."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from kinds import that_hide_cards
from playing import Playing
from sqlalchemy import text

from houseway.equipment.cards import NAMES
from houseway.ledger.audit.audit import audit_database, audit_file
from houseway.ledger.chain.hash_chain import canonical, link
from houseway.ledger.chain.hidden import hide, round_key, show
from houseway.ledger.chain.lines import export
from houseway.ledger.database.backup import backup
from houseway.ledger.errors import Broken
from houseway.ledger.house import House
from houseway.referee.events import EVERYONE

CARD = re.compile(r'"(?:cards|draw|shuffle|put_back)":')


@pytest.mark.parametrize("game", that_hide_cards())
def test_no_card_of_a_round_in_progress_is_kept_in_plain_text(
    sqlite: House, game: str, folder: Path
) -> None:
    """Of no entry of the round, no answer, no chance, no backup; while the round itself hides."""
    table = sqlite.open_table(game, by="Flo")
    playing = Playing(sqlite, table)
    playing.sit()
    hid = looked = 0
    for _ in range(60):
        playing.step()
        with sqlite.looking(table) as live:
            if live.resting:
                continue
            events = list(live.table.events)
            first = live.boundary
        hid += any(event.sees != EVERYONE and event.cards for event in events)
        with sqlite.database.reading() as connection:
            query = text("SELECT body, answer, asked FROM entries WHERE table_id = :t AND seq > :s")
            rows = connection.execute(query, {"t": table, "s": first}).all()
            rows += connection.execute(
                text("SELECT chance, game FROM tables WHERE id = :t"), {"t": table}
            ).all()
        for row in rows:
            looked += 1
            assert not CARD.search(row[0]), row[0][:300]
            assert not CARD.search(row[1]), row[1][:300]
            words = set(re.findall(r"[A-Za-z0-9]+", row[1])) - {"As"}
            assert not words & set(NAMES), row[1][:300]
    assert looked > 20
    assert hid
    backup(sqlite.database, folder / "b.gz")
    sqlite.close()
    assert gzip.decompress((folder / "b.gz").read_bytes())
    url = f"sqlite:///{sqlite.database.file}"
    for keys in (None, sqlite.keys):
        assert audit_database(url, keys=keys, workers=1).findings == []
    export(sqlite.database, sqlite.keys, folder / "log.jsonl")
    assert audit_file(folder / "log.jsonl", workers=1).findings == []


def test_a_round_that_is_over_is_opened_without_the_house(
    make: Callable[..., House], url: str
) -> None:
    house = make()
    table = house.open_table("three-card-blitz", by="Flo")
    Playing(house, table).rounds(2)
    with house.database.reading() as connection:
        query = text("SELECT body FROM entries WHERE table_id = :t ORDER BY seq")
        bodies = [json.loads(one) for one in connection.execute(query, {"t": table}).scalars()]
    opened = [show(one, bytes.fromhex(last["opens"])) for one, last in of_rounds(bodies)]
    assert opened
    assert any("draw" in step for body in opened for step in body["chance"])
    house.close()


def of_rounds(bodies: list[dict]) -> list[tuple[dict, dict]]:
    """Each sealed entry with the one that opens it."""
    return [
        (body, next(last for last in bodies[at:] if "opens" in last))
        for at, body in enumerate(bodies)
        if "sealed" in body
    ]


def test_a_house_cannot_show_something_else_than_it_sealed(sqlite: House) -> None:
    body = {
        "table": 1, "seq": 3, "do": {"do": "draw", "cards": "As"},
        "inputs": [], "chance": [{"commit": "c"}], "events": [],
    }  # fmt: skip
    key, other = (round_key(sqlite.keys, "test", 1, since) for since in (2, 3))
    assert key != other
    hidden = hide(body, key, 2)
    assert show(hidden, key)["do"] == body["do"]
    assert "As" not in canonical({**hidden, "sealed": ""})
    with pytest.raises(Broken, match="is not the one that was committed to"):
        show(hidden, other)
    for changed in ({"seq": 4}, {"sealed": hidden["sealed"][:-8] + "AAAAAAA="}):
        with pytest.raises(Broken, match="does not open"):
            show({**hidden, **changed}, key)
    with pytest.raises(Broken, match="commits to something else"):
        show({**hidden, "commits": ["d"]}, key)


def test_a_key_that_does_not_open_is_found(sqlite: House, folder: Path) -> None:
    """A house that seals one thing and shows the key of another."""
    Playing(sqlite, sqlite.open_table("three-card-blitz", by="Flo")).rounds(1)
    sqlite.close()
    path = folder / "log.jsonl"
    export(sqlite.database, sqlite.keys, path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    head = ""
    for line in lines:
        if line["kind"] == "entry" and line["table"] == 1:
            if "opens" in line["body"]:
                line["body"]["opens"] = "00" * 32
            if head:
                line["prev"], line["hash"] = head, link(head, canonical(line["body"]))
            head = line["hash"]
    lines = [line for line in lines if line["kind"] not in ("head", "checkpoint", "end")]
    path.write_text("".join(canonical(line) + "\n" for line in lines))
    found = [str(one) for one in audit_file(path, workers=1).findings]
    assert any("it is not an entry of a table" in one for one in found), found
