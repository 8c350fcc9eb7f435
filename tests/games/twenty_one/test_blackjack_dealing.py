"""The kernel deals blackjack as the referee does: the same cards come to the same cents."""

import os
from fractions import Fraction
from itertools import product
from math import floor

import numpy as np
import pytest
from given import Given

from houseway.equipment.cards import RANKS, UNKNOWN
from houseway.games import game
from houseway.games.authoring.sums import moves_of
from houseway.games.twenty_one import deal_kernel, odds
from houseway.games.twenty_one.blackjack import deal
from houseway.games.twenty_one.blackjack.deal_sides import sides_of
from houseway.games.twenty_one.plan import UP_CARDS, Plan, letter, plan_of
from houseway.games.twenty_one.plan import splits as splits_by
from houseway.games.twenty_one.table_numbers import numbers
from houseway.games.twenty_one.twentyone import (
    best_total,
    dealer_draws,
    doubles,
    extra_row,
    fate,
    is_soft,
    splits,
)
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

BOOK = game("blackjack").rulebook()
SEAT, MAIN = 1, 1_000
OFFERED = {"same_suit_offered": True, "match_offered": True}
SIDES = {"same_suit": 300, "match_dealer": 200}  # that the first cards decide
OTHERS = {"over_under_offered": True, "between_offered": True, "decks_in_use": "2"}
HI_LO = deal.POLICIES["hi_lo"]
BOLD = {  # splits and surrenders whatever it may, and doubles what cannot go over
    "chart": {
        "hard": dict.fromkeys(range(4, 12), "DR" * 5)
        | dict.fromkeys(range(12, 17), "RH" * 5)
        | {17: "S" * 10},
        "soft": dict.fromkeys(range(12, 19), "Dd" * 5) | {19: "S" * 10},
        "pairs": dict.fromkeys(UP_CARDS, "P" * 10),
    }
}
TOTALS = [str(total) for total in range(4, 21)] + [f"soft {total}" for total in range(12, 21)]
SEEN = {
    "chart": {
        "columns": TOTALS,
        "hard": dict.fromkeys((9, 10, 11), "D" * 26) | {16: "HS" * 13, 17: "S" * 26},
        "soft": {18: "S" * 26},
        "pairs": dict.fromkeys(UP_CARDS, "P-" * 13),
    }
}
FOUR = {"resplit_offered": True, "resplits": "4", "boxes": "6"}
TABLES = {
    "as it stands": ({}, deal.POLICIES["basic"]),
    "one deck, soft 17, aces split again": (
        {"decks_in_use": "1", "soft_17": "hit", "resplit_aces": True, **FOUR},
        BOLD,
    ),
    "surrender, everything paid more": (
        {
            "surrender": True,
            "pays_678": True,
            "pays_777": True,
            "pays_five_card_21": True,
            "named_ace": "As",
            "named_face": "Ks",
            "split_21_beats": False,
            **FOUR,
        },
        BOLD,
    ),
    "a reader": ({"dealer_cards": "hole_with_reader", "decks_in_use": "2"}, HI_LO),
    "a hole card, counted": ({"dealer_cards": "hole_no_peek", "decks_in_use": "8"}, HI_LO),
    "both cards up": (
        {
            "dealer_cards": "double_exposure",
            "main_pays": "exposed",
            "double_on": "nine_to_eleven",
        },
        SEEN,
    ),
    "six to five": ({"main_pays": "six_to_five", "soft_17": "hit"}, BOLD),
    "always shuffled": ({"shuffler": "continuous"}, BOLD),
    "side wagers": (OFFERED, deal.POLICIES["basic"]),
    "other side wagers, counted": (OTHERS, HI_LO),
    "under 13": ({"over_under_offered": True}, BOLD),
}
BESIDE = {
    "side wagers": SIDES,
    "other side wagers, counted": {"over_13": 500, "in_between": 700},
    "under 13": {"under_13": 200},
}


def decide(table: Table, plan: Plan, insured: bool) -> tuple[str, int]:
    """What the plan does, from what the seat sees."""
    view, rules = table.view(SEAT), table.rules
    choices = {choice.name: choice for choice in view.asked.choices}
    if "no_insurance" in choices:
        return ("insure", choices["insure"].most) if insured else ("no_insurance", 0)
    if "cut" in choices:
        return "pass", 0
    mine = [e for e in view.events if e.kind == "dealt" and str(e.who).startswith(str(SEAT))]
    place = mine[-1].who
    cards = view.state.hands[place]
    points = [rules.points[c & 15] for c in cards]
    seen = [c for c in view.state.hands["dealer"] if c != UNKNOWN]
    aces, dealer = points.count(11), [rules.points[c & 15] for c in seen]
    total, soft = best_total(sum(points), aces), is_soft(sum(points), aces)
    if rules.rule("dealer_cards") == "double_exposure":
        whole = best_total(sum(dealer), dealer.count(11))
        column = f"soft {whole}" if is_soft(sum(dealer), dealer.count(11)) else str(whole)
    else:
        column = "A" if dealer[0] == 11 else str(dealer[0])
    if "split" in choices and splits_by(plan.chart, "A" if aces else str(points[0]), column):
        return "split", choices["split"].most
    wanted = letter(plan.chart, total, soft, column)
    if wanted in "Dd" and "double" in choices:
        return "double", choices["double"].most
    if wanted in "Rr" and "surrender" in choices:
        return "surrender", 0
    hits = wanted in "HDR" and "hit" in choices
    return ("hit" if hits else "stand"), 0


