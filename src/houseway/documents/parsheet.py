"""A par sheet: everything a laboratory asks of a game's wagers, each figure exact.

First what is described: the game, the rules in force, the pay schedule. For every wager and table:
what can happen, in how many of how many combinations, what it pays and what it returns, with
returns that add up to the whole; the advantage of the house, the volatility, a drawing of the
distribution; what is assumed, and by which routes it was counted. Where the text had to be read,
what each reading comes to. At the end room for signatures.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from houseway.counting.plot import outcome_chart
from houseway.counting.result import OutcomeTable, Result
from houseway.documents.blocks import Blanks, Block, Document, Drawing, Grid, Heading, Words
from houseway.documents.guide import pay_grids
from houseway.games.authoring.result_at import METER, unusual
from houseway.rulebook.cite import title as cite_title
from houseway.rulebook.handout import Handout
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.models import Reading, Rulebook
from houseway.rulebook.money import money
from houseway.rulebook.placard import placard
from houseway.rulebook.table_rules import TableRules, base_of
from houseway.wording.titles import (
    choice_title,
    meter_title,
    option_title,
    outcome_title,
    plain_title,
    prose,
    strategy_title,
    wager_title,
)

PACE = 60  # rounds an hour
RARE = 1000  # from this much between the commonest and the rarest outcome a drawing is logarithmic
# standard errors either side that hold so much of a normal curve
NORMAL = {"90%": 1.6448536269514722, "95%": 1.9599639845400545, "99%": 2.5758293035489004}
RUNS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


@dataclass(frozen=True)
class About:
    """What a par sheet is of, and whose: the table, the words of its papers, the certificate that
    the figures are from, the day, the author, what was found about its strategy and its progressive
    wagers, and the rounds an hour that the win is told for."""

    rules: TableRules
    handout: Handout = field(default_factory=Handout)
    certificate: str = ""
    date: str = ""
    author: str = ""
    strategy: Sequence[Block] = ()
    progressive: Sequence[Block] = ()
    pace: int = PACE


def parsheet(book: Rulebook, results: Sequence[Result], about: About | None = None) -> Document:
    """The par sheet of these results, which are all of one rulebook."""
    usual = TableRules(book)
    about = about or About(usual)
    alike = distinct(results)
    made = placard(about.rules, about.handout)
    blocks: list[Block] = [
        Words(book.summary),
        Heading("Identification"),
        identification(book, results, about),
        Heading("Summary"),
        _summary(alike, about, usual),
        Words(HOW_SUMMED, quiet=True),
        Heading("Theoretical Win"),
        _win(alike, about, usual),
        Words(HOW_WON.format(pace=about.pace), quiet=True),
        *([Heading("Progressive Wagers"), *about.progressive] if about.progressive else []),
        Heading("At This Table"),
        Words(f"{'. '.join(made.rules) or 'As the law states'}."),
        Heading("Pay Schedule"),
        *pay_grids(made),
    ]
    for same in alike:
        blocks += _wager(same, book, usual, about.handout)
    if about.strategy:
        blocks += [Heading("Strategy"), *about.strategy]
    blocks += [Heading("Rules in Force"), rules_in_force(about.rules)]
    blocks += readings(book, results, about.handout)
    blocks += [Heading("Signatures"), Blanks(SIGNATURES)]
    running = f"{book.title} · rulebook {results[0].rulebook_hash[:16]}"
    under = f"{book.law}, edition {book.edition}"
    return Document(f"Par sheet: {book.title}", under, blocks, running=running)


HOW_WON = (
    "What the house keeps on average of one player who makes the wager each round, {pace} rounds "
    "an hour, at the minimum and at the maximum of the table. The pace is an assumption; the win "
    "is in proportion to it and to the number of players."
)
HOW_SUMMED = (
    "The house advantage is what the house keeps on average of one unit (the wager itself, or the "
    "wager named as its unit). Edge per bet is the same as a share of all that is put at risk, "
    "later bets included. The standard deviation is in units of one round; the volatility index is "
    "1.645 times that (90% of rounds). The exposure is the most that one player can win in one "
    "round at the table maximum, at the meters shown; a lower limit on payouts that the house has "
    "posted stands beside it. Wagers with equal figures share a row."
)


def distinct(results: Sequence[Result]) -> list[list[Result]]:
    """Results in groups that have the same outcomes under the same rules: craps has one for all
    thirteen hop bets at one price."""
    found: dict[object, list[Result]] = {}
    for one in results:
        table = one.outcomes
        rows = tuple((row.label, row.net, row.count, row.action) for row in table.outcomes)
        options = tuple(sorted((name, str(value)) for name, value in one.options.items()))
        key = (rows, table.denominator, table.unit, table.stake, one.table, options, one.strategy)
        found.setdefault(key, []).append(one)
    return list(found.values())


SIGNATURES = (
    "Prepared by (name and title)", "Date", "Signature", "License or registration number",
    "Reviewed by (name and title)", "Date", "Signature", "Laboratory reference",
)  # fmt: skip


def identification(book: Rulebook, results: Sequence[Result], about: About) -> Grid:
    first = results[0]
    wagers = dict.fromkeys(
        wager_title(one.wager.partition("@")[0], book, about.handout) for one in results
    )
    return Grid(
        "Identification",
        ["", "Value"],
        [
            ["Game", book.title],
            ["Law", f"{book.law}, edition {book.edition}"],
            ["Wagers", ", ".join(wagers)],
            ["Rulebook (SHA-256)", first.rulebook_hash],
            ["Certificate (SHA-256)", about.certificate or "none: these figures are not certified"],
            ["Software", f"houseway {first.code_version}"],
            ["Date", about.date or "-"],
            ["Author", about.author or "-"],
            ["Check", "houseway verify recomputes every count of the certificate"],
        ],
    )


def rules_in_force(rules: TableRules) -> Grid:
    """Every choice of the house with the paragraph that leaves it."""
    rows = [
        [
            option_title(name, rules.book),
            choice_title(name, rules.options[name], rules.book),
            option.cite,
        ]
        for name, option in rules.book.choices.items()
    ]
    return Grid("Rules in force", ["Rule", "In force", "Paragraph"], rows)


def _summary(alike: Sequence[Sequence[Result]], about: About, usual: TableRules) -> Grid:
    rows = []
    for same in alike:
        first, table = same[0], same[0].outcomes
        most = exposure(first, about.rules)
        rows.append(
            [
                chapter_titles(same, usual, about.handout),
                percent(table.house_advantage),
                percent(table.house_advantage_on_action),
                percent(table.hit_frequency),
                f"{table.standard_deviation:.4f}",
                f"{NORMAL['90%'] * table.standard_deviation:.3f}",
                _exposed(most, capped(first, about.rules)),
            ]
        )
    columns = ["House advantage>", "Edge per bet>", "Hit frequency>", "Standard deviation>"]
    return Grid("Summary", ["Wager", *columns, "Volatility index>", "Exposure>"], rows)


def chapter_titles(same: Sequence[Result], usual: TableRules, handout: Handout) -> str:
    """Return the wagers that share a chapter, with what is not as usual at their table."""
    titles = ", ".join(wager_title(one.wager, usual.book, handout) for one in same)
    named = table_name(same[0], usual)
    return f"{titles} ({named})" if named != "-" else titles


def exposure(result: Result, rules: TableRules) -> int | None:
    """Return the most that one player can win at the table maximum, in cents: of the wager, or of
    the one that its figures are in units of."""
    table, limit = result.outcomes, _limit(result, rules)
    most = max((row.net for row in table.outcomes if row.count), default=Fraction(0))
    return int(most * limit.maximum) if limit and most > 0 else None


def _limit(result: Result, rules: TableRules) -> Limit | None:
    """Return the limits of the wager that one unit of a result's figures is."""
    table, base = result.outcomes, base_of(result.wager)
    unit = table.unit if table.unit in rules.limits else base
    unit = unit if unit in rules.limits else next(iter(result.stakes), "")
    return rules.limits.get(base_of(unit))


