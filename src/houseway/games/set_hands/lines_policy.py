"""A way to set of somebody's own, written in lines like those of a house way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from houseway.equipment.cards import Card
from houseway.games.authoring.policy import Decide, Sight
from houseway.games.set_hands.house_way import HouseWay, Vocabulary, read_house_way
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

Sets = Callable[[TableRules, tuple[Card, ...], HouseWay], str]  # -> the name of the setting


@dataclass(frozen=True)
class LinesPolicy:
    """Lines by which a player sets, and how they are followed in a game."""

    rules: TableRules
    way: HouseWay
    sets: Sets

    @property
    def name(self) -> str:
        """What it is called."""
        return self.way.name

    def __call__(self, sight: Sight) -> str:
        """How cards are set."""
        return self.sets(self.rules, sight.hand, self.way)


def read_lines_policy(
    content: Any, rules: TableRules, words: Vocabulary, sets: Sets
) -> LinesPolicy:
    """A way to set from a file that names the game and has lines."""
    game = rules.book.game
    if not isinstance(content, Mapping) or content.get("game") != game:
        raise Refused(f"a policy for {game} names the game and has lines")
    lines = {key: value for key, value in content.items() if key != "game"}
    return LinesPolicy(rules, read_house_way(lines, words), sets)


def lines_of(decide: Decide) -> HouseWay:
    """The lines of a way to set, which a function does not have."""
    if isinstance(decide, LinesPolicy):
        return decide.way
    raise Refused("a way to set seven cards is valued as a file of lines, not as a function")
