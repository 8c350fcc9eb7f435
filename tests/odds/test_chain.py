"""Chains against results that are known in closed form, and against plain arithmetic."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from houseway.counting.chain import Chain, counts


def ruin(start, top, up, down):
    return Chain({start: 1}, lambda n: {n + 1: up, n - 1: down} if 0 < n < top else {})


@pytest.mark.parametrize("start", [1, 4, 9])
@pytest.mark.parametrize(("up", "down"), [(1, 1), (2, 3), (18, 20)])
def test_gamblers_ruin(start, up, down):
    """The chance to reach the top and the mean number of bets, by their formulas."""
    top, q = 10, Fraction(down, up)
    chain = ruin(start, top, up, down)
    fair = up == down
    reaches = Fraction(start, top) if fair else (1 - q**start) / (1 - q**top)
    assert chain.ends == {top: reaches, 0: 1 - reaches}
    edge = Fraction(down - up, up + down)
    assert chain.steps == (start * (top - start) if fair else (start - top * reaches) / edge)


def test_a_wait_is_geometric():
    chain = Chain({"wait": 1}, lambda s: {"wait": 30, "hit": 5, "miss": 1} if s == "wait" else {})
    assert chain.ends == {"hit": Fraction(5, 6), "miss": Fraction(1, 6)}
    assert chain.steps == 6
    assert chain.total(lambda _: Fraction(7, 2)) == 21
    assert chain.each_step(lambda _: True) == {
        None: Fraction(30, 36), "hit": Fraction(5, 36), "miss": Fraction(1, 36),
    }  # fmt: skip


def test_an_end_at_the_start_takes_no_step():
    chain = Chain({"a": 1, "end": 3}, lambda s: {"end": 1} if s == "a" else {})
    assert chain.ends == {"end": 1}
    assert chain.steps == Fraction(1, 4)


def test_a_chain_without_an_end_is_refused():
    with pytest.raises(ValueError, match="has no end"):
        _ = Chain({"a": 1}, lambda state: {"b" if state == "a" else "a": 1}).ends


@pytest.mark.parametrize("seed", range(6))
def test_random_chains_balance(seed):
    """Whatever flows into a state flows out of it, and the mass that is left after many steps of
    plain multiplication is what keeps the ends from their chances."""
    dice = random.Random(seed)
    size = 12
    table = {
        state: Counter(dice.choices([*range(size), "x", "y"], k=6)) + Counter({"z": 1})
        for state in range(size)
    }
    chain = Chain({0: 2, 5: 1}, lambda state: table.get(state, {}))
    assert sum(chain.ends.values()) == 1
    begin = {0: Fraction(2, 3), 5: Fraction(1, 3)}
    inflow: Counter = Counter(begin)
    for state, often in chain.visits.items():
        for after, weight in table[state].items():
            inflow[after] += often * Fraction(weight, 7)
    assert inflow == Counter(chain.visits) + Counter(chain.ends)

    mass, ended = dict(begin), Counter()
    for _ in range(40):
        flow: Counter = Counter()
        for state, share in mass.items():
            for after, weight in table[state].items():
                (flow if after in table else ended)[after] += share * Fraction(weight, 7)
        mass = flow
    left = sum(mass.values())
    assert all(0 <= chance - ended[end] <= left for end, chance in chain.ends.items())


def test_counts_share_the_least_denominator():
    chances = {"win": Fraction(244, 495), "lose": Fraction(251, 495)}
    assert counts(chances) == ({"win": 244, "lose": 251}, 495)
