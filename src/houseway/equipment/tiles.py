"""Chinese dominoes as small integers, from 64 up so that none is ever taken for a playing card.

A tile is written by the spots of its two ends, the smaller first: ``6-6``, ``1-3``. Of the eleven
tiles that a set holds twice the second copy is ``6-6b``, ``1-3b``. The numbers run in the order in
which single tiles rank.
"""

FIRST = 64
TWICE = ("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5")
ONCE = ("3-6", "4-5", "2-6", "3-5", "2-5", "3-4", "2-4", "1-4", "2-3", "1-2")

_WRITTEN = [name for tile in TWICE for name in (tile, f"{tile}b")] + list(ONCE)
NAMES = {FIRST + number: name for number, name in enumerate(_WRITTEN)}
NUMBERS = {name: tile for tile, name in NAMES.items()}


def tile_set() -> list[int]:
    """The 32 tiles of one set.

    >>> len(tile_set()), NAMES[tile_set()[1]]
    (32, '6-6b')
    """
    return list(NAMES)
