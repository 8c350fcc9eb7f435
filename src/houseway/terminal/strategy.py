"""How to play: the best strategy of a game as it tells it, and advice on one hand."""

import csv
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from houseway.equipment.cards import UNKNOWN, Card, cards, names
from houseway.equipment.shoe import Scripted
from houseway.games import Game
from houseway.odds.plot import Bar, bar_chart
from houseway.referee.events import Place
from houseway.referee.requests import Ask
from houseway.referee.table import Table
from houseway.rulebook.aids import ADVICE
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import words
from houseway.terminal.cards import hand_text
from houseway.terminal.console import CITE, HEAD, grid, heading, indented
from houseway.terminal.odds import Stakes, percent

SEAT = 1
BOARD = "board"  # what the places of open cards begin with
DEALER = "dealer"
SHOWN = 5  # of a long list of rules, those that cost least


def print_strategy(console: Console, strategy: Any, book: Rulebook) -> None:
    """Whatever a game says about its best play: shares, shares by case, and simple rules."""
    title = f"{book.title}, {play_name(strategy)}"
    console.print(Text.assemble((title, HEAD), f"  edition {book.edition}"))
    values = {field.name: getattr(strategy, field.name) for field in fields(strategy)}
    facts = grid("", ">", head=False)
    for name, value in values.items():
        if isinstance(value, Fraction):
            facts.add_row(words(name), percent(value))
    console.print(indented(facts))
    for name, value in values.items():
        if hasattr(value, "markup"):
            heading(console, words(name).capitalize())
            console.print(indented(Text.from_markup(value.markup())))
        elif isinstance(value, Mapping):
            heading(console, words(name).capitalize())
            table = grid("", ">", head=False)
            for cases, share in runs(value):
                table.add_row(cases, percent(share, 2))
            console.print(indented(table))
        elif isinstance(value, tuple) and value and is_dataclass(value[0]):
            _print_rules(console, name, value)


def play_name(strategy: Any) -> str:
    """What a strategy is: the best play, or near to it where it was found by simulation."""
    return "near-best play, simulated" if hasattr(strategy, "standard_error") else "best play"


def _print_rules(console: Console, name: str, rules: tuple[Any, ...]) -> None:
    heading(console, f"{words(name).capitalize()}, the cheapest first")
    columns = [field.name for field in fields(rules[0])]
    table = grid(columns[0], *(f"{words(column)}>" for column in columns[1:]))
    for rule in sorted(rules, key=lambda one: one.cost)[:SHOWN]:
        first, *rest = (getattr(rule, column) for column in columns)
        table.add_row(first, *(percent(value) for value in rest))
    console.print(indented(table))


def runs(shares: Mapping[int, Fraction]) -> list[tuple[str, Fraction]]:
    """Cases that follow each other and have the same share, taken together.

    >>> runs({5: Fraction(1), 6: Fraction(1), 7: Fraction(0)})
    [('5 to 6', Fraction(1, 1)), ('7', Fraction(0, 1))]
    """
    found: list[tuple[int, int, Fraction]] = []
    for case, share in shares.items():
        if found and found[-1][2] == share:
            found[-1] = (found[-1][0], case, share)
        else:
            found.append((case, case, share))
    return [(str(low) if low == high else f"{low} to {high}", s) for low, high, s in found]


def plain(value: Any) -> Any:
    """A strategy as plain data; fractions are exact, as text."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return str(value) if isinstance(value, Fraction) else value


def write_classes(game: Game, rules: TableRules, stakes: Stakes, total: int | None) -> None:
    """The best decision for every class of hands, a line each, with exact numbers."""
    out = csv.writer(sys.stdout, lineterminator="\n")
    if game.odds.classes is None:
        raise Refused(f"{game.id} has no list of hands to decide on")
    rows = game.odds.classes(rules, stakes, total)
    for number, row in enumerate(rows):
        if not number:
            out.writerow(field.name for field in fields(row))
        out.writerow(getattr(row, field.name) for field in fields(row))


def write_chart(strategy: Any, title: str, path: Path) -> None:
    """The strategy's own chart, or how often each case is given up, as a drawing."""
    for field in fields(strategy):
        shares = getattr(strategy, field.name)
        if hasattr(shares, "svg"):
            path.write_text(shares.svg(title), encoding="utf-8")
            return
        if isinstance(shares, Mapping):
            bars = [Bar(str(case), float(share)) for case, share in shares.items()]
            chart = bar_chart(bars, title=title, across="total", up=words(field.name))
            path.write_text(chart, encoding="utf-8")
            return


# One hand


