"""Colorado hold 'em poker: figures worked out another way, any play valued, and the kernel's cards
dealt again by the referee."""

from fractions import Fraction
from itertools import combinations

import pytest
from given import Given, assert_alike

from houseway.equipment.cards import cards, deck
from houseway.equipment.shoe import Scripted
from houseway.games import game
from houseway.games.against_table.colorado_hold_em_poker import deal
from houseway.games.against_table.colorado_hold_em_poker.game import (
    ANTE,
    BET,
    BONUS,
    CHECK,
    DECLARE,
    FOLD,
)
from houseway.games.against_table.colorado_hold_em_poker.points import discard_by_points
from houseway.games.against_table.colorado_hold_em_poker.results import main_game
from houseway.games.authoring.policy import Sight
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from maths import maths

GAME = game("colorado-hold-em-poker")
BOOK = GAME.rulebook()
OTHER = {"version": "permissible", "main": "permissible"}
REQUIRED, PERMISSIBLE = TableRules(BOOK), TableRules(BOOK, OTHER)
STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}


def result(rules, wager, stakes=None):
    (found,) = GAME.odds.results(rules, stakes, wager=wager)
    return found


def test_house_advantages() -> None:
    assert result(REQUIRED, "main").outcomes.house_advantage == Fraction(2133, 38675)
    assert result(PERMISSIBLE, "main").outcomes.house_advantage == Fraction(3009197, 101792600)
    for rules in (REQUIRED, PERMISSIBLE):
        parts = [result(rules, wager).outcomes.expectation for wager in (ANTE, BET)]
        assert sum(parts) == result(rules, "main").outcomes.expectation


@pytest.mark.soak
def test_all_instant_winners_are_declared() -> None:
    for rules in (REQUIRED, PERMISSIBLE):
        decides = GAME.odds.strategy(rules).decides
        assert decides["declared"] == Fraction(100, 22100)
        assert sum(decides.values()) == 1
    assert GAME.odds.strategy(PERMISSIBLE).decides["bet"] == Fraction(3816, 22100)


def net(hand: tuple[int, ...], least_win: int, least_push: int) -> int:
    """What one unit nets on five cards of the required version, worked out here by itself."""
    ranks = sorted(card & 15 for card in hand)
    same = sorted((ranks.count(rank), rank) for rank in set(ranks))[::-1]
    flush = len({card >> 4 for card in hand}) == 1
    run = ranks == list(range(ranks[0], ranks[0] + 5)) or ranks == [0, 1, 2, 3, 12]
    if flush and run:
        return 500 if ranks[0] == 8 else 100
    if same[0][0] == 4:
        return 40
    if [count for count, _ in same[:2]] == [3, 2]:
        return 11
    if flush or run:
        return 8 if flush else 5
    if same[0][0] == 3:
        return 3
    pairs = [rank for count, rank in same if count == 2]
    if len(pairs) == 2:
        return 2
    rank = pairs[0] if pairs else -1
    return 1 if rank >= least_win else 0 if rank >= least_push else -1


@pytest.mark.parametrize("hand", ["Kc 9d 3h", "7c 7d 2h"])
def test_what_cards_are_worth_by_trying_every_board(hand) -> None:
    held = cards(hand)
    left = [card for card in deck() if card not in held]
    worth = main_game(REQUIRED).worth(held)
    for away in range(3):
        kept = [card for at, card in enumerate(held) if at != away]
        total = sum(net((*kept, *board), 8, 5) for board in combinations(left, 3))
        assert worth[BET, away] == 2 * Fraction(total, 18424)
    assert worth[FOLD, -1] == -1
    assert (DECLARE, -1) not in worth


@pytest.mark.soak
def test_short_rules_and_what_they_cost() -> None:
    for rules, name, most in (
        (REQUIRED, "fold sixes or less", 0.0017),
        (PERMISSIBLE, "bet on a pair", 0.0010),
    ):
        best = GAME.odds.strategy(rules).best_simple_rule
        assert best.name == name
        assert 0 < float(best.cost) < most


