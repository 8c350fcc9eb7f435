"""The pictures that a page puts on a felt, as symbols of one drawing: cards, chips, dice."""

from functools import cache

from houseway.documents.pictures import CARD, CHIPS, TILE, card, chip_colors, die
from houseway.documents.svg import tag
from houseway.equipment.cards import NAMES, UNKNOWN, Card
from houseway.equipment.tiles import FIRST

BACK = "back"
DICE = range(1, 7)


def picture_id(found: Card, small: bool = False) -> str:
    """What a card's picture is called; tiles are the same in small.

    >>> picture_id(60), picture_id(60, small=True), picture_id(UNKNOWN)
    ('card-As', 'small-As', 'card-back')
    """
    kind = "small" if small and found < FIRST else "card"
    return f"{kind}-{BACK if found == UNKNOWN else NAMES[found]}"


@cache
def sprite(tiled: bool = False) -> str:
    """The pictures of a game of cards, or of one that is played with tiles."""
    known = [one for one in NAMES if one != UNKNOWN and (one >= FIRST) == tiled]
    wide, high = TILE if tiled else CARD
    sizes = (False,) if tiled else (False, True)
    symbols = [
        tag(
            "symbol",
            card(one, 0, 0, wide, tiled=tiled, plain=small),
            id=picture_id(one, small),
            viewBox=f"0 0 {wide} {high}",
        )
        for small in sizes
        for one in [*known, UNKNOWN][: None if not small else -1]
    ]
    symbols += [
        tag("symbol", die(spots, 0, 0, 100), id=f"die-{spots}", viewBox="0 0 100 100")
        for spots in DICE
    ]
    symbols += [_chip(least) for least, _, _ in CHIPS]
    return tag("svg", "".join(symbols), xmlns="http://www.w3.org/2000/svg")


def _chip(least: int) -> str:
    """A chip without a number, known by the least that it stands for."""
    body, edge = chip_colors(least)
    return tag(
        "symbol",
        tag("circle", r=50, fill=body),
        tag(
            "circle", r=43, fill="none", stroke=edge, stroke_width=13,
            stroke_dasharray="22.5 22.525",
        ),
        tag("circle", r=34, fill=body, stroke=edge, stroke_width=2.5),
        id=f"chip-{least}",
        viewBox="-50 -50 100 100",
    )  # fmt: skip
