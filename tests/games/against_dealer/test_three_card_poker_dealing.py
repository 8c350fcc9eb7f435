"""The kernel deals three-card poker as the referee does: the same cards come to the same cents."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from houseway.equipment.cards import deck, mask
from houseway.games import game
from houseway.games.against_dealer.three_card_poker import deal
from houseway.games.against_dealer.three_card_poker.hand import contest, suited, three_card_rows
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.hands.poker import three_card_strength
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = game("three-card-poker")
BOOK = GAME.rulebook()
SEAT = 1
ALL = {"ante": 1_000, "pair_plus": 500, "six_card": 200}
TABLES = [
    ({}, ALL),
    ({}, {"pair_plus": 500}),
    ({}, {"ante": 1_500}),
    ({"version": "f1", "ante_bonus": "A", "six_card": "C"}, ALL),
    ({"version": "f3", "ante_bonus": "B_literal", "six_card": "E"}, ALL),
]


class Given:
    """Cards by the place that they go to."""

    def __init__(self) -> None:
        self.cards: dict = {}

    def shuffle(self, deck, side: str = "") -> None:
        pass

    def cut(self, depth: int, side: str = "") -> None:
        pass

    def draw(self, to, count: int, side: str = "") -> list[int]:
        return [self.cards[to].pop(0) for _ in range(count)]

    def below(self, n: int) -> int:
        return 0


@pytest.mark.parametrize(("options", "bets"), TABLES)
@pytest.mark.parametrize("policy", ["queen_six_four", "every_hand"])
def test_the_referee_settles_the_kernels_cards_alike(options, bets, policy) -> None:
    rounds = 250
    rules, plan = TableRules(BOOK, options), deal.POLICIES[policy]
    state, strengths, kinds = deal.table(rules, bets, 7, 3, **plan)
    given, one, found = Given(), state[0], Dealt()
    table = Table(GAME.play, BOOK, options=options, chance=given, keep_log=False)
    table.sit(SEAT)
    cards, least = deck(), deal.weakest(plan["play_from"])
    for _ in range(rounds):
        deal.play_rounds.jit(state, strengths, kinds, 1)
        dealt = [cards[int(at)] for at in one.shoe[: one.dealt]]
        given.cards = {SEAT: dealt[:3], "dealer": dealt[3:]}
        plays = three_card_strength(mask(dealt[:3])) >= least
        table.bet(SEAT, bets)
        table.close()
        if table.waiting is not None:
            table.act(SEAT, "play" if plays else "fold")
        found.take(moves_of(table.round, SEAT, bets), main_wagers(rules, bets))
    kernel = deal.dealt(rules, bets, one)
    assert (kernel.all, kernel.game) == (found.all, found.game)
    for name, sums in found.wagers.items():
        sums.rounds = rounds
        assert sums == kernel.wagers[name], name


def test_rules_are_the_same_compiled_on_every_hand() -> None:
    strengths, kinds, examples = deal._hands(tuple(deck()))
    rows = {kind: three_card_rows(int(examples[kind])) for kind in np.unique(kinds)}
    for at, cards in zip(combinations(range(52), 3), combinations(deck(), 3), strict=True):
        hand, place = mask(cards), (at[0] * 52 + at[1]) * 52 + at[2]
        assert strengths[place] == three_card_strength(hand)
        assert rows[kinds[place]] == three_card_rows(hand)
    for given in ((5, 5, 1), (5, 6, 1), (6, 5, 1), (6, 1, 2)):
        assert contest(*given) == contest.jit(*given)
    assert suited(0b111 << 26, 0b111 << 10) == suited.jit(0b111 << 26, 0b111 << 10) == 1


def test_the_kernel_is_the_same_in_plain_python() -> None:
    (plain, *worth), (compiled, *_) = (deal.table(TableRules(BOOK), ALL, 7, 1) for _ in range(2))
    deal.play_rounds(plain, *worth, 600)
    deal.play_rounds.jit(compiled, *worth, 600)
    assert plain.tobytes() == compiled.tobytes()


def test_edges_are_the_exact_ones() -> None:
    rules = TableRules(BOOK)
    exact = {result.wager: result.outcomes for result in GAME.odds.results(rules)}
    found = deal.simulate_shard(rules, ALL, 3, 0, 1 << 21)
    for wager in ("ante", "play", "ante_bonus", "pair_plus", "six_card"):
        sums = found.wagers[wager]
        stake = ALL.get(wager, ALL["ante"])
        error = sums.standard_error / stake
        assert abs(float(sums.mean / stake - exact[wager].expectation)) < 4 * error, wager
    alone = deal.simulate_shard(rules, {"ante": 1_000}, 3, 0, 1 << 22).all
    assert (
        abs(float(alone.mean / 1_000 - exact["main"].expectation))
        < 4 * alone.standard_error / 1_000
    )


def test_the_best_play_begins_with_queen_six_four() -> None:
    for options in ({}, {"version": "f1", "ante_bonus": "A"}):
        assert deal.best_from(TableRules(BOOK, options)) == deal.weakest("Q64")


def test_a_small_deck_is_dealt_whole() -> None:
    """Queens to aces of three suits: every deal of 84 times 20, by the rules in plain Python."""
    small = BOOK.model_copy(
        update={"deck": BOOK.deck.model_copy(update={"ranks": "QKA", "suits": "cdh"})}
    )
    rules, cards = TableRules(small), deck("QKA", "cdh")
    needed, worth, ways = 10 << 16, Fraction(0), 0
    for own in combinations(cards, 3):
        for other in combinations(sorted(set(cards) - set(own)), 3):
            end = contest(three_card_strength(mask(own)), three_card_strength(mask(other)), needed)
            moves = deal._contest(rules, {"ante": 1}, end, three_card_rows(mask(own)))
            worth, ways = worth + sum(move.net for move in moves.values()), ways + 1
    found = deal.simulate_shard(rules, {"ante": 100}, 9, 0, 1 << 20, play_from="532").all
    assert abs(float(found.mean) / 100 - float(worth / ways)) < 4 * found.standard_error / 100


def test_what_is_not_dealt_is_said() -> None:
    with pytest.raises(Refused, match="no hand to play from"):
        deal.simulate_shard(TableRules(BOOK), {"ante": 100}, 0, 0, 1, play_from="Q")
    assert "not dealt natively with play" in deal.why_not(TableRules(BOOK), {"play": 100})
