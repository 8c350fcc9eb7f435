"""The referee and the solver tell the same story: on all deals from a flop of a small deck, and on
random deals of the full one."""

import random
from collections import defaultdict
from fractions import Fraction
from itertools import combinations

import pytest

from houseway.equipment.cards import cards, deck, mask
from houseway.equipment.shoe import Scripted
from houseway.games import game
from houseway.games.against_dealer.ultimate_texas_hold_em import odds
from houseway.games.against_dealer.ultimate_texas_hold_em.hand import (
    best_five,
    opening_strength,
    row_of,
)
from houseway.hands.poker import category
from houseway.referee.table import Table
from houseway.rulebook.models import Deck, Rulebook
from houseway.rulebook.table_rules import TableRules
from maths import maths

UTH = game("ultimate-texas-hold-em")
AUTOMATED = {"shuffler": "automated", "dealing": "automated_shoe"}
ANTE = 1_000


def reduced(ranks: str, suits: str) -> Rulebook:
    """The same rulebook for a small deck."""
    book = UTH.rulebook()
    return book.model_copy(update={"deck": Deck(ranks=ranks, suits=suits, cite=book.deck.cite)})


def dealt(book, hole, board, dealer, choices, options=AUTOMATED, trips=0):
    """A round of the referee with these cards and decisions: the table when it is over."""
    chance = Scripted({1: list(hole), "board": list(board), "dealer": list(dealer)})
    table = Table(UTH.play, book, options=options, chance=chance, keep_log=False)
    table.sit(1)
    table.bet(1, {"ante": ANTE, "blind": ANTE} | ({"trips": trips} if trips else {}))
    table.close()
    for choice in choices:
        table.act(1, choice)
    return table


def net(table) -> int:
    nets = table.results.nets[1]
    return sum(nets.get(wager, 0) for wager in odds.CONTEST)


@pytest.mark.parametrize(
    ("ranks", "suits", "hole", "flop"),
    [
        ("9TJQ", "cdh", "9c Td", "9d Jh Qh"),
        ("2TKA", "cdh", "2c Tc", "Ac Kc Th"),
        ("TQA", "cdhs", "Tc Qc", "Ac Ad Qh"),
    ],
)
def test_every_deal_from_a_flop(ranks, suits, hole, flop) -> None:
    """All ends of the board and all hands of the dealer, played 2x, 1x and folded."""
    book = reduced(ranks, suits)
    solver = maths(UTH).main_game(TableRules(book))
    hole, flop = cards(hole), cards(flop)
    left = [card for card in deck(ranks, suits) if card not in hole + flop]
    check, bet, ends = Fraction(0), Fraction(0), 0
    for end in combinations(left, 2):
        board = flop + list(end)
        sums: dict[str, int] = defaultdict(int)
        dealers = list(combinations([card for card in left if card not in end], 2))
        for dealer in dealers:
            for final in ("play_1x", "fold"):
                path = ["check", "check", final]
                sums[final] += net(dealt(book, hole, board, dealer, path))
            sums["play_2x"] += net(dealt(book, hole, board, dealer, ["check", "play_2x"]))
        worth = {name: Fraction(total, ANTE * len(dealers)) for name, total in sums.items()}
        found = solver.worth(hole, board)
        assert found == {name: worth[name] for name in ("fold", "play_1x")}
        check += max(found.values())
        bet += worth["play_2x"]
        ends += 1
    assert solver.worth(hole, flop) == {"check": check / ends, "play_2x": bet / ends}


@pytest.mark.slow
@pytest.mark.parametrize("hole", ["Tc Qc", "Qc Qd", "Tc Ad"])
def test_every_deal_of_one_hand(hole) -> None:
    """All boards and all hands of the dealer, bet on each street; the best play from the referee's
    own settlements."""
    ranks, suits, hole = "TQA", "cdhs", cards(hole)
    book = reduced(ranks, suits)
    left = [card for card in deck(ranks, suits) if card not in hole]
    paths = {
        "play_3x": ["play_3x"],
        "play_4x": ["play_4x"],
        "play_2x": ["check", "play_2x"],
        "play_1x": ["check", "check", "play_1x"],
    }
    sums = {}
    for board in combinations(left, 5):
        dealers = list(combinations([card for card in left if card not in board], 2))
        for name, path in paths.items():
            nets = (net(dealt(book, hole, board, dealer, path)) for dealer in dealers)
            sums[board, name] = Fraction(sum(nets), ANTE * len(dealers))
    check, flops = Fraction(0), list(combinations(left, 3))
    for flop in flops:
        boards = [board for board in combinations(left, 5) if set(flop) <= set(board)]
        go_on = sum(max(sums[board, "play_1x"], Fraction(-2)) for board in boards)
        bet = sum(sums[board, "play_2x"] for board in boards)
        check += max(go_on, bet) / len(boards)
    boards = list(combinations(left, 5))
    assert maths(UTH).main_game(TableRules(book)).worth(hole, []) == {
        "check": check / len(flops),
        "play_3x": sum(sums[board, "play_3x"] for board in boards) / len(boards),
        "play_4x": sum(sums[board, "play_4x"] for board in boards) / len(boards),
    }


