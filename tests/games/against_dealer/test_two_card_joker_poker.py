"""Two-card joker poker: hands, figures by plain counting, strategies, and the kernel that deals."""

from fractions import Fraction
from itertools import combinations, pairwise
from math import comb

import pytest
from checked import checked
from given import Given

from houseway.equipment.cards import JOKERS, cards, deck, mask, name
from houseway.games import game
from houseway.games.against_dealer.two_card_joker_poker import deal, odds, results
from houseway.games.against_dealer.two_card_joker_poker.hand import (
    TWO_CARD_CATEGORIES,
    contest,
    two_card_rows,
    two_card_strength,
)
from houseway.games.authoring.policy import Sight
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.hands.poker import category
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = game("two-card-joker-poker")
BOOK = GAME.rulebook()
RULES = TableRules(BOOK)
STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
WHOLE = deck(jokers=2)
QUEEN = 10 << 16


def found(wager, **options):
    (result,) = results.results(TableRules(BOOK, options), wager=wager)
    result.outcomes.check()
    return result.outcomes


def plain(hand):
    """What two cards are worth, told in another way: a category and ranks."""
    jokers = [card for card in hand if card in JOKERS]
    ranks = sorted((card & 15 for card in hand if card not in JOKERS), reverse=True)
    if len(jokers) == 2:
        return 6, []
    if jokers or ranks[0] == ranks[1]:
        return 2, ranks[:1]
    suited = hand[0] >> 4 == hand[1] >> 4
    if ranks == [12, 0] or ranks[0] - ranks[1] == 1:
        top = [0] if ranks == [12, 0] else ranks[:1]
        return (5, []) if suited and top == [12] else (4 if suited else 3, top)
    return (1 if suited else 0), ranks


def test_every_hand_is_ranked_as_the_text_says() -> None:
    hands = list(combinations(WHOLE, 2))
    told = sorted(hands, key=plain)
    worth = [two_card_strength(mask(hand), False) for hand in told]
    assert worth == sorted(worth)
    for one, other in pairwise(told):
        same = two_card_strength(mask(one), False) == two_card_strength(mask(other), False)
        assert same == (plain(one) == plain(other))
    for hand in hands[::7]:
        for lowest in (False, True):
            plainly = two_card_strength(mask(hand), lowest)
            assert plainly == two_card_strength.jit(mask(hand), lowest)
    counts = [0] * 7
    for hand in hands:
        counts[category(two_card_strength(mask(hand), False))] += 1
    assert sum(counts) == comb(54, 2)
    assert dict(zip(TWO_CARD_CATEGORIES, counts, strict=True)) == {
        "high_card": 1431 - 260 - 182 - 156 - 48 - 4 - 1, "flush": 4 * 78 - 52, "pair": 78 + 104,
        "straight": 13 * 12, "straight_flush": 12 * 4, "royal_flush": 4, "two_jokers": 1,
    }  # fmt: skip


def test_jokers_are_cards_like_others() -> None:
    assert [name(card) for card in JOKERS] == ["X1", "X2"]
    assert cards("x1 X2") == list(JOKERS)
    assert len(set(WHOLE)) == 54
    assert deck(copies=2, jokers=1).count(JOKERS[0]) == 2


def test_who_wins() -> None:
    given = [(9, 1, 2), (1, 2, 2), (2, 2, 2), (3, 2, 2)]
    told = ["not_qualified", "lower", "equal", "higher"]
    assert [contest(*one) for one in given] == told
    assert two_card_rows(mask(cards("Ac 3c")), True) == {"flush"}
    assert two_card_rows(mask(cards("Ac 3c")), False) == {"flush", "ace_high_flush"}
    assert two_card_rows(mask(cards("Qc 3c")), False) == {"flush"}


@pytest.mark.parametrize("lowest", [False, True])
def test_every_deal_counted_one_by_one(lowest) -> None:
    """1,431 hands against 1,326 each, and the better of calling and folding."""
    strength = {hand: two_card_strength(mask(hand), lowest) for hand in combinations(WHOLE, 2)}
    pays = {4: 3, 5: 5, 6: 8}
    total = Fraction(0)
    for hand, own in strength.items():
        gain = 0
        for other, its in strength.items():
            if not set(hand) & set(other):
                won = 1 if its < QUEEN else 1 + pays.get(category(own), 1)
                lost = its >= QUEEN and own <= its
                gain += (0 if own == its else -2) if lost else won
        total += max(Fraction(gain, comb(52, 2)), Fraction(-1))
    main = found("main", ace_three_lowest=lowest)
    assert main.expectation == total / comb(54, 2)
    if not lowest:
        assert f"{float(main.house_advantage):.4%}" == "3.1451%"


