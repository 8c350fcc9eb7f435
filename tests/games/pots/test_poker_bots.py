"""The house's own poker players: what they do is always allowed, repeatable, and not foolish."""

import inspect
from collections.abc import Callable

import pytest

import tiers
from houseway.equipment.cards import UNKNOWN, cards, names
from houseway.equipment.randomness import Philox, Source
from houseway.games import game, open_table
from houseway.games.pots.poker import bots, chances
from houseway.games.pots.poker.bots import Action, buy_in, choose
from houseway.games.pots.poker.draws import to_throw
from houseway.games.pots.poker.seen import contenders, pot_of, read
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules

GAMES = game("poker").rulebook().options["game"].choices
Player = Callable[[View, TableRules], Action]


def player(source: Source) -> Player:
    return lambda view, rules: choose(view, rules, source)


def calls(view: View, rules: TableRules) -> Action:
    assert view.asked is not None
    first = view.asked.choices[0]
    return Action(first.name, first.least)


def deal_hand(table: Table, players: dict[int, Player], stakes: int) -> dict[int, int]:
    """One hand, from the stakes to the pot; what each has won."""
    table.begin()
    while isinstance(asked := table.waiting, Ask):  # the cut
        table.act(asked.who, asked.customary or asked.absent)
    had = {}
    for seat in players:
        had[seat] = table.round.state.bets[seat].get("stakes", 0)
        if had[seat] < stakes // 2:
            table.bet(seat, stakes=stakes)
            had[seat] = stakes
    table.close()
    while isinstance(asked := table.waiting, Ask):
        assert isinstance(asked.who, int)
        view = table.view(asked.who)
        offered = [choice.name for choice in asked.choices]
        action = players[asked.who](view, table.rules)
        assert not (action.name == "fold" and "check" in offered)
        table.act(asked.who, *action)  # a refusal would be raised
    left = {seat: table.data.standing.get(seat, {}).get("stakes", 0) for seat in players}
    return {seat: left[seat] - had[seat] for seat in players}


def table_of(name: str, seats: int, seed: int = 5, **options) -> Table:
    table = open_table("poker", seed=seed, options={"game": name, **options}, keep_log=False)
    for seat in range(1, seats + 1):
        table.sit(seat)
    return table


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_and_no_answer_is_refused(name) -> None:
    for seats, options in ((2, {}), (6, {"betting": "fixed_limit"}), (5, {"betting": "pot_limit"})):
        table, source = table_of(name, seats, **options), Philox(7)
        some = dict.fromkeys(range(1, seats + 1), player(source))
        for hand in range(4):
            stakes = buy_in(table.rules) if hand % 2 else 1_500
            won = deal_hand(table, some, stakes)
            assert sum(won.values()) <= 0, "the rake is all that leaves the table"


def test_every_option_of_the_house_that_asks_something_is_answered() -> None:
    table = table_of(
        "holdem", 6, run_multiple=True, straddle="$4", newcomers_post=True, ante="$1",
        keyed_chips=True, first_button="high_card",
    )  # fmt: skip
    source = Philox(3)
    some = dict.fromkeys(range(1, 7), player(source))
    for _ in range(15):
        deal_hand(table, some, 2_000)


def test_the_same_seed_plays_the_same_hands() -> None:
    played = []
    for _ in range(2):
        table, source = table_of("omaha_hilo8", 4), Philox(11)
        some = dict.fromkeys(range(1, 5), player(source))
        played.append([deal_hand(table, some, 10_000) for _ in range(3)])
    assert played[0] == played[1]


@pytest.mark.slow
def test_it_beats_somebody_who_always_calls() -> None:
    table = table_of("holdem", 2, seed=1, betting="fixed_limit", rake_percent=0)
    source, won = Philox(1), 0
    players: dict[int, Player] = {1: player(source), 2: calls}
    hands = 2_000 if tiers.SOAK else 500
    for _ in range(hands):
        won += deal_hand(table, players, 40_000)[1]
    assert won > hands * table.rules.rule("minimum_bet") // 2, "half a bet a hand at the least"


def test_hidden_cards_are_not_in_the_view_that_it_decides_by() -> None:
    table, source = table_of("stud7_high", 4), Philox(2)

    def looks(view: View, rules: TableRules) -> Action:
        others = [seat for seat in contenders(view.state) if seat != view.who]
        assert all(UNKNOWN in view.state.hands[seat] for seat in others)
        return choose(view, rules, source)

    deal_hand(table, dict.fromkeys(range(1, 5), looks), 10_000)
    assert list(inspect.signature(choose).parameters) == ["view", "rules", "source"]


@pytest.mark.parametrize(
    ("name", "hand", "left", "thrown"),
    [
        ("draw5_high", "Ks Kd 7h 4c 2s", 1, "7h 4c 2s"),
        ("draw5_high", "Ks Kd 7h 7c 2s", 1, "2s"),
        ("draw5_high", "6s 5d 4h 3c Ks", 1, "Ks"),
        ("draw5_high", "6s 5d 4h 3c 2s", 1, ""),
        ("draw5_low", "As 2d 2h 5c 7s", 1, "2h"),
        ("draw5_low", "As 2d 3h 5c 8s", 1, ""),
        ("triple_draw_27", "2s 3d 4h 5c 6s", 3, "6s"),  # a straight
        ("triple_draw_27", "2s 3d 4h 5c 7s", 3, ""),
        ("triple_draw_27", "2s 3d 4h 9c As", 3, "9c As"),
        ("badugi", "As 2d 3h 4c", 3, ""),
        ("badugi", "As 2d 3h 4h", 2, "4h"),
        ("badugi", "As 2d Kh Kc", 2, "Kh Kc"),
    ],
)
def test_draws_are_those_that_people_make(name, hand, left, thrown) -> None:
    kinds = bots.kinds_of(TableRules(game("poker").rulebook(), {"game": name}))
    assert names(to_throw(kinds, tuple(cards(hand)), left)) == thrown


def test_better_cards_are_worth_more() -> None:
    rules = TableRules(game("poker").rulebook(), {"game": "holdem"})

    def worth(own: str, board: str = "") -> int:
        rivals, chance = [chances.Rival(())], bots.Random(1)
        hand, common = tuple(cards(own)), tuple(cards(board))
        return chances.share(bots.kinds_of(rules), hand, common, rivals, (2, 5), 0, (), 400, chance)

    assert worth("As Ad") > 780
    assert worth("7s 2d") < 450
    assert worth("Ks 2d", "Kd Kh Kc Qs 2h") > 990


def test_chips_are_read_from_the_events() -> None:
    table = table_of("holdem", 3, rake_percent=0)
    table.begin()
    for seat in (1, 2, 3):
        table.bet(seat, stakes=[0, 1_000, 3_000, 5_000][seat])
    table.close()
    said = read(table.events)
    assert said.put == {1: 100, 2: 200}
    assert said.button == 3
    assert pot_of(table.round.state) == 300
    table.act(3, "raise", 4_000)
    table.act(1, "call")
    table.act(2, "call")
    burned = [event.kind for event in table.events].index("burned")
    said = read(table.events[: burned + 1])  # seat 1 is all-in for less than seat 2, and both are
    pots = [(pot.amount, pot.seats) for pot in said.pots]
    assert pots == [(3_000, {1, 2, 3}), (4_000, {2, 3})]
    assert (said.put, said.burns) == ({}, 1)