@pytest.mark.soak
def test_mistakes_add_up_to_their_cost() -> None:
    for rules in (REQUIRED, PERMISSIBLE):
        for content in maths(GAME).simple_rules(rules):
            decide = GAME.odds.own_play.read(content, rules)
            main, *_ = GAME.odds.own_play.results(rules, decide)
            wrong = GAME.odds.own_play.mistakes(rules, decide)
            best = result(rules, "main").outcomes.expectation
            assert sum(one.cost for one in wrong) == best - main.outcomes.expectation


def test_any_function_is_valued() -> None:
    def lowest_away(sight: Sight) -> str:
        if sight.choices[0] == BET:
            return BET
        return sight.choices[min(range(3), key=lambda at: (sight.hand[at] & 15, at))]

    main, ante, bet, *_ = GAME.odds.own_play.results(REQUIRED, lowest_away)
    assert main.strategy == "lowest_away"
    assert ante.outcomes.expectation == bet.outcomes.expectation
    assert main.outcomes.house_advantage > result(REQUIRED, "main").outcomes.house_advantage

    def by_suit(sight: Sight) -> str:
        return BET if sight.choices[0] == BET else sight.choices[sight.hand[0] >> 4 & 1]

    with pytest.raises(Refused, match="cannot be valued"):
        GAME.odds.own_play.results(REQUIRED, by_suit)


@pytest.mark.parametrize(
    ("hand", "away"),
    [("Kc 7d 2h", 2), ("2c 9d 2h", 1), ("Kc Qd 4d", 2), ("Kc 9d 4d", 2), ("Ac 7d 2c", 1)],
)
def test_discards_by_points(hand, away) -> None:
    assert discard_by_points(cards(hand), 8, 5) == away
    assert discard_by_points(cards(hand)[::-1], 8, 5) == 2 - away


def test_a_limit_is_shared() -> None:
    rules = TableRules(BOOK, {"payout_limit": "$50,000"})
    stakes = {ANTE: Fraction(80)}
    prices = main_game(rules, stakes).prices
    assert prices.cap == 625
    end = prices.end(BET, "royal_flush")
    assert [bet.net for bet in end.bets] == [Fraction(625, 2), Fraction(625, 2)]
    assert [bet.net for bet in prices.end(BET, "straight_flush").bets] == [100, 100]
    limited = result(rules, "main", stakes)
    assert limited.options["payout_limit"] == 5_000_000
    assert limited.outcomes.house_advantage > Fraction(2133, 38675)
    assert "payout_limit" not in result(rules, "main").options
    chance = Scripted(
        {1: cards("Ah Kh 2c"), "board_1": cards("Qh"), "board_2": cards("Jh"),
         "board_3": cards("Th")}
    )  # fmt: skip
    table = Table(
        GAME.play, BOOK, options={"payout_limit": "$50,000"}, limits={ANTE: (1000, 100000)},
        chance=chance, keep_log=False,
    )  # fmt: skip
    table.sit(1)
    table.bet(1, {ANTE: 8_000})
    table.close()
    table.act(1, BET)
    table.act(1, "discard_3")
    assert table.results.nets[1] == {bet.wager: bet.net * 8_000 for bet in end.bets}


@pytest.mark.parametrize("rules", [REQUIRED, PERMISSIBLE])
def test_advice_and_policies(rules) -> None:
    chance = Scripted({1: cards("Kc 9d 3h")})
    table = Table(GAME.play, BOOK, options=dict(rules.options), chance=chance, keep_log=False)
    table.sit(1)
    table.bet(1, {ANTE: 1_000})
    table.close()
    worth = main_game(rules).worth(cards("Kc 9d 3h"))
    advice = GAME.odds.advise(table.view(1), table.rules)
    otherwise = FOLD if rules is REQUIRED else CHECK
    assert set(advice) == {BET, otherwise}
    assert advice[BET] == 1000 * max(worth[BET, away] for away in range(3))
    for policy in GAME.odds.policies.values():
        assert policy(table.view(1), table.rules) == (BET if rules is REQUIRED else CHECK)
    table.act(1, BET)
    advice = GAME.odds.advise(table.view(1), table.rules)
    assert advice == {f"discard_{away + 1}": 1000 * worth[BET, away] for away in range(3)}
    for policy in GAME.odds.policies.values():
        assert policy(table.view(1), table.rules) == "discard_3"