def _exposed(most: int | None, cap: int | None) -> str:
    if most is None:
        return "-"
    return f"{money(most)} (limit {money(cap)})" if cap and cap < most else money(most)


def capped(result: Result, rules: TableRules) -> int | None:
    """Return the lowest limit that the house has posted on what the wager is paid, in cents."""
    base = base_of(result.wager)
    limits = [limit for limit, _ in rules.caps(base)] if base in rules.wagers else []
    shared = [
        rules.options[cap.limit]
        for cap in rules.book.caps.values()
        if cap.shared and cap.limit and base in cap.wagers and rules.options[cap.limit]
    ]
    return min([*limits, *shared], default=None)


def _win(alike: Sequence[Sequence[Result]], about: About, usual: TableRules) -> Grid:
    rows = []
    for same in alike:
        first = same[0]
        limit = _limit(first, about.rules)
        if limit is None or not _is_made(first):
            continue
        loss = first.outcomes.house_advantage * about.pace
        rows.append(
            [
                chapter_titles(same, usual, about.handout),
                percent(first.outcomes.house_advantage),
                *(_dollars(loss * cents) for cents in (limit.minimum, limit.maximum)),
            ]
        )
    columns = ["Wager", "House advantage>", "An hour at the minimum>", "An hour at the maximum>"]
    return Grid("Theoretical win", columns, rows)


