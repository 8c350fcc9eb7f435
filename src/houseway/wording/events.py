"""What happened in a round, told in words, as somebody may see it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from rich.text import Text

from houseway.equipment.cards import UNKNOWN, Card, cards, printed
from houseway.games import game
from houseway.referee.events import Event, Place
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import FINE, money
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.rulebook.words import price_words, words
from houseway.wording.cards import hand_text
from houseway.wording.choices import choice_title

_MONEY = {
    "wagered": "bets {amount} on {wager}",
    "withdrawn": "takes back {amount} of {wager}",
    "taken": "loses {amount} on {wager}",
    "returned": "gets back {amount} of {wager}",
    "paid": "is paid {amount} on {wager}",
    "fee": "pays {amount} on {wager}",
    "reclaimed": "gives back {amount} won on {wager}",
    "coupon": "lays a coupon of {amount} beside {wager}",
    "stands": "has {amount} standing on {wager}",
    "stays": "leaves {amount} on {wager}",
    "forfeited": "can no longer win on {wager}",
}
_METERS = {
    "fed": "{meter} takes {amount}",
    "awarded": "{meter} is won: {amount}",
    "reset": "{meter} starts again from {amount}",
    "restored": "{meter} is put back by {amount}",
}
_CARDS = {
    "dealt": "is dealt ",
    "revealed": "shows ",
    "discarded": "discards ",
    "kept_to_burn": "gives up ",
}
_CHANCE = {"rolled": "The dice show", "spun": "The wheel stops at"}
_TICKETS = {
    "issued": "gets ticket {what}",
    "won": "wins {amount} with ticket {what}",
    "receipt": "has a receipt for ticket {what}",
    "change": "gets {amount} change",
}
_CARD = r"(?:[2-9TJQKA][cdhs]|X[12]|[1-6]-[1-6]b?)"
_HAND = re.compile(r"\b[Tt]he (\d+)\.(\d+)\b")  # a further hand, as events name it
_SET = re.compile(rf"\b(high|medium|low) ({_CARD}(?: {_CARD})*)")
_HANDS = {"collected": "cards are collected", "kept": "cards stay on the table", "gone": "is gone"}


def event_text(event: Event, book: Rulebook) -> Text:
    """One event in a sentence."""
    who, kind = _who(event.who, book), event.kind
    if kind in _CARDS:
        return Text.assemble(f"{who} {_CARDS[kind]}", hand_text(event.cards))
    if kind in _MONEY:
        return Text(f"{who} {_money(event, book)}")
    if kind in _METERS:
        said = _METERS[kind].format(
            meter=f"the {meter_title(event.what, book)}", amount=_fine(event)
        )
        return Text(said[:1].upper() + said[1:])
    if kind in _HANDS:
        return Text(f"{who}: {_HANDS[kind]}")
    if kind == "chose":
        cards = event.what == "cut" or not isinstance(event.who, int)
        amount = f"{event.amount} deep" if cards else money(event.amount)
        title = choice_title(event.what, book)
        return Text(f"{who}: {title}, {amount}" if event.amount else f"{who}: {title}")
    if kind in _TICKETS:
        hidden = "of its own" if not event.what else event.what
        return Text(f"{who} {_TICKETS[kind].format(what=hidden, amount=money(event.amount))}")
    if kind == "picked":
        numbers = event.what or "numbers of its own"
        return Text(f"Drawn: {numbers}" if event.who == "board" else f"{who} is picked {numbers}")
    if kind in ("rolled", "spun"):
        named = book.wagers.get(event.what)  # a pocket that is called as the wager on it
        return Text(f"{_CHANCE[kind]} {named.name if named else printed(event.what)}")
    if kind == "shuffled":
        return Text(f"{who} shuffles" if event.what == "shuffle" else f"{who}: {words(event.what)}")
    said = said_words(event.says) or " ".join(filter(None, [words(kind), words(event.what or "")]))
    prefix = {"reported": "Reported: ", "ruled": "Ruling: "}.get(kind, "")
    return Text(f"{prefix}{said[:1].upper()}{said[1:]}")


def _money(event: Event, book: Rulebook) -> str:
    said = _MONEY[event.kind].format(
        amount=money(event.amount), wager=wager_name(event.wager, book)
    )
    if event.kind == "paid":
        return f"{said}: {prize_words(event, book)}" if event.says else said
    return f"{said} ({words(event.what)})" if event.what else said


def prize_words(event: Event, book: Rulebook) -> str:
    """The row of a paytable that was paid, and its price."""
    row = row_name(event.wager, event.what, book)
    price = price_words(_of_meter(event.says, book))
    return f"{row}, {price}" if row else price


def _of_meter(price: str, book: Rulebook) -> str:
    """A price with the name of what a meter pays: ``100% of jackpot`` is 100% of the jackpot."""
    share, _, meter = price.partition(" of ")
    return f"{share} of the {meter_title(meter, book)}" if meter in book.meters else price


def meter_title(
    meter: str, book: Rulebook, options: Mapping[str, Any] = MappingProxyType({})
) -> str:
    """Return what a meter is called by what it pays, at a table of these ``options`` if they are
    known: where the law only numbers the meters, it depends on the paytable.

    >>> book = game("three-card-blitz").rulebook("md")
    >>> meter_title("meter_1", book), meter_title("meter_2", book)
    ('Five-card royal flush jackpot', 'Progressive jackpot')
    """
    terms = book.meters[meter]
    name = terms.name
    if name.lower() == words(meter):
        paid = {
            row
            for key, table in book.paytables.items()
            for chosen in (table.tables if options.get(key) not in table.tables else [options[key]])
            for row_key, row in table.rows.items()
            if str(table.prices(chosen)[row_key]) == f"100% of {meter}"
        }
        name = paid.pop() if len(paid) == 1 else words(terms.fed_by).capitalize()
    return name if name.lower().endswith(("jackpot", "payout")) else f"{name} jackpot"


def pocket_words(mark: str, book: Rulebook) -> str:
    """Return what chance showed as the wager on it is called, where it has the key of a wager."""
    return book.wagers[mark].name if mark in book.wagers else words(mark)


def note_words(notes: Mapping[str, int]) -> list[str]:
    """Return what a table keeps between rounds: the point, and which seat shoots."""
    said = {"point": "Point {}", "shooter": "Shooter: seat {}"}
    return [
        said.get(name, f"{words(name).capitalize()} {{}}").format(value)
        for name, value in notes.items()
        if value > 0
    ]


def row_name(wager: str, row: str, book: Rulebook) -> str:
    """What a row of a wager's paytable is called; nothing for a wager at plain odds."""
    paytable = book.wagers[base_of(wager)].paytable
    return book.paytables[paytable].rows.get(row, "") if paytable else ""


