"""Values folded back over cards, against plain recursion on small decks."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway.equipment.cards import deck, mask
from houseway.games.against_table.fold_back import Game, Solver
from houseway.hands.lookup import STRENGTHS
from houseway.hands.poker import CATEGORIES, category, strength

CLASS_OF = [category(one) for one in STRENGTHS.tolist()]
ODDS = (-1, -1, 1, 2, 3, 5, 8, 20, 100, 500)
PULL_BACK = Game(
    (((0, 1),), ((0, 1), (2, 3))),
    tuple(tuple(bets * one for one in ODDS) for bets in (1, 2, 2, 3)),
)
# Raise by one or three, or fold, before each of three cards
STREETS = (
    ((0, 1, 2),),
    ((0,), (1, 2), (3, 4)),
    ((0,), (1, 2), (3, 4), (5, 6), (7, 8)),
)
RAISE = Game(STREETS, ((-1,) * 10, *(tuple(b * one for one in ODDS) for b in range(2, 10))))


def naive(cards, game, held, state, tally, weight):
    """The sum over all completions under the best play, deals tallied by how they end."""
    step = len(held) - game.first
    if len(held) == 5:
        kind = category(strength(mask(held)))
        tally[state, kind] += weight
        return game.pays[state][kind]
    best = None
    for following in game.steps[step][state]:
        inner = Counter()
        value = sum(
            naive(cards, game, (*held, card), following, inner, weight)
            for card in cards
            if card not in held
        )
        if best is None or value > best[0]:
            best = value, inner
    tally.update(best[1])
    return best[0]


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        (PULL_BACK, deck("9TJ", "cdh")),
        (PULL_BACK, deck("2468", "cd")),
        (RAISE, deck("9TJQ", "cd")),
    ],
)
def test_a_small_deck_dealt_out_in_full(game, cards) -> None:
    solver = Solver(cards, CLASS_OF, game)
    tally = Counter()
    values = {
        held: naive(cards, game, held, 0, tally, 1) for held in combinations(cards, game.first)
    }
    for held, value in values.items():
        assert max(solver.worth(held)) == Fraction(value, solver.completions(game.first))
    found = solver.tally(solver.plan)
    counted = {(s, k): int(found[s, k]) for s, k in zip(*found.nonzero(), strict=True)}
    assert counted == {key: count for key, count in tally.items() if count}
    assert sum(counted.values()) == solver.deals


def test_what_is_worth_the_same_takes_the_first_option() -> None:
    flat = Game((((1, 0),),), ((0,) * 10, (0,) * 10))
    solver = Solver(deck("9TJQ", "cd"), CLASS_OF, flat)
    assert int(solver.tally(solver.plan)[1].sum()) == solver.deals == comb(8, 4) * 4


def test_hits_sum_to_the_cards_that_are_left() -> None:
    solver = Solver(deck("9TJQ", "cd"), CLASS_OF, PULL_BACK)
    assert set(solver.hits.sum(axis=1).tolist()) == {4}


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="options for 1 states, not 2"):
        Game((((0, 1),), ((0, 1),)), ((0,), (0,)))
    with pytest.raises(ValueError, match="pays for 1 states, not 2"):
        Game((((0, 1),),), ((0,),))
    with pytest.raises(ValueError, match="pays for 9 classes"):
        Solver(deck(), CLASS_OF, Game((((0,),),), ((0,) * 9,)))
    with pytest.raises(ValueError, match="too large"):
        Solver(deck(), CLASS_OF, Game((((0,),),), ((10**12,) * len(CATEGORIES),)))
    with pytest.raises(ValueError, match="classes for 3 strengths"):
        Solver(deck(), [0, 1, 2], PULL_BACK)
    with pytest.raises(ValueError, match="no hand"):
        Solver(deck("9T", "cd"), CLASS_OF, PULL_BACK)
