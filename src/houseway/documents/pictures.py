"""Cards, tiles, dice and chips, drawn by ourselves.

Each function gives a group that stands at a place in a drawing and is so many units wide. A card
that nobody may see is drawn from its back alone: the drawing knows no more than the viewer.
"""

from houseway.documents.svg import tag, text, title
from houseway.equipment.cards import JOKERS, RANKS, UNKNOWN, Card
from houseway.equipment.tiles import FIRST, NAMES
from houseway.rulebook.money import money

CARD = (100, 140)  # a card's own width and height
TILE = (60, 120)
INKS = ("#1d2b26", "#b3262e", "#b3262e", "#1d2b26")  # clubs, diamonds, hearts, spades
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
SUITS = (
    "M50 4A21 21 0 0 1 67 38A21.5 21.5 0 1 1 55 69Q57 88 69 95H31Q43 88 45 69"
    "A21.5 21.5 0 1 1 33 38A21 21 0 0 1 50 4Z",
    "M50 2Q65 29 88 50Q65 71 50 98Q35 71 12 50Q35 29 50 2Z",
    "M50 94C22 68 5 50 5 29A23.5 23.5 0 0 1 50 21A23.5 23.5 0 0 1 95 29C95 50 78 68 50 94Z",
    "M50 4C72 32 95 44 95 64A20.5 20.5 0 0 1 56 73Q58 89 69 95H31Q42 89 44 73"
    "A20.5 20.5 0 0 1 5 64C5 44 28 32 50 4Z",
)
_LEFT, _MID, _RIGHT = 35, 50, 65
_COLUMN = {2: (31, 109), 3: (31, 70, 109), 4: (31, 57, 83, 109)}
PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "A": ((_MID, 70),),
    "2": tuple((_MID, y) for y in _COLUMN[2]),
    "3": tuple((_MID, y) for y in _COLUMN[3]),
    "4": tuple((x, y) for x in (_LEFT, _RIGHT) for y in _COLUMN[2]),
    "5": (*((x, y) for x in (_LEFT, _RIGHT) for y in _COLUMN[2]), (_MID, 70)),
    "6": tuple((x, y) for x in (_LEFT, _RIGHT) for y in _COLUMN[3]),
    "7": (*((x, y) for x in (_LEFT, _RIGHT) for y in _COLUMN[3]), (_MID, 50)),
    "8": (*((x, y) for x in (_LEFT, _RIGHT) for y in _COLUMN[3]), (_MID, 50), (_MID, 90)),
    "9": (*((x, y) for x in (_LEFT, _RIGHT) for y in _COLUMN[4]), (_MID, 70)),
    "T": (*((x, y) for x in (_LEFT, _RIGHT) for y in _COLUMN[4]), (_MID, 44), (_MID, 96)),
}
CROWNS = {
    "K": "M-17 9L-20-11L-9-2L0-15L9-2L20-11L17 9Z",
    "Q": "M-16 9Q-21-4-18-9Q-9-3-8-11Q0-6 8-11Q9-3 18-9Q21-4 16 9Z",
    "J": "M-18 9V3Q-15-12 2-12L19-15Q8-8 17 3V9Z",
}
FACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75), (0.5, 0.5)),
    6: ((0.25, 0.22), (0.25, 0.5), (0.25, 0.78), (0.75, 0.22), (0.75, 0.5), (0.75, 0.78)),
}
# What a chip is worth at least, in cents, and its two colors.
CHIPS = (
    (100_000, "#c58b2a", "#fff3d6"),
    (50_000, "#6a3f8f", "#efe4f7"),
    (10_000, "#22262a", "#e7e9eb"),
    (2_500, "#1d6b45", "#e2f2e8"),
    (500, "#a8323a", "#fbe3e4"),
    (0, "#e9ebec", "#3a5f8a"),
)


def card_name(card: Card) -> str:
    """A card as it is said.

    >>> card_name(60), card_name(UNKNOWN), card_name(64)
    ('ace of spades', 'a card face down', 'tile 6-6')
    """
    if card == UNKNOWN:
        return "a card face down"
    if card >= FIRST:
        return f"tile {NAMES[card].removesuffix('b')}"
    if card in JOKERS:
        return "joker"
    rank = RANKS[card & 15]
    return f"{RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[card >> 4]}"


