"""Blackjack dealt by the million: the table's rules and a plan put into the kernel, its sums read.

One seat bets the main wager at a shoe that is dealt to its cutting card and, if it wants, what the
first two cards and the dealer's first decide. Other ways of dealing and the other side
wagers are for the referee; ``why_not`` says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, reduce
from math import gcd
from typing import Any

import numpy as np

from houseway.equipment.cards import RANKS, card, deck
from houseway.games import game
from houseway.games.authoring.draw import record
from houseway.games.authoring.kernels import Kernel
from houseway.games.authoring.sums import Dealt, Sums
from houseway.games.twenty_one.blackjack.deal_sides import Sides, rows_of, sides_of
from houseway.games.twenty_one.deal_kernel import (
    ACES,
    CELLS,
    CODES,
    COLUMNS,
    HALF,
    HANDS,
    HARD,
    LOSES,
    MODES,
    NUMBERS,
    PAID,
    PAIRS,
    POINTS,
    PUSHES,
    ROWS,
    SOFT,
    SOFT_TOTALS,
    STATE,
    TERMS,
    TOTAL,
    WAGERS,
    WORTHS,
    becomes,
    code,
    play_rounds,
)
from houseway.games.twenty_one.hand import Contest
from houseway.games.twenty_one.plan import (
    LETTERS,
    UP_CARDS,
    Plan,
    checked_at,
    letter,
    plan_of,
    plans,
    splits,
)
from houseway.games.twenty_one.twentyone import (
    GOAL,
    best_total,
    bits,
    fate,
    insurable,
    is_soft,
)
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

MAIN = "main"
POLICIES = plans("blackjack")
AHEAD, FRESH = 32, 8  # cards mixed at a time, of a shoe and of one that is shuffled every round
LARGEST = 2**62  # what the sums of a shard may come to


def why_not(rules: TableRules, bets: Mapping[str, int]) -> str:
    """Why the kernel does not deal this table with these bets; nothing if it does."""
    if MAIN not in bets:
        return "blackjack is dealt natively with the main wager"
    if others := set(bets) - {MAIN, *rows_of(rules)}:
        return f"blackjack is not dealt natively with {min(others)}"
    if rules.rule("dealing") != "manual_shoe":
        return "blackjack is dealt natively from a manual shoe alone"
    for option, refused in (
        ("shuffle_method", "bart_carter"),
        ("multiple_action", True),
        ("may_reshuffle", True),
    ):
        if rules.options.get(option) == refused:
            return f"blackjack is not dealt natively with {option} {str(refused).lower()}"
    if rules.fixes("hand_fee") and rules.rule("hand_fee"):
        return "blackjack is not dealt natively with a hand fee"
    return ""


def every_bet(rules: TableRules, bets: Mapping[str, int], **policy: Any) -> list[Mapping[str, int]]:
    """What may be bet in a round, by the ramp."""
    return [{**bets, MAIN: stake} for stake in _stakes(bets, plan_of(rules, policy))]


def simulate_shard(
    rules: TableRules, bets: Mapping[str, int], seed: int, shard: int, rounds: int, **policy: Any
) -> Dealt:
    """So many rounds of one seat, from a new shoe, with the chance of that seed and shard."""
    if reason := why_not(rules, bets):
        raise Refused(reason)
    plan = plan_of(rules, policy)
    state = table(rules, bets, plan, seed, shard)
    if rounds * _most(state[0]) ** 2 >= LARGEST:
        raise Refused("these bets are too unlike each other for so many rounds at a time")
    play_rounds.jit(state, rounds)
    return dealt(rules, bets, plan, state, rounds)


def warm() -> None:
    """Compile the kernel."""
    rules = TableRules(game("blackjack").rulebook())
    simulate_shard(rules, {MAIN: 1000}, 0, 0, 0, **POLICIES["basic"])


# -- the record ------------------------------------------------------------------------------------


def table(rules: TableRules, bets: Mapping[str, int], plan: Plan, seed: int, shard: int) -> Any:
    """A new table's record."""
    exposed = rules.rule("dealer_cards") == "double_exposure"
    checked_at(rules, plan.chart)
    state = record([*STATE, *TERMS], seed, shard)
    for name, value in _numbers(rules, plan).items():
        state[name] = value
    one = state[0]
    _fill_shoe(state, rules)
    one.worth[:] = _worths()
    one.contest[:] = _contest(exposed)
    _fill_chart(one, plan)
    _fill_money(one, rules, bets, plan)
    return state


def _fill_sides(one: Any, rules: TableRules, bets: Mapping[str, int], unit: int) -> None:
    sides, fates = sides_of(rules, bets)
    one.sides = len(sides.wagers)
    one.side_fates[:] = fates
    for number, net in enumerate(sides.nets):
        one.side_pays[number] = net // unit


