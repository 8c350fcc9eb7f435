"""Texas hold 'em bonus poker: figures, strategies, and the kernel that deals."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from checked import checked
from given import Given

from houseway.equipment.cards import cards, deck, mask
from houseway.games import game
from houseway.games.against_dealer.board_kinds import Deck
from houseway.games.against_dealer.streets import Streets
from houseway.games.against_dealer.texas_hold_em_bonus_poker import deal, policy, results
from houseway.games.against_dealer.texas_hold_em_bonus_poker.hand import bonus_rows, pays_ante
from houseway.games.authoring.policy import Sight
from houseway.games.authoring.sums import Dealt, main_wagers, moves_of
from houseway.hands.poker import strength
from houseway.referee.table import Table
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = game("texas-hold-em-bonus-poker")
BOOK = GAME.rulebook()
RULES = TableRules(BOOK)
FLUSH = TableRules(BOOK, {"ante_paid_from": "flush"})
BOTH = {"both_aces_paid": True, "bonus": "with_both_aces"}
DEALS = comb(52, 2) * comb(50, 3) * 47 * 46 * comb(45, 2)


def found(wager, rules=RULES, stakes=None):
    (result,) = results.results(rules, stakes, wager=wager)
    result.outcomes.check()
    return result.outcomes


# Hands


def test_hands() -> None:
    assert pays_ante(strength(mask(cards("5c 4d 3h 2s Ac"))), "straight")
    assert not pays_ante(strength(mask(cards("5c 5d 5h 2s Ac"))), "straight")
    assert not pays_ante(strength(mask(cards("5c 4d 3h 2s Ac"))), "flush")
    aces = mask(cards("Ac Ad")), mask(cards("Ah As"))
    assert bonus_rows(aces[0], aces[1]) == {"both_aces"}
    assert bonus_rows(aces[0], mask(cards("Kc Kd"))) == bonus_rows(aces[0]) == {"aces"}


def test_the_bonus_is_what_two_cards_are() -> None:
    """59 of 663: 6 aces, 4 and 8 suited aces, 12 and 24 unsuited ones, 18 and 54 pairs."""
    pays = 6 * 30 + 4 * 25 + 8 * 20 + 12 * 15 + 18 * 10 + 24 * 5 + 54 * 3
    assert found("bonus").expectation == Fraction(pays - (1326 - 126), 1326) == Fraction(-59, 663)
    both = Fraction(6, 1326) * Fraction(1, 1225)
    more = found("bonus", TableRules(BOOK, BOTH)).expectation
    assert more == Fraction(-59, 663) + both * 970


# Streets


def test_streets_of_a_small_deck_are_those_of_every_deal() -> None:
    """Every flop, turn, river and dealer's hand of a few holes, one by one."""
    streets = Streets(Deck((8, 10, 11, 12), 3))
    plan = streets.best_later(streets.pairs[:, 0].astype("uint8") * 0 + 1)
    flop_of, four_of = streets.ways(streets.flops), streets.ways(streets.fours)
    for hole in (0, 7, 40):
        held = list(streets.holes[hole])
        left = [card for card in streets.cards if card not in held]
        for flop in list(combinations(left, 3))[:6]:
            total = 0
            for turn in [card for card in left if card not in flop]:
                four = sum(worth(held, [*flop, turn], river, left) for river in left
                           if river not in (*flop, turn))  # fmt: skip
                rest = len(left) - 4
                share = rest * comb(rest - 1, 2)
                assert streets.on_cards(held, [*flop, turn]) == Fraction(four, share)
                assert looked_up(streets, four_of, plan.turn, hole, [*flop, turn]) == (four > 0)
                total += four
            share = (rest + 1) * rest * comb(rest - 1, 2)
            assert streets.on_cards(held, flop) == Fraction(total, share)
            assert looked_up(streets, flop_of, plan.flop, hole, flop) == (total > 0)


def worth(held, board, river, left):
    """Hands of the dealer's that are beaten less those that win."""
    out = [*board, river]
    own, common = strength(mask([*held, *out])), mask(out)
    others = combinations([card for card in left if card not in out], 2)
    seen = [strength(common | mask(other)) for other in others]
    return sum((own > one) - (own < one) for one in seen)


