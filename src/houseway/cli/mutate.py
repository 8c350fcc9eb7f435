"""The mutation test of a game's tests."""

from pathlib import Path
from typing import Annotated, Any

import typer

from houseway.cli.arguments import GameId, Json, find
from houseway.cli.errors import passed


def mutate(
    game: GameId,
    only: Annotated[str, typer.Option(help="values (of rulebooks) or code; both by default.")] = "",
    sample: Annotated[
        int | None, typer.Option(min=1, help="Try this many changes, chosen at random.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 0,
    tests: Annotated[
        Path,
        typer.Option(
            metavar="FOLDER", help="The folder with the tests, for changes that scenarios miss."
        ),
    ] = Path("tests"),
    scenarios_only: Annotated[
        bool,
        typer.Option("--scenarios-only", help="Do not run tests on changes that scenarios miss."),
    ] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 2,
    json: Json = False,
) -> None:
    """List changes to a game that no test notices."""
    from houseway.mutate import equivalent, trial
    from houseway.terminal.console import print_json, progress, stderr

    if only not in ("", "values", "code"):
        raise ValueError(f"--only is values or code, not {only!r}")
    found = find(game)
    trial.preload()
    mutants = [] if only == "code" else trial.value_mutants(found)
    code = [] if only == "values" else trial.code_mutants(found)
    kept = trial.sampled([*mutants, *code], sample, seed)
    explained = equivalent.known(found)
    alive: list[trial.Verdict] = []
    for part in ([m for m in kept if m.kind == "code"], [m for m in kept if m.kind == "value"]):
        with progress(len(part), part[0].kind if part else "") as told:
            alive += trial.survivors(trial.try_scenarios(found, part, jobs, told)) if part else []
    unexplained = [one for one in alive if not equivalent.reason(one.mutant, explained)]
    excused = len(alive) - len(unexplained)
    if not scenarios_only and tests.is_dir():
        modules = trial.round_modules(found)
        with progress(len(unexplained), "tests") as told:
            again = []
            for one in unexplained:
                again.append(trial.try_tests(found, one, tests, modules.get(one.mutant.file, "")))
                told(1)
        unexplained = trial.survivors(again)
    rows: list[dict[str, Any]] = [
        {
            "file": one.mutant.file.name,
            "line": one.mutant.line,
            "kind": one.mutant.kind,
            "change": one.mutant.says,
            "source": equivalent.source_line(one.mutant.file, one.mutant.line),
        }
        for one in sorted(unexplained, key=lambda one: (one.mutant.file, one.mutant.line))
    ]
    if json:
        print_json({"tried": len(kept), "equivalent": excused, "survivors": rows})
    else:
        for row in rows:
            print(f"{row['file']}:{row['line']}: {row['change']}   | {row['source']}")
        stderr().print(
            f"{len(kept)} changes: {len(kept) - excused - len(rows)} noticed, "
            f"{excused} known to make no difference, {len(rows)} survive."
        )
    passed(not rows)
