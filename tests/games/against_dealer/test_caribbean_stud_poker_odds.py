"""Caribbean stud: published losses to the last digit, both readings, limits, the progressive."""

import random
from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from houseway.certificates.figures import recompute
from houseway.counting.progressive import Award, Draw
from houseway.equipment.cards import card, cards, mask
from houseway.equipment.shoe import Scripted
from houseway.games import game
from houseway.games.against_dealer.caribbean_stud_poker import odds, results
from houseway.games.against_dealer.fold_or_play_odds import decide
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

CARIBBEAN = game("caribbean-stud-poker")
BOOK = CARIBBEAN.rulebook("nj")
F = Fraction
HANDS = comb(52, 5)
DEALS = HANDS * 47 * comb(46, 4)


def at(**options):
    return TableRules(BOOK, options)


def found(wager, stakes=None, meters=None, **options):
    (result,) = results.results(at(**options), stakes, meters, wager=wager)
    result.outcomes.check()
    return result.outcomes


@pytest.mark.parametrize(
    ("table", "advantage"),
    [
        ("repaired", F(142031221, 2718662100)),
        ("as_printed", F(-21744651683, 118650181650)),
    ],
)
def test_house_advantage_with_best_play(table, advantage):
    main = found("main", bet=table)
    assert main.denominator == DEALS == 19_933_230_517_200
    assert main.house_advantage == advantage
    ante, bet = found("ante", bet=table), found("bet", bet=table)
    assert main.expectation == ante.expectation + 2 * bet.expectation
    assert main.mean_action == 1 + 2 * bet.mean_action


# What each strategy loses over all deals, in antes, as long published; and the element of risk
PUBLISHED = {
    "three_rules": (1_041_417_758_724, "2.554%"),
    "threshold": (1_059_715_400_580, "2.596%"),
    "matching_rank": (1_063_176_931_284, "2.616%"),
    "pair_or_better": (1_090_272_101_460, "2.738%"),
    "ace_king_or_better": (1_132_600_203_540, "2.672%"),
    "every_hand": (3_310_360_338_060, "5.536%"),
}


def test_published_losses_to_the_last_deal():
    best = results.strategy(at())
    assert best.house_advantage * DEALS == 1_041_372_912_372
    assert f"{float(best.element_of_risk):.3%}" == "2.555%"
    ours = {rule.name: rule for rule in best.simple_rules}
    for name, (loss, _) in PUBLISHED.items():
        rule = ours[results.RULES[name]]
        assert rule.house_advantage * DEALS == loss
        assert rule.cost == rule.house_advantage - best.house_advantage > 0
    assert best.best_simple_rule.name == results.RULES["three_rules"]


def test_published_elements_of_risk():
    solved = results.main_game(at())
    for name, bluff in odds.BLUFFS.items():
        main = solved.follow(odds.pair_or(bluff), name).together
        main.check()
        assert f"{float(main.house_advantage_on_action):.3%}" == PUBLISHED[name][1]


def test_only_ace_king_is_ever_in_doubt():
    shares = results.strategy(at()).folds_by_hand
    assert shares["less than ace-king"] == 1
    assert 0 < shares["ace-king"] < 1
    assert {share for name, share in shares.items() if "ace-king" not in name} == {0}


@pytest.mark.parametrize("table", ["as_printed", "repaired"])
def test_no_hand_that_the_progressive_pays_is_folded(table):
    optimal = results.main_game(at(bet=table)).optimal
    for row in at().schedule("progressive").prices:
        assert optimal.folds(row) == 0


# A posted limit on what a bet is paid


def test_a_limit_bites_only_on_a_large_ante():
    free = found("main", {"ante": F(5)})
    assert found("main", {"ante": F(5)}, payout_limit=500_000).outcomes == free.outcomes
    capped = found("main", {"ante": F(100)}, payout_limit=500_000)
    top = max(outcome.net for outcome in capped.outcomes)
    assert top == 1 + 2 * F(5_000, 200)  # a bet of $200 is paid $5,000 for a straight flush too
    assert capped.house_advantage > free.house_advantage
    labels = {outcome.label for outcome in capped.outcomes}
    assert "win, bet 25 to 1" in labels
    assert "win, bet 100 to 1" not in labels
    with pytest.raises(Refused, match="lower"):
        at(payout_limit=499_900)


def test_a_result_names_the_limit_it_depends_on():
    (result,) = results.results(at(payout_limit=500_000), {"ante": F(100)}, wager="main")
    assert result.options == {"bet": "repaired", "payout_limit": 500_000}
    assert recompute(result).to_json() == result.to_json()


# The progressive


@pytest.mark.parametrize(
    ("table", "advantage"), [("tenth_of_meter", F(5647, 9282)), ("five_thousand", None)]
)
def test_progressive_at_reset(table, advantage):
    wager = found("progressive", progressive=table)
    counts = {outcome.label: outcome.count for outcome in wager.outcomes}
    assert counts["royal_flush"] == 4
    assert counts["straight_flush"] == 36
    assert counts["four_of_a_kind"] == 624
    assert counts["full_house"] == 3_744
    assert counts["flush"] == 5_108
    if advantage is not None:
        assert wager.house_advantage == advantage


def test_fixed_awards_alone_return_36_per_cent():
    wager = found("progressive", meters={"jackpot": 0})
    assert 1 - wager.house_advantage == F(1385, 3822)


@pytest.mark.parametrize(
    ("four", "full", "flush", "dollars"),
    [(100, 75, 50, 263_205), (150, 100, 50, 246_784), (500, 150, 75, 176_613)],
)
def test_published_break_even_meters(four, full, flush, dollars):
    """For other awards of four of a kind, full house and flush than the law's."""
    wager = results.progressive(at())
    fixed = {"four_of_a_kind": four, "full_house": full, "flush": flush}

    def award(rows, meters):
        (row,) = rows or {""}
        return Award(fixed[row] * 100) if row in fixed else wager.award(rows, meters)

    fair = replace(wager, award=award).break_even("jackpot")
    assert round(fair / 100) == dollars