def test_other_eyes_see_no_discard() -> None:
    chance = Scripted({1: cards("Kc 9d 3h")})
    table = Table(GAME.play, BOOK, chance=chance, keep_log=False)
    table.sit(1)
    table.sit(2)
    table.bet(1, {ANTE: 1_000})
    table.bet(2, {ANTE: 1_000})
    table.close()
    table.act(1, BET)
    said = [choice.says for choice in table.view(1).asked.choices]
    assert said[1] == "keep Kc 3h, discard 9d"
    table.act(1, "discard_2")
    assert table.view(1).state.hands[1] == cards("Kc 3h")
    assert len(table.view(2).state.hands[1]) == 2
    assert not set(cards("Kc 9d 3h")) & set(table.view(2).state.hands[1])


def test_hands_have_no_total() -> None:
    with pytest.raises(Refused, match="no point total"):
        next(GAME.odds.classes(REQUIRED, total=20))
    classes = list(GAME.odds.classes(REQUIRED))
    assert sum(one.ways for one in classes) == 22_100
    assert sum(one.ways * one.worth for one in classes) / 22_100 == -Fraction(2133, 38675)


# -- the kernel ----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, OTHER])
@pytest.mark.parametrize("policy", ["optimal", "short_rule"])
def test_the_referee_settles_the_kernels_cards_alike(policy, options) -> None:
    rounds, bets = 150, {ANTE: 1_000, BONUS: 100}
    rules = TableRules(BOOK, options)
    state, plan, kinds = deal.prepared(rules, bets, 7, 3, **deal.POLICIES[policy])
    one, found, every, given = state[0], Dealt(), deck(), Given()
    table = Table(GAME.play, BOOK, options={**STACKS, **options}, chance=given, keep_log=False)
    table.sit(1)
    for _ in range(rounds):
        deal.play_rounds.jit(state, plan, kinds, 1)
        places = [int(at) for at in one.shoe[:6]]
        given.cards = [every[at] for at in places]
        which, does = divmod(int(plan[deal.set_number(one, 0, 3)]), 4)
        table.bet(1, bets)
        table.close()
        table.act(1, deal.DOES[does])
        if table.waiting is not None:
            table.act(1, f"discard_{1 + places.index(sorted(places[:3])[which])}")
        found.take(moves_of(table.round, 1, bets), main_wagers(rules, bets))
    assert_alike(deal.dealt(rules, bets, one), found, rounds)


def test_the_kernel_is_the_same_in_plain_python() -> None:
    (plain, *worth), (compiled, *_) = (
        deal.prepared(REQUIRED, {ANTE: 1_000}, 7, 1) for _ in range(2)
    )
    deal.play_rounds(plain, *worth, 300)
    deal.play_rounds.jit(compiled, *worth, 300)
    assert plain.tobytes() == compiled.tobytes()


@pytest.mark.parametrize("rules", [REQUIRED, PERMISSIBLE])
def test_kernel_and_exact_value_agree(rules) -> None:
    found = deal.simulate_shard(rules, {ANTE: 1_000, BONUS: 100}, 3, 0, 1 << 21)
    for wager, stake in ((ANTE, 1_000), (BET, 1_000), (BONUS, 100)):
        sums = found.wagers[wager]
        off = abs(float(sums.mean / stake - result(rules, wager).outcomes.expectation))
        assert off < 4 * sums.standard_error / stake, wager


def test_what_is_not_dealt_is_said() -> None:
    assert "with an ante" in deal.why_not(REQUIRED, {BONUS: 100})
    limit = TableRules(BOOK, {"payout_limit": "$50,000"})
    assert "limit" in deal.why_not(limit, {ANTE: 1_000})
    with pytest.raises(Refused, match="with an ante"):
        deal.simulate_shard(REQUIRED, {}, 0, 0, 1)
