"""The referee and the odds of keno tell the same story: every draw of a small cage through the work
stations, and many draws of the whole one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from houseway.equipment.cage import pick
from houseway.equipment.randomness import Philox
from houseway.games import game
from houseway.games.tickets.keno import odds, results
from houseway.games.tickets.keno.forms import any_form
from houseway.games.tickets.keno.ticket import read_order
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.rulebook.models import Cage
from houseway.rulebook.table_rules import TableRules

KENO = game("keno")
BOOK = KENO.rulebook("nj")
SMALL = BOOK.model_copy(update={"cage": Cage(numbers=9, drawn=4, cite=BOOK.cage.cite)})
PAYS = {1: {1: 2}, 2: {2: 5}, 3: {0: 1, 2: 1, 3: 11}, 4: {3: 3, 4: 50}}
CARD = {
    "name": "nine numbers",
    "max_spots": 4,
    "min_wager": 1,
    "max_wager": 50_000,
    "aggregate": 100_000,
    "columns": [{"wager": 1, "pays": PAYS}],
}
NAMES = [
    "straight@1", "straight@4", "split@2+3", "split@1+1+2", "way@2+2+2:any2", "way@1+1+1+1:any2,3",
    "combination@2+1:any1,2", "king@1+1+2:any2,3", "straight@3@x2",
]  # fmt: skip


def settle(table, draws):
    """What every player has won or lost when these draws have been made, one a game."""
    nets = Counter()
    for number, drawn in enumerate(draws):
        if number:
            table.begin()
        table.close("supervisor")
        table.picked(*drawn)
        while isinstance(table.waiting, Ask):
            asked = table.waiting
            table.act(asked.who, asked.choices[0].name)
        for seat, won in table.results.nets.items():
            nets[seat] += sum(won.values())
    return nets


@pytest.mark.parametrize("rate", [100, 5_000_000], ids=["smallest", "limited"])
@pytest.mark.parametrize("name", NAMES)
def test_every_draw_of_nine_numbers(name, rate) -> None:
    rules = TableRules(SMALL, {"rate_card": CARD})
    base = name.partition("@")[0]
    (found,) = results.results(rules, {base: Fraction(rate, 100)}, None, name)
    table = found.outcomes
    table.check()
    order = results.read_ticket(name, rules, rate)
    form = {"wager": base, "numbers": [list(group) for group in order.groups], "rate": rate}
    if ":any" in name:
        sizes = name.partition(":any")[2].split(",")
        form["ways"] = [{"any": int(size)} for size in sizes]
    form["games"] = order.games
    every = list(combinations(range(1, 10), 4))
    courses = [(a,) for a in every] if order.games == 1 else [(a, b) for a in every for b in every]
    step = 1 if order.games == 1 else 61  # a part of the pairs, each against its own payoff
    seen = Counter()
    for draws in courses[::step]:
        played = Table(KENO.play, SMALL, options={"rate_card": CARD}, by_hand=["chance"])
        played.buy(1, **form)
        won = settle(played, draws)[1]
        card = rules.rate_card
        paid = sum(odds.paid(order.ways, card, frozenset(drawn)) for drawn in draws)
        assert won == paid - order.price
        seen[Fraction(won, rate)] += 1
    if step == 1:
        shares = {net: Fraction(n, table.denominator) for net, n in table.distribution.items()}
        assert {net: Fraction(n, len(courses)) for net, n in seen.items()} == shares
    assert set(seen) <= set(table.distribution)


@pytest.mark.parametrize("card", BOOK.rates.cards)
def test_many_draws_of_the_whole_cage(card) -> None:
    """Random tickets of every type, a dozen players a game; each is paid to the cent."""
    games, players = 25, 12
    check_draws(card, games, players, seed=15)


@pytest.mark.slow
@pytest.mark.parametrize("card", BOOK.rates.cards)
def test_ten_thousand_tickets(card) -> None:
    check_draws(card, 280, 12, seed=16)


def check_draws(card, games, players, seed) -> None:
    rules = TableRules(BOOK, {"rate_card": card})
    source = Philox(seed)
    for _ in range(games):
        table = Table(
            KENO.play, BOOK, options={"rate_card": card}, by_hand=["chance"], keep_log=False
        )
        orders = {}
        while len(orders) < players:
            form = any_form(rules, source)
            if form["wager"] == "quick_pick" or form.get("games", 1) > 1:
                continue
            orders[len(orders) + 1] = read_order(form, rules, 1)
            table.buy(len(orders), **form)
        drawn = pick(20, 80, source)
        nets = settle(table, [drawn])
        dues = {
            seat: odds.paid(order.ways, rules.rate_card, frozenset(drawn))
            for seat, order in orders.items()
        }
        limit = rules.rate_card.aggregate
        assert limit is None or sum(dues.values()) <= limit
        assert nets == {seat: due - orders[seat].price for seat, due in dues.items()}
