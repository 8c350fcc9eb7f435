"""Acts away from a table: what people do with papers, boxes and forms, and what comes of it.

A subject of such acts (the rules for every table, a game's payout fund) is a ``Case``: its methods
that are marked with ``act`` are what can be done. A file of worked cases holds papers that are in
order. A scenario names what is different in them, what is done one thing after the other, and what
must come of it, or a refusal with its paragraph. ``without`` leaves out one field at a time, and
each must be refused by its paragraph.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

from pydantic import Field, model_validator

from houseway.rulebook.cite import split
from houseway.rulebook.load import check
from houseway.rulebook.models import Cite, Model
from houseway.rulebook.refusal import Refused

Fields = dict[str, Any]
M = TypeVar("M", bound=Model)
A = TypeVar("A", bound=Callable[..., None])
_MARK = "is_act"


@dataclass(frozen=True)
class Done:
    """A step that was taken, with the paragraphs it rests on."""

    what: str
    cite: str


# -- the form of a scenario ------------------------------------------------------------------------


class ActScenario(Model):
    """One worked case."""

    name: str
    cite: Cite
    does: list[str | Fields] = Field(min_length=1)
    without: dict[str, Cite] = {}
    refused: Cite | None = None
    reason: str = ""

    @property
    def differs(self) -> Mapping[str, Fields]:
        """What is different in papers, by their names; a field that is ``null`` is left out."""
        return {}

    @property
    def comes_to(self) -> Mapping[str, Any]:
        """Return the expected results."""
        return {}


class GameActScenario(ActScenario):
    """One worked case of a game's acts."""

    papers: dict[str, Fields] = {}
    came: Fields = {}

    @property
    def differs(self) -> Mapping[str, Fields]:
        """What is different in papers."""
        return self.papers

    @property
    def comes_to(self) -> Mapping[str, Any]:
        """Return the expected results."""
        return self.came


class ActsFile(Model):
    """Scenarios of one subject of a game's acts, in one edition."""

    game: str
    acts: str
    edition: str = "nj"
    papers: dict[str, Fields] = {}
    scenarios: list[GameActScenario] = Field(min_length=1)

    @model_validator(mode="after")
    def _papers_are_known(self) -> Self:
        for number, scenario in enumerate(self.scenarios):
            for name in scenario.papers:
                if name not in self.papers:
                    raise ValueError(f"scenarios.{number}.papers.{name}: there is no such paper")
        return self


# -- one case --------------------------------------------------------------------------------------


class Differs(ValueError):
    """The result differs from the scenario."""


def act(method: A) -> A:
    """Mark a method of a ``Case`` as something that scenarios may do."""
    setattr(method, _MARK, True)
    return method


class Case:
    """The papers of one scenario at work."""

    def __init__(self, edition: str, papers: Mapping[str, Fields]) -> None:
        self.edition, self.papers = edition, papers
        self.refusal: Refused | None = None
        self.trouble: list[str] = []
        self.cites: set[str] = set()  # paragraphs that were seen at work

    @classmethod
    def law(cls, edition: str) -> Model | None:
        """Return the values that the law fixes for this subject, as cited data; None if an edition
        has none."""
        raise NotImplementedError

    @classmethod
    def acts(cls) -> dict[str, Callable[[Any, Any], None]]:
        """Return the possible acts by name, in the order of the text."""
        every = {name: part for kind in reversed(cls.__mro__) for name, part in vars(kind).items()}
        return {name: part for name, part in every.items() if getattr(part, _MARK, False)}

    def history(self) -> Iterable[str]:
        """The cites of what has been done, as the rules themselves tell them."""
        return ()

    def came(self) -> Mapping[str, Any]:
        """Return the results by name, as a scenario writes them."""
        return {}

    def paper(self, model: type[M], name: str, over: Fields | None = None) -> M:
        """A paper as it stands in this case."""
        return check(model, laid_over(self.papers.get(name, {}), over or {}), name)

    def run(self, does: Sequence[str | Fields]) -> None:
        """Do one thing after the other, up to the first that is refused."""
        left, what, acts = list(does), "", self.acts()
        try:
            while left:
                ((what, how),) = _one(left.pop(0)).items()
                if what not in acts:
                    raise Differs(f"does: there is no {what!r}: {', '.join(acts)}")
                acts[what](self, how)
        except Refused as refusal:
            self.refusal = refusal
            self.cites |= set(split(refusal.cite))
            if left:
                self.trouble.append(f"refused before the end: {refusal}")
        except (ValueError, ModuleNotFoundError) as error:  # without the solver's extra, say so
            self.trouble.append(str(error))
        except (TypeError, KeyError, AttributeError):
            self.trouble.append(f"does: {what} is not written as it must be")
        self.cites |= {one for cite in self.history() for one in split(cite)}

    def unlike(self, expected: Mapping[str, Any]) -> list[str]:
        """Return the expectations that were not met."""
        came = self.came()
        return [
            f"{name} is {came.get(name, 'nothing')}, not {wanted}"
            for name, wanted in expected.items()
            if came.get(name) != wanted
        ]


