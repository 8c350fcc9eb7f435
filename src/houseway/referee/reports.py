"""The irregularities that can and cannot be reported at a table now, with reasons."""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.referee.events import Event
from houseway.referee.requests import Input
from houseway.referee.rulings import SAYS, check_report, rule_on
from houseway.referee.table import Table
from houseway.rulebook.models import Irregularity
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules


@dataclass(frozen=True)
class Reportable:
    """An irregularity of the rulebook: whether it can be reported now, for which seats where it
    concerns one, and the refusal if it cannot."""

    name: str
    irregularity: Irregularity
    rulings: tuple[str, ...]  # what is ruled, in words
    cite: str
    seats: tuple[int, ...] = ()
    refusal: Refused | None = None


def reportable(table: Table) -> Iterator[Reportable]:
    """Every irregularity of the edition in its order, as it stands at this moment."""
    for name, found in table.rules.book.irregularities.items():
        told = (name, found, _rulings(table.rules, found), table.rules.cite(name))
        if not table.started or table.waiting is None:
            yield Reportable(*told, refusal=Refused("no round is in progress"))
        elif found.names_seat:
            tried = {seat: _refusal(table, name, seat) for seat in sorted(table.data.players)}
            seats = tuple(seat for seat, refusal in tried.items() if refusal is None)
            why = next(filter(None, tried.values()), None) or Refused("nobody is in the round")
            yield Reportable(*told, seats=seats, refusal=None if seats else why)
        else:
            yield Reportable(*told, refusal=_refusal(table, name, None))


def rule_alone(table: Table, what: str, seat: int | None) -> list[Event]:
    """What a report would cause by itself, on a table that is thrown away afterwards: the round
    does not go on from it."""
    if not table.started or table.waiting is None:
        raise Refused("no round is in progress")
    given, before = Input("report", seat, what), len(table.events)
    rule_on(table.round, given, _check(table, given))
    return table.events[before:]


def _check(table: Table, given: Input) -> Irregularity:
    found = check_report(table.round, given)
    if table.round.may_report is not None:
        table.round.may_report(given)
    return found


def _refusal(table: Table, name: str, seat: int | None) -> Refused | None:
    try:
        _check(table, Input("report", seat, name))
    except Refused as refusal:
        return refusal
    return None


def _rulings(rules: TableRules, found: Irregularity) -> tuple[str, ...]:
    chosen = [rules.rule(found.rulings_by)] if found.rulings_by else found.rulings
    return tuple(SAYS[ruling] for ruling in chosen)
