"""Setting hands: choices that are told in cards, taken apart so that a page can have them dragged.

A choice says ``high 6-6 1-3, low 2-2 3-3``. Where several choices divide the same cards into the
same groups, a page offers the cards one by one, and what is put together is one of the choices.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from houseway.documents.pictures import CARD, TILE, card_name
from houseway.documents.sprite import picture_id
from houseway.documents.svg import drawing, tag
from houseway.equipment.cards import NAMES, Card
from houseway.equipment.cards import card as read_card
from houseway.equipment.tiles import FIRST
from houseway.referee.requests import Choice

Groups = tuple[tuple[str, tuple[Card, ...]], ...]


@dataclass(frozen=True)
class Piece:
    """One card that is to be put somewhere."""

    code: str
    name: str
    picture: str


@dataclass(frozen=True)
class Setting:
    """Cards to be divided, and the groups with how many go into each."""

    pieces: tuple[Piece, ...]
    groups: tuple[tuple[str, int], ...]


def groups_of(says: str) -> Groups:
    """The groups of cards that a choice is told in; none where it is told in words.

    >>> [(name, len(cards)) for name, cards in groups_of("high 6-6 1-3, low 2-2 3-3")]
    [('high', 2), ('low', 2)]
    >>> groups_of("the house sets them")
    ()
    """
    parts = [part.split() for part in says.split(", ") if part]
    try:
        found = tuple((name, tuple(read_card(one) for one in cards)) for name, *cards in parts)
    except ValueError:
        return ()
    return found if all(cards for _, cards in found) else ()


def written(groups: Groups) -> str:
    """Groups as a page compares them: the cards of each in the order of their names.

    >>> written((("high", (65, 64)), ("low", (66,))))
    'high=6-6 6-6b;low=1-1'
    """
    return ";".join(
        f"{name}={' '.join(sorted(NAMES[card] for card in cards))}" for name, cards in groups
    )


def setting(choices: Sequence[Choice]) -> Setting | None:
    """How hands are set here, if that is what is asked: two choices or more that divide the same
    cards among the same groups. A page tells cards by their names: where several decks have given
    somebody the same card twice, the ways to set are listed instead."""
    told = [groups for choice in choices if (groups := groups_of(choice.says))]
    shapes = {tuple((name, len(cards)) for name, cards in groups) for groups in told}
    held = {tuple(sorted(card for _, cards in groups for card in cards)) for groups in told}
    if len(told) < 2 or len(shapes) != 1 or len(held) != 1 or len(told[0]) < 2:
        return None
    if any(len(set(cards)) < len(cards) for cards in held):
        return None
    return Setting(tuple(_piece(card) for card in next(iter(held))), next(iter(shapes)))


def _piece(card: Card) -> Piece:
    wide, high = TILE if card >= FIRST else CARD
    name = card_name(card)
    used = tag("use", href=f"#{picture_id(card)}", width=wide, height=high)
    picture = drawing(used, wide, high, name, width=wide * 0.86, height=high * 0.86)
    return Piece(NAMES[card], name, picture)


def picture(groups: Groups, says: str) -> str:
    """A choice as pictures of its cards, which the page has already."""
    out, x, wide = "", 0.0, 30.0
    high = 60.0 if groups[0][1][0] >= FIRST else 42.0
    for _, cards in groups:
        for card in cards:
            out += tag("use", href=f"#{picture_id(card, small=True)}", x=x, width=wide, height=high)
            x += wide + 3
        x += 16
    return drawing(out, x - 19, high, says, width=x - 19, height=high)
