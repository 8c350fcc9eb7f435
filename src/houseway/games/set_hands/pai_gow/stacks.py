"""Eight stacks of four tiles: where the deal begins, how a bank cuts, and how stacks are delivered.

Stacks are numbered from the dealer's right, and the tiles of a stack from the top: ``3.1`` is the
top tile of the third stack. Places lie counterclockwise: the dealer, the betting positions from
his far right, the dead hand.
"""

from collections.abc import Iterator

from houseway.games.set_hands.start import ring

RING = ring(6, "dead")
STACKS = range(1, 9)
RIGHT, LEFT = range(1, 5), range(5, 9)
Tile = tuple[int, int]  # a stack and a tile of it


def cut_stacks(first: int, last: int, to_right: int) -> list[int]:
    """The stacks from the dealer's right once adjacent ones have been moved to the ends: so many
    of them, those farther right, to the right end and the others to the left end.

    >>> cut_stacks(3, 4, 2), cut_stacks(3, 4, 0), cut_stacks(3, 4, 1)
    ([3, 4, 1, 2, 5, 6, 7, 8], [1, 2, 5, 6, 7, 8, 3, 4], [3, 1, 2, 5, 6, 7, 8, 4])
    """
    moved = list(range(first, last + 1))
    others = [stack for stack in STACKS if stack not in moved]
    return moved[:to_right] + others + moved[to_right:]


def delivery(style: str) -> list[list[Tile]]:
    """The tiles of each of eight hands, in the order in which a style delivers them."""
    if style in WHOLE:
        return [[(stack, tile) for tile in range(1, 5)] for stack in WHOLE[style]]
    if style in IN_PAIRS:
        return [hand for pair in IN_PAIRS[style] for hand in _halves(pair)]
    if style in SLICED:
        return [_slice(side, tile) for tile in range(1, 5) for side in SLICED[style]]
    head, tail = DRAGON[style]
    heads = [hand for pair in head for hand in _halves(pair)]
    return [hand for turn in range(4) for hand in (heads[turn], _slice(tail, turn + 1))]


def _halves(pair: tuple[int, int]) -> Iterator[list[Tile]]:
    """The top two tiles of each of two stacks, then the bottom two."""
    for tiles in ((1, 2), (3, 4)):
        yield [(stack, tile) for stack in pair for tile in tiles]


def _slice(stacks: range, tile: int) -> list[Tile]:
    return [(stack, tile) for stack in stacks]


WHOLE = {"house_right": list(STACKS), "house_left": list(reversed(STACKS))}
IN_PAIRS = {
    "cup_say_right": [(1, 2), (3, 4), (5, 6), (7, 8)],
    "cup_say_left": [(8, 7), (6, 5), (4, 3), (2, 1)],
    "jung_quat": [(4, 5), (3, 6), (2, 7), (1, 8)],
    "chee_yee": [(1, 8), (2, 7), (3, 6), (4, 5)],
}
SLICED = {"pin_say_right": (RIGHT, LEFT), "pin_say_left": (LEFT, RIGHT)}
DRAGON = {
    "dragon_head_right": ([(1, 2), (3, 4)], LEFT),
    "dragon_head_left": ([(8, 7), (6, 5)], RIGHT),
}
STYLES = (*WHOLE, *IN_PAIRS, *SLICED, *DRAGON)


def written(hand: list[Tile]) -> str:
    """The tiles of a delivered hand.

    >>> written(delivery("cup_say_right")[1])
    '1.3 1.4 2.3 2.4'
    """
    return " ".join(f"{stack}.{tile}" for stack, tile in hand)
