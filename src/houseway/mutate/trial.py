"""Every change put to the test: the game's scenarios first, its quick tests for what survives.

A change is tried in a process of its own, forked from one that has read everything else, so that
nothing of it is left behind and one that never ends can be stopped. Scenarios that have caught a
change before, or are likely to, are run first.
"""

import os
import pickle
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache
from importlib import abc, import_module, machinery, util
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import Any

from houseway.games import Game, games
from houseway.mutate import code, likely, values
from houseway.mutate.likely import Lines, Place
from houseway.mutate.mutant import Mutant, content, in_rulebook
from houseway.referee.scenario import ScenarioFile
from houseway.referee.scenarios import read_scenarios
from houseway.referee.scenarios.run import check
from houseway.rulebook.extend import read_edition
from houseway.rulebook.fragment import INCLUDES, fragments
from houseway.rulebook.load import BadFile
from houseway.rulebook.refusal import Refused

PATIENCE = 60.0  # seconds for scenarios that take about one
TEST_PATIENCE = 600.0
MUTANT = "HOUSEWAY_MUTANT"  # names the file in which a test process finds its change
NO_OPINION = ("golden", "certificates", "usual", "test_scenarios")  # these would notice any change
SCOPE = "houseway.games."


@dataclass(frozen=True)
class Verdict:
    """The result of a change: the test that caught it, if any."""

    mutant: Mutant
    caught_by: str = ""

    @property
    def survived(self) -> bool:
        """Whether no test noticed it."""
        return not self.caught_by


@dataclass(frozen=True)
class Case:
    """The scenarios of one edition of a game."""

    game: Game
    edition: str
    file: ScenarioFile


@cache
def round_modules(game: Game) -> dict[Path, str]:
    """The modules that a game's round is made of, its family's included, found by importing it."""
    words = f"import sys; from houseway.games import game; game({game.id!r}).play; "
    words += f"print(*(n for n in sys.modules if n.startswith({(SCOPE, game.module)!r})))"
    found = subprocess.run(
        [sys.executable, "-c", words], capture_output=True, text=True, check=True
    ).stdout.split()
    paths = {}
    for name in found:
        spec = util.find_spec(name)
        registry = name.count(".") < 3 and name.startswith(SCOPE)
        if spec and spec.origin and not spec.origin.endswith("__init__.py") and not registry:
            paths[Path(spec.origin)] = name
    return paths


def value_mutants(game: Game) -> list[Mutant]:
    """Every change to the rulebooks of a game, what they include with them."""
    files = _books(game)
    own = [one for file in files for one in values.mutants(file)]
    changes = [one for file in _included(game) for one in values.mutants(file)]
    plain = [read_edition(file) for file in files]
    return [*own, *(one for one in changes if _tells(one, files, plain))]


def _books(game: Game) -> list[Path]:
    """The rulebooks of a game."""
    return [game.folder / f"{name}.yaml" for name in game.editions]


@cache
def _included(game: Game) -> list[Path]:
    """The fragments that a game's rulebooks include."""
    named = {
        fragments(file)[name]: None
        for file in _books(game)
        for name in content(file).get(INCLUDES, ())
    }
    return list(named)


def _tells(change: Mutant, files: Sequence[Path], plain: Sequence[Any]) -> bool:
    """Whether a change to a fragment reaches a rulebook: it may have its own words for that."""
    with in_rulebook(change):
        try:
            return [read_edition(file) for file in files] != plain
        except BadFile:  # it leaves out by name what the change takes away
            return False


def code_mutants(game: Game) -> list[Mutant]:
    """Every change to the code of a game's round, that of its family included."""
    return [one for path in sorted(round_modules(game)) for one in code.mutants(path)]


def _cases(game: Game, mutants: Sequence[Mutant]) -> list[Case]:
    """The scenarios that changes are put to: the game's own, and those of every other game that
    shares a module or a fragment that is changed."""
    shared = {one.file for one in mutants if not one.file.is_relative_to(game.folder)}
    others = [one for one in games().values() if one != game and shared]
    of = [game, *(one for one in others if shared & {*round_modules(one), *_included(one)})]
    return [
        Case(one, name, read_scenarios(one.scenarios(name))) for one in of for name in one.editions
    ]


def try_scenarios(
    game: Game, mutants: Sequence[Mutant], jobs: int, told: Callable[[int], None]
) -> Iterator[Verdict]:
    """Each change held against the scenarios of every edition that it can reach."""
    cases = _cases(game, mutants)
    modules = {} if all(one.kind == "value" for one in mutants) else round_modules(game)
    lines = _check_untouched(cases, list(modules))
    texts = {at: likely.text_of(cases[at[0]].file.scenarios[at[1]]) for at in _places(cases)}
    if not modules:
        game.play  # noqa: B018 - imported once for all
    context = get_context("fork")
    killers: Counter[Place] = Counter()
    waiting = list(reversed(mutants))
    at_work: dict[Connection, tuple[Any, Mutant, float]] = {}
    while waiting or at_work:
        while waiting and len(at_work) < jobs:
            mutant = waiting.pop()
            receiver, sender = context.Pipe(duplex=False)
            name = modules.get(mutant.file, "")
            if mutant.kind == "code":
                first = likely.by_lines(mutant, lines, killers)
            else:
                first = likely.by_words(mutant, texts)
            first += [one for one, _ in killers.most_common()]
            arguments = (sender, game, mutant, name, cases, first)
            process = context.Process(target=_scenarios, args=arguments)
            process.start()
            sender.close()
            at_work[receiver] = (process, mutant, monotonic())
        for ready in wait(list(at_work), timeout=1.0):
            assert isinstance(ready, Connection)
            process, mutant, _ = at_work.pop(ready)
            try:
                found = ready.recv()
            except EOFError:
                found = ("the process ended", None)
            process.join()
            told(1)
            if found[1] is not None:
                killers[found[1]] += 1
            yield Verdict(mutant, found[0])
        for one, (process, mutant, since) in list(at_work.items()):
            if monotonic() - since > PATIENCE:
                process.kill()
                del at_work[one]
                told(1)
                yield Verdict(mutant, "it never ended")


