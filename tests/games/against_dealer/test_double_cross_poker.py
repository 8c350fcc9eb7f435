"""Double cross poker: figures, strategies, and the kernel that deals."""

from fractions import Fraction
from math import comb, perm

import numpy as np
import pytest
from checked import checked
from given import Given

from houseway.counting.canonical import Pack
from houseway.equipment.cards import cards, mask
from houseway.games import game
from houseway.games.against_dealer.double_cross_poker import cross, deal, odds, policy, results
from houseway.games.against_dealer.double_cross_poker.hand import better_axis, three_card_rows
from houseway.games.authoring.policy import Sight
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.hands.kernel import kernel
from houseway.hands.poker import strength
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.training.one_hand import advice

GAME = game("double-cross-poker")
BOOK = GAME.rulebook()
RULES = TableRules(BOOK)
BETS = {"ante": 500, "three_card": 300}
SIGHTS = comb(52, 2) * 50 * 49
DEALS = SIGHTS * perm(48, 3) * comb(45, 2)


def found(wager, stakes=None, **options):
    (result,) = results.results(TableRules(BOOK, options), stakes, wager=wager)
    result.outcomes.check()
    return result.outcomes


@kernel
def count(left, own, shown, seen, ends):
    """Every center, hidden card of either axis and pair of the dealer's, one by one."""
    n = len(left)
    for center in range(n):
        for hidden in range(n):
            axis = shown | left[center] | left[hidden]
            made = strength(own | axis)
            for last in range(n):
                if center in (hidden, last) or hidden == last:
                    continue
                other = seen | left[center] | left[last]
                for one in range(n):
                    for two in range(one):
                        if one in (center, hidden, last) or two in (center, hidden, last):
                            continue
                        its = better_axis(left[one] | left[two], axis, other)
                        if made >= its:
                            ends[made >> 20, int(made == its)] += 1


@pytest.mark.parametrize(
    ("ranks", "suits"),
    [
        (0b1000000111111, (0, 1, 2)),
        (0b111111111, (0,)),
        (0b1111100000000, (0, 1)),
        (0b1000001111, (0, 1, 2, 3)),
    ],
)
def test_sights_are_counted_as_one_by_one(ranks, suits) -> None:
    """Small decks on which flushes, straights, full houses and fours come up all the time."""
    pack = Pack(ranks, suits)
    known = cross.sights(pack)
    assert known.ways.sum() == comb(pack.size, 2) * (pack.size - 2) * (pack.size - 3)
    real = known.ways.nonzero()[0]
    for number in np.random.default_rng(7).choice(real, 40):
        own, shown, seen = known.cards(number)
        assert known.place(own[::-1], shown, seen) == number
        assert known.other_axis[number] == known.place(own, seen, shown)
        out = {*own, shown, seen}
        left = np.array([1 << card for card in pack.cards if card not in out])
        ends = np.zeros((10, 2), np.int64)
        count.jit(left, mask(own), 1 << shown, 1 << seen, ends)
        assert (known.won[number] == ends[:, 0]).all()
        assert (known.tied[number] == ends[:, 1]).all()
        assert known.lost[number] + ends.sum() == known.each


@pytest.mark.soak
def test_figures_at_the_least_odds() -> None:
    main, ante = found("main"), found("ante")
    assert main.denominator == DEALS
    assert main.expectation == Fraction(-15341913943, 695345250600)
    assert f"{float(main.house_advantage):.4%}" == "2.2064%"
    assert f"{float(main.house_advantage_on_action):.4%}" == "0.9813%"
    raises = [found(wager).expectation for wager in odds.CONTEST[1:]]
    assert ante.expectation + sum(raises) == main.expectation
    assert raises[0] == raises[1] > raises[2] == raises[3]


def test_the_three_card_wager_is_pair_plus() -> None:
    """At 40, 30, 6, 4 and 1 to 1 it is what three-card poker calls pair plus, with 2.32 %."""
    assert found("three_card").expectation == Fraction(-128, 5525)
    assert three_card_rows(mask(cards("Kh Ah 2h"))) == {"flush"}


def test_a_limit_leaves_the_ante_and_is_shared_by_the_raises() -> None:
    stakes = {"ante": Fraction(200)}
    prices = results.prices(TableRules(BOOK, {"payout_limit": 6_000_001}), Fraction(200))
    ante, first, second = (200 * net for net in prices.nets("higher", 9))
    assert (ante, first, second) == (200, Fraction(2990001, 100), 29900)
    whole, cut = found("main", stakes), found("main", stakes, payout_limit=6_000_000)
    assert 0 < whole.expectation - cut.expectation < Fraction(2, 1000)
    assert results.prices(TableRules(BOOK, {"payout_limit": 6_000_000})).cap is None


