"""Casino war: figures against a count written here, the kernel against both, advice."""

from fractions import Fraction
from itertools import product

import pytest

from houseway.equipment.cards import cards
from houseway.equipment.shoe import Scripted
from houseway.games import game
from houseway.referee.table import Table
from houseway.rulebook.table_rules import TableRules

WAR = game("casino-war")
BOOK = WAR.rulebook()
PRINTED = {6: Fraction(23138, 993023), 7: Fraction(184662, 7906261), 8: Fraction(276706, 11826255)}
SURRENDER = {6: Fraction(23, 622), 7: Fraction(9, 242), 8: Fraction(31, 830)}
TIE = {6: Fraction(58, 311), 7: Fraction(2, 11), 8: Fraction(74, 415)}


def war_by_hand(decks):
    """What the house keeps of an initial wager that always goes to war: a tie comes by the cards
    that are left of a rank, and so does a second one; above and below are as likely."""
    each, n = 4 * decks, 52 * decks
    tie = Fraction(each - 1, n - 1)
    again = Fraction(0)
    for one in range(13):
        left = each - 2 * (one == 0)  # the rank that tied is short of two
        again += Fraction(left * (left - 1), (n - 2) * (n - 3))
    lost = (1 - again) / 2
    return -tie * (again * 2 + lost * 1 + lost * -2)


@pytest.mark.parametrize("decks", PRINTED)
def test_the_house_keeps_what_two_cards_and_two_more_give_it(decks) -> None:
    rules = TableRules(BOOK, {"decks": decks})
    found = {one.wager: one.outcomes for one in WAR.odds.results(rules)}
    assert found["main"].house_advantage == war_by_hand(decks) == PRINTED[decks]
    assert found["tie"].house_advantage == TIE[decks]
    assert found["war_tie"].win_probability == second_tie(decks)
    costs = {rule.name: rule.house_advantage for rule in WAR.odds.strategy(rules).simple_rules}
    assert costs == {"always war": PRINTED[decks], "always surrender": SURRENDER[decks]}


def second_tie(decks):
    each, n = 4 * decks, 52 * decks
    ways = sum(
        (each - 2 * (a == 0)) * (each - 2 * (b == 0) - 1)
        for a, b in product(range(13), repeat=2)
        if a == b
    )
    return Fraction(ways, (n - 2) * (n - 3))


def test_the_money_of_a_war_moves_as_the_text_has_it() -> None:
    """The initial wager is lost and the war wager wins twice as much: not a push and even money."""
    rules = TableRules(BOOK)
    found = {one.wager: one.outcomes for one in WAR.odds.results(rules)}
    assert {one.net for one in found["war"].outcomes if one.action} == {-1, 2, 3}
    assert {one.net for one in found["initial"].outcomes} == {-1, 1}
    assert {(one.net, one.action) for one in found["main"].outcomes} == {
        (-2, 2), (-1, 1), (1, 1), (1, 2), (2, 2),
    }  # fmt: skip


def table_with(dealt, **seats):
    table = Table(WAR.play, BOOK, options={"decks": 6}, chance=Scripted(dealt))
    for seat in sorted({1, *(place for place in dealt if isinstance(place, int))}):
        table.sit(seat)
    table.begin()
    table.act(1, "cut")
    for seat in table.data.players:
        table.bet(seat, {"initial": 1000})
    table.close()
    return table


def test_advice_on_a_tie() -> None:
    table = table_with({1: cards("9c"), "dealer": cards("9d")})
    worth = WAR.odds.advise(table.view(1), table.rules)
    again = second_tie(6)
    assert worth == {"surrender": -500, "war": 1000 * (2 * again - (1 - again) / 2)}
    assert WAR.odds.policies["optimal"](table.view(1), table.rules) == "war"


def test_cards_of_other_players_count_in_the_advice() -> None:
    """Three more nines are out: the chances of the war are those of the 307 cards left."""
    table = table_with({1: cards("9c"), 2: cards("9h"), 3: cards("9s"), 4: cards("9s"),
                        "dealer": cards("9d")})  # fmt: skip
    left, n = [24] * 12 + [19], 307
    again = Fraction(sum(x * (x - 1) for x in left), n * (n - 1))
    worth = WAR.odds.advise(table.view(1), table.rules)
    assert worth["war"] == 1000 * (2 * again - (1 - again) / 2)


def test_advice_on_the_tie_wager_of_a_war() -> None:
    table = table_with({1: cards("9c"), "dealer": cards("9d")})
    table.act(1, "war")
    worth = WAR.odds.advise(table.view(1), table.rules)
    assert set(worth) == {"no_tie_wager", "tie_wager"}
    assert worth["no_tie_wager"] > worth["tie_wager"]
    assert WAR.odds.policies["optimal"](table.view(1), table.rules) == "no_tie_wager"


@pytest.mark.parametrize(
    ("policy", "exact"), [("always_war", PRINTED), ("always_surrender", SURRENDER)]
)
def test_the_kernel_deals_what_the_odds_say(policy, exact) -> None:
    deal = pytest.importorskip("houseway.games.shoe_contests.casino_war.deal")
    bets = {"initial": 1000, "tie": 500}
    dealt = deal.simulate_shard(TableRules(BOOK), bets, 7, 0, 400_000, **deal.POLICIES[policy])
    error = 5 * dealt.game.standard_error / 1000
    assert abs(-float(dealt.game.mean) / 1000 - exact[6]) < error
    tie = dealt.wagers["tie"]
    assert abs(-float(tie.mean) / 500 - TIE[6]) < 5 * tie.standard_error / 500


def test_the_kernel_plays_best_when_it_is_told_to() -> None:
    deal = pytest.importorskip("houseway.games.shoe_contests.casino_war.deal")
    assert deal.best_on_tie(TableRules(BOOK), "optimal") == "war"
    each = TableRules(BOOK, {"war_burn": "each_card"})
    assert "burned once" in deal.why_not(each, {"initial": 1000})
