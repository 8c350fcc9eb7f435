"""A par sheet: everything a laboratory asks of a game's wagers, each figure exact.

First what is described: the game, the rules in force, the pay schedule. For every wager and table:
what can happen, in how many of how many combinations, what it pays and what it returns, with
returns that add up to the whole; the advantage of the house, the volatility, a drawing of the
distribution; what is assumed, and by which routes it was counted. Where the text had to be read,
what each reading comes to. At the end room for signatures.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.documents.blocks import Blanks, Block, Document, Drawing, Grid, Heading, Words
from houseway.documents.guide import pay_grids
from houseway.games.authoring.result_at import METER, unusual
from houseway.odds.plot import outcome_chart
from houseway.odds.result import OutcomeTable, Result
from houseway.rulebook.choosing import value_words
from houseway.rulebook.cite import title as cite_title
from houseway.rulebook.handout import Handout, label
from houseway.rulebook.models import Reading, Rulebook
from houseway.rulebook.money import money
from houseway.rulebook.placard import placard
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import row_names, words

RARE = 1000  # from this much between the commonest and the rarest outcome a drawing is logarithmic
# standard errors either side that hold so much of a normal curve
NORMAL = {"90%": 1.6448536269514722, "95%": 1.9599639845400545, "99%": 2.5758293035489004}
RUNS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


@dataclass(frozen=True)
class About:
    """What a par sheet is of, and whose: the table, the words of its papers, the certificate that
    the figures are from, the day, the author, and what was found about its strategy."""

    rules: TableRules
    handout: Handout = field(default_factory=Handout)
    certificate: str = ""
    date: str = ""
    author: str = ""
    strategy: Sequence[Block] = ()


def parsheet(book: Rulebook, results: Sequence[Result], about: About | None = None) -> Document:
    """The par sheet of these results, which are all of one rulebook."""
    usual = TableRules(book)
    about = about or About(usual)
    blocks: list[Block] = [
        Words(book.summary),
        Heading("Identification"),
        _identification(book, results, about),
        Heading("Summary"),
        _summary(results, usual),
        Words(
            "The house advantage is what the house keeps on average of one unit (the wager itself, "
            "or the wager named as its unit). The element of risk is the same as a share of all "
            "that is put at risk, later bets included. Std dev is in units.",
            quiet=True,
        ),
        Heading("Rules in Force"),
        _in_force(about.rules),
        Heading("Pay Schedule"),
        *pay_grids(placard(about.rules, about.handout)),
    ]
    for result in results:
        blocks += _wager(result, book, usual)
    if about.strategy:
        blocks += [Heading("Strategy"), *about.strategy]
    blocks += _readings(book, results)
    blocks += [Heading("Signatures"), Blanks(SIGNATURES)]
    return Document(f"Par sheet: {book.title}", f"{book.law}, edition {book.edition}", blocks)


SIGNATURES = (
    "Prepared by (name and title)", "Date", "Signature", "License or registration number",
    "Reviewed by (name and title)", "Date", "Signature", "Laboratory reference",
)  # fmt: skip


def _identification(book: Rulebook, results: Sequence[Result], about: About) -> Grid:
    first = results[0]
    wagers = dict.fromkeys(words(one.wager.partition("@")[0]) for one in results)
    return Grid(
        "Identification",
        ["", "value"],
        [
            ["game", f"{book.title} ({book.game})"],
            ["law", f"{book.law}, edition {book.edition}"],
            ["wagers", ", ".join(wagers)],
            ["rulebook (SHA-256)", first.rulebook_hash],
            ["certificate (SHA-256)", about.certificate or "none: these figures are not certified"],
            ["software", f"houseway {first.code_version}"],
            ["date", about.date or "-"],
            ["author", about.author or "-"],
            ["check", "houseway verify recomputes every count of the certificate"],
        ],
    )


def _in_force(rules: TableRules) -> Grid:
    """Every choice of the house with the paragraph that leaves it."""
    rows = [
        [label(option), value_words(option, rules.options[name]), option.cite]
        for name, option in rules.book.choices.items()
    ]
    return Grid("Rules in force", ["rule", "in force", "paragraph"], rows)


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
    columns = ["wager", "table", "house advantage>", "element of risk>", "hit frequency>"]
    return Grid("Summary", [*columns, "true odds>", "std dev>", "skew>"], rows)


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
        Words(HOW_VOLATILE, quiet=True),
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
        [
            "element of risk",
            percent(table.house_advantage_on_action, 6),
            told(table.house_advantage_on_action),
        ],
        ["returned of money bet", percent(returned, 6), told(returned)],
        ["hit frequency", percent(table.win_probability, 6), told(table.win_probability)],
        ["pushes", percent(table.push_probability, 6), told(table.push_probability)],
        ["variance", f"{float(table.variance):.6f}", ""],
        ["std dev", f"{table.standard_deviation:.6f}", "square root of the variance"],
    ]
    if table.stake != 1:
        first = table.house_advantage_on_initial_stake
        rows.insert(1, ["of all put up first", percent(first, 6), told(first)])
    return Grid("Figures", ["", "value>", "exact"], [row for row in rows if len(row[2]) < 400])


HOW_VOLATILE = (
    "Where the house's hold lies in so many of a hundred runs of so many rounds: the exact mean "
    "and standard deviation with quantiles of the normal curve. For few rounds of a wager that "
    "wins rarely and much the normal curve is only an approximation."
)


def _volatility(table: OutcomeTable) -> Grid:
    """Where the hold lies after so many rounds, by confidence."""
    edge, deviation = float(table.house_advantage), table.standard_deviation
    rows = []
    for rounds in RUNS:
        row = [f"{rounds:,}"]
        for quantile in NORMAL.values():
            around = quantile * deviation / math.sqrt(rounds)
            row += [f"{edge - around:.4%}", f"{edge + around:.4%}"]
        rows.append(row)
    columns = [f"{share} {end}>" for share in NORMAL for end in ("from", "to")]
    return Grid("Confidence of the hold", ["rounds>", *columns], rows)


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
        f"Second method: {result.recounted or 'none; the figure is not certified'}.",
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
