"""What a round has won or lost: a wager that stays for the next round is neither."""

import pytest

import houseway
from houseway.referee.requests import Ask, Bets, Next

SEAT = 1


def play_round(table, bets, *, dice=(), pocket="") -> None:
    """One round of one seat, which takes the first choice of every decision."""
    if table.waiting is None:
        table.begin()
    if bets:
        table.bet(SEAT, bets)
    table.close()
    while table.waiting is not None:
        if isinstance(table.waiting, Ask):
            table.act(table.waiting.who, table.waiting.choices[0].name)
        elif isinstance(table.waiting, Next):
            table.go_on()
        elif dice:
            table.rolled(*dice)
        else:
            table.spun(pocket)


def by_hand(game: str):
    table = houseway.open_table(game, seed=1, by_hand=["chance"])
    table.sit(SEAT, "Ann")
    return table


def test_a_pass_bet_is_not_lost_while_it_rides() -> None:
    table = by_hand("craps")
    play_round(table, {"pass": 1000, "field": 500}, dice=(2, 4))
    assert table.results.nets == {SEAT: {"pass": 0, "field": -500}}
    assert (table.results.net(SEAT), table.results.cash(SEAT)) == (-500, -1500)
    play_round(table, {}, dice=(1, 1))
    assert table.results.nets == {SEAT: {"pass": 0}}
    play_round(table, {}, dice=(3, 3))
    assert table.results.nets == {SEAT: {"pass": 1000}}
    assert (table.results.net(SEAT), table.results.cash(SEAT)) == (1000, 2000)


def test_a_come_bet_that_moves_to_its_number_is_not_lost() -> None:
    table = by_hand("craps")
    play_round(table, {"pass": 1000}, dice=(2, 4))
    play_round(table, {"come": 1000}, dice=(1, 3))
    assert sum(table.results.nets[SEAT].values()) == 0
    play_round(table, {}, dice=(2, 2))
    assert table.results.net(SEAT) == 1000


def test_a_wager_on_the_hand_is_not_lost_to_a_joker() -> None:
    table = by_hand("pokette")
    play_round(table, {"red": 500}, pocket="9c")
    play_round(table, {"pair_in_two": 500}, pocket="X1")
    assert table.results.nets == {SEAT: {"pair_in_two": 0}}
    assert table.results.cash(SEAT) == -500
    play_round(table, {}, pocket="9d")
    assert table.results.nets == {SEAT: {"pair_in_two": 5500}}


@pytest.mark.parametrize(
    ("game", "bets"),
    [
        ("craps", {"pass": 1000, "place_win@8": 1200, "field": 500}),
        ("automated-craps", {"pass": 1000, "place_win@8": 1200}),
        ("mini-dice", {"place_win@6": 600}),
        ("pokette", {"red": 500}),
    ],
)
def test_nets_are_what_comes_in_and_what_stays(game, bets) -> None:
    table = houseway.open_table(game, seed=5)
    table.sit(SEAT, "Ann")
    stood = won = cash = 0
    for _ in range(20):
        if table.waiting is None:
            table.begin()
        stands = table.round.state.bets.get(SEAT, {})
        for name, cents in bets.items():
            if name not in stands:
                try:
                    table.bet(SEAT, {name: cents})
                except houseway.Refused:
                    continue
        table.close()
        while table.waiting is not None:
            if isinstance(table.waiting, Bets):
                table.close()
            else:
                table.act(table.waiting.who, table.waiting.choices[-1].name)
        won, cash = won + table.results.net(SEAT), cash + table.results.cash(SEAT)
        stood = sum(table.data.standing.get(SEAT, {}).values())
        assert won == cash + stood
