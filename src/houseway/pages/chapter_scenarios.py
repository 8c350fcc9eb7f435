"""Holding the rules for every table to scenarios: each is done as it says, and compared."""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter

from houseway.certificates.petitions import wrong_figures
from houseway.games import games, open_table
from houseway.referee.table import Table
from houseway.rulebook import guide, petition, signs, tournament
from houseway.rulebook.chapter import Chapter, chapter, jurisdictions
from houseway.rulebook.chapter_scenario import ChapterFile, ChapterScenario, Papers
from houseway.rulebook.cite import split
from houseway.rulebook.house_limits import Limit
from houseway.rulebook.load import check, read
from houseway.rulebook.models import Model
from houseway.rulebook.money import dollars, money
from houseway.rulebook.notices import RuleChange
from houseway.rulebook.papers import raise_first
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules

M = TypeVar("M", bound=Model)
L = TypeVar("L")
Fields = dict[str, Any]


@dataclass
class Checked:
    """What became of a scenario: nothing in ``problems`` means that it holds."""

    scenario: ChapterScenario
    problems: list[str] = field(default_factory=list)
    cites: set[str] = field(default_factory=set)  # paragraphs that were seen at work


class Differs(ValueError):
    """Something is not as the scenario says."""


def read_chapter_scenarios(path: Path) -> ChapterFile:
    """A file of such scenarios; a misspelt key is an error."""
    return read(ChapterFile, path)


def check_chapter(file: ChapterFile) -> Iterator[Checked]:
    """Run every scenario of a file."""
    if file.chapter not in jurisdictions():
        known = ", ".join(jurisdictions())
        raise Refused(f"there are no rules for every table of {file.chapter!r}: {known}")
    for scenario in file.scenarios:
        yield _check(file, scenario)


def _check(file: ChapterFile, scenario: ChapterScenario) -> Checked:
    checked = Checked(scenario, cites=set(split(scenario.cite)))
    papers = _merged(file.papers, scenario)
    for path, cite in scenario.without.items() or [("", scenario.refused)]:
        try:
            case = _Case(file.chapter, scenario, _left_out(papers, path))
        except Differs as error:
            checked.problems.append(str(error))
            continue
        case.run()
        checked.cites |= case.cites
        field = path.rpartition(".")[2]
        where = f"without {path}: " if path else ""
        found = case.compare(cite, field or scenario.reason)
        checked.problems += [f"{where}{problem}" for problem in found]
    return checked


# Papers


def _merged(usual: Papers, scenario: ChapterScenario) -> dict[str, Fields]:
    return {
        name: _over(getattr(usual, name), getattr(scenario, name)) for name in Papers.model_fields
    }


def _over(usual: Any, given: Any) -> Any:
    """What is given, over what is usual."""
    if not (isinstance(usual, dict) and isinstance(given, dict)):
        return deepcopy(given)
    found = deepcopy(usual)
    for key, value in given.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = _over(found.get(key), value)
    return found


def _left_out(papers: dict[str, Fields], path: str) -> dict[str, Fields]:
    """The papers without one field, as ``petition.petitioners.0.name``."""
    whole: dict[str, Fields] = deepcopy(papers)
    if not path:
        return whole
    found: Any = whole
    *above, last = path.split(".")
    try:
        for key in above:
            found = found[int(key)] if isinstance(found, list) else found[key]
        del found[last]
    except (KeyError, IndexError, TypeError, ValueError):
        raise Differs(f"without: the papers have no {path}") from None
    return whole


# One case


