"""Keno's own: ways, shares, what a ticket shows, and tickets over several games."""

import json
from itertools import chain, combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

import houseway
from houseway import Refused
from houseway.equipment.randomness import Philox
from houseway.games import game
from houseway.games.tickets.keno.forms import TYPES, any_form
from houseway.games.tickets.keno.ticket import face, read_order, share
from houseway.referee.log import deal_again
from houseway.referee.scenarios import fingerprint
from houseway.rulebook.calendar import local_time
from houseway.rulebook.notices import RuleChange
from houseway.rulebook.table_rules import TableRules
from houseway.simulation.sessions import Job, simulate

KENO = game("keno")
BOOK = KENO.rulebook("nj")
RULES = TableRules(BOOK)
ONE_OF_ONE = {"wager": "straight", "numbers": [1], "rate": 100}


def order(**form):
    return read_order(form, RULES, 1)


@pytest.mark.parametrize(("groups", "size"), [(3, 2), (4, 2), (5, 3), (4, 1)])
def test_ways_are_the_combinations_of_the_groups(groups, size) -> None:
    numbers = [[2 * n + 1, 2 * n + 2] for n in range(groups)]
    found = order(wager="way", numbers=numbers, ways=[{"any": size}], rate=100)
    spots = {tuple(sorted(chain(*chosen))) for chosen in combinations(numbers, size)}
    assert {way.spots for way in found.ways} == spots
    assert found.each == 100 * comb(groups, size)


def test_the_price_is_of_all_ways_and_games() -> None:
    numbers = [[7], [8], [1, 2]]
    found = order(wager="king", numbers=numbers, ways=[{"any": 2}], rate=300, games=4)
    assert (found.each, found.price) == (900, 3600)


@given(
    dues=st.lists(st.integers(0, 10**7), min_size=1, max_size=12),
    limit=st.integers(1, 10**7),
    how=st.sampled_from(["pro_rata", "in_order"]),
)
def test_a_limit_is_paid_out_in_full_and_nobody_gets_more_than_he_won(dues, limit, how) -> None:
    paid = share(dues, limit, how)
    assert sum(paid) == min(limit, sum(dues))
    assert all(0 <= got <= due for got, due in zip(paid, dues, strict=True))
    assert share(dues, None, how) == dues


def test_a_ticket_shows_what_the_law_names_and_nothing_else() -> None:
    table = houseway.open_table("keno", seed=1)
    table.buy(1, **ONE_OF_ONE)
    (ticket,) = table.data.tickets.values()
    assert list(face(ticket, RULES, local_time(0))) == BOOK.rules["ticket_shows"].value
    assert len(face(ticket, RULES, local_time(0))) == 13
    assert all(face(ticket, RULES, local_time(0)).values())


@pytest.mark.parametrize("card", BOOK.rates.cards)
@pytest.mark.parametrize("runners", [True, False])
def test_every_form_that_is_suggested_is_good(card, runners) -> None:
    rules = TableRules(BOOK, {"rate_card": card, "runners": runners})
    seen = {read_order(any_form(rules, Philox(seed)), rules, 1).wager for seed in range(150)}
    assert seen == set(TYPES)


class Told:
    """Picks what it is told to, and notes out of how many."""

    def __init__(self, *numbers: int) -> None:
        self.numbers, self.asked = list(numbers), []

    def below(self, n: int) -> int:
        self.asked.append(n)
        return self.numbers.pop(0) if self.numbers else 0


ANY_FORM = [  # times the unit, the type, what it asks for, several games, a runner
    ((4, 0, 9, 0, 2, 0, 1), {"wager": "quick_pick", "rate": 500, "spots": 10, "games": 3}),
    ((0, 0, 0, 1, 1), {"wager": "quick_pick", "rate": 100, "spots": 1}),
    ((0, 1, 0, 0, 1, 1), {"wager": "straight", "rate": 100, "numbers": [1]}),
    ((1, 1, 1, 0, 0, 2, 2), {"wager": "straight", "rate": 200, "numbers": [1, 2]}),
    ((0, 2, 0, 0, 0, 1, 1), {"wager": "split", "rate": 100, "numbers": [[1], [2, 3]]}),
    ((0, 3, 0, 0, 0, 0, 1, 1), {"wager": "way", "rate": 100, "numbers": [[1, 2], [3, 4]]}),
    (
        (0, 4, 0, 0, 0, 0, 0, 1, 1),
        {"wager": "combination", "rate": 100, "numbers": [[1, 2], [3], [4, 5]]},
    ),
    ((0, 5, 0, 0, 0, 0, 1, 1), {"wager": "king", "rate": 100, "numbers": [[1], [2, 3], [4]]}),
]
WAYS = {
    "way": [{"any": 1}, {"any": 2}],
    "combination": [{"any": 1}, {"any": 2}],
    "king": [{"any": 2}],
}


@pytest.mark.parametrize(("told", "form"), ANY_FORM)
def test_a_form_is_filled_in_as_chance_says(told, form) -> None:
    rules = TableRules(BOOK, {"runners": True})
    source = Told(*told)
    ways = {"ways": WAYS[form["wager"]]} if form["wager"] in WAYS else {}
    runner = {"by": "runner", "runner": "runner 2"} if "games" in form else {}
    assert any_form(rules, source) == {**form, **ways, **runner}
    assert source.asked[:2] == [5, len(TYPES)]
    assert source.asked[-1 if "games" not in form else -2] == 3
    assert source.numbers == []


def test_several_games_and_a_runner_are_asked_for_one_time_in_three() -> None:
    source = Told(4, 0, 9, 0, 2, 0, 1)
    any_form(TableRules(BOOK, {"runners": True}), source)
    assert source.asked == [5, len(TYPES), 10, 3, 3, 3, 2]  # three games at the most, two runners


