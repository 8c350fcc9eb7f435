"""Seating: the draw for seats, breaking tables, balancing tables."""

from collections.abc import Sequence
from typing import NamedTuple

from houseway.equipment.randomness import Source, shuffle

Tables = dict[int, dict[int, str]]  # by number: seat -> player


class Move(NamedTuple):
    """A player goes from one table to another."""

    player: str
    old: int
    new: int
    seat: int


def tables_needed(players: int, seats: int) -> int:
    """The fewest tables.

    >>> tables_needed(27, 9), tables_needed(28, 9), tables_needed(1, 9)
    (3, 4, 1)
    """
    return max(1, -(-players // seats))


def draw_seats(players: Sequence[str], seats: int, source: Source) -> Tables:
    """Seats by lot at as few tables as can be, as equally filled as can be."""
    count = tables_needed(len(players), seats)
    names = list(players)
    shuffle(names, source)
    tables: Tables = {number: {} for number in range(1, count + 1)}
    for place, player in enumerate(names):
        number = place % count + 1
        tables[number][draw_one(free_seats(tables[number], seats), source)] = player
    return {number: dict(sorted(table.items())) for number, table in tables.items()}


def free_seats(table: dict[int, str], seats: int) -> list[int]:
    """Return the free seats."""
    return [seat for seat in range(1, seats + 1) if seat not in table]


def draw_one(seats: Sequence[int], source: Source) -> int:
    """One of these by lot."""
    return seats[source.below(len(seats))]


# -- fewer players ---------------------------------------------------------------------------------


def break_tables(tables: Tables, seats: int, source: Source) -> list[Move]:
    """While the players fit at fewer tables, the table with the highest number is broken, and its
    players draw for seats at the tables with the fewest players."""
    moves: list[Move] = []
    while len(tables) > tables_needed(sum(map(len, tables.values())), seats):
        old = max(tables)
        leaving = list(tables.pop(old).values())
        shuffle(leaving, source)
        for player in leaving:
            new = min(tables, key=lambda number: (len(tables[number]), number))
            seat = draw_one(free_seats(tables[new], seats), source)
            _sit(tables, new, seat, player)
            moves.append(Move(player, old, new, seat))
    return moves


def balance(tables: Tables, buttons: dict[int, int], seats: int) -> list[Move]:
    """No table has two players more than another: of the fullest the player who is to have the big
    blind next goes to the smallest, into the free seat that has the big blind soonest."""
    moves: list[Move] = []
    while True:
        old = max(tables, key=lambda number: (len(tables[number]), -number))
        new = min(tables, key=lambda number: (len(tables[number]), number))
        if len(tables[old]) - len(tables[new]) < 2:
            return moves
        leaver = next_big_blind(tables[old], buttons.get(old, 0))
        seat = soonest_seat(tables[new], buttons.get(new, 0), seats)
        player = tables[old].pop(leaver)
        _sit(tables, new, seat, player)
        moves.append(Move(player, old, new, seat))


def _sit(tables: Tables, number: int, seat: int, player: str) -> None:
    tables[number] = dict(sorted({**tables[number], seat: player}.items()))


def around(button: int, seats: Sequence[int]) -> list[int]:
    """Seats clockwise from the left of the button, which comes last.

    >>> around(3, [1, 2, 3, 5])
    [5, 1, 2, 3]
    """
    return [s for s in sorted(seats) if s > button] + [s for s in sorted(seats) if s <= button]


def next_big_blind(table: dict[int, str], button: int) -> int:
    """Return the seat of the next big blind: the third from the button, which moves on by one."""
    order = around(button, list(table))
    return order[2 % len(order)]


def soonest_seat(table: dict[int, str], button: int, seats: int) -> int:
    """The free seat whose turn to have the big blind comes soonest. A seat that the next button
    passes, or that is next to it, has to wait until the others have had theirs.

    >>> soonest_seat({1: "Ann", 2: "Bob", 4: "Cy"}, 1, 6)
    5
    """
    free = free_seats(table, seats)

    def hands_until(seat: int) -> int:
        """Return how many hands remain until that seat has the big blind."""
        order = around(button, [*table, seat])
        place = order.index(seat)
        return place - 2 if place >= 2 else place - 2 + len(order)

    return min(free, key=lambda seat: (hands_until(seat), seat))