def test_break_even_meter():
    wager = results.progressive(at())
    fair = wager.break_even("jackpot")
    meter = (1 - F(1385, 3822)) / (F(4, HANDS) + F(36, 10 * HANDS))
    assert round(meter) == 218_047
    assert 0 <= fair - meter * 100 < 10  # ten cents, of which a straight flush has one
    assert wager.expectation({"jackpot": fair}) >= 0 > wager.expectation({"jackpot": fair - 1})


def test_the_long_run_pays_out_what_goes_in():
    """Where all awards come out of the meter, players get what it is fed and starts from."""
    for table in ("tenth_of_meter", "five_thousand"):
        run = results.progressive(at(progressive=table)).long_run({"jackpot": F(7, 10)})
        assert run.house_advantage == 1 - F(7, 10) - F(4 * 10_000, HANDS)
        assert run.rounding == 0


def test_the_long_run_with_the_meter_left_alone():
    rules = at(fixed_awards_from_meter=False)
    run = results.progressive(rules).long_run({"jackpot": F(7, 10)})
    assert run.house_advantage == 1 - F(7, 10) - F(1385, 3822) - F(4 * 10_000, HANDS)
    mean = run.meters["jackpot"].mean_at_hit
    assert mean == (70 * HANDS + 4 * 1_000_000) / (4 + F(36, 10))


def test_what_an_award_draws_from_the_meter():
    for drawn, expected in ((True, (Draw("jackpot", cents=50_000),)), (False, ())):
        wager = results.progressive(at(fixed_awards_from_meter=drawn))
        assert wager.award(frozenset({"four_of_a_kind"}), wager.resets).drawn == expected
        straight = wager.award(frozenset({"straight_flush"}), {"jackpot": 1_234_567})
        assert straight == (123_456, frozenset(), (Draw("jackpot", share=F(1, 10)),))
        royal = wager.award(frozenset({"royal_flush"}), {"jackpot": 1_234_567})
        assert royal == (1_234_567, frozenset({"jackpot"}), ())


def test_every_variation_is_found_again():
    chosen = list(results.every_variation(BOOK))
    assert chosen == [
        {"bet": "as_printed"},
        {"bet": "repaired"},
        {"progressive": "tenth_of_meter"},
        {"progressive": "five_thousand"},
    ]
    for options in chosen:
        for result in results.results(at(**options)):
            assert recompute(result).to_json() == result.to_json()


# Advice


def table_with(hand, shown, bets):
    chance = Scripted({1: cards(hand), "dealer": [card(shown)]})
    table = Table(CARIBBEAN.play, BOOK, chance=chance, keep_log=False)
    table.sit(1)
    table.bet(1, bets)
    table.close()
    return table


@pytest.mark.parametrize(
    ("hand", "shown", "best"),
    [
        ("As Kd Qc 8h 3s", "8c", "bet"),
        ("As Kd 9c 8h 3s", "2c", "fold"),
        ("2s 2d 9c 8h 3s", "Ac", "bet"),
        ("As Qd Jc 9h 8s", "2c", "fold"),
    ],
)
def test_advice_is_the_solution(hand, shown, best):
    table = table_with(hand, shown, {"ante": 1000, "progressive": 100})
    worth = results.advise(table.view(1), table.rules)
    assert max(worth, key=worth.get) == best
    assert worth["fold"] == -1000
    solved = results.main_game(table.rules)
    held, up = mask(cards(hand)), card(shown)
    assert worth["bet"] == decide(solved.contest, solved.terms, held, up).play * 1000
    assert results.POLICIES["optimal"](table.view(1), table.rules) == best


def test_policies_decide_from_the_view():
    tables = [
        table_with("As Kd 9c 8h 3s", "8c", {"ante": 1000}),  # pairs one of mine
        table_with("As Kd Jc 9h 3s", "2c", {"ante": 1000}),  # above the threshold
        table_with("As Kd 7c 6h 3s", "2c", {"ante": 1000}),
        table_with("As Qd 7c 6h 3s", "2c", {"ante": 1000}),
    ]
    decided = {
        name: "".join(policy(one.view(1), one.rules)[0] for one in tables)
        for name, policy in results.POLICIES.items()
    }
    assert decided == {
        "optimal": "bfff",
        "three_rules": "bfff",
        "matching_rank": "bfff",
        "pair_or_better": "ffff",
        "ace_king_or_better": "bbbf",
        "threshold": "fbff",
        "every_hand": "bbbb",
    }


def test_one_hand_and_all_hands_agree():
    dice = random.Random(16)
    solved = results.main_game(at())
    standing = solved.contest.standing
    for _ in range(25):
        dealt = dice.sample(standing.hands.pack.cards, 6)
        cell = standing.cell(mask(dealt[:5]), dealt[5])
        assert standing.times[cell]
        one = decide(solved.contest, solved.terms, mask(dealt[:5]), dealt[5])
        assert (one.best == "play") == solved.plays[cell]


def test_classes_of_one_category():
    royals = list(results.every_class(at(), total=9))
    assert [(row.hand, row.shown, row.best) for row in royals] == [("Tc Jc Qc Kc Ac", "any", "bet")]
    assert royals[0].ways == 4 * 47
    assert royals[0].above == 0


def test_the_dealer_shows_a_card():
    rules = at()
    with pytest.raises(ValueError, match="one card of the dealer's is seen"):
        decide(results.contest(rules), results.terms(rules), 0b11111)