def test_without_runners_nobody_sends_one() -> None:
    assert "runner" not in any_form(RULES, Told(0, 0, 0, 1))


def test_a_small_card_gets_groups_of_one_number() -> None:
    small = {
        "name": "small", "max_spots": 2, "min_wager": "$1", "max_wager": "$2",
        "columns": [{"wager": "$1", "pays": {1: {1: 3}, 2: {2: 12}}}],
    }  # fmt: skip
    rules = TableRules(BOOK, {"rate_card": small})
    assert any_form(rules, Told(0, 4))["numbers"] == [[1], [2], [3]]
    assert any_form(rules, Told(1, 2))["rate"] == 200


def test_a_request_that_is_no_request_goes_back() -> None:
    with pytest.raises(Refused, match="5 is not a code"):
        order(**ONE_OF_ONE, writer=5)
    with pytest.raises(Refused, match="one rate and one way"):
        order(**ONE_OF_ONE, rates=[100])
    with pytest.raises(Refused, match="names a wager and an amount"):
        houseway.open_table("keno", seed=1).bet(1, {})


def test_a_ticket_over_several_games_is_in_every_record() -> None:
    table = houseway.open_table("keno", seed=4)
    table.buy(1, **{**ONE_OF_ONE, "games": 6})
    for number in range(1, 7):
        if number > 1:
            table.begin()
        table.close()
        while table.waiting is not None:
            table.act(1, "redeem")
    assert not table.data.tickets
    assert len(table.records) == 6
    for record in table.records:
        again = deal_again(json.loads(json.dumps(record.to_json())), KENO.play, BOOK)
        start = record.to_json()["start"]
        assert ("00000001" in start.get("tickets", {})) == (record is not table.records[0])
    assert again.data == table.data


def test_a_record_with_a_card_of_the_house() -> None:
    card = {
        "name": "even",
        "max_spots": 1,
        "min_wager": 1,
        "max_wager": 10,
        "columns": [{"wager": 1, "pays": {1: {0: 1, 1: 1}}}],
    }
    table = houseway.open_table("keno", seed=4, options={"rate_card": card})
    table.buy(1, **{**ONE_OF_ONE, "games": 2})
    table.close()
    table.begin()
    table.close()
    table.act(1, "keep")
    for record in table.records:
        again = deal_again(json.loads(json.dumps(record.to_json())), KENO.play, BOOK)
    assert again.data == table.data


def test_a_ticket_is_paid_by_the_card_that_it_was_bought_under() -> None:
    table = houseway.open_table("keno", seed=4, by_hand=["chance"])
    table.buy(1, wager="straight", numbers=[1, 2], rate=500, games=2)
    table.close("supervisor")
    table.picked(*range(21, 41))
    better = {
        "name": "better",
        "max_spots": 2,
        "min_wager": 1,
        "max_wager": 10,
        "columns": [{"wager": 1, "pays": {1: {1: 3}, 2: {2: 15}}}],
    }
    table.announce(RuleChange({"rate_card": better}, 30, 0, 0, 0))
    table.at(30)
    table.buy(2, wager="straight", numbers=[1, 2], rate=500)
    table.close()
    table.picked(*range(1, 21))
    table.act(1, "redeem")
    table.act(2, "redeem")
    assert table.results.nets == {1: {"straight": 6000}, 2: {"straight": 7500 - 500}}


def test_others_do_not_see_a_ticket() -> None:
    table = houseway.open_table("keno", seed=4)
    table.buy(1, wager="straight", numbers=[13, 31], rate=500)
    table.bet(1, {"quick_pick@4": 100})
    own, other, house = (json.dumps(table.view(who).to_json()) for who in (1, 2, "house"))
    for secret in ("00000001", "00000002", "13 31"):
        assert secret in own
        assert secret in house
        assert secret not in other


@pytest.mark.parametrize("key", ["wager", "numbers", "rate", "games", "ways", "by", "keyed"])
@pytest.mark.parametrize("junk", [None, 1.5, True, -1, "x", [], {}, [None], object()])
def test_junk_on_a_form_is_refused_or_harmless(key, junk) -> None:
    table = houseway.open_table("keno", seed=4)
    table.begin()
    before = fingerprint(table)
    try:
        table.buy(1, **{**ONE_OF_ONE, key: junk})
    except Refused as refusal:
        assert refusal.cite
        assert fingerprint(table) == before
    else:
        assert (key, junk) in [("keyed", {})]


def test_a_player_may_come_and_go() -> None:
    table = houseway.open_table("keno", seed=4)
    table.sit(900, "Ann")
    table.buy(900, **ONE_OF_ONE)
    table.leave(900)
    with pytest.raises(Refused, match="no seat"):
        table.sit(0)


def test_the_house_makes_ready_to_close() -> None:
    options = {"closing_notice": "spoken", "runners": True}
    table = houseway.open_table("keno", seed=4, options=options)
    table.buy(1, **ONE_OF_ONE, by="runner", runner="runner 2")
    with pytest.raises(Refused):
        table.close()
    table.make_ready()
    table.close()
    said = [event.what for event in table.events if event.kind == "said"]
    assert said == ["sign_in", "closing", "start", "lock"]
    assert table.data.minutes == 1


@pytest.mark.soak
@pytest.mark.slow
def test_simulated_and_exact() -> None:
    session = simulate(Job("keno", "nj", {"quick_pick@2": 100}, "first", rounds=20_000, seed=15))
    edge = session.edge_on_action
    assert edge is not None
    assert edge.error < 0.03  # or it says nothing
    assert abs(edge.value - 22 / 79) < 4 * edge.error