def card(
    card: Card,
    x: float,
    y: float,
    width: float,
    *,
    plain: bool = False,
    fresh: bool = False,
    tiled: bool = False,
) -> str:
    """A card, or a tile; ``plain`` leaves the pips out, for cards that are drawn small, and
    ``tiled`` says that what lies face down is a tile."""
    if card >= FIRST or (tiled and card == UNKNOWN):
        return tile(card, x, y, width, fresh=fresh)
    scale = width / CARD[0]
    if card == UNKNOWN:
        inside = _back()
    elif card in JOKERS:
        inside = _sheet() + _joker()
    else:
        rank, suit = RANKS[card & 15], card >> 4
        inside = _sheet() + (_small_face(rank, suit) if plain else _face(rank, suit))
    return _placed(inside, x, y, scale, card_name(card), fresh)


def _placed(inside: str, x: float, y: float, scale: float, name: str, fresh: bool) -> str:
    """The outer group has the place, so that the inner one is free to move when it is new."""
    return tag(
        "g",
        tag("g", title(name), inside, class_="thing fresh" if fresh else "thing"),
        transform=f"translate({x:.1f} {y:.1f}) scale({scale:.3f})",
    )


def _sheet() -> str:
    return tag(
        "rect", x=1, y=1, width=98, height=138, rx=8, fill="#fdfcf8", stroke="#c9c4b6",
        stroke_width=1.5,
    )  # fmt: skip


def _joker() -> str:
    letters = "".join(
        text(letter, 22, 34 + 24 * i, font_size=24) for i, letter in enumerate("JOKER")
    )
    hat = tag("path", d="M42 96Q38 52 60 70Q66 40 74 70Q94 54 88 96Z", fill=INKS[1])
    return tag("g", letters, hat, fill=INKS[0])


def _back() -> str:
    lattice = "".join(
        tag("path", d=f"M10 {y}L90 {y + 30}M10 {y + 30}L90 {y}", stroke="#8fb2a4", stroke_width=1.2)
        for y in range(10, 130, 15)
        if y + 30 <= 130
    )
    return (
        _sheet()
        + tag("rect", x=7, y=7, width=86, height=126, rx=5, fill="#1c4a3c")
        + tag("g", lattice, opacity=0.55)
        + tag(
            "rect", x=10, y=10, width=80, height=120, rx=3, fill="none", stroke="#cfe0d8",
            stroke_width=1.5,
        )
        + tag("circle", cx=50, cy=70, r=17, fill="#1c4a3c", stroke="#cfe0d8", stroke_width=1.5)
        + text("H", 50, 79, font_size=25, font_family="Georgia, serif", fill="#cfe0d8")
    )  # fmt: skip


def _suit(suit: int, x: float, y: float, size: float, turned: bool = False) -> str:
    turn = " rotate(180)" if turned else ""
    return tag(
        "path",
        d=SUITS[suit],
        fill=INKS[suit],
        transform=f"translate({x:.1f} {y:.1f}){turn} scale({size / 100:.3f}) translate(-50 -50)",
    )


def _index(rank: str, suit: int) -> str:
    return text(
        rank.replace("T", "10"), 13, 23, font_size=19, font_weight="600", fill=INKS[suit],
        font_family="Georgia, 'Times New Roman', serif", letter_spacing="-1",
    ) + _suit(suit, 13, 33, 12)  # fmt: skip


def _face(rank: str, suit: int) -> str:
    corner = _index(rank, suit)
    corners = corner + tag("g", corner, transform="rotate(180 50 70)")
    if rank in CROWNS:
        return corners + _court(rank, suit)
    size = 46 if rank == "A" else 18
    return corners + "".join(_suit(suit, x, y, size, turned=y > 70) for x, y in PIPS[rank])


