"""Three Card 21 "N" Done dealt by the million: a table's rules and a chart put into the kernel.

One seat makes the two required wagers and plays by a chart; insurance is for the referee, as
``why_not`` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houseway.equipment.cards import deck
from houseway.games import game
from houseway.games.authoring.draw import record
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.sums import Dealt, Sums
from houseway.games.twenty_one.boxes import MAIN
from houseway.games.twenty_one.composition.kernels import VALUES
from houseway.games.twenty_one.dealt import closed, take_cells
from houseway.games.twenty_one.odds import Rules
from houseway.games.twenty_one.table_numbers import numbers
from houseway.games.twenty_one.three_card_21_n_done import odds, policy
from houseway.games.twenty_one.three_card_21_n_done.hand import BONUS_ROWS, NO_ROW
from houseway.games.twenty_one.three_card_21_n_done.kernel import (
    CODES,
    DOUBLE,
    FIELDS,
    HALF,
    HIT,
    LOST,
    NUMBERS,
    SPLIT,
    STAND,
    SURRENDER,
    TOTALS,
    UPS,
    WAGERS,
    WON,
    first_at,
    play_rounds,
)
from houseway.games.twenty_one.twentyone import GOAL
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME, BONUS, AHEAD = "three-card-21-n-done", "bonus", 48
ACTS = {"stand": STAND, "hit": HIT, "double": DOUBLE, "surrender": SURRENDER, "split": SPLIT}
LETTERS = {"S": 0, "H": 1, "d": 2, "D": 3}
POLICIES = {name: {"chart": name} for name in policy.CHARTS}


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    title = rules.book.title
    if set(bets) != {MAIN, BONUS} or bets[MAIN] != bets[BONUS]:
        return f"{title} is dealt natively with its two required wagers alone"
    for name, value in (("may_reshuffle", False), ("shuffle_method", "whole_shoe")):
        if rules.rule(name) != value:
            return f"{title} is not dealt natively with {name} {rules.rule(name)}"
    return ""


def warm() -> None:
    """Compile the kernel."""
    bets = {MAIN: 1000, BONUS: 1000}
    simulate_shard(TableRules(game(GAME).rulebook()), bets, 0, 0, 0, chart=PLAIN)


PLAIN = {
    "hard": {17: policy.S}, "soft": {18: policy.S}, "three": {"over": policy.P},
    "split_hard": {17: policy.S}, "split_soft": {18: policy.S},
}  # fmt: skip


def simulate_shard(
    rules: TableRules,
    bets: Mapping[str, int],
    seed: int,
    shard: int,
    rounds: int,
    *,
    chart: Any = "optimal",
) -> Dealt:
    """So many rounds of one seat, from a new shoe, with the chance of that seed and shard."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    if bets[MAIN] % 2:
        raise Refused("a wager of an odd number of cents is not halved natively")
    state = record(FIELDS, seed, shard)
    fill(state, rules, chart)
    one, stake = state[0], bets[MAIN]
    for came_to, net in nets(stake).items():
        one.pays[came_to] = net
    for row, net in bonus_nets(rules, stake).items():
        one.bonus_pays[row] = net
    play_rounds.jit(state, rounds)
    return dealt(rules, stake, one, rounds)


def fill(state: Any, rules: TableRules, chart: Any) -> None:
    """A record's rules, shoe and chart."""
    one, known = state[0], numbers(rules)
    cards = deck(known.ranks, known.suits, known.decks)
    values = {
        "deck": len(cards) // known.decks,
        "cut": len(cards) - len(cards) // rules.rule("cutting_card_part"),
        "burns": rules.rule("method_burns"),
        "stands": known.stands,
        "stands_soft": known.stands_soft,
        "blackjack_from": rules.rule("blackjack_from"),
        "surrender": known.surrender,
    }
    assert values.keys() == set(NUMBERS)
    for name, value in values.items():
        state[name] = int(value)
    for at, card in enumerate(cards):
        one.shoe[at] = card
    for rank, points in enumerate(known.points):
        one.points[rank] = points
    state.cards, state.due, state.ahead = len(cards), 1, AHEAD
    fill_chart(one, known, chart)


def fill_chart(one: Any, known: Rules, chart: Any) -> None:
    """What is done with three cards, and with every total after them and after a split."""
    followed = policy.chart_of(chart, known)
    for up in range(VALUES):
        for hand in odds.hands_of_three(known):
            if odds.total_of(hand)[0] != GOAL:
                act = followed.first(up, hand, odds.choices_of(hand, known.surrender))
                a, b, c = (points(v) for v, n in enumerate(hand) for _ in range(n))
                one.first[first_at(a, b, c, points(up))] = ACTS[act]
        for split in (False, True):
            for soft in (False, True):
                for total in range(2, GOAL):
                    at = ((2 * split + soft) * TOTALS + total) * UPS + points(up)
                    one.later[at] = LETTERS[followed.by_total(up, total, soft, split)]


def points(value: int) -> int:
    """What a card of a value counts at first sight."""
    return 11 if value == 0 else value + 1


def nets(stake: int) -> dict[int, int]:
    """What a wager nets by what it comes to."""
    return {LOST: -stake, HALF: -(stake // 2), WON: stake}


def bonus_nets(rules: TableRules, stake: int) -> dict[int, int]:
    """What the bonus nets by its row."""
    prices = rules.schedule(BONUS).prices
    found = {at: prices[row].wins(stake) for at, row in enumerate(BONUS_ROWS)}
    return {**found, NO_ROW: -stake}


def dealt(rules: TableRules, stake: int, one: Any, rounds: int) -> Dealt:
    """What a record's rounds came to, in cents."""
    found, pays = Dealt({name: Sums() for name in (*WAGERS, BONUS)}), nets(stake)
    take_cells(found, one.cells, CODES, pays, WAGERS, stake, (MAIN,))
    for row, net in bonus_nets(rules, stake).items():
        if times := int(one.bonus_cells[row]):
            found.wagers[BONUS].take(net, stake, stake, times)
    return closed(found, one, rounds, 2 * stake)


KERNEL = Kernel(POLICIES, why_not, simulate_shard, warm)