def true_count(plan: Plan, seen: list[int], left: int) -> int:
    """The count for each deck of 52 that is left, by hand."""
    return floor(Fraction(sum(plan.count.get(RANKS[c & 15], 0) for c in seen) * 52, left))


def replayed(options, policy, rounds: int, seed: int = 7, beside=()):
    """Rounds of the kernel and of the referee with the same cards: the nets of each, wager by
    wager, and the kernel's net of the round."""
    rules = TableRules(BOOK, options)
    plan, usual = plan_of(rules, policy), {"main": MAIN, **dict(beside)}
    state = deal.table(rules, usual, plan, seed, 3)
    sides, _ = sides_of(rules, usual)
    one, given = state[0], Given()
    table = Table(game("blackjack").play, BOOK, options=options, chance=given, keep_log=False)
    table.sit(SEAT)
    levels = deal._pays(rules, usual, plan)
    unit, seen = deal._unit(levels, sides), []
    for _ in range(rounds):
        due = bool(one.due or one.dealt >= one.cut)
        deal_kernel.prepare.jit(one)
        burned = [int(one.shoe[0])] if due and one.burns else []
        seen = [] if due else seen
        true = true_count(plan, seen, int(one.cards - one.dealt))
        times = max(step for step in ((-99, 1), *plan.ramp) if step[0] <= true)[1]
        cells, fates = one.cells.copy(), one.side_cells.copy()
        net = deal_kernel.play_round.jit(one)
        if sides.wagers:
            net += deal_kernel.settle_sides.jit(one)
        came = (one.cells - cells).reshape(deal_kernel.LEVELS, -1, deal_kernel.CODES)
        cards = [int(c) >> deal_kernel.NAME for c in one.shoe[one.start : one.dealt]]
        given.cards, before = [*(c >> deal_kernel.NAME for c in burned), *cards], given.shuffles
        ace = RANKS[cards[1] & 15] == "A" and plan.insure_from is not None
        true = true_count(plan, [*seen, *cards[:3]], int(one.cards - one.start - 3))
        insured = ace and true >= plan.insure_from
        seen += cards
        table.begin()
        assert (given.shuffles > before) == due
        bets = {**usual, "main": MAIN * times}
        while isinstance(table.waiting, Ask):
            table.act(SEAT, *decide(table, plan, insured))
        table.bet(SEAT, bets)
        table.close()
        while isinstance(table.waiting, Ask):
            table.act(SEAT, *decide(table, plan, insured))
        assert not given.cards, "the kernel has dealt more"
        kernel = {}
        for level, wager, code in zip(*np.nonzero(came), strict=True):
            chips, nets = levels[level].of(deal_kernel.WAGERS[wager])
            kernel[deal_kernel.WAGERS[wager]] = (nets[int(code)], chips)
        for number in np.nonzero(one.side_cells - fates)[0]:
            nets = zip(sides.fates[number], sides.chips, strict=True)
            kernel |= dict(zip(sides.wagers, nets, strict=True))
        moves = moves_of(table.round, SEAT, bets)
        yield kernel, {name: (move.net, move.action) for name, move in moves.items()}, net * unit


@pytest.mark.parametrize("name", TABLES)
def test_the_referee_settles_the_kernels_cards_alike(name) -> None:
    found = list(replayed(*TABLES[name], rounds=400, beside=BESIDE.get(name, {})))
    for kernel, referee, net in found:
        assert kernel == referee
        assert net == sum(won for won, _ in referee.values())
    assert len({net for *_, net in found}) > 3


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_and_thousands_of_them(name) -> None:
    rounds = 20_000 if os.environ.get("HOUSEWAY_SOAK") else 1_000
    for kernel, referee, net in replayed(*TABLES[name], rounds, 8, BESIDE.get(name, {})):
        assert kernel == referee
        assert net == sum(won for won, _ in referee.values())


