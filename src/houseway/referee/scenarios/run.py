"""Execution of one scenario: earlier rounds, its rounds, and the comparison."""

from collections import Counter
from copy import deepcopy
from dataclasses import replace
from typing import Any

from houseway.equipment.cards import cards as parse_cards
from houseway.equipment.shoe import Scripted
from houseway.referee.conversation import Play
from houseway.referee.log import RoundRecord, deal_again
from houseway.referee.round import side_of_deck, whole_deck
from houseway.referee.scenario import Scenario, ScenarioFile
from houseway.referee.scenarios.acts import options
from houseway.referee.scenarios.before import before
from houseway.referee.scenarios.checked import Checked, Unready
from houseway.referee.scenarios.compare import compare, compare_refusals, compare_rulebook, tries
from houseway.referee.scenarios.turn import TurnAtWork
from houseway.referee.table import BY_HAND, Table
from houseway.rulebook.calendar import minutes_at
from houseway.rulebook.cite import split
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import dollars
from houseway.rulebook.refusal import Refused


def check(
    file: ScenarioFile,
    scenario: Scenario,
    play: Play,
    book: Rulebook,
    kept: list[RoundRecord] | None = None,
) -> Checked:
    """Play a scenario and compare what happened with what it says. The records of its rounds are
    added to those that are ``kept``."""
    checked = Checked(scenario, cites=set(split(scenario.cite)))
    try:
        first = TurnAtWork(scenario, checked)
        compare_rulebook(checked, book)
        table = _open(file, scenario, play, book)
        try:
            _play(table, first)
        finally:
            checked.asked |= table.rules.asked
    except Refused as refusal:
        checked.refused(refusal)
        if tries(scenario) or not (scenario.refused or scenario.reason):
            checked.problem(f"refused: {refusal}")
        compare_refusals(checked)
        return checked
    except (Unready, ValueError) as error:
        checked.problem(str(error))
        return checked
    except Exception as error:  # what a scenario puts on the table may be what no round leaves
        checked.problem(f"the round broke off: {type(error).__name__}: {error}")
        return checked
    compare(checked, table)
    if scenario.plays:
        for record in table.records[-1 - len(scenario.then) :]:
            deal_again(record.to_json(), play, book)
            if kept is not None:
                kept.append(record)
    return checked


def _open(file: ScenarioFile, scenario: Scenario, play: Play, book: Rulebook) -> Table:
    limits = {**file.limits, **scenario.limits}
    return Table(
        play,
        book,
        options=options(book, {**file.table, **scenario.table}),
        limits={name: tuple(values) for name, values in limits.items()},
        meters={name: _meter(terms) for name, terms in scenario.meters.items()},
        by_hand=BY_HAND,
        began=minutes_at(scenario.opened, scenario.zone) if scenario.opened else 0,
        zone=scenario.zone,
    )


def _meter(terms: dict[str, Any]) -> dict[str, Any]:
    return {key: dollars(value) if key == "reset" else value for key, value in terms.items()}


def _play(table: Table, first: TurnAtWork) -> None:
    """The rounds before, the one that the scenario is about, and those after it."""
    checked, scenario = first.checked, first.checked.scenario
    earlier = replace(first.given, cards=Scripted(seed=1))
    for step in scenario.before:
        before(table, step, earlier, scenario.players)
    for name, amount in scenario.meters_at.items():
        if name not in table.data.meters:
            raise Unready(f"meters_at.{name}: no such meter is in use")
        table.data.meters[name] = amount
    table.data.offered.update(scenario.offered_at)
    _carry_over(table, checked, first.given.cards, earlier.cards)
    left = earlier.cards
    for turn in (first, *(TurnAtWork(later, checked) for later in scenario.then)):
        turn.given.cards.go_on_from(left)
        turn.play(table)
        left = turn.given.cards


def _carry_over(table: Table, checked: Checked, cards: Scripted, earlier: Scripted) -> None:
    """What earlier rounds have left: notes, wagers that stand, a shoe in the middle."""
    scenario = checked.scenario
    for standing in scenario.standing_at.values():
        for wager in standing:
            table.rules.wager(wager)
    table.data.notes.update(deepcopy(scenario.notes_at))
    table.data.standing.update(deepcopy(scenario.standing_at))
    for seat, standing in table.data.standing.items():  # also what rounds before have left
        checked.move(seat, {wager: -amount for wager, amount in standing.items()})
    if scenario.left_at is None:
        return
    if table.rules.book.deck is None:
        raise Unready("left_at: this game has no cards")
    placed = [pair for text in scenario.cards.values() for pair in enumerate(parse_cards(text))]
    latest_first = [card for _, card in sorted(placed, reverse=True)]
    sides = scenario.left_at if isinstance(scenario.left_at, dict) else {"": scenario.left_at}
    for side, left in sides.items():
        whole = Counter(side_of_deck(whole_deck(table.rules), side))
        others = list((whole - Counter(cards.unused())).elements())
        gone = [*others, *latest_first][: whole.total() - left]
        if side:
            table.data.sides[side] = sorted(gone)
        else:
            table.data.out = sorted(gone)
        earlier.shuffle(tuple((whole - Counter(gone)).elements()), side)
