"""Caribbean stud: the referee and the solver tell the same story."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from reduced import reduced

from houseway.equipment.cards import deck, mask
from houseway.equipment.shoe import Scripted
from houseway.games import game
from houseway.games.against_dealer.caribbean_stud_poker import results
from houseway.games.against_dealer.caribbean_stud_poker.hand import rows_hit
from houseway.hands.poker import strength
from houseway.referee.oracle import Oracle
from houseway.referee.table import Table
from houseway.rulebook.money import FINE
from houseway.rulebook.table_rules import TableRules

STUD = game("caribbean-stud-poker")
# A hand comes at once, so that the oracle deals fewer; a small deck cannot be cut by ten cards
STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}


def compare(ranks, suits, cards, least, ante=100, **options):
    book = reduced(
        STUD.rulebook("nj"), ranks, suits,
        cards_each=cards, qualifying_hand=least, dealer_up_card=cards,
    )  # fmt: skip
    rules = TableRules(book, {**STACKS, **options})
    seen = Oracle(STUD.play, rules, {"ante": ante}, suits_alike=True).solve()
    assert sum(seen.outcomes.values()) == 1
    optimal = results.main_game(rules, Fraction(ante, 100)).optimal
    assert seen.value / ante == optimal.expectation
    found = Counter()
    for nets, chance in seen.outcomes.items():
        found[Fraction(sum(net for _, net in nets), ante)] += chance
    assert found == {
        net: Fraction(count, optimal.deals)
        for net, count in optimal.together.distribution.items()
        if count
    }


@pytest.mark.parametrize("table", ["as_printed", "repaired"])
def test_every_deal_of_four_ranks_and_two_suits(table):
    compare("9QKA", "cd", 3, "AKQ", bet=table)


def test_every_deal_of_three_ranks_and_three_suits():
    compare("QKA", "cdh", 3, "AKQ")


def test_every_deal_of_five_cards():
    compare("TJQKA", "cd", 5, "AKQJT")


@pytest.mark.slow
def test_every_deal_of_five_cards_within_a_limit():
    """A full house would be paid $7,000 on a bet of $1,000, and four of a kind $20,000."""
    compare("QKA", "cdhs", 5, "AKQ", ante=50_000, payout_limit=500_000)


def test_the_progressive_on_every_deal_of_a_small_deck():
    """Two suits from nine to king, so that straight flushes come; the meter has been fed."""
    book = reduced(STUD.rulebook("nj"), "9TJQK", "ds")
    rules = TableRules(book, STACKS)
    bets = {"ante": 100, "progressive": 100}
    seen = Oracle(STUD.play, rules, bets, never=("fold",)).solve()
    nets = Counter()
    for outcome, chance in seen.outcomes.items():
        nets[dict(outcome)["progressive"]] += chance
    fed = {name: terms.reset + 100 * terms.rate // FINE for name, terms in rules.meters.items()}
    wager = results.progressive(rules).table(fed)
    assert nets == {
        net * 100: Fraction(count, wager.denominator) for net, count in wager.distribution.items()
    }
    assert nets[100_007 - 100] == Fraction(2, 252)  # a tenth of $10,000.70 for a straight flush


def settled(dice, dealt, options, ante):
    """What the referee pays on a deal with a random decision."""
    live = Table(
        STUD.play, STUD.rulebook("nj"), options=options,
        chance=Scripted({1: dealt[:5], "dealer": dealt[5:]}), keep_log=False,
    )  # fmt: skip
    live.sit(1)
    live.bet(1, {"ante": ante, "progressive": 100})
    live.close()
    choice = dice.choice(["bet", "fold"])
    live.act(1, choice)
    while live.waiting is not None:  # the floor checks an award
        live.act("floor", live.waiting.choices[0].name)
    return live.results.nets[1], choice, live.rules


def check_random_deals(count):
    dice = random.Random(16)
    rich = deck("9TJQKA", "cd")  # in which straight flushes, flushes and two pairs are common
    for number in range(count):
        dealt = dice.sample(deck(), 10) if number % 3 else dice.sample(rich, 10)
        ante = dice.choice([500, 2_500, 40_000])
        options = {
            "bet": dice.choice(["as_printed", "repaired"]),
            "progressive": dice.choice(["tenth_of_meter", "five_thousand"]),
            "payout_limit": dice.choice([None, 500_000]),
            "fixed_awards_from_meter": dice.random() < 0.5,
        }
        nets, choice, rules = settled(dice, dealt, options, ante)
        mine, its = mask(dealt[:5]), mask(dealt[5:])
        terms = results.terms(rules, Fraction(ante, 100))
        rows = frozenset(rows_hit(mine))
        player, dealer = strength(mine), strength(its)
        if choice == "fold":
            due = Fraction(-1)
        elif dealer < results.contest(rules).least:
            due = terms.ante
        elif player == dealer:
            due = Fraction(0)
        else:
            due = terms.won(rows) if player > dealer else -terms.lost
        assert nets["ante"] + nets.get("bet", 0) == due * ante
        fed = {n: t.reset + 100 * t.rate // FINE for n, t in rules.meters.items()}
        wager = results.progressive(rules)
        award = wager.award(rows & frozenset(wager.rows), fed).cents if choice == "bet" else 0
        assert nets["progressive"] == award - 100


def test_random_full_deals_are_settled_as_the_solver_pays():
    check_random_deals(600)


@pytest.mark.slow
def test_ten_thousand_random_full_deals():
    check_random_deals(10_000)