def _court(rank: str, suit: int) -> str:
    half = tag(
        "path", d=CROWNS[rank], transform="translate(50 38)", fill="#c9a24b", stroke="#7a5f22",
        stroke_width=1,
    )  # fmt: skip
    frame = tag(
        "rect", x=26, y=18, width=48, height=104, rx=3, fill="#f3ecd9", stroke=INKS[suit],
        stroke_width=1.4,
    )  # fmt: skip
    letter = text(
        rank, 50, 83, font_size=38, font_weight="600", fill=INKS[suit],
        font_family="Georgia, 'Times New Roman', serif",
    )  # fmt: skip
    return frame + half + tag("g", half, transform="rotate(180 50 70)") + letter


def _small_face(rank: str, suit: int) -> str:
    """Rank and suit at the left, where they show though other cards lie over the rest; the second
    suit is so far to the right that it shows whole or not at all."""
    return (
        text(
            rank.replace("T", "10"), 20, 46, font_size=36 if rank == "T" else 44,
            font_weight="600", fill=INKS[suit], font_family="Georgia, 'Times New Roman', serif",
            letter_spacing="-4" if rank == "T" else "0",
        )
        + _suit(suit, 20, 72, 30)
        + _suit(suit, 78, 114, 32)
    )  # fmt: skip


def tile(tile: Card, x: float, y: float, width: float, *, fresh: bool = False) -> str:
    """A Chinese domino: ones and fours are red, the others white."""
    body = tag(
        "rect", x=1, y=1, width=58, height=118, rx=7, fill="#23211f", stroke="#5c564e",
        stroke_width=1.5,
    )  # fmt: skip
    if tile == UNKNOWN:
        return _placed(body, x, y, width / TILE[0], "a tile face down", fresh)
    upper, lower = (int(end) for end in NAMES[tile].removesuffix("b").split("-"))
    dots = _end(upper, 4) + _end(lower, 62)
    line = tag("path", d="M10 60H50", stroke="#5c564e", stroke_width=1.5)
    return _placed(body + line + dots, x, y, width / TILE[0], card_name(tile), fresh)


def _end(spots: int, top: float) -> str:
    ink = "#e2574c" if spots in (1, 4) else "#f4f1ea"
    return "".join(
        tag("circle", cx=4 + 52 * x, cy=top + 54 * y, r=6.5, fill=ink) for x, y in FACES[spots]
    )


def die(spots: int, x: float, y: float, width: float, *, fresh: bool = False) -> str:
    """A die that shows so many spots."""
    body = tag(
        "rect", x=2, y=2, width=96, height=96, rx=18, fill="#fbf7ef", stroke="#b9b2a2",
        stroke_width=3,
    )  # fmt: skip
    dots = "".join(
        tag("circle", cx=100 * dx, cy=100 * dy, r=9.5, fill="#1d2b26") for dx, dy in FACES[spots]
    )
    return _placed(body + dots, x, y, width / 100, f"a die shows {spots}", fresh)


def chip_colors(cents: int) -> tuple[str, str]:
    """The body and the edge spots of the largest chip that an amount needs."""
    return next((body, edge) for least, body, edge in CHIPS if cents >= least)


def chip(cents: int, x: float, y: float, radius: float, label: str = "") -> str:
    """A chip, or the top of a stack, with what it comes to; its middle is at x, y."""
    body, edge = chip_colors(cents)
    said = label or money(cents)
    ink = "#1d2b26" if body == "#e9ebec" else "#fff"
    size = radius * (0.66 if len(said) <= 3 else 0.5 if len(said) <= 5 else 0.4)
    return tag(
        "g",
        tag("circle", r=radius, fill=body),
        tag(
            "circle", r=radius * 0.86, fill="none", stroke=edge, stroke_width=radius * 0.26,
            stroke_dasharray=f"{radius * 0.45:.2f} {radius * 0.4505:.2f}",
        ),
        tag("circle", r=radius * 0.68, fill=body, stroke=edge, stroke_width=radius * 0.05),
        text(said, 0, size * 0.36, font_size=size, font_weight="600", fill=ink),
        transform=f"translate({x:.1f} {y:.1f})",
        class_="chip",
    )  # fmt: skip
