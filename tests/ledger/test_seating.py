"""The waiting list of a house, seats kept for players who are away, and who plays there."""

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.ledger.audit.audit import audit_database
from houseway.ledger.house import House
from houseway.ledger.tables import seating
from houseway.ledger.tables.seating import HOLD, ask, one_of, serve, take_off, waiting
from houseway.rulebook.refusal import Refused

SHORT = {"game": "triple_draw_27", "rake_percent": "0"}  # seven players at the most
NAMES = tuple(f"P{n}" for n in range(1, 11))


class Clock:
    """The house's clock, as a test sets it."""

    def __init__(self) -> None:
        self.minutes = 1000

    def __call__(self) -> int:
        return self.minutes


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def room(url: str, keys: Path, clock: Clock) -> Iterator[House]:
    with House.create(url, keys, "boss", "a password", clock=clock) as house:
        house.add_person("Flo", "floor", "", by="boss")
        for name in NAMES:
            house.add_person(name, "player", "", by="boss")
            house.buy_in(name, 50_000, by="Flo", key=f"in {name}")
        yield house


def opened(house: House, **options: str) -> int:
    return house.open_table("poker", options={**SHORT, **options}, by="Flo")


def say(house: House, table: int, by: str, **said: object) -> None:
    house.do(table, said, by=by, key=uuid.uuid4().hex)


def fill(house: House, table: int, names: tuple[str, ...] = NAMES[:7]) -> None:
    for seat, name in enumerate(names, start=1):
        say(house, table, name, do="sit", seat=seat)


def checked(house: House) -> None:
    """The books hold, and the whole log deals again to the same."""
    assert house.reconcile().holds
    url = house.database.engine.url.render_as_string(hide_password=False)
    assert audit_database(url, workers=1).findings == []


# -- the list --------------------------------------------------------------------------------------


def test_a_seat_goes_down_the_list_and_to_nobody_else(room: House, clock: Clock) -> None:
    table = opened(room)
    fill(room, table)
    eight = ask(room, "P8", by="P8", key="a", table=table)
    assert ask(room, "P8", by="P8", key="a", table=table) == eight, "the same key does it once"
    nine = ask(room, "P9", by="Flo", key="b", table=table)
    assert [one.player for one in waiting(room)] == ["P8", "P9"]
    say(room, table, "P3", do="leave", seat=3)
    (first, second) = serve(room, by="Flo")
    assert (first.offer, second.offer) == (seating.Offer(table, 3, clock.minutes + HOLD), None)
    for name in ("P9", "P10", "P3"):
        with pytest.raises(Refused, match="seat 3 is held for P8"):
            say(room, table, name, do="sit", seat=3)
        with pytest.raises(Refused, match="held for those on the waiting list"):
            say(room, table, name, do="sit", seat=9)
    clock.minutes += HOLD - 1
    assert serve(room, by="Flo")[0].player == "P8"
    clock.minutes += 1
    (left,) = serve(room, by="Flo")
    assert (left.player, left.offer) == ("P9", seating.Offer(table, 3, clock.minutes + HOLD))
    assert one_of(room, eight.entry).ended == "lapsed"
    say(room, table, "P9", do="sit", seat=3)
    assert serve(room, by="Flo") == []
    assert one_of(room, nine.entry).ended == "seated"
    say(room, table, "P9", do="leave", seat=3)
    say(room, table, "P10", do="sit", seat=3)  # nobody waits any more
    checked(room)


def test_a_seat_that_frees_is_held_before_anybody_has_noticed(room: House) -> None:
    table = opened(room)
    fill(room, table)
    ask(room, "P8", by="P8", key="a", table=table)
    say(room, table, "P1", do="leave", seat=1)
    with pytest.raises(Refused, match="seat 1 is held for P8"):
        say(room, table, "P1", do="sit", seat=1)
    say(room, table, "P8", do="sit", seat=1)


def test_any_table_of_a_game_with_its_limits(room: House) -> None:
    first, other = opened(room), opened(room, minimum_bet="$10")
    fill(room, first)
    wants = {"game": "triple_draw_27", "minimum_bet": 1000}
    found = ask(room, "P8", by="P8", key="a", game="poker", options=wants)
    assert found.offer is not None
    assert (found.offer.table, found.offer.seat) == (other, 1)
    low = ask(room, "P9", by="P9", key="a", game="poker", options={"minimum_bet": 200})
    assert low.offer is None, "that table is full"
    say(room, first, "P2", do="leave", seat=2)
    assert [one.offer.table for one in serve(room, by="Flo") if one.offer] == [other, first]


def test_a_player_of_the_table_comes_first_for_the_seat_he_wants(room: House) -> None:
    table = opened(room)
    fill(room, table)
    ask(room, "P8", by="P8", key="a", table=table)
    ask(room, "P1", by="P1", key="a", table=table, seat=5)
    say(room, table, "P1", do="bet", seat=1, bets={"stakes": 20_000})
    say(room, table, "P5", do="leave", seat=5)
    with pytest.raises(Refused, match="seat 5 is held for P1"):
        say(room, table, "P8", do="sit", seat=5)
    with pytest.raises(Refused, match="seat 5 is held for P1"):
        say(room, table, "P2", do="move", seat=2, to=5)
    say(room, table, "P1", do="move", seat=1, to=5)
    with room.looking(table) as live:
        assert live.table.round.state.bets[5] == {"stakes": 20_000}
        assert live.table.data.players[5] == "P1"
    (left,) = serve(room, by="Flo")
    assert (left.player, left.offer.seat if left.offer else 0) == ("P8", 1)
    assert room.balance("P1") == 30_000
    checked(room)


