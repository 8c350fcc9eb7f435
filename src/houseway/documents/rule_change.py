"""Papers of a change of rules or limits at a table: the sign that tells patrons (8.3(b)1, 8.3(c)),
the notice to the Division (8.3(b)3), and what is submitted of the signs themselves (8.3(d))."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from houseway.documents.blocks import TO_FILL, Blanks, Block, Document, Grid, Heading, Steps, Terms
from houseway.documents.placard import SIZES
from houseway.documents.poster import Part, Poster
from houseway.rulebook.chapter import SignLaw
from houseway.rulebook.handout import Handout
from houseway.rulebook.placard import Placard, lines, pay_tables
from houseway.rulebook.signs import limit_words
from houseway.rulebook.table_rules import TableRules
from houseway.wording.titles import choice_title, option_title, wager_title

NONE = "not offered"
SIGNED = ("Name and title", "Date", "Signature", "For the casino licensee")


@dataclass(frozen=True)
class Change:
    """Something that is other than before: what it is, how it was, how it will be."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Changed:
    """A change at one table: the rules before and after, and when it takes effect."""

    before: TableRules
    after: TableRules
    handout: Handout
    effective: datetime
    table: str = ""
    location: str = ""

    @property
    def place(self) -> str:
        """Return which table it is and where it stands."""
        return ", ".join(filter(None, [f"Table {self.table}" if self.table else "", self.location]))

    @property
    def moment(self) -> str:
        """Return when it takes effect, as a sign says it."""
        return moment(self.effective)


def moment(at: datetime) -> str:
    """Return a time as it is posted.

    >>> moment(datetime(2026, 12, 1, 20, 5))
    'December 1, 2026, 8:05 PM'
    """
    hour = at.hour % 12 or 12
    return f"{at:%B} {at.day}, {at.year}, {hour}:{at:%M} {'PM' if at.hour >= 12 else 'AM'}"


def changes(before: TableRules, after: TableRules, handout: Handout) -> list[Change]:
    """Return everything that differs between two tables: choices, prices, limits."""
    return [*_choices(before, after), *_prices(before, after, handout), *_limits(before, after)]


def _choices(before: TableRules, after: TableRules) -> Iterator[Change]:
    book = before.book
    for name in book.options:
        old, new = before.options.get(name), after.options.get(name)
        if old != new:
            said = [NONE if one is None else choice_title(name, one, book) for one in (old, new)]
            yield Change(option_title(name, book), *said)


def _prices(before: TableRules, after: TableRules, handout: Handout) -> Iterator[Change]:
    """Return prices that differ, row by row; of a wager that comes or goes, every row."""
    tables = [
        {(one.name, row): price for one in pay_tables(rules, handout) for row, price in one.rows}
        for rules in (before, after)
    ]
    for key in dict.fromkeys([*tables[0], *tables[1]]):
        old, new = (table.get(key, NONE) for table in tables)
        if old != new:
            name, row = key
            yield Change(name if row == name else f"{name}: {row}", old, new)


def _limits(before: TableRules, after: TableRules) -> Iterator[Change]:
    for name in dict.fromkeys([*before.limits, *after.limits]):
        old, new = before.limits.get(name), after.limits.get(name)
        if old != new:
            said = [NONE if one is None else limit_words(one) for one in (old, new)]
            yield Change(f"{wager_title(name, before.book)}, limits", *said)


def changes_rules(changed: Changed) -> bool:
    """Return whether a rule changes, and not limits alone."""
    return changed.before.options != changed.after.options


def change_sign(changed: Changed) -> Poster:
    """Return the sign that advises patrons of a change and of the time that it takes effect."""
    rows = [
        (one.what, one.before, one.after)
        for one in changes(changed.before, changed.after, changed.handout)
    ]
    what = "Change of Rules" if changes_rules(changed) else "Change of Limits"
    heading = f"From {changed.moment}"
    return Poster(
        what,
        [
            Part(changed.before.book.title),
            Part(heading, columns=("", "Until then", "From then on"), rows=rows),
        ],
        changed.place,
    )


def division_notice(changed: Changed) -> Document:
    """Return the notice of a rule change, its table and its time (8.3(b)3)."""
    law = changed.before.chapter.rule_notice
    minutes = law.minutes if law else 0
    by = moment(changed.effective - timedelta(minutes=minutes))
    cites = ", ".join(dict.fromkeys(law.cites.values())) if law else ""
    blocks: list[Block] = [
        Terms(
            [
                ("To", "New Jersey Division of Gaming Enforcement"),
                ("From (casino licensee)", TO_FILL),
                ("Game", f"{changed.before.book.title} ({changed.before.book.law})"),
                ("Table", changed.place or TO_FILL),
                ("Takes effect", changed.moment),
            ]
        ),
        Heading("Change"),
        _grid(changed),
        Heading("Notice to Patrons"),
        Steps(
            [
                f"The sign is posted at the table no later than {by} (8.3(b)1).",
                f"The change is announced to patrons at the table no later than {by} (8.3(b)2).",
                f"The Division has this notice no later than {by} (8.3(b)3).",
            ]
        ),
        Terms([("Posted at", TO_FILL), ("Announced at", TO_FILL), ("Notice given at", TO_FILL)]),
        Blanks(SIGNED),
    ]
    return Document("Notice of a rule change", f"N.J.A.C. 13:69F-{cites}", blocks)


def _grid(changed: Changed) -> Grid:
    rows = [
        [one.what, one.before, one.after]
        for one in changes(changed.before, changed.after, changed.handout)
    ]
    return Grid("Change", ["Rule", "In effect now", "In effect from then on"], rows)


def sign_submission(changed: Changed, made: Placard, law: SignLaw, size: str) -> Document:
    """Return what is submitted of the signs before their use: location, size and language."""
    wide, high = SIZES[size]
    sign = change_sign(changed)
    blocks: list[Block] = []
    told = [
        ("Sign at the Table", [made.title, *(one.text for one in lines(
            (law.limits.cite, law.rules.cite), made))]),
        (f"Sign of the {sign.title}", list(_language(sign))),
    ]  # fmt: skip
    for title, language in told:
        blocks += [
            Heading(title),
            Terms(
                [
                    ("Location", changed.place or TO_FILL),
                    ("Size", f"{wide:g} by {high:g} inches"),
                    ("First used", changed.moment),
                ]
            ),
            Heading("Language", 2),
            Steps(language, numbered=False),
        ]
    blocks += [Terms([("Submitted at", TO_FILL)]), Blanks(SIGNED)]
    title = f"Submission of signs: {changed.before.book.title}"
    return Document(title, f"N.J.A.C. 13:69F-{law.submission.cite}", blocks)


def _language(sign: Poster) -> Iterator[str]:
    """Return the words of a sign, line by line."""
    yield sign.title
    for part in sign.parts:
        yield part.heading
        yield from part.lines
        for row in part.rows:
            yield _told(row, part.columns)
    if sign.foot:
        yield sign.foot


def _told(row: Sequence[str], columns: Sequence[str]) -> str:
    what, *values = row
    named = (f"{name}: {value}" for name, value in zip(columns[1:], values, strict=True))
    return f"{what}. {'; '.join(named)}"