@cache
def _worths() -> Any:
    """What hands are worth, by points and aces, as the table's rule says."""
    found = np.zeros(WORTHS, np.uint8)
    for worth in range(WORTHS):
        high, aces = worth & POINTS, worth >> ACES
        soft = is_soft(high, aces)
        found[worth] = min(best_total(high, aces), TOTAL) | (SOFT if soft else 0)
    return found


@cache
def _contest(exposed: bool) -> Any:
    """What becomes of a wager by the two totals, as the table's rule says; two hands of 21 and the
    dealer's single card aside."""
    found = np.zeros((TOTAL + 1) ** 2, np.uint8)
    for total in range(TOTAL + 1):
        for other in range(TOTAL + 1):
            fated = fate(total, 2, False, other, 2, False, *Contest(exposed))
            found[total * (TOTAL + 1) + other] = becomes(fated)
    return found


def _numbers(rules: TableRules, plan: Plan) -> dict[str, int]:
    any_total = rules.rule("double_on") == "any"
    continuous = rules.rule("shuffler") == "continuous"
    cards, whole = _cards(rules)
    extras = ("pays_678", "pays_777", "pays_five_card_21")
    found = {
        "sides": 0,
        "deck": whole,
        "cut": 0 if continuous else len(cards) - len(cards) // rules.rule("cutting_card_part"),
        "burns": not continuous and rules.rule("method_burns") and rules.rule("shoe_burns"),
        "mode": MODES[rules.rule("dealer_cards")],
        "stands": rules.rule("dealer_stands"),
        "stands_soft": rules.rule("dealer_stands_soft"),
        "most_hands": rules.rule("split_hands"),
        "resplit_aces": rules.rule("resplit_aces"),
        "after_split": rules.rule("double_after_split"),
        "totals": -1 if any_total else bits(rules.rule("double_totals")),
        "surrender": rules.rule("surrender"),
        "split_21_beats": rules.rule("split_21_beats"),
        "pays_678": rules.rule("pays_678"),
        "pays_777": rules.rule("pays_777"),
        "pays_five": rules.rule("pays_five_card_21"),
        "extra_rows": any(rules.rule(extra) for extra in extras),
        "named_ace": _named(rules.rule("named_ace")),
        "named_face": _named(rules.rule("named_face")),
        "blackjack_from": rules.rule("blackjack_from"),
        "levels": 1 + len(plan.ramp),
        "counts": bool(plan.count),
        "insures": plan.insure_from is not None and rules.rule("insurance_offered"),
        "insure_from": plan.insure_from or 0,
    }
    assert found.keys() == set(NUMBERS)
    return {name: int(value) for name, value in found.items()}


def _named(name: str) -> int:
    return -1 if name == "none" else card(name)


def _cards(rules: TableRules) -> tuple[list[int], int]:
    """Every card of the shoe, and how many one deck has."""
    book = rules.book.deck
    assert book is not None
    found = deck(book.ranks, book.suits, rules.rule("decks"))
    return found, len(found) // rules.rule("decks")


def _fill_shoe(state: Any, rules: TableRules) -> None:
    cards, _ = _cards(rules)
    for at, one in enumerate(cards):
        state[0].shoe[at] = code(one, rules.points)
    state.cards, state.due = len(cards), 1
    state.ahead = FRESH if rules.rule("shuffler") == "continuous" else AHEAD


def _column(name: str) -> int:
    """Where a kernel looks for a column: by the up card's points or, seen both, by the total."""
    if name == "A":
        return 11
    return 32 + int(name.removeprefix("soft ")) if name.startswith("soft ") else int(name)


def _fill_chart(one: Any, plan: Plan) -> None:
    """The chart and the count; letters and places as the kernel reads them."""
    chart = plan.chart
    for name in chart.columns:
        for total in range(GOAL):
            for start, soft in ((HARD, False), (SOFT_TOTALS, True)):
                act = LETTERS[letter(chart, total, soft, name)]
                one.chart[start + total * COLUMNS + _column(name)] = act
        for pair in UP_CARDS:
            at = PAIRS + _column(pair) * COLUMNS + _column(name)
            one.chart[at] = splits(chart, pair, name)
    for rank, tag in plan.count.items():
        one.tags[RANKS.index(rank)] = tag


# -- money -----------------------------------------------------------------------------------------


def _stakes(bets: Mapping[str, int], plan: Plan) -> list[int]:
    """What is bet at each level, in cents."""
    return [bets[MAIN] * times for _, times in ((0, 1), *plan.ramp)]


@dataclass(frozen=True)
class Pays:
    """What the wagers of one level net by what they come to, in cents."""

    stake: int
    insured: int
    main: Mapping[int, int]
    double: Mapping[int, int]
    insurance: Mapping[int, int]

    def of(self, wager: str) -> tuple[int, Mapping[int, int]]:
        """A wager's chips and its nets."""
        if wager == "insurance":
            return self.insured, self.insurance
        return self.stake, self.double if wager.startswith("double") else self.main


