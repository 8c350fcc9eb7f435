"""Mississippi stud: the published edge, and the best play of a hand by plain enumeration."""

from fractions import Fraction

import pytest

from houseway.equipment.cards import cards, deck
from houseway.games import game
from houseway.games.against_table.mississippi_stud.results import main_game
from houseway.rulebook.table_rules import TableRules

RULES = TableRules(game("mississippi-stud").rulebook())
PAYS = {"royal": 500, "flush": 6, "straight": 4, "full": 10, "four": 40, "three": 3, "two": 2}


def net(hand: tuple[int, ...]) -> int:
    """What one unit nets on five cards, worked out here by itself."""
    ranks = sorted(card & 15 for card in hand)
    same = sorted((ranks.count(rank), rank) for rank in set(ranks))[::-1]
    flush = len({card >> 4 for card in hand}) == 1
    run = ranks == list(range(ranks[0], ranks[0] + 5)) or ranks == [0, 1, 2, 3, 12]
    if flush and run:
        return PAYS["royal"] if ranks[0] == 8 else 100
    if same[0][0] == 4:
        return PAYS["four"]
    if [count for count, _ in same[:2]] == [3, 2]:
        return PAYS["full"]
    if flush or run:
        return PAYS["flush" if flush else "straight"]
    if same[0][0] == 3:
        return PAYS["three"]
    pairs = [rank for count, rank in same if count == 2]
    if len(pairs) == 2:
        return PAYS["two"]
    return 1 if pairs and pairs[0] >= 9 else 0 if pairs and pairs[0] >= 4 else -1


def worth(held: list[int], staked: int) -> Fraction:
    """The best that a hand of four or five cards comes to, by trying everything."""
    left = [card for card in deck() if card not in held]
    if len(held) == 4:
        each = Fraction(sum(net((*held, card)) for card in left), len(left))
        return max([Fraction(-staked), *((staked + more) * each for more in (1, 2, 3))])
    tries = [Fraction(-staked)]
    for more in (1, 2, 3):
        tries.append(sum(worth([*held, card], staked + more) for card in left) / len(left))
    return max(tries)


@pytest.mark.parametrize("held", ["Jc 7d 2h", "5c 6c 7c", "Th 9d 8c", "2c 2d 9h"])
def test_three_cards_are_worth_what_trying_everything_finds(held: str) -> None:
    found = cards(held)
    assert max(main_game(RULES).worth(found, (1,))) == worth(found, 2)


def test_the_house_advantage_is_the_published_one() -> None:
    (result,) = game("mississippi-stud").odds.results(RULES, wager="main")
    assert round(float(result.outcomes.house_advantage), 7) == 0.0491486
