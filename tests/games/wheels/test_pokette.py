"""Pokette: figures against a count of their own, names of hands, and the window bet by bet."""

from fractions import Fraction
from itertools import product

import pytest

import houseway
from houseway import Refused
from houseway.equipment.cards import cards
from houseway.games import game
from houseway.games.authoring.sums import moves_of
from houseway.games.wheels.pokette import deal
from houseway.games.wheels.pokette.recount import stands
from houseway.games.wheels.pokette.results import stands as every_stand
from houseway.referee.conversation import Conversation
from houseway.referee.data import TableData
from houseway.referee.requests import Ask, Bets, Input, Spin
from houseway.referee.round import Round
from houseway.rulebook.table_rules import TableRules

POKETTE = game("pokette")
VALUES, SUITS = "23456789TJQKA", "cdhs"
# by hand: what a wager wins, and how many of 54 sections or 52 cards win it
ON_CARD = {
    "straight_up": (50, 1), "split": (24, 2), "corner": (12, 4), "single_rank": (12, 4),
    "double_rank": (5, 8), "rank_akq": (3, 13), "rank_j109": (3, 13), "rank_876": (3, 13),
    "rank_543": (3, 13), "red": (1, 26), "black": (1, 26), "suit": (3, 13), "jacer": (12, 4),
}  # fmt: skip
ON_HAND = {
    "pair_in_two": (11, 4), "pair_in_three": (5, 8), "three_of_a_kind": (11, 4), "flush": (3, 13),
    "open_straight": (5, 8), "inside_straight": (11, 4), "open_straight_flush": (24, 2),
    "inside_straight_flush": (49, 1),
}  # fmt: skip


@pytest.fixture
def table():
    found = houseway.open_table("pokette", seed=1)
    found.sit(1, "Ann")
    return found


def edges(options=None):
    found = {}
    for result in POKETTE.odds.results(TableRules(POKETTE.rulebook(), options or {})):
        result.outcomes.check()
        found[result.wager] = result.outcomes.house_advantage
    return found


def test_edges_by_hand():
    found = edges()
    for wager, (pays, ways) in ON_CARD.items():
        assert found.pop(wager) == 1 - Fraction((pays + 1) * ways, 54), wager
    for wager, (pays, ways) in ON_HAND.items():
        assert found.pop(wager) == 1 - Fraction((pays + 1) * ways, 52), wager
        assert found.pop(f"{wager}@spin") == Fraction(52 - (pays + 1) * ways, 54), wager
    assert not found


def test_the_flush_is_a_fair_bet_and_the_double_rank_the_worst():
    found = POKETTE.odds.strategy(TableRules(POKETTE.rulebook()))
    assert (found.wagers[0].wager, found.wagers[0].per_money_bet) == ("flush", 0)
    assert (found.wagers[-1].wager, found.wagers[-1].per_money_bet) == (
        "double_rank",
        Fraction(1, 9),
    )


def made(hand):
    """What three cards are, by their values as numbers; the ace is 1 and 14."""
    values = [VALUES.index(card[0]) + 2 for card in hand]
    low = [1 if value == 14 else value for value in values]
    straight = any(sorted(one) == list(range(min(one), min(one) + 3)) for one in (values, low))
    flush = len({card[1] for card in hand}) == 1
    return straight, flush, len(set(values))


def test_every_three_cards_that_can_come():
    """All 52 x 52 x 52: what is offered at two cards, and what the third makes of it."""
    deck = [value + suit for value, suit in product(VALUES, SUITS)]
    stands_of = every_stand("AKQJT98765432A", tuple(deck))
    opened = {name: set(found) for name, found in stands_of.items() if name != "pair_in_two"}
    for first, second in product(deck, deck):
        hands = {third: made((first, second, third)) for third in deck}
        straights = sum(straight for straight, _, _ in hands.values())
        steels = sum(straight and flush for straight, flush, _ in hands.values())
        pair, suited = first[0] == second[0], first[1] == second[1]
        expected = {
            "pair_in_three": not pair, "three_of_a_kind": pair, "flush": suited,
            "open_straight": straights == 8, "inside_straight": straights == 4,
            "open_straight_flush": steels == 2, "inside_straight_flush": steels == 1,
        }  # fmt: skip
        stand = (first, second)
        assert {name: stand in found for name, found in opened.items()} == expected, stand
        assert straights in (0, 4, 8)


def test_a_recount_bets_where_the_table_takes_it(table):
    opened = every_stand("AKQJT98765432A", tuple(v + s for v in VALUES for s in SUITS))
    for wager in ON_HAND:
        found = stands(wager)
        assert set(found) <= set(opened[wager]), wager
        assert len({stand[0][0] for stand in found}) >= 12 or "open" in wager


def test_how_often_wagers_are_open():
    found = POKETTE.odds.strategy(TableRules(POKETTE.rulebook())).how_often_open
    assert found["three_of_a_kind"] == Fraction(1, 13)
    assert found["open_straight"] == Fraction(22, 169)  # 2-3 up to Q-K, either first
    assert found["inside_straight"] == Fraction(28, 169)  # ten gaps, and four pairs with an ace
    assert found["open_straight_flush"] == found["open_straight"] / 4


