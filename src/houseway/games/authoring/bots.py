"""What players have who keep somebody company: a game's ``bots.py`` has these three functions."""

from collections.abc import Mapping
from typing import Protocol

from houseway.equipment.randomness import Source
from houseway.referee.view import View
from houseway.rulebook.table_rules import TableRules


class Bots(Protocol):
    """A game's own players. They decide from the view of their seat and from nothing else."""

    def choose(self, view: View, rules: TableRules, source: Source) -> tuple[str, int]:
        """What a seat answers: the name of a choice and an amount."""

    def buy_in(self, rules: TableRules) -> int:
        """The cents that a player puts on the table at first."""

    def top_up(self, placed: Mapping[str, int], rules: TableRules) -> dict[str, int]:
        """The wagers that a player with these on the table puts down before a round."""
