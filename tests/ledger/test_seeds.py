"""Players decide the order of the cards too, and anybody checks it without the house's code."""

import json
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest
from kinds import one_of_each_family
from playing import Playing

import houseway.server
from houseway.equipment.cards import cards
from houseway.ledger.audit.audit import audit_database
from houseway.ledger.house import House
from houseway.ledger.tables.chance import SecretChance, mixed, verify
from houseway.ledger.tables.rounds import proof
from houseway.rulebook.refusal import Refused

PAGE = Path(houseway.server.__file__).parent / "static" / "proof.js"
DECK = cards("As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s Ah Kh Qh")


def by_another(*proofs: object) -> list[bool]:
    """What the page makes of proofs; it is no code of ours but one file in another language."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node here to run the page")
    script = (
        f"const {{check}} = require({json.dumps(str(PAGE))});"
        "const given = JSON.parse(require('fs').readFileSync(0));"
        "console.log(JSON.stringify(given.map((one) => check(one).holds)));"
    )
    told = json.dumps(proofs)
    done = subprocess.run(
        [node, "-e", script], input=told, capture_output=True, text=True, check=True
    )
    found: list[bool] = json.loads(done.stdout)
    return found


def seated(house: House, **settings: object) -> int:
    table = house.open_table("three-card-blitz", by="Flo", **settings)  # type: ignore[arg-type]
    for seat, name in ((1, "Ann"), (2, "Bob")):
        house.do(table, {"do": "sit", "seat": seat}, by=name, key=f"sit {seat}")
    return table


def seed(house: House, table: int, seat: int, given: str, key: str = "") -> None:
    by = {1: "Ann", 2: "Bob"}[seat]
    said = {"do": "seed", "seat": seat, "seed": given}
    house.do(table, said, by=by, key=key or f"seed {seat} {given}")


def test_seeds_after_the_commitment_decide_the_order(
    make: Callable[..., House], url: str, keys: Path
) -> None:
    house = make()
    table = seated(house)
    with pytest.raises(Refused, match="there is no commitment yet"):
        seed(house, table, 1, "00")
    house.do(table, {"do": "commit", "seat": 1}, by="Ann", key="commit")
    committed = house.committed(table)
    seed(house, table, 1, "00ff")
    with pytest.raises(Refused, match="has already given a seed"):
        seed(house, table, 1, "11")
    house.close()
    house = House.open(url, keys)  # and it is known after a restart
    assert house.committed(table) == committed
    seed(house, table, 2, "ab")
    Playing(house, table).rounds(1)
    with pytest.raises(Refused, match="there is no commitment yet"):
        seed(house, table, 1, "22")
    (key,) = proof(house, table, 1).keys
    assert (key.commitment, key.wrong) == (committed, "")
    assert [(s["seat"], s["seed"]) for s in key.steps if "seed" in s] == [(1, "00ff"), (2, "ab")]
    honest = key.to_json()
    without = {**honest, "steps": [s for s in honest["steps"] if "seed" not in s]}
    exchanged = json.loads(json.dumps(honest).replace("00ff", "00fe"))
    late = {**honest, "steps": [*honest["steps"], {"seed": "33", "seat": 3}]}
    stranger = {**honest, "key": "00" * 32}
    for told in (without, exchanged, late):
        assert verify(bytes.fromhex(key.key), told["steps"])
    assert by_another(honest, without, exchanged, late, stranger) == [True, *[False] * 4]
    house.close()
    assert audit_database(url, workers=1).findings == []


def test_a_shoe_that_goes_on_takes_none(sqlite: House) -> None:
    table = sqlite.open_table("blackjack", by="Flo")
    Playing(sqlite, table, ["Ann"]).rounds(1)
    for said in ({"do": "commit", "seat": 1}, {"do": "seed", "seat": 1, "seed": "00"}):
        with pytest.raises(Refused, match="already determined"):
            sqlite.do(table, said, by="Ann", key=said["do"])
    assert sqlite.committed(table) == ""


def test_a_table_that_is_dealt_by_hand_takes_none(sqlite: House) -> None:
    table = seated(sqlite, by_hand=["chance"])
    with pytest.raises(Refused, match="dealt by hand"):
        sqlite.do(table, {"do": "commit", "seat": 1}, by="Ann", key="commit")
    for given in ("", "0", "xy", "AB", "00" * 65):
        with pytest.raises(Refused, match="is not seed"):
            seed(sqlite, table, 1, given)
    said = {"do": "seed", "seat": 2, "seed": "00"}
    with pytest.raises(Refused, match="is not Ann's"):
        sqlite.do(table, said, by="Ann", key="other")


@pytest.mark.parametrize("game", one_of_each_family())
def test_the_page_checks_rounds_of_any_game(sqlite: House, game: str) -> None:
    table = sqlite.open_table(game, by="Flo")
    Playing(sqlite, table).rounds(3)
    with suppress(Refused):  # wagers may stand, and then keys are revealed all the same
        sqlite.close_table(table, by="Flo", key="shut")
    shown = [one for round in (1, 2, 3) for one in proof(sqlite, table, round).keys]
    found = [one.to_json() for one in shown if one.revealed]
    assert found
    assert all(by_another(*found))


def test_the_page_knows_sides_cuts_and_cards_that_are_put_back() -> None:
    chance = SecretChance(lambda: bytes(range(32)))
    chance.prepare()
    chance.contribute(4, "c0ffee")
    chance.shuffle(DECK, "red")
    chance.shuffle(DECK, "blue")
    chance.cut(5, "red")
    gone = chance.draw("x", 7, "red")
    chance.put_back(gone, [1, 4, 9], "red")
    chance.below(1000)
    chance.draw("x", 16, "red")
    chance.draw("x", 9, "blue")
    steps = list(chance.log)
    assert verify(bytes(range(32)), steps) == ""
    told = {
        "commitment": sha256(bytes(range(32))).hexdigest(),
        "key": bytes(range(32)).hex(),
        "steps": steps,
    }
    assert by_another(told) == [True]
    assert mixed(bytes(32), [(1, "00"), (2, "11")]) != mixed(bytes(32), [(2, "11"), (1, "00")])
