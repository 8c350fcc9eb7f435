"""Flop poker: figures worked out another way, any play valued, the pot, and the kernel's cards
dealt again by the referee."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from given import Given, assert_alike

from houseway.equipment.cards import cards, deck, mask
from houseway.equipment.shoe import Scripted
from houseway.games import game
from houseway.games.against_table.flop_poker import deal, odds, pot
from houseway.games.against_table.flop_poker.game import ANTE, BET, BONUS, FLOP, POT, SURRENDER
from houseway.games.against_table.flop_poker.hand import (
    best_strength,
    rows_hit,
    three_card_row,
)
from houseway.games.against_table.flop_poker.results import main_game
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from maths import maths

GAME = game("flop-poker")
BOOK = GAME.rulebook()
RULES = TableRules(BOOK)
STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
EDGE = Fraction(3300677, 50896300)


def result(wager, rules=RULES, stakes=None):
    (found,) = GAME.odds.results(rules, stakes, wager=wager)
    return found.outcomes


@pytest.mark.soak
def test_the_best_play_is_a_short_rule() -> None:
    found = GAME.odds.strategy(RULES)
    assert found.house_advantage == result("main").house_advantage == EDGE
    assert found.best_simple_rule.cost == 0
    assert found.decides["surrendered"] == Fraction(1224 + 576 + 816 + 384, 22100)
    assert result(ANTE).expectation + result(FLOP).expectation == -EDGE


def test_the_bonus() -> None:
    counts = odds.three_card_counts(tuple(deck()))
    assert counts["royal_3"] == 4
    assert counts["straight_flush"] == 44
    assert counts["three_of_a_kind"] == 52
    assert counts["straight"] == 720
    assert counts["flush"] == 1096
    assert counts["pair"] == 3744
    assert sum(counts.values()) == 22100
    won = 4 * 100 + 44 * 50 + 52 * 25 + 720 * 6 + 1096 * 3 + 3744
    lost = 22100 - 4 - 44 - 52 - 720 - 1096 - 3744
    assert result(BONUS).expectation == Fraction(won - lost, 22100)


def net(own: list[int], board: tuple[int, ...]) -> int:
    """What ante and flop net together, worked out here by itself."""
    pays = [1, 2, 4, 10, 20, 30, 100, 500, 1000]
    best = -1
    for pair in combinations(board, 2):
        hand = [*own, *pair]
        ranks = sorted(card & 15 for card in hand)
        same = sorted((ranks.count(rank), rank) for rank in set(ranks))[::-1]
        flush = len({card >> 4 for card in hand}) == 1
        run = ranks == list(range(ranks[0], ranks[0] + 5)) or ranks == [0, 1, 2, 3, 12]
        shape = [count for count, _ in same]
        found = -1
        if flush and run:
            found = 8 if ranks[0] == 8 else 7
        elif shape[0] == 4:
            found = 6
        elif shape[:2] == [3, 2]:
            found = 5
        elif flush or run:
            found = 4 if flush else 3
        elif shape[0] == 3:
            found = 2
        elif shape[:2] == [2, 2]:
            found = 1
        elif shape[0] == 2 and same[0][1] >= 9:
            found = 0
        best = max(best, found)
    return -2 if best < 0 else 1 + pays[best]


@pytest.mark.parametrize("hand", ["Kc 9d 3h", "8c 7d 2h", "5c 5d 9h", "9s 8s 6d"])
def test_what_cards_are_worth_by_trying_every_board(hand) -> None:
    own = cards(hand)
    left = [card for card in deck() if card not in own]
    total = sum(net(own, board) for board in combinations(left, 3))
    worth = main_game(RULES).worth(own)
    assert worth == {BET: Fraction(total, comb(49, 3)), SURRENDER: -1}
    assert (worth[BET] > -1) == (hand != "8c 7d 2h")


def test_three_kings_on_the_table_are_two() -> None:
    own, board = mask(cards("7c 7d 2h")), [mask([card]) for card in cards("Kh Kd Ks")]
    assert rows_hit(best_strength(own, board, 2), 9) == {"high_pair_up", "two_pair"}
    low = [mask([card]) for card in cards("9h 8d 3s")]
    assert rows_hit(best_strength(mask(cards("Tc Td 2h")), low, 2), 9) == set()
    assert three_card_row(mask(cards("Ah Kh 2h"))) == "flush"


def test_mistakes_add_up_to_their_cost() -> None:
    for content in maths(GAME).SIMPLE:
        decide = GAME.odds.own_play.read(content, RULES)
        main, *_ = GAME.odds.own_play.results(RULES, decide)
        wrong = GAME.odds.own_play.mistakes(RULES, decide)
        best = result("main").expectation
        assert sum(one.cost for one in wrong) == best - main.outcomes.expectation
        assert {one.best for one in wrong} <= {BET, SURRENDER}
    never = GAME.odds.own_play.read(
        {"game": GAME.id, "name": "never", "rules": [], "otherwise": SURRENDER}, RULES
    )
    main, *_ = GAME.odds.own_play.results(RULES, never)
    assert main.outcomes.expectation == -1


def test_a_limit_is_used_up_by_the_ante_first() -> None:
    """With $100 and the least at $10 ante and flop win $50,000 at most."""
    prices = main_game(RULES, {ANTE: Fraction(100)}).prices
    assert prices.cap == 500
    assert [bet.net for bet in prices.end(BET, "royal_flush").bets] == [1, 499]
    assert [bet.net for bet in prices.end(BET, "straight_flush").bets] == [1, 499]
    assert [bet.net for bet in prices.end(BET, "four_of_a_kind").bets] == [1, 100]
    assert result("main", stakes={ANTE: Fraction(100)}).house_advantage > EDGE
    chance = Scripted(
        {1: cards("Ah Kh Qh"), "board_1": cards("Jh"), "board_2": cards("Th"),
         "board_3": cards("2c")}
    )  # fmt: skip
    table = Table(GAME.play, BOOK, chance=chance, keep_log=False)
    table.sit(1)
    table.bet(1, {ANTE: 10_000})
    table.close()
    table.act(1, BET)
    assert table.results.nets[1] == {ANTE: 10_000, FLOP: 499 * 10_000}


def test_advice_and_policies() -> None:
    table = Table(GAME.play, BOOK, chance=Scripted({1: cards("9c 8d 2h")}), keep_log=False)
    table.sit(1)
    table.bet(1, {ANTE: 1_000})
    table.close()
    worth = main_game(RULES).worth(cards("9c 8d 2h"))
    advice = GAME.odds.advise(table.view(1), table.rules)
    assert advice == {name: one * 1_000 for name, one in worth.items()}
    said = {n: policy(table.view(1), table.rules) for n, policy in GAME.odds.policies.items()}
    assert said == dict.fromkeys(said, SURRENDER) | {"always_bet": BET}


def test_hands_have_no_total() -> None:
    with pytest.raises(Refused, match="no point total"):
        next(GAME.odds.classes(RULES, total=20))
    classes = list(GAME.odds.classes(RULES))
    assert sum(one.ways * max(one.bet, one.surrender) for one in classes) / 22_100 == -EDGE
    assert {one.best for one in classes if one.bet > -1} == {BET}


# -- the pot -------------------------------------------------------------------------------------


def test_two_players_for_the_pot_by_trying_every_deal_of_a_small_deck() -> None:
    small = tuple(deck("9TJQ", "cdh"))
    takes = shares = every = 0
    for board in combinations(small, 3):
        masks = [mask([card]) for card in board]
        rest = [card for card in small if card not in board]
        worth = {own: best_strength(mask(own), masks, 2) for own in combinations(rest, 3)}
        for one, two in combinations(worth, 2):
            if not set(one) & set(two):
                every += 2
                takes += worth[one] != worth[two]
                shares += 2 * (worth[one] == worth[two])
    found = pot.of_two(small)
    assert (found.takes, found.shares) == (Fraction(takes, every), Fraction(shares, every))
    assert found.takes == found.loses
    assert found.error == found.mean == 0


def test_shares_of_more_players() -> None:
    exact = maths(GAME).pot(RULES, 2)
    assert exact.takes == Fraction(3215225107, 6438381950)
    again = pot.simulated(tuple(deck()), 2, 1 << 18, 3)
    assert abs(float(again.takes - exact.takes)) < 4 * again.error
    for players in (3, 7):
        found = maths(GAME).pot(RULES, players, 1 << 16)
        assert found.takes + found.shares + found.loses == 1
        assert found.takes < Fraction(1, players) < found.takes + found.shares + 4 * found.error
    for players in (1, 8):
        with pytest.raises(Refused, match="2 to 7 players"):
            maths(GAME).pot(RULES, players)


# -- the kernel ----------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["optimal", "shorter_rule", "always_bet"])
def test_the_referee_settles_the_kernels_cards_alike(policy) -> None:
    rounds, bets = 150, {ANTE: 1_000, POT: 500, BONUS: 500}
    state, plan, kinds = deal.prepared(RULES, bets, 7, 3, **deal.POLICIES[policy])
    one, found, every, given = state[0], Dealt(), deck(), Given()
    table = Table(GAME.play, BOOK, options=STACKS, chance=given, keep_log=False)
    table.sit(1)
    decide = GAME.odds.policies[policy]
    for _ in range(rounds):
        deal.play_rounds.jit(state, plan, kinds, 1)
        given.cards = [every[int(at)] for at in one.shoe[:6]]
        table.bet(1, bets)
        table.close()
        table.act(1, decide(table.view(1), table.rules))
        found.take(moves_of(table.round, 1, bets), main_wagers(RULES, bets))
    assert_alike(deal.dealt(RULES, bets, one), found, rounds)


def test_the_kernel_is_the_same_in_plain_python() -> None:
    (plain, *worth), (compiled, *_) = (deal.prepared(RULES, {ANTE: 1_000}, 7, 1) for _ in range(2))
    deal.play_rounds(plain, *worth, 200)
    deal.play_rounds.jit(compiled, *worth, 200)
    assert plain.tobytes() == compiled.tobytes()


def test_kernel_and_exact_value_agree() -> None:
    found = deal.simulate_shard(RULES, {ANTE: 1_000, BONUS: 1_000}, 3, 0, 1 << 21)
    for wager in (ANTE, FLOP, BONUS):
        sums = found.wagers[wager]
        off = abs(float(sums.mean / 1_000 - result(wager).expectation))
        assert off < 4 * sums.standard_error / 1_000, wager


def test_what_is_not_dealt_is_said() -> None:
    assert "one player" in deal.why_not(RULES, {POT: 500})
    assert "limit" in deal.why_not(RULES, {ANTE: 10_000})
    with pytest.raises(Refused, match="one player"):
        deal.simulate_shard(RULES, {}, 0, 0, 1)


def test_what_warms_the_figures_runs() -> None:
    warm = game("flop-poker").odds.warm
    assert warm
    warm()
