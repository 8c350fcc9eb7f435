"""The house way of Asia poker: what its lines may ask, and how they set seven cards (31.12(d)).

| a line may ask | of |
|---|---|
| `if: {fours: 1, threes: 0, pairs: 2 or more}` | how many there are, the joker being an ace |
| `if: {group: Q or better}` | the rank of the highest of these |
| `if: {single: A}` | the highest rank of which there is one card |
| `high: straight or better`, `high: pair of Q or better` | the four cards |
| `medium: pair`, `medium: pair of 9 or less`, `medium: A-J or better` | the two cards |
| `low: K or better` | the one card |
"""

from itertools import combinations
from pathlib import Path

from houseway.games.set_hands.asia_poker.hand import (
    CATEGORIES,
    FOURS,
    LAST,
    SECOND,
    arrange,
    strengths_of_four,
)
from houseway.games.set_hands.house_way import Vocabulary, read_class
from houseway.games.set_hands.seven_card_way import SevenCards, high_reader
from houseway.games.set_hands.seven_cards import (
    CARDS,
    FACTS_ASKED,
    facts_of,
    rank_bounds,
    two_card_bounds,
)

WORDS = Vocabulary(
    facts=FACTS_ASKED,
    hands={
        "high": high_reader(CATEGORIES, "four"),
        "medium": lambda value: read_class(value, two_card_bounds),
        "low": lambda value: read_class(value, rank_bounds),
    },
)
NAMES = tuple(WORDS.hands)
FACTS, HANDS = len(WORDS.facts), len(NAMES)
DIVISIONS = tuple(
    division
    for x, y, z in combinations(range(CARDS), 3)
    for division in (((y, z), (x,)), ((x, z), (y,)), ((x, y), (z,)))
)  # the places of the medium and the low hand's cards
SEVEN = SevenCards(
    folder=Path(__file__).parent,
    wheels=(SECOND, LAST),
    words=WORDS,
    divisions=DIVISIONS,
    largest=FOURS,
    strengths=strengths_of_four,
    arrange=arrange,
    facts=facts_of,
)
way_of, wheel_of = SEVEN.way_of, SEVEN.wheel_of
settings, set_by_house_way = SEVEN.settings, SEVEN.set_by_house_way
SIMPLE = {
    "high_first": SEVEN.simple(
        "the best high hand, then the best medium hand", "high", "medium", "low"
    ),
    "medium_first": SEVEN.simple(
        "the best medium hand, then the best low hand", "medium", "low", "high"
    ),
    "low_first": SEVEN.simple(
        "the best low hand, then the best medium hand", "low", "medium", "high"
    ),
}
