"""Guarantee 4: meters are exact and serial, however many tables and processes feed them."""

import threading
from collections.abc import Callable
from fractions import Fraction

import pytest
from sqlalchemy import text

from houseway.ledger.audit.audit import audit_database
from houseway.ledger.house import House
from houseway.rulebook.money import FINE
from houseway.rulebook.refusal import Refused

LINKS = {f"meter_{n}": {"link": f"house {n}"} for n in range(1, 6)}
ROYAL = "As Ks Qs Js Ts 2h 3d"
DEALER = "2c 3c 4c 5d 6h 7s 9h"
RESET = 500_000  # cents, of meter 1
RATE = Fraction(2, 100)


def meter(house: House, name: str) -> int:
    with house.database.reading() as connection:
        query = text("SELECT balance FROM accounts WHERE name = :name")
        return int(connection.execute(query, {"name": f"meter {name}"}).scalar_one())


def open_linked(house: House, player: str, **settings) -> int:
    table = house.open_table("three-card-blitz", meters=LINKS, by="Flo", **settings)
    house.do(table, {"do": "sit", "seat": 1}, by=player, key="sit")
    return table


def bet(house: House, table: int, player: str, key: str) -> None:
    bets = {"ante": 500, "blind": 500, "progressive": 500}
    house.do(table, {"do": "bet", "seat": 1, "bets": bets}, by=player, key=f"bet {key}")


def together(*doings: Callable[[], object]) -> None:
    """All at the same instant; what goes wrong in one goes wrong here."""
    start, errors = threading.Barrier(len(doings)), []

    def run(doing: Callable[[], object]) -> None:
        start.wait()
        try:
            doing()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(doing,)) for doing in doings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


@pytest.mark.slow
def test_sixty_four_writers_on_one_meter(make: Callable[..., House], url: str) -> None:
    players = [f"P{n}" for n in range(64)]
    house = make(*players)
    tables = {player: open_linked(house, player) for player in players}

    def play(player: str) -> None:
        for number in range(2):
            bet(house, tables[player], player, f"{number}")
            house.do(tables[player], {"do": "close"}, by="Dee", key=f"close {number}")
            act = {"do": "act", "who": 1, "what": "fold"}
            house.do(tables[player], act, by=player, key=f"fold {number}")

    together(*(lambda p=player: play(p) for player in players))
    report = house.reconcile()
    assert report.holds, report.wrong
    (line,) = [each for each in report.meters if each.name == "house 1"]
    assert line.contributions == 128 * 500 * FINE * RATE
    if not line.awards:
        assert line.stands == RESET * FINE + line.contributions
    for each in report.meters:
        assert each.contributions - each.awards + each.resets == each.stands
        assert meter(house, each.name) == each.stands
    house.close()
    assert audit_database(url, workers=1).findings == []


def deal(house: House, table: int, cards: dict[object, str]) -> None:
    """A dealer types what comes out, until somebody must decide."""
    dealt = {place: hand.split() for place, hand in cards.items()}
    for number in range(40):
        waiting = house.waiting(table)
        key = f"type {len(cards)} {number}"
        if waiting["for"] == "shuffle":
            house.do(table, {"do": "shuffled"}, by="Dee", key=key)
        elif waiting["for"] == "draw":
            hand = dealt[waiting["to"]]
            drawn, hand[:] = hand[: waiting["count"]], hand[waiting["count"] :]
            house.do(table, {"do": "draw", "cards": " ".join(drawn)}, by="Dee", key=key)
        else:
            return
    raise AssertionError("the deal does not end")


def test_two_winners_at_the_same_instant_do_not_both_take_the_whole_meter(
    house: House, url: str
) -> None:
    tables = {}
    for player in ("Ann", "Bob"):
        tables[player] = table = open_linked(house, player, by_hand=["chance"])
        house.do(table, {"do": "begin"}, by="Dee", key="begin")
        deal(house, table, {})
        bet(house, table, player, "royal")
        house.do(table, {"do": "close"}, by="Dee", key="close")
        deal(house, table, {1: ROYAL, "dealer": DEALER})
    stood = meter(house, "house 1")
    assert stood == RESET * FINE + 2 * 500 * FINE * RATE
    paid = {}

    def win(player: str) -> None:
        act = {"do": "act", "who": 1, "what": "play"}
        answer = house.do(tables[player], act, by=player, key="play")
        paid[player] = [
            event.amount
            for event in answer.events
            if event.kind == "paid" and event.wager == "progressive" and event.what == "royal_flush"
        ]

    together(lambda: win("Ann"), lambda: win("Bob"))
    first, second = sorted((sum(amounts) for amounts in paid.values()), reverse=True)
    assert first == -(-stood // (100 * FINE)) * 100  # all of it, up to the next dollar
    assert second == RESET
    assert meter(house, "house 1") == RESET * FINE
    report = house.reconcile()
    assert report.holds, report.wrong
    house.close()
    assert audit_database(url, workers=1).findings == []


def test_a_table_sees_what_other_tables_have_put_in(house: House) -> None:
    one, two = open_linked(house, "Ann"), open_linked(house, "Bob")
    bet(house, one, "Ann", "1")
    house.do(one, {"do": "close"}, by="Dee", key="close")
    bet(house, two, "Bob", "1")
    with house.looking(two) as live:
        assert live.table.data.meters["meter_1"] == meter(house, "house 1")
    house._forget(two)
    house.do(two, {"do": "close"}, by="Dee", key="close")
    assert meter(house, "house 1") == RESET * FINE + 2 * 500 * FINE * RATE


def test_tables_with_other_terms_are_not_linked(house: House) -> None:
    open_linked(house, "Ann")
    with pytest.raises(Refused, match="different terms"):
        house.open_table("three-card-blitz", meters={"meter_1": {"link": "house 2"}}, by="Flo")
    with pytest.raises(Refused, match="a meter 'nonsense'"):
        house.open_table("three-card-blitz", meters={"nonsense": {"link": "x"}}, by="Flo")


@pytest.mark.parametrize("link", ["1 meter_1", "2 meter_1", "77 meter_1", " 1 meter_1", "1", ""])
def test_no_table_is_linked_to_the_own_meter_of_another(house: House, link: str) -> None:
    """Neither to one that is there nor to one that a later table would have."""
    one = house.open_table("three-card-blitz", by="Flo")
    before = house.reconcile()
    with pytest.raises(Refused, match=r"own meter|does not name a meter"):
        house.open_table("three-card-blitz", meters={"meter_1": {"link": link}}, by="Flo")
    both = {f"meter_{n}": {"link": "house 2"} for n in (2, 3)}
    with pytest.raises(Refused, match=r"different terms|the same shared"):
        house.open_table("three-card-blitz", meters=both, by="Flo")
    assert house.reconcile() == before
    assert [each["id"] for each in house.tables()] == [one]
