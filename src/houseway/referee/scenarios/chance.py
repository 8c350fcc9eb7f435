"""Chance as a scenario gives it, and what the dealer does without being told."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from houseway.equipment.cards import Card
from houseway.equipment.cards import cards as parse_cards
from houseway.equipment.shoe import Place, Scripted
from houseway.referee.requests import Draw, Pick, Request, Roll, Shuffle, Spin
from houseway.referee.scenario import Turn
from houseway.referee.scenarios.checked import Unready
from houseway.referee.table import Table


@dataclass
class Given:
    """Cards, rolls, spins and numbers that are still to come."""

    cards: Scripted
    rolls: list[list[int] | Literal["void"]] = field(default_factory=list)
    spins: list[str] = field(default_factory=list)
    picks: list[list[int]] = field(default_factory=list)
    balls: list[int] | Literal["void"] | None = None

    def answer(self, table: Table, waiting: Request) -> None:
        """Answer requests to chance."""
        if isinstance(waiting, Shuffle):
            if waiting.at:
                self.cards.put_back(waiting.deck, waiting.at, waiting.side)
            else:
                self.cards.shuffle(waiting.deck, waiting.side)
            table.shuffled()
        elif isinstance(waiting, Draw):
            table.draw(self.cards.draw(waiting.to, waiting.count, waiting.side))
        elif isinstance(waiting, Roll):
            table.rolled(*self._roll())
        elif isinstance(waiting, Spin):
            table.spun(self._spin())
        elif isinstance(waiting, Pick):
            table.picked(*self._pick(waiting))
        else:
            table.go()

    def _roll(self) -> list[int]:
        if not self.rolls:
            raise Unready("rolls: another roll is wanted")
        rolled = self.rolls.pop(0)
        return [] if isinstance(rolled, str) else rolled

    def _spin(self) -> str:
        if not self.spins:
            raise Unready("spins: another spin is wanted")
        return self.spins.pop(0)

    def _pick(self, asked: Pick) -> list[int]:
        """Numbers for a ticket, or those drawn: the ones named and the highest of the others."""
        if asked.to != "board":
            if not self.picks:
                raise Unready("picks: numbers are wanted for a quick-pick")
            return self.picks.pop(0)
        if self.balls == "void":
            return []
        named = list(self.balls or [])
        others = (number for number in range(asked.numbers, 0, -1) if number not in named)
        return [*named, *islice(others, max(0, asked.count - len(named)))]


def given(turn: Turn) -> Given:
    """The chance of one round, as a scenario tells it."""
    cards = placed(turn.cards)
    return Given(
        Scripted(cards or None, parse_cards(turn.shoe) or None),
        list(turn.rolls),
        list(turn.spins),
        list(turn.picks),
        turn.balls,
    )


def placed(cards: Mapping[Place, str]) -> dict[Place, list[Card]]:
    """Cards by the place that they go to."""
    return {place: parse_cards(text) for place, text in cards.items()}
