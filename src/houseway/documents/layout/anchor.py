"""A point of the felt where something lies."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Anchor:
    """Where cards lie, or a seat's name: ``card`` is the width of one, ``room`` that of a row."""

    x: float
    y: float
    turn: float = 0
    card: float = 0
    room: float = 0

    def to_json(self) -> dict[str, float]:
        """As plain data; a name plate has no cards."""
        found = {"x": thousandths(self.x), "y": thousandths(self.y), "turn": thousandths(self.turn)}
        if self.card:
            found |= {"card": thousandths(self.card), "room": thousandths(self.room)}
        return found


def thousandths(value: float) -> float:
    """A figure to a thousandth of an inch."""
    return round(float(value), 3) + 0.0
