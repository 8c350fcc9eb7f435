"""Three-card poker: the referee and the solver tell the same story."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from reduced import reduced

from houseway.equipment.cards import deck, mask
from houseway.equipment.shoe import Scripted
from houseway.games import game
from houseway.games.against_dealer.fold_or_play_odds import decide
from houseway.games.against_dealer.three_card_poker import results
from houseway.games.against_dealer.three_card_poker.hand import six_card_rows, three_card_rows
from houseway.hands.poker import three_card_strength
from houseway.referee.oracle import Oracle
from houseway.referee.table import Table
from houseway.rulebook.table_rules import TableRules

POKER = game("three-card-poker")
# A hand comes at once, so that the oracle deals fewer; a small deck cannot be cut by ten cards
STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}


def oracle(ranks, suits, needs, bets, **options):
    """Everything that can happen at a table with a small deck, and the solver's table."""
    book = reduced(POKER.rulebook("nj"), ranks, suits, dealer_needs=needs)
    rules = TableRules(book, {**STACKS, **options})
    named = any("spades" in row for row in rules.schedule("ante_bonus").prices) and "s" in suits
    seen = Oracle(POKER.play, rules, bets, suits_alike=not named and len(bets) == 1).solve()
    assert sum(seen.outcomes.values()) == 1
    return seen, rules


def spread(seen, *wagers):
    """How likely each net of some wagers together is, in cents."""
    found = Counter()
    for nets, chance in seen.outcomes.items():
        found[sum(net for wager, net in nets if wager in wagers)] += chance
    return found


def counted(outcomes, stake):
    return {
        net * stake: Fraction(count, outcomes.denominator)
        for net, count in outcomes.distribution.items()
        if count
    }


@pytest.mark.parametrize(
    ("ranks", "suits", "needs", "table", "version"),
    [
        ("9JQA", "cd", "Q", "base", "base"),
        ("TQKA", "cs", "K", "A", "f1"),
        ("23QA", "ds", "Q", "C_literal", "f2"),
    ],
)
def test_every_deal_of_a_small_deck(ranks, suits, needs, table, version):
    bets = {"ante": 100} if version != "f3" else {"ante": 100, "pair_plus": 100}
    seen, rules = oracle(ranks, suits, needs, bets, ante_bonus=table, version=version)
    solved = results.main_game(rules)
    assert seen.value / 100 == solved.optimal.expectation
    assert spread(seen, "ante", "play", "ante_bonus") == counted(solved.optimal.together, 100)
    for hand, (choice,) in seen.decisions.items():
        found = decide(solved.contest, solved.terms, mask(hand))
        assert (solved.best(mask(hand)) == "play") == (found.play > found.fold)
        if found.play != found.fold:
            assert choice == found.best


def test_side_wagers_on_every_deal_of_a_small_deck():
    """Ranks from nine up in one suit and a half, so that royals of both kinds come."""
    bets = {"ante": 100, "pair_plus": 200, "six_card": 500}
    options = {"six_card": "E", "version": "f3", "ante_bonus": "B"}
    seen, rules = oracle("9TJQKA", "d", "Q", bets, **options)
    for wager in ("pair_plus", "six_card"):
        stakes = {wager: Fraction(bets[wager], 100)}
        (result,) = results.results(rules, stakes, wager=wager)
        assert spread(seen, wager) == counted(result.outcomes, bets[wager])


@pytest.mark.slow
def test_every_deal_of_four_ranks_and_three_suits():
    test_every_deal_of_a_small_deck("9JQA", "cdh", "Q", "base", "base")


def settled(number, dice):
    """A random full deal with random bets and decision: what the referee paid, and the rules."""
    book = POKER.rulebook("nj")
    version = dice.choice(["base", "f1", "f2", "f3"])
    bonus = dice.choice(
        ["base", "base_literal"] if version == "base" else ["A", "B", "B_literal", "C", "C_literal"]
    )
    six = dice.choice("ABCDE" if version == "f3" else "ABCD")
    dealt = dice.sample(deck(), 6) if number % 4 else dice.sample(deck("9TJQKA", "ds"), 6)
    live = Table(
        POKER.play, book, options={"version": version, "ante_bonus": bonus, "six_card": six},
        chance=Scripted({1: dealt[:3], "dealer": dealt[3:]}), keep_log=False,
    )  # fmt: skip
    live.sit(1)
    bets = {"ante": 1000, "pair_plus": dice.choice([500, 1000]), "six_card": 500}
    live.bet(1, bets)
    live.close()
    choice = dice.choice(["play", "fold"])
    live.act(1, choice)
    return live, bets, choice, mask(dealt[:3]), mask(dealt[3:])


def check_random_deals(count):
    dice = random.Random(20)
    for number in range(count):
        live, bets, choice, mine, its = settled(number, dice)
        nets, rules = live.results.nets[1], live.rules
        terms = results.terms(rules, Fraction(10))
        rows = frozenset(three_card_rows(mine))
        player, dealer = three_card_strength(mine), three_card_strength(its)
        if choice == "fold":
            due = Fraction(-1)
        elif dealer < results.contest(rules).least:
            due = terms.ante + terms.extra(rows)
        elif player == dealer:
            due = terms.extra(rows)
        else:
            due = terms.won(rows) if player > dealer else -terms.lost
            due += terms.extra(rows)
        main = sum(nets.get(wager, 0) for wager in ("ante", "play", "ante_bonus"))
        assert main == due * 1000
        for wager, hit in (("pair_plus", rows), ("six_card", frozenset(six_card_rows(mine | its)))):
            paid = results.paid_by(rules, wager, Fraction(bets[wager], 100))(hit)
            lost = paid is None or (wager == "pair_plus" and choice == "fold")
            assert nets[wager] == bets[wager] * (-1 if lost else paid.odds)


def test_random_full_deals_are_settled_as_the_solver_pays():
    check_random_deals(600)


@pytest.mark.slow
def test_ten_thousand_random_full_deals():
    check_random_deals(10_000)
