"""The board engine against plain enumeration of decks small enough for it."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from houseway.equipment.cards import mask
from houseway.games.against_dealer.board import Solver, Stakes
from houseway.games.against_dealer.board_kinds import Deck, board_cards, hole_cards, kinds_of
from houseway.hands.poker import PAIR, TWO_PAIR, category, strength

CHOICES = {"3x": 3, "4x": 4, "2x": 2, "1x": 1}
BLIND = (0, 0, 0, 0, 2, 3, 6, 20, 100, 1000)  # in half antes


def stakes(opens=PAIR, fold=-4) -> Stakes:
    """Prices like those of ultimate Texas hold 'em, in half antes."""
    pays = [
        [
            [2 * m + blind, 2 * m + 2 + blind, 0, 0, -2 * m - 2, -2 * m - 4]
            for blind in BLIND
        ]
        for m in CHOICES.values()
    ]  # fmt: skip
    return Stakes(
        ("3x", "4x"), ("2x",), ("1x",), np.array(pays, np.int64), fold, 2, opens << 20
    )  # fmt: skip


strength_of = cache(strength)


class Naive:
    """The same game, card by card."""

    def __init__(self, deck: Deck, prices: Stakes) -> None:
        self.deck, self.prices = deck, prices
        self.tally: Counter = Counter()

    def showdowns(self, hole, board):
        """The player's category, and how many of the dealer's hands come to each outcome."""
        left = [card for card in self.deck.cards if card not in (*hole, *board)]
        own = strength_of(mask(hole) | mask(board))
        found = [0] * 6
        for cards in combinations(left, 2):
            dealer = strength_of(mask(cards) | mask(board))
            compared = 0 if own > dealer else 2 if own == dealer else 4
            found[compared + (dealer >= self.prices.opens)] += 1
        return category(own), found

    def on_board(self, hole, board):
        kind, counts = self.showdowns(hole, board)
        bets = [
            sum(n * int(pay) for n, pay in zip(counts, pays[kind], strict=True))
            for pays in self.prices.pays
        ]
        return kind, counts, bets

    def on_flop(self, hole, flop):
        """Sums over all ends of the board, and what they are made of."""
        left = [card for card in self.deck.cards if card not in (*hole, *flop)]
        go_on, bet, early, late = 0, 0, [0, 0], []
        for end in combinations(left, 2):
            kind, counts, bets = self.on_board(hole, (*flop, *end))
            fold = self.prices.fold * self.deck.opponents
            go_on += max(fold, bets[3])
            bet += bets[2]
            early = [early[0] + bets[0], early[1] + bets[1]]
            late.append((kind, counts, 3 if bets[3] > fold else 4))
        return go_on, bet, early, late

    def before(self, hole):
        """The sums of checking and of each bet; under the best play all deals are tallied."""
        left = [card for card in self.deck.cards if card not in hole]
        check, bets, parts = 0, [0, 0], []
        for flop in combinations(left, 3):
            go_on, bet, early, late = self.on_flop(hole, flop)
            check += max(go_on, bet)
            bets = [bets[0] + early[0], bets[1] + early[1]]
            parts.append((bet > go_on, late))
        worths = [check, *bets]
        best = worths.index(max(worths))
        for bets_on_flop, late in parts:
            for kind, counts, final in late:
                row = best - 1 if best else 2 if bets_on_flop else final
                for outcome, count in enumerate(counts):
                    self.tally[row, kind, outcome] += count
        return worths


