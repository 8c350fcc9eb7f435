"""A par sheet: everything a laboratory asks of a game's wagers, each figure exact.

For every wager and table: what can happen, in how many of how many combinations, what it pays and
what it returns, with returns that add up to the whole; the advantage of the house, the volatility,
a drawing of the distribution; what is assumed; and where the text had to be read, what each reading
comes to.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

from houseway.documents.blocks import Block, Document, Drawing, Grid, Heading, Words
from houseway.games.authoring.result_at import METER, unusual
from houseway.odds.plot import outcome_chart
from houseway.odds.result import OutcomeTable, Result
from houseway.rulebook.cite import title as cite_title
from houseway.rulebook.models import Reading, Rulebook
from houseway.rulebook.money import money
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import row_names, words

RARE = 1000  # from this much between the commonest and the rarest outcome a drawing is logarithmic
NORMAL_90 = 1.6448536269514722  # standard errors either side that hold 90% of a normal curve
RUNS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


def parsheet(book: Rulebook, results: Sequence[Result]) -> Document:
    """The par sheet of these results, which are all of one rulebook."""
    usual = TableRules(book)
    blocks: list[Block] = [
        Words(book.summary),
        Heading("Summary"),
        _summary(results, usual),
        Words(
            "The house advantage is what the house keeps on average of one unit (the wager itself, "
            "or the wager named as its unit); per money bet, of all that is put at risk.",
            quiet=True,
        ),
    ]
    for result in results:
        blocks += _wager(result, book, usual)
    blocks += _readings(book, results)
    first = results[0]
    blocks += [
        Heading("Provenance"),
        Words(
            f"Rulebook {first.rulebook_hash}, houseway {first.code_version}. Every count can be "
            "found again with houseway verify."
        ),
    ]
    return Document(f"Par sheet: {book.title}", f"{book.law}, edition {book.edition}", blocks)


def _summary(results: Sequence[Result], usual: TableRules) -> Grid:
    rows = []
    for result in results:
        table = result.outcomes
        rows.append(
            [
                words(result.wager),
                _table_name(result, usual),
                percent(table.house_advantage),
                percent(table.house_advantage_on_action),
                percent(table.hit_frequency),
                "-" if table.true_odds is None else f"{float(table.true_odds):.4f} to 1",
                f"{table.standard_deviation:.4f}",
                f"{table.skew:.3f}",
            ]
        )
    columns = ["wager", "table", "house advantage>", "per money bet>", "hit frequency>"]
    return Grid("Summary", [*columns, "true odds>", "deviation>", "skew>"], rows)


def _table_name(result: Result, usual: TableRules) -> str:
    """The paytable, and what else is not as usual."""
    others = [f"{words(name)} {_value(value)}" for name, value in unusual(result, usual).items()]
    return ", ".join(filter(None, [words(result.table), *others])) or "-"


def _value(value: object) -> str:
    return words(str(value).lower())


def _wager(result: Result, book: Rulebook, usual: TableRules) -> list[Block]:
    table = result.outcomes
    named = _table_name(result, usual)
    title = words(result.wager).capitalize() + (f", {named}" if named != "-" else "")
    return [
        Heading(title),
        _outcomes(result, book),
        _facts(result),
        Drawing(outcome_chart(table, title="", log=_is_rare(table))),
        Heading("Volatility", 2),
        _volatility(table),
        Heading("Assumptions", 2),
        *(Words(line) for line in _assumptions(result)),
    ]


def _is_rare(table: OutcomeTable) -> bool:
    counts = [outcome.count for outcome in table.outcomes if outcome.count]
    return max(counts) > RARE * min(counts)


def _outcomes(result: Result, book: Rulebook) -> Grid:
    table = result.outcomes
    names = row_names(book, result.wager)
    rows = []
    for outcome in table.outcomes:
        if outcome.count:
            chance = Fraction(outcome.count, table.denominator)
            rows.append(
                [
                    names.get(outcome.label, words(outcome.label)),
                    f"{outcome.count:,}",
                    _decimal(chance, 10),
                    _signed(outcome.net),
                    _decimal(outcome.action, 4),
                    _decimal(chance * (outcome.net + outcome.action), 10),
                ]
            )
    total = table.mean(lambda outcome: outcome.net + outcome.action)
    sums = ["in all", f"{table.denominator:,}", "1"]
    rows.append([*sums, "", _decimal(table.mean_action, 4), _decimal(total, 10)])
    columns = ["outcome", "combinations>", "probability>", "net>", "at risk>", "return>"]
    return Grid("Outcomes", columns, rows, totals=1)


def _facts(result: Result) -> Grid:
    table = result.outcomes
    action = table.mean_action
    returned = 1 - table.house_advantage_on_action if action else Fraction(0)
    edge = f"standard error {result.standard_error:.4%}"

    def told(value: Fraction) -> str:
        return f"exactly {value}" if result.is_exact else "simulated"

    rows = [
        [
            "house advantage",
            percent(table.house_advantage, 6),
            told(table.house_advantage) if result.is_exact else edge,
        ],
        ["returned of money bet", percent(returned, 6), told(returned)],
        ["wins", percent(table.win_probability, 6), told(table.win_probability)],
        ["pushes", percent(table.push_probability, 6), told(table.push_probability)],
        ["variance", f"{float(table.variance):.6f}", f"deviation {table.standard_deviation:.6f}"],
    ]
    if table.stake != 1:
        first = table.house_advantage_on_initial_stake
        rows.insert(1, ["of all put up first", percent(first, 6), told(first)])
    return Grid("Figures", ["", "value>", "exact"], [row for row in rows if len(row[2]) < 400])


def _volatility(table: OutcomeTable) -> Grid:
    """Where the house's hold lies nine times in ten, after so many rounds."""
    edge, spread = float(table.house_advantage), table.standard_deviation
    rows = []
    for rounds in RUNS:
        around = NORMAL_90 * spread / math.sqrt(rounds)
        rows.append([f"{rounds:,}", f"{edge - around:.4%}", f"{edge + around:.4%}"])
    return Grid("90 percent interval of the hold", ["rounds>", "from>", "to>"], rows)


