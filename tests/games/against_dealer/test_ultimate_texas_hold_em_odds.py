"""Ultimate Texas hold 'em: published figures, and the parts against each other."""

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb

import pytest

from houseway.equipment.cards import cards, deck, mask
from houseway.games import game
from houseway.games.against_dealer.board_policy import board_code
from houseway.games.against_dealer.hole_cards import hole_code
from houseway.games.against_dealer.ultimate_texas_hold_em import odds, outs, policy
from houseway.games.authoring.policy import Sight
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from maths import maths

UTH = game("ultimate-texas-hold-em")
RULES = TableRules(UTH.rulebook())
PUBLISHED = maths(UTH).published(RULES)
DEALS = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)


@cache
def main() -> odds.MainGame:
    return maths(UTH).main_game(RULES)


@cache
def result(wager):
    (found,) = UTH.odds.results(RULES, wager=wager)
    found.outcomes.check()
    return found.outcomes


def says(hole, board=()) -> str:
    """What the published way to play does."""
    choices = policy.offered(main().prices)[policy.BOARDS.index(len(board))]
    return PUBLISHED(Sight(choices, tuple(hole), (), tuple(board)))


@pytest.mark.soak
def test_house_advantage_with_best_play() -> None:
    """2.18497% of the ante, 0.53% of the money bet, deviation 4.94: Shackleford, Wizard of Odds."""
    table = result("main")
    assert table.denominator == DEALS == 27_813_810_024_000
    assert table.house_advantage == Fraction(50643648973, 2317817502000)
    assert f"{float(table.house_advantage):.5%}" == "2.18497%"
    assert f"{float(table.house_advantage_on_action):.2%}" == "0.53%"
    assert f"{table.standard_deviation:.2f}" == "4.94"
    assert f"{float(table.mean_action):.2f}" == "4.15"


def test_how_the_decisions_end() -> None:
    often = main().optimal.frequencies
    assert often["play_4x"] == Fraction(500, 1326)
    assert often["play_3x"] == 0
    assert sum(often.values()) == 1
    assert f"{float(often['fold']):.2%}" == "19.19%"


def test_hands_that_bet_before_the_flop() -> None:
    """The published chart, hand by hand: all that bet at once and no others."""
    classes = list(UTH.odds.classes(RULES))
    assert len(classes) == 169
    assert sum(one.ways for one in classes) == 1326
    assert classes[0].hand == "AA"
    for one in classes:
        assert one.bet == ("play_4x" if one.best != "check" else one.bet)
        suited = one.hand.endswith("s")
        hand = cards(f"{one.hand[0]}c {one.hand[1]}{'c' if suited else 'd'}")
        assert says(hand) == one.best, one.hand
    total = sum(one.ways * max(one.check, one.bet_worth) for one in classes)
    assert -total / 1326 == result("main").house_advantage


def test_the_wagers_add_up_to_the_game() -> None:
    parts = [result(wager).expectation for wager in ("ante", "blind", "play")]
    assert sum(parts) == result("main").expectation


def test_outcomes_are_told_apart() -> None:
    outcomes = {one.label: one for one in result("main").outcomes}
    royal = outcomes["play_4x, win, royal_flush"]
    assert (royal.net, royal.action) == (505, 6)
    assert outcomes["play_2x, lose unopened"].net == -3
    assert outcomes["play_1x, win unopened, flush"].net == Fraction(5, 2)
    assert outcomes["fold"].net == -2
    folded = next(one for one in result("play").outcomes if one.label == "fold")
    assert (folded.net, folded.action) == (0, 0)


def test_heads_up() -> None:
    """Two hands seen to the end, by the hand that loses, and ties: How, discountgambling.net."""
    solver = main().solver
    plan = solver.solved.plan
    early = maths(UTH).largest_bet(main().prices)
    tally = solver.tally(replace(plan, before=plan.before * 0 + early))
    of_flops = 10  # he counts boards, and here each comes with every flop it can begin with
    lost = 2 * tally[:, :, 4:].sum(axis=(0, 2)) // of_flops  # by either side
    assert lost.tolist() == [
        791_967_420_480,
        1_366_512_556_968,
        399_099_149_640,
        64_049_759_448,
        18_271_076_976,
        19_434_208_592,
        8_435_225_376,
        471_040_512,
        10_300_592,
        0,
    ]
    assert int(tally[:, :, 2:4].sum()) // of_flops == 113_130_263_816


@pytest.mark.parametrize(
    ("table", "advantage", "published_as"),
    [
        ("A", Fraction(301629, 33446140), "0.90%"),
        ("B", Fraction(48987, 2572780), "1.90%"),
        ("C", Fraction(233985, 6689228), "3.50%"),
        ("D", Fraction(22717, 367540), "6.18%"),
    ],
)
def test_trips(table, advantage, published_as) -> None:
    rules = TableRules(UTH.rulebook(), {"trips": table})
    (found,) = UTH.odds.results(rules, wager="trips")
    found.outcomes.check()
    assert found.outcomes.denominator == comb(52, 7)
    assert found.outcomes.house_advantage == advantage
    assert f"{float(advantage):.2%}" == published_as
    assert found.options == {"trips": table}