def random_deals(rounds: int) -> None:
    """Random cards and decisions: what the solver says each wager nets, against the referee."""
    dice = random.Random(32)
    book = UTH.rulebook()
    tables = list(book.paytables["trips"].tables)
    paths = [
        ["play_3x"], ["play_4x"], ["check", "play_2x"], ["check", "check", "play_1x"],
        ["check", "check", "fold"],
    ]  # fmt: skip
    for number in range(rounds):
        options = {"trips": tables[number % len(tables)]}
        drawn = dice.sample(deck(), 9)
        hole, dealer, board = drawn[:2], drawn[2:4], drawn[4:]
        path = dice.choice(paths)
        table = dealt(book, hole, board, dealer, path, options, trips=500)
        nets = table.results.nets[1]
        prices = maths(UTH).prices(table.rules)
        own, its = (best_five(mask(hand), mask(board)) for hand in (hole, dealer))
        opened = its >= opening_strength(prices.opens)
        seen = odds.Showdown(category(own), (own > its) - (own < its), opened)
        if path[-1] == "fold":
            due = odds.folded(prices)
        else:
            due = odds.nets(prices, dict(prices.every_choice)[path[-1]], seen)
        assert {wager: nets.get(wager, 0) for wager in odds.CONTEST} == {
            wager: amount * ANTE for wager, amount in due.items()
        }
        won = maths(UTH).odds_of(table.rules.schedule("trips"), row_of(own))
        assert nets["trips"] == (-1 if won is None else won) * 500


def test_random_deals_are_settled_as_the_solver_pays() -> None:
    random_deals(600)


@pytest.mark.slow
def test_ten_thousand_random_deals_are_settled_as_the_solver_pays() -> None:
    random_deals(10_000)


def test_the_limit_of_a_hand() -> None:
    """A royal flush with an ante of 100 dollars: the referee and the solver cut the same wagers."""
    hole, board, dealer = cards("As Ks"), cards("Qs Js Ts 2c 3d"), cards("4h 5h")
    chance = Scripted({1: hole, "board": board, "dealer": dealer})
    table = Table(UTH.play, UTH.rulebook(), chance=chance, keep_log=False)
    table.sit(1)
    table.bet(1, {"ante": 10_000, "blind": 10_000})
    table.close()
    table.act(1, "play_4x")
    prices = maths(UTH).prices(table.rules, Fraction(100))
    due = odds.nets(prices, 4, odds.Showdown(9, 1, False))
    assert table.results.nets[1] == {wager: amount * 10_000 for wager, amount in due.items()}


def test_advice_on_every_street() -> None:
    """What a seat is told is what the solver found, in cents, for the choices that it has."""
    chance = Scripted({1: cards("Ks 4d"), "board": cards("Kh 7c 2d 9s 9h")})
    table = Table(UTH.play, UTH.rulebook(), chance=chance, keep_log=False)
    table.sit(1)
    table.bet(1, {"ante": ANTE, "blind": ANTE})
    table.close()
    solver = maths(UTH).main_game(table.rules)
    for shown, choice in ((0, "check"), (3, "check"), (5, None)):
        advice = UTH.odds.advise(table.view(1), table.rules)
        worth = solver.worth(cards("Ks 4d"), cards("Kh 7c 2d 9s 9h")[:shown])
        assert advice == {name: amount * ANTE for name, amount in worth.items()}
        assert {one.name for one in table.waiting.choices} == advice.keys()
        best = UTH.odds.policies["optimal"](table.view(1), table.rules)
        assert advice[best] == max(advice.values())
        for policy in UTH.odds.policies.values():
            assert policy(table.view(1), table.rules) in advice
        if choice:
            table.act(1, choice)
    assert UTH.odds.advise(table.view("dealer"), table.rules) == {}
