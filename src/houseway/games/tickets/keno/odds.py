"""The exact odds of keno tickets.

A ticket is read by the referee's own ``read_order`` and paid by its ``due`` and ``share``; here its
draws are counted. What a ticket wins depends only on how many numbers of each of its groups are
drawn, so one draw of each such kind is held against it and counts for all of that kind.

A ticket stands alone: where the winners of a game share a limit, nobody else has won.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, chain
from math import comb

from houseway.counting.result import Outcome, OutcomeTable
from houseway.games.tickets.draws import Alike, Totals, catches, repeated
from houseway.games.tickets.keno.ticket import Group, Order, Way, due, share
from houseway.rulebook.models import Cage, RateCard
from houseway.rulebook.rate_card import catch_chances

UNIT = "rate"
PRO_RATA = "pro_rata"  # a limit that one ticket has to itself is the same however it is shared


def paid(ways: Sequence[Way], card: RateCard, drawn: frozenset[int]) -> int:
    """What a ticket is paid for one game, in cents, if nobody else wins."""
    return share([due(ways, card, drawn)], card.aggregate, PRO_RATA)[0]


# One set of numbers


def straight(name: str, order: Order, card: RateCard, cage: Cage) -> OutcomeTable:
    """A ticket of one way and one game, by how many of its numbers are caught; counted over all
    sets of so many numbers."""
    (way,) = order.ways
    spots, every = len(way.spots), comb(cage.numbers, len(way.spots))
    chances = catch_chances(cage.numbers, cage.drawn, spots)
    outcomes = []
    for caught, chance in enumerate(chances):
        won = paid([way], card, frozenset(way.spots[:caught]))
        label = f"catch {caught} of {spots}"
        outcomes.append(Outcome(label, Fraction(won - way.rate, way.rate), int(chance * every)))
    return OutcomeTable(name, every, tuple(outcomes))


# Groups


def groups_alike(groups: Sequence[Group], ways: Sequence[Way]) -> list[list[Group]]:
    """The groups, with those together that could change places on the ticket unnoticed."""
    found: list[list[Group]] = []
    ticket = sorted(ways)
    for group in groups:
        for others in found:
            if len(others[0]) == len(group) and _swapped(ways, others[0], group) == ticket:
                others.append(group)
                break
        else:
            found.append([group])
    return found


def _swapped(ways: Sequence[Way], one: Group, other: Group) -> list[Way]:
    to = dict(zip(one + other, other + one, strict=True))
    return sorted(
        way._replace(spots=tuple(sorted(to.get(number, number) for number in way.spots)))
        for way in ways
    )


def totals(order: Order, card: RateCard, cage: Cage) -> Totals:
    """What one game of a ticket pays, in cents, and in how many of all draws."""
    kinds = groups_alike(order.groups or [way.spots for way in order.ways], order.ways)
    groups = list(chain.from_iterable(kinds))
    counted = [Alike(len(kind[0]), len(kind)) for kind in kinds]
    found: Totals = {}
    for caught, draws in catches(cage.numbers, cage.drawn, counted):
        hit = zip(groups, caught, strict=True)
        drawn = frozenset(number for group, many in hit for number in group[:many])
        won = paid(order.ways, card, drawn)
        found[won] = found.get(won, 0) + draws
    return found


def ticket(name: str, order: Order, card: RateCard, cage: Cage) -> OutcomeTable:
    """A whole ticket, all its ways and games, by what it is paid; in units of its first rate."""
    rate, price = order.ways[0].rate, order.price
    stake = Fraction(price, rate)
    outcomes = []
    for won, draws in repeated(totals(order, card, cage), order.games).items():
        times = Fraction(won, rate)
        label = f"pays {times}" if won else "pays nothing"
        outcomes.append(Outcome(label, times - stake, draws, stake))
    every = comb(cage.numbers, cage.drawn) ** order.games
    return OutcomeTable(name, every, tuple(outcomes), unit=UNIT, stake=stake)


# What a ticket is called: how many numbers its groups have


def numbered(sizes: Sequence[int]) -> list[list[int]]:
    """Numbers for groups of these sizes; any others would do as well.

    >>> numbered([2, 1])
    [[1, 2], [3]]
    """
    ends = accumulate(sizes)
    return [list(range(end - size + 1, end + 1)) for size, end in zip(sizes, ends, strict=True)]
