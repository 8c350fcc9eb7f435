"""How the figures of pai gow poker are counted a second time.

Wagers on the number, on a color and on three cards are counted in plain arithmetic that shares
nothing with the first count. A co-bank's hand and a player's are set alike, so that the one wins
where the other loses. Everything else is simulated through the referee.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from houseway.counting.result import Result
from houseway.equipment.cards import JOKERS, RANKS, deck
from houseway.games.authoring.recount import Recount
from houseway.games.set_hands.dragons_eye import DRAGON
from houseway.games.set_hands.pai_gow_poker.felt import ON_CARDS, WAGER
from houseway.games.set_hands.pai_gow_poker.results import as_bank, played
from houseway.games.set_hands.player_bank import NOTES, co_banks_part, vigorish
from houseway.games.set_hands.setting import HOUSE_WAY
from houseway.rulebook.table_rules import TableRules

ON_DICE = ("odd", "even", "double", "match", "triple", "dice_bonus")
BESIDE_MAIN = (*ON_CARDS, *ON_DICE, "number", "three_card", "envy", "dynasty_envy")
WITH = {name: {WAGER: 1000} for name in BESIDE_MAIN}
COUNTED_PLAINLY = ("number", "red_black", "three_card", "queens_dragon", "bank@co_bank")
WITHOUT_BETS = ("bank",)  # the bank's side of the dealer's wager
DATA = {"fresh_deck": False}  # so that a player may bank
POSITIONS, SHAKES, WATCHES = 6, 1, 2
DECIDE = {"bank": as_bank}
Seen = dict[tuple[Fraction, tuple[str, ...]], Fraction]


def notes(figure: str, chance: Random) -> dict[str, Any]:
    """How the table stands before a figure's first round: the button names who shakes, and a player
    may bank."""
    at = {"dice_bonus@shaker": SHAKES, "dice_bonus@other": WATCHES}
    button = at.get(figure) or chance.randint(1, POSITIONS)
    bank = {"first": 1, "last": "", "wagers": {"1": ["one", 1000]}}
    return {DRAGON: {"button": button, "triples": 0, "closed": False}, NOTES: bank}


def plain_count(result: Result, rules: TableRules) -> Seen:
    """How likely each net of a wager is, and the row that it is paid for."""
    if result.wager == "bank@co_bank":
        return _co_bank(result, rules)
    prices = rules.schedule(result.wager).prices
    hits = {
        "number": _number,
        "red_black": _red,
        "three_card": _three_cards,
        "queens_dragon": _queen_high,
    }[result.wager](rules)
    found: Seen = defaultdict(Fraction)
    stake = int(next(iter(result.stakes.values())) * 100)
    for row, chance in hits.items():
        if not row:
            found[Fraction(-1), ()] += chance
            continue
        won = prices[row].odds * stake
        if result.wager == "number":
            won -= won % 100
        found[won / stake, (row,)] += chance
    return dict(found)


def _number(rules: TableRules) -> dict[str, Fraction]:
    return {"shown": Fraction(1, 7), "": Fraction(6, 7)}


def _red(rules: TableRules) -> dict[str, Fraction]:
    """Card by card: red cards drawn so far, of 53."""
    chances = {0: Fraction(1)}
    for drawn in range(7):
        more: dict[int, Fraction] = defaultdict(Fraction)
        for red, chance in chances.items():
            left = 53 - drawn
            more[red + 1] += chance * Fraction(26 - red, left)
            more[red] += chance * Fraction(27 - drawn + red, left)
        chances = more
    names = {4: "four", 5: "five", 6: "six", 7: "seven"}
    found: dict[str, Fraction] = defaultdict(Fraction)
    for red, chance in chances.items():
        found[names.get(red, "")] += chance
    return found


def _queen_high(rules: TableRules) -> dict[str, Fraction]:
    """Seven ranks up to a queen, of any suits but five or more alike, over all hands."""
    from math import comb

    flushes = sum(comb(7, alike) * 3 ** (7 - alike) for alike in (5, 6, 7)) * 4
    rank_sets = 0
    for lower in combinations(range(2, 12), 6):
        ranks = {*lower, 12}
        rank_sets += not any({low, low + 1, low + 2, low + 3, low + 4} <= ranks for low in ranks)
    chance = Fraction(rank_sets * (4**7 - flushes), comb(53, 7))
    return {"win": chance, "": 1 - chance}


def _three_cards(rules: TableRules) -> dict[str, Fraction]:
    """Every three cards, a joker tried as every card that it may be."""
    pays = {row: price.odds for row, price in rules.schedule("three_card").prices.items()}
    every = list(combinations(deck(jokers=1), 3))
    found: dict[str, int] = defaultdict(int)
    for three in every:
        rows = _rows_of_three([card for card in three if card not in JOKERS])
        found[max(rows, key=lambda row: pays[row]) if rows else ""] += 1
    return {row: Fraction(count, len(every)) for row, count in found.items()}


def _rows_of_three(real: list[int]) -> set[str]:
    ranks = [RANKS[card & 15] for card in real]
    suits = [card >> 4 for card in real]
    if len(real) == 3:
        rows = _named(ranks, suits)
        return {"straight_flush_natural" if row == "straight_flush" else row for row in rows}
    found = _named([*ranks, "A"], [*suits, -1])  # an ace of no suit
    for rank in RANKS:
        for suit in range(4):
            for row in _named([*ranks, rank], [*suits, suit]) & {
                "straight_flush", "straight", "flush",
            }:  # fmt: skip
                if rank not in ranks or row == "flush":
                    found.add("straight_flush_joker" if row == "straight_flush" else row)
    return found


def _named(ranks: list[str], suits: list[int]) -> set[str]:
    values = sorted("23456789TJQKA".index(rank) for rank in ranks)
    row = values in ([0, 1, 12], [values[0], values[0] + 1, values[0] + 2])
    one_suit = len(set(suits)) == 1
    tests = {
        "straight_flush": row and one_suit,
        "three_of_a_kind": len(set(values)) == 1,
        "straight": row,
        "flush": one_suit,
        "pair": len(set(values)) < 3,
    }
    return {name for name, holds in tests.items() if holds}


def _co_bank(result: Result, rules: TableRules) -> Seen:
    """What a player loses who sets as the house does, a co-bank wins."""
    tally = played(rules, HOUSE_WAY).tally
    stake = int(result.stakes["bank"] * 100)
    half = co_banks_part(stake)
    gain = Fraction(half - vigorish(rules, half, surplus=True), stake)
    every = sum(tally)
    return {
        (gain, ()): Fraction(tally.lose, every),
        (Fraction(0), ()): Fraction(tally.push, every),
        (Fraction(-half, stake), ()): Fraction(tally.win, every),
    }


RECOUNT = Recount(
    plain_count=plain_count,
    counted_plainly=COUNTED_PLAINLY,
    notes=notes,
    decide=DECIDE,
    data=DATA,
    bets_beside=WITH,
    without_bets=WITHOUT_BETS,
)