def test_a_house_that_pays_more_than_the_law_asks() -> None:
    own = ["60 to 1", "50 to 1", "30 to 1", "9 to 1", "7 to 1", "4 to 1", "3 to 1"]
    (found,) = UTH.odds.results(TableRules(UTH.rulebook(), {"trips": own}), wager="trips")
    more = Fraction(10 * 4324 + 10 * 37260, comb(52, 7))
    assert found.outcomes.house_advantage == Fraction(301629, 33446140) - more


def test_every_variation() -> None:
    found = list(UTH.odds.variations(UTH.rulebook()))
    assert {"trips": "D"} in found
    assert len(found) == 5


def test_the_limit_of_a_hand() -> None:
    """At 100 dollars a royal flush is due 50,500 and gets 50,000, in the order of the wagers."""
    prices = maths(UTH).prices(RULES, Fraction(100))
    assert prices.cap == 500
    royal = odds.Showdown(9, 1, True)
    assert odds.nets(prices, 4, royal) == {"ante": 1, "blind": 499, "play": 0}
    assert maths(UTH).prices(RULES, Fraction(99)).cap is None
    game = odds.main_game(prices, (8, 9, 10, 11, 12), 4)
    free = odds.main_game(maths(UTH).prices(RULES), (8, 9, 10, 11, 12), 4)
    assert game.optimal.expectation < free.optimal.expectation
    assert game.optimal.together.expectation == sum(
        part.expectation for part in (game.optimal.ante, game.optimal.blind, game.optimal.play)
    )


def test_a_blind_unlike_the_ante_is_refused() -> None:
    with pytest.raises(Refused, match="as much as the ante") as refused:
        UTH.odds.results(RULES, {"blind": Fraction(2)})
    assert "32.1" in refused.value.cite


def test_no_point_total_here() -> None:
    with pytest.raises(Refused, match="no point total"):
        next(UTH.odds.classes(RULES, total=20))


# The published way to play


@pytest.mark.soak
def test_the_published_way_to_play() -> None:
    """2.43% of the ante: Shackleford, Wizard of Odds."""
    simple = next(maths(UTH).simple_solutions(main(), PUBLISHED))
    assert simple.strategy == "published"
    assert f"{float(-simple.expectation):.2%}" == "2.43%"
    assert main().cost(simple) == -simple.expectation - result("main").house_advantage
    assert simple.frequencies["play_4x"] == main().optimal.frequencies["play_4x"]


@pytest.mark.soak
@pytest.mark.slow
def test_the_strategy_in_numbers() -> None:
    found = UTH.odds.strategy(RULES)
    assert found.best_simple_rule.name == "published"
    assert found.house_advantage == result("main").house_advantage
    assert found.bets_before_the_flop["22"] == 0
    assert found.bets_before_the_flop["A high"] == 1
    assert [rule.name for rule in found.simple_rules] == list(UTH.odds.policies)[1:]
    assert all(rule.cost > 0 for rule in found.simple_rules)


@pytest.mark.parametrize(
    ("hole", "flop", "bets"),
    [
        ("2c 2d", "9h Jd Kc", False),
        ("2c 2d", "9h 9d Kc", True),  # two pairs
        ("2c 7d", "7h Jd Kc", True),
        ("4c 7d", "Jh Jd Kc", False),
        ("Tc 4c", "2c 7c Kd", True),
        ("9c 4c", "2c 7c Kd", False),
        ("Td 4c", "2c 7c Kc", False),
        ("4c 7d", "Jh Jd Jc", True),
    ],
)
def test_published_on_the_flop(hole, flop, bets) -> None:
    assert says(cards(hole), cards(flop)) == ("play_2x" if bets else "check")


@pytest.mark.parametrize(
    ("hole", "board", "count"),
    [
        ("Qc 2d", "Kh Jd 9c 7s 3h", 19),  # five pairs of three and four aces
        ("8c 2d", "Kh Jd 9c 7s 3h", 27),  # queens and tens besides; an eight ties
        ("4c 2d", "5h 6d 7c 8s 9h", 4),  # tens make a longer straight
    ],
)
def test_outs_of_the_dealer(hole, board, count) -> None:
    assert outs.dealer_outs(mask(cards(hole)), mask(cards(board)), deck()) == count


def test_the_published_plan_does_what_the_rules_say() -> None:
    from houseway.games.against_dealer.ultimate_texas_hold_em.policy_plan import names_of, plan_of

    solver, names = main().solver, names_of(main())
    plan = plan_of(main(), PUBLISHED)
    dice = random.Random(21)
    for _ in range(150):
        dealt = dice.sample(deck(), 7)
        kinds, row, place = solver.where(dealt[:2], dealt[2:])
        chosen = plan.final[kinds is solver.suited][row, place]
        assert names[policy.LAST][chosen] == says(dealt[:2], dealt[2:])


def test_plain_and_compiled_rules_agree() -> None:
    dice = random.Random(7)
    for _ in range(2_000):
        dealt = dice.sample(deck(), 5)
        hole, flop = mask(dealt[:2]), mask(dealt[2:])
        assert hole_code(hole, True) == hole_code.jit(hole, True)
        assert board_code(hole, flop) == board_code.jit(hole, flop)
