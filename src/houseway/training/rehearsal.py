"""Rounds to learn from: computer players who bet and decide at random, by the book.

It knows no game: bets come from the wagers on offer, answers from what the round asks, and what
goes wrong from the irregularities that the rulebook rules on.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from houseway.equipment.randomness import Philox, Source, shuffle
from houseway.equipment.shoe import Shoe
from houseway.games import Game
from houseway.referee.events import Event
from houseway.referee.requests import Ask, Bets, Choice, Tickets
from houseway.referee.table import Table
from houseway.rulebook.house_options import holds
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.simulation.policies import usual_bets

FEWEST, MOST = 2, 4  # players
UNITS = 10  # the range of bets, in units
UNIT = 500  # cents
TYPICAL = 30  # rounds
SIDES = 3  # wagers beside the required ones, at most
BY_HAND = ("chance", "dealer", "floor")  # so that something can go wrong before each of their acts


@dataclass(frozen=True)
class Rehearsal:
    """A finished round, to be replayed step by step."""

    rules: TableRules
    players: Mapping[int, str]
    notes: Mapping[str, Any]  # what the table brought into the round: a point, a shooter
    events: tuple[Event, ...]
    waits: tuple[int, ...]  # how many events there were whenever the round waited for something


def rehearsals(
    game: Game,
    edition: str,
    seed: int,
    options: Mapping[str, Any] | None = None,
    trouble: bool = True,
) -> Iterator[Rehearsal]:
    """Round after round at one table; the same seed plays the same rounds. Without ``trouble``
    nothing goes wrong in any of them."""
    source = Philox(2 * seed)
    table = Table(
        game.play,
        game.rulebook(edition),
        options=options,
        chance=Shoe(Philox(2 * seed + 1)),
        by_hand=BY_HAND,
        keep_log=False,
        practice=True,
        strict=True,
    )
    seats = table.rules.book.seats
    free = list(range(1, (seats.max if seats else MOST) + 1))
    shuffle(free, source)
    for seat in sorted(free[: FEWEST + source.below(MOST - FEWEST + 1)]):
        table.sit(seat)
    while True:
        yield _play(table, source, trouble)


def typical_rounds(
    game: Game, edition: str, options: Mapping[str, Any] | None = None
) -> list[tuple[Event, ...]]:
    """Rounds in which nothing goes wrong, as many as show what a dealer does day by day."""
    played = rehearsals(game, edition, 1, options, trouble=False)
    return [one.events for one in islice(played, TYPICAL)]


def _play(table: Table, source: Source, wrong: bool) -> Rehearsal:
    """One round; in every other one something goes wrong, if the law rules on it at any time."""
    if table.data.deck_removed:
        table.new_deck()
    notes = dict(table.data.notes)
    table.begin()
    waits: list[int] = []
    trouble = _any_irregularity(table.rules, source) if source.below(2) and wrong else ""
    while table.waiting is not None:
        waits.append(len(table.events))
        if trouble and source.below(2) and _goes_wrong(table, trouble, source):
            trouble = ""
        else:
            _carry_on(table, source)
    return Rehearsal(
        table.rules, dict(table.data.players), notes, tuple(table.events), tuple(waits)
    )


def _carry_on(table: Table, source: Source) -> None:
    """Take a sensible action for the player or dealer who must act."""
    waiting = table.waiting
    if isinstance(waiting, Tickets):
        for patron in table.data.players:
            with suppress(Refused):
                table.buy(patron, **waiting.suggest(source))
            while not isinstance(table.waiting, Tickets):
                table.carry_on()  # numbers are picked
        table.make_ready()
        _close_desk(table)
    elif isinstance(waiting, Bets):
        _bet(table, source)
    elif isinstance(waiting, Ask) and isinstance(waiting.who, int):
        choice = waiting.choices[source.below(len(waiting.choices))]
        reason = "a lesson" if choice.reasoned else ""
        table.act(waiting.who, choice.name, _amount(choice, source), reason)
    else:
        table.carry_on()


def _amount(choice: Choice, source: Source) -> int:
    """An amount as people put it down: all that they may, or a few whole units."""
    if choice.cards:
        return choice.least + choice.step * source.below(
            (choice.most - choice.least) // choice.step + 1
        )
    first = -(-choice.least // UNIT) * UNIT
    whole = [n for n in range(first, choice.most + 1, UNIT)[:UNITS] if n % choice.step == 0]
    found = [choice.most - choice.most % choice.step, *whole]
    return found[source.below(len(found))] if whole else choice.least


def _close_desk(table: Table) -> None:
    """Close the sale of tickets; what keeps it open because it has failed comes to work again."""
    try:
        table.close()
    except Refused:
        for name in table.rules.book.irregularities:
            with suppress(Refused):
                table.report(name)
                table.close()
                return
        raise


# Bets


def _bet(table: Table, source: Source) -> None:
    """Everybody bets and the window closes; bets that cannot stand together give way to the usual
    ones."""
    for seat in table.data.players:
        _try(table, seat, _wanted(table.rules, source))
    try:
        table.close()
    except Refused:
        for seat in table.data.players:
            placed = table.round.state.placed.get(seat, {})
            _try(table, seat, dict.fromkeys(placed, 0))
            with suppress(Refused):
                table.bet(seat, usual_bets(table.rules))
        table.close()


def _wanted(rules: TableRules, source: Source) -> dict[str, int]:
    """Bets that a player might like: the required wagers and some of the others."""
    unit = UNIT * (1 + source.below(UNITS))
    offered = [name for name, w in rules.wagers.items() if w.window == "bets" and not w.paid_on]
    needed = [name for name in offered if rules.wagers[name].required]
    sides = [name for name in offered if name not in needed]
    shuffle(sides, source)
    found = {}
    for name in (*needed, *sides[: source.below(SIDES + 1) + (not needed)]):
        wager = rules.wagers[name]
        listed = [amount for rule in wager.amount for amount in rule.choices]
        spots = list(wager.spots)
        at = f"{name}@{spots[source.below(len(spots))]}" if spots else name
        found[at] = listed[source.below(len(listed))] if listed else unit
    return found


def _try(table: Table, seat: int, bets: Mapping[str, int]) -> None:
    """All of them or, where they do not go together, each for itself."""
    try:
        table.bet(seat, bets)
    except Refused:
        for name, amount in bets.items():
            with suppress(Refused):
                table.bet(seat, {name: amount})


# What goes wrong


def _any_irregularity(rules: TableRules, source: Source) -> str:
    """One of those that can happen at this table."""
    book = rules.book.irregularities
    names = [name for name, found in book.items() if holds(found.only_if, rules.options)]
    return names[source.below(len(names))] if names else ""


def _goes_wrong(table: Table, name: str, source: Source) -> bool:
    """Report an irregularity, if the law rules on it now."""
    seats = [seat for seat, placed in table.round.state.placed.items() if placed]
    named = table.rules.irregularity(name).names_seat
    who = seats[source.below(len(seats))] if named and seats else None
    try:
        table.report(name, who)
    except Refused:
        return False
    return True