def _is_made(result: Result) -> bool:
    """Return whether a result is of a wager made each round, and not another look at one."""
    return not result.wager.endswith(("@roll", "@spin"))


def _dollars(cents: Fraction) -> str:
    return f"{'-' if cents < 0 else ''}${abs(float(cents)) / 100:,.2f}"


def table_name(result: Result, usual: TableRules) -> str:
    """The paytable, and what else is not as usual."""
    book = usual.book
    others = [
        f"{option_title(name, book)}: {choice_title(name, value, book)}"
        for name, value in unusual(result, usual).items()
    ]
    return ", ".join(filter(None, [_paytable(result, book), *others])) or "-"


def _paytable(result: Result, book: Rulebook) -> str:
    """The paytable, where the law has several for the wager."""
    wager = book.wagers.get(base_of(result.wager))
    if not wager or not wager.paytable or len(book.paytables[wager.paytable].tables) < 2:
        return ""
    return plain_title(result.table)


def _wager(
    same: Sequence[Result], book: Rulebook, usual: TableRules, handout: Handout
) -> list[Block]:
    result, *others = same
    table = result.outcomes
    named, unit = table_name(result, usual), unit_title(table, book)
    title = wager_title(result.wager, book, handout) + (f", {named}" if named != "-" else "")
    alike = ", ".join(wager_title(one.wager, book, handout) for one in same)
    if others:
        one, *_ = named_others = [wager_title(other.wager, book, handout) for other in others]
        title += f" and {one}" if len(named_others) == 1 else f", and {len(others)} more alike"
    return [
        Heading(title),
        *([Words(f"These figures are those of: {alike}.")] if len(others) > 1 else []),
        _outcomes(result, book),
        _facts(result),
        Drawing(outcome_chart(replace(table, unit=unit), title=title, log=_is_rare(table))),
        Heading("Volatility", 2),
        _volatility(table),
        Words(HOW_VOLATILE, quiet=True),
        Heading("Assumptions", 2),
        *(Words(line) for line in assumptions(result, book, handout)),
    ]


def unit_title(table: OutcomeTable, book: Rulebook) -> str:
    """What nets are measured in."""
    return wager_title(table.unit, book) if table.unit in book.wagers else table.unit


def _is_rare(table: OutcomeTable) -> bool:
    counts = [outcome.count for outcome in table.outcomes if outcome.count]
    return max(counts) > RARE * min(counts)