def _pays(rules: TableRules, bets: Mapping[str, int], plan: Plan) -> list[Pays]:
    """Level by level."""
    found = []
    for stake in _stakes(bets, plan):
        insured = insurable(stake, rules.rule("smallest_chip"))
        main = _even(rules, MAIN, stake) | {HALF: -(stake // 2)}
        prices = rules.schedule(MAIN).prices
        for row, name in enumerate(ROWS):
            if _is_paid(rules, name):
                main[PAID + row] = prices[name].wins(stake)
        double, insurance = _even(rules, "double", stake), _even(rules, "insurance", insured)
        found.append(Pays(stake, insured, main, double, insurance))
    return found


def _even(rules: TableRules, wager: str, chips: int) -> dict[int, int]:
    """What a wager with one price nets."""
    return {LOSES: -chips, PUSHES: 0, PAID: rules.schedule(wager).prices["win"].wins(chips)}


def _is_paid(rules: TableRules, row: str) -> bool:
    """Whether a row is paid at this table: some are the house's to choose."""
    by = {"suited_678": "pays_678", "three_sevens": "pays_777", "five_card_21": "pays_five_card_21"}
    if row == "designated":
        return bool(rules.rule("named_ace") != "none")
    return bool(rules.rule(by[row])) if row in by else True


def _unit(levels: list[Pays], sides: Sides) -> int:
    """What every amount of the table is a multiple of, in cents."""
    nets = [(pays.main, pays.double, pays.insurance) for pays in levels]
    main = [net for three in nets for one in three for net in one.values()]
    return reduce(gcd, [*main, *sides.nets])


def _fill_money(one: Any, rules: TableRules, bets: Mapping[str, int], plan: Plan) -> None:
    levels = _pays(rules, bets, plan)
    unit = _unit(levels, sides_of(rules, bets)[0])
    _fill_sides(one, rules, bets, unit)
    for level, pays in enumerate(levels):
        for array, nets in (
            (one.pays, pays.main),
            (one.doubles_pay, pays.double),
            (one.insurance_pays, pays.insurance),
        ):
            for came_to, net in nets.items():
                array[level * CODES + came_to] = net // unit
    for level, (true, _) in enumerate(plan.ramp, 1):
        one.levels_from[level] = true


def _most(one: Any) -> int:
    """As much as a round can net, in units: every hand doubled, insurance and side wagers."""
    return int(HANDS * (abs(one.pays).max() + abs(one.doubles_pay).max())) + int(
        abs(one.insurance_pays).max() + abs(one.side_pays).max()
    )


def dealt(rules: TableRules, bets: Mapping[str, int], plan: Plan, state: Any, rounds: int) -> Dealt:
    """What a record's rounds came to, in cents."""
    one, levels = state[0], _pays(rules, bets, plan)
    found = Dealt({name: Sums() for name in WAGERS if name in rules.wagers})
    for level, pays in enumerate(levels):
        for at, name in enumerate(WAGERS):
            chips, nets = pays.of(name)
            cells = one.cells[level * CELLS + at * CODES :]
            for came_to, net in nets.items():
                if times := int(cells[came_to]):
                    found.wagers[name].take(net, chips, chips if name == MAIN else 0, times)
    sides, _ = sides_of(rules, bets)
    unit, every = _unit(levels, sides), list(found.wagers.values())
    found.game = Sums(
        rounds=rounds,
        made=rounds,
        action=sum(sums.action for sums in every),
        initial=found.wagers[MAIN].initial,
    )
    for name, chips in zip(sides.wagers, sides.chips, strict=True):
        found.wagers[name] = Sums()
        for came, times in zip(sides.fates, one.side_cells.tolist(), strict=False):
            found.wagers[name].take(came[sides.wagers.index(name)], chips, chips, times)
    for sums in found.wagers.values():
        sums.rounds = rounds
    found.all = Sums(**vars(found.game))
    found.all.action += rounds * sum(sides.chips)
    found.all.initial += rounds * sum(sides.chips)
    _take_nets(found.all, (one.net, one.squares, one.won, one.lost), unit)
    if sides.wagers:
        of_game = (one.game_net, one.game_squares, one.game_won, one.game_lost)
        _take_nets(found.game, of_game, unit)
    else:
        found.game = Sums(**vars(found.all))
    assert found.game.net == sum(sums.net for sums in every)
    assert found.all.net == sum(sums.net for sums in found.wagers.values())
    return found


def _take_nets(sums: Sums, found: tuple[Any, ...], unit: int) -> None:
    """What rounds netted, from a record's units."""
    net, squares, sums.won, sums.lost = (int(one) for one in found)
    sums.net, sums.squares = net * unit, squares * unit * unit


KERNEL = Kernel(
    POLICIES,
    why_not,
    simulate_shard,
    warm,
    every_bet=every_bet,
)
