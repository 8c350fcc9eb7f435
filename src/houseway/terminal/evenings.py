"""Output of a bankroll simulation: bankrolls, ruin, and how long the money lasts."""

from rich.console import Console
from rich.text import Text

from houseway.counting.plot import fan_chart
from houseway.counting.result import Result
from houseway.rulebook.models import Rulebook
from houseway.rulebook.money import money
from houseway.rulebook.refusal import Refused
from houseway.simulation.bankroll import (
    PERCENTILES,
    Evening,
    Evenings,
    mean,
    percentiles,
    rounds_between_wins,
)
from houseway.terminal.console import CITE, HEAD, grid, heading, indented


def chosen(results: list[Result], wager: str) -> Result:
    """The result of a wager, or of the first there is."""
    names = [result.wager for result in results]
    if wager and wager not in names:
        raise Refused(f"there are no odds for {wager!r}: it is one of {', '.join(names)}")
    return results[names.index(wager) if wager else 0]


def print_evenings(console: Console, job: Evening, total: Evenings, book: Rulebook) -> None:
    """Print the final bankroll, the ways in which a session ends, and the waits between wins."""
    result, outcomes = job.result, job.result.outcomes
    title = f"{book.title}, {total.evenings:,} evenings of {result.wager}"
    console.print(Text.assemble((title, HEAD), f"  edition {book.edition}"))
    said = (
        f"{money(job.unit)} a round, {money(job.bankroll)} brought, {job.rounds:,} rounds at most"
    )
    said += f", home with {money(job.target)}" if job.target else ""
    console.print(Text(f"{said}; seed {job.seed}.", CITE))
    heading(console, "How an evening ends")
    facts = grid("", ">", "", head=False)
    facts.add_row("money gone", _share(total.ruined, total.evenings), "one more round uncovered")
    if job.target:
        facts.add_row("target reached", _share(total.reached, total.evenings), "")
    facts.add_row("rounds played", f"{float(mean(total.lasted)):,.1f}", "on average")
    left = mean(total.bankrolls[-1])
    facts.add_row("money left", money(round(left)), "on average")
    between = rounds_between_wins(outcomes)
    if between is not None:
        facts.add_row("rounds between wins", f"{float(between):,.2f}", "exactly, on average")
    console.print(indented(facts))
    heading(console, "So many of a hundred evenings come to no more than")
    table = grid("", *(f"{percent}>" for percent in PERCENTILES))
    for quarter in (1, 2, 3, 4):
        at = len(job.marks) * quarter // 4 - 1
        found = percentiles(total.bankrolls[at])
        money_then = (money(found[p]) for p in PERCENTILES)
        table.add_row(f"money after {job.marks[at]:,}", *money_then)
    for name, counts in (("rounds played", total.lasted), ("longest wait for a win", total.gaps)):
        found = percentiles(counts)
        table.add_row(name, *(f"{found[p]:,}" for p in PERCENTILES))
    console.print(indented(table))
    console.print(
        Text(f"Drawn from exact counts ({result.method}); the evenings are simulated.", CITE)
    )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2%}"


def chart(job: Evening, total: Evenings, book: Rulebook) -> str:
    """Return a chart of the spread of bankrolls during a session."""
    found = [percentiles({job.bankroll: 1}), *(percentiles(one) for one in total.bankrolls)]
    return fan_chart(
        [0, *job.marks],
        {p: [one[p] / 100 for one in found] for p in PERCENTILES},
        title=f"{book.title}: {money(job.unit)} a round from {money(job.bankroll)}",
        along="rounds",
        up="dollars",
    )
