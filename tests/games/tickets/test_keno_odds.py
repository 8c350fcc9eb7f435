"""Keno's figures: published ones, whole tickets, the limit, and what the law asks of a card."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway.certificates import figures
from houseway.counting.result import Certificate
from houseway.games import game
from houseway.games.tickets.keno import odds, results
from houseway.games.tickets.keno.ticket import read_order
from houseway.rulebook.rate_card import catch_chances, house_advantage
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

KENO = game("keno")
BOOK = KENO.rulebook("nj")
RULES = {card: TableRules(BOOK, {"rate_card": card}) for card in BOOK.rates.cards}
STANDARD = RULES["standard"]
EVERY = comb(80, 20)


def one(name, rules=STANDARD, **stakes):
    (found,) = results.results(rules, stakes or None, None, name)
    found.outcomes.check()
    return found.outcomes


def own_card(pays, **more):
    card = {"name": "own", "max_spots": len(pays), "min_wager": 1, "max_wager": 100, **more}
    return {**card, "columns": [{"wager": 1, "pays": pays}]}


@pytest.mark.parametrize(
    ("spots", "one_in"),
    [(1, 4), (2, 17), (4, 326), (8, 230_115), (10, 8_911_711), (20, EVERY)],
)
def test_known_chances_to_catch_all(spots, one_in) -> None:
    """1 in 4, 1 in 230,115, 1 in 8,911,711, 1 in 3.5 quintillion: every page about keno."""
    assert round(1 / catch_chances(80, 20, spots)[spots]) == one_in


def test_published_advantages() -> None:
    """Sample cards of the kind that casinos printed: 25.000, 27.848, 27.848 and 28.072 percent."""
    edges = [one(f"straight@{spots}").house_advantage for spots in (1, 2, 3, 5)]
    assert [f"{float(edge):.3%}" for edge in edges] == ["25.000%", "27.848%", "27.848%", "28.072%"]
    assert edges[1] == Fraction(22, 79)


def test_four_spots_at_a_hundred_leave_the_house_too_much() -> None:
    pays = {1: {1: 3}, 2: {2: 12}, 3: {2: 1, 3: 42}, 4: {2: 1, 3: 4, 4: 100}}
    with pytest.raises(Refused, match=r"30\.803%, more than 30%"):
        TableRules(BOOK, {"rate_card": own_card(pays)}).rate_card  # noqa: B018


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_spot_is_counted_and_is_as_the_law_measures_it(rules) -> None:
    card = rules.rate_card
    for spots in range(1, card.max_spots + 1):
        table = one(f"straight@{spots}", rules)
        assert table.denominator == comb(80, spots)
        counts = [comb(20, k) * comb(60, spots - k) for k in range(spots + 1)]
        assert [outcome.count for outcome in table.outcomes] == counts
        assert table.house_advantage == house_advantage(card, rules.cage, spots, card.min_wager)
        assert table.house_advantage <= Fraction(30, 100)
        assert one(f"quick_pick@{spots}", rules).outcomes == table.outcomes
        whole = odds.ticket("", results.read_ticket(f"straight@{spots}", rules), card, rules.cage)
        assert whole.house_advantage == table.house_advantage


def test_the_strategy_shows_the_test_of_the_law() -> None:
    best = results.strategy(STANDARD)
    assert best.allowed_at_the_smallest_wager == Fraction(30, 100)
    assert list(best.at_the_smallest_wager_by_spots) == list(range(1, 11))
    assert best.house_advantage == min(best.at_the_smallest_wager_by_spots.values())
    assert best.wagers[0].wager == "straight@7"


# Tickets as a whole


@pytest.mark.parametrize(
    "name",
    ["split@2+3", "split@1+4+5", "way@2+2+2:any2", "way@1+1+1+1:any2,3", "king@1+1+3:any2",
     "combination@2+3+1:any1,2", "combination@2+3:any2,1"],
)  # fmt: skip
def test_a_ticket_costs_what_its_ways_cost(name) -> None:
    """What the house keeps of a ticket is what it keeps of each way, however they hang together."""
    order = results.read_ticket(name, STANDARD)
    table = one(name)
    kept = sum(one(f"straight@{len(way.spots)}").house_advantage for way in order.ways)
    assert table.house_advantage == kept
    assert table.denominator == EVERY
    assert table.stake == len(order.ways)


def test_groups_that_could_change_places_are_found() -> None:
    ways = results.read_ticket("king@1+2+1+2:any2", STANDARD)
    kinds = odds.groups_alike(ways.groups, ways.ways)
    assert [[len(group) for group in kind] for kind in kinds] == [[1, 1], [2, 2]]
    form = {"wager": "combination", "numbers": [[1], [2], [3]], "rate": 100}
    lines = [{"groups": [1, 2]}, {"groups": [1, 3]}]
    named = read_order({**form, "ways": lines}, STANDARD, 1)
    assert odds.groups_alike(named.groups, named.ways) == [[(1,)], [(2,), (3,)]]
    dearer = [{"groups": [1, 2]}, {"groups": [1, 3], "rate": 200}]
    named = read_order({**form, "ways": dearer}, STANDARD, 1)
    assert odds.groups_alike(named.groups, named.ways) == [[(1,)], [(2,)], [(3,)]]


def test_rates_that_differ_are_told_in_the_first() -> None:
    form = {"wager": "split", "numbers": [[1], [2, 3]], "rates": [100, 300]}
    table = odds.ticket("split", read_order(form, STANDARD, 1), STANDARD.rate_card, STANDARD.cage)
    kept = [one(f"straight@{spots}").house_advantage for spots in (1, 2)]
    assert table.house_advantage == kept[0] + 3 * kept[1]
    assert table.stake == 4


def test_several_games_add_up() -> None:
    single, five = one("straight@4"), one("straight@4@x5")
    assert five.denominator == EVERY**5
    assert five.stake == 5
    assert five.house_advantage == 5 * single.house_advantage
    assert five.variance == 5 * single.variance
    never = single.probability(lambda outcome: outcome.net == -1)
    assert five.probability(lambda outcome: outcome.net == -5) == never**5


# The limit of a game


def test_the_limit_changes_only_what_runs_into_it() -> None:
    for spots in range(1, 11):
        smallest, five = one(f"straight@{spots}"), one(f"straight@{spots}", straight=Fraction(5))
        assert (smallest.house_advantage < five.house_advantage) == (spots in (9, 10))
    top = one("straight@10", straight=Fraction(5)).outcomes[-1]
    assert top.net == 100_000 / 5 - 1


def test_what_has_a_figure_at_the_greatest_wager() -> None:
    names = [found.wager for found in results.results(STANDARD)]
    limited = [name for name in names if name.endswith("@most")]
    assert limited == [f"straight@{spots}@most" for spots in (6, 7, 8, 9, 10)]
    for spots in (6, 7, 8, 9, 10):
        most = one(f"straight@{spots}", straight=Fraction(100))
        assert one(f"straight@{spots}@most").outcomes == most.outcomes
    assert not [n for n in (r.wager for r in results.results(RULES["small"])) if "@most" in n]


def test_the_ways_of_a_ticket_share_the_limit() -> None:
    """Two ways of eight at $5 are due $100,000 each; the game pays no more than that."""
    table = one("way@4+4+4:any2", way=Fraction(5))
    assert max(outcome.net for outcome in table.outcomes) == 100_000 / 5 - 3


# Names, and certificates


@pytest.mark.parametrize(
    ("name", "cite"),
    [
        ("straight@11", "15.2(b)"),
        ("straight@2+2", "15.2(c)1"),
        ("way@2+3:any1", "15.2(c)3"),
        ("way@2+2:any2", "15.2(c)3"),
        ("king@2+2:any2", "15.2(c)5"),
        ("split@2", "15.2(c)2"),
        ("quick_pick@2+2", "15.7(a)"),
        ("straight@50+50", "15.2(a)"),
    ],
)
def test_tickets_that_nobody_would_sell(name, cite) -> None:
    with pytest.raises(Refused) as refusal:
        results.results(STANDARD, None, None, name)
    assert cite in refusal.value.cite


@pytest.mark.parametrize("name", ["straight", "straight@", "straight@4@five", "way@2+:any2", "x"])
def test_what_is_no_ticket_has_no_figure(name) -> None:
    assert results.results(STANDARD, None, None, name) == []


def test_a_rate_that_the_card_does_not_have() -> None:
    with pytest.raises(Refused, match="wagers run from"):
        one("straight@4", straight=Fraction(500))


def test_a_card_of_the_house_is_certified_with_its_figures() -> None:
    pays = {1: {1: 3}, 2: {2: 12}}
    rules = TableRules(BOOK, {"rate_card": own_card(pays)})
    found = results.results(rules)
    assert {one.wager for one in found} >= {"straight@1", "straight@2", "quick_pick@2"}
    again = Certificate.loads(Certificate(tuple(found)).dumps())
    assert [one.reason for one in figures.verify(again)] == [""] * len(found)
    assert figures.look_up(KENO, rules) is None


@pytest.mark.parametrize("card", RULES)
def test_what_is_shipped_is_found_under_every_card(card) -> None:
    looked_up = figures.look_up(KENO, RULES[card])
    assert looked_up
    computed = results.results(RULES[card])
    assert {r.wager: r.outcomes for r in looked_up} == {r.wager: r.outcomes for r in computed}


def test_another_rate_is_computed() -> None:
    stakes = {"straight": Fraction(5)}
    assert figures.look_up(KENO, STANDARD, stakes) is None
    found = figures.at_table(KENO, STANDARD, stakes)
    assert next(r for r in found if r.wager == "straight@10").stakes == stakes


def test_a_way_ticket_of_many_groups_is_quick() -> None:
    """Twenty numbers, every pair of them a way: 190 ways, counted by how many are caught."""
    table = one("way@" + "+".join(["1"] * 20) + ":any2")
    pairs = [Fraction(12 * len(list(combinations(range(k), 2)))) for k in range(21)]
    assert [outcome.net + 190 for outcome in table.outcomes] == sorted(set(pairs))