def wager_name(wager: str, book: Rulebook) -> str:
    """What a wager is called."""
    base, _, spot = wager.partition("@")
    name = book.wagers[base].name if base in book.wagers else words(base)
    return f"{name} {printed(spot)}" if spot else name


def _fine(event: Event) -> str:
    """An amount that may have fractions of a cent."""
    if not event.fine:
        return money(event.amount)
    return f"${Decimal(event.moved) / (100 * FINE):,.8f}".rstrip("0")


def place_words(place: Place, book: Rulebook) -> str:
    """Return a place as people say it: a seat, one of its hands, the dealer, or as the rulebook
    names it.

    >>> book = game("blackjack").rulebook()
    >>> place_words(3, book), place_words("3.2", book), place_words("dealer", book)
    ('seat 3', 'hand 2 of seat 3', 'dealer')
    """
    if place in book.places:
        return book.places[str(place)].name
    if isinstance(place, int):
        return f"seat {place}"
    seat, _, hand = place.partition(".")
    return f"hand {hand} of seat {seat}" if hand.isdecimal() else words(place)


def said_words(says: str) -> str:
    """Return what was said with one of several hands of a seat in words.

    >>> said_words("the 1.2: soft 17")
    'hand 2 of seat 1: soft 17'
    """
    return _HAND.sub(r"hand \2 of seat \1", says)


def _who(place: Place | None, book: Rulebook) -> str:
    if place is None:
        return "The table"
    said = place_words(place, book)
    named = isinstance(place, int) or said.startswith("hand ")
    return f"{said[:1].upper()}{said[1:]}" if named else f"The {said}"


def hands_seen(events: Iterable[Event]) -> dict[Place, list[Card]]:
    """The cards of each place as they were last seen, also after they have been collected."""
    hands: dict[Place, list[Card]] = {}
    for event in events:
        if event.who is None:
            continue
        if event.kind == "dealt":
            hands.setdefault(event.who, []).extend(event.cards)
        elif event.kind == "revealed":
            hands[event.who] = list(event.cards)
        elif event.kind in ("discarded", "kept_to_burn"):
            held = hands[event.who]
            held.remove(event.cards[0] if event.cards[0] in held else UNKNOWN)
    return hands


def hands_set(events: Sequence[Event], rules: TableRules) -> dict[Place, dict[str, list[Card]]]:
    """The hands that cards were set into, by place, as far as they are seen."""
    named, hands = game(rules.book.game), hands_seen(events)
    found: dict[Place, dict[str, list[Card]]] = {}
    for event in events:
        if event.who is None:
            continue
        if event.kind == "set":
            found[event.who] = {part: cards(text) for part, text in _SET.findall(event.says)}
        elif event.kind == "chose" and UNKNOWN not in (held := hands.get(event.who, [UNKNOWN])):
            parts = named.by_choice(held, event.what, rules)
            found |= {event.who: parts} if parts else {}
    return found


def hand_names(
    events: Sequence[Event], rules: TableRules, kickers: bool = False
) -> dict[Place, str]:
    """What each hand is called, where all of it is seen and there is a name for it: hands that are
    set are named as they were set."""
    named, hands = game(rules.book.game), hands_seen(events)
    found = {place: named.name_hand(hands, place, rules, kickers) for place in hands}
    for place, parts in hands_set(events, rules).items():
        if parts:
            found[place] = named.name_set(parts, rules)
    return {place: name for place, name in found.items() if name}
