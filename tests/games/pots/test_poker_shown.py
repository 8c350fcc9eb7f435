"""What a page is told of a poker table: bets, pots, amounts and cards, as one seat sees them."""

import pytest

from houseway.equipment.cards import cards
from houseway.games import game, open_table
from houseway.games.authoring.shown import Picks, Shown, Won
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.rulebook.table_rules import TableRules


def dealt(name: str, stakes: dict[int, int], seed: int = 5, **options) -> Table:
    table = open_table("poker", seed=seed, options={"game": name, **options}, keep_log=False)
    for seat, chips in stakes.items():
        table.sit(seat)
        table.bet(seat, stakes=chips)
    table.close()
    return table


def seen(table: Table, seat: int) -> Shown:
    found = game("poker").shown(table.view(seat), table.rules)
    assert found is not None
    return found


def test_bets_lie_before_players_until_they_go_to_the_pot() -> None:
    table = dealt("holdem", {1: 10_000, 2: 10_000, 3: 10_000}, rake_percent=0)
    assert seen(table, 1).put == {1: 100, 2: 200}
    table.act(3, "raise", 600)
    assert seen(table, 1).put == {1: 100, 2: 200, 3: 600}
    table.act(1, "fold")
    table.act(2, "call")
    now = seen(table, 2)
    assert (now.put, now.pots, now.gone) == ({}, (("Pot", 1_300),), frozenset({1}))


def test_side_pots_have_names() -> None:
    stakes = {1: 2_000, 2: 10_000, 3: 10_000}
    table = dealt("holdem", stakes, rake_percent=0)
    table.act(3, "raise", 4_000)
    table.act(1, "call")
    table.act(2, "call")
    assert seen(table, 2).pots == (("Main pot", 6_000), ("Side pot 1", 4_000))


@pytest.mark.parametrize("betting", ["no_limit", "pot_limit", "spread_limit", "fixed_limit"])
@pytest.mark.parametrize("seed", range(8))
def test_every_named_amount_is_taken(betting, seed) -> None:
    table = dealt("holdem", {1: 3_000, 2: 5_500, 3: 10_000}, seed, betting=betting)
    for _ in range(12):
        asked = table.waiting
        if not isinstance(asked, Ask) or not isinstance(asked.who, int):
            break
        told = seen(table, asked.who).amounts
        for choice in asked.choices:
            assert (choice.name in told) == (choice.least != choice.most)
            for _, amount in told.get(choice.name, ()):
                assert choice.least <= amount <= choice.most
                assert amount % choice.step == 0
        amounts = [amount for sizes in told.values() for _, amount in sizes]
        assert len(set(amounts)) == len(amounts)
        name, sizes = next(iter(told.items()), ("", ()))
        if name:
            table.act(asked.who, name, sizes[seed % len(sizes)][1])
        else:
            table.act(asked.who, asked.choices[0].name)


def test_parts_of_the_pot_are_told_after_a_call() -> None:
    table = dealt("holdem", {1: 20_000, 2: 20_000, 3: 20_000})
    told = dict(seen(table, 3).amounts["raise"])
    # 300 in the middle and 200 to call: a pot of 500 on top of the 200 that it takes to stay in
    assert told == {"Min": 400, "Pot": 700, "¾ pot": 500, "All in": 20_000}


def test_cards_are_picked_for_a_draw_and_for_a_discard() -> None:
    table = dealt("draw5_high", {1: 10_000, 2: 10_000})
    table.act(1, "call")
    table.act(2, "check")
    cards = tuple(f"discard_{n}" for n in range(1, 6))
    assert seen(table, 1).picks == Picks(1, cards, "stand_pat")
    assert seen(table, 2).picks is None
    table.act(1, "discard_5")
    assert seen(table, 1).picks == Picks(1, cards[:4], "draw")
    assert all(one.startswith("Discard ") for one in seen(table, 1).labels.values())
    table = dealt("pineapple", {1: 10_000, 2: 10_000})
    table.act(1, "call")
    table.act(2, "check")
    assert seen(table, 1).picks == Picks(1, cards[:3])


def test_an_all_in_hand_is_told_street_by_street_and_who_won() -> None:
    table = dealt("holdem", {1: 5_000, 2: 5_000}, rake_percent=0, show_discards=True)
    table.act(1, "raise", 5_000)
    table.act(2, "call")
    told = seen(table, 1)
    assert [part.split(": ")[0].strip() for part in told.told.split(".")[:3]] == [
        "Flop", "Turn", "River",
    ]  # fmt: skip
    assert sum(one.amount for one in told.won) == 10_000
    assert all(one.hand for one in told.won)


def test_a_hand_that_was_bet_to_the_end_has_no_runout() -> None:
    table = dealt("holdem", {1: 5_000, 2: 5_000}, rake_percent=0)
    table.act(1, "call")
    for seat in (2, 1, 2, 1, 2, 1, 2):
        table.act(seat, "check")
    while isinstance(asked := table.waiting, Ask):
        table.act(asked.who, "show")
    assert seen(table, 1).told == ""
    table = dealt("holdem", {1: 5_000, 2: 5_000}, rake_percent=0)
    table.act(1, "fold")
    assert seen(table, 1).won == (Won(2, 200),)


def test_nothing_is_shown_of_games_against_the_house() -> None:
    table = open_table("blackjack", seed=1)
    table.sit(1)
    table.begin()
    assert game("blackjack").shown(table.view(1), table.rules) is None


@pytest.mark.parametrize("played", game("poker").rulebook("nj").options["game"].choices or [])
def test_a_hand_of_few_cards_is_named_or_not_but_never_wrong(played: str) -> None:
    rules = TableRules(game("poker").rulebook("nj"), {"game": played})
    pairs = cards("9c 9d 5h 5s 2c 2d 7h 7s")
    for own in range(1, 8):
        for common in (0, 1, 3, 4, 5) if own < 5 else (0,):
            hands = {1: pairs[:own], "board": cards("Ah Kd Qs Jc 3d")[:common]}
            assert isinstance(game("poker").name_hand(hands, 1, rules), str)
