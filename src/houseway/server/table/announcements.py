"""Recent events at a table in words, for screen readers."""

from collections.abc import Iterable, Iterator, Mapping

from houseway.documents.pictures import card_name
from houseway.equipment.cards import UNKNOWN, Card
from houseway.referee.events import Event, Place
from houseway.referee.requests import place_name
from houseway.rulebook.models import Rulebook
from houseway.wording.events import event_text, said_words

MOST = 30  # sentences per announcement
_CARDS = {"dealt": "is dealt", "revealed": "shows"}
_ALOUD = (
    *_CARDS, "said", "chose", "rolled", "spun", "displayed", "wagered", "withdrawn", "paid",
    "taken", "returned", "won", "ruled", "reported", "issued", "stays",
)  # fmt: skip


def spoken(
    events: Iterable[Event], book: Rulebook, players: Mapping[int, str], own: Iterable[int]
) -> list[str]:
    """Return the last sentences about these events. Events hidden from the viewer are only
    counted."""
    return list(_sentences(events, book, players, set(own)))[-MOST:]


def _sentences(
    events: Iterable[Event], book: Rulebook, players: Mapping[int, str], own: set[int]
) -> Iterator[str]:
    for event in events:
        if event.kind not in _ALOUD:
            continue
        if event.kind in _CARDS and event.who is not None:
            said = f"{said_words(place_name(event.who))} {_CARDS[event.kind]} {names(event.cards)}"
        else:
            said = event_text(event, book).plain
        yield _named(f"{said[:1].upper()}{said[1:]}".rstrip("."), event.who, players, own) + "."


def _named(said: str, who: Place | None, players: Mapping[int, str], own: set[int]) -> str:
    """Return the text with the name of the seat's player."""
    if not isinstance(who, int) or not said.startswith(f"Seat {who} "):
        return said.replace("_", " ")
    name = "you" if who in own else players.get(who, "")
    return said.replace(f"Seat {who} ", f"Seat {who}, {name}, ", 1) if name else said


def names(cards: Iterable[Card]) -> str:
    """Return cards as spoken names."""
    held = list(cards)
    hidden = sum(1 for card in held if card == UNKNOWN)
    seen = [card_name(card) for card in held if card != UNKNOWN]
    return ", ".join([*seen, *([f"{hidden} face down"] if hidden else [])])
