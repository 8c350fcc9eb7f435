"""Who may do what: every command by every role, on both databases."""

from collections.abc import Callable
from typing import Any

import pytest

from houseway.ledger.house import House
from houseway.ledger.tables.commands import WORDS
from houseway.rulebook.refusal import Refused

WHO = {"player": "Ann", "dealer": "Dee", "floor": "Flo", "auditor": "Aud", "admin": "boss"}
STAMPS = {"effective_at": 60, "posted_at": 0, "announced_at": 0}
SAID: dict[str, tuple[str, dict[str, Any]]] = {  # who may say it, and how it is said
    "sit": ("player floor", {"seat": 1, "player": "Ann"}),
    "leave": ("player floor", {"seat": 1}),
    "away": ("player floor", {"seat": 1}),
    "back": ("player floor", {"seat": 1}),
    "move": ("player floor", {"seat": 1, "to": 2}),
    "allow": ("floor", {"seat": 1, "bets": {"ante": 1000}}),
    "bet": ("player", {"seat": 1, "bets": {"ante": 1000}}),
    "act": ("player dealer floor", {"who": 1, "what": "fold"}),
    "commit": ("player dealer floor", {"seat": 1}),
    "seed": ("player", {"seat": 1, "seed": "00ff"}),
    "absent": ("dealer floor", {"seat": 1}),
    "begin": ("dealer floor", {}),
    "close": ("dealer floor", {}),
    "go": ("dealer floor", {}),
    "shuffled": ("dealer floor", {}),
    "draw": ("dealer floor", {"cards": "As"}),
    "rolled": ("dealer floor", {"numbers": [1, 2]}),
    "spun": ("dealer floor", {"pocket": "17"}),
    "picked": ("dealer floor", {"numbers": [1, 2]}),
    "buy": ("player", {"seat": 1, "form": {}}),
    "void": ("player dealer floor", {"seat": 1, "ticket": "1"}),
    "refund": ("player dealer floor", {"seat": 1, "ticket": "1"}),
    "redeem": ("player dealer floor", {"seat": 1, "ticket": "1"}),
    "report": ("dealer floor", {"what": "card_face_up"}),
    "new_deck": ("floor", {}),
    "take_out": ("floor", {"device": "shuffler", "how": "removed"}),
    "set_clock": ("floor", {}),
    "change": ("floor", {"options": {"blind": "2"}}),
    "announce": ("floor", {"options": {"blind": "2"}, **STAMPS}),
}


def test_every_word_is_here() -> None:
    assert set(SAID) == set(WORDS)


@pytest.mark.parametrize("word", sorted(SAID))
def test_a_word_is_for_some_and_not_for_others(sqlite: House, word: str) -> None:
    table = sqlite.open_table("three-card-blitz", by="Flo")
    if word != "sit":
        sqlite.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    roles, fields = SAID[word]
    for role, name in WHO.items():
        said = {"do": word, **fields}
        seq = sqlite.tables()[0]["seq"]
        if role not in roles.split():
            with pytest.raises(Refused, match=rf"{name} \({role}\) may not {word}"):
                sqlite.do(table, said, by=name, key=f"{word} {role}")
            assert sqlite.tables()[0]["seq"] == seq
            continue
        try:
            sqlite.do(table, said, by=name, key=f"{word} {role}")
        except Refused as refusal:  # by the rules of the game, not for who said it
            assert f"({role}) may not {word}" not in refusal.reason


