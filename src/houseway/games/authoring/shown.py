"""What a game wants shown at its table beside hands and wagers: chips that lie before players while
a pot is played for, the pots, and what kind of answer a choice takes. Plain data for a page or a
program; a game that has any of it writes ``shown.py`` with a function ``shown(view, rules)``.
"""

from dataclasses import dataclass, field

from houseway.referee.events import Place


@dataclass(frozen=True)
class Picks:
    """Choices that are cards of a hand. Where ``done`` is named, several may be picked before that
    choice ends it; otherwise one card is the answer."""

    place: Place
    cards: tuple[str, ...]  # the choice that each card of the hand stands for, in their order
    done: str = ""


@dataclass(frozen=True)
class Won:
    """Who has won how much, and with what."""

    seat: int
    amount: int
    hand: str = ""


@dataclass(frozen=True)
class Shown:
    """Everything of that kind, as one viewer sees it."""

    put: dict[int, int] = field(default_factory=dict)  # before each seat, in cents
    pots: tuple[tuple[str, int], ...] = ()  # each with its name
    gone: frozenset[int] = frozenset()  # seats whose cards are off the table
    labels: dict[str, str] = field(default_factory=dict)  # what choices are called on a button
    amounts: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)  # by choice
    picks: Picks | None = None
    won: tuple[Won, ...] = ()
    told: str = ""  # what was dealt when nobody could bet any more