class _Case:
    """The papers at work."""

    def __init__(self, edition: str, scenario: ChapterScenario, papers: dict[str, Fields]) -> None:
        self.scenario, self.papers, self.edition = scenario, papers, edition
        self.chapter: Chapter = chapter(edition)
        self.matter: petition.Matter | None = None
        self.held: tournament.Held | None = None
        self.table: Table | None = None
        self.refusal: Refused | None = None
        self.trouble: list[str] = []
        self.cites: set[str] = set()

    def run(self) -> None:
        """Do one thing after the other, up to the first that is refused."""
        left, what = list(self.scenario.does), ""
        try:
            while left:
                ((what, how),) = _act(left.pop(0)).items()
                if what not in ACTS:
                    raise Differs(f"does: there is no {what!r}: {', '.join(ACTS)}")
                ACTS[what](self, how)
        except Refused as refusal:
            self.refusal = refusal
            self.cites |= set(split(refusal.cite))
            if left:
                self.trouble.append(f"refused before the end: {refusal}")
        except (ValueError, ModuleNotFoundError) as error:  # without the solver's extra, say so
            self.trouble.append(str(error))
        except (TypeError, KeyError, AttributeError):
            self.trouble.append(f"does: {what} is not written as it must be")
        if self.matter:
            self.cites |= {one for done in self.matter.history for one in split(done.cite)}
        if self.held:
            self.cites |= {one for cite in self.held.cites for one in split(cite)}

    def compare(self, refused: str | None, reason: str) -> list[str]:
        """What is not as the scenario says."""
        found, scenario = list(self.trouble), self.scenario
        refusal = self.refusal
        if refused is None and not reason:
            if refusal is not None:
                found.append(f"refused: {refusal}")
        elif refusal is None:
            found.append(f"nothing was refused; {refused or reason} should have")
        elif not set(split(refused or "")) <= set(split(refusal.cite)) or (
            reason not in refusal.reason
        ):
            found.append(f"refused by {refusal.cite or 'no paragraph'}: {refusal.reason}")
        if scenario.without:
            return found
        on_its_way = self.matter or self.held
        stage = on_its_way.stage if on_its_way else None
        if scenario.stage is not None and stage != scenario.stage:
            found.append(f"stage is {stage}, not {scenario.stage}")
        owed = self.matter.owed if self.matter else None
        if scenario.owed is not None and owed != scenario.owed:
            found.append(f"owed is {money(owed or 0)}, not {money(scenario.owed)}")
        liable = self.matter.liable() if self.matter else {}
        if scenario.liable and liable != scenario.liable:
            found.append(f"liable are {liable} cents")
        return found

    def paper(self, model: type[M], name: str, over: Fields | None = None) -> M:
        """A paper as it stands in this case."""
        return check(model, _over(self.papers[name], over or {}), name)

    @property
    def approved(self) -> set[str]:
        """The games of this jurisdiction."""
        return {one.id for one in games().values() if self.chapter.edition in one.editions}

    # -- tables, changes and signs -------------------------------------------------------------

    def open(self, how: Fields) -> None:
        """A table is opened: ``game``, ``table`` (options), ``limits``."""
        given = _strict(how, "game", "table", "limits", "practice", "permitted")
        self.table = open_table(
            given["game"],
            self.edition,
            options=given.get("table"),
            limits=_limits(given.get("limits", {})),
            practice=given.get("practice", False),
            permitted_aids=given.get("permitted", ()),
        )

    def aid(self, how: str) -> None:
        """A seat asks for help of one kind."""
        self._opened.check_aid(how)

    def announce(self, how: Fields) -> None:
        """A change, with the minutes at which it was told and takes effect."""
        given = _strict(how, "table", "limits", "effective", "posted", "announced", "division")
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

    def round_at(self, how: int) -> None:
        """A round begins at that minute."""
        self._opened.at(how)
        self._opened.begin()

    def in_effect(self, how: Fields) -> None:
        """Options that hold now."""
        for name, value in how.items():
            holds = self._opened.rules.options.get(name)
            if holds != value and holds != str(value):
                raise Differs(f"{name} is {holds}, not {value}")

    def limits(self, how: Fields) -> None:
        """Limits that hold now."""
        for name, limit in _limits(how).items():
            if (holds := self._opened.rules.limits.get(name)) != limit:
                raise Differs(f"limits of {name} are {holds}")

    def sign_says(self, how: list[str]) -> None:
        """Lines that the sign for this table has."""
        lines = {line.text: line for line in signs.sign(self._signs, self._opened.rules)}
        for text in how:
            if text not in lines:
                raise Differs(f"the sign does not say {text!r}")
            self.cites |= set(split(lines[text].cite))

    def hang(self, how: Fields) -> None:
        """A sign hangs at the table that was made for other rules, or leaves out or adds a line."""
        given = _strict(how, "table", "limits", "leaves_out", "adds")
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

    def file(self, _: Any) -> None:
        """The petition is filed."""
        self.matter = petition.file(self._petitions, self._drafted())

    def compare_figures(self, _: Any) -> None:
        """The figures are held against the exact ones."""
        raise_first(wrong_figures(self._petitions, self._drafted().petition))

    def rule(self, how: Fields) -> None:
        """The Division rules: a ``finding`` and what was ``weighed``."""
        given = _strict(how, "finding", "weighed")
        weighed = given.get("weighed", [])
        self.matter = petition.rule(self._petitions, self._drafted(), given["finding"], weighed)

    def submit_test(self, _: Any) -> None:
        """The papers for the test come in."""
        trial = self.paper(petition.Trial, "trial")
        self.matter = petition.submit_test(self._petitions, self._drafted(), trial)

    def test(self, how: Fields) -> None:
        """The game is tested, on the Division's terms unless told otherwise."""
        given = _strict(how, "on_division_terms")
        self.matter = petition.begin_test(self._petitions, self._drafted(), **given)

    def modify(self, how: Fields) -> None:
        """The Division changes a draft rule or a term of the test."""
        self.matter = petition.modify(self._petitions, self._drafted(), how)

    def charge(self, how: Any) -> None:
        """The review has cost so much more."""
        self.matter = petition.charge(self._petitions, self._drafted(), dollars(how))

    def pay(self, how: Any) -> None:
        """So much is paid of the costs."""
        self.matter = petition.pay(self._petitions, self._drafted(), dollars(how))

    def approve(self, how: Fields) -> None:
        """Final approval is asked for, upon these findings."""
        findings = self.paper(petition.Findings, "findings", how)
        self.matter = petition.approve(self._petitions, self._drafted(), findings)

    # -- guides --------------------------------------------------------------------------------

    @property
    def _guides(self) -> Any:
        return _law(self.chapter.guides, "guides")

    def ask_rules(self, how: list[str]) -> None:
        """A patron asks at the podium; the house offers these games."""
        guide.check_podium(self._guides, self.paper(guide.Podium, "podium"), how)

    def ask_guide(self, how: str) -> None:
        """A patron asks for a guide to a game."""
        given = self.paper(guide.Guide, "guide")
        guide.check_guide(self._guides, [given] if given.games else [], how)

    def hand_out(self, how: Fields) -> None:
        """A guide is issued, displayed or distributed, at a time."""
        for act, at in how.items():
            given = self.paper(guide.Guide, "guide")
            guide.check_act(self._guides, given, act, TypeAdapter(datetime).validate_python(at))

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

    def begin(self, _: Any) -> None:
        """The tournament begins."""
        self.held = tournament.begin(self._tournaments, self._planned(), self.approved)

    def play_on(self, _: Any) -> None:
        """Another round of it."""
        self.held = tournament.play_on(self._tournaments, self._planned())

    def stop(self, how: str) -> None:
        """The Division stops it, on a ground."""
        self.held = tournament.stop(self._tournaments, self._planned(), how)

    def pay_out(self, _: Any) -> None:
        """The prizes are paid."""
        pool = self.paper(tournament.Pool, "pool")
        self.held = tournament.pay_out(self._tournaments, self._planned(), pool)

    def read_controls(self, how: list[str]) -> None:
        """Anybody reads the internal controls and sees these subjects and no others."""
        law = self._tournaments
        seen = tournament.public_controls(law, self._planned().tournament.controls)
        if list(seen) != how or not all(seen.values()):
            raise Differs(f"anybody may read {', '.join(seen)}")
        self.cites |= set(split(law.public.cite))


