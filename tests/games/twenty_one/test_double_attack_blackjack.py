"""Double attack blackjack: figures by hand, the solver against the referee and the kernel."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.certificates.recount import small_tables
from houseway.games import game, open_table
from houseway.games.twenty_one.attack_figures import best, follow, with_chart
from houseway.games.twenty_one.attacks import always, attacked, dealt_with, mean_of, never
from houseway.games.twenty_one.double_attack_blackjack import deal, recount
from houseway.games.twenty_one.double_attack_blackjack.results import FIGURES
from houseway.games.twenty_one.table_numbers import numbers
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = game("double-attack-blackjack")
RULES = TableRules(GAME.rulebook())
KNOWN = numbers(RULES)


def test_the_double_attack_is_made_beside_two_to_eight() -> None:
    """As published: from 2 to 8, which is in 7 of 12 rounds."""
    found = best(KNOWN)
    made = {start[0] + 1 for (start, _), added in found.added.items() if added}
    assert made == {2, 3, 4, 5, 6, 7, 8}
    assert found.attack_frequency("double_attack") == Fraction(7, 12)
    assert 0.0048 < -found.expectation < 0.0049


@pytest.mark.soak
def test_every_rule_that_helps_a_player_is_worth_something() -> None:
    plain = best(KNOWN).expectation
    for name in ("rescue", "surrender_any_time", "double_more_cards"):
        less = attacked(replace(KNOWN, more=replace(KNOWN.more, **{name: False})))
        assert less.expectation < plain
    final = replace(KNOWN, bust_is_final=False)
    assert attacked(final).expectation > plain
    peeks = numbers(TableRules(GAME.rulebook(), {"dealer_cards": "hole_with_reader"}))
    assert plain < attacked(peeks).expectation == attacked(final).expectation


def test_a_table_is_its_expectation() -> None:
    for adds in (never, always):
        found = attacked(KNOWN, adds=adds)
        found.table.check()
        assert found.table.expectation == found.expectation
    assert best(KNOWN).expectation > attacked(KNOWN, adds=never).expectation


def test_insurance_and_bonus_by_hand() -> None:
    found = {one.wager: one.outcomes for one in FIGURES.results(RULES)}
    tens = Fraction(8 * 12, 8 * 48 - 1)
    assert found["insurance"].expectation == Fraction(5, 2) * tens - (1 - tens)
    rows = {one.label: Fraction(one.count) for one in found["optional_bonus"].outcomes}
    deals = 384 * 383 * 382
    assert rows["eights_suited"] / found["optional_bonus"].denominator == Fraction(
        4 * 8 * 7 * 6, deals
    )
    colored = 2 * 16 * 15 * 14 - 4 * 8 * 7 * 6
    assert rows["eights_coloured"] / found["optional_bonus"].denominator == Fraction(colored, deals)
    # a six takes 16 over and nothing less: a nine and a seven, a ten and a six, two eights
    sixes = 2 * 32 * 32 * 32 + 2 * 96 * 32 * 31 + 32 * 31 * 32
    assert rows["six"] / found["optional_bonus"].denominator == Fraction(sixes, deals)


@pytest.mark.parametrize("small", recount.SMALL[:4], ids=lambda one: one.ranks)
def test_the_referee_comes_to_what_the_solver_says(small) -> None:
    assert small_tables.differences(GAME, "nj", small) == []


@pytest.mark.soak
def test_the_kernel_deals_what_the_chart_is_worth() -> None:
    """Rounds of one shoe are not quite alike, so that a little more than chance is let be."""
    for plan, exact in (
        ("optimal", with_chart(KNOWN).expectation),
        ("never_attack", attacked(KNOWN, adds=never).expectation),
    ):
        found = deal.simulate_shard(RULES, {"main": 1000}, 3, 0, 2_000_000, **deal.POLICIES[plan])
        error = 4 * found.game.standard_error / 1000 + 0.0005
        assert abs(float(found.game.mean) / 1000 - float(exact)) < error
        assert found.game.net == sum(one.net for one in found.wagers.values())


def test_the_kernel_gives_the_double_attack_of_hands_that_are_over_back_beside_a_blackjack() -> (
    None
):
    """A seat that draws to 21 or over is over in nearly every round, and the double attack wager is
    lost less often than the initial one by the dealer's blackjacks, which no hand waits for."""
    rounds, hits = 200_000, "H" * 10
    chart = {
        "hard": dict.fromkeys(range(4, 21), hits),
        "soft": dict.fromkeys(range(12, 21), hits),
    }
    bets = {"main": 1000}
    found = deal.simulate_shard(RULES, bets, 26, 0, rounds, chart=chart, attack="always").wagers
    saved = (found["double_attack"].net - found["main"].net) / 1000 / rounds
    blackjacks = 2 * Fraction(32, 384) * Fraction(96, 383)
    assert abs(saved - blackjacks * (1 - blackjacks)) < 0.002


def test_what_the_kernel_does_not_deal_is_refused() -> None:
    assert "main wager alone" in deal.why_not(RULES, {"main": 1000, "optional_bonus": 100})
    reshuffled = TableRules(GAME.rulebook(), {"may_reshuffle": True})
    assert "may_reshuffle" in deal.why_not(reshuffled, {"main": 1000})
    with pytest.raises(Refused, match="best, never or always"):
        deal.simulate_shard(RULES, {"main": 1000}, 0, 0, 1, attack="often")


def test_advice_on_the_double_attack_is_what_the_round_is_worth() -> None:
    table = open_table("double-attack-blackjack", seed=5, options={"shuffler": "automated"})
    table.sit(1, "one")
    table.begin()
    table.bet(1, {"main": 1000})
    table.close()
    view = table.view(1)
    worth = FIGURES.advise(view, table.rules)
    up = table.round.state.hands["dealer"][0]
    value = 0 if table.rules.points[up & 15] == 11 else table.rules.points[up & 15] - 1
    for name, units in (("add_double_attack", 2), ("no_double_attack", 1)):
        cell = dealt_with(KNOWN, units)[(value,), None]
        assert worth[name] == 1000 * mean_of(KNOWN, units, cell)


def test_mistakes_add_up_to_the_cost() -> None:
    def timid(sight) -> str:
        for name in ("no_double_attack", "stand"):
            if name in sight.choices:
                return name
        return sight.choices[0]

    found = follow(KNOWN, timid)
    assert found.table.expectation == found.expectation
    cost = sum(one.cost for one in FIGURES.own_play.mistakes(RULES, timid))
    assert cost == best(KNOWN).expectation - found.expectation
    (valued,) = FIGURES.own_play.results(RULES, timid)
    assert valued.outcomes.expectation == found.expectation


def test_a_chart_is_valued_as_it_is_played() -> None:
    decide = FIGURES.own_play.read({"chart": "optimal"}, RULES)
    (valued,) = FIGURES.own_play.results(RULES, decide)
    assert valued.outcomes.expectation == with_chart(KNOWN).expectation
