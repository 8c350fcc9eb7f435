"""People, money, tables: what the house keeps, and what it refuses."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playing import Playing
from sqlalchemy import text

from houseway.games import games
from houseway.ledger.errors import Unavailable, Unusable
from houseway.ledger.house import House
from houseway.rulebook.refusal import Refused

BETS = {"ante": 1000, "blind": 1000}


def seated(house: House, **settings) -> int:
    table = house.open_table("three-card-blitz", by="Flo", **settings)
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    return table


def state_of(house: House) -> list[tuple]:
    """Everything that a command could have changed."""
    with house.database.reading() as connection:
        return [
            tuple(row)
            for name in ("accounts", "entries", "transfers", "notices")
            for row in connection.execute(text(f"SELECT * FROM {name} ORDER BY 1, 2"))
        ]


def test_a_round_is_kept_and_its_money_is_booked(house: House) -> None:
    table = seated(house)
    house.do(table, {"do": "bet", "seat": 1, "bets": BETS}, by="Ann", key="bet")
    assert house.balance("Ann") == 1_000_000 - 2000
    house.do(table, {"do": "close"}, by="Dee", key="close")
    house.do(table, {"do": "act", "who": 1, "what": "fold"}, by="Ann", key="fold")
    assert house.balance("Ann") == 1_000_000 - 2000
    assert house.reconcile().holds
    assert house.tables()[0]["rounds"] == 1


def test_a_house_opens_again_where_it_was(make: Callable[..., House], url: str, keys: Path) -> None:
    house = make()
    table = seated(house)
    house.do(table, {"do": "bet", "seat": 1, "bets": BETS}, by="Ann", key="bet")
    house.do(table, {"do": "close"}, by="Dee", key="close")
    before = house.view(table, "Ann").to_json()
    house.close()
    with House.open(url, keys) as again:
        assert again.view(table, "Ann").to_json() == before
        assert before["hands"]["dealer"].startswith("??")
        again.do(table, {"do": "act", "who": 1, "what": "play"}, by="Ann", key="play")
        assert again.reconcile().holds


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_comes_back_the_same_at_every_step(sqlite: House, game: str) -> None:
    """Forget the table before every command; it must go on as if nothing had been."""
    table = sqlite.open_table(game, by="Flo")
    playing = Playing(sqlite, table)
    playing.sit()
    for _ in range(25):
        with sqlite.looking(table) as live:
            before = live.table.data.to_json(), live.chance.to_json(lambda k, about: k.hex())
        sqlite._forget(table)
        with sqlite.looking(table) as live:
            assert (
                live.table.data.to_json(),
                live.chance.to_json(lambda k, about: k.hex()),
            ) == before
        playing.step()
    assert sqlite.reconcile().holds


def test_a_refusal_changes_nothing(house: House) -> None:
    table = seated(house)
    before = state_of(house)
    for command, by, reason in [
        ({"do": "bet", "seat": 1, "bets": {"ante": 1}}, "Ann", "wagers run from"),
        ({"do": "bet", "seat": 1, "bets": {"nonsense": 100}}, "Ann", "no wager"),
        ({"do": "bet", "seat": 1, "bets": BETS}, "Bob", "not Bob's"),
        ({"do": "bet", "seat": 1, "bets": {"ante": 10.5}}, "Ann", "not bets"),
        ({"do": "bet", "seat": 1}, "Ann", "needs bets"),
        ({"do": "close"}, "Ann", "may not close"),
        ({"do": "close"}, "Dee", "no round has begun"),
        ({"do": "dance"}, "Dee", "no command 'dance'"),
        ({"do": "close", "why": 1}, "Dee", "no 'why'"),
        ({"do": "sit", "seat": 2, "player": "Bob"}, "Ann", "another player"),
        ({"do": "sit", "seat": 1}, "Bob", "is taken"),
        ({"do": "sit", "seat": 2}, "Flo", "must name the player to seat"),
        ({"do": "sit", "seat": 2, "player": "Dee"}, "Flo", "may not take a seat"),
        ({"do": "sit", "seat": 2, "player": "Eve"}, "Flo", "there is no user"),
        ({"do": "act", "who": "floor", "what": "x"}, "Dee", "may not decide"),
        ({"do": "begin"}, "Nobody", "there is no user"),
    ]:
        with pytest.raises(Refused, match=reason):
            house.do(table, command, by=by, key=f"{command}")
        assert state_of(house) == before
    house.do(table, {"do": "bet", "seat": 1, "bets": BETS}, by="Ann", key="bet")


def test_nobody_bets_what_they_do_not_have(house: House) -> None:
    house.cash_out("Ann", 997_500, by="Ann", key="home")
    table = seated(house)
    before = state_of(house)
    bets = {"ante": 1500, "blind": 1500}
    with pytest.raises(Refused, match=r"player Ann has \$25 and bets more"):
        house.do(table, {"do": "bet", "seat": 1, "bets": bets}, by="Ann", key="bet")
    assert state_of(house) == before
    house.do(table, {"do": "bet", "seat": 1, "bets": BETS}, by="Ann", key="bet 2")
    house.do(table, {"do": "close"}, by="Dee", key="close")
    with pytest.raises(Refused, match=r"has \$5 and bets more"):
        house.do(table, {"do": "act", "who": 1, "what": "play"}, by="Ann", key="play")
    house.do(table, {"do": "act", "who": 1, "what": "fold"}, by="Ann", key="fold")
    with pytest.raises(Refused, match="Ann has"):
        house.cash_out("Ann", 1000, by="Ann", key="too much")
    assert house.balance("Ann") == 500
    assert house.reconcile().holds


def test_money_comes_and_goes(house: House) -> None:
    table = seated(house)
    house.buy_in("Bob", 5000, by="Flo", key="at the table", table=table)
    assert house.balance("Bob") == 1_005_000
    with pytest.raises(Refused, match="may not buy_in"):
        house.buy_in("Ann", 5000, by="Ann", key="self")
    with pytest.raises(Refused, match="may not cash_out"):
        house.cash_out("Ann", 5000, by="Bob", key="theft")
    for amount in (0, 10**12):
        with pytest.raises(Refused, match="must be more than"):
            house.buy_in("Ann", amount, by="Flo", key="nothing")
    with pytest.raises(Refused, match="negative"):
        house.buy_in("Ann", -5, by="Flo", key="minus")
    assert house.reconcile().holds


def test_a_closed_table_gives_its_money_to_the_bank(house: House) -> None:
    table = seated(house)
    Playing(house, table, ["Ann"]).rounds(2)
    house.close_table(table, by="Flo", key="close the table")
    assert house.tables() == []
    with pytest.raises(Refused, match="closed"):
        house.do(table, {"do": "begin"}, by="Dee", key="late")
    with house.database.reading() as connection:
        left = text(f"SELECT SUM(balance) FROM accounts WHERE name LIKE 'table {table} %'")
        assert connection.execute(left).scalar() == 0
    assert house.reconcile().holds


def test_people_log_in_and_out(house: House) -> None:
    token = house.log_in("Ann", "Ann's password")
    assert house.who(token).role == "player"
    with house.database.reading() as connection:
        stored = [*connection.execute(text("SELECT token FROM sessions")).scalars()]
        words = [*connection.execute(text("SELECT password FROM people")).scalars()]
    assert token not in stored
    assert all(word.startswith("$argon2id$") for word in words)
    house.log_out(token)
    with pytest.raises(Refused, match="session has ended"):
        house.who(token)
    for name, password in (("Ann", "wrong"), ("Nobody", "Ann's password")):
        with pytest.raises(Refused, match="password or the code is wrong"):
            house.log_in(name, password)
    with pytest.raises(Refused, match="may not add people"):
        house.add_person("Eve", "admin", "x", by="Flo")
    with pytest.raises(Refused, match="already"):
        house.add_person("Ann", "player", "x", by="boss")
    with pytest.raises(Refused, match="not a role"):
        house.add_person("Eve", "owner", "x", by="boss")


def test_who_sits_elsewhere_does_not_see_hidden_cards(house: House) -> None:
    table = seated(house)
    house.do(table, {"do": "sit", "seat": 2}, by="Bob", key="sit 2")
    for seat, name in ((1, "Ann"), (2, "Bob")):
        house.do(table, {"do": "bet", "seat": seat, "bets": BETS}, by=name, key=f"bet {seat}")
    answer = house.do(table, {"do": "close"}, by="Dee", key="close")
    assert all(-1 in event.cards for event in answer.events if event.kind == "dealt")
    for name in ("Ann", "Bob", "Cid", "Flo", "Dee"):
        hands = house.view(table, name).to_json()["hands"]
        seen = {place for place, cards in hands.items() if "??" not in cards}
        assert seen == {"Ann": {"1"}, "Bob": {"2"}}.get(name, set())
        dealt = [event for _, event in house.events(table, 0, name) if event.kind == "dealt"]
        assert {str(e.who) for e in dealt if -1 not in e.cards} == seen
    assert "??" not in str(house.view(table, "Aud").to_json()["hands"])
    house.do(table, {"do": "act", "who": 1, "what": "fold"}, by="Ann", key="fold 1")
    house.do(table, {"do": "act", "who": 2, "what": "fold"}, by="Bob", key="fold 2")
    house.do(table, {"do": "leave", "seat": 1}, by="Ann", key="leave")
    house.do(table, {"do": "sit", "seat": 1}, by="Cid", key="sit down")
    cid = [event for _, event in house.events(table, 0, "Cid") if event.kind == "dealt"]
    assert all(-1 in event.cards for event in cid if event.who == 1)


def test_a_second_process_is_told_that_the_file_is_in_use(sqlite: House, keys: Path) -> None:
    with pytest.raises(Unavailable, match="is open in process"):
        House.open(sqlite.database.engine.url.render_as_string(), keys)


def test_a_house_is_made_once(sqlite: House, keys: Path, tmp_path: Path) -> None:
    url = sqlite.database.engine.url.render_as_string()
    sqlite.close()
    with pytest.raises(Unusable, match="holds a house already"):
        House.create(url, keys, "boss", "x")
    with pytest.raises(Unusable, match="holds no house"):
        House.open(f"sqlite:///{tmp_path / 'other.db'}", keys)
    with pytest.raises(Unusable, match="kept in a file"):
        House.create("sqlite://", keys, "boss", "x")
    with pytest.raises(Unusable, match="not in mysql"):
        House.open("mysql://localhost/x", keys)
