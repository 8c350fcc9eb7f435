"""The pure parts of a tournament: seats, tables that are broken and balanced, chip races, places
and prizes."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.equipment.randomness import Philox
from houseway.rulebook.load import BadFile
from houseway.rulebook.refusal import Refused
from houseway.simulation.tournament.payouts import Finish, pay, prizes_of, rank_busted
from houseway.simulation.tournament.race import race_off
from houseway.simulation.tournament.seating import (
    around,
    balance,
    break_tables,
    draw_seats,
    next_big_blind,
    soonest_seat,
    tables_needed,
)
from houseway.simulation.tournament.structure import POSTED, read_structure

SEATS = st.integers(2, 10)
POSTED_PRIZES = read_structure().prizes


def names(count: int) -> list[str]:
    return [f"player {number}" for number in range(count)]


def everybody(tables) -> list[str]:
    return sorted(player for table in tables.values() for player in table.values())


@given(st.integers(2, 60), SEATS, st.integers(0, 99))
def test_everybody_draws_a_seat_of_his_own_at_tables_alike(players, seats, seed) -> None:
    tables = draw_seats(names(players), seats, Philox(seed))
    sizes = [len(table) for table in tables.values()]
    assert everybody(tables) == sorted(names(players))
    assert len(tables) == tables_needed(players, seats)
    assert max(sizes) - min(sizes) <= 1
    assert all(1 <= seat <= seats for table in tables.values() for seat in table)


@given(st.integers(4, 60), SEATS, st.data())
def test_tables_stay_balanced_and_nobody_loses_a_seat(players, seats, data) -> None:
    source = Philox(data.draw(st.integers(0, 99)))
    tables = draw_seats(names(players), seats, source)
    buttons = {number: data.draw(st.integers(0, seats)) for number in tables}
    while len(everybody(tables)) > 1:
        left = everybody(tables)
        some = st.lists(st.sampled_from(left), min_size=1, max_size=len(left) - 1, unique=True)
        out = data.draw(some)
        for table in tables.values():
            for seat in [seat for seat, player in table.items() if player in out]:
                del table[seat]
        remaining = everybody(tables)
        moves = [*break_tables(tables, seats, source), *balance(tables, buttons, seats)]
        assert everybody(tables) == remaining
        assert len(tables) == tables_needed(len(remaining), seats)
        sizes = [len(table) for table in tables.values()]
        assert max(sizes) - min(sizes) <= 1
        last = {move.player: (move.new, move.seat) for move in moves}
        assert all(tables[number][seat] == player for player, (number, seat) in last.items())
        assert all(1 <= seat <= seats for table in tables.values() for seat in table)


def test_the_table_with_the_highest_number_is_broken() -> None:
    tables = {1: {1: "Ann", 4: "Bob"}, 2: {2: "Cy", 3: "Di"}, 3: {5: "Ed"}}
    moves = break_tables(tables, 3, Philox(1))
    assert [(move.player, move.old) for move in moves] == [("Ed", 3)]
    assert sorted(map(len, tables.values())) == [2, 3]


def test_the_next_big_blind_moves_into_the_worst_seat() -> None:
    tables = {
        1: {1: "Ann", 2: "Bob", 3: "Cy", 4: "Di", 5: "Ed"},
        2: {1: "Flo", 3: "Gus", 5: "Hal"},
    }
    assert next_big_blind(tables[1], button=2) == 5  # the button moves to 3, 4 has the small blind
    (move,) = balance(tables, {1: 2, 2: 1}, 6)
    assert move.player == "Ed"
    # the button moves to 3 and 5 has the small blind, so that seat 6 has the big one at once
    assert (move.new, move.seat) == (2, 6)
    assert soonest_seat({1: "Flo", 3: "Gus", 5: "Hal"}, 1, 6) == 6
    assert around(5, [1, 3, 5, 6]) == [6, 1, 3, 5]


# -- chips -----------------------------------------------------------------------------------------


@given(
    st.lists(st.integers(1, 400), min_size=2, max_size=30),
    st.sampled_from([(25, 100), (100, 500), (25, 500)]),
    st.integers(0, 99),
)
def test_a_chip_race_loses_no_chip_and_races_nobody_out(units, chips, seed) -> None:
    old, new = chips
    stacks = {f"player {number}": unit * old for number, unit in enumerate(units)}
    stacks["player 0"] += -sum(stacks.values()) % new  # everybody began with whole chips
    raced = race_off(stacks, new, Philox(seed))
    if raced is None:
        assert (
            sum(stack < new for stack in stacks.values())
            > sum(stack % new for stack in stacks.values()) // new
        )
        return
    assert sum(raced.values()) == sum(stacks.values())
    for player, stack in raced.items():
        assert stack % new == 0
        assert stack > 0
        assert stack - stacks[player] < new
        assert stacks[player] - stack < new


def test_a_race_waits_where_too_many_would_be_raced_out() -> None:
    short = {"Ann": 25, "Bob": 25, "Cy": 50, "Di": 400}
    assert race_off(short, 100, Philox(1)) is None


# -- places and prizes -----------------------------------------------------------------------------


def test_of_several_who_are_out_at_once_the_larger_stack_is_better() -> None:
    finishes = rank_busted({"Ann": 900, "Bob": 2500, "Cy": 900, "Di": 100}, left=3, hand=40)
    places = {one.player: one.place for one in finishes}
    assert places == {"Bob": 4, "Ann": 5, "Cy": 5, "Di": 7}


@given(st.integers(2, 1000), st.integers(1, 500_000))
def test_all_of_the_pool_is_paid(entrants, buy_in) -> None:
    pool = entrants * buy_in
    prizes = prizes_of(POSTED_PRIZES, entrants, pool)
    assert sum(prizes) == pool
    assert prizes == sorted(prizes, reverse=True)
    assert all(prize % 100 == 0 for prize in prizes[1:])


@given(st.lists(st.integers(1, 4), min_size=1, max_size=12), st.integers(100, 10**6))
def test_shared_places_share_their_prizes_to_the_cent(groups, pool) -> None:
    finishes, place = [], 1
    for group in groups:
        finishes += [Finish(f"player {place + n}", place, 1) for n in range(group)]
        place += group
    posted = [row for row in POSTED_PRIZES if len(row.percent) <= place - 1]
    if place <= 2 or not posted:
        return
    prizes = prizes_of(posted[:1], min(place - 1, posted[0].entrants), pool)
    paid = pay(finishes, prizes)
    assert sum(paid.values()) == pool
    shares = {}
    for one in finishes:
        shares.setdefault(one.place, []).append(paid.get(one.player, 0))
    assert all(max(same) - min(same) <= 1 for same in shares.values())


def test_prizes_that_are_not_posted_are_refused() -> None:
    with pytest.raises(Refused, match="no prizes are posted for 2000"):
        prizes_of(POSTED_PRIZES, 2000, 100)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("[65, 35]", "[65, 34]", "are not 100 percent"),
        ("[65, 35]", "[35, 65]", "grow with the place"),
        ("chips: 5000", "chips: 5010", "cannot be changed"),
        ("small_blind: 75,", "small_blind: 70,", "is not whole chips of 25"),
        ("smallest_chip: 500,", "smallest_chip: 250,", "not a multiple"),
        ("buy_in: 100", "buy_in: -1", "buy_in"),
    ],
)
def test_a_structure_that_does_not_add_up_is_refused(tmp_path: Path, old, new, why) -> None:
    path = tmp_path / "posted.yaml"
    path.write_text(POSTED.read_text().replace(old, new))
    with pytest.raises(BadFile, match=why):
        read_structure(path)


def test_levels_go_by_hands_and_the_last_goes_on() -> None:
    posted = read_structure()
    assert [posted.level(hand) for hand in (0, 7, 8, 15, 16)] == [0, 0, 1, 1, 2]
    assert posted.level(10**6) == len(posted.levels) - 1
