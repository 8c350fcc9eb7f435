"""One executed command, ready to be written."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from houseway.ledger.books import Move
from houseway.ledger.database.statement import Statement


class Step(NamedTuple):
    """The changes that one command makes to a table and to the books, ready to be written."""

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
    seal: str  # of the table's row as it then is
    moves: Sequence[Move]
    wanted: Mapping[str, int]  # what must be in an account beforehand
    rest: Mapping[str, str] | None = None  # the state from which a table continues between rounds
    sits: str = ""  # who takes a seat
    shuts: bool = False
    also: Sequence[tuple[Statement, Mapping[str, Any]]] = ()

    @property
    def plain(self) -> bool:
        """Whether nothing is written but the entry and its money."""
        return not (self.sits or self.shuts or self.also)