def test_strategies() -> None:
    tables = results.simple(RULES)
    main, mistakes = checked(GAME, tables["suited"], RULES)
    assert {one.does for one in mistakes} == {"vertical", "horizontal", "fold"}
    assert f"{float(main.outcomes.house_advantage):.4%}" == "3.2180%"
    told = results.strategy(RULES)
    assert told.best_simple_rule.name == tables["suited"].name
    assert sum(told.choices.values()) == 1
    assert told.folded_with["king high"] == 0 < told.folded_with["queen high"]

    def clubs(sight: Sight) -> str:
        return "fold" if sight.hand[0] >> 4 == 0 else "vertical"

    with pytest.raises(Refused, match="worth the same"):
        results.valued(RULES, clubs)
    content = {"game": BOOK.game, "name": "x", "otherwise": "fold"}
    for line in ({"higher": "up"}, {"suited": "neither"}, {"makes": "flush or better"}):
        with pytest.raises(Refused):
            results.read_policy({**content, "rules": [{"do": "vertical", **line}]}, RULES)


def test_facts_are_what_a_sight_shows() -> None:
    known = results.main_game(RULES).sights
    codes = policy.facts(known)
    for number in np.random.default_rng(3).choice(known.ways.nonzero()[0], 200):
        own, far, right = known.cards(number)
        sight = Sight(odds.CHOICES, own, (), (right, far))
        assert policy.decoded(known, int(codes[number])) == policy.seen_of(sight)


def test_classes_and_worth() -> None:
    solved = results.main_game(RULES)
    for row, _ in zip(results.every_class(RULES), range(300), strict=False):
        own, far, right = (cards(text) for text in (row.hand, row.far, row.right))
        worth = solved.worth(own, far[0], right[0])
        assert worth == {"vertical": row.vertical, "horizontal": row.horizontal, "fold": row.fold}
        assert row.best == solved.choice(own, far[0], right[0])
    with pytest.raises(Refused, match="no point total"):
        next(results.every_class(RULES, total=3))


def test_advice_with_part_of_the_cross_face_down() -> None:
    """Left and center are face down; a nine pairs on the vertical axis."""
    _, worth = advice(GAME, BOOK, {}, {"ante": 1000}, "Ac 9d", {"board": "?? ?? 5c 9h"})
    own, far, right = cards("Ac 9d"), cards("9h")[0], cards("5c")[0]
    told = results.main_game(RULES).worth(own, far, right)
    assert worth == {name: 1000 * antes for name, antes in told.items()}
    assert worth["vertical"] == Fraction(2016337025, 856152) > 0 > worth["horizontal"]
    with pytest.raises(Refused, match="all its cards"):
        advice(GAME, BOOK, {}, {"ante": 1000}, "Ac ??", {"board": "?? ?? 5c 9h"})


@pytest.mark.parametrize("bets", [BETS, {"ante": 500}])
@pytest.mark.parametrize("plays", list(deal.POLICIES))
def test_the_referee_settles_the_kernels_cards_alike(bets, plays) -> None:
    state, lookup = deal.table(RULES, bets, 7, 3, **deal.POLICIES[plays])
    given, one, told = Given(), state[0], Dealt()
    options = {"dealing": "hand", "shuffler": "automated"}
    table = Table(GAME.play, BOOK, options=options, chance=given, keep_log=False)
    table.sit(1)
    decide = results.POLICIES[plays]
    for _ in range(100):
        deal.play_rounds.jit(state, lookup, 1)
        given.cards = one.shoe[:9].tolist()
        table.bet(1, bets)
        table.close()
        while table.waiting is not None:
            view = table.view(1)
            name = decide(view, table.rules)
            table.act(1, name, {c.name: c.most for c in view.asked.choices}[name])
        told.take(moves_of(table.round, 1, bets), main_wagers(RULES, bets))
    kernel = deal.dealt(RULES, bets, one)
    assert (kernel.all, kernel.game) == (told.all, told.game)


def test_the_kernel_is_the_same_in_plain_python_and_its_edges_are_exact() -> None:
    (slow, lookup), (compiled, _) = (deal.table(RULES, BETS, 7, 1) for _ in range(2))
    deal.play_rounds(slow, lookup, 300)
    deal.play_rounds.jit(compiled, lookup, 300)
    assert slow.tobytes() == compiled.tobytes()
    exact = {result.wager: result.outcomes for result in results.results(RULES)}
    dealt = deal.simulate_shard(RULES, BETS, 3, 0, 1 << 20)
    for wager, stake in (("ante", 500), ("raise_top", 500), ("raise_left", 500), (deal.SIDE, 300)):
        sums = dealt.wagers[wager]
        error = sums.standard_error / stake
        assert abs(float(sums.mean / stake - exact[wager].expectation)) < 4 * error, wager
    mean, error = float(dealt.game.mean / 500), dealt.game.standard_error / 500
    assert abs(mean - float(exact["main"].expectation)) < 4 * error
    with pytest.raises(Refused, match="no way to play"):
        deal.table(RULES, BETS, 0, 0, plays="blind")
    assert "not dealt natively with raise_top" in deal.why_not(RULES, {"raise_top": 100})