def _outcomes(result: Result, book: Rulebook) -> Grid:
    table = result.outcomes
    rows = []
    for outcome in table.outcomes:
        if outcome.count:
            chance = Fraction(outcome.count, table.denominator)
            rows.append(
                [
                    outcome_title(outcome.label, book, result.wager),
                    f"{outcome.count:,}",
                    _decimal(chance, 10),
                    _signed(outcome.net),
                    _decimal(outcome.action, 4),
                    _decimal(chance * (outcome.net + outcome.action), 10),
                ]
            )
    total = table.mean(lambda outcome: outcome.net + outcome.action)
    sums = ["In all", f"{table.denominator:,}", "1"]
    rows.append([*sums, "", _decimal(table.mean_action, 4), _decimal(total, 10)])
    columns = ["Outcome", "Combinations>", "Probability>", "Net>", "At risk>", "Return>"]
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
            "House advantage",
            percent(table.house_advantage, 6),
            told(table.house_advantage) if result.is_exact else edge,
        ],
        [
            "Element of risk",
            percent(table.house_advantage_on_action, 6),
            told(table.house_advantage_on_action),
        ],
        ["Returned of money bet", percent(returned, 6), told(returned)],
        ["Hit frequency", percent(table.win_probability, 6), told(table.win_probability)],
        ["Pushes", percent(table.push_probability, 6), told(table.push_probability)],
        ["Variance", f"{float(table.variance):.6f}", ""],
        ["Standard deviation", f"{table.standard_deviation:.6f}", "square root of the variance"],
    ]
    rows.append(["Skew", f"{table.skew:.6f}", ""])
    if table.true_odds is not None:
        odds = f"{float(table.true_odds):.4f} to 1"
        rows.append(["True odds", odds, told(table.true_odds) if result.is_exact else edge])
    if table.stake != 1:
        first = table.house_advantage_on_initial_stake
        rows.insert(1, ["Of all put up first", percent(first, 6), told(first)])
    return Grid("Figures", ["", "Value>", "Exact"], [row for row in rows if len(row[2]) < 400])


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


def assumptions(result: Result, book: Rulebook, handout: Handout) -> list[str]:
    table = result.outcomes
    stakes = ", ".join(
        f"{wager_title(name, book, handout)} {money(int(amount * 100))}"
        for name, amount in result.stakes.items()
    )
    options = "; ".join(
        f"{option_title(name, book)}: {choice_title(name, value, book)}"
        for name, value in result.options.items()
        if str(value) and not name.startswith(METER)
    )
    meters = {
        name.removeprefix(METER): int(value)
        for name, value in result.options.items()
        if name.startswith(METER)
    }
    shown = ", ".join(
        f"{money(cents)} ({meter_title(name, book)})" for name, cents in meters.items()
    )
    counted = "combinations" if result.is_exact else "rounds"
    return [
        strategy_line(result, handout),
        f"Method: {result.method}, {table.denominator:,} {counted} in all.",
        f"Second method: {result.recounted or 'none; the figure is not certified'}.",
        f"Nets are in units of the {unit_title(table, book)}.",
        *([f"Options: {options}."] if options else []),
        *([f"Stakes: {stakes}."] if stakes else []),
        *([f"Meters show {shown}."] if shown else []),
    ]


def strategy_line(result: Result, handout: Handout) -> str:
    """Return what a figure supposes of the player's decisions, as a sentence."""
    return f"Strategy: {strategy_title(result.strategy, handout)}."


def readings(book: Rulebook, results: Sequence[Result], handout: Handout) -> list[Block]:
    if not book.readings:
        return []
    blocks: list[Block] = [Heading("Readings of the text")]
    for reading in book.readings:
        blocks.append(Heading(cite_title_all(reading.at, book.edition), 2))
        blocks.append(
            Words(prose(f"Printed: {reading.printed}. Read: {reading.read} {reading.why}", book))
        )
        blocks += _compared(reading, results, book, handout)
    return blocks


def cite_title_all(cites: str, edition: str) -> str:
    """Several paragraphs in their full form."""
    return "; ".join(cite_title(cite.strip(), edition) for cite in cites.split(","))


def _compared(
    reading: Reading, results: Sequence[Result], book: Rulebook, handout: Handout
) -> list[Block]:
    """What each way to read it comes to, where it changes a figure."""
    if reading.option is None:
        return []
    name = reading.option
    rows = [
        [
            wager_title(one.wager, book, handout),
            choice_title(name, one.options[name], book),
            percent(one.outcomes.house_advantage),
        ]
        for one in results
        if name in one.options
    ]
    if len({row[1] for row in rows}) < 2:
        return []
    return [
        Grid(
            f"Each reading of {option_title(name, book)}",
            ["Wager", "Read as", "House advantage>"],
            rows,
        )
    ]


def percent(part: Fraction, digits: int = 4) -> str:
    """A share of one as people read it."""
    return f"{float(part):.{digits}%}"


def _decimal(value: Fraction, digits: int) -> str:
    return f"{float(value):.{digits}f}".rstrip("0").rstrip(".") or "0"


def _signed(net: Fraction) -> str:
    return f"{float(net):+g}" if net else "0"
