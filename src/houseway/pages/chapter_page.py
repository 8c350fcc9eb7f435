"""The rules for every table on one page, from the chapter and the words of its scenarios."""

from collections.abc import Iterable

from houseway.pages.chapter_scenarios import ACTS
from houseway.rulebook.chapter import BusinessDays, Chapter, Named, Notice, Public, Said, chapter
from houseway.rulebook.money import money
from houseway.rulebook.papers import Paper
from houseway.wording.markdown import table

FIRST = """\
# Rules for every table: {law}

Generated from `{edition}.yaml` of the rules for every table; a test fails when this page is stale.

What the law fixes (lists of fields, times, grounds) is data with its paragraph in
[{edition}.yaml](../src/houseway/rulebook/chapters/{edition}.yaml); what follows from it are
functions of `rulebook/`. Worked cases:
[{edition}.scenarios.yaml](../src/houseway/rulebook/chapters/{edition}.scenarios.yaml).

```
houseway petition check docs/examples/petition.yaml       what it lacks, which figures are wrong
houseway petition figures three-card-blitz                true odds, payout odds, house advantage
houseway tournament check docs/examples/tournament.yaml   what keeps it from being held
houseway tournament run poker --players 27                one of poker, played to its end
houseway petition pack three-card-blitz -o pack.zip       every paper, and what is missing
houseway sign three-card-blitz --limit ante=10:500        what the sign at the table must tell
houseway sign three-card-blitz -o sign.pdf --size wall    the same as a placard (.pdf, .svg, .html)
houseway guide three-card-blitz -o guide.pdf              a leaflet; --full for a booklet of all
houseway card three-card-blitz -o card.pdf                a dealer's card
houseway play three-card-blitz --practice                 advice, which a live table refuses
```

Examples: [petition](examples/petition.yaml), [tournament](examples/tournament.yaml). A check ends
with code 0 if nothing is wrong, 1 if something is, each reason with its paragraph, and 2 if the
file cannot be read. A field that is left out is a gap in the law's sense; `none` is an answer where
the law lets there be nothing; a misspelled field is an error.

What a house posts of a tournament of poker (cost, levels, prizes: its internal controls under
8.6(f)2 and 8.6(f)3) is a file like
[posted.yaml](../src/houseway/simulation/tournament/posted.yaml), given as `--structure`. All tables
play hand for hand; whoever has a chip is dealt in and is all-in with less than a blind; players who
are out in the same hand are placed by what they began it with.
"""

SCENARIOS = """
## Scenarios

A file with `chapter: {edition}` holds `papers` that are in order and `scenarios`. A scenario has
a `name` and a `cite`; under the name of a paper (`petition`, `trial`, `findings`, `sign`,
`podium`, `guide`, `tournament`, `pool`) what is different in it (`null` leaves a field out);
under `does` what happens, one thing after the other. `refused` are paragraphs that the refusal of
the last thing must carry, `reason` words that it must have. `without` maps fields to paragraphs:
each is left out by itself, and the refusal must name both. `stage`, `owed` and `liable` are what
it has come to. Run one with `houseway check FILE`.
"""


def markdown(edition: str) -> str:
    """The page."""
    rules = chapter(edition)
    lines = [FIRST.format(law=rules.law, edition=rules.edition)]
    for title, rows in _parts(rules):
        lines += [f"## {title}", "", *table(["what", "", "cite"], rows), ""]
    lines += [
        "## Readings",
        "",
        *table(
            ["at", "printed", "read", "why"],
            [[one.at, one.printed, one.read, one.why] for one in rules.readings],
        ),
        "",
        "## Left to people",
        "",
        *table(["cite", "why"], [[cite, why] for cite, why in rules.conduct.items()]),
        SCENARIOS.format(edition=rules.edition),
        *table(
            ["`does`", "what happens"],
            [[f"`{name}`", _first_line(act.__doc__)] for name, act in ACTS.items()],
        ),
    ]
    return "\n".join(lines) + "\n"


def _parts(rules: Chapter) -> Iterable[tuple[str, list[list[str]]]]:
    if rules.aids:
        barred = [[name, says, rules.aids.cite] for name, says in rules.aids.barred.items()]
        yield "Aids that a live table refuses", barred
    yield "Limits and notice", _limits(rules)
    for title, part in (
        ("Signs", rules.signs),
        ("Petitions", rules.petition),
        ("What patrons may read", rules.guides),
        ("Tournaments", rules.tournament),
    ):
        if part is not None:
            yield title, [row for name, value in part for row in _rows(name, value)]


def _limits(rules: Chapter) -> list[list[str]]:
    rows = []
    if ten := rules.ten_times:
        says = (
            f"a minimum of {money(ten.minimum_at_most)} or less at {ten.odds_at_most} or less "
            f"needs a maximum of {ten.ratio} times as much"
        )
        rows.append(["ten times", says, ten.cite])
    for name, notice in (("rules", rules.rule_notice), ("limits", rules.limit_notice)):
        if notice:
            rows.append([f"change of {name}", _notice(notice), notice.cite])
    return rows


def _notice(notice: Notice) -> str:
    when = f"{notice.minutes} minutes before" if notice.minutes else "before"
    told = ", and the Division told" if notice.division else ""
    return f"posted and announced{told}, {when}"


def _rows(name: str, value: object) -> list[list[str]]:
    """The rows of one value of the chapter."""
    what = name.replace("_", " ")
    if isinstance(value, Paper):
        return [[f"{what}: `{key}`", one.says, one.cite] for key, one in value.items.items()]
    if isinstance(value, Named):
        return [[f"{what}: `{key}`", says, value.cite] for key, says in value.names.items()]
    if isinstance(value, Said):
        return [[what, value.says, value.cite]]
    if isinstance(value, Public):
        return [[what, ", ".join(value.subjects).replace("_", " "), value.cite]]
    if isinstance(value, BusinessDays):
        return [[what, f"{value.days} business days before the start", value.cite]]
    return []


def _first_line(text: str | None) -> str:
    return (text or "").strip().splitlines()[0].replace("``", "`")
