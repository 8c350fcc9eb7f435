"""The coach's advice as a page and the API show it."""

from dataclasses import dataclass

from houseway.server.practice.coach import Advice, dollars
from houseway.server.practice.tables import Corner, Decided, Tells


@dataclass(frozen=True)
class Line:
    """A choice, its value and its cost compared with the best."""

    name: str
    label: str
    worth: str
    exactly: str
    gives_up: str
    best: bool


@dataclass(frozen=True)
class CoachView:
    """The panel beside a practice table."""

    balance: int
    tells: Tells
    asked: bool  # a decision is pending
    working: bool  # a value is being computed
    lines: tuple[
        Line, ...
    ]  # advice about the pending decision, where it is given before the decision
    why: str  # the coach has no advice about it
    chose: str  # the name of the previous decision
    said: str  # advice about the previous decision
    chosen_lines: tuple[Line, ...]
    kind: str  # whether it was good or bad, where known
    decided: int
    best: int
    cost: str
    unknown: int


def lines(advice: Advice) -> tuple[Line, ...]:
    """Return every choice of a decision, the best first."""
    found = []
    for one in advice.choices:
        cost = advice.cost(one.name)
        found.append(
            Line(
                one.name,
                one.label,
                dollars(one.cents) if one.cents is not None else "not computed",
                f"{one.cents} cents" if one.cents is not None else "",
                dollars(cost).removeprefix("+") if cost else "",
                cost == 0,
            )
        )
    return tuple(found)


def coach_view(corner: Corner, table: int) -> CoachView:
    """Return the coach's panel at a table now."""
    asked = corner.advice(table, in_page=True)
    corner.listen(table)
    before = asked is not None and corner.tells == "before"
    known = asked.result() if asked is not None and before and asked.done() else None
    last = corner.last.get(table)
    told = last.advice.result() if last is not None and last.advice.done() else None
    tally = corner.tally
    return CoachView(
        balance=corner.balance,
        tells=corner.tells,
        asked=asked is not None,
        working=(before and known is None) or (last is not None and told is None),
        lines=lines(known) if known else (),
        why=known.why if known else "",
        chose=last.what if last else "",
        said=_said(last.what, last.full, told) if last and told else "",
        chosen_lines=lines(told) if told else (),
        kind=_kind(last, told),
        decided=tally.decided,
        best=tally.best,
        cost=dollars(tally.cost).removeprefix("+"),
        unknown=tally.unknown,
    )


def _kind(last: Decided | None, told: Advice | None) -> str:
    cost = told.cost(last.what) if last and told and last.full else None
    return "" if cost is None else "bad" if cost else "good"


def _said(what: str, full: bool, advice: Advice) -> str:
    cost = advice.cost(what)
    if not advice.known:
        return advice.why
    if cost is None or not full:
        return "That is not valued at the amount you chose."
    if not cost:
        return "That was the best choice."
    best = next(one.label for one in advice.choices if one.name == advice.best)
    return f"“{best}” was better. The difference is {dollars(cost).removeprefix('+')} on average."
