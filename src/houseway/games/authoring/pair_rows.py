"""The row of five cards where a pair may win, push or lose by its rank: pure rules on integers."""

from fractions import Fraction

from houseway.equipment.cards import RANKS
from houseway.hands.kernel import kernel
from houseway.hands.poker import CATEGORIES, PAIR, category, strength
from houseway.rulebook.table_rules import Schedule

HIGH_PAIR, MIDDLE_PAIR = "high_pair", "middle_pair"
ROWS = (*CATEGORIES, MIDDLE_PAIR, HIGH_PAIR)
ALL_CATEGORIES = len(CATEGORIES)
KINDS = (*CATEGORIES, *(f"pair of {rank}" for rank in RANKS))  # pairs by their rank


@kernel
def kind_of(found: int) -> int:
    """A hand of that strength by its place in ``KINDS``: its category, and a pair by its rank."""
    if category(found) != PAIR:
        return category(found)
    return ALL_CATEGORIES + (found >> 16 & 0xF)


def row_of_kind(kind: int, least_win: int, least_push: int) -> str:
    """The row of a hand of a kind."""
    rank = kind - len(CATEGORIES)
    if rank < 0:
        return CATEGORIES[kind]
    if rank >= least_win:
        return HIGH_PAIR
    return MIDDLE_PAIR if rank >= least_push else CATEGORIES[PAIR]


def row_of(found: int, least_win: int, least_push: int) -> str:
    """The row of a hand of that strength. A pair from the least that wins up, and one from the
    least that pushes up, has its own; ranks count from a deuce, which is nought."""
    return row_of_kind(kind_of(found), least_win, least_push)


def rows_hit(hand: int, least_win: int, least_push: int) -> set[str]:
    """The row that five cards answer to."""
    return {row_of(strength(hand), least_win, least_push)}


def nets_of(schedule: Schedule) -> tuple[Fraction, ...]:
    """What a wager of one nets for each of the rows, the lowest hand first."""

    def net(row: str) -> Fraction:
        price = schedule.prices.get(row)
        if price is None:
            return Fraction(-1)
        return Fraction(0) if price.kind == "push" else price.odds

    return tuple(net(row) for row in ROWS)
