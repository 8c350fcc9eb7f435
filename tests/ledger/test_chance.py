"""Guarantee 7: the next card is a secret, and afterwards everybody can check the shuffle."""

import contextlib
import json
import logging
import traceback
from pathlib import Path

import pytest
from kinds import one_of_each_family
from playing import Playing
from sqlalchemy import text

from houseway.equipment.cards import deck
from houseway.games import games
from houseway.ledger.audit.audit import audit_database
from houseway.ledger.chain.keys import Keys
from houseway.ledger.house import House
from houseway.ledger.tables.chance import SecretChance, commitment, verify

GAMES = sorted(games())


def everything(house: House) -> str:
    """Every column of every row."""
    names = "house people sessions rulebooks accounts meters tables entries transfers"
    with house.database.reading() as connection:
        return "\n".join(
            str(tuple(row))
            for name in f"{names} signatures notices".split()
            for row in connection.execute(text(f"SELECT * FROM {name}"))
        )


def secret(house: House, table: int) -> tuple[str, list[str]]:
    """The key in use at a table and the cards that it has not dealt yet."""
    live = house._live[table].chance._live
    assert live is not None
    shoe = SecretChance.from_json(
        json.loads(json.dumps(house._live[table].chance.to_json(house.keys.seal))),
        house.keys.unseal,
    )
    left = shoe._live.shoe.left
    shoe.draw("", left)
    return live.key.hex(), shoe.log[-1]["draw"].split()


