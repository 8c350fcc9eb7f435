"""Supreme pai gow counted a second time, in plain arithmetic over ranks.

This count knows neither the engine of the first nor its ranking: two cards are ranked here as
34.3(a) lists them, in words of its own, every set of four ranks meets every other, and in how many
ways the two are dealt together is a product of small numbers. How the house sets its cards is its
own affair and is read from the filed lines.
"""

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from houseway.counting.result import Result
from houseway.equipment.cards import JOKERS, RANKS, deck
from houseway.games.authoring.recount import Recount
from houseway.games.set_hands.player_bank import co_banks_part, vigorish
from houseway.games.set_hands.supreme_pai_gow.way import set_by_house_way, way_of
from houseway.rulebook.table_rules import TableRules

KINDS = (*RANKS, "X")  # a joker last
COPIES = (*[4] * 13, 2)
POINTS = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
ORDER = "A23456789TJQK"  # of single cards
PAIR_ORDER = "23456789TJQKAX"
UNLIKE = ["JQ", "JK", "QK"]
SPLITS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
Seen = dict[tuple[Fraction, tuple[str, ...]], Fraction]
Key = tuple[int, int, int]


def ranked(one: str, other: str) -> Key:
    """Two ranks as 34.3(a) and (b) place them."""
    if one == other:
        return 2, PAIR_ORDER.index(one), 0
    two = "".join(sorted((one, other), key=(ORDER + "X").index))
    if two in UNLIKE:
        return 1, UNLIKE.index(two), 0
    if other == "X":
        one, other = other, one
    if one == "X":
        totals = {value: (POINTS[other] + int(value)) % 10 for value in ("3", "6")}
        one = max(totals, key=lambda value: totals[value])
    points = (POINTS[one] + POINTS[other]) % 10
    return 0, points, max(ORDER.index(one), ORDER.index(other))


def _cards(ranks: tuple[str, ...]) -> list[int]:
    """Cards of these ranks."""
    found: list[int] = []
    for at, rank in enumerate(ranks):
        number = ranks[:at].count(rank)
        found.append(JOKERS[number] if rank == "X" else 16 * number + RANKS.index(rank))
    return found


@lru_cache(maxsize=1)
def every_set() -> tuple[list[tuple[str, ...]], Any]:
    """Every set of four ranks, and how many of each kind it has."""
    sets: list[tuple[str, ...]] = [
        four
        for four in combinations_with_replacement(KINDS, 4)
        if all(four.count(kind) <= COPIES[KINDS.index(kind)] for kind in four)
    ]
    return sets, np.array([[four.count(kind) for kind in KINDS] for four in sets])


def split(four: tuple[str, ...], way: int) -> tuple[Key, Key]:
    """The high and the low hand of one way to divide four ranks."""
    one, other = (ranked(*(four[at] for at in places)) for places in SPLITS[way])
    return max(one, other), min(one, other)


def _number(key: Key) -> int:
    return key[0] * 10_000 + key[1] * 100 + key[2]


def tallies(rules: TableRules, banks: bool, best: bool) -> tuple[int, int, int]:
    """Deals won, pushed and lost by a player or a bank who sets best, or as the house does."""
    sets, held = every_set()
    lines = way_of(rules)
    house = [set_by_house_way(_cards(four), lines)[1] for four in sets]
    made = [[tuple(map(_number, split(four, way))) for way in range(3)] for four in sets]
    theirs = np.array([made[at][way] for at, way in enumerate(house)])
    net_of_win = Fraction(1000 - vigorish(rules, 1000), 1000)
    left = np.zeros((5, 5, 5), np.int64)  # by how many there are, how many gone, how many wanted
    for whole in (2, 4):
        for gone in range(whole + 1):
            for wanted in range(whole + 1):
                left[whole, gone, wanted] = comb(whole - gone, wanted)
    totals = [0, 0, 0]
    for at, four in enumerate(sets):
        own = 1
        met = np.ones(len(sets), np.int64)
        for kind, copies in enumerate(COPIES):
            own *= comb(copies, int(held[at, kind]))
            met *= left[copies, held[at, kind]][held[:, kind]]
        ends = []
        for way in range(3) if best else (house[at],):
            high, low = made[at][way]
            if banks:
                won = (theirs[:, 0] > high) * 1 + ((theirs[:, 1] > low) & (theirs[:, 1] >= 100))
                won = 2 - won
            else:
                won = (high > theirs[:, 0]) * 1 + (low > theirs[:, 1]) * (low >= 100)
            ends.append([int(met[won == number].sum()) for number in (2, 1, 0)])
        chosen = max(ends, key=lambda end: end[0] * net_of_win - end[2])
        totals = [total + own * count for total, count in zip(totals, chosen, strict=True)]
        assert len(four) == 4
    return totals[0], totals[1], totals[2]


def bonus_rows(rules: TableRules) -> Seen:
    """Every hand of four cards, by the row that it is paid for."""
    prices = {row: price.odds for row, price in rules.schedule("bonus").prices.items()}
    found: dict[tuple[Fraction, tuple[str, ...]], int] = defaultdict(int)
    for four in combinations(deck(jokers=2), 4):
        row = _bonus(four, rules.rule("jokers_three_and_six"))
        found[(prices[row], (row,)) if row else (Fraction(-1), ())] += 1
    return {end: Fraction(count, comb(54, 4)) for end, count in found.items()}


def _bonus(four: tuple[int, ...], both: bool) -> str:
    real = [card for card in four if card not in JOKERS]
    ranks = sorted("A23456789TJQK".index(RANKS[card & 15]) for card in real)
    shape = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    one_suit = len({card >> 4 for card in real}) == 1
    rows = [list(range(low, low + 4)) for low in range(10)] + [[0, 10, 11, 12]]
    if len(real) == 4:
        straight = ranks in rows
    elif len(real) == 2:
        straight = both and sorted([*ranks, 2, 5]) in rows
    else:  # a three is second from the ace, a six fifth
        straight = any(sorted([*ranks, extra]) in rows for extra in (2, 5))
    tests = {
        "four_aces": shape == [4] and ranks[0] == 0,
        "royal_flush": one_suit and ranks == rows[-1],
        "jokers_and_aces": ranks == [0, 0],
        "four_of_a_kind": shape == [4],
        "straight_flush": straight and one_suit,
        "three_of_a_kind": shape[0] == 3,
        "flush": one_suit and len(real) == 4,
        "two_pair": shape in ([2, 2], [2]),
        "straight": straight,
        "two_jokers": len(real) == 2,
        "pair": 2 in shape,
    }
    return next((row for row, holds in tests.items() if holds), "")


def plain_count(result: Result, rules: TableRules) -> Seen:
    """How likely each net of a wager is, and the row that it is paid for."""
    if result.wager == "bonus":
        return bonus_rows(rules)
    base, _, kind = result.wager.partition("@")
    won, pushed, lost = tallies(rules, base == "bank", best=not kind)
    stake = int(result.stakes[base] * 100)
    whole = co_banks_part(stake) if kind == "co_bank" else stake
    gain = Fraction(whole - vigorish(rules, whole), stake)
    every = won + pushed + lost
    return {
        (gain, ()): Fraction(won, every),
        (Fraction(0), ()): Fraction(pushed, every),
        (Fraction(-whole, stake), ()): Fraction(lost, every),
    }


RECOUNT = Recount(
    plain_count=plain_count,
)
