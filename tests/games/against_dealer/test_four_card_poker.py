"""Four-card poker: hands, published figures, counts by hand, strategy, the kernel that deals."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from checked import checked
from given import Given

from houseway.counting.canonical import Pack
from houseway.equipment.cards import RANKS, cards, deck, mask
from houseway.games import game
from houseway.games.against_dealer.four_card_poker import deal, odds, results
from houseway.games.against_dealer.four_card_poker.hand import (
    FOUR_CARD_CATEGORIES,
    contest,
    four_card_kinds,
    four_card_rows,
    four_card_strength,
    four_card_strengths,
    high_cards,
    kind_of,
)
from houseway.games.against_dealer.value_sweep import stand
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.hands.poker import category
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = game("four-card-poker")
BOOK = GAME.rulebook()
RULES = TableRules(BOOK)
F = Fraction


def found(wager, **options):
    (result,) = results.results(TableRules(BOOK, options), wager=wager)
    result.outcomes.check()
    return result.outcomes


# Hands


def of_four(chosen):
    """What four cards are worth, told in another way: by counting ranks."""
    ranks = sorted((card & 15 for card in chosen), reverse=True)
    counts = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    shape = [count for count, _ in counts]
    suited = len({card >> 4 for card in chosen}) == 1
    low = ranks == [12, 2, 1, 0]
    run = shape == [1, 1, 1, 1] and (ranks[0] - ranks[3] == 3 or low)
    top = [2 if low else ranks[0]]
    order = [rank for _, rank in counts]
    if shape == [4]:
        return 7, order
    if run:
        return (6 if suited else 3), top
    if shape == [3, 1]:
        return 5, order
    if suited:
        return 4, order
    return {(2, 2): 2, (2, 1, 1): 1}.get(tuple(shape), 0), order


def test_the_best_four_of_five_and_six_cards() -> None:
    dice = random.Random(27)
    rich = deck("2345QKA", "cdh")  # in which straights, flushes and threes of a kind are common
    for size in (4, 5, 6):
        hands = [dice.sample(rich if n % 2 else deck(), size) for n in range(1_500)]
        told = [max(of_four(some) for some in combinations(hand, 4)) for hand in hands]
        worth = [four_card_strength(mask(hand)) for hand in hands]
        assert [category(one) for one in worth] == [kind for kind, _ in told]
        for one, other in combinations(range(0, len(hands), 10), 2):
            assert (worth[one] > worth[other]) == (told[one] > told[other])
            assert (worth[one] == worth[other]) == (told[one] == told[other])


def test_hands_are_the_same_compiled() -> None:
    dice = random.Random(4)
    hands = [mask(dice.sample(deck(), dice.choice([5, 6]))) for _ in range(4_000)]
    for bulk in (four_card_strengths, four_card_kinds):
        plain, swift = [0] * len(hands), np.zeros(len(hands), np.int64)
        bulk.function(hands, plain)
        bulk.jit(np.array(hands, np.int64), swift)
        assert swift.tolist() == plain


def test_kinds_are_told_apart_by_their_rows() -> None:
    rows: dict[int, set[str]] = {}
    for chosen in combinations(deck("3QKA", "cdhs"), 5):
        hand = mask(chosen)
        assert rows.setdefault(kind_of(four_card_strength(hand)), four_card_rows(hand)) == (
            four_card_rows(hand)
        )
    assert four_card_rows(mask(cards("Ac Ad 9h 4s 2c"))) == {"pair", "pair_of_aces"}
    assert four_card_rows(mask(cards("Kc Kd Ah 4s 2c"))) == {"pair"}
    assert [contest(*given) for given in ((2, 1), (1, 1), (1, 2))] == ["higher", "equal", "lower"]


# Figures


@pytest.mark.soak
def test_the_contest_is_the_published_one() -> None:
    main = found("main")
    assert main.denominator == comb(52, 5) * 47 * comb(46, 5)
    assert f"{float(main.house_advantage):.6%}" == "2.787853%"
    assert f"{float(main.house_advantage_on_action):.2%}" == "1.30%"
    assert f"{float(results.strategy(RULES).fold_frequency):.4%}" == "47.1930%"


# Published: 1.98%, 3.89% and 6.15%; the others follow from the counts of hands
@pytest.mark.parametrize(
    ("table", "percent"),
    [
        ("I", "1.98%"), ("II", "2.58%"), ("III", "2.78%"), ("IV", "3.37%"),
        ("V", "3.89%"), ("VI", "4.24%"), ("VII", "6.15%"),
    ],
)  # fmt: skip
def test_aces_up_by_every_table(table, percent) -> None:
    wager = found("aces_up", aces_up=table)
    assert wager.denominator == comb(52, 5)
    counts = {one.label: one.count for one in wager.outcomes}
    assert counts["four_of_a_kind"] == 13 * 48
    assert counts["three_of_a_kind"] == 13 * 4 * (comb(12, 2) * 16 + 12 * 6)
    assert counts["two_pair"] == comb(13, 2) * 36 * 44
    # Suited runs of five or more are 10, with one card beside them of the suit or of another
    runs = sum(
        any(of_four(four)[0] == 6 for four in combinations(chosen, 4))
        for chosen in combinations(deck("23456789TJQKA", "c"), 5)
    )
    assert counts["straight_flush"] == 4 * (runs + 11 * 39)
    assert f"{float(wager.house_advantage):.2%}" == percent


def test_a_dealer_with_more_cards_is_counted_as_if_dealt_out() -> None:
    """Small decks, every deal: hands of four against five, one of them shown, and of four against
    six that nobody sees."""
    pack = Pack(0b1110000000111, (0, 2))
    for other, shows in ((5, True), (6, False)):
        found = stand(pack, 4, four_card_strengths, shows=shows, other=other)
        for chosen in list(combinations(pack.cards, 4))[::7]:
            hand, mine = mask(chosen), four_card_strength(mask(chosen))
            left = [card for card in pack.cards if card not in chosen]
            for shown in left if shows else [None]:
                its = [
                    four_card_strength(mask(dealt))
                    for dealt in combinations(left, other)
                    if shown is None or shown in dealt
                ]
                cell = found.cell(hand, shown)
                assert found.opponents == len(its)
                assert int(found.below[cell]) == sum(one < mine for one in its)
                assert int(found.equal[cell]) == sum(one == mine for one in its)
                assert int(found.unqualified[cell]) == 0


# Strategy


def test_the_worth_of_one_hand_is_counted_card_by_card() -> None:
    """Ace-king-queen with a pair of twos out of reach, beside a shown king: a deck of 20 cards."""
    small = BOOK.model_copy(
        update={"deck": BOOK.deck.model_copy(update={"ranks": "9TQKA", "suits": "cdhs"})}
    )
    rules = TableRules(small)
    game_ = results.main_game(rules)
    for text, up in (("Ac Kd Qh Ts 9c", "Kh"), ("Qc Qd Ah Ts 9c", "9h"), ("9c 9d 9h Ts Kc", "Ah")):
        hand, (shown,) = cards(text), cards(up)
        left = [card for card in deck("9TQKA", "cdhs") if card not in (*hand, shown)]
        mine = four_card_strength(mask(hand))
        its = [four_card_strength(mask((*some, shown))) for some in combinations(left, 5)]
        share = F(sum(one <= mine for one in its), len(its))
        bonus = {"9c 9d 9h Ts Kc": 2}.get(text, 0)
        worth = game_.worth(mask(hand), shown)
        assert worth == {
            "fold": -1,
            "play_1x": 2 * (2 * share - 1) + bonus,
            "play_3x": 4 * (2 * share - 1) + bonus,
        }
        assert game_.best(mask(hand), shown) == max(worth, key=lambda name: worth[name])


@pytest.mark.soak
def test_strategies_are_valued_and_their_mistakes_make_up_the_cost() -> None:
    table = {
        "game": "four-card-poker",
        "name": "tens",
        "rules": [
            {"do": "play_3x", "hand": "pair of T or better"},
            {"do": "play_1x", "hand": "pair or better"},
        ],
        "otherwise": "fold",
    }
    policy = results.read_policy(table, RULES)
    main, mistakes = checked(GAME, policy, RULES)
    rules = {rule.name: rule for rule in results.strategy(RULES).simple_rules}
    assert -main.outcomes.expectation == rules[results.RULES["tens"]].house_advantage
    assert {one.does for one in mistakes} == {"fold", "play_1x", "play_3x"}
    assert {one.best for one in mistakes} == {"fold", "play_1x", "play_3x"}
    with pytest.raises(Refused, match="play_1x or play_3x or fold"):
        results.read_policy({**table, "otherwise": "play"}, RULES)


def test_classes_say_what_the_most_is_worth() -> None:
    rows = list(results.every_class(RULES, total=7))
    assert {row.best for row in rows} == {"play_3x"}
    aces = [row for row in rows if row.hand.count("A") == 4]
    assert all(row.above == 0 and row.most == 4 + 25 and row.play == 2 + 25 for row in aces)
    assert sum(row.ways for row in rows) == 13 * 48 * 47
    assert high_cards("AKQ9") == four_card_strength(mask(cards("Ac Kd Qh 9s")))
    assert high_cards("7532") == four_card_strength(mask(cards("7c 5d 3h 2s")))
    assert odds.called(1 << 20 | RANKS.index("T") << 16) == "pair of T"


# The kernel

BETS = {"ante": 1_000, "aces_up": 500}


@pytest.mark.parametrize("bets", [BETS, {"aces_up": 500}, {"ante": 1_500}])
@pytest.mark.parametrize("policy", list(deal.POLICIES))
def test_the_referee_settles_the_kernels_cards_alike(bets, policy) -> None:
    state, looked_up = deal.table(RULES, bets, 7, 3, **deal.POLICIES[policy])
    given, one, told = Given(), state[0], Dealt()
    table = Table(GAME.play, BOOK, options=STACKS, chance=given, keep_log=False)
    table.sit(1)
    decide = results.POLICIES[policy]
    for _ in range(150):
        deal.play_rounds.jit(state, looked_up, 1)
        own, shown, its = one.shoe[:5].tolist(), int(one.shoe[5]), one.shoe[6:11].tolist()
        unseen = one.shoe[11:15].tolist()  # of the last stack
        given.cards = [*own, *its, *unseen, shown]
        table.bet(1, bets)
        table.close()
        if table.waiting is not None:
            view = table.view(1)
            name = decide(view, table.rules)
            choice = next(one for one in view.asked.choices if one.name == name)
            table.act(1, name, choice.most)
        told.take(moves_of(table.round, 1, bets), main_wagers(RULES, bets))
    kernel = deal.dealt(RULES, bets, one)
    assert (kernel.all, kernel.game) == (told.all, told.game)


STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}


def test_the_kernel_is_the_same_in_plain_python() -> None:
    (plain, looked_up), (compiled, _) = (deal.table(RULES, BETS, 7, 1) for _ in range(2))
    deal.play_rounds(plain, looked_up, 400)
    deal.play_rounds.jit(compiled, looked_up, 400)
    assert plain.tobytes() == compiled.tobytes()


def test_edges_are_the_exact_ones() -> None:
    exact = {result.wager: result.outcomes for result in results.results(RULES)}
    dealt = deal.simulate_shard(RULES, BETS, 3, 0, 1 << 21)
    for wager in ("ante", "play", "ante_bonus", "aces_up"):
        sums, stake = dealt.wagers[wager], BETS.get(wager, BETS["ante"])
        error = sums.standard_error / stake
        assert abs(float(sums.mean / stake - exact[wager].expectation)) < 4 * error, wager


def test_what_is_not_dealt_is_said() -> None:
    with pytest.raises(Refused, match="no way to play"):
        deal.simulate_shard(RULES, BETS, 0, 0, 1, play_from="blind")
    assert "not dealt natively with play" in deal.why_not(RULES, {"play": 100})
    assert len(FOUR_CARD_CATEGORIES) == 8
