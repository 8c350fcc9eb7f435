"""Hands of two tiles as numbers, and the three ways to split four tiles into two hands.

Tiles are integers from 64 up in the order in which single tiles rank (``equipment.tiles``). A
strength compares as hands do: a hand without a pair counts twenty for each point of its value and
below that its better tile, so it stays under 200; a pair counts 200 and its place in the order of
pairs. Equal strengths are copies.
"""

from houseway.hands.kernel import kernel

SUPREME = 1  # the place of the supreme pair in the order of pairs
PAIRS = 20  # places in that order
OF_PAIR = 200  # every pair is stronger than any value
POINT = 20  # what one point of value counts
LOWEST = 17  # the rank of the lowest tile

# fmt: off
RANKS = (
    1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11,
    12, 12, 13, 13, 14, 14, 15, 16, 16, 17,
)
SPOTS = (
    12, 12, 2, 2, 8, 8, 4, 4, 10, 10, 6, 6, 4, 4, 11, 11, 10, 10, 7, 7, 6, 6,
    9, 9, 8, 8, 7, 7, 6, 5, 5, 3,
)
# fmt: on
SIX, THREE = 92, 95  # 2-4 and 1-2: together the supreme pair, apart each may count as the other


@kernel
def rank(tile: int) -> int:
    """The place of a single tile, 1 the highest and 17 the lowest."""
    return RANKS[tile - 64]


@kernel
def spots(tile: int) -> int:
    """The spots on a tile."""
    return SPOTS[tile - 64]


@kernel
def pair_rank(a: int, b: int) -> int:
    """Return the rank of two tiles among pairs, 1 the highest and 20 the lowest; 0 for no pair."""
    high, low = min(rank(a), rank(b)), max(rank(a), rank(b))
    if high == 15 and low == 17:
        return SUPREME
    if high == low:
        return high + 1 if high < 15 else 16
    if high <= 2 and low == 12:
        return 16 + high
    if high <= 2 and low in (3, 13):
        return 18 + high
    return 0


@kernel
def counted(spots_a: int, rank_a: int, spots_b: int, rank_b: int) -> int:
    """The strength of two tiles that are no pair, each with these spots and this rank."""
    return POINT * ((spots_a + spots_b) % 10) + LOWEST - min(rank_a, rank_b)


@kernel
def strength(a: int, b: int) -> int:
    """Return the strength of a hand of two tiles."""
    pair = pair_rank(a, b)
    if pair:
        return OF_PAIR + PAIRS - pair
    best = counted(spots(a), rank(a), spots(b), rank(b))
    for tile, other in ((a, b), (b, a)):
        if tile == SIX:
            best = max(best, counted(3, 17, spots(other), rank(other)))
        elif tile == THREE:
            best = max(best, counted(6, 15, spots(other), rank(other)))
    return best


@kernel
def value(a: int, b: int) -> int:
    """The value of a hand without a pair, 0 to 9; -1 for a pair, which is not ranked by value."""
    power = strength(a, b)
    return -1 if power >= OF_PAIR else power // POINT


@kernel
def outcome(high: int, low: int, bank_high: int, bank_low: int) -> int:
    """Return how many of the two hands beat the bank's, by strength: 2 wins, 1 pushes, 0 loses."""
    return 1 * (high > bank_high) + 1 * ((low > bank_low) & (low >= POINT))


@kernel
def split(tiles: tuple[int, int, int, int], way: int) -> tuple[int, int, int, int]:
    """One of the three ways (0, 1, 2) to make two hands: the high hand's tiles, then the low's.

    The way joins the first tile with the second, the third or the fourth.
    """
    a, b, c, d = tiles[0], tiles[1], tiles[2], tiles[3]
    if way == 1:
        b, c = c, b
    elif way == 2:
        b, d = d, b
    if strength(c, d) > strength(a, b):
        return c, d, a, b
    return a, b, c, d


@kernel
def stage(a: int, b: int, c: int, d: int, values: tuple[int, ...], in_turn: bool) -> int:
    """Return the priority of a way to set tiles under the house way; 0 if the house way does not
    use it."""
    first, second = pair_rank(a, b), pair_rank(c, d)
    if SUPREME in (first, second):
        return 100
    if first or second:
        return 99
    for turn in range(len(values)):
        if values[turn] in (value(a, b), value(c, d)):
            return 98 - turn if in_turn else 98
    return 0


@kernel
def ends_joined(tiles: tuple[int, int, int, int]) -> int:
    """The way that joins the highest tile with the lowest."""
    highest, lowest = 0, 0
    for place in range(1, 4):
        if rank(tiles[place]) < rank(tiles[highest]):
            highest = place
        if rank(tiles[place]) > rank(tiles[lowest]):
            lowest = place
    if highest == 0 or lowest == 0:
        return highest + lowest - 1
    return 5 - highest - lowest  # the first tile goes with the one that is neither


@kernel
def house_way(tiles: tuple[int, int, int, int], values: tuple[int, ...], low_first: bool) -> int:
    """How the house sets four tiles: the supreme pair, else a pair, else two tiles worth one of
    these values, else the highest tile with the lowest.

    Of several such ways the one with the better high hand is taken and, between equals, the better
    low hand; values are tried in turn. A house that looks at the low hand first (``low_first``)
    takes the better low hand of all ways that have a pair, or one of the values.
    """
    found = -1
    best = 0
    for way in range(3):
        a, b, c, d = split(tiles, way)
        high, low = strength(a, b), strength(c, d)
        order = stage(a, b, c, d, values, not low_first)
        score = order * 1_000_000 + (low * 1000 + high if low_first else high * 1000 + low)
        if order > 0 and score > best:
            found, best = way, score
    return ends_joined(tiles) if found < 0 else found