def looked_up(streets, ways, chosen, hole, board):
    numbers = sorted(streets.place[card] for card in board)
    at = sum(comb(card, i + 1) for i, card in enumerate(numbers))
    return chosen[ways[0][at], streets.renamed[ways[1][at], hole]]


def test_deals_by_category_are_those_of_seven_cards() -> None:
    counts = results.main_game(RULES).streets.counts.sum(axis=(0, 2)).tolist()
    assert sum(counts) == DEALS
    each = DEALS // comb(52, 7)
    assert counts[-1] == 4324 * each  # royal flushes of seven cards
    assert counts[4] == 6180020 * each  # straights


# Figures


@pytest.mark.soak
@pytest.mark.slow
def test_the_whole_game() -> None:
    """The published house edge is 2.037 % of the ante, 0.5335 % of all that is bet. The published
    standard deviation is 3.5008 antes; rounds that are dealt bear out this one."""
    main = found("main")
    assert main.denominator == DEALS
    assert main.expectation == Fraction(-578107733, 28381438800)
    assert f"{float(main.house_advantage_on_action):.4%}" == "0.5335%"
    assert f"{main.standard_deviation:.6f}" == "3.507271"
    assert found("main", FLUSH).expectation == Fraction(-19447087313, 347672625300)
    parts = [found(wager) for wager in ("ante", "flop", "turn", "river")]
    times = (1, 2, 1, 1)
    assert (
        sum(t * part.expectation for t, part in zip(times, parts, strict=True)) == main.expectation
    )
    rows = list(results.every_class(RULES))
    assert [row.hand for row in rows if row.best == "fold"] == ["72o", "62o", "52o", "42o", "32o"]
    mean = sum(max(row.flop, row.fold) * row.ways for row in rows) / comb(52, 2)
    assert mean == main.expectation


PUBLISHED = [  # two cards, worth where the ante is paid from a straight up, and from a flush up
    ("32o", "-1.155927", "-1.195592"),
    ("42o", "-1.091604", "-1.135210"),
    ("52o", "-1.019987", "-1.067022"),
    ("62o", "-1.046723", "-1.077817"),
    ("72o", "-1.031301", "-1.050057"),
    ("82o", "-0.896002", "-0.917393"),
    ("J2o", "-0.459414", "-0.478676"),
    ("K2o", "-0.102668", "-0.115400"),
]


@pytest.mark.slow
def test_two_cards_are_worth_what_is_published() -> None:
    for rules, column in ((RULES, 1), (FLUSH, 2)):
        worth = {row.hand: row.flop for row in results.every_class(rules)}
        for row in PUBLISHED:
            assert f"{float(worth[row[0]]):.6f}" == row[column], row


def test_no_figure_where_winnings_are_cut_off() -> None:
    assert results.prices(RULES, Fraction(10_000)).paid_from == "straight"
    with pytest.raises(Refused, match="cut off"):
        results.prices(RULES, Fraction(10_001))


# Strategies


@pytest.mark.soak
@pytest.mark.slow
def test_strategies() -> None:
    costs = []
    for table in results.simple(RULES).values():
        _, mistakes = checked(GAME, table, RULES)
        assert mistakes
        costs.append(sum(one.cost for one in mistakes))
    assert costs == sorted(costs)
    simple = results.strategy(RULES)
    assert [one.cost for one in simple.simple_rules] == costs
    assert simple.folds == ("72o", "62o", "52o", "42o", "32o")


def test_what_a_table_cannot_say() -> None:
    content = {"game": BOOK.game, "name": "x", "otherwise": "fold"}
    for line, reason in (
        ({"do": "turn", "street": "turn"}, "not offered on street 'turn'"),
        ({"do": "flop", "makes": "pair or better"}, "no makes to look at on street first"),
        ({"do": "check", "street": "last"}, "no street 'last'"),
    ):
        with pytest.raises(Refused, match=reason):
            results.read_policy({**content, "rules": [line]}, RULES)


def test_a_table_on_each_street() -> None:
    says = results.simple(RULES)["high_cards"]

    def told(hole, board=""):
        dealt = tuple(cards(board))
        choices = policy.STREETS[policy.BOARDS.index(len(dealt))].choices
        return says(Sight(choices, tuple(cards(hole)), (), dealt))

    assert [told("7c 2d"), told("7c 2c"), told("3c 3d")] == ["fold", "flop", "flop"]
    assert told("2c 2d", "2h 9c 7d") == "check"
    assert told("9c 4d", "9h Kc 7d") == "turn"
    assert told("Jc 4c", "9c Kc 7d") == "turn"
    assert told("9h 4c", "Tc Kc 7c") == "check"
    assert told("Ac 8d", "Th Kc 7d") == "turn"
    assert told("Ac 8d", "Th Kc 7d 4s") == "check"
    assert told("Ac 9d", "Th Kc 7d 7s") == "river"


