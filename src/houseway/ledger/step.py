"""One command, done in memory and ready to be written."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from houseway.ledger.books import Move
from houseway.ledger.database import Statement


class Step(NamedTuple):
    """What one command adds to a table and to the books, ready to be written."""

    table: int
    seq: int
    fence: int
    prev: str
    head: str
    key: str
    asked: str
    body: str
    answer: str
    chance: str
    signed: int  # the last entry whose head is signed, and when that was
    signed_at: int
    moves: Sequence[Move]
    wanted: Mapping[str, int]  # what must be in an account beforehand
    rest: Mapping[str, str] | None = None  # what a table between two rounds goes on from
    sits: str = ""  # who takes a seat
    shuts: bool = False
    also: Sequence[tuple[Statement, Mapping[str, Any]]] = ()

    @property
    def signs(self) -> bool:
        """Whether its head is to be signed."""
        return self.signed == self.seq

    @property
    def plain(self) -> bool:
        """Whether nothing is written but the entry and its money."""
        return not (self.signs or self.sits or self.shuts or self.also)
