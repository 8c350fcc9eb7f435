"""Switch hands blackjack: figures by hand, the solver against the referee and the kernel."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.certificates.figures import shipped
from houseway.certificates.recount import small_tables
from houseway.equipment.cards import cards
from houseway.games import game
from houseway.games.twenty_one import odds as family
from houseway.games.twenty_one.composition.against import against
from houseway.games.twenty_one.composition.terms import falling, hand_of, without
from houseway.games.twenty_one.hand import Extras, row_of
from houseway.games.twenty_one.switch_hands_blackjack import advice, deal, odds, recount, results
from houseway.games.twenty_one.switch_hands_blackjack.ante import ante_fee
from houseway.games.twenty_one.switch_hands_blackjack.hand_names import name_hand
from houseway.games.twenty_one.switch_hands_blackjack.strategy import (
    kind_of,
    switch_chart,
    values_at,
)
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

GAME = game("switch-hands-blackjack")
BOOK = GAME.rulebook()
RULES = TableRules(BOOK)
KNOWN = odds.known_at(RULES)
NINES = odds.Known(replace(KNOWN.rules, ranks="9T"), KNOWN.pays)  # nobody draws
BETS = {"main": 1000}


def test_the_ante_fee_is_a_dollar_for_each_five_and_for_a_part_of_five() -> None:
    fees = {stake: ante_fee(stake * 100, RULES) for stake in (1, 4, 5, 6, 10, 11, 500)}
    assert fees == {1: 100, 4: 100, 5: 100, 6: 200, 10: 200, 11: 300, 500: 10000}
    assert KNOWN.pays.fee == Fraction(1, 5)


def test_half_of_all_blackjacks_are_of_one_color() -> None:
    assert odds.colored_share(KNOWN.rules) == Fraction(1, 2)
    assert odds.colored_share(replace(KNOWN.rules, suits="c")) == 1
    assert odds.colored_share(replace(KNOWN.rules, suits="cdh")) == Fraction(5, 9)
    colored = Extras(colored=True)
    rows = {hand: row_of(cards(hand), RULES.points, False, colored) for hand in ("Ac Ks", "Ac Kd")}
    assert rows == {"Ac Ks": "colored_blackjack", "Ac Kd": "blackjack"}


def test_of_nines_and_tens_by_hand() -> None:
    """Where nobody draws or splits a hand is worth what two cards beat, and 18 is given away for
    a mean of 19 or so."""
    stands = family.drawing(lambda total, soft: total < 12)
    columns = {
        start: odds.column_by(NINES.rules, start, stands) for start in odds.starts_of(NINES.rules)
    }
    found = odds.Game(NINES, "stands", columns, odds.where_better)
    shoe = {9: 24, 10: 24}

    def worth(hand: tuple[int, int], up: int, gone: tuple[int, ...]) -> Fraction:
        left = dict(shoe)
        for one in (*hand, up, *gone):
            left[one] -= 1
        whole = sum(left.values())
        return sum(
            (
                Fraction(n, whole) * ((sum(hand) > up + hole) - (sum(hand) < up + hole))
                for hole, n in left.items()
            ),
            Fraction(0),
        )

    mean = Fraction(0)
    for up in (9, 10):
        for open_pair in ((9, 9), (9, 10), (10, 10)):
            left = dict(shoe)
            ways = Fraction(left[up], 48)
            left[up] -= 1
            one, other = open_pair
            part = left[one] * (left[other] - (one == other)) * (1 + (one != other))
            ways *= Fraction(part, 47 * 46)
            for card in open_pair:
                left[card] -= 1
            taken = Fraction(0)
            for hidden in ((9, 9), (9, 10), (10, 10)):
                a, b = hidden
                share = left[a] * (left[b] - (a == b)) * (1 + (a != b))
                taken += Fraction(share, 45 * 44) * worth(hidden, up, open_pair)
            mean += ways * max(worth(open_pair, up, ()), taken)
    keeps, switched = found.worths[(8,), (8, 8)]
    assert switched > keeps
    assert found.expectation == mean - Fraction(1, 5)
    assert found.table.expectation == found.expectation
    assert sum(chance for *_, chance in found.lines) == 1


def test_a_hidden_pair_is_worth_the_mean_of_all_that_it_may_be() -> None:
    """Every pair from the shoe without the open one, each by itself."""
    known = odds.Known(replace(KNOWN.rules, ranks="5TA"), KNOWN.pays)
    start, gone = (9,), (4, 9)
    engine = family.terms(known.rules)
    here = against(replace(engine, shoe=without(engine.shoe, *gone)), start)
    colored = odds.colored_share(known.rules)
    together = odds.take(here, here.best).net(known.pays, colored)
    left, cards_left = here.shoe, here.cards
    one_by_one = Fraction(0)
    for one, other in odds.PAIRS:
        ways = left[one] * (left[other] - (one == other)) * (1 + (one != other))
        if ways:
            hand = odds.keep(here, here.best, (one, other))
            one_by_one += Fraction(ways, falling(cards_left, 2)) * hand.net(known.pays, colored)
    assert together == one_by_one
    assert together == advice.worths_of(known, start, gone)[1]


def test_surrender_is_what_the_family_knows_of_it() -> None:
    rules = replace(KNOWN.rules, surrender=True)
    engine = family.terms(rules)
    start = (9,)
    native = against(engine, start)
    plan = odds.with_surrender(against(family.terms(replace(rules, surrender=False)), start))
    best = native.best
    for hand in odds.PAIRS:
        index = native.hands.at[hand_of(*hand)]
        is_split = hand[0] == hand[1] and hand[0] in best.splits
        assert is_split == (hand[0] == hand[1] and hand[0] in plan.splits)
        if not is_split and hand != odds.BLACKJACK:
            assert best.acts[0, index] == plan.acts[0, index]
    assert plan.acts[0, native.hands.at[hand_of(9, 5)]] == odds.SURRENDER


def test_a_blackjack_that_pushes_beside_21_is_worth_less() -> None:
    start = (5,)
    column = values_at(KNOWN, start)[0]
    wins = odds.Known(KNOWN.rules, replace(KNOWN.pays, ties_21=False))
    assert values_at(wins, start)[0][odds.BLACKJACK] == Fraction(7, 4)  # 3 to 2 and 2 to 1
    assert column[odds.BLACKJACK] < Fraction(7, 4)
    paid = odds.Known(KNOWN.rules, replace(KNOWN.pays, both=Fraction(1, 2)))
    ten = values_at(paid, (9,))[0][odds.BLACKJACK] - values_at(KNOWN, (9,))[0][odds.BLACKJACK]
    assert ten == Fraction(1, 2) * Fraction(23, 309)  # of 309 unseen cards 23 are aces


def test_the_chart_gives_stiff_hands_away_and_keeps_good_ones() -> None:
    chart = switch_chart(KNOWN)
    assert all(chart.switches((up,), (5, 9)) for up in range(10))  # hard 16
    assert not any(chart.switches((up,), (9, 9)) for up in range(10))
    assert not any(chart.switches((up,), odds.BLACKJACK) for up in range(10))
    assert not chart.switches((5,), (4, 5))  # 11 beside a six
    assert kind_of((0, 0)) == ("pairs", "A-A")
    assert set(chart.means) == {"S", "H"}
    assert "hard" in chart.markup()
    assert chart.svg("Switch hands").startswith("<svg")


def edges() -> dict[tuple[object, ...], Fraction]:
    """The house advantage of every table."""
    return {
        tuple(one.options[name] for name in results.PLAYED): one.outcomes.house_advantage
        for one in shipped(GAME, "nj")
        if one.wager == "main"
    }


def test_the_figures_that_are_shipped() -> None:
    usual = {
        one.options["decks_in_use"]: float(one.outcomes.house_advantage)
        for one in shipped(GAME, "nj")
        if one.wager == "main"
        and all(one.options[name] == RULES.options[name] for name in results.PLAYED[1:])
    }
    assert set(usual) == {"6", "7", "8"}
    assert 0.0236 < usual["6"] < 0.02361
    assert usual["6"] < usual["7"] < usual["8"] < 0.026


def test_what_helps_a_player_lowers_every_figure() -> None:
    found = edges()
    assert len(found) == 3 * 2**4 + 4
    for key, edge in found.items():
        chosen = dict(zip(results.PLAYED, key, strict=True))
        if chosen["splits"] != "1":
            once = {**chosen, **{name: RULES.options[name] for name in results.SPLITS}}
            assert edge < found[tuple(once.values())]
            continue
        for name, other in (
            ("surrender", True),
            ("blackjack_tie_pays", True),
            ("blackjack_ties_21", False),
            ("dealer_cards", "hole_by_hand"),
        ):
            if chosen[name] != other:
                better = tuple({**chosen, name: other}.values())
                assert found[better] < edge


@pytest.mark.parametrize("small", recount.SMALL[:2], ids=lambda one: one.ranks)
def test_the_referee_comes_to_what_the_solver_says(small) -> None:
    assert small_tables.differences(GAME, "nj", small) == []


@pytest.mark.soak
def test_the_kernel_deals_what_the_solver_says() -> None:
    """By charts and from a shoe that is dealt to its cutting card, so that a little more than
    chance is let be."""
    found = deal.simulate_shard(RULES, BETS, 5, 0, 1_000_000)
    error = 4 * found.game.standard_error / 1000 + 0.0005
    assert abs(float(found.game.mean) / 1000 + 0.023601) < error
    assert found.wagers["ante"].net == -200 * 1_000_000
    never = deal.simulate_shard(RULES, BETS, 5, 0, 200_000, switch="never")
    assert never.game.mean < found.game.mean - 100


def test_the_kernel_refuses_what_it_does_not_deal() -> None:
    with pytest.raises(Refused, match="main wager alone"):
        deal.simulate_shard(RULES, {**BETS, "insurance": 500}, 0, 0, 1)
    with pytest.raises(Refused, match="not 'always'"):
        deal.simulate_shard(RULES, BETS, 0, 0, 1, switch="always")
    with pytest.raises(Refused, match="steps") as refused:
        deal.simulate_shard(RULES, {"main": 1200}, 0, 0, 1)
    assert "2B.5(a)" in refused.value.cite
    for method in ("bart_carter", "house"):
        with pytest.raises(Refused, match=method):
            deal.simulate_shard(TableRules(BOOK, {"shuffle_method": method}), BETS, 0, 0, 1)


def test_hidden_pairs_have_no_name_and_do_not_spoil_a_blackjack() -> None:
    hands = {1: cards("Ac Kd"), "1.5": cards("9c 9d"), 2: cards("Ac 7d"), "2.2": cards("Ad Kd")}
    names = {place: name_hand(hands, place, RULES) for place in hands}
    assert names == {1: "blackjack", "1.5": "", 2: "soft 18", "2.2": "21"}