def _places(cases: Sequence[Case]) -> list[Place]:
    return [(n, at) for n, case in enumerate(cases) for at in range(len(case.file.scenarios))]


def _check_untouched(cases: Sequence[Case], files: Sequence[Path]) -> Lines:
    """Without any change every scenario holds; one that fails would notice everything. Tells which
    lines of these files each of them runs."""
    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_watched, args=(sender, cases, files))
    process.start()
    failing, lines = receiver.recv()
    process.join()
    if failing:
        raise Refused(f"the scenario {failing!r} fails before anything is changed")
    found: Lines = lines
    return found


def _watched(sender: Connection, cases: Sequence[Case], files: Sequence[Path]) -> None:
    failing: list[str] = []

    def one(at: Place) -> None:
        failing.append(_problem(cases[at[0]], at[1]))

    lines = likely.Watch(files).run(_places(cases), one)
    sender.send((next(filter(None, failing), ""), lines))


def _scenarios(
    sender: Connection,
    game: Game,
    mutant: Mutant,
    module: str,
    cases: Sequence[Case],
    first: Sequence[Place],
) -> None:
    """Return the first scenario that notices a change, tried in a separate process."""
    sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - what the change breaks is not of interest
    if mutant.kind == "code":
        install(mutant, module)
    own = mutant.file.is_relative_to(game.folder)
    every = [at for at in _places(cases) if cases[at[0]].game == game or not own]
    known = set(every)
    with in_rulebook(mutant) if mutant.kind == "value" else nullcontext():
        for at in dict.fromkeys([*(one for one in first if one in known), *every]):
            if problem := _problem(cases[at[0]], at[1]):
                sender.send((problem, at))
                return
    sender.send(("", None))


def _problem(case: Case, place: int) -> str:
    """Return a scenario's problem with a change, if any."""
    scenario = case.file.scenarios[place]
    try:
        book = case.game.rulebook(case.edition)
        found = check(case.file, scenario, case.game.play, book).problems
    except Exception as error:  # whatever goes wrong, it was noticed
        return f"{scenario.name} ({type(error).__name__})"
    return scenario.name if found else ""


class _Changed(abc.MetaPathFinder, abc.Loader):
    """Finds one module, with its source changed."""

    def __init__(self, mutant: Mutant, module: str) -> None:
        self.mutant, self.module = mutant, module

    def find_spec(
        self, fullname: str, path: Any, target: ModuleType | None = None
    ) -> machinery.ModuleSpec | None:
        if fullname != self.module:
            return None
        return util.spec_from_file_location(fullname, self.mutant.file, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.new, str(self.mutant.file), "exec"), module.__dict__)


def install(mutant: Mutant, module: str) -> None:
    """Replace a module by the changed one for later imports."""
    for name in [name for name in sys.modules if name.startswith(SCOPE)]:
        del sys.modules[name]  # it may have what it was made of
    sys.meta_path.insert(0, _Changed(mutant, module))


# -- quick tests ---------------------------------------------------------------------------------


def quick_tests(game: Game, tests: Path) -> list[Path]:
    """The test files that speak of a game, but for those that would notice any change at all."""
    words = (f'"{game.id}"', game.folder.name)
    files = sorted((tests / "games").rglob("test_*.py"))
    named = [path for path in files if any(word in path.read_text() for word in words)]
    return [path for path in named if not any(word in path.stem for word in NO_OPINION)]


def try_tests(game: Game, verdict: Verdict, tests: Path, module: str) -> Verdict:
    """A change that scenarios did not notice, held against the game's quick tests."""
    files = [str(path) for path in quick_tests(game, tests)]
    if not files:
        return verdict
    with tempfile.NamedTemporaryFile(suffix=".mutant") as file:
        pickle.dump((verdict.mutant, module), file)
        file.flush()
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not slow", "-p"]
        command += ["houseway.mutate.plugin", "-p", "no:cacheprovider", "--no-header", *files]
        try:
            done = subprocess.run(
                command,
                env={**os.environ, MUTANT: file.name},
                capture_output=True,
                text=True,
                timeout=TEST_PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return replace(verdict, caught_by="tests that never ended")
    if done.returncode == 1:
        failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
        return replace(verdict, caught_by=failed[0].split(" - ")[0] if failed else "a test")
    if done.returncode == 0:
        return verdict
    return replace(verdict, caught_by="tests that could not be run")


def read_given() -> tuple[Mutant, str] | None:
    """The change that this process is to be run with."""
    if not (name := os.environ.get(MUTANT)):
        return None
    with open(name, "rb") as file:
        mutant, module = pickle.load(file)  # written by the process that started this one
    return mutant, module


def preload() -> None:
    """Import what every trial needs, before processes are forked."""
    for name in ("referee.table", "rulebook.extend", "rulebook.load", "referee.log"):
        import_module(f"houseway.{name}")


def sampled(mutants: Sequence[Mutant], count: int | None, seed: int) -> list[Mutant]:
    """Some of the changes, the same ones for the same seed."""
    from random import Random

    if count is None or count >= len(mutants):
        return list(mutants)
    return sorted(Random(seed).sample(list(mutants), count), key=lambda one: (one.file, one.line))


def survivors(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Return the changes that no test noticed."""
    return [one for one in verdicts if one.survived]
