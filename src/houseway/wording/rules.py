"""What a rulebook says besides its rows: notes on prices, paragraphs of steps."""

from collections.abc import Iterable

from houseway.rulebook.models import Paytable, Step
from houseway.rulebook.words import words


def paytable_notes(paytable: Paytable) -> Iterable[str]:
    """What the prices alone do not say."""
    if len(paytable.tables) > 1:
        yield "* unless the house chooses another"
    if paytable.award == "highest payout":
        yield "One award a wager: the row that pays most."
    for row, beside in paytable.together.items():
        others = " or ".join(paytable.rows[other] for other in beside)
        yield f"{paytable.rows[row]} is paid together with {others}."
    if paytable.rounds_up:
        yield "Awards from a meter are rounded up to whole dollars."
    if paytable.floor:
        yield "Prices are minimums: a house may pay more."


def step_cite(step: Step) -> str:
    """A step's paragraphs, with those that an option brings in."""
    found = [step.cite] if step.cite else []
    for cases in step.cite_by.values():
        found += [f"{cite} ({words(case)})" for case, cite in cases.items()]
    return ", ".join(found)
