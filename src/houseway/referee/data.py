"""What a table keeps between rounds: plain data, and all of it."""

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class TableData:
    """A round starts from this and ends in it."""

    rounds: int = 0
    players: dict[int, str] = field(default_factory=dict)  # seat -> who sits there
    meters: dict[str, int] = field(default_factory=dict)  # millionths of a cent
    uncounted: int = 0  # rounds since the stub was last counted
    deck_in_use: int = 1  # of two that alternate
    fresh_deck: bool = True  # no round has been dealt from it yet
    deck_removed: bool = False
    out_of_use: list[str] = field(default_factory=list)  # devices taken away
    minutes: int = 0  # the table's clock, set from outside
    deck_since: int = 0  # when the cards in use came to the table

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "TableData":
        """Read back from a log."""
        players = {int(seat): player for seat, player in data["players"].items()}
        return cls(**{**data, "players": players})
