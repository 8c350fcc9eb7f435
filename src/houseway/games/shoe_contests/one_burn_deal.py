"""Shoes for the kernels of red dog and casino war: one card burned, a cutting card, a reshuffle."""

from typing import Any

from houseway.equipment.cards import deck
from houseway.games.authoring.draw import SHOE, draw, record
from houseway.hands.kernel import kernel
from houseway.rulebook.table_rules import TableRules

MOST_DECKS = 16
AHEAD, FRESH = 32, 8  # cards mixed at a time, of a shoe and of one that is shuffled every round
STATE: list[Any] = [
    *SHOE,
    ("shoe", "i8", (MOST_DECKS * 52,)),  # the values of the cards
    ("due", "i8"),  # a shuffle is due
    ("continuous", "i8"),
    ("behind", "i8"),  # cards behind the cutting card
]


@kernel
def prepare(s: Any) -> None:
    """A new shoe, when one is due: its first card is burned."""
    if s.due:
        s.dealt, s.mixed, s.due = 0, 0, 0
        if not s.continuous:
            draw(s)


@kernel
def finish(s: Any) -> None:
    """The shoe is done when the cutting card has come out."""
    if s.continuous or s.cards - s.dealt <= s.behind:
        s.due = 1


def table(fields: list[Any], rules: TableRules, seed: int, shard: int) -> Any:
    """A new table's record, of these fields besides those of the shoe."""
    book = rules.book.deck
    assert book is not None
    cards = deck(book.ranks, book.suits, rules.rule("decks"))
    state = record([*STATE, *fields], seed, shard)
    continuous = rules.rule("shuffler") == "continuous"
    state[0].shoe[: len(cards)] = [rules.points[name & 15] for name in cards]
    state.cards, state.due, state.ahead = len(cards), 1, FRESH if continuous else AHEAD
    state.continuous = continuous
    state.behind = len(cards) // rules.rule("cutting_card_part")
    return state


def why_not(rules: TableRules) -> str:
    """Why the kernel does not deal this table; nothing if it does."""
    if rules.rule("decks") > MOST_DECKS:
        return f"{rules.book.title} is dealt natively from {MOST_DECKS} decks at the most"
    return ""