@pytest.mark.parametrize("game", one_of_each_family())
def test_nothing_shows_the_key_or_the_cards_to_come(
    house: House, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    table = house.open_table(game, by="Flo")
    playing = Playing(house, table)
    playing.sit()
    keys = set()
    for _ in range(12):
        playing.step()
        live = house._live.get(table)
        if live is None or live.chance._live is None:
            continue
        key, cards = secret(house, table)
        keys.add(key)
        shown = [everything(house), repr(live.chance), repr(vars(live.chance)), caplog.text]
        shown += [repr(house.view(table, name)) for name in ("Ann", "Dee", "Flo", "Aud")]
        shown += [repr(house.waiting(table)), repr(live.chance._live), repr(house.keys)]
        try:
            live.chance.draw("dealer", 10_000)
        except ValueError as error:
            shown.append("".join(traceback.format_exception(error)))
        order = " ".join(cards[:4])  # a run of cards to come, in their order
        for words in shown:
            assert key not in words
            assert not (len(cards) >= 4 and order in words)
            assert house.keys.master.hex() not in words
            assert house.keys.signing.hex() not in words
    assert keys


@pytest.mark.parametrize("game", GAMES)
def test_what_was_dealt_is_what_was_committed_to(sqlite: House, game: str) -> None:
    table = sqlite.open_table(game, by="Flo")
    Playing(sqlite, table).rounds(3)
    sqlite.close_table(table, by="Flo", key="shut") if not _stands(sqlite, table) else None
    sqlite.close()
    report = audit_database(sqlite.database.engine.url.render_as_string(), workers=1)
    assert report.findings == []
    assert report.shuffles + report.secret >= 1


def test_a_double_shoe_is_audited_side_by_side(sqlite: House) -> None:
    table = sqlite.open_table("blackjack", options={"dealing": "double_shoe"}, by="Flo")
    Playing(sqlite, table).rounds(25)
    sqlite.close_table(table, by="Flo", key="shut")
    sqlite.close()
    report = audit_database(sqlite.database.engine.url.render_as_string(), workers=1)
    assert report.findings == []
    assert report.shuffles >= 1


def _stands(house: House, table: int) -> bool:
    with house.looking(table) as live:
        return bool(live.table.data.standing)


def test_the_commitment_comes_before_the_bets_and_the_key_after_the_last_card(
    sqlite: House,
) -> None:
    table = sqlite.open_table("three-card-blitz", by="Flo")
    sqlite.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    bets = {"ante": 1000, "blind": 1000}
    sqlite.do(table, {"do": "bet", "seat": 1, "bets": bets}, by="Ann", key="bet")
    with sqlite.database.reading() as connection:
        query = text("SELECT body FROM entries WHERE table_id = 1 ORDER BY seq DESC")
        written = connection.execute(query).scalars().first()
        body = sqlite.store.read(written)
    assert json.loads(written)["commits"] == [body["chance"][0]["commit"]]
    assert not any("draw" in step for step in body["chance"])
    sqlite.do(table, {"do": "close"}, by="Dee", key="close")
    sqlite.do(table, {"do": "act", "who": 1, "what": "fold"}, by="Ann", key="fold")
    with sqlite.database.reading() as connection:
        last = json.loads(connection.execute(query).scalars().first())
    (revealed,) = [step for step in last["chance"] if "reveal" in step]
    assert commitment(bytes.fromhex(revealed["key"])) == body["chance"][0]["commit"]


def test_a_shoe_comes_back_at_the_same_card() -> None:
    chance, keys = SecretChance(), Keys(bytes(32), bytes(32))
    chance.prepare()
    chance.shuffle(deck())
    chance.cut(20)
    chance.draw("a", 5)
    chance.cut(7)
    chance.draw("a", 3)
    chance.below(6)
    kept = json.loads(json.dumps(chance.to_json(keys.seal)))
    again = SecretChance.from_json(kept, keys.unseal)
    assert [again.below(1000), again.draw("a", 30)] == [chance.below(1000), chance.draw("a", 30)]
    key = chance._live.key
    assert verify(key, chance.log) == ""
    for step in chance.log:
        changed = {k: _other(v) for k, v in step.items()}
        log = [changed if each is step else each for each in chance.log]
        with contextlib.suppress(ValueError):
            assert verify(key, log), step


def _other(value):
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [value[0], (value[1] + 1) % value[0]]
    return " ".join(reversed(value.split())) if " " in value else "0" * len(value)


def test_a_card_that_waits_face_down_keeps_its_key_secret() -> None:
    chance = SecretChance()
    chance.shuffle(deck())
    chance.draw("aside", 1)
    chance.rest(shoe_goes_on=False, cards_wait=True)
    assert not any("reveal" in step for step in chance.log)
    chance.shuffle(deck())
    chance.rest(shoe_goes_on=True, cards_wait=False)
    assert sum("reveal" in step for step in chance.log) == 1
    chance.rest(shoe_goes_on=False, cards_wait=False)
    assert sum("reveal" in step for step in chance.log) == 2


def test_every_shuffle_has_a_key_of_its_own(sqlite: House, folder: Path) -> None:
    table = sqlite.open_table("three-card-poker", by="Flo")
    Playing(sqlite, table).rounds(6)
    with sqlite.database.reading() as connection:
        bodies = connection.execute(text("SELECT body FROM entries WHERE table_id = 1")).scalars()
        steps = [step for body in bodies for step in sqlite.store.read(body)["chance"]]
    commits = [step["commit"] for step in steps if "commit" in step]
    assert len(commits) == len(set(commits)) >= 6
    assert sum("shuffle" in step for step in steps) <= len(commits)


def test_a_double_shoe_and_stacks_put_back_come_back_at_the_same_card() -> None:
    """Sides are shuffled, cut and dealt by themselves; discards go back among the cards left."""
    keys = Keys(bytes(32), bytes(32))

    def again(chance: SecretChance) -> SecretChance:
        return SecretChance.from_json(
            json.loads(json.dumps(chance.to_json(keys.seal))), keys.unseal
        )

    chance = SecretChance()
    chance.prepare()
    chance.shuffle(deck(), "red")
    chance.shuffle(deck(), "black")
    chance.cut(20, "black")
    dealt = chance.draw("a", 7, "red")
    chance.below(6)
    chance.put_back(dealt, [3, 9], "red")
    chance.draw("b", 2, "black")
    chance.shuffle(deck(), "black")
    chance.draw("b", 1, "black")
    restored = again(again(chance))
    for side in ("red", "black"):
        assert restored.draw("c", 30, side) == chance.draw("c", 30, side)
    assert restored.below(1000) == chance.below(1000)
    key = chance._secret.key
    assert verify(key, chance.log) == ""
    dealt = chance.log[-2]["draw"]
    chance.log[-2]["draw"] = "Ks" if dealt.startswith("As") else "As"  # another first card
    assert "the key deals" in verify(key, chance.log)
