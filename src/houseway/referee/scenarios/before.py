"""Rounds before the one that a scenario is about."""

from collections.abc import Mapping
from dataclasses import replace

from houseway.equipment.shoe import Scripted
from houseway.referee.requests import Ask, Bets, Pick, Roll, Spin
from houseway.referee.scenario import Before, Report
from houseway.referee.scenarios.acts import change, decision, options
from houseway.referee.scenarios.chance import Given, placed
from houseway.referee.scenarios.checked import Unready
from houseway.referee.table import Table
from houseway.referee.window import fitting
from houseway.rulebook.models import Wager


def before(table: Table, step: Before, given: Given, players: Mapping[int, str]) -> None:
    """Do one thing that happened before; ``given`` has the cards of the rounds so far."""
    for _ in range(step.rounds):
        _idle_round(table, given)
    if step.bets:
        _earlier_round(table, step, given, players)
    elif step.report:
        _idle_round(table, given, step.report)
    for seat in step.leave:
        table.leave(seat)
    if step.announce:
        table.announce(change(step.announce))
    if step.clock is not None:
        table.at(step.clock)
    if step.new_deck:
        table.new_deck()
    if step.take_out:
        table.take_out(step.take_out.device, step.take_out.how)
    if step.change:
        table.change(**options(table.rules.book, step.change))


def _idle_round(table: Table, given: Given, report: Report | None = None) -> None:
    """A round of no interest: the smallest usual wagers and the last choice offered."""
    seat = 1
    table.sit(seat, "someone")
    table.begin()
    while (waiting := table.waiting) is not None:
        if report and report.has_come(table):
            table.report(report.what, report.seat)
            report = None
        elif isinstance(waiting, Bets):
            if table.round.state.placed.get(seat):
                table.close()
                continue
            limits = table.rules.limits
            least = max(limit.minimum for limit in limits.values())
            bets = dict.fromkeys(_usual(table.rules.wagers), least)
            table.bet(seat, fitting(table.rules, bets))
        elif isinstance(waiting, Ask):
            last = waiting.choices[-1]
            table.act(waiting.who, last.name, last.least)
        elif isinstance(waiting, Roll):
            table.rolled(*[1] * waiting.dice)
        elif isinstance(waiting, Spin):
            table.spun(waiting.pockets[0])
        elif isinstance(waiting, Pick):
            table.picked(*range(1, waiting.count + 1))
        else:
            given.answer(table, waiting)
    table.leave(seat)


def _earlier_round(table: Table, step: Before, given: Given, players: Mapping[int, str]) -> None:
    """A round before, with bets, cards and decisions of its own."""
    cards = Scripted(placed(step.cards))
    cards.go_on_from(given.cards)
    given.cards = cards
    own = replace(given, rolls=list(step.rolls) or given.rolls)
    done, report = {who: list(what) for who, what in step.does.items()}, step.report
    for seat in set(step.bets) - set(table.data.players):
        table.sit(seat, players.get(seat, ""))
    table.begin()
    while (waiting := table.waiting) is not None:
        if report and report.has_come(table):
            table.report(report.what, report.seat)
            report = None
        elif isinstance(waiting, Bets):
            for seat, bets in step.bets.items():
                table.bet(seat, bets)
            table.close()
        elif isinstance(waiting, Ask):
            table.act(waiting.who, *decision(waiting, done))
        else:
            own.answer(table, waiting)
    if left := cards.unused():
        raise Unready(f"before: cards never dealt: {left}")


def _usual(offered: dict[str, Wager]) -> list[str]:
    """The required wagers; where there are none, the first on offer, on its first spot."""
    if required := [name for name, wager in offered.items() if wager.required]:
        return required
    name, wager = next((n, w) for n, w in offered.items() if w.window == "bets")
    return [f"{name}@{next(iter(wager.spots))}" if wager.spots else name]
