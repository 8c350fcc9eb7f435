"""Baccarat: the referee and the exact odds tell the same story."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from houseway.equipment.cards import card
from houseway.equipment.randomness import Philox
from houseway.equipment.shoe import Scripted, Shoe
from houseway.games import game
from houseway.games.shoe_contests import baccarat_odds
from houseway.games.shoe_contests.baccarat_odds import wager_table
from houseway.referee.table import Table
from houseway.rulebook.models import Rulebook
from houseway.rulebook.table_rules import TableRules

GAMES = ["mini-baccarat", "baccarat-punto-banco"]
RANKS = "469"  # two of them count 0, 2, 3, 5 or 8: naturals, draws and stays on both sides
VARIATIONS = [
    {},
    {"vig_rate": "4%", "vig_rounding": "up"},
    {"commission": "six_half", "banker": "half_on_six"},
    {"commission": "total_card_match", "total_cards_offered": True},
    {"commission": "dragon_7", "dragon_7_offered": True},
    {"bonus_offered": True, "total_cards_offered": True, "bonus": "C"},
]


def reduced(name: str) -> Rulebook:
    content = game(name).rulebook("nj").model_dump(mode="json", by_alias=True, exclude_none=True)
    content["deck"] |= {"ranks": RANKS}
    return Rulebook.model_validate(content)


def play(table: Table, bets: dict[str, int]) -> dict[str, int]:
    table.sit(1)
    table.begin()
    while table.waiting is not None and hasattr(table.waiting, "choices"):
        table.act(table.waiting.who, table.waiting.choices[0].name)
    table.bet(1, bets)
    table.close()
    while table.waiting is not None:
        table.act(table.waiting.who, table.waiting.choices[0].name)
    return table.results.nets[1]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("options", VARIATIONS[:2] + VARIATIONS[4:])
def test_all_deals_of_a_small_shoe(name, options) -> None:
    """Every sequence of six values through the referee, each as often as the shoe deals it."""
    book = reduced(name)
    rules = TableRules(book, {"decks": 6, **options})
    bets = dict.fromkeys(rules.wagers, 10000)
    counted = {wager: Counter() for wager in rules.wagers}
    for drawn in product(RANKS, repeat=6):
        ways, left = 1, Counter(dict.fromkeys(RANKS, 24))
        for rank in drawn:
            ways *= left[rank]
            left[rank] -= 1
        p1, b1, p2, b2, fifth, sixth = (card(f"{rank}c") for rank in drawn)
        three = baccarat_three(rules, (p1, p2), (b1, b2), fifth, sixth)
        chance = Scripted({"player": three[0], "banker": three[1]})
        table = Table(
            game(name).play, book, options={"decks": 6, **options}, chance=chance, keep_log=False
        )
        nets = play(table, bets)
        for wager in rules.wagers:
            counted[wager][nets.get(wager, 0)] += ways
    for wager in rules.wagers:
        solved = wager_table(rules, wager, Fraction(100))
        assert sum(counted[wager].values()) == solved.denominator
        assert {net * 10_000: n for net, n in solved.distribution.items() if n} == {
            Fraction(net): n for net, n in counted[wager].items() if n
        }


def baccarat_three(rules, player, banker, fifth, sixth):
    """The cards by hand: the fifth is the player's if that hand draws, else the banker's."""
    from houseway.games.shoe_contests.baccarat_hand import Tableau, count_of, player_draws

    tables = Tableau.of(*(rules.rule(n) for n in ("natural", "player_table", "banker_table")))
    counts = count_of(player, rules.points), count_of(banker, rules.points)
    if player_draws(*counts, tables.natural, tables.player):
        return [*player, fifth], [*banker, sixth]
    return [*player], [*banker, fifth]


@pytest.mark.parametrize("name", GAMES)
def test_a_few_values_of_a_small_shoe(name) -> None:
    """The same with two values only, so that it runs every time."""
    content = game(name).rulebook("nj").model_dump(mode="json", by_alias=True, exclude_none=True)
    content["deck"] |= {"ranks": "36", "suits": "cd"}
    rules = TableRules(Rulebook.model_validate(content), {"decks": 6})
    solved = wager_table(rules, "tie", Fraction(1))
    ties = 0
    for drawn in product("36", repeat=6):
        ways, left = 1, Counter({"3": 12, "6": 12})
        for rank in drawn:
            ways *= left[rank]
            left[rank] -= 1
        cards = [card(f"{rank}c") for rank in drawn]
        p1, b1, p2, b2, fifth, sixth = cards
        player, banker = baccarat_three(rules, (p1, p2), (b1, b2), fifth, sixth)
        chance = Scripted({"player": player, "banker": banker})
        table = Table(game(name).play, rules.book, options={"decks": 6}, chance=chance)
        ties += ways * (play(table, {"tie": 100})["tie"] > 0)
    assert Fraction(ties, solved.denominator) == solved.win_probability


@pytest.mark.parametrize("name", GAMES)
def test_random_deals_are_settled_as_the_odds_settle_them(name) -> None:
    found = game(name)
    for number, options in enumerate(VARIATIONS):
        rules = TableRules(found.rulebook("nj"), options)
        bets = dict.fromkeys(rules.wagers, 5000)
        table = Table(
            found.play, rules.book, options=options, chance=Shoe(Philox(number)), keep_log=False
        )
        possible = {
            wager: {net * 5_000 for net in wager_table(rules, wager, Fraction(50)).distribution}
            for wager in rules.wagers
        }
        if rules.rule("commission") == "total_card_match":
            matched = wager_table(rules, baccarat_odds.MATCHED, Fraction(50))
            possible["banker"] = {net * 5_000 for net in matched.distribution}
        table.sit(1)
        for _ in range(60):
            table.begin()
            while table.waiting is not None:
                if hasattr(table.waiting, "choices"):
                    table.act(table.waiting.who, table.waiting.choices[0].name)
                else:
                    table.bet(1, bets)
                    table.close()
            for wager, net in table.results.nets[1].items():
                assert net in possible[wager], (wager, net)


# Counts known everywhere: orders of six cards


def test_the_counts_of_every_textbook() -> None:
    shoe = baccarat_odds.Shoe.at(TableRules(game("mini-baccarat").rulebook("nj"), {"decks": 8}))
    found: Counter[str] = Counter()
    for end, ways in shoe.outcomes().items():
        found[end.winner] += ways
    assert sum(found.values()) == shoe.deals == 4_998_398_275_503_360
    assert found == {
        "banker": 2_292_252_566_437_888,
        "player": 2_230_518_282_592_256,
        "tie": 475_627_426_473_216,
    }


@pytest.mark.parametrize(
    ("wager", "options", "published"),
    [
        ("banker", {}, "1.0579"),
        ("player", {}, "1.2351"),
        ("tie", {}, "14.3596"),
        ("banker", {"decks": 6}, "1.0558"),
        ("player", {"decks": 6}, "1.2374"),
        ("tie", {"decks": 6}, "14.4382"),
        ("dragon_7", {"commission": "dragon_7", "dragon_7_offered": True}, "7.6113"),
        ("bonus_player", {"bonus_offered": True}, "2.6517"),
        ("bonus_banker", {"bonus_offered": True}, "9.3731"),
    ],
)
def test_published_edges(wager, options, published) -> None:
    rules = TableRules(game("mini-baccarat").rulebook("nj"), options)
    (found,) = game("mini-baccarat").odds.results(rules, None, None, wager)
    assert f"{float(found.outcomes.house_advantage) * 100:.4f}" == published