def test_a_price_above_the_minimum():
    assert edges({"straight_up": ["53 to 1"]})["straight_up"] == 0
    assert edges({"flush": ["4 to 1"]})["flush"] == -Fraction(1, 4)


def test_what_comes_and_what_goes_is_told_apart(table):
    (came,) = [e for e in table.bet(1, {"red": 1000}, tender="value_chips") if e.wager == "red"]
    (gone,) = [e for e in table.bet(1, {"red": 500}, tender="value_chips") if e.wager == "red"]
    (own,) = [e for e in table.bet(1, {"red": 700}) if e.wager == "red"]
    assert (came.kind, came.what) == ("wagered", "value_chips")
    assert (gone.kind, gone.what) == ("withdrawn", "")
    assert (own.kind, own.what) == ("wagered", "")


def test_a_wager_of_this_spin_may_be_taken_back_until_the_call(table):
    table.bet(1, {"red": 1000, "black": 500})
    table.bet(1, {"red": 0})
    with pytest.raises(Refused):
        table.bet(1, {"pair_in_two": 500})
    assert table.view(1).state.placed[1] == {"black": 500}


@pytest.mark.parametrize(
    ("posted", "name"),
    [
        ("7s", ""),
        ("7s 8s", ""),
        ("7s 7s", "pair of sevens"),
        ("6s 7h 6d", "pair of sixes"),
        ("7s 6h 6d", "pair of sixes"),
        ("7s 7h 7s", "three sevens"),
        ("7s 9h 8d", "straight"),
        ("7s 9s 8s", "straight flush"),
        ("Kd Qd Ad", "straight flush"),
        ("Kd 2d Ad", "flush"),
        ("7s 9s 2h", ""),
        ("7s 9h 2s", ""),
        ("7s 9h Ah", ""),
    ],
)
def test_hands_by_name(posted, name):
    hands = {"board": cards(posted)}
    assert POKETTE.name_hand(hands, "board", TableRules(POKETTE.rulebook())) == name


BETS = {"red": 500, "straight_up@X1": 500, **dict.fromkeys(ON_HAND, 700)}


def spun(rules, stand, stood, pocket):
    """What the referee does to wagers that are kept up, and the stand that it leaves."""
    data = TableData(players={1: "one"}, notes={"stand": list(stand)})
    if stood:
        data.standing = {1: stood}
    talk = Conversation(Round(rules, data), POKETTE.play)
    while (asked := talk.waiting) is not None:
        if isinstance(asked, Bets):
            for name, amount in BETS.items():
                try:
                    talk.submit(Input("bet", 1, amounts=((name, amount),)))
                except Refused:
                    continue
            talk.submit(Input("close"))
        elif isinstance(asked, Ask):
            talk.submit(Input("act", asked.who, asked.choices[0].name))
        elif isinstance(asked, Spin):
            talk.submit(Input("spin", what=pocket))
        else:
            talk.submit(Input("go"))
    return moves_of(talk.round, 1, BETS), talk.round.data


@pytest.mark.parametrize("stand", [(), ("7s",), ("7s", "8s"), ("7s", "7s"), ("Ah", "Kd")])
def test_the_kernel_does_what_the_referee_does(stand):
    rules = TableRules(POKETTE.rulebook())
    pockets = tuple(rules.book.wheels["pokette"].pockets)
    table = deal.stands(pockets, ("X1", "X2"), rules.rule("straight_order"))
    cards_on_it = [card for card in pockets if card[0] != "X"]
    layouts = [(), *product(cards_on_it), *product(cards_on_it, cards_on_it)]
    fates = {wager: deal.fates_of(rules, wager, table) for wager in BETS}
    standing = spun(rules, stand, {}, "X2")[1].standing.get(1, {})
    for waits, stood in ((0, {}), (1, standing)):
        first = (waits * len(layouts) + layouts.index(stand)) * len(pockets)
        for at, pocket in enumerate(pockets, start=first):
            moves, left = spun(rules, stand, stood, pocket)
            for wager, amount in BETS.items():
                mine = deal.move(rules, wager, amount, int(fates[wager][at]))
                assert mine == moves.get(wager, (0, 0, 0)), (pocket, wager)
            there, after = divmod(int(table.after[at]) // len(pockets), len(layouts))
            assert list(layouts[after]) == left.notes.get("stand", [])
            assert there == (pocket[0] == "X")


def test_the_kernel_is_near_what_is_exact():
    rules, found = TableRules(POKETTE.rulebook()), edges()
    seen = deal.simulate_shard(rules, BETS, 5, 0, 1 << 20)
    for wager in ("red", "pair_in_two", "pair_in_three", "flush"):
        sums = seen.wagers[wager]
        off = -sums.net / BETS[wager] - float(found[wager]) * sums.made
        assert abs(off) < 4 * sums.standard_error / BETS[wager] * sums.rounds
