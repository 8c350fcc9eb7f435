"""Holding the rules for every table to scenarios: each is done as it says, and compared."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter

from houseway.certificates.petitions import wrong_figures
from houseway.games import games, open_table
from houseway.referee.table import Table
from houseway.rulebook import guide, petition, signs, tournament
from houseway.rulebook.acts import Case, Checked, Differs, Fields, act, check_scenario, strict
from houseway.rulebook.chapter import Chapter, chapter, jurisdictions
from houseway.rulebook.chapter_scenario import ChapterFile
from houseway.rulebook.cite import split
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.load import read
from houseway.rulebook.money import dollars, money
from houseway.rulebook.notices import RuleChange
from houseway.rulebook.papers import raise_first
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

L = TypeVar("L")


def read_chapter_scenarios(path: Path) -> ChapterFile:
    """A file of such scenarios; a misspelled key is an error."""
    return read(ChapterFile, path)


def check_chapter(file: ChapterFile) -> Iterator[Checked]:
    """Run every scenario of a file."""
    if file.chapter not in jurisdictions():
        known = ", ".join(jurisdictions())
        raise Refused(f"there are no rules for every table of {file.chapter!r}: {known}")
    for scenario in file.scenarios:
        yield check_scenario(_Case, file.chapter, file.papers.by_name, scenario)


class _Case(Case):
    """The papers at work."""

    def __init__(self, edition: str, papers: Mapping[str, Fields]) -> None:
        super().__init__(edition, papers)
        self.chapter: Chapter = chapter(edition)
        self.matter: petition.Matter | None = None
        self.held: tournament.Held | None = None
        self.table: Table | None = None

    @classmethod
    def law(cls, edition: str) -> Chapter:
        """The rules for every table."""
        return chapter(edition)

    def history(self) -> Iterator[str]:
        """The cites of the petition's way and of the tournament's."""
        if self.matter:
            yield from (done.cite for done in self.matter.history)
        if self.held:
            yield from self.held.cites

    def unlike(self, expected: Mapping[str, Any]) -> list[str]:
        """Stage, what is owed and who owes it, where they are not as told."""
        found = []
        on_its_way = self.matter or self.held
        stage = on_its_way.stage if on_its_way else None
        if expected["stage"] is not None and stage != expected["stage"]:
            found.append(f"stage is {stage}, not {expected['stage']}")
        owed = self.matter.owed if self.matter else None
        if expected["owed"] is not None and owed != expected["owed"]:
            found.append(f"owed is {money(owed or 0)}, not {money(expected['owed'])}")
        liable = self.matter.liable() if self.matter else {}
        if expected["liable"] and liable != expected["liable"]:
            found.append(f"liable are {liable} cents")
        return found

    @property
    def approved(self) -> set[str]:
        """The games of this jurisdiction."""
        return {one.id for one in games().values() if self.chapter.edition in one.editions}

    # -- tables, changes and signs -------------------------------------------------------------

    @act
    def open(self, how: Fields) -> None:
        """A table is opened: ``game``, ``table`` (options), ``limits``."""
        given = strict(how, "game", "table", "limits", "practice", "permitted")
        self.table = open_table(
            given["game"],
            self.edition,
            options=given.get("table"),
            limits=_limits(given.get("limits", {})),
            practice=given.get("practice", False),
            permitted_aids=given.get("permitted", ()),
        )

    @act
    def aid(self, how: str) -> None:
        """A seat asks for help of one kind."""
        self._opened.check_aid(how)

    @act
    def announce(self, how: Fields) -> None:
        """A change, with the minutes at which it was told and takes effect."""
        given = strict(how, "table", "limits", "effective", "posted", "announced", "division")
        self._opened.announce(
            RuleChange(
                given.get("table", {}),
                given["effective"],
                given["posted"],
                given["announced"],
                given.get("division"),
                _limits(given.get("limits", {})),
            )
        )

    @act
    def round_at(self, how: int) -> None:
        """A round begins at that minute."""
        self._opened.at(how)
        self._opened.begin()

    @act
    def in_effect(self, how: Fields) -> None:
        """Options that hold now."""
        for name, value in how.items():
            holds = self._opened.rules.options.get(name)
            if holds != value and holds != str(value):
                raise Differs(f"{name} is {holds}, not {value}")

    @act
    def limits(self, how: Fields) -> None:
        """Limits that hold now."""
        for name, limit in _limits(how).items():
            if (holds := self._opened.rules.limits.get(name)) != limit:
                raise Differs(f"limits of {name} are {holds}")

    @act
    def sign_says(self, how: list[str]) -> None:
        """Lines that the sign for this table has."""
        lines = {line.text: line for line in signs.sign(self._signs, self._opened.rules)}
        for text in how:
            if text not in lines:
                raise Differs(f"the sign does not say {text!r}")
            self.cites |= set(split(lines[text].cite))

    @act
    def hang(self, how: Fields) -> None:
        """A sign hangs at the table that was made for other rules, or leaves out or adds a line."""
        given = strict(how, "table", "limits", "leaves_out", "adds")
        rules = self._opened.rules
        if "table" in given or "limits" in given:
            options = given.get("table", rules.options)
            limits = _limits(given.get("limits", {})) or rules.limits
            rules = TableRules(rules.book, options, limits)
        posted = [line.text for line in signs.sign(self._signs, rules)]
        if left_out := given.get("leaves_out"):
            posted.remove(left_out)
        posted += given.get("adds", [])
        signs.check_sign(self._signs, self._opened.rules, posted)
        self.cites |= set(split(self._signs.rules.cite))

    @act
    def use_sign(self, _: Any) -> None:
        """A sign comes into use."""
        signs.check_use(self._signs, self.paper(signs.SignPaper, "sign"))

    @property
    def _opened(self) -> Table:
        """The table of this case."""
        if self.table is None:
            raise Differs("no table is open: does: [{open: {game: ...}}]")
        return self.table

    @property
    def _signs(self) -> Any:
        return _law(self.chapter.signs, "signs")

    # -- petitions -----------------------------------------------------------------------------

    @property
    def _petitions(self) -> Any:
        return _law(self.chapter.petition, "petitions")

    def _drafted(self) -> petition.Matter:
        if self.matter is None:
            self.matter = petition.Matter(self.paper(petition.Petition, "petition"))
        return self.matter

    @act
    def file(self, _: Any) -> None:
        """The petition is filed."""
        self.matter = petition.file(self._petitions, self._drafted())

    @act
    def compare_figures(self, _: Any) -> None:
        """The figures are held against the exact ones."""
        raise_first(wrong_figures(self._petitions, self._drafted().petition))

    @act
    def rule(self, how: Fields) -> None:
        """The Division rules: a ``finding`` and what was ``weighed``."""
        given = strict(how, "finding", "weighed")
        weighed = given.get("weighed", [])
        self.matter = petition.rule(self._petitions, self._drafted(), given["finding"], weighed)

    @act
    def submit_test(self, _: Any) -> None:
        """The papers for the test come in."""
        trial = self.paper(petition.Trial, "trial")
        self.matter = petition.submit_test(self._petitions, self._drafted(), trial)

    @act
    def test(self, how: Fields) -> None:
        """The game is tested, on the Division's terms unless told otherwise."""
        given = strict(how, "on_division_terms")
        self.matter = petition.begin_test(self._petitions, self._drafted(), **given)

    @act
    def modify(self, how: Fields) -> None:
        """The Division changes a draft rule or a term of the test."""
        self.matter = petition.modify(self._petitions, self._drafted(), how)

    @act
    def charge(self, how: Any) -> None:
        """The review has cost so much more."""
        self.matter = petition.charge(self._petitions, self._drafted(), dollars(how))

    @act
    def pay(self, how: Any) -> None:
        """So much is paid of the costs."""
        self.matter = petition.pay(self._petitions, self._drafted(), dollars(how))

    @act
    def approve(self, how: Fields) -> None:
        """Final approval is asked for, upon these findings."""
        findings = self.paper(petition.Findings, "findings", how)
        self.matter = petition.approve(self._petitions, self._drafted(), findings)

    # -- guides --------------------------------------------------------------------------------

    @property
    def _guides(self) -> Any:
        return _law(self.chapter.guides, "guides")

    @act
    def ask_rules(self, how: list[str]) -> None:
        """A patron asks at the podium; the house offers these games."""
        guide.check_podium(self._guides, self.paper(guide.Podium, "podium"), how)

    @act
    def ask_guide(self, how: str) -> None:
        """A patron asks for a guide to a game."""
        given = self.paper(guide.Guide, "guide")
        guide.check_guide(self._guides, [given] if given.games else [], how)

    @act
    def hand_out(self, how: Fields) -> None:
        """A guide is issued, displayed or distributed, at a time."""
        for done, at in how.items():
            given = self.paper(guide.Guide, "guide")
            guide.check_act(self._guides, given, done, TypeAdapter(datetime).validate_python(at))

    @act
    def guide_says(self, how: list[str]) -> None:
        """Lines of the guide to the game of this table."""
        lines = list(guide.abridged(self._opened.rules))
        for text in how:
            if text not in lines:
                raise Differs(f"the guide does not say {text!r}")

    # -- tournaments ---------------------------------------------------------------------------

    @property
    def _tournaments(self) -> Any:
        return _law(self.chapter.tournament, "tournaments")

    def _planned(self) -> tournament.Held:
        if self.held is None:
            self.held = tournament.Held(self.paper(tournament.Tournament, "tournament"))
        return self.held

    @act
    def begin(self, _: Any) -> None:
        """The tournament begins."""
        self.held = tournament.begin(self._tournaments, self._planned(), self.approved)

    @act
    def play_on(self, _: Any) -> None:
        """Another round of it."""
        self.held = tournament.play_on(self._tournaments, self._planned())

    @act
    def stop(self, how: str) -> None:
        """The Division stops it, on a ground."""
        self.held = tournament.stop(self._tournaments, self._planned(), how)

    @act
    def pay_out(self, _: Any) -> None:
        """The prizes are paid."""
        pool = self.paper(tournament.Pool, "pool")
        self.held = tournament.pay_out(self._tournaments, self._planned(), pool)

    @act
    def read_controls(self, how: list[str]) -> None:
        """Anybody reads the internal controls and sees these subjects and no others."""
        law = self._tournaments
        seen = tournament.public_controls(law, self._planned().tournament.controls)
        if list(seen) != how or not all(seen.values()):
            raise Differs(f"anybody may read {', '.join(seen)}")
        self.cites |= set(split(law.public.cite))


ACTS = _Case.acts()


def _limits(given: Mapping[str, list[Any]]) -> dict[str, Limit]:
    return {name: Limit(*(dollars(amount) for amount in limit)) for name, limit in given.items()}


def _law(found: L | None, what: str) -> L:
    if found is None:
        raise Refused(f"this jurisdiction has no rules of {what}")
    return found
