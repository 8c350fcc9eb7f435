"""What a baccarat hand counts, who draws a third card, who wins.

Pure rules on integers. ``points`` are the values of the thirteen ranks; the tables that say who
draws come from the rulebook as the law prints them: a row of letters, D to draw and S to stay. A
row is kept as bits, one for each column.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from houseway.equipment.cards import Card
from houseway.hands.kernel import kernel

NO_CARD = -1  # the third card of a hand that has none
NATURAL, EQUAL_NATURALS, BEATEN_NATURAL = 10, 11, -10  # what a bonus on a natural comes to


@kernel
def point_count(total: int) -> int:
    """The right digit of a total.

    >>> point_count(7), point_count(12)
    (7, 2)
    """
    return total % 10


@kernel
def player_draws(player: int, banker: int, natural: int, table: int) -> bool:
    """Whether the player's hand takes a third card: never beside a natural, else by its table."""
    return player < natural and banker < natural and table >> player & 1 != 0


@kernel
def banker_draws(
    player: int, banker: int, third: int, natural: int, table: tuple[int, ...]
) -> bool:
    """Whether the banker's hand takes a third card, by its two-card count and the value of the
    player's third card (``NO_CARD`` if there is none)."""
    return player < natural and banker < natural and table[banker] >> (third + 1) & 1 != 0


@kernel
def compare(player: int, banker: int) -> int:
    """Above nothing if the player's hand wins, below if the banker's does, nothing for a tie."""
    return player - banker


@kernel
def bonus_margin(own: int, other: int, own_natural: bool, other_natural: bool) -> int:
    """What a bonus on one hand comes to: the points it wins by, or how its natural fares."""
    if not own_natural:
        return own - other
    if not other_natural or own > other:
        return NATURAL
    return EQUAL_NATURALS if own == other else BEATEN_NATURAL


@dataclass(frozen=True)
class Tableau:
    """The third-card tables, as bits, and the lowest count that is a natural."""

    natural: int
    player: int
    banker: tuple[int, ...]

    @classmethod
    def of(cls, natural: int, player: str, banker: Sequence[str]) -> "Tableau":
        """The tables as printed: a letter for each count of the player's hand, and for each count
        of the banker's hand a row of letters, first without a third card, then by its value.

        >>> Tableau.of(8, "DDDDDDSSSS", ["DDDDDDDDDSD"]).banker[0] >> (8 + 1) & 1
        0
        """
        return cls(natural, _bits(player), tuple(_bits(row) for row in banker))


def _bits(row: str) -> int:
    return sum(1 << column for column, letter in enumerate(row) if letter == "D")


def count_of(cards: Iterable[Card], points: Sequence[int]) -> int:
    """The point count of a hand."""
    return point_count(sum(points[card & 15] for card in cards))


@dataclass(frozen=True)
class Outcome:
    """Two finished hands."""

    player: int
    banker: int
    cards: int
    player_natural: bool
    banker_natural: bool
    banker_cards: int

    @property
    def winner(self) -> str:
        """The hand that has won, or ``tie``."""
        order = compare(self.player, self.banker)
        return "player" if order > 0 else "banker" if order < 0 else "tie"

    def bonus_row(self, hand: str) -> str:
        """The row of the bonus paytable that one hand answers to; rows of a lost bonus have no
        price and are no rows of the paytable."""
        if hand == "player":
            own, other = (self.player, self.player_natural), (self.banker, self.banker_natural)
        else:
            own, other = (self.banker, self.banker_natural), (self.player, self.player_natural)
        margin = bonus_margin(own[0], other[0], own[1], other[1])
        return {NATURAL: "natural", EQUAL_NATURALS: "equal_naturals"}.get(margin, f"by_{margin}")


def outcome_of(
    player: Sequence[Card], banker: Sequence[Card], points: Sequence[int], natural: int
) -> Outcome:
    """What two finished hands come to; a natural is made with two cards."""
    counts = count_of(player, points), count_of(banker, points)
    return Outcome(
        *counts,
        len(player) + len(banker),
        len(player) == 2 and counts[0] >= natural,
        len(banker) == 2 and counts[1] >= natural,
        len(banker),
    )
