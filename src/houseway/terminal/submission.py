"""A submission to a laboratory as a folder: report, deciding files with their hashes, par sheet,
rules, scenarios with results, and what has changed since the submission before."""

import ast
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import houseway
from houseway.counting.result import Result, code_version
from houseway.documents.guide import booklet
from houseway.documents.parsheet import parsheet
from houseway.documents.pdf import pdf
from houseway.documents.rules_text import house_way
from houseway.documents.submission import File, Submission, submission
from houseway.documents.workbook import parsheet_workbook
from houseway.equipment.fairness import gives_known_answers, run_all
from houseway.equipment.randomness import ChaCha
from houseway.games import Game
from houseway.rulebook.refusal import Refused
from houseway.rulebook.table_rules import TableRules
from houseway.terminal import wanted
from houseway.terminal.parsheet import about, certificate_hash
from houseway.terminal.scenarios import played, scenario_report

PACKAGE = Path(houseway.__file__).parent
MANIFEST, SUMS = "manifest.json", "SHA256SUMS"
LAYERS = ("rulebook", "equipment", "hands", "referee", "counting", "games")  # what decides a round
ENTRIES = ("referee/table.py", "equipment/randomness.py", "equipment/shoe.py", "rulebook/load.py")
DATA = (".yaml", ".tsv", ".json")


@dataclass(frozen=True)
class Wanted:
    """What is submitted: a game at one table, by whom, when, and the submission before."""

    game: Game
    rules: TableRules
    options: Mapping[str, Any]
    author: str
    date: str
    since: Path | None = None


def write_submission(asked: Wanted, folder: Path) -> list[str]:
    """Write the folder and return what in it did not pass."""
    if folder.exists() and any(folder.iterdir()):
        raise Refused(f"{folder} is not empty")
    game, book = asked.game, asked.rules.book
    before = _before(asked.since)
    deciding = deciding_files(game)
    files = [File(name, len(data), _sha(data)) for name, data in deciding.items()]
    results = _results(asked)
    found = played(game, book.edition)
    key = _sha(book.hash.encode())
    made = Submission(
        book=book,
        handout=game.handout,
        version=code_version(),
        date=asked.date,
        author=asked.author,
        files=files,
        packages=_packages(),
        key=key,
        known_answers=gives_known_answers(),
        tested=run_all(ChaCha(bytes.fromhex(key))),
        results=results,
        certificates={
            edition: sha for edition in game.editions if (sha := certificate_hash(game, edition))
        },
        scenarios=[
            (file, sum(not one.problems for one in found if one.file == file),
             sum(one.file == file for one in found))
            for file in dict.fromkeys(one.file for one in found)
        ],
        changes=None if before is None else changes(before, files),
        before=asked.since.name if asked.since else "",
        commands=_commands(asked),
    )  # fmt: skip
    papers = {
        "submission.pdf": pdf(submission(made)),
        "scenarios.pdf": pdf(scenario_report(game, book.edition, found)),
        "rules.pdf": pdf(
            booklet(book, game.handout, game.layout(book.edition), house_way(game, asked.rules))
        ),
        **_par_sheets(asked, results),
    }
    content = {**papers, **{f"source/{name}": data for name, data in deciding.items()}}
    content[MANIFEST] = _manifest(made)
    sums = "".join(f"{_sha(data)}  {name}\n" for name, data in sorted(content.items()))
    content[SUMS] = sums.encode()
    for name, data in content.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    failed = [one.what for one in made.tested if not one.passed]
    failed += [] if made.known_answers else ["published keystream"]
    return failed + [f"{one.file}: {one.name}" for one in found if one.problems]


# The files that decide


def deciding_files(game: Game) -> dict[str, bytes]:
    """Return every file that decides something about a game: those of its folder and family, what
    they import of the layers below, and the data that these read."""
    paths = dict.fromkeys(_code(game))
    for folder in (game.folder, game.folder.parent):
        kinds = DATA if folder == game.folder else (".fragment.yaml",)
        paths.update({one: None for one in sorted(folder.iterdir()) if one.name.endswith(kinds)})
    for data in ("rulebook/fragments", "rulebook/chapters"):
        paths.update(dict.fromkeys(sorted((PACKAGE / data).glob("*.yaml"))))
    return {_named(path, game): path.read_bytes() for path in sorted(paths)}


