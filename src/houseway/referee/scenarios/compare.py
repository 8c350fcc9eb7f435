"""Comparison of a scenario with what happened."""

from collections import Counter
from decimal import Decimal
from typing import Any

from houseway.equipment.cards import cards as parse_cards
from houseway.referee.events import EVERYONE, Event
from houseway.referee.scenario import Attempt, Expected, Scenario
from houseway.referee.scenarios.checked import Checked
from houseway.referee.table import Table
from houseway.rulebook.cite import split
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import FINE, money
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import base_of


def compare(checked: Checked, table: Table) -> None:
    """Compare everything in a scenario with what happened at the table."""
    scenario, events = checked.scenario, checked.events
    compare_refusals(checked)
    if not scenario.plays:
        return
    for event in events:
        checked.saw(event.cite)
        wager = table.rules.book.wagers.get(base_of(event.wager))
        if event.kind == "paid" and wager and wager.paytable:
            used = str(table.rules.options[wager.paytable])
            checked.paid.add((wager.paytable, used, event.what))
    _compare_nets(checked, table)
    _compare_kept(checked, table)
    if (void := table.results.void) != scenario.void:
        checked.problem("the round is void" if void else "the round is not void")
    ruled = [event.what for event in events if event.kind == "ruled"]
    if ruled != scenario.ruled:
        checked.problem(f"ruled {ruled or 'nothing'}, not {scenario.ruled or 'nothing'}")
    for name, amount in scenario.meters_after.items():
        stands = table.data.meters.get(name)
        if stands is None:
            checked.problem(f"meters_after.{name}: no such meter is in use")
        elif stands != amount:
            cents = [Decimal(fine) / FINE for fine in (stands, amount)]
            checked.problem(f"{name} stands at {cents[0]} cents, not {cents[1]}")
    _compare_order(checked)
    _compare_events(checked)


def _compare_nets(checked: Checked, table: Table) -> None:
    """Each wager's net over all rounds; chips that still stand are the player's own."""
    for seat, standing in table.data.standing.items():
        checked.move(seat, standing)
    for seat, expected in checked.scenario.nets.items():
        found = checked.nets.get(seat, Counter())
        together = {wager for wagers in expected if "+" in wagers for wager in _parts(wagers)}
        for wager in {*expected, *found} - together:
            net = sum(found.get(one, 0) for one in _parts(wager))
            due = expected.get(wager, 0)
            if net != due:
                checked.problem(f"seat {seat} {wager}: {money(net)}, not {money(due)}")
    for seat, found in checked.nets.items():
        if seat not in checked.scenario.nets and any(found.values()):
            checked.problem(f"nets.{seat} is missing")


def _parts(wagers: str) -> list[str]:
    """Return the wagers of a total."""
    return [one.strip() for one in wagers.split("+")]


def _compare_kept(checked: Checked, table: Table) -> None:
    """What is left on the layout, and what the table remembers."""
    expected, stands = checked.scenario.standing, table.data.standing
    if expected is not None and stands != expected:
        checked.problem(f"standing: {stands} cents")
    for name, value in checked.scenario.notes.items():
        if table.data.notes.get(name) != value:
            checked.problem(f"notes.{name} is {table.data.notes.get(name)!r}, not {value!r}")


def compare_refusals(checked: Checked) -> None:
    """Check that what should be refused was refused, by the paragraph that the scenario names."""
    wanted, reason = checked.scenario.refused, checked.scenario.reason
    if wanted is None and not reason:
        if tries(checked.scenario):
            checked.problem("refused: a scenario that tries something says what refuses it")
        return
    if not checked.refusals:
        checked.problem(f"nothing was refused; {wanted or reason} should have")
    for refusal in checked.refusals:
        if not is_wanted(refusal, wanted, reason):
            checked.problem(f"refused by {refusal.cite or 'no paragraph'}: {refusal.reason}")


def tries(scenario: Scenario) -> list[Attempt]:
    """Return the attempts in all rounds of a scenario."""
    return [one for turn in (scenario, *scenario.then) for one in turn.attempts]


def is_wanted(refusal: Refused, cite: str | None, reason: str) -> bool:
    """Whether it is this paragraph that refuses, and for this reason."""
    return set(split(cite or "")) <= set(split(refusal.cite)) and reason in refusal.reason


def _compare_order(checked: Checked) -> None:
    events = checked.events
    settled = [f"{e.who} {e.wager}" for e in events if e.kind in ("paid", "taken", "returned")]
    order = [name for name in dict.fromkeys(settled) if name in checked.scenario.order]
    if order != checked.scenario.order:
        checked.problem(f"settled in the order {order}")


def _compare_events(checked: Checked) -> None:
    rest = iter(checked.events)
    for expected in checked.scenario.events:
        if not any(_fits(event, expected) for event in rest):
            checked.problem(f"events: no (further) {expected.model_dump(exclude_none=True)}")
            break
    for barred in checked.scenario.never:
        if any(_fits(event, barred) for event in checked.events):
            checked.problem(f"never: {barred.model_dump(exclude_none=True)} happened")


def compare_rulebook(checked: Checked, book: Rulebook) -> None:
    """Values of the rulebook that a scenario names."""
    content = book.model_dump(mode="json", by_alias=True)
    for path, expected in checked.scenario.rulebook.items():
        found: Any = content
        for key in path.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        if found != expected:
            checked.problem(f"rulebook.{path} is {found!r}, not {expected!r}")


def _fits(event: Event, expected: Expected) -> bool:
    if expected.cite is not None and not set(split(expected.cite)) <= set(split(event.cite)):
        return False
    if expected.shows is not None and not _shows(event, expected.shows):
        return False
    if expected.says is not None and expected.says not in event.says:
        return False
    wanted = expected.model_dump(exclude_none=True, exclude={"cite", "shows", "says"})
    return all(getattr(event, key) == value for key, value in wanted.items())


def _shows(event: Event, cards: str) -> bool:
    return event.sees == EVERYONE and list(event.cards) == parse_cards(cards)
