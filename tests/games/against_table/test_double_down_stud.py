"""Double down stud: figures worked out another way, any play valued, and the kernel's cards dealt
again by the referee."""

from fractions import Fraction
from itertools import combinations

import pytest
from given import Given, assert_alike

from houseway.equipment.cards import cards, deck
from houseway.equipment.shoe import Scripted
from houseway.games import game
from houseway.games.against_table.double_down_stud import deal
from houseway.games.against_table.double_down_stud.game import DOUBLE, NO_DOUBLE, ORIGINAL
from houseway.games.against_table.double_down_stud.results import main_game
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = game("double-down-stud")
BOOK = GAME.rulebook()
RULES = TableRules(BOOK)
LOADED = {"shuffler": "loads_shoe"}


@pytest.mark.soak
def test_the_best_play_is_a_short_rule() -> None:
    found = GAME.odds.strategy(RULES)
    assert found.house_advantage == Fraction(15403, 324870)
    assert found.best_simple_rule.cost == 0
    assert found.best_simple_rule.name.startswith("sixes")
    never = next(rule for rule in found.simple_rules if rule.name == "never double")
    assert round(float(never.house_advantage), 6) == 0.284035
    assert sum(found.doubles_on.values()) == found.doubles


@pytest.mark.parametrize(
    ("seen", "worth"),
    [
        ("5c 4d 3h 2s", 0),  # eight straights at 5 to 1, forty cards that lose
        ("9c 8d 7h 6s", Fraction(8 * 5 - (40 - 12), 48)),  # and twelve that push
        ("2c 5c 7c Kc", Fraction(9 * 8 - (39 - 3 - 3) + 3, 48)),  # a king wins, a seven pushes
        ("5c 5d 2h 3s", Fraction(2 * 3 + 6 * 2 - 40, 48)),
    ],
)
def test_what_a_double_is_worth(seen, worth) -> None:
    found = main_game(RULES).worth(cards(seen))
    assert found[Fraction(1)] - found[Fraction(0)] == worth


def test_mistakes_add_up_to_their_cost() -> None:
    content = {"game": GAME.id, "name": "low pairs too", "otherwise": NO_DOUBLE}
    content["rules"] = [{"do": DOUBLE, "pair": "2 to A"}]
    low_pairs = GAME.odds.own_play.read(content, RULES)
    (main, *_) = GAME.odds.own_play.results(RULES, low_pairs)
    wrong = GAME.odds.own_play.mistakes(RULES, low_pairs)
    best = GAME.odds.results(RULES, wager="main")[0].outcomes
    assert sum(one.cost for one in wrong) == best.expectation - main.outcomes.expectation > 0
    fives = next(one for one in wrong if one.hand == "5-5-3-2")
    assert (fives.does, fives.best, fives.each) == (DOUBLE, NO_DOUBLE, Fraction(22, 48))
    assert {one.does for one in wrong if one.hand.endswith("suit")} == {NO_DOUBLE}


def test_a_limit_makes_amounts_between_worth_a_thought() -> None:
    """With $80 and a limit of $100,000 a royal flush is paid in full up to $20 more: with four
    cards of one and every other card losing as much as that, more is worth less."""
    rules = TableRules(BOOK, {"payout_limit": "$100,000"})
    game = main_game(rules, {ORIGINAL: Fraction(80)})
    assert game.prices.cap == 1250
    assert Fraction(1, 4) in game.prices.amounts
    worth = game.worth(cards("Ah Kh Qh Jh"))
    full = game.prices.end(Fraction(1), "royal_flush")
    assert full.net == 1250
    assert [bet.net for bet in full.bets] == [1000, 250]
    free = main_game(RULES).worth(cards("Ah Kh Qh Jh"))
    assert worth[Fraction(1)] == free[Fraction(1)] - Fraction(750, 48)
    assert worth[Fraction(1, 4)] > worth[Fraction(0)]
    (limited,) = GAME.odds.results(rules, {ORIGINAL: Fraction(80)}, wager="main")
    assert limited.options["payout_limit"] == 10_000_000
    (small,) = GAME.odds.results(rules, {ORIGINAL: Fraction(50)}, wager="main")
    assert "payout_limit" not in small.options
    assert small.outcomes == GAME.odds.results(RULES, wager="main")[0].outcomes


def test_the_referee_uses_a_limit_up_as_the_solver_does() -> None:
    options = {**LOADED, "payout_limit": "$100,000"}
    chance = Scripted({1: cards("Ah"), "board_hole": cards("Th"), "board_up": cards("Kh Qh Jh")})
    table = Table(
        GAME.play, BOOK, options=options, limits={ORIGINAL: (1000, 100000)}, chance=chance,
        keep_log=False,
    )  # fmt: skip
    table.sit(1)
    table.bet(1, {ORIGINAL: 8_000})
    table.close()
    table.act(1, DOUBLE, 8_000)
    prices = main_game(table.rules, {ORIGINAL: Fraction(80)}).prices
    end = prices.end(Fraction(1), "royal_flush")
    assert table.results.nets[1] == {bet.wager: bet.net * 8_000 for bet in end.bets}


