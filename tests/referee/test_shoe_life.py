"""Cards that leave the shoe stay out of it: across rounds, restarts and rulings."""

import json
from collections import Counter
from functools import cache

import pytest

import houseway
from houseway.equipment.cards import Card
from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Shoe
from houseway.games import game, games
from houseway.referee.data import TableData
from houseway.referee.requests import Ask, Bets, Draw, Next, Roll
from houseway.referee.round import whole_deck
from houseway.referee.table import Table
from houseway.simulation.policies import usual_bets

MANUAL = {"shuffler": "manual", "decks_in_use": "2"}
DOUBLE = {"dealing": "double_shoe", "decks_in_use": "4"}


def drawn(table: Table) -> Counter[Card]:
    """Every card that came out in the round, wherever it went."""
    inputs = table.records[-1].inputs
    return Counter(card for given in inputs for card in given.cards)


def play_round(table: Table) -> None:
    """One round of seat 1, which stands or takes the last thing offered."""
    table.begin()
    while (waiting := table.waiting) is not None:
        if isinstance(waiting, Bets):
            table.bet(1, main=1000)
            table.close()
        elif isinstance(waiting, Ask):
            table.act(waiting.who, waiting.choices[-1].name)


def shuffles(table: Table) -> int:
    return sum(event.kind == "shuffled" for event in table.events)


def restored(table: Table, seed: int) -> Table:
    """The table as another process would open it from what was written down."""
    kept = TableData.from_json(json.loads(json.dumps(table.data.to_json())))
    found = game("blackjack")
    return Table(
        found.play,
        found.rulebook("nj"),
        options=dict(table.rules.options),
        chance=Shoe(Philox(seed)),
        data=kept,
    )


@pytest.mark.parametrize("options", [MANUAL, DOUBLE], ids=["one side", "two sides"])
def test_a_restart_in_the_middle_of_a_shoe_deals_from_what_is_left(options) -> None:
    """The same cards leave the shoe once, however often the table is opened anew."""
    table = houseway.open_table("blackjack", options=options, chance=Shoe(Philox(2)))
    table.sit(1)
    play_round(table)
    assert shuffles(table)
    out = drawn(table)
    rounds = 0
    while True:
        table = restored(table, seed=100 + rounds)
        play_round(table)
        if shuffles(table):
            break
        rounds += 1
        out += drawn(table)
        assert out <= Counter(whole_deck(table.rules))
        kept = Counter(table.data.out)
        for side in table.data.sides.values():
            kept += Counter(side)
        assert kept == out
    assert rounds >= 5, "the shoe must last for several rounds, or this shows nothing"


def test_without_its_data_a_restarted_table_would_deal_cards_again() -> None:
    """What the test above would see if a restart filled the shoe."""
    table = houseway.open_table("blackjack", options=MANUAL, chance=Shoe(Philox(2)))
    table.sit(1)
    play_round(table)
    table.data.out.clear()
    out = drawn(table)
    for seed in range(40):
        table = restored(table, seed)
        play_round(table)
        if shuffles(table):
            break
        out += drawn(table)
        table.data.out.clear()
    assert not out <= Counter(whole_deck(table.rules))


def test_the_restarted_shoe_holds_every_card_left() -> None:
    table = houseway.open_table("blackjack", options=MANUAL, chance=Shoe(Philox(2)))
    table.sit(1)
    play_round(table)
    again = restored(table, seed=5)
    left = again.chance.draw("dealer", 104 - len(table.data.out))
    assert Counter(left) + Counter(table.data.out) == Counter(whole_deck(again.rules))


def test_a_double_shoe_is_shuffled_when_its_cutting_card_has_come_and_not_before() -> None:
    table = houseway.open_table("blackjack", options=DOUBLE, chance=Shoe(Philox(3)))
    table.sit(1)
    seen = []
    for _ in range(60):
        play_round(table)
        seen.append(shuffles(table))
    assert seen[0] == 2
    assert 0 < sum(seen[1:]) < 15
    for event_count in seen:
        assert event_count <= 2


