"""Figures that others have published, each held against ours to the last digit printed.

The rows stand in ``docs/published.yaml``. What is ours is looked up in the certificates, or counted
where no certificate has it: another paytable that the law allows, a strategy other than the best.
A row that differs says why.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from pydantic import Field

from houseway.certificates import figures
from houseway.counting.result import Result
from houseway.games import game
from houseway.rulebook.load import read
from houseway.rulebook.models import Model
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.rulebook.words import words
from houseway.wording.markdown import table

FILE = "published.yaml"
NUMBER = re.compile(
    r"(?P<before>\$|1 in )?(?P<number>[0-9][0-9,]*(?:\.[0-9]+)?)(?P<after>%| to 1)?"
)
LONG = 40  # an exact fraction with more characters is not shown


class Row(Model):
    """One figure: of which wager under which rules, as printed, and where it was printed.

    ``policy`` is a strategy other than the best, as ``houseway strategy --policy`` reads it.
    ``differs`` is there if ours is another, and says what we make of it. ``counted`` is ours where
    it takes minutes to count; `make soak` counts it anew.
    """

    game: str
    edition: str = "nj"
    options: Mapping[str, Any] = Field(default_factory=dict)
    stakes: Mapping[str, int] = Field(default_factory=dict)  # dollars, where they matter
    policy: Mapping[str, Any] | None = None
    wager: str
    figure: str
    of: str = ""  # an outcome by its label, or a meter
    published: str
    source: str
    note: str = ""
    differs: str = ""
    counted: str = ""


class Page(Model):
    """All rows of the page."""

    rows: list[Row]


def read_rows(folder: Path) -> list[Row]:
    """The rows of the documentation in a folder."""
    return read(Page, folder / FILE).rows


# What is ours


def _chance(result: Result, label: str) -> Fraction:
    labels = [outcome.label for outcome in result.outcomes.outcomes]
    if label not in labels:
        raise Refused(f"{result.wager} has no outcome {label!r}: {', '.join(labels)}")
    return result.outcomes.probability(lambda outcome: outcome.label == label)


FIGURES: dict[str, Callable[[Result, str], Fraction]] = {
    "edge": lambda result, of: result.outcomes.house_advantage,
    "edge on money bet": lambda result, of: result.outcomes.house_advantage_on_action,
    "variance": lambda result, of: result.outcomes.variance,
    "chance": _chance,
    "odds against": lambda result, of: 1 / _chance(result, of) - 1,
    "one in": lambda result, of: 1 / _chance(result, of),
    "deals": lambda result, of: _chance(result, of) * result.outcomes.denominator,
    "loss over all deals": lambda result, of: (
        result.outcomes.house_advantage * result.outcomes.denominator
    ),
}
FAIR = "fair meter"  # in dollars


def ours(row: Row, anew: bool = False) -> Fraction:
    """Return our exact figure for a row; recomputed on request."""
    if row.counted and not anew:
        return Fraction(row.counted)
    found = game(row.game)
    rules = TableRules(found.rulebook(row.edition), row.options)
    if row.figure == FAIR:
        fair = found.odds.progressives[row.wager](rules).break_even(row.of)
        if fair is None:
            raise Refused(f"{row.wager} is never fair")
        return Fraction(fair, 100)
    if row.figure not in FIGURES:
        raise Refused(f"there is no figure {row.figure!r}: {', '.join([*FIGURES, FAIR])}")
    return FIGURES[row.figure](_result(row, rules), row.of)


def _result(row: Row, rules: TableRules) -> Result:
    found = game(row.game)
    stakes = {name: Fraction(dollars) for name, dollars in row.stakes.items()} or None
    if row.policy is None:
        results = figures.at_table(found, rules, stakes, wager=row.wager)
    else:
        content = {"game": row.game, "name": "as published", **row.policy}
        own_play = found.odds.own_play
        if own_play is None:
            raise Refused(f"only the optimal strategy can be evaluated in {row.game}")
        results = own_play.results(rules, own_play.read(content, rules), stakes)
    for result in results:
        if result.wager == row.wager:
            return result
    raise Refused(f"{row.game} has no figure of {row.wager!r} under these rules")


# As printed


def in_the_manner_of(printed: str, value: Fraction) -> str:
    """A number written as another one is: as many digits, the same signs around it.

    >>> in_the_manner_of("3.4%", Fraction(1, 30)), in_the_manner_of("$10,000", Fraction(5))
    ('3.3%', '$5')
    """
    found = NUMBER.fullmatch(printed)
    if found is None:
        raise Refused(f"{printed!r} is not a figure")
    digits = len(found["number"].partition(".")[2])
    scaled = value * (100 if found["after"] == "%" else 1) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    units, rest = divmod(whole, 10**digits)
    number = f"{units:,}" + (f".{rest:0{digits}d}" if digits else "")
    return f"{found['before'] or ''}{number}{found['after'] or ''}"


def agrees(row: Row, value: Fraction) -> bool:
    """Whether ours is the same to the last digit printed."""
    return in_the_manner_of(row.published, value) == row.published


# The page


def markdown(folder: Path) -> str:
    """The page."""
    rows = read_rows(folder)
    found = [(row, ours(row)) for row in rows]
    same = sum(agrees(row, value) for row, value in found)
    lines = [
        "# Published figures, and ours",
        "",
        f"{len(rows)} figures that others have printed; {same} are found again to the last digit, "
        f"and the other {len(rows) - same} say why not. Rows are in "
        f"[{FILE}]({FILE}); this page is written from it, and a test counts every row anew "
        "(`make soak` those that take minutes).",
    ]
    for name in dict.fromkeys(row.game for row in rows):
        lines += ["", f"## {game(name).rulebook(_edition(rows, name)).title}", ""]
        cells = [_cells(row, value) for row, value in found if row.game == name]
        lines += table(["wager", "rules", "figure", "published", "ours", "source", ""], cells)
    return "\n".join(lines) + "\n"


def _edition(rows: list[Row], name: str) -> str:
    return next(row.edition for row in rows if row.game == name)


def _cells(row: Row, value: Fraction) -> list[str]:
    chosen = [
        f"{words(key)} {', '.join(map(str, one)) if isinstance(one, list) else words(one)}"
        for key, one in row.options.items()
    ]
    chosen += [f"{words(key)} bet of ${amount}" for key, amount in row.stakes.items()]
    if row.policy:
        chosen.append(_policy(row.policy))
    short = value.denominator > 1 and len(str(value)) <= LONG and not row.counted
    exact = f" = {value}" if short else ""
    figure = f"{row.figure}: {words(row.of)}" if row.of else row.figure
    mine = in_the_manner_of(row.published, value)
    said = f"differs: {row.differs}" if row.differs else row.note
    rules = "; ".join(chosen) or "-"
    return [row.wager, rules, figure, row.published, mine + exact, row.source, said]


def _policy(policy: Mapping[str, Any]) -> str:
    """Return the row's policy: a chart of the game, or explicit lines."""
    if "chart" in policy:
        return f"by the {words(policy['chart'])} chart"
    lines = [*policy.get("rules", []), {"do": policy["otherwise"]}]
    return "; ".join(_line(line) for line in lines)


def _line(line: Mapping[str, Any]) -> str:
    asked = [
        value if key == "hand" else f"{words(key)} {words(value)}"
        for key, value in line.items()
        if key != "do"
    ]
    return f"{line['do']} {', '.join(asked) or 'the rest'}"