def test_advice_and_policies() -> None:
    chance = Scripted({1: cards("Ah"), "board_up": cards("Kh Qh Jh")})
    table = Table(GAME.play, BOOK, chance=chance, keep_log=False)
    table.sit(1)
    table.begin()
    for policy in GAME.odds.policies.values():
        assert policy(table.view(1), table.rules) == "cut"
    assert GAME.odds.advise(table.view(1), table.rules) == {}
    table.act(1, "pass")
    table.bet(1, {ORIGINAL: 1_000})
    table.close()
    worth = main_game(RULES).worth(cards("Ah Kh Qh Jh"))
    advice = GAME.odds.advise(table.view(1), table.rules)
    assert advice == {NO_DOUBLE: worth[Fraction(0)] * 1000, DOUBLE: worth[Fraction(1)] * 1000}
    said = {n: policy(table.view(1), table.rules) for n, policy in GAME.odds.policies.items()}
    assert said == {
        "optimal": DOUBLE, "short_rule": DOUBLE, "made_hands": NO_DOUBLE,
        "never_double": NO_DOUBLE, "always_double": DOUBLE,
    }  # fmt: skip


def test_hands_have_no_total() -> None:
    with pytest.raises(Refused, match="no point total"):
        next(GAME.odds.classes(RULES, total=20))
    classes = list(GAME.odds.classes(RULES))
    assert sum(one.ways for one in classes) == 270_725
    best = sum(one.ways * max(one.double_down, one.no_double) for one in classes) / 270_725
    assert best == -Fraction(15403, 324870)


# -- the kernel ----------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["optimal", "made_hands", "always_double"])
def test_the_referee_settles_the_kernels_cards_alike(policy) -> None:
    rounds, bets = 250, {ORIGINAL: 1_000}
    state, plan, rows = deal.prepared(RULES, bets, 7, 3, **deal.POLICIES[policy])
    one, found, cards, given = state[0], Dealt(), deck(), Given()
    table = Table(GAME.play, BOOK, options=LOADED, chance=given, keep_log=False)
    table.sit(1)
    decide = GAME.odds.policies[policy]
    for _ in range(rounds):
        deal.play_rounds.jit(state, plan, rows, 1)
        dealt = [cards[int(at)] for at in one.shoe[:5]]
        given.cards = [dealt[0], dealt[4], *dealt[1:4]]  # the hole card comes before the others
        table.bet(1, bets)
        table.close()
        doubles = decide(table.view(1), table.rules) == DOUBLE
        table.act(1, DOUBLE, 1_000) if doubles else table.act(1, NO_DOUBLE)
        found.take(moves_of(table.round, 1, bets), main_wagers(RULES, bets))
    assert_alike(deal.dealt(RULES, bets, one), found, rounds)


def test_the_kernel_is_the_same_in_plain_python() -> None:
    (plain, *worth), (compiled, *_) = (
        deal.prepared(RULES, {ORIGINAL: 1_000}, 7, 1, plays="never double") for _ in range(2)
    )
    deal.play_rounds(plain, *worth, 300)
    deal.play_rounds.jit(compiled, *worth, 300)
    assert plain.tobytes() == compiled.tobytes()


def test_kernel_and_exact_value_agree() -> None:
    found = deal.simulate_shard(RULES, {ORIGINAL: 1_000}, 3, 0, 1 << 21)
    for wager in (ORIGINAL, DOUBLE):
        (exact,) = GAME.odds.results(RULES, wager=wager)
        sums = found.wagers[wager]
        off = abs(float(sums.mean / 1_000 - exact.outcomes.expectation))
        assert off < 4 * sums.standard_error / 1_000


def test_what_is_not_dealt_is_said() -> None:
    assert "alone" in deal.why_not(RULES, {DOUBLE: 100})
    assert "limit" in deal.why_not(
        TableRules(BOOK, {"payout_limit": "$100,000"}), {ORIGINAL: 1_000}
    )
    with pytest.raises(Refused, match="alone"):
        deal.simulate_shard(RULES, {}, 0, 0, 1)


def test_every_four_cards_have_a_number_of_their_own() -> None:
    state, plan, _ = deal.prepared(RULES, {ORIGINAL: 1_000}, 0, 0, plays="never double")
    seen = set()
    for four in list(combinations(range(52), 4))[::1009]:
        state[0].shoe[:4] = four[::-1]
        number = deal.set_number(state[0], 0, 4)
        assert number == deal.set_number.jit(state[0], 0, 4) < len(plan)
        seen.add(number)
    assert len(seen) == len(list(combinations(range(52), 4))[::1009])
