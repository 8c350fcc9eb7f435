"""The pot and the side pots, as a dealer makes them at the end of a betting round, and how they are
divided. Amounts are cents."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

DOLLAR = 100


@dataclass
class Pot:
    """Chips that some players contend for. ``closed``: one of them has no more to bet."""

    amount: int = 0
    seats: set[int] = field(default_factory=set)
    closed: bool = False
    bet: int = 0  # all that was ever put into it
    paid: dict[int, int] = field(default_factory=dict)  # the same by seat
    raked: int = 0


def uncalled(put: Mapping[int, int]) -> tuple[int, int]:
    """Whose bet nobody has called in full, and by how much; nobody's is nothing.

    >>> uncalled({1: 500, 2: 200, 3: 100}), uncalled({1: 500, 2: 500})
    ((1, 300), (0, 0))
    """
    if not put:
        return 0, 0
    most = max(put, key=lambda seat: put[seat])
    next_most = max((amount for seat, amount in put.items() if seat != most), default=0)
    over = put[most] - next_most
    return (most, over) if over else (0, 0)


def gather(
    pots: list[Pot], put: Mapping[int, int], live: Collection[int], done: Collection[int]
) -> list[tuple[Pot, int]]:
    """The bets of a betting round go into the pot and into side pots: up to what each player who is
    ``done`` (all-in) has put in, everybody who has as much contends. What each pot has got."""
    levels = sorted({put[seat] for seat in live if seat in done and put.get(seat)})
    levels = [*levels, max(put.values(), default=0)]
    got: list[tuple[Pot, int]] = []
    below = 0
    for level in dict.fromkeys(levels):
        chips = sum(min(amount, level) - min(amount, below) for amount in put.values())
        seats = {seat for seat in live if put.get(seat, 0) >= level}
        if chips and (below or not pots or pots[-1].closed):
            pots.append(Pot(seats=seats))
        if chips:
            pots[-1].amount += chips
            pots[-1].bet += chips
            for seat, amount in put.items():
                if part := min(amount, level) - min(amount, below):
                    pots[-1].paid[seat] = pots[-1].paid.get(seat, 0) + part
            got.append((pots[-1], chips))
        below = level
    for pot in pots:
        pot.seats &= set(live)
        pot.closed = pot.closed or any(seat in done for seat in pot.seats)
    return got


def unit_of(amount: int) -> int:
    """What a pot is counted in when it is divided: dollars, or quarters where coin lies in it."""
    return next(unit for unit in (DOLLAR, 25, 1) if amount % unit == 0)


def shares(amount: int, seats: Sequence[int], chip: int = 0) -> dict[int, int]:
    """Equal shares of an amount in whole dollars, or in whole chips of a tournament; what is over
    goes to the first of these seats, one each.

    >>> shares(700, [3, 1]), shares(500, [1, 2, 3])
    ({3: 400, 1: 300}, {1: 200, 2: 200, 3: 100})
    >>> shares(7500, [3, 1], chip=2500)
    {3: 5000, 1: 2500}
    """
    unit = chip or unit_of(amount)
    each, over = divmod(amount // unit, len(seats))
    return {seat: (each + (place < over)) * unit for place, seat in enumerate(seats)}


def halves(amount: int, chip: int = 0) -> tuple[int, int]:
    """The high half and the low half; an odd dollar, or chip of a tournament, goes to the high one.

    >>> halves(700), halves(750)
    ((400, 300), (375, 375))
    """
    unit = chip or unit_of(amount)
    low = amount // unit // 2 * unit
    return amount - low, low


def portions(amount: int, count: int) -> list[int]:
    """A pot in so many equal portions of whole dollars; what is over goes to the first.

    >>> portions(1000, 3), portions(750, 2)
    ([400, 300, 300], [450, 300])
    """
    each = amount // count // DOLLAR * DOLLAR
    return [amount - each * (count - 1), *[each] * (count - 1)]
