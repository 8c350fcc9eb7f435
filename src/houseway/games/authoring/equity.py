"""What part of a pot hands get on average, as a game with a pot among players tells it."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.equipment.cards import Card

Hand = tuple[Card, ...]


@dataclass(frozen=True)
class Equity:
    """The part of the pot that each hand gets, over so many deals."""

    hands: tuple[Hand, ...]
    shares: tuple[Fraction, ...]
    alone: tuple[Fraction, ...]  # how often a hand takes the whole pot
    deals: int
    is_exact: bool
    errors: tuple[float, ...]  # the standard error of each share; nought where it is exact