def advice(
    game: Game,
    book: Rulebook,
    options: Mapping[str, Any],
    bets: Mapping[str, int],
    hand: str,
    seen: Mapping[str, str],
) -> tuple[str, dict[str, Fraction]]:
    """The hand as it was read, and the exact worth in cents of each choice it has.

    ``seen`` are the cards that lie open elsewhere (board, dealer): the round is played up to the
    first decision with all of them in view, by whatever way puts up nothing more."""
    shown: dict[Place, str] = {SEAT: hand}
    shown.update(seen)
    given: dict[Place, list[Card]] = {
        place: _whole(text, "a hand" if place == SEAT else str(place))
        for place, text in shown.items()
        if text
    }
    chance = _OneBoard({place: list(dealt) for place, dealt in given.items()})
    table = Table(game.play, book, options=options, chance=chance, keep_log=False, practice=True)
    table.check_aid(ADVICE)
    table.sit(SEAT)
    table.begin()
    while isinstance(table.waiting, Ask) and table.waiting.who == SEAT:
        table.act(SEAT, _quiet(table.waiting))  # someone has to cut the cards
    table.bet(SEAT, bets)
    table.close()
    held = len(table.view(SEAT).state.hands.get(SEAT, []))
    while isinstance(table.waiting, Ask) and not _all_seen(table, given):
        table.act(SEAT, _quiet(table.waiting))
    if not isinstance(table.waiting, Ask) or not _all_seen(table, given):
        if hand and not any(seen.values()) and held != len(given[SEAT]):
            raise Refused(f"a hand of {book.title} is {held} cards, not {len(given[SEAT])}")
        raise Refused(f"{book.title} has no decision with just these cards in view")
    if (open_at := _not_given(table, given)) is not None:
        raise Refused(f"the {open_at} shows cards at this decision: name them with --{open_at}")
    found = game.advise(table.view(SEAT), table.rules)
    return " | ".join(names(dealt) for dealt in given.values()), found


class _OneBoard(Scripted):
    """Cards of a board, whatever its places are called, in the order in which they are dealt."""

    def draw(self, to: Place, count: int, side: str = "") -> list[Card]:
        return super().draw(_place(to), count, side)


def _place(place: Place) -> Place:
    return BOARD if str(place).startswith(BOARD) else place


def _whole(text: str, what: str) -> list[Card]:
    """Cards as someone has written them; on a board ``??`` is one that still lies face down."""
    found = cards(text)
    hidden = what != BOARD and UNKNOWN in found
    if hidden or not set(found) - {UNKNOWN}:
        raise Refused(f"{what} is written with all its cards: 'As Kd ...'")
    return found


def _quiet(asked: Ask) -> str:
    """The choice that keeps going and costs nothing more, or else the one that costs least."""
    going = [choice for choice in asked.choices if choice.name != "fold"]
    return min(going, key=lambda choice: choice.least).name


def _all_seen(table: Table, given: Mapping[Place, list[Card]]) -> bool:
    """Whether the seat sees these cards, and no others at these places."""
    seen: dict[Place, list[Card]] = {}
    for place, held in table.view(SEAT).state.hands.items():
        seen.setdefault(_place(place), []).extend(card for card in held if card != UNKNOWN)
    return all(
        sorted(seen.get(place, [])) == sorted(card for card in dealt if card != UNKNOWN)
        for place, dealt in given.items()
    )


def _not_given(table: Table, given: Mapping[Place, list[Card]]) -> Place | None:
    """Where the seat sees cards of the board or the dealer that nobody has named."""
    for place, held in table.view(SEAT).state.hands.items():
        at = _place(place)
        if at in (BOARD, DEALER) and at not in given and any(card != UNKNOWN for card in held):
            return at
    return None


def _dollars(cents: Fraction) -> str:
    return f"{'-' if cents < 0 else '+'}${abs(float(cents)) / 100:.4f}"


def print_advice(
    console: Console, hand: str, bets: Mapping[str, int], worth: Mapping[str, Fraction]
) -> None:
    """What each choice is worth on average."""
    if not worth:
        raise Refused("this decision is not computed")
    best = max(worth, key=lambda choice: worth[choice])
    said = ", ".join(f"{words(name)} {money(bet)}" for name, bet in bets.items())
    shown = Text("   ").join(hand_text(cards(part)) for part in hand.split(" | "))
    console.print(Text.assemble(shown, (f"   with {said}", CITE)))
    table = grid("", "worth>", "exactly, in cents", shares=(0, 0, 1))
    for choice, cents in sorted(worth.items(), key=lambda item: -item[1]):
        mark = Text(words(choice), HEAD if choice == best else "")
        table.add_row(mark, _dollars(cents), str(cents))
    console.print(indented(table))