# The kernel


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, BOTH])
@pytest.mark.parametrize("plays", list(deal.POLICIES))
def test_the_referee_settles_the_kernels_cards_alike(options, plays) -> None:
    rules = TableRules(BOOK, options)
    bets = {"ante": 1_000, "bonus": 500}
    state, lookup = deal.table(rules, bets, 7, 3, plays=plays)
    one, given, told = state[0], Given(), Dealt()
    game_cards = results.main_game(rules).streets.cards
    table = Table(
        GAME.play, BOOK, chance=given, keep_log=False,
        options={**options, "dealing": "automated_shoe", "shuffler": "automated"},
    )  # fmt: skip
    table.sit(1)
    decide = results.POLICIES[plays]
    for _ in range(120):
        deal.play_rounds.jit(state, lookup, 1)
        dealt = [game_cards[number] for number in one.shoe[:9].tolist()]
        burned = [card for card in deck() if card not in dealt]
        flop, turn, river = dealt[2:5], dealt[5], dealt[6]
        given.cards = [*dealt[:2], *dealt[7:9], burned[0], *flop, burned[1], turn, burned[2], river]
        table.bet(1, bets)
        table.close()
        while table.waiting is not None:
            view = table.view(1)
            name = decide(view, table.rules)
            table.act(1, name, {c.name: c.most for c in view.asked.choices}[name])
        told.take(moves_of(table.round, 1, bets), main_wagers(rules, bets))
    kernel = deal.dealt(rules, bets, one)
    assert (kernel.all, kernel.game) == (told.all, told.game)


@pytest.mark.slow
def test_the_kernel_is_the_same_in_plain_python_and_its_edges_are_exact() -> None:
    bets = {"ante": 1_000, "bonus": 500}
    slow, compiled = (deal.table(RULES, bets, 7, 1) for _ in range(2))
    deal.play_rounds(*slow, 200)
    deal.play_rounds.jit(*compiled, 200)
    assert slow[0].tobytes() == compiled[0].tobytes()
    exact = {result.wager: result.outcomes for result in results.results(RULES)}
    dealt = deal.simulate_shard(RULES, bets, 3, 0, 1 << 19)
    for wager, stake in (
        ("ante", 1000),
        ("flop", 2000),
        ("turn", 1000),
        ("river", 1000),
        ("bonus", 500),
    ):
        sums = dealt.wagers[wager]
        error = sums.standard_error / stake
        assert abs(float(sums.mean / stake - exact[wager].expectation)) < 4 * error, wager
    assert (
        abs(float(dealt.game.mean / 1000 - exact["main"].expectation))
        < 4 * dealt.game.standard_error / 1000
    )


@pytest.mark.slow
def test_rounds_that_are_dealt_spread_as_counted() -> None:
    """What is bet on both streets and how it ends, together: chi-square of some hundred cells."""
    state, lookup = deal.table(RULES, {"ante": 1_000}, 5, 0)
    rounds = 1 << 20
    deal.play_rounds.jit(state, lookup, rounds)
    seen = state[0].cells.reshape(-1, deal.CELLS).sum(axis=0).tolist()
    best = results.main_game(RULES).optimal
    found = []
    for (bets, kind, end), count in best.counts.items():
        at = (deal.BETS.index(bets) * deal.KINDS + kind) * len(deal.ENDS) + deal.ENDS.index(end)
        due = rounds * count / best.deals
        if due > 10:
            found.append((seen[at] - due) ** 2 / due)
    assert len(found) > 80
    assert sum(found) < len(found) + 6 * (2 * len(found)) ** 0.5


def test_what_the_kernel_does_not_deal() -> None:
    with pytest.raises(Refused, match="no way to play"):
        deal.table(RULES, {"ante": 1_000}, 0, 0, plays="blind")
    assert "not dealt natively with turn" in deal.why_not(RULES, {"turn": 100})
    assert "cut off" in deal.why_not(RULES, {"ante": 1_000_001})
