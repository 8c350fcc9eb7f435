"""Pages on how much of the law is covered, and on each game's capabilities, by evidence."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from houseway.certificates import figures
from houseway.games import Game, game, games
from houseway.pages.chapter_scenarios import check_chapter, read_chapter_scenarios
from houseway.pages.scenarios_run import ran
from houseway.referee.scenarios.checked import Words
from houseway.rulebook import law
from houseway.rulebook.chapter import chapter, jurisdictions, scenarios
from houseway.rulebook.refusal import Refused

LETTERS = {
    "D": "the rulebook: `tests/games/test_rulebook_is_read.py`, `tests/rulebook`",
    "R": "the referee, by its scenarios: `tests/games/test_scenarios.py`, `test_golden.py`,"
    " `tests/referee/test_properties.py`",
    "I": "irregularities, each ruled on in its window and refused before and after:"
    " `tests/games/test_irregularity_windows.py`, `tests/referee/test_void.py`",
    "S": "scenarios strong enough to notice a changed value: `houseway mutate GAME`",
    "O": "exact odds, each counted a second time: `tests/certificates`",
    "P": "best play and advice; a dash where there is no advice: `tests/games`",
    "M": "simulation through the referee, or by a kernel as well: `tests/games/test_simulation.py`",
    "W": "a felt of its own, played on in a browser: `tests/documents/test_layout.py`,"
    " `tests/server/test_browser_robot.py`",
    "G": "sign, guide, layout and par sheet can be printed; not every page was looked at:"
    " `tests/documents`, `tests/cli/test_cli_papers.py`",
    "L": "paragraphs of its subchapters that nothing shows: `tests/rulebook/test_law.py`",
}


@dataclass
class Evidence:
    """The paragraphs that one edition cites, by kind of evidence."""

    executed: set[str] = field(default_factory=set)
    data: set[str] = field(default_factory=set)
    conduct: dict[str, str] = field(default_factory=dict)
    words: Words = field(default_factory=Words)


@dataclass(frozen=True)
class Capability:
    """The capabilities of one edition of a game."""

    game: str
    edition: str
    title: str
    wagers: int
    paytables: int
    options: int
    irregularities: int
    readings: int
    scenarios: int
    holding: int  # scenarios that hold
    results: int  # figures that are shipped
    simulated: int  # of them
    strategy: bool  # best play and advice are computed
    kernel: bool  # dealt at native speed in a simulation
    layout: bool  # a felt of its own, and not one worked out from the wagers
    sources: tuple[str, ...]  # the subchapters that rule it

    @property
    def odds(self) -> bool:
        """Whether the odds are computed."""
        return self.results > 0


@cache
def _gathered(id: str, edition: str) -> tuple[Evidence, Capability]:
    """What one edition of a game cites and can do, by what came of its scenarios."""
    found = game(id)
    book = found.rulebook(edition)
    came = ran(found, edition)
    rules = [book, *(acts.law(edition) for acts in found.acts.values())]
    evidence = Evidence(
        executed=set(came.executed),
        data={
            cite
            for one in rules
            if one is not None
            for cite in law.cited(one.model_dump(mode="json", by_alias=True))
        },
        conduct=dict(book.conduct),
        words=came.words,
    )
    figured = list(figures.shipped(found, edition)) if found.has_odds else []
    capability = Capability(
        game=id,
        edition=edition,
        title=book.title,
        wagers=len(book.wagers),
        paytables=sum(len(paytable.tables) for paytable in book.paytables.values()),
        options=len(book.choices),
        irregularities=len(book.irregularities),
        readings=len(book.readings),
        scenarios=came.scenarios,
        holding=came.holding,
        results=len(figured),
        simulated=sum(not one.is_exact for one in figured),
        strategy=found.has_advice,
        kernel=found.has_deal,
        layout=any(found.folder.glob("*layout.yaml")),
        sources=tuple(book.law_sources),
    )
    return evidence, capability


def _editions() -> list[tuple[Game, str]]:
    return [(game, edition) for game in games().values() for edition in game.editions]


@cache
def _everywhere(jurisdiction: str) -> tuple[Evidence, int, int]:
    """What the rules for every table cite, and how many of their scenarios there are and hold."""
    rules = chapter(jurisdiction)
    checked = []
    if (path := scenarios(jurisdiction)).exists():
        checked = list(check_chapter(read_chapter_scenarios(path)))
    holding = [result for result in checked if not result.problems]
    evidence = Evidence(
        executed={cite for result in holding for cite in result.cites},
        data=law.cited(rules.model_dump(mode="json")),
        conduct=dict(rules.conduct),
    )
    return evidence, len(checked), len(holding)


def evidence(source: str) -> Evidence:
    """Every paragraph of a source that is cited, and how: by the games it rules, or, where it
    rules every table, by all of its edition and by the rules for every table themselves."""
    edition = law.edition(source)
    everywhere = chapter(edition)
    of_all = source in everywhere.law_sources and everywhere.edition == edition
    found = [_everywhere(edition)[0]] if of_all else []
    found += [
        _gathered(one.id, name)[0]
        for one, name in _editions()
        if name == edition and (of_all or source in one.rulebook(name).law_sources)
    ]
    total = Evidence()
    for one in found:
        total.executed |= one.executed
        total.data |= one.data
        total.conduct |= one.conduct
    return total


def words(id: str, edition: str) -> Words:
    """Return the texts that an edition of a game produced while its scenarios ran."""
    return _gathered(id, edition)[0].words


def capabilities() -> tuple[Capability, ...]:
    """Return the capabilities of every edition of every game."""
    return tuple(_gathered(found.id, edition)[1] for found, edition in _editions())


def report(subchapter: str | None = None) -> list[law.Coverage]:
    """Return the coverage of each source, or of one."""
    games()  # those of other folders bring sources of their own
    names = law.sources()
    if subchapter is not None:
        padded = f"0{subchapter}" if f"0{subchapter}" in names else subchapter
        if padded not in names:
            raise Refused(f"there is no subchapter {subchapter!r}: it is one of {', '.join(names)}")
        names = [padded]
    found = []
    for name in names:
        cites = evidence(name)
        found.append(
            law.coverage(name, executed=cites.executed, data=cites.data, conduct=cites.conduct)
        )
    return found


def share(coverages: list[law.Coverage]) -> Fraction:
    """The part of all these paragraphs that is not missing."""
    total = sum(coverage.total for coverage in coverages)
    return Fraction(sum(coverage.covered for coverage in coverages), total)


def unknown_cites() -> list[str]:
    """Cites anywhere in the house that name no paragraph."""
    found = [(f"{one.id} {name}", name, _gathered(one.id, name)[0]) for one, name in _editions()]
    found += [(f"every table, {name}", name, _everywhere(name)[0]) for name in jurisdictions()]
    return [
        f"{where}: {cite}"
        for where, edition, one in found
        for cite in law.unknown_cites(edition, sorted({*one.executed, *one.data, *one.conduct}))
    ]


def markdown() -> str:
    """The coverage page of the documentation."""
    lines = [
        "# Coverage",
        "",
        "Generated by `make docs` from the rulebooks and from running every shipped scenario; a",
        "test fails when this page is stale.",
        "",
        "## Games",
        "",
        "A letter for each thing that a finished game has, and the test that stands behind it:",
        "",
        *(f"- **{letter}** {says}" for letter, says in LETTERS.items()),
        "",
        "| game | edition | D: wagers, paytables, options, readings | R, S: scenarios that hold "
        "| I | O: exact results | P | M | W | G | L: paragraphs missing |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    missing = {one.source: one.counts["missing"] for one in report()}
    for able in capabilities():
        rules = f"{able.wagers}, {able.paytables}, {able.options}, {able.readings}"
        dealt = "kernel" if able.kernel else "referee"
        odds = _results(able) if able.odds else "-"
        lines.append(
            f"| {able.game} | {able.edition} | {rules} | {able.holding} of {able.scenarios} "
            f"| {able.irregularities} | {odds} | {_yes(able.strategy)} | {dealt} "
            f"| {_yes(able.layout)} | yes | {sum(missing[one] for one in able.sources)} |"
        )
    for jurisdiction in jurisdictions():
        _, every, holding = _everywhere(jurisdiction)
        if every:
            rules = f"Rules for every table, {chapter(jurisdiction).law}"
            lines += ["", f"{rules}: {holding} of {every} scenarios hold."]
    coverages = report()
    lines += [
        "",
        "## Paragraphs of the law",
        "",
        "`executed`: seen at work in a scenario. `data`: a rulebook value cites it. `conduct`:",
        "left to people, with the reason. `reserved`: the source holds no text; not counted.",
        "",
        "| source | paragraphs | executed | data | conduct | missing | reserved | covered |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for coverage in coverages:
        counts = coverage.counts
        lines.append(
            f"| {coverage.source} | {coverage.total} | {counts['executed']} | {counts['data']} "
            f"| {counts['conduct']} | {counts['missing']} | {counts['reserved']} "
            f"| {percent(coverage.share)} |"
        )
    covered = sum(coverage.covered for coverage in coverages)
    total = sum(coverage.total for coverage in coverages)
    lines += ["", f"In all: {covered} of {total} paragraphs, {percent(share(coverages))}.", ""]
    for coverage in coverages:
        if held := coverage.held_only:
            told = f"Of {coverage.source}, {len(held)} paragraphs that decide something are so far"
            lines += [f"{told} only held as data or left to people: {', '.join(held)}.", ""]
    return "\n".join(lines)


def _yes(there: bool) -> str:
    return "yes" if there else "-"


def percent(part: Fraction) -> str:
    """A share as people read it, cut off and never rounded up."""
    tenths = part.numerator * 1000 // part.denominator
    return f"{tenths // 10}.{tenths % 10} %"


def _results(able: Capability) -> str:
    exact = able.results - able.simulated
    told = [str(exact)] if exact or not able.simulated else []
    return ", ".join(told + ([f"{able.simulated} simulated"] if able.simulated else []))
