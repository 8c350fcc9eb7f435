"""Hands of a tournament: whoever has a chip is dealt in, and is all-in with less than the ante, the
blind or the forced bet. PokerKit's opinion of random hands, chips to the last one."""

import random
import warnings
from typing import Any

import pytest
from test_poker_second_opinion import BLINDS, GAMES, kit, left_out, options, replay

from houseway.games import open_table
from houseway.games.pots.poker.history import export_round
from houseway.games.pots.poker.pots import halves, shares
from houseway.referee.data import TableData
from houseway.referee.requests import Bets
from houseway.rulebook.refusal import Refused

HANDS = 40


def table_of(stacks: list[int], seed: int = 0, button: int | None = None, **chosen: Any):
    """A table of a tournament at which these stacks lie, from seat 1."""
    notes: dict[str, Any] = {"tournament": True}
    if button:
        notes["button"] = button
    data = TableData(
        players={seat: f"player {seat}" for seat, _ in enumerate(stacks, 1)},
        standing={seat: {"stakes": stack} for seat, stack in enumerate(stacks, 1)},
        notes=notes,
    )
    table = open_table("poker", seed=seed, options={"rake_percent": 0, **chosen}, data=data)
    table.begin()
    table.close()
    return table


def finish(table, chance: random.Random) -> None:
    """Play at random, folding seldom."""
    while (waiting := table.waiting) is not None:
        assert not isinstance(waiting, Bets)
        choices = list(waiting.choices)
        if "concede" in [one.name for one in choices]:
            table.act(waiting.who, "show")
            continue
        if chance.random() < 0.7:
            choices = [one for one in choices if one.name != "fold"]
        choice = chance.choice(choices)
        amount = chance.choice([choice.least, chance.randint(choice.least, choice.most)])
        table.act(waiting.who, choice.name, amount - amount % choice.step)


def stacks_after(table, count: int) -> list[int]:
    return [table.data.standing.get(seat, {}).get("stakes", 0) for seat in range(1, count + 1)]


def short_blind(game: str, events: list) -> bool:
    """Whether somebody is short of a blind or forced bet, of which PokerKit has others call what
    lies there instead of the whole."""
    words = ("small_blind", "big_blind", "forced_bet")
    posted = [event for event in events if event.kind == "taken" and event.what in words]
    due = {"small_blind": BLINDS[0], "big_blind": BLINDS[1], "forced_bet": 100}
    return len(posted) < (1 if game.startswith("stud") else 2) or any(
        event.amount < due[event.what] for event in posted
    )


@pytest.mark.parametrize("game", GAMES)
def test_short_stacks_come_out_as_pokerkit_has_them(game: str) -> None:
    compared = 0
    for seed in range(HANDS):
        chance = random.Random(f"tournament {game} {seed}")
        stacks = [100 * chance.randint(1, 9) for _ in range(chance.randint(2, 5))]
        table = table_of(stacks, seed, **options(game))
        finish(table, chance)
        after, events = stacks_after(table, len(stacks)), table.events
        assert sum(after) == sum(stacks)
        if left_out(game, events) or short_blind(game, events):
            continue
        state = kit(game, stacks)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            replay(state, events)
        over = [here - there for here, there in zip(after, state.stacks, strict=True)]
        assert all(abs(cents) < 200 for cents in over), (game, seed, over)
        compared += 1
    assert compared > HANDS / 4


def taken(table, *words: str) -> list[tuple[int, str, int]]:
    return [
        (e.who, e.what, e.amount) for e in table.events if e.kind == "taken" and e.what in words
    ]


def test_less_than_the_ante_is_all_in_for_as_much_of_every_ante() -> None:
    table = table_of([500, 50_00, 50_00], smallest_chip="$5", minimum_bet="$20", ante="$10",
                     small_blind="$10", big_blind="$20")  # fmt: skip
    assert taken(table, "ante") == [(1, "ante", 500), (2, "ante", 1000), (3, "ante", 1000)]
    table.act(3, "call")
    table.act(2, "check")
    while (waiting := table.waiting) is not None:
        names = [choice.name for choice in waiting.choices]
        table.act(waiting.who, "show" if "show" in names else "check")
    main = [e.amount for e in table.events if e.kind == "paid"][-1]
    assert main == 1500  # three times what the short player has


def test_others_call_the_whole_of_a_short_big_blind() -> None:
    table = table_of([50_00, 500, 50_00], smallest_chip="$5", minimum_bet="$20", small_blind="$10",
                     big_blind="$20")  # fmt: skip
    assert taken(table, "small_blind", "big_blind") == [
        (1, "small_blind", 1000),
        (2, "big_blind", 500),
    ]
    call = table.waiting.choice("call")
    assert (table.waiting.who, call.least) == (3, 2000)
    assert table.waiting.choice("raise").least == 4000


def test_nobody_calls_more_than_the_last_opponent_has_in() -> None:
    table = table_of([50_00, 500, 50_00], smallest_chip="$5", minimum_bet="$20", small_blind="$10",
                     big_blind="$20")  # fmt: skip
    table.act(3, "fold")
    assert [event.amount for event in table.events if event.what == "uncalled"] == [500]
    finish(table, random.Random(1))
    assert sum(stacks_after(table, 3)) == 105_00
    with pytest.raises(Refused, match="all-in with less than a blind"):
        export_round(table.round)


@pytest.mark.parametrize(
    ("button", "gone", "expected"),
    [
        (1, (), (2, 3, 4)),  # button, small blind, big blind
        (4, (), (5, 1, 2)),
        (1, (2,), (3, 4, 5)),
        (4, (5, 1), (2, 3, 4)),
        (2, (1, 4, 5), (3, 2, 3)),  # of two players the one without the button posts first
    ],
)
def test_button_and_blinds_pass_over_who_is_out(button: int, gone: tuple, expected: tuple) -> None:
    stacks = [0 if seat in gone else 5000 for seat in range(1, 6)]
    data = TableData(
        players={seat: f"player {seat}" for seat, stack in enumerate(stacks, 1) if stack},
        standing={seat: {"stakes": stack} for seat, stack in enumerate(stacks, 1) if stack},
        notes={"tournament": True, "button": button},
    )
    table = open_table("poker", seed=1, options={"rake_percent": 0}, data=data)
    table.begin()
    table.close()
    blinds = [who for who, _, _ in taken(table, "small_blind", "big_blind")]
    lies = next(event.who for event in table.events if event.kind == "button")
    assert (lies, *blinds) == expected


def test_a_cash_table_still_wants_the_required_stakes() -> None:
    data = TableData(
        players={1: "Ann", 2: "Bob", 3: "Cy"},
        standing={1: {"stakes": 100}, 2: {"stakes": 5000}, 3: {"stakes": 5000}},
    )
    table = open_table("poker", seed=1, data=data)
    table.begin()
    table.close()
    assert [event.who for event in table.events if event.what == "short_stakes"] == [1]


def test_odd_chips_are_whole_chips_of_the_level() -> None:
    assert shares(12_500, [4, 2, 7], chip=2500) == {4: 5000, 2: 5000, 7: 2500}
    assert halves(7500, chip=2500) == (5000, 2500)
    assert shares(700, [3, 1]) == {3: 400, 1: 300}
