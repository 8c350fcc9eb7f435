"""Mini-tex 3 card hold 'em: hands, figures, strategies, and the kernel that deals."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from checked import checked
from given import Given

from houseway.equipment.cards import cards, deck, mask
from houseway.games import game
from houseway.games.against_dealer.mini_tex_3_card_hold_em import deal, odds, policy, results
from houseway.games.against_dealer.mini_tex_3_card_hold_em.hand import (
    ACE_KING,
    QUALIFIERS,
    best_three,
    pocket_rows,
    verdict,
)
from houseway.games.authoring.policy import Sight
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.hands.poker import three_card_strength
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = game("mini-tex-3-card-hold-em")
BOOK = GAME.rulebook()
RULES = TableRules(BOOK)
STACKS = {"dealing": "automated_shoe", "shuffler": "automated"}
DEALS = comb(52, 2) * comb(50, 2) * 48 * comb(47, 2)


def found(wager, **options):
    (result,) = results.results(TableRules(BOOK, options), wager=wager)
    result.outcomes.check()
    return result.outcomes


def plain(own, board):
    """Of all threes that hold one of one's own cards the best."""
    return max(
        three_card_strength(mask(three))
        for three in combinations((*own, *board), 3)
        if set(three) & set(own)
    )


def test_the_best_three_with_one_of_ones_own() -> None:
    dice = random.Random(37)
    rich = deck("2345QKA", "cd")
    for number in range(1_500):
        dealt = dice.sample(rich if number % 2 else deck(), 5)
        for board in (dealt[2:4], dealt[2:]):
            best = best_three(mask(dealt[:2]), mask(board))
            assert best == plain(dealt[:2], board)
        assert best_three.jit(mask(dealt[:2]), mask(dealt[2:])) == best


def test_who_wins_and_who_qualifies() -> None:
    need = QUALIFIERS["ace_king"]
    assert three_card_strength(mask(cards("Ac Kd 2h"))) >= need
    assert three_card_strength(mask(cards("Ac Qd Jh"))) < need
    assert three_card_strength(mask(cards("2c 2d 3h"))) >= QUALIFIERS["pair"]
    assert three_card_strength(mask(cards("Ac Kd Jh"))) < QUALIFIERS["pair"]
    given = [(1, 2, 0), (2, 2, 0), (3, 2, 2), (3, 2, 3)]
    assert [verdict(*one) for one in given] == ["lower", "equal", "higher", "higher_unqualified"]
    assert ACE_KING == 0b11 << 11


@pytest.mark.parametrize(("qualifier", "percent"), [("ace_king", "4.9578%"), ("pair", "8.6550%")])
def test_the_contest(qualifier, percent) -> None:
    main = found("main", dealer_qualifier=qualifier)
    assert main.denominator == DEALS
    assert f"{float(main.house_advantage):.4%}" == percent
    parts = sum(
        found(wager, dealer_qualifier=qualifier).expectation * times
        for wager, times in (("ante", 1), ("flop", 1), ("river", 1), ("play", 2))
    )
    assert parts == main.expectation


@pytest.mark.parametrize(
    ("table", "low", "high"), [("A", "3.92%", "8.45%"), ("B", "", ""), ("C", "", "")]
)
def test_pocket_poker(table, low, high) -> None:
    """Of 1,326 holes 4 are ace-king suited, 6 aces, 48 suited in a row, 72 other pairs and 156 in a
    row offsuit; without ace and two 44 and 144."""
    prices = [
        price.odds
        for price in TableRules(BOOK, {"pocket_poker": table})
        .schedule("pocket_poker")
        .prices.values()
    ]
    for ace_low, counts in ((True, (4, 6, 48, 72, 156)), (False, (4, 6, 44, 72, 144))):
        wager = found("pocket_poker", pocket_poker=table, pocket_ace_low=ace_low)
        assert wager.denominator == 1326
        won = sum(count * odds for count, odds in zip(counts, prices, strict=True))
        assert wager.expectation == Fraction(won - (1326 - sum(counts)), 1326)
        wanted = low if ace_low else high
        assert not wanted or f"{float(wager.house_advantage):.2%}" == wanted


def test_rows_of_two_cards() -> None:
    wanted = {
        "Ac Kc": {"straight_flush", "royal"}, "Ac Ad": {"pair", "pair_of_aces"},
        "9c 9d": {"pair"}, "9c 8c": {"straight_flush"}, "9c 8d": {"straight"}, "9c 7c": set(),
        "Ac Kd": {"straight"}, "Kc Qc": {"straight_flush"},
    }  # fmt: skip
    for text, rows in wanted.items():
        assert pocket_rows(mask(cards(text)), True) == pocket_rows(mask(cards(text)), False) == rows
    assert pocket_rows(mask(cards("Ac 2d")), True) == {"straight"}
    assert pocket_rows(mask(cards("Ac 2d")), False) == set()


def test_worth_at_last_is_counted_card_by_card() -> None:
    solved = results.main_game(RULES)
    for own, board in (("2c 2d", "9h 7s 4h"), ("Ac Jd", "Kh 8s 3d"), ("5c 4d", "9h 9s Kc")):
        hole, seen = cards(own), cards(board)
        mine = plain(hole, seen)
        left = [card for card in deck() if card not in (*hole, *seen)]
        worth = 0
        for other in combinations(left, 2):
            its = plain(other, seen)
            won = 5 if its >= QUALIFIERS["ace_king"] else 3
            worth += won if mine > its else 0 if mine == its else -5
        told = solved.worth(hole, seen)
        assert told == {"play": Fraction(worth, comb(47, 2)), "fold": -3}
        assert solved.best(hole, seen) == ("play" if told["play"] > -3 else "fold")


