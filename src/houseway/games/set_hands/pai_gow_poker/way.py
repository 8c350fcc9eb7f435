"""The house way of pai gow poker: what its lines may ask, and how they set seven cards (11.9(d)).

| a line may ask | of |
|---|---|
| `if: {fives: 1}` | five aces |
| `if: {fours: 1, threes: 0, pairs: 2 or more}` | how many there are, the joker being an ace |
| `if: {group: Q or better}` | the rank of the highest of these |
| `if: {single: A}` | the highest rank of which there is one card |
| `high: straight or better`, `high: pair of Q or better` | the five cards |
| `low: pair`, `low: pair of 9 or less`, `low: A-J or better` | the two cards |
"""

from itertools import combinations
from pathlib import Path
from typing import Any

from houseway.games.set_hands.house_way import Vocabulary, read_class, read_count
from houseway.games.set_hands.pai_gow_poker.hand import (
    CATEGORIES,
    LAST,
    SECOND,
    SETTINGS,
    arrange,
    strengths_of_five,
)
from houseway.games.set_hands.seven_card_way import SevenCards, high_reader
from houseway.games.set_hands.seven_cards import (
    ACE,
    CARDS,
    FACTS_ASKED,
    facts_of,
    rank_of,
    two_card_bounds,
)
from houseway.hands.kernel import kernel


@kernel
def all_facts(cards: Any, facts: Any) -> None:
    """Fill in what house ways ask of seven cards."""
    facts_of(cards, facts)
    aces = 0
    for at in range(CARDS):
        aces += int(rank_of(int(cards[at])) == ACE)
    facts[5] = int(aces == 5)


WORDS = Vocabulary(
    facts={**FACTS_ASKED, "fives": read_count},
    hands={
        "high": high_reader(CATEGORIES, "five"),
        "low": lambda value: read_class(value, two_card_bounds),
    },
)
NAMES = tuple(WORDS.hands)
FACTS, HANDS = len(WORDS.facts), len(NAMES)
SEVEN = SevenCards(
    folder=Path(__file__).parent,
    wheels=(SECOND, LAST),
    words=WORDS,
    divisions=tuple((low,) for low in combinations(range(CARDS), 2)),  # the low hand's cards
    largest=SETTINGS,
    strengths=strengths_of_five,
    arrange=arrange,
    facts=all_facts,
)
WAYS = SEVEN.ways
way_of, wheel_of = SEVEN.way_of, SEVEN.wheel_of
settings, set_by_house_way = SEVEN.settings, SEVEN.set_by_house_way
SIMPLE = {
    "high_first": SEVEN.simple("the best high hand, then the best low hand", "high", "low"),
    "low_first": SEVEN.simple("the best low hand, then the best high hand", "low", "high"),
}