DECKS = [Deck((0, 5, 11), 3), Deck((8, 9, 10, 11, 12), 2), Deck((0, 1, 2, 3, 12), 2)]


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("opens", [PAIR, TWO_PAIR])
def test_a_small_deck_dealt_out_in_full(deck, opens) -> None:
    prices = stakes(opens)
    naive = Naive(deck, prices)
    solver = Solver(deck, prices)
    share = deck.flops * deck.ends * deck.opponents * 2
    for hole in solver.holes:
        worths = [Fraction(worth, share) for worth in naive.before(hole)]
        assert solver.before_flop(hole) == worths
    tally = solver.tally(solver.solved.plan)
    found = {place: int(n) for place, n in np.ndenumerate(tally) if n}
    assert found == {place: n for place, n in naive.tally.items() if n}
    assert sum(found.values()) == deck.deals


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.parametrize("deck", [Deck((6, 7, 8, 9), 3), Deck((10, 11, 12), 4)])
def test_a_larger_deck_dealt_out_in_full(deck) -> None:
    test_a_small_deck_dealt_out_in_full(deck, PAIR)


def test_single_hands_on_a_deck_of_four_suits() -> None:
    deck = Deck((0, 3, 4, 5, 6, 12), 4)
    naive, solver = Naive(deck, stakes()), Solver(deck, stakes())
    dice = random.Random(32)
    for _ in range(4):
        cards = dice.sample(deck.cards, 7)
        hole, flop, board = cards[:2], cards[2:5], cards[2:]
        share = deck.opponents * 2
        _, _, bets = naive.on_board(hole, board)
        assert solver.on_board(hole, board) == [Fraction(-2), Fraction(bets[3], share)]
        go_on, bet, _, _ = naive.on_flop(hole, flop)
        share *= deck.ends
        assert solver.on_flop(hole, flop) == [Fraction(go_on, share), Fraction(bet, share)]


def test_a_plan_of_ones_own_is_counted() -> None:
    deck = Deck((0, 5, 11, 12), 3)
    solver = Solver(deck, stakes())
    plan = solver.solved.plan
    always = solver.tally(replace(plan, before=plan.before * 0 + 2))
    assert int(always[1].sum()) == deck.deals
    worth = int((always[1] * solver.stakes.pays[1]).sum())
    assert worth == int(solver.solved.bets[:, 1].sum())
    folds = replace(
        plan,
        before=plan.before * 0,
        flop=plan.flop * 0,
        final=(plan.final[0] * 0, plan.final[1] * 0),
    )
    assert int(solver.tally(folds)[4].sum()) == deck.deals


def test_a_wager_that_is_worth_no_more_is_not_made() -> None:
    """Where nothing is ever won or lost, the player checks and folds."""
    nothing = replace(stakes(fold=0), pays=np.zeros((4, 10, 6), np.int64))
    solver = Solver(Deck((0, 5, 11), 3), nothing)
    tally = solver.tally(solver.solved.plan)
    assert int(tally[4].sum()) == solver.deck.deals


@pytest.mark.parametrize("deck", [Deck((4, 5, 6, 7), 3), Deck((9, 10, 11, 12), 4)])
def test_cards_that_stand_for_kinds(deck) -> None:
    ranks = np.array(deck.ranks, np.int64)
    plain, suited = kinds_of(deck)
    solver = Solver(deck, stakes())
    dice = random.Random(3)
    for kinds in (plain, suited):
        for row in dice.sample(range(len(kinds.boards)), 40):
            board = board_cards(kinds.boards[row], ranks, deck.suits, kinds is plain)
            assert board.bit_count() == 5
            most = max((board >> 16 * suit & 0x1FFF).bit_count() for suit in range(4))
            assert (most >= 3) == (kinds is suited)
            for low, high in kinds.holes.tolist():
                hole = hole_cards(low, high, board, ranks, deck.suits, kinds is plain)
                if hole:
                    assert hole.bit_count() == 2
                    assert not hole & board
                    cards = [card for card in deck.cards if hole >> card & 1]
                    on_board = [card for card in deck.cards if board >> card & 1]
                    found, number, place = solver.where(cards, on_board)
                    assert (found, number) == (kinds, row)
                    assert kinds.holes[place].tolist() == [low, high]


def test_too_few_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="too few"):
        Deck((0, 1), 4)


def test_prices_of_the_wrong_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="shape"):
        replace(stakes(), final=("1x", "2x"))


def test_prices_too_large_are_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        replace(stakes(), fold=-(10**9))