def test_worth_on_the_flop_and_before_is_the_mean_of_what_follows() -> None:
    solved = results.main_game(RULES)
    hole, flop = cards("8c 3d"), cards("Jh 5s")
    left = [card for card in deck() if card not in (*hole, *flop)]
    rivers = [max(solved.worth(hole, (*flop, card)).values()) for card in left]
    assert solved.worth(hole, flop) == {"river": sum(rivers) / len(rivers), "fold": -2}
    flops = combinations([card for card in deck() if card not in hole], 2)
    means = [max(solved.worth(hole, flop).values()) for flop in flops]
    assert solved.worth(hole, ()) == {"flop": sum(means) / len(means), "fold": -1}


@pytest.mark.soak
def test_strategies_are_valued_and_their_mistakes_make_up_the_cost() -> None:
    table = next(iter(results.simple(RULES).values()))
    main, mistakes = checked(GAME, table, RULES)
    assert mistakes
    assert main.strategy == table.name


@pytest.mark.soak
def test_every_simple_strategy_makes_up_its_cost() -> None:
    for table in results.simple(RULES).values():
        assert checked(GAME, table, RULES)
    stated = {rule.name: rule.house_advantage for rule in results.strategy(RULES).simple_rules}
    assert len(stated) == len(results.SIMPLE)


def test_a_strategy_looks_at_what_lies_there() -> None:
    content = {"game": BOOK.game, "name": "x", "otherwise": "fold"}
    with pytest.raises(Refused, match="no board to look at"):
        results.read_policy({**content, "rules": [{"do": "flop", "hand": "pair or better"}]}, RULES)
    wrong = {"do": "fold", "street": "turn"}
    with pytest.raises(Refused, match="no street"):
        results.read_policy({**content, "rules": [wrong]}, RULES)


def test_a_table_and_a_function_that_do_the_same_are_worth_the_same() -> None:
    """On a deck of sixteen cards, where a function is soon asked about everything."""
    small = BOOK.model_copy(
        update={"deck": BOOK.deck.model_copy(update={"ranks": "9TKA", "suits": "cdhs"})}
    )
    rules = TableRules(small)
    table = results.simple(rules)["any_pair"]

    def alike(sight: Sight) -> str:
        return table(sight)

    def by_suit(sight: Sight) -> str:
        return "fold" if sight.hand[0] >> 4 == 0 else sight.choices[0]

    one, two = (results.valued(rules, decide)[0].outcomes for decide in (table, alike))
    assert one.distribution == two.distribution
    with pytest.raises(Refused, match="worth the same"):
        results.valued(rules, by_suit)
    seen = policy.seen_of(
        Sight(("play", "fold"), tuple(cards("9c 9d")), (), tuple(cards("Tc Td Ah")))
    )
    assert (seen.street, seen.high, seen.low, seen.board_pairs) == (2, 7, 7, True)


def test_classes_before_the_flop() -> None:
    rows = list(results.every_class(RULES))
    assert sum(row.ways for row in rows) == 1326
    assert len(rows) == 169
    assert [row.hand for row in rows if row.best == "fold"] == ["72o", "62o", "52o"]
    with pytest.raises(Refused, match="no point total"):
        list(results.every_class(RULES, total=3))
    assert odds.FOLD == "fold"


BETS = {"ante": 1_000, "pocket_poker": 500}


@pytest.mark.parametrize("bets", [BETS, {"ante": 1_500}])
@pytest.mark.parametrize("name", list(deal.POLICIES))
def test_the_referee_settles_the_kernels_cards_alike(bets, name) -> None:
    state, lookup = deal.table(RULES, bets, 7, 3, **deal.POLICIES[name])
    given, one, told = Given(), state[0], Dealt()
    table = Table(GAME.play, BOOK, options=STACKS, chance=given, keep_log=False)
    table.sit(1)
    decide, order = results.POLICIES[name], results.main_game(RULES).solver.table.cards
    for _ in range(150):
        deal.play_rounds.jit(state, lookup, 1)
        own, board, its, rest = (
            [order[int(at)] for at in one.shoe[span]]
            for span in (slice(2), slice(2, 5), slice(5, 7), slice(7, 9))
        )
        given.cards = [*own, *its, rest[0], *board[:2], rest[1], board[2]]
        table.bet(1, bets)
        table.close()
        while table.waiting is not None:
            view = table.view(1)
            choice = decide(view, table.rules)
            table.act(1, choice, {c.name: c.most for c in view.asked.choices}[choice])
        told.take(moves_of(table.round, 1, bets), main_wagers(RULES, bets))
    kernel = deal.dealt(RULES, bets, one)
    assert (kernel.all, kernel.game) == (told.all, told.game)


def test_the_kernel_is_the_same_in_plain_python() -> None:
    (slow, lookup), (compiled, _) = (deal.table(RULES, BETS, 7, 1) for _ in range(2))
    deal.play_rounds(slow, lookup, 300)
    deal.play_rounds.jit(compiled, lookup, 300)
    assert slow.tobytes() == compiled.tobytes()


def test_edges_are_the_exact_ones() -> None:
    exact = {result.wager: result.outcomes for result in results.results(RULES)}
    dealt = deal.simulate_shard(RULES, BETS, 3, 0, 1 << 20)
    for wager in (*odds.CONTEST, "pocket_poker"):
        stake = BETS.get(wager, BETS["ante"]) * (2 if wager == "play" else 1)
        sums = dealt.wagers[wager]
        error = sums.standard_error / stake
        assert abs(float(sums.mean / stake - exact[wager].expectation)) < 4 * error, wager
    with pytest.raises(Refused, match="no way to play"):
        deal.simulate_shard(RULES, BETS, 0, 0, 1, plays="blind")
    assert "not dealt natively with play" in deal.why_not(RULES, {"play": 100})