ACTS: dict[str, Callable[[_Case, Any], None]] = {
    act.__name__: act
    for act in (
        _Case.open,
        _Case.aid,
        _Case.announce,
        _Case.round_at,
        _Case.in_effect,
        _Case.limits,
        _Case.sign_says,
        _Case.hang,
        _Case.use_sign,
        _Case.file,
        _Case.compare_figures,
        _Case.rule,
        _Case.submit_test,
        _Case.test,
        _Case.modify,
        _Case.charge,
        _Case.pay,
        _Case.approve,
        _Case.ask_rules,
        _Case.ask_guide,
        _Case.hand_out,
        _Case.guide_says,
        _Case.begin,
        _Case.play_on,
        _Case.stop,
        _Case.pay_out,
        _Case.read_controls,
    )
}


def _act(given: str | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(given, str):
        return {given: {}}
    if len(given) != 1:
        raise Differs(f"does: one thing at a time, not {', '.join(given)}")
    return dict(given)


def _strict(given: Fields, *known: str) -> Fields:
    for key in given:
        if key not in known:
            raise Differs(f"there is no {key!r}: {', '.join(known)}")
    return given


def _limits(given: Mapping[str, list[Any]]) -> dict[str, Limit]:
    return {name: Limit(*(dollars(amount) for amount in limit)) for name, limit in given.items()}


def _law(found: L | None, what: str) -> L:
    if found is None:
        raise Refused(f"this jurisdiction has no rules of {what}")
    return found
