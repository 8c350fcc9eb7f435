"""The posted structure of a tournament: costs, levels, chips and prizes."""

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, model_validator

from houseway.rulebook.load import read
from houseway.rulebook.models import Model, Money
from houseway.rulebook.money import DOLLAR

POSTED = Path(__file__).with_name("posted.yaml")
WHOLE = 100  # percent
Chips = Annotated[int, Field(ge=1, le=10**9)]


class Level(Model):
    """A number of hands at these blinds, in chips. Amounts that a game does not use are left
    out."""

    hands: Annotated[int, Field(ge=1)]
    smallest_chip: Chips
    minimum_bet: Chips
    maximum_bet: Chips | None = None
    small_blind: Chips | None = None
    big_blind: Chips | None = None
    ante: Chips | None = None
    forced_bet: Chips | None = None

    @property
    def says(self) -> str:
        """The level in a few words.

        >>> Level(hands=9, smallest_chip=25, minimum_bet=50, small_blind=25, big_blind=50).says
        'blinds 25/50'
        """
        forced = f"forced bet {self.forced_bet}" if self.forced_bet else ""
        blinds = f"blinds {self.small_blind}/{self.big_blind}" if self.big_blind else ""
        bets = f"bets {self.minimum_bet}/{self.maximum_bet}" if self.maximum_bet else ""
        ante = f"ante {self.ante}" if self.ante else ""
        return ", ".join(filter(None, [blinds, forced, bets, ante]))

    @property
    def options(self) -> dict[str, Any]:
        """The level as options of a table, where a chip is a dollar."""
        chosen = {"ante": None, **self.model_dump(exclude={"hands"}, exclude_none=True)}
        return {name: chips and f"{chips}" for name, chips in chosen.items()}


class Prizes(Model):
    """The shares of the prize pool for up to a number of entrants."""

    entrants: Annotated[int, Field(ge=2)]
    percent: Annotated[list[Annotated[int, Field(ge=1, le=WHOLE)]], Field(min_length=1)]


class Structure(Model):
    """The posted structure of a tournament."""

    title: str
    options: dict[str, Any] = {}
    buy_in: Money
    fee: Money = 0
    chips: Chips
    seats: Annotated[int, Field(ge=2)]
    levels: Annotated[list[Level], Field(min_length=1)]
    prizes: Annotated[list[Prizes], Field(min_length=1)]

    @model_validator(mode="after")
    def check(self) -> "Structure":
        """Prizes must be the whole pool, and chips divide what they are changed into."""
        for row in self.prizes:
            if sum(row.percent) != WHOLE:
                raise ValueError(f"prizes for {row.entrants} entrants are not 100 percent")
            if row.percent != sorted(row.percent, reverse=True):
                raise ValueError(f"prizes for {row.entrants} entrants grow with the place")
        smallest = [level.smallest_chip for level in self.levels]
        if any(later % chip for chip, later in pairwise(smallest)):
            raise ValueError("a smallest chip is not a multiple of the one before it")
        if any(self.chips % chip for chip in smallest):
            raise ValueError("the chips of a player cannot be changed into each smallest chip")
        for level in self.levels:
            amounts = [level.minimum_bet, level.small_blind, level.big_blind, level.ante]
            if any(amount and amount % level.smallest_chip for amount in amounts):
                raise ValueError(f"a bet of a level is not whole chips of {level.smallest_chip}")
        return self

    def level(self, hand: int) -> int:
        """Return the level of a hand, counted from zero; the last level continues."""
        for number, level in enumerate(self.levels):
            if hand < level.hands:
                return number
            hand -= level.hands
        return len(self.levels) - 1


def read_structure(path: Path | None = None) -> Structure:
    """A structure from a file, or the one that comes with the house."""
    return read(Structure, path or POSTED)


def cents(chips: int) -> int:
    """Chips as a table counts them: one is a dollar there."""
    return chips * DOLLAR
