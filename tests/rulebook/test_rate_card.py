"""Rate cards: chances counted one by one, advantages known elsewhere, and what is refused."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from houseway.games import game
from houseway.rulebook.rate_card import catch_chances, house_advantage, read_card
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

BOOK = game("keno").rulebook("nj")
RATES, CAGE = BOOK.rates, BOOK.cage
ONE_SPOT = {
    "name": "one spot",
    "max_spots": 1,
    "min_wager": 1,
    "max_wager": 10,
    "columns": [{"wager": 1, "pays": {1: {1: 3}}}],
}


@pytest.mark.parametrize(
    ("numbers", "drawn", "spots"), [(8, 3, 2), (8, 3, 5), (9, 4, 4), (6, 6, 2)]
)
def test_chances_are_those_of_counting_every_draw(numbers, drawn, spots) -> None:
    mine = set(range(1, spots + 1))
    draws = list(combinations(range(1, numbers + 1), drawn))
    counted = Counter(len(mine & set(draw)) for draw in draws)
    chances = catch_chances(numbers, drawn, spots)
    assert [Fraction(counted[k], len(draws)) for k in range(spots + 1)] == list(chances)


@pytest.mark.parametrize("spots", range(1, 21))
def test_chances_add_up(spots) -> None:
    chances = catch_chances(80, 20, spots)
    assert sum(chances) == 1
    assert sum(k * chance for k, chance in enumerate(chances)) == Fraction(spots, 4)


@pytest.mark.parametrize(
    ("spots", "edge"),
    [(1, Fraction(1, 4)), (2, Fraction(22, 79)), (3, Fraction(22, 79)), (5, Fraction(281, 1001))],
)
def test_known_advantages(spots, edge) -> None:
    assert house_advantage(RATES.cards["standard"], CAGE, spots, 100) == edge


def test_ten_of_ten_is_one_in_nine_million() -> None:
    assert 1 / catch_chances(80, 20, 10)[10] == Fraction(8911711 + Fraction(3, 17))


def test_the_advantage_of_a_card_is_that_of_counting_every_draw() -> None:
    cage = CAGE.model_copy(update={"numbers": 8, "drawn": 3})
    card = RATES.cards["small"]
    for spots in range(1, 6):
        draws = list(combinations(range(1, 9), 3))
        mine = set(range(1, spots + 1))
        paid = sum(card.pays(spots, len(mine & set(draw)), 100) for draw in draws)
        assert house_advantage(card, cage, spots, 100) == 1 - Fraction(paid, 100 * len(draws))


def test_a_limit_raises_the_advantage_of_great_wagers_alone() -> None:
    card = RATES.cards["standard"]
    least, great = (house_advantage(card, CAGE, 10, wager) for wager in (100, 500))
    assert least == house_advantage(card, CAGE, 10, 200) < great


@pytest.mark.parametrize("name", RATES.cards)
def test_the_cards_of_the_rulebook_are_lawful(name) -> None:
    card = read_card(name, RATES, CAGE)
    for spots in range(1, card.max_spots + 1):
        assert house_advantage(card, CAGE, spots, card.min_wager) <= Fraction(30, 100)


@pytest.mark.parametrize(
    ("changes", "cite"),
    [
        ({"columns": [{"wager": 1, "pays": {1: {1: "2.79"}}}]}, "15.3(e)"),
        ({"aggregate": "99,999.99"}, "15.3(e)"),
        ({"individual": 100_000}, "15.3(e)"),
        ({"aggregate": 100_001, "individual": 100_000}, "15.3(e)"),
        ({"max_spots": 2}, "15.2(b)"),
        ({"max_spots": 81}, "15.2(b)"),
        ({"columns": [{"wager": 1, "pays": {1: {1: 3, 2: 5}}}]}, "15.2(b)"),
        ({"min_wager": 11}, "15.3(d)"),
        ({"min_wager": 0}, "15.1 Rate card"),
        ({"columns": []}, "15.1 Rate card"),
        ({"color": "red"}, "15.1 Rate card"),
    ],
)
def test_what_is_refused(changes, cite) -> None:
    assert TableRules(BOOK, {"rate_card": ONE_SPOT}).rate_card.max_spots == 1
    with pytest.raises(Refused) as refusal:
        TableRules(BOOK, {"rate_card": {**ONE_SPOT, **changes}})
    assert cite in refusal.value.cite


def test_a_card_that_is_not_there() -> None:
    with pytest.raises(Refused, match="rate_card"):
        TableRules(BOOK, {"rate_card": "golden"})
    with pytest.raises(Refused, match="rate card"):
        TableRules(BOOK, {"rate_card": {**ONE_SPOT, "name": object()}})