def strict(given: Fields, *known: str) -> Fields:
    """What is told of an act, if it has no key besides these."""
    for key in given:
        if key not in known:
            raise Differs(f"there is no {key!r}: {', '.join(known)}")
    return given


def _one(given: str | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(given, str):
        return {given: {}}
    if len(given) != 1:
        raise Differs(f"does: one thing at a time, not {', '.join(given)}")
    return dict(given)


# -- scenarios held to what they say ---------------------------------------------------------------


@dataclass
class Checked:
    """The result of a scenario; empty ``problems`` mean that it passed."""

    scenario: ActScenario
    problems: list[str] = field(default_factory=list)
    cites: set[str] = field(default_factory=set)


def check_acts(subjects: Mapping[str, type[Case]], file: ActsFile) -> Iterator[Checked]:
    """Run every scenario of a file of a game's acts."""
    if (kind := subjects.get(file.acts)) is None:
        known = ", ".join(subjects) or "none"
        raise Refused(f"{file.game} has no acts {file.acts!r}: {known}")
    if kind.law(file.edition) is None:
        raise Refused(f"{file.acts} of {file.game}: there is no edition {file.edition!r}")
    for scenario in file.scenarios:
        yield check_scenario(kind, file.edition, file.papers, scenario)


def check_scenario(
    kind: type[Case], edition: str, usual: Mapping[str, Fields], scenario: ActScenario
) -> Checked:
    """Do what one scenario says, as often as it leaves a field out, and compare."""
    checked = Checked(scenario, cites=set(split(scenario.cite)))
    papers = {
        name: laid_over(fields, scenario.differs.get(name, {})) for name, fields in usual.items()
    }
    for path, cite in scenario.without.items() or [("", scenario.refused)]:
        try:
            case = kind(edition, _left_out(papers, path))
        except Differs as error:
            checked.problems.append(str(error))
            continue
        case.run(scenario.does)
        checked.cites |= case.cites
        name = path.rpartition(".")[2]
        where = f"without {path}: " if path else ""
        found = case.trouble + _refusal(case.refusal, cite, name or scenario.reason)
        if not path:
            found += case.unlike(scenario.comes_to)
        checked.problems += [f"{where}{problem}" for problem in found]
    return checked


def _refusal(refusal: Refused | None, refused: str | None, reason: str) -> list[str]:
    """In what a refusal is not the one that was expected."""
    if refused is None and not reason:
        return [] if refusal is None else [f"refused: {refusal}"]
    if refusal is None:
        return [f"nothing was refused; {refused or reason} should have"]
    cited = set(split(refused or "")) <= set(split(refusal.cite))
    if not cited or reason not in refusal.reason:
        return [f"refused by {refusal.cite or 'no paragraph'}: {refusal.reason}"]
    return []


def laid_over(usual: Any, given: Any) -> Any:
    """What is given, over what is usual."""
    if not (isinstance(usual, dict) and isinstance(given, dict)):
        return deepcopy(given)
    found = deepcopy(usual)
    for key, value in given.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = laid_over(found.get(key), value)
    return found


def _left_out(papers: Mapping[str, Fields], path: str) -> Mapping[str, Fields]:
    """The papers without one field, as ``petition.petitioners.0.name``."""
    whole = dict(deepcopy(papers))
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
