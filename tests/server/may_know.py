"""Which cards somebody at a table may know, from everything that has happened and from no view."""

import re

from houseway.documents.pictures import card_name
from houseway.equipment.cards import NAMES, Card
from houseway.referee.events import EVERYONE, Event, Place


def hidden_from(seat: int | None, events: list[Event]) -> dict[Place, list[Card]]:
    """The cards that somebody may not know, from everything that has happened and not from any
    view: dealt to others or to the house, and not yet turned up."""
    found: dict[Place, list[Card]] = {}
    for event in events:
        if event.who is None or not event.cards:
            continue
        if event.kind == "dealt" and event.sees not in (EVERYONE, seat):
            found.setdefault(event.who, []).extend(event.cards)
        elif event.kind == "revealed" and event.sees == EVERYONE:
            found[event.who] = [c for c in found.get(event.who, []) if c not in event.cards]
    return found


def seen_cards(seat: int | None, events: list[Event]) -> set[str]:
    """The names of the cards that somebody may know."""
    return {
        card_name(card)
        for event in events
        if event.sees in (EVERYONE, seat)
        for card in event.cards
    }


def told_of(card: Card) -> re.Pattern[str]:
    """Every way in which a page, a message or a program is told a card."""
    code = NAMES[card]
    said = [rf"\b{re.escape(card_name(card))}\b(?!-)", rf"(?<![\w-]){re.escape(code)}(?![\w-])"]
    if code[-1:] in "cdhs":
        rank = code[:-1].replace("T", "10")
        said.append(rf"(?<!\w){rank}{'♣♦♥♠'['cdhs'.index(code[-1])]}")
    return re.compile("|".join(said))
