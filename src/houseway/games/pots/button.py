"""The button: where it lies, and who comes after it.

Places run clockwise from the dealer's far left: seats in their order, then the dealer. A table
remembers the button under ``BUTTON``, by its seat, or as nought before the dealer.
"""

from collections.abc import Iterable

from houseway.referee.events import Place

BUTTON = "button"  # where a table's notes keep it
DEALER: Place = "dealer"


def next_button(last: int | None, seats: Iterable[int]) -> int:
    """Where the button lies in a round of these seats: before the dealer first, then before the
    next player, and after the last of them before the dealer again.

    >>> next_button(None, [1, 3]), next_button(0, [1, 3]), next_button(1, [3, 4])
    (0, 1, 3)
    >>> next_button(3, [1, 3])
    0
    """
    if last is None:
        return 0
    return min((seat for seat in seats if seat > last), default=0)


def after_button(button: int, seats: Iterable[int]) -> list[Place]:
    """These seats and the dealer, clockwise from the place after the button.

    >>> after_button(0, [1, 3]), after_button(1, [1, 3]), after_button(3, [1, 3])
    ([1, 3, 'dealer'], [3, 'dealer', 1], ['dealer', 1, 3])
    """
    order = sorted(seats)
    before: list[Place] = [seat for seat in order if seat <= button]
    return [*(seat for seat in order if seat > button), DEALER, *before]
