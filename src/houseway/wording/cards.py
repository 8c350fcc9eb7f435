"""Cards on a terminal: a rank and a suit, in four colors that read on light and dark."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from houseway.equipment.cards import JOKERS, RANKS, SIGNS, UNKNOWN, Card, name
from houseway.equipment.tiles import FIRST

BACK = "▒▒"
STYLES = ("#4aa564", "#3f84e5", "#d9434e", "bold")  # clubs, diamonds, hearts, spades
HELD = 5  # from so many cards on a hand is shown sorted, as a player holds it


def card_text(card: Card) -> Text:
    """One card; a hidden one shows its back."""
    if card == UNKNOWN:
        return Text(BACK, "dim")
    if card in JOKERS:
        return Text("Joker", "bold")
    if card >= FIRST:
        return Text(name(card), "bold")
    rank = RANKS[card & 15].replace("T", "10")
    return Text(rank + SIGNS[card >> 4], STYLES[card >> 4])


def hand_text(cards: Sequence[Card]) -> Text:
    """A hand: long ones by suit, spades first, and high cards before low ones."""
    if len(cards) < HELD:
        return Text(" ").join(card_text(card) for card in cards)
    suits: dict[int, list[Card]] = {}
    for card in sorted(cards, reverse=True):
        suits.setdefault(card >> 4, []).append(card)
    return Text("  ").join(_run(suit) for suit in suits.values())


def _run(cards: Iterable[Card]) -> Text:
    return Text(" ").join(card_text(card) for card in cards)