@pytest.mark.parametrize(
    ("table", "percent"), [("1", "2.0964%"), ("2", "3.3543%"), ("3", "2.6555%")]
)
def test_pair_up(table, percent) -> None:
    """One hand of two jokers, 4 royals, 48 straight flushes, 156 straights and 182 other pairs."""
    posted = TableRules(BOOK, {"pair_up": table}).schedule("pair_up").prices
    prices = [price.odds for price in posted.values()]
    won = sum(n * odds for n, odds in zip((1, 4, 48, 156, 182), prices, strict=True))
    wager = found("pair_up", pair_up=table)
    assert wager.expectation == Fraction(won - (1431 - 391), 1431)
    assert f"{float(wager.house_advantage):.4%}" == percent


def test_super_flush() -> None:
    """Of 260 flushes 40 are ace-high and 40 king-high; 339 straights and pairs push."""
    won = 4 * 30 + 48 * 5 + 40 * 3 + 40 * 2 + 180
    wager = found("super_flush")
    lost = 1431 - 4 - 48 - 260 - 156 - 183
    assert wager.expectation == Fraction(won - lost, 1431)
    literal = found("super_flush", ace_three_lowest=True)
    assert wager.expectation - literal.expectation == Fraction(4 * 2, 1431)


def test_strategies() -> None:
    told = results.strategy(RULES)
    assert told.best_simple_rule.cost == 0
    assert told.best_simple_rule.name == "call Q-5 or better"
    content = {"game": BOOK.game, "name": "pairs", "otherwise": "fold"}
    for hand in ("pair of 8 or better", "flush or better", "K-3 or better"):
        table = results.read_policy({**content, "rules": [{"do": "call", "hand": hand}]}, RULES)
        _, mistakes = checked(GAME, table, RULES)
        assert mistakes
    with pytest.raises(Refused, match="no hand"):
        results.read_policy({**content, "rules": [{"do": "call", "hand": "9 or better"}]}, RULES)

    def clubs(sight: Sight) -> str:
        return "call" if any(card >> 4 == 0 for card in sight.hand) else "fold"

    with pytest.raises(Refused, match="worth the same"):
        results.valued(RULES, clubs)


def test_classes() -> None:
    rows = list(results.every_class(RULES))
    assert sum(row.ways for row in rows) == comb(54, 2)
    assert [row.best for row in rows if row.called in ("Q-4", "Q-5")] == ["fold", "call"]
    (jokers,) = results.every_class(RULES, total=6)
    assert (jokers.called, jokers.above, jokers.below) == ("two jokers", 0, jokers.below)
    assert jokers.unqualified + jokers.below == comb(52, 2)
    assert odds.called(5 << 20) == "royal flush"


BETS = {"ante": 1_000, "pair_up": 500, "super_flush": 200}


@pytest.mark.parametrize("bets", [BETS, {"pair_up": 500}, {"ante": 1_500}])
@pytest.mark.parametrize("policy", ["optimal", "flush", "every_hand"])
def test_the_referee_settles_the_kernels_cards_alike(bets, policy) -> None:
    state = deal.table(RULES, bets, 7, 3, **deal.POLICIES[policy])
    given, one, told = Given(), state[0], Dealt()
    table = Table(GAME.play, BOOK, options=STACKS, chance=given, keep_log=False)
    table.sit(1)
    decide = results.POLICIES[policy]
    for _ in range(250):
        deal.play_rounds.jit(state, 1)
        given.cards = one.shoe[:4].tolist()
        table.bet(1, bets)
        table.close()
        if table.waiting is not None:
            table.act(1, decide(table.view(1), table.rules))
        told.take(moves_of(table.round, 1, bets), main_wagers(RULES, bets))
    kernel = deal.dealt(RULES, bets, one)
    assert (kernel.all, kernel.game) == (told.all, told.game)


def test_the_kernel_is_the_same_in_plain_python_and_its_edges_are_exact() -> None:
    slow, compiled = (deal.table(RULES, BETS, 7, 1) for _ in range(2))
    deal.play_rounds(slow, 500)
    deal.play_rounds.jit(compiled, 500)
    assert slow.tobytes() == compiled.tobytes()
    exact = {result.wager: result.outcomes for result in results.results(RULES)}
    dealt = deal.simulate_shard(RULES, BETS, 3, 0, 1 << 21)
    for wager in ("ante", "call", "pair_up", "super_flush"):
        sums, stake = dealt.wagers[wager], BETS.get(wager, BETS["ante"])
        error = sums.standard_error / stake
        assert abs(float(sums.mean / stake - exact[wager].expectation)) < 4 * error, wager
    with pytest.raises(Refused, match="no way to play"):
        deal.table(RULES, BETS, 0, 0, call_from="blind")
    assert "not dealt natively with call" in deal.why_not(RULES, {"call": 100})