def _assumptions(result: Result) -> list[str]:
    table = result.outcomes
    stakes = ", ".join(f"{words(n)} {money(int(a * 100))}" for n, a in result.stakes.items())
    options = ", ".join(
        f"{words(name)} {_value(value)}"
        for name, value in result.options.items()
        if str(value) and not name.startswith(METER)
    )
    meters = {
        name.removeprefix(METER): int(value)
        for name, value in result.options.items()
        if name.startswith(METER)
    }
    shown = ", ".join(f"{words(name)} {money(cents)}" for name, cents in meters.items())
    counted = "combinations" if result.is_exact else "rounds"
    decided = {"none": "nothing is decided", "optimal": "every decision is the best one"}
    return [
        f"Strategy: {decided.get(result.strategy, result.strategy)}.",
        f"Method: {result.method}, {table.denominator:,} {counted} in all.",
        f"Nets are in units of the {table.unit}.",
        *([f"Options: {options}."] if options else []),
        *([f"Stakes: {stakes}."] if stakes else []),
        *([f"Meters show {shown}."] if shown else []),
    ]


def _readings(book: Rulebook, results: Sequence[Result]) -> list[Block]:
    if not book.readings:
        return []
    blocks: list[Block] = [Heading("Readings of the text")]
    for reading in book.readings:
        blocks.append(Heading(cite_title_all(reading.at, book.edition), 2))
        blocks.append(Words(f"Printed: {reading.printed}. Read: {reading.read} {reading.why}"))
        blocks += _compared(reading, results)
    return blocks


def cite_title_all(cites: str, edition: str) -> str:
    """Several paragraphs in their full form."""
    return "; ".join(cite_title(cite.strip(), edition) for cite in cites.split(","))


def _compared(reading: Reading, results: Sequence[Result]) -> list[Block]:
    """What each way to read it comes to, where it changes a figure."""
    if reading.option is None:
        return []
    name = reading.option
    rows = [
        [
            words(one.wager),
            words(str(one.options[name]).lower()),
            percent(one.outcomes.house_advantage),
        ]
        for one in results
        if name in one.options
    ]
    if len({row[1] for row in rows}) < 2:
        return []
    return [Grid(f"Each reading of {words(name)}", ["wager", "read as", "house advantage>"], rows)]


def percent(part: Fraction, digits: int = 4) -> str:
    """A share of one as people read it."""
    return f"{float(part):.{digits}%}"


def _decimal(value: Fraction, digits: int) -> str:
    return f"{float(value):.{digits}f}".rstrip("0").rstrip(".") or "0"


def _signed(net: Fraction) -> str:
    return f"{float(net):+g}" if net else "0"