def test_the_tables_above_see_everything() -> None:
    seen, nets = set(), set()
    for name in ("surrender, everything paid more", "a hole card, counted"):
        for kernel, _, _ in replayed(*TABLES[name], rounds=400):
            seen |= set(kernel)
            nets.add(kernel["main"][0])
    assert seen >= set(deal_kernel.WAGERS) - {"double_3", "double_4"}
    assert nets >= {-MAIN, -MAIN // 2, 0, MAIN, MAIN * 3 // 2, MAIN * 2}


# -- the same rules, plain and compiled ------------------------------------------------------------


def test_rules_are_the_same_compiled() -> None:
    yes_no = (False, True)
    for high, aces in product(range(64), range(6)):
        assert best_total(high, aces) == best_total.jit(high, aces)
        assert is_soft(high, aces) == is_soft.jit(high, aces)
    for total, soft, stands in product(range(2, 27), yes_no, (17, 18)):
        assert dealer_draws(total, soft, 17, stands) == dealer_draws.jit(total, soft, 17, stands)
    relatives = ((False, False, 0, 0, 0), (True, False, 2, 6, 22), (False, True, 1, 0, 22))
    for given in product(range(17, 23), (2, 6), yes_no, range(17, 24), (2, 3), *[yes_no] * 3):
        for more in relatives:
            assert fate(*given, *more) == fate.jit(*given, *more)
    for given in product((20, 21), (3, 5), range(2), range(4), range(2), *[yes_no] * 4):
        assert extra_row(*given) == extra_row.jit(*given)
    for given in product(range(4, 22), yes_no, yes_no, (-1, 7 << 9)):
        assert doubles(*given) == doubles.jit(*given)
    for given in product(range(1, 5), range(2, 5), yes_no, yes_no):
        assert splits(*given) == splits.jit(*given)


def test_the_kernel_is_the_same_in_plain_python() -> None:
    rules = TableRules(BOOK, {"surrender": True, **FOUR})
    plan = plan_of(rules, HI_LO)
    plain, compiled = (deal.table(rules, {"main": MAIN}, plan, 7, 1) for _ in range(2))
    rounds = 100_000 if os.environ.get("HOUSEWAY_SOAK") else 1_500
    deal_kernel.play_rounds(plain, rounds)
    deal_kernel.play_rounds.jit(compiled, rounds)
    assert plain.tobytes() == compiled.tobytes()


# -- sums ------------------------------------------------------------------------------------------


def test_sums_are_those_of_the_rounds() -> None:
    options, rounds = {"surrender": True, **FOUR}, 300
    rules = TableRules(BOOK, options)
    found = deal.simulate_shard(rules, {"main": MAIN}, 7, 3, rounds, **BOLD)
    nets = [net for *_, net in replayed(options, BOLD, rounds)]
    assert found.all.net == found.game.net == sum(nets)
    assert found.all.squares == sum(net * net for net in nets)
    assert found.all.won == sum(net > 0 for net in nets)
    assert found.all.lost == sum(net < 0 for net in nets)
    assert found.all.initial == rounds * MAIN
    kernel = [kernel for kernel, _, _ in replayed(options, BOLD, rounds)]
    for name, sums in found.wagers.items():
        made = [one[name] for one in kernel if name in one]
        assert sums.rounds == rounds
        assert (sums.made, sums.net) == (len(made), sum(net for net, _ in made))
        assert sums.action == sum(chips for _, chips in made)
        assert sums.squares == sum(net * net for net, _ in made)


def test_sums_of_side_wagers_are_those_of_the_rounds() -> None:
    rules, rounds = TableRules(BOOK, OFFERED), 300
    found = deal.simulate_shard(rules, {"main": MAIN, **SIDES}, 7, 3, rounds, **BOLD)
    played = list(replayed(OFFERED, BOLD, rounds, beside=SIDES))
    assert found.all.net == sum(net for *_, net in played)
    assert found.all.squares == sum(net * net for *_, net in played)
    assert found.all.won == sum(net > 0 for *_, net in played)
    games = [sum(n for name, (n, _) in one.items() if name not in SIDES) for one, *_ in played]
    assert (found.game.net, found.game.lost) == (sum(games), sum(net < 0 for net in games))
    assert found.game.squares == sum(net * net for net in games)
    assert found.all.action - found.game.action == rounds * sum(SIDES.values())
    for name, chips in SIDES.items():
        sums, nets = found.wagers[name], [one[name][0] for one, *_ in played]
        assert (sums.rounds, sums.made, sums.action) == (rounds, rounds, rounds * chips)
        assert (sums.net, sums.won) == (sum(nets), sum(net > 0 for net in nets))


def near(found, exact: float, sigmas: float = 4) -> bool:
    """Whether the mean net of a bet of one agrees with the exact one."""
    return abs(float(found.mean) / MAIN - exact) < sigmas * found.standard_error / MAIN


@pytest.mark.soak
@pytest.mark.parametrize("name", ["optimal", "mimic", "never_bust"])
def test_ways_to_play_are_worth_what_the_exact_odds_say(name) -> None:
    """Shuffled for every round, as the exact figures are; and one deck, where cards matter most."""
    rules = TableRules(BOOK, {"shuffler": "continuous", "decks_in_use": "1"})
    known = numbers(rules)
    exact = {
        "optimal": lambda: odds.by_chart(known),
        "mimic": lambda: odds.play_by(known, odds.drawing(odds.mimic(known)), name),
        "never_bust": lambda: odds.play_by(known, odds.drawing(odds.never_bust), name),
    }[name]()
    found = deal.simulate_shard(rules, {"main": MAIN}, 11, 0, 1 << 22, **deal.POLICIES[name])
    assert found.all.standard_error < 0.0006 * MAIN
    assert near(found.all, float(exact.expectation))
    table, rounds = exact.table, found.all.rounds
    square, fourth = (float(table.mean(lambda one, n=n: one.net**n)) for n in (2, 4))
    seen = found.all.squares / MAIN**2 / rounds
    assert abs(seen - square) < 4 * ((fourth - square**2) / rounds) ** 0.5
    for count, chance in (
        (found.all.won, float(table.win_probability)),
        (found.all.lost, float(table.loss_probability)),
    ):
        assert abs(count / rounds - chance) < 4 * (chance * (1 - chance) / rounds) ** 0.5


def test_the_basic_chart_is_next_to_the_best_one() -> None:
    """Six decks, S17, doubling after splits to four hands: -0.40287 % at best, by composition."""
    options = {"shuffler": "continuous", "split_21_beats": False, **FOUR}
    rules, basic = TableRules(BOOK, options), deal.POLICIES["basic"]
    found = deal.simulate_shard(rules, {"main": MAIN}, 11, 0, 1 << 22, **basic)
    assert near(found.all, -0.00406)


def test_the_count_pays() -> None:
    basic = deal.POLICIES["basic"]
    flat = deal.simulate_shard(TableRules(BOOK), {"main": MAIN}, 5, 0, 1 << 20, **basic)
    hi_lo = deal.simulate_shard(TableRules(BOOK), {"main": MAIN}, 5, 0, 1 << 20, **HI_LO)
    assert flat.all.net < 0 < hi_lo.all.net
    assert hi_lo.wagers["insurance"].net > 0
    assert hi_lo.all.initial > flat.all.initial


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "bets", "reason"),
    [
        ({}, {"main": MAIN, "sevens": 100}, "not dealt natively with sevens"),
        ({"shuffle_method": "bart_carter"}, {"main": MAIN}, "shuffle_method bart_carter"),
        ({"multiple_action": True}, {"main": MAIN}, "multiple_action true"),
        ({"hand_fee": "$0.25"}, {"main": MAIN}, "hand fee"),
        ({"dealing": "double_shoe"}, {"main": MAIN}, "manual shoe alone"),
    ],
)
def test_what_is_not_dealt_natively_is_said(options, bets, reason) -> None:
    rules = TableRules(BOOK, options)
    assert reason in deal.why_not(rules, bets)
    with pytest.raises(Refused, match=reason):
        deal.simulate_shard(rules, bets, 0, 0, 1)


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        ({"chart": "none"}, "no chart 'none'"),
        ({"chart": {"hard": {17: "S"}, "soft": {}}}, "hard and for soft"),
        ({"chart": {"hard": {17: "S" * 9}, "soft": {18: "S" * 10}}}, "each of its 10 columns"),
        ({"chart": {"hard": {17: "X" * 10}, "soft": {18: "S" * 10}}}, "no letter 'X'"),
        ({"chart": {**SEEN["chart"]}}, "columns for the dealer's up cards"),
        (
            {"chart": {"hard": {17: "S" * 10}, "soft": {18: "S" * 10}, "pairs": {"J": "P" * 10}}},
            "'J'",
        ),
        ({"chart": {"by": "decks_in_use", "1": {}}}, "nothing for decks_in_use 6"),
        ({**BOLD, "count": {"1": 1}}, "no rank '1'"),
        ({**BOLD, "ramp": [[1, 2]]}, "need a count"),
        ({**BOLD, "count": {"2": 1}, "ramp": [[2, 2], [1, 3]]}, "goes up"),
        ({**BOLD, "count": {"2": 1}, "ramp": [[1, 0]]}, "at least once"),
        ({"bet": 3}, "no 'bet'"),
    ],
)
def test_a_plan_that_says_nothing_sensible_is_refused(policy, reason) -> None:
    with pytest.raises(Refused, match=reason):
        deal.simulate_shard(TableRules(BOOK), {"main": MAIN}, 0, 0, 1, **policy)