def _named(path: Path, game: Game) -> str:
    """Return the name of a file as it stands in the package, or beside the game's folder."""
    if path.is_relative_to(PACKAGE):
        return f"houseway/{path.relative_to(PACKAGE).as_posix()}"
    return f"games/{path.relative_to(game.folder.parent).as_posix()}"


def _code(game: Game) -> Iterator[Path]:
    """Return the modules of a game and of the layers below that they import, each once."""
    waiting = [*sorted(game.folder.glob("*.py")), *(PACKAGE / entry for entry in ENTRIES)]
    seen: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        yield path
        waiting += [one for one in _imported(path) if one not in seen]


def _imported(path: Path) -> Iterator[Path]:
    """Return the modules of the deciding layers that a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            parts = name.split(".")
            if parts[0] == "houseway" and len(parts) > 1 and parts[1] in LAYERS:
                base = PACKAGE.joinpath(*parts[1:])
                above = [one / "__init__.py" for one in (base, *base.parents) if one != PACKAGE]
                inside = [one for one in above if one.is_relative_to(PACKAGE)]
                for file in (base.with_suffix(".py"), *inside):
                    if file.is_file():
                        yield file


def changes(before: Mapping[str, str], files: Sequence[File]) -> list[tuple[str, str]]:
    """Return what has been added, changed and removed since an earlier submission."""
    now = {one.path: one.sha256 for one in files}
    found = [("added", path) for path in now if path not in before]
    found += [("changed", path) for path in now if path in before and now[path] != before[path]]
    return [*found, *(("removed", path) for path in before if path not in now)]


def _before(folder: Path | None) -> dict[str, str] | None:
    """Return the hashes of an earlier submission."""
    if folder is None:
        return None
    try:
        found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
        return {str(path): str(one["sha256"]) for path, one in found.items()}
    except FileNotFoundError:
        raise Refused(f"{folder} holds no submission: there is no {MANIFEST}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Refused(f"{folder / MANIFEST} is not the manifest of a submission") from None


# What goes with them


def _results(asked: Wanted) -> list[Result]:
    if not asked.game.has_odds:
        return []
    return [result for _, result in wanted.at_table(asked.game, asked.rules, {}, "")]


def _par_sheets(asked: Wanted, results: Sequence[Result]) -> dict[str, bytes]:
    if not results:
        return {}
    told = about(asked.game, asked.rules, results, asked.author, asked.date)
    book = asked.rules.book
    return {
        "par-sheet.pdf": pdf(parsheet(book, results, told)),
        "par-sheet.xlsx": parsheet_workbook(book, results, told),
    }


def _packages() -> dict[str, str]:
    """Return the packages that houseway needs, with the versions that are installed."""
    found = {"houseway": code_version()}
    for needed in metadata.requires("houseway") or []:
        if re.search(r"extra == [\"']test", needed):
            continue
        name = needed.split(";")[0].split("[")[0].strip()
        name = name.rstrip("0123456789.,<>=!~ *")
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def _commands(asked: Wanted) -> list[str]:
    game, edition = asked.game, asked.rules.book.edition
    chosen = "".join(f" --option {name}={value}" for name, value in asked.options.items())
    scenarios = _named(game.scenarios(edition), game)
    told = [f"sha256sum --check {SUMS}", f"houseway check source/{scenarios}"]
    if game.has_odds:
        certificate = _named(game.certificate(edition), game)
        told += [
            f"houseway verify source/{certificate}",
            f"houseway recount {game.id} --edition {edition}",
            f"houseway parsheet {game.id} --edition {edition}{chosen} -o par-sheet.xlsx",
        ]
    return [*told, f"houseway submission {game.id} --edition {edition}{chosen} -o again"]


def _manifest(made: Submission) -> bytes:
    content = {
        "game": made.book.game,
        "edition": made.book.edition,
        "version": made.version,
        "date": made.date,
        "rulebook": made.book.hash,
        "packages": dict(made.packages),
        "files": {one.path: {"bytes": one.bytes, "sha256": one.sha256} for one in made.files},
    }
    return (json.dumps(content, indent=2, sort_keys=True) + "\n").encode()


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
