"""The referee and the solver tell the same story: on all deals of small decks, and on random deals
of the full one."""

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from houseway.equipment.cards import cards, deck, mask
from houseway.equipment.shoe import Scripted
from houseway.games import game
from houseway.games.against_table.let_it_ride_poker import odds
from houseway.games.against_table.let_it_ride_poker.hand import five_card_row, three_card_rows
from houseway.games.authoring.row_price import row_price
from houseway.hands.poker import strength
from houseway.referee.oracle import Oracle
from houseway.referee.table import Table
from houseway.rulebook.models import Deck, Rulebook
from houseway.rulebook.table_rules import TableRules
from maths import maths

LIR = game("let-it-ride-poker")
STACKS = {"shuffler": "automated", "dealing": "automated_shoe"}
BET = 1_000


def reduced(ranks: str, suits: str) -> Rulebook:
    """The same rulebook for a small deck."""
    book = LIR.rulebook()
    return book.model_copy(update={"deck": Deck(ranks=ranks, suits=suits, cite=book.deck.cite)})


def bold_play(solver: odds.MainGame) -> odds.Solution:
    """The best play of one who, like the oracle, lets ride what is worth nothing either way."""
    plan = [
        np.stack([sums[:, a] <= sums[:, b] for a, b in options], axis=1).astype(np.uint8)
        for sums, options in zip(solver.solver.sums, odds.STEPS, strict=True)
    ]
    return solver.follow(plan, "bold")


def compare(ranks: str, suits: str) -> None:
    """All deals of a deck: the worth, what every bet comes to, and the bonuses."""
    rules = TableRules(reduced(ranks, suits), STACKS)
    bets = dict.fromkeys(odds.BETS, BET) | {"lir_bonus": 100, "three_card_bonus": BET}
    seen = Oracle(LIR.play, rules, bets, suits_alike=True).solve()
    assert sum(seen.outcomes.values()) == 1
    contest: Counter[Fraction] = Counter()
    alone: dict[str, Counter[Fraction]] = {wager: Counter() for wager in bets}
    for outcome, chance in seen.outcomes.items():
        nets = {wager: Fraction(net, bets[wager]) for wager, net in outcome}
        contest[sum((nets.get(bet, Fraction(0)) for bet in odds.BETS), Fraction(0))] += chance
        for wager in bets:
            alone[wager][nets.get(wager, Fraction(0))] += chance
    tables = {found.wager: found.outcomes for found in LIR.odds.results(rules)}
    assert tables["main"].expectation == sum(net * chance for net, chance in contest.items())
    bold = bold_play(maths(LIR).main_game(rules))
    tables |= {"main": bold.together} | {bet: bold.alone(bet) for bet in odds.BETS}
    for wager, table in tables.items():
        counted = {
            net: Fraction(n, table.denominator) for net, n in table.distribution.items() if n
        }
        assert counted == (contest if wager == "main" else alone[wager])


def test_every_deal_of_four_ranks_and_two_suits() -> None:
    compare("9TKA", "cd")


@pytest.mark.soak
def test_every_deal_of_five_ranks_and_two_suits() -> None:
    compare("9TJQK", "cd")


@pytest.mark.soak
@pytest.mark.slow
def test_every_deal_of_three_ranks_and_three_suits() -> None:
    compare("9TJ", "cdh")


def random_deals(rounds: int) -> None:
    """Random cards and decisions: what the solver says each wager nets, against the referee."""
    dice = random.Random(18)
    book = LIR.rulebook()
    tables = list(book.paytables["three_card_bonus"].tables)
    for number in range(rounds):
        options = {
            "three_card_bonus": tables[number % len(tables)],
            "unlisted_mini_royal": dice.choice(["straight_flush", "straight"]),
            "lir_bonus_stake_returned": dice.random() < 0.5,
        }
        drawn = dice.sample(deck(), 5)
        if number % 3 == 0:  # hands that pay are too rare by themselves
            drawn = dice.sample(deck("TJQKA", "cs"), 5)
        own, first, second = drawn[:3], drawn[3:4], drawn[4:]
        chance = Scripted({1: own, "board_2": first, "board_3": second})
        table = Table(LIR.play, book, options=options, chance=chance, keep_log=False)
        table.sit(1)
        bets = dict.fromkeys(odds.BETS, BET) | {"lir_bonus": 100, "three_card_bonus": 500}
        table.bet(1, bets)
        table.close()
        rides = dice.random() < 0.5, dice.random() < 0.5
        for ride in rides:
            table.act(1, odds.RIDE if ride else odds.WITHDRAW)
        nets = table.results.nets[1]
        rules = table.rules
        prices = maths(LIR).prices(rules)
        row = five_card_row(strength(mask(drawn)), prices.least_pair)
        due = odds.nets(prices, rides, row)
        assert {bet: nets.get(bet, 0) for bet in odds.BETS} == {
            bet: due.get(bet, 0) * BET for bet in odds.BETS
        }
        price = row_price(rules.schedule("lir_bonus"), {row})
        kept = 0 if options["lir_bonus_stake_returned"] else 100
        assert nets["lir_bonus"] == (price.wins(100) - kept if price else -100)
        rows = three_card_rows(mask(own), options["unlisted_mini_royal"])
        price = row_price(rules.schedule("three_card_bonus"), rows)
        assert nets["three_card_bonus"] == (price.odds * 500 if price else -500)


def test_random_deals_are_settled_as_the_solver_pays() -> None:
    random_deals(600)


@pytest.mark.slow
def test_ten_thousand_random_deals_are_settled_as_the_solver_pays() -> None:
    random_deals(10_000)


def test_a_payout_limit() -> None:
    """A royal flush with three bets of 100 dollars: referee and solver cut the same bets."""
    options = {"payout_limit": 30_000_000}
    chance = Scripted(
        {1: cards("As Ks Qs"), "board_2": cards("Js"), "board_3": cards("Ts")}
    )  # fmt: skip
    limits = dict.fromkeys(("bet_1",), (1000, 100000))
    table = Table(
        LIR.play, LIR.rulebook(), options=options, limits=limits, chance=chance, keep_log=False
    )
    table.sit(1)
    table.bet(1, dict.fromkeys(odds.BETS, 12_500))
    table.close()
    for _ in range(2):
        table.act(1, odds.RIDE)
    prices = maths(LIR).prices(table.rules, Fraction(125))
    due = odds.nets(prices, (True, True), "royal_flush")
    assert table.results.nets[1] == {bet: amount * 12_500 for bet, amount in due.items()}
    assert sum(table.results.nets[1].values()) == 30_000_000


def test_advice_on_both_decisions() -> None:
    chance = Scripted({1: cards("Ks Qs Ts"), "board_2": cards("2d")})
    table = Table(LIR.play, LIR.rulebook(), chance=chance, keep_log=False)
    table.sit(1)
    table.bet(1, dict.fromkeys(odds.BETS, BET))
    table.close()
    solver = maths(LIR).main_game(table.rules)
    for seen, rides in ((["Ks", "Qs", "Ts"], False), (["Ks", "Qs", "Ts", "2d"], True)):
        worth = solver.worth(cards(seen), rides)
        advice = LIR.odds.advise(table.view(1), table.rules)
        assert advice == {name: amount * BET for name, amount in worth.items()}
        best = LIR.odds.policies["optimal"](table.view(1), table.rules)
        assert advice[best] == max(advice.values())
        for policy in LIR.odds.policies.values():
            assert policy(table.view(1), table.rules) in advice
        table.act(1, odds.RIDE)
