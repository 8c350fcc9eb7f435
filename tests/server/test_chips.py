"""Chips that cannot be made from nothing, tables that leave room, names that cannot be mistaken."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from fastapi import FastAPI
from house import DATABASES, application

import postgres
from houseway.games import games
from houseway.ledger.audit.audit import audit_database
from houseway.ledger.people.names import looks
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.server import durable, memory
from houseway.server.host import BANK, LITTLE, Host
from houseway.simulation.policies import usual_bets

BETS = {"ante": BANK // 2, "blind": BANK // 2}


@pytest.fixture(params=("memory", *DATABASES))
def app(request: pytest.FixtureRequest) -> Iterator[FastAPI]:
    """A house of every kind, in which a player may have three tables."""
    if request.param != "postgresql":
        kind = "memory" if request.param == "memory" else "durable"
        with application(kind, tables_each=3) as found:
            yield found
        return
    with (
        postgres.database(request.getfixturevalue("server")) as url,
        application("durable", url=url, tables_each=3) as found,
    ):
        yield found


def seated(host: Host, game: str = "three-card-blitz") -> int:
    host.enter("Ada")
    table = host.open_table(game, "nj", {}, by="Ada")
    host.do(table, {"do": "sit", "seat": 1}, by="Ada")
    return table


def test_chips_are_not_multiplied_by_taking_bets_back(app: FastAPI) -> None:
    """Bet everything, get fresh chips as somebody who has none, and take the bets back."""
    host = app.state.host
    table = seated(host)
    bet = {"do": "bet", "seat": 1, "bets": BETS}
    for _ in range(3):
        host.do(table, bet, by="Ada")
        assert host.balance("Ada") == 0
        with pytest.raises(Refused, match="new chips are available only to players who have less"):
            host.buy_in("Ada")
        host.do(table, {**bet, "bets": dict.fromkeys(BETS, 0)}, by="Ada")
        assert host.balance("Ada") == BANK
    host.do(table, bet, by="Ada")
    host.do(table, {"do": "ready", "seat": 1}, by="Ada")
    host.do(table, {"do": "act", "seat": 1, "what": "fold"}, by="Ada")
    if host.balance("Ada") < LITTLE:  # lost, and not only put down: then there are fresh ones
        assert host.buy_in("Ada") == host.balance("Ada") >= BANK


def test_nor_by_wagers_that_stand_or_tickets_that_are_given_back(app: FastAPI) -> None:
    host = app.state.host
    table = seated(host, "keno")
    form = {"wager": "straight", "numbers": [1, 2, 3], "rate": 100}
    with suppress(Refused):
        for _ in range(2 * BANK // 100):
            host.do(table, {"do": "buy", "seat": 1, "form": form}, by="Ada")
            if host.balance("Ada") < LITTLE:
                break
    assert host.balance("Ada") < LITTLE
    with pytest.raises(Refused, match="new chips are available only to players who have less"):
        host.buy_in("Ada")


NAMES_OF_ARGUMENTS = [{name: 1} for name in ("self", "who", "ticket", "seat", "given", "options")]
NO_FORMS = [*NAMES_OF_ARGUMENTS, {"": 1}, {"wager": []}, {"numbers": {}}, {"wager": {"self": 1}}]


@pytest.mark.parametrize("form", NO_FORMS, ids=str)
def test_a_form_with_any_name_is_refused(app: FastAPI, form: dict[str, Any]) -> None:
    """Names of a form may be those of arguments; none of them breaks the program."""
    host = app.state.host
    table = seated(host, "keno")
    for said in (
        {"do": "buy", "seat": 1, "form": form},
        {"do": "redeem", "seat": 1, "ticket": "00000001", "how": form},
    ):
        with pytest.raises(Refused):
            host.do(table, said, by="Ada")
    assert host.balance("Ada") == BANK


def test_nor_by_doing_both_at_once(app: FastAPI) -> None:
    """Bets flap up and down while chips are asked for: what there is stays what there was."""
    host = app.state.host
    table = seated(host)
    over = threading.Event()

    def flap() -> None:
        while not over.is_set():
            for bets in (BETS, dict.fromkeys(BETS, 0)):
                with suppress(Refused):
                    host.do(table, {"do": "bet", "seat": 1, "bets": bets}, by="Ada")

    thread = threading.Thread(target=flap)
    thread.start()
    try:
        for _ in range(60):
            with pytest.raises(Refused, match=r"new chips|in progress"):
                host.buy_in("Ada")
    finally:
        over.set()
        thread.join()
    with suppress(Refused):
        host.do(table, {"do": "bet", "seat": 1, "bets": dict.fromkeys(BETS, 0)}, by="Ada")
    assert host.balance("Ada") == BANK


def test_no_game_makes_chips_of_a_bet(app: FastAPI) -> None:
    """Whatever the game: after a usual bet somebody has what they had, on the table or beside."""
    host = app.state.host
    host.enter("Ada")
    for id, game in games().items():
        book = game.rulebook(game.editions[0])
        table = host.open_table(id, book.edition, {}, by="Ada")
        host.do(table, {"do": "sit", "seat": 1}, by="Ada")
        while ask := host.look(table, by="Ada").ask:
            host.do(table, {"do": "act", "seat": 1, "what": ask.absent}, by="Ada")
        before = host.balance("Ada")
        with suppress(Refused):
            bets = usual_bets(TableRules(book))
            host.do(table, {"do": "bet", "seat": 1, "bets": bets}, by="Ada")
        assert host.balance("Ada") <= before, id
        with pytest.raises(Refused, match="new chips"):
            host.buy_in("Ada")
        with suppress(Refused):
            host.do(table, {"do": "bet", "seat": 1, "bets": dict.fromkeys(bets, 0)}, by="Ada")
        with suppress(Refused):
            host.do(table, {"do": "leave", "seat": 1}, by="Ada")


# -- tables --------------------------------------------------------------------------------------


def test_a_player_has_so_many_tables(app: FastAPI) -> None:
    host = app.state.host
    host.enter("Ada")
    host.enter("Bob")
    own = []
    for _ in range(3):
        own.append(host.open_table("three-card-blitz", "nj", {}, by="Ada"))
        host.do(own[-1], {"do": "sit", "seat": 1}, by="Ada")
    with pytest.raises(Refused, match="Ada already has 3 tables"):
        host.open_table("craps", "nj", {}, by="Ada")
    host.open_table("craps", "nj", {}, by="Bob")
    host.do(own[1], {"do": "leave", "seat": 1}, by="Ada")
    fourth = host.open_table("craps", "nj", {}, by="Ada")  # where nobody sits gives way
    ids = [one.id for one in host.tables()]
    assert own[1] not in ids
    assert fourth in ids


def test_players_tables_leave_the_floor_its_room(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (durable, memory):
        monkeypatch.setattr(module, "MOST_TABLES", 4)
    host = app.state.host
    host.enter("Flo", "floor")
    for name in ("Ada", "Bob"):
        host.enter(name)
        for _ in range(3):
            with suppress(Refused):
                table = host.open_table("three-card-blitz", "nj", {}, by=name)
                host.do(table, {"do": "sit", "seat": 1}, by=name)
    assert len(host.tables()) == 4, "all players together"
    for _ in range(4):
        host.open_table("craps", "nj", {}, by="Flo")
    with pytest.raises(Refused, match="the most that are allowed"):
        host.open_table("craps", "nj", {}, by="Flo")


def test_the_log_tells_for_whom_a_table_was_opened() -> None:
    with application("durable") as app:
        host = app.state.host
        seated(host)
        url = host.house.database.engine.url.render_as_string(hide_password=False)
        assert audit_database(url, workers=1).findings == []
        with host.house.looking(1) as live:
            assert live.settings["for"] == "Ada"


# -- names ---------------------------------------------------------------------------------------

ALIKE = [
    "ADA",
    "ada",
    "A da",
    "АԁА",  # Cyrillic throughout
    "Ａｄａ",  # full width
    "𝐀𝐝𝐚",
    "Ádà",
    "Ada.",
    "A-d-a",
    "<Ada>",
    "Adª",
]
HIDDEN = [
    "A\u200bda",
    "Ada\u200d",
    "\u2066Ada",
    "Ada\u3164",
    "Ada\ufe0f",
    "A\u00adda",
    "Ada\u034f",
    "\u202eadA",
    "Ada\x00",
    "А" + "da",  # Cyrillic and Latin in one word
    "Adα",  # Greek and Latin
    "...",
    "",
    "☃",
]


@pytest.mark.parametrize("other", ALIKE)
def test_names_that_look_alike(app: FastAPI, other: str) -> None:
    host = app.state.host
    host.enter("Ada")
    with pytest.raises(Refused):
        host.enter(other)
    assert host.role(other) in ("", "player")


def test_names_that_hide_something_or_are_none(app: FastAPI) -> None:
    host = app.state.host
    for name in HIDDEN:
        with pytest.raises(Refused):
            host.enter(name)
    for name in ("Ida", "Åsa", "Жанна", "Γιώργος", "李小龍", "राम", "O'Hara", "Anne-Marie 2"):
        host.enter(name)
    for name in ("the hоuse", "THE FLOOR", "the dea1er", "thefloor"):
        if not isinstance(host, memory.MemoryHost):  # nobody is taken for those who act for it
            with pytest.raises(Refused):
                host.enter(name)


def test_looks_of_pairs() -> None:
    pairs = [
        ("Bob", "B0b"),
        ("Ian", "lan"),
        ("Barney", "Bamey"),
        ("Will", "WiII"),
        ("Bill", "Bi||"),
        ("ΝΙΚΟ", "NIKO"),
    ]
    for one, other in pairs:
        assert looks(one) & looks(other), (one, other)
    for one, other in [("Ann", "Anna"), ("Jo", "Joe"), ("player 1", "player 2"), ("Mia", "Nia")]:
        assert not looks(one) & looks(other), (one, other)