def test_names_come_off_the_list(room: House) -> None:
    table = opened(room)
    fill(room, table)
    own = ask(room, "P8", by="P8", key="a", table=table)
    other = ask(room, "P9", by="P9", key="a", table=table)
    with pytest.raises(Refused, match="may not take a name off"):
        take_off(room, own.entry, by="P9", key="x")
    told = take_off(room, own.entry, by="P8", key="x")
    assert (told.ended, told.by) == ("dropped", "P8")
    assert take_off(room, own.entry, by="P8", key="x") == told
    with pytest.raises(Refused, match="no longer on the waiting list"):
        take_off(room, own.entry, by="Flo", key="y")
    assert take_off(room, other.entry, by="Flo", key="z").by == "Flo"
    assert waiting(room) == []
    with pytest.raises(Refused, match="no request 999"):
        take_off(room, 999, by="Flo", key="z")


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"table": 99}, "no table 99"),
        ({}, "must name a table or a game"),
        ({"table": 1, "player": "P1"}, "has a seat at table 1"),
        ({"table": 1, "seat": 3}, "only a player at the table"),
        ({"table": 1, "seat": 1, "player": "P1"}, "no other seat 1"),
        ({"table": 1, "seat": 12, "player": "P1"}, "no other seat 12"),
        ({"table": 1, "player": "Flo"}, "may not wait for a seat"),
        ({"table": 1, "player": "P8", "by": "P9"}, "may not ask for a seat for somebody else"),
    ],
)
def test_what_cannot_be_asked_for(room: House, wanted, reason) -> None:
    fill(room, opened(room))
    wanted = dict(wanted)
    player = wanted.pop("player", "P8")
    with pytest.raises(Refused, match=reason):
        ask(room, player, by=wanted.pop("by", player), key="a", **wanted)
    assert waiting(room) == []


def test_nobody_stands_on_the_list_twice_or_without_end(room: House) -> None:
    tables = [opened(room) for _ in range(seating.MOST_EACH + 1)]
    for number, table in enumerate(tables[:-1]):
        ask(room, "P8", by="P8", key=str(number), table=table)
    with pytest.raises(Refused, match="already on this waiting list"):
        ask(room, "P8", by="P8", key="again", table=tables[0])
    with pytest.raises(Refused, match="is on 5 waiting lists"):
        ask(room, "P8", by="P8", key="more", table=tables[-1])


# -- away from the table ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "balance"), [("left", 30_000), ("covered", 30_000), ("counted", 50_000)]
)
def test_going_and_coming_keep_the_books_and_deal_again(room: House, how, balance) -> None:
    table = opened(room, game="holdem", absent_stakes=how)
    for seat in (1, 2, 3):
        say(room, table, f"P{seat}", do="sit", seat=seat)
        say(room, table, f"P{seat}", do="bet", seat=seat, bets={"stakes": 20_000})
    say(room, table, "P2", do="away", seat=2)
    assert room.balance("P2") == balance
    with pytest.raises(Refused, match="is not P2's"):
        say(room, table, "P2", do="back", seat=1)
    with pytest.raises(Refused, match="away: its player must come back first") as refusal:
        say(room, table, "P2", do="bet", seat=2, bets={"stakes": 0})
    assert refusal.value.cite == "14.7(c)5"
    checked(room)
    if how == "counted":
        room.cash_out("P2", 40_000, by="P2", key="spent")
        with pytest.raises(Refused, match=r"\$100"):
            say(room, table, "P2", do="back", seat=2)
        room.buy_in("P2", 40_000, by="Flo", key="found")
    say(room, table, "Flo", do="back", seat=2)
    assert room.balance("P2") == 30_000
    checked(room)


def test_a_substitute_plays_at_no_other_table(room: House) -> None:
    table, other = opened(room, absent_stakes="covered"), opened(room)
    for seat in (1, 2, 3):
        say(room, table, f"P{seat}", do="sit", seat=seat)
        say(room, table, f"P{seat}", do="bet", seat=seat, bets={"stakes": 20_000})
    say(room, table, "P2", do="away", seat=2)
    say(room, other, "P4", do="sit", seat=1)
    with pytest.raises(Refused, match=f"P4 is a player at table {other}") as refusal:
        say(room, table, "P4", do="sit", seat=102)
    assert refusal.value.cite == "14.7(c)6"
    say(room, other, "P4", do="leave", seat=1)
    say(room, table, "P4", do="sit", seat=102)
    say(room, table, "P4", do="bet", seat=102, bets={"stakes": 10_000})
    say(room, table, "Flo", do="back", seat=2)
    assert (room.balance("P4"), room.balance("P2")) == (50_000, 30_000)
    assert room.players(table)[102] == "P4", "until the round of play begins"
    say(room, table, "Flo", do="close")
    assert room.players(table) == {1: "P1", 2: "P2", 3: "P3"}
    checked(room)


def test_who_is_away_from_one_table_may_play_in_a_seat_at_another(room: House) -> None:
    table, other = opened(room, absent_stakes="covered"), opened(room)
    for seat in (1, 2):
        say(room, table, f"P{seat}", do="sit", seat=seat)
    say(room, table, "P2", do="away", seat=2)
    say(room, other, "P3", do="sit", seat=1)
    say(room, other, "P3", do="away", seat=1)
    say(room, table, "P3", do="sit", seat=102)
    assert room.players(table)[102] == "P3"