def test_what_a_house_does_is_for_some_and_not_for_others(house: House) -> None:
    table = house.open_table("three-card-blitz", by="Flo")
    doings: dict[str, tuple[str, Callable[[str], object]]] = {
        "open tables": ("floor admin", lambda by: house.open_table("craps", by=by)),
        "buy_in": ("floor admin", lambda by: house.buy_in("Bob", 100, by=by, key=f"in {by}")),
        "cash_out": ("floor admin", lambda by: house.cash_out("Bob", 100, by=by, key=f"out {by}")),
        "add people": ("admin", lambda by: house.add_person(f"x {by}", "player", "x", by=by)),
        "close tables": (
            "floor admin",
            lambda by: house.close_table(
                house.open_table("craps", by="Flo"), by=by, key=f"close {by}"
            ),
        ),
    }
    for what, (roles, doing) in doings.items():
        for role, name in WHO.items():
            before = house.balance("Bob"), len(house.people())
            if role in roles.split():
                doing(name)
                continue
            with pytest.raises(Refused, match=rf"{name} \({role}\) may not {what}"):
                doing(name)
            assert (house.balance("Bob"), len(house.people())) == before
    assert house.reconcile().holds
    assert table


def test_a_player_speaks_for_no_other_seat(house: House) -> None:
    table = house.open_table("three-card-blitz", by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit 1")
    house.do(table, {"do": "sit", "seat": 2}, by="Bob", key="sit 2")
    for said in (
        {"do": "leave", "seat": 1},
        {"do": "bet", "seat": 1, "bets": {"ante": 1000, "blind": 1000}},
        {"do": "act", "who": 1, "what": "fold"},
        {"do": "act", "who": "dealer", "what": "cut"},
        {"do": "act", "who": "floor", "what": "x"},
        {"do": "redeem", "seat": 1, "ticket": "1"},
        {"do": "sit", "seat": 3, "player": "Ann"},
    ):
        with pytest.raises(Refused, match=r"not Bob's|another player"):
            house.do(table, said, by="Bob", key=f"{said}")
    bet = {"do": "bet", "seat": 2, "bets": {"ante": 1000, "blind": 1000}, "accepted": True}
    with pytest.raises(Refused, match="only the floor"):
        house.do(table, bet, by="Bob", key="accepted")
    assert house.balance("Ann") == house.balance("Bob") == 1_000_000


def test_staff_decides_for_no_seat(house: House) -> None:
    """Chips are a player's own: nobody else bets them, or decides what becomes of them."""
    table = house.open_table("three-card-blitz", by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    bet = {"do": "bet", "seat": 1, "bets": {"ante": 1000, "blind": 1000}}
    for name in ("Flo", "Dee", "boss", "Aud"):
        with pytest.raises(Refused, match="may not bet"):
            house.do(table, bet, by=name, key=f"bet {name}")
    house.do(table, bet, by="Ann", key="bet")
    house.do(table, {"do": "close"}, by="Dee", key="close")
    for name in ("Flo", "Dee"):
        with pytest.raises(Refused, match="may not decide for 1"):
            house.do(table, {"do": "act", "who": 1, "what": "play"}, by=name, key=f"act {name}")
    assert house.balance("Ann") == 1_000_000 - 2000
    assert house.waiting(table)["who"] == 1


def test_the_floor_allows_what_a_player_then_bets(house: House) -> None:
    """A wager outside the limits stands when the floor has said so of this seat and these amounts,
    and the player makes it: once."""
    limits = {"ante": [1000, 10_000], "blind": [1000, 10_000]}
    table = house.open_table("three-card-blitz", limits=limits, by="Flo")
    house.do(table, {"do": "sit", "seat": 1}, by="Ann", key="sit")
    house.do(table, {"do": "begin"}, by="Dee", key="begin")
    bets = {"ante": 11_000, "blind": 11_000}
    bet = {"do": "bet", "seat": 1, "bets": bets, "accepted": True}
    with pytest.raises(Refused, match="only the floor"):
        house.do(table, bet, by="Ann", key="early")
    house.do(table, {"do": "allow", "seat": 1, "bets": bets}, by="Flo", key="allow")
    house._forget(table)  # and the table is brought back from its entries
    more = {**bet, "bets": {"ante": 12_000, "blind": 12_000}}
    with pytest.raises(Refused, match="only the floor"):
        house.do(table, more, by="Ann", key="more")
    house.do(table, bet, by="Ann", key="bet")
    with pytest.raises(Refused, match="only the floor"):
        house.do(table, bet, by="Ann", key="again")
    assert house.balance("Ann") == 1_000_000 - 22_000
