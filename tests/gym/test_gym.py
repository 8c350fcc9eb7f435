"""Games as environments: what the makers of the interfaces check, and that the referee decides."""

import warnings
from fractions import Fraction

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from kinds import one_of_each_family
from pettingzoo.test import api_test, seed_test

from houseway.games import game, games
from houseway.gym import Evenings, OneSeat, SeveralSeats, register
from houseway.gym.seen import KINDS, ROWS
from houseway.gym.sitting import Sitting, Terms
from houseway.rulebook.refusal import Refused


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", games())
def test_one_seat_is_an_environment(name) -> None:
    check_env(OneSeat(name), skip_render_check=True)


@pytest.mark.parametrize("name", [*one_of_each_family(), "baccarat-chemin-de-fer"])
def test_several_seats_are_an_environment(name, capsys) -> None:
    api_test(SeveralSeats(name, seats=2), num_cycles=20)
    seed_test(lambda: SeveralSeats(name, seats=2), num_cycles=10)


@pytest.mark.parametrize("name", games())
def test_a_lawful_choice_is_never_refused_and_every_round_ends(name) -> None:
    env = OneSeat(name)
    env.action_space.seed(3)
    for seed in range(4):
        seen, _ = env.reset(seed=seed)
        for _ in range(200):
            seen, _, over, cut, info = env.step(env.action_space.sample(seen["action_mask"]))
            assert "refused" not in info
            if over or cut:
                break
        else:
            raise AssertionError("it does not end")


def test_the_reward_is_what_the_referee_paid() -> None:
    """A blackjack shoe, hand by hand: the same choices at a table of the referee's own."""
    env = OneSeat("blackjack", bets={"main": 2000})
    total, sitting = 0.0, Sitting(env.terms, cards_of(5))
    env.reset(seed=5)
    for round in range(30):
        if round:
            env.reset()
        sitting.begin()
        while sitting.seat is None:  # what the environment leaves out: rounds without decisions
            sitting.begin()
        before = sitting.net[1]
        while sitting.seat is not None:
            name = list(sitting.choices())[-1]
            sitting.choose(name)
            _, reward, over, _, _ = env.step(env.words.index(name))
            total += reward
        assert over
        assert reward == (sitting.net[1] - before) / 2000
    assert total != 0


def cards_of(seed: int) -> int:
    """The seed of the cards at a table that was opened with a seed."""
    return int(gymnasium.utils.seeding.np_random(seed)[0].integers(2**62))


def test_what_the_law_does_not_allow_changes_nothing() -> None:
    env = OneSeat("three-card-poker")
    seen, info = env.reset(seed=1)
    barred = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    after, reward, over, cut, told = env.step(barred)
    assert (reward, over, cut) == (0.0, False, False)
    assert "is not offered now" in told["refused"]
    assert told["choices"] == info["choices"]
    assert (after["observation"]["cards"] == seen["observation"]["cards"]).all()


def test_only_what_a_seat_sees_is_observed() -> None:
    env = OneSeat("three-card-blitz")
    house = ROWS.index("house")
    for seed in range(10):
        seen, _ = env.reset(seed=seed)
        table = seen["observation"]["cards"]
        view = env._sitting.view(1)
        own = [KINDS[card] for card in view.state.hands[1]]
        assert sorted(np.flatnonzero(table[0])) == sorted(own)
        assert table[house].sum() == sum(card in KINDS for card in view.state.hands["dealer"])


def test_of_split_hands_the_one_last_dealt_to_is_in_hand() -> None:
    env = OneSeat("blackjack")
    own, in_hand = ROWS.index("own"), ROWS.index("in hand")
    for seed in range(200):
        seen, info = env.reset(seed=seed)
        table = seen["observation"]["cards"]
        assert (table[own] == table[in_hand]).all()
        if "split" in info["choices"]:
            break
    table = env.step(env.words.index("split"))[0]["observation"]["cards"]
    hands = env._sitting.view(1).state.hands
    acting = max(
        (place for place in hands if str(place)[0] == "1"), key=lambda one: len(hands[one])
    )
    assert sorted(KINDS[card] for card in hands[acting]) == sorted(
        np.repeat(np.arange(len(KINDS)), table[in_hand])
    )
    assert table[own].sum() == 3


def test_shaping_takes_what_a_choice_gives_away() -> None:
    """Q-6-4: folding a hand that should be played costs what the exact advice says it does."""
    plain = OneSeat("three-card-poker", bets={"ante": 1000})
    shaped = OneSeat("three-card-poker", bets={"ante": 1000}, shaped=True)
    fold, gaps = plain.words.index("fold"), set()
    found = game("three-card-poker").odds
    for seed in range(12):
        plain.reset(seed=seed)
        shaped.reset(seed=seed)
        worth = found.advise(shaped._sitting.view(1), shaped.terms.rules)
        gap = max(worth.values()) - worth["fold"]
        gaps.add(gap > 0)
        assert isinstance(gap, Fraction)
        one, other = plain.step(fold)[1], shaped.step(fold)[1]
        assert one - other == pytest.approx(float(gap))
    assert gaps == {True, False}


def test_a_choice_with_an_amount_is_there_twice() -> None:
    words = Terms("double-attack-blackjack").words
    assert {"double", "double, the least"} <= set(words)


def test_every_game_is_registered() -> None:
    assert register() == register() == [f"houseway/{name}-v0" for name in games()]
    env = gymnasium.make("houseway/roulette-v0")
    assert "bet straight@17" in env.unwrapped.words
    env.reset(seed=2)
    _, reward, over, _, _ = env.step(env.unwrapped.words.index("bet red"))
    assert over
    assert reward in (-1.0, 1.0, -0.5)


def test_evenings_are_dealt_by_the_kernel() -> None:
    env = Evenings("baccarat-punto-banco", num_envs=3, rounds=50, steps=4, bankroll=1000)
    again = Evenings("baccarat-punto-banco", num_envs=3, rounds=50, steps=4, bankroll=1000)
    actions = np.zeros(3, int)
    one, two = env.reset(seed=4)[0], again.reset(seed=4)[0]
    assert (one == two).all()
    money = one[:, 0].copy()
    for turn in range(4):
        seen, rewards, broke, ended, _ = env.step(actions)
        assert (again.step(actions)[1] == rewards).all()
        assert len(set(rewards)) > 1
        money += rewards
        assert (seen[:, 0] == money).all()
        assert not broke.any()
        assert ended.all() == (turn == 3)
    seen, rewards, *_ = env.step(actions)  # the next evening
    assert (seen[:, 0] == 1000).all()
    assert not rewards.any()


def test_whoever_has_nothing_left_is_broke() -> None:
    env = Evenings("baccarat-punto-banco", num_envs=8, rounds=200, steps=50, bankroll=5)
    env.reset(seed=1)
    broken = np.zeros(8, bool)
    for _ in range(12):
        broken |= env.step(np.full(8, len(env.ways) - 1))[2]
    assert broken.any()


def test_a_game_without_a_kernel_has_no_evenings() -> None:
    without = next(name for name, found in games().items() if not found.has_deal)
    with pytest.raises(Refused, match="has no kernel"):
        Evenings(without)
