"""A round with its hands as pictures, for a guide."""

from dataclasses import dataclass
from html import escape

from houseway.documents.pictures import CARD, TILE, card
from houseway.documents.svg import drawing, tag
from houseway.equipment.cards import Card
from houseway.equipment.tiles import FIRST
from houseway.rulebook.money import money

WIDE, GAP, LINE, LEAST = 30.0, 4.0, 16.0, 250.0


@dataclass(frozen=True)
class Hand:
    """Cards of somebody's, and what they are called."""

    whose: str
    cards: tuple[Card, ...]
    name: str


@dataclass(frozen=True)
class Example:
    """The hands of a round, and what each wager came to, in cents; of a round without cards, what
    was bet and what happened."""

    hands: tuple[Hand, ...]
    nets: tuple[tuple[str, int], ...]
    happened: tuple[str, ...] = ()

    @property
    def told(self) -> list[str]:
        """What happened, and what each wager came to.

        >>> Example((), (("Ante", 1000), ("Play", -500))).told
        ['Ante wins $10', 'Play loses $5']
        """
        return list(self.happened) + [
            f"{name} {'wins' if cents > 0 else 'loses'} {money(abs(cents))}"
            for name, cents in self.nets
        ]


def hands_picture(example: Example) -> str:
    """The hands below each other, each under its name."""
    out, y, widest = "", 0.0, LEAST
    for hand in example.hands:
        said = f"{hand.whose}: {hand.name}" if hand.name else hand.whose
        out += tag("text", escape(said), x=0, y=y + 11, font_size=11, fill="#222222")
        y += LINE
        tiled = hand.cards[0] >= FIRST
        size = TILE if tiled else CARD
        for at, one in enumerate(hand.cards):
            out += card(one, at * (WIDE + GAP), y, WIDE, plain=True)
        widest = max(widest, len(hand.cards) * (WIDE + GAP))
        y += WIDE * size[1] / size[0] + 8
    return drawing(out, widest, y, "The hands of the round", width=widest, height=y)