def test_bart_carter_leaves_the_top_of_the_shoe_where_it_is() -> None:
    """The next cards after the stacks went in are those that were next before."""
    shoe = Shoe(Philox(1))
    shoe.shuffle(range(100))
    discards = shoe.draw("dealer", 60)
    beside = Shoe(Philox(1))
    beside.shuffle(range(100))
    beside.draw("dealer", 60)
    shoe.put_back(discards, at=[10, 20, 30])
    before = beside.draw("dealer", 40)
    after = shoe.draw("dealer", 100)
    assert sorted(after) == list(range(100))
    assert after[:10] == before[:10]
    assert after[30:40] == before[10:20]
    assert after[60:70] == before[20:30]
    assert after[90:] == before[30:]
    assert Counter(after[10:30] + after[40:60] + after[70:90]) == Counter(discards)
    with pytest.raises(ValueError, match="cannot go in"):
        shoe.put_back([1], at=[1])


@cache
def fresh_deck(what: str, ruling: str) -> list[str]:
    """Games with a deck for every round in which a report is ruled so."""
    books = {id: one.rulebook(one.editions[0]) for id, one in games().items()}
    return [
        id
        for id, book in books.items()
        if "shoe_done" not in book.round
        and what in book.irregularities
        and book.irregularities[what].rulings == [ruling]
    ]


def deal_and_report(name: str, what: str) -> tuple[Table, list[Card]]:
    """A round in which something is reported before the first card; the shoe as it lay."""
    found = game(name)
    table = Table(found.play, found.rulebook("nj"), chance=Shoe(Philox(4)), by_hand=["chance"])
    order = Shoe(Philox(4))
    for seat in range(1, table.rules.players_needed + 1):
        table.sit(seat)
    table.begin()
    lay: list[Card] = []
    told = False
    while (waiting := table.waiting) is not None:
        if isinstance(waiting, Bets):
            for seat in table.data.players:
                table.bet(seat, usual_bets(table.rules))
            table.close()
        elif isinstance(waiting, Draw):
            if not told and waiting.to != "rack":  # a hand, and no burn
                told = True
                table.report(what)
                continue
            card_list = order.draw(waiting.to, waiting.count)
            lay += card_list if told else []
            table.draw(card_list)
        elif isinstance(waiting, Roll):
            table.rolled(*[3] * waiting.dice)
        elif isinstance(waiting, Ask):
            table.act(waiting.who, waiting.choices[-1].name)
        elif isinstance(waiting, Next):
            table.go()
        else:
            order.shuffle(waiting.deck)
            table.shuffled()
    assert told
    return table, lay


@pytest.mark.parametrize("name", fresh_deck("card_face_up", "discard_card"))
def test_a_card_found_face_up_leaves_the_shoe_and_is_dealt_to_nobody(name) -> None:
    table, lay = deal_and_report(name, "card_face_up")
    dealt = [card for e in table.events if e.kind == "dealt" for card in e.cards]
    assert lay[0] not in dealt
    (event,) = [e for e in table.events if e.kind == "burned" and e.cards == (lay[0],)]
    assert event.cite == table.rules.cite("card_face_up")


@pytest.mark.parametrize("name", fresh_deck("card_drawn_in_error", "next_card"))
def test_a_card_drawn_in_error_unseen_is_the_next_and_is_dealt_once(name) -> None:
    table, lay = deal_and_report(name, "card_drawn_in_error")
    dealt = [card for e in table.events if e.kind == "dealt" for card in e.cards]
    assert dealt[0] == lay[0]
    assert dealt.count(lay[0]) == 1


def test_a_refused_bet_leaves_the_shoe_as_it_was() -> None:
    """A bet would begin a round, and where everybody has changed its first step is a shuffle."""
    table = houseway.open_table("blackjack", seed=3, options=MANUAL)
    table.sit(1, "Ann")
    play_round(table)
    left = len(whole_deck(table.rules)) - len(table.data.out)
    assert isinstance(table.chance, Shoe)
    assert table.chance.left == left
    table.leave(1)
    table.sit(2, "Bob")
    with pytest.raises(houseway.Refused):
        table.bet(2, main=1)  # below the minimum
    assert table.chance.left == left
    table.leave(2)
    table.sit(1, "Ann")
    play_round(table)
    assert not shuffles(table)  # the shoe goes on
    assert table.chance.left == len(whole_deck(table.rules)) - len(table.data.out)
