"""What chance does: rounds and evenings, simulated."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import Bets, Edition, Frame, GameId, Json, Options, find
from houseway.cli.errors import INTERRUPTED


def simulate(
    game: GameId,
    rounds: Annotated[str, typer.Option(help="How many rounds: 100000 or 1e5.")],
    seed: Annotated[
        int, typer.Option(min=0, max=2**64 - 1, help="Seed of the random numbers.")
    ] = 0,
    edition: Edition = "nj",
    option: Options = None,
    bet: Bets = None,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE",
            help="How to decide, as `houseway policies GAME` lists it, or a plan in YAML.",
        ),
    ] = None,
    native: Annotated[
        bool | None,
        typer.Option(
            "--native/--referee",
            help="Who deals: a compiled kernel or the referee. By default the kernel, where there "
            "is one for these bets, from 100,000 rounds on.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Processes or threads; the result is the same for any number."),
    ] = None,
    cluster: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Play on a dask cluster: tcp://host:8786.")
    ] = "",
    job_file: Annotated[
        Path | None,
        typer.Option(
            "--job", metavar="FILE", help="Save progress to this file and resume from it."
        ),
    ] = None,
    log: Annotated[Path | None, typer.Option(help="Write the rounds to this file.")] = None,
    json: Json = False,
    out: Frame = None,
) -> None:
    """Simulate rounds and measure the house edge."""
    import os
    from contextlib import nullcontext

    from houseway.rulebook.table_rules import TableRules
    from houseway.simulation import native as by_kernel
    from houseway.simulation import sessions, shards
    from houseway.simulation.policies import usual, usual_bets
    from houseway.terminal import arguments
    from houseway.terminal.console import print_json, progress, stderr, stdout
    from houseway.terminal.simulation import print_session

    if out:
        from houseway import frames

        frames.check_form(out)
    found = find(game)
    book = found.rulebook(edition)
    chosen = arguments.options(book, option)
    rules, count = TableRules(book, chosen), arguments.count(rounds)
    bets, plan = usual_bets(rules, arguments.bets(book, bet)), arguments.plan(policy)
    job: by_kernel.NativeJob | sessions.Job
    if by_kernel.is_wanted(
        found, rules, bets, None if plan else policy, count,
        True if plan else native, logged=log is not None,
    ):  # fmt: skip
        name = policy or by_kernel.usual(found)
        job = by_kernel.NativeJob(game, edition, bets, name, count, seed, chosen, plan)
    else:
        name, logged = policy or usual(found), log is not None
        job = sessions.Job(game, edition, bets, name, count, seed, chosen, logged)
    threads = isinstance(job, by_kernel.NativeJob)
    many = min(workers or os.cpu_count() or 1, job.shards)
    try:
        with (
            log.open("w", encoding="utf-8") if log else nullcontext() as file,
            shards.cluster(cluster) if cluster else shards.local(many, threads=threads) as executor,
            progress(job.rounds, "rounds") as told,
        ):
            if isinstance(job, by_kernel.NativeJob):
                session = by_kernel.simulate(job, executor, told, job_file)
            else:
                write = (lambda line: file.write(line + "\n")) if file else None
                session = sessions.simulate(job, executor, told, write, job_file)
    except KeyboardInterrupt:
        if job_file:
            stderr().print(f"Broken off. The same command goes on from {job_file}.")
        raise typer.Exit(INTERRUPTED) from None
    if json:
        print_json(session.report())
    elif out:
        frames.write(frames.simulation(session.report()), out)
    else:
        print_session(stdout(), session, book)


def policies(game: GameId, json: Json = False) -> None:
    """List a game's playing policies for simulate."""
    from houseway.simulation.policies import listed
    from houseway.terminal.console import grid, print_json, stdout

    found = listed(find(game))
    if json:
        print_json(found)
        return
    table = grid("policy", "dealt by")
    for name, by in found.items():
        table.add_row(name, by)
    stdout().print(table)


def evenings(
    game: GameId,
    bankroll: Annotated[str, typer.Option(metavar="DOLLARS", help="The player's money.")],
    wager: Annotated[str, typer.Option(help="The wager, or main for the game itself.")] = "",
    unit: Annotated[str, typer.Option(metavar="DOLLARS", help="The bet of each round.")] = "10",
    rounds: Annotated[str, typer.Option(help="Rounds in an evening, at most.")] = "300",
    count: Annotated[str, typer.Option("--evenings", help="How many evenings.")] = "1e5",
    target: Annotated[str, typer.Option(metavar="DOLLARS", help="Stop at this amount.")] = "",
    seed: Annotated[
        int, typer.Option(min=0, max=2**64 - 1, help="Seed of the random numbers.")
    ] = 0,
    edition: Edition = "nj",
    option: Options = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Threads; the result is the same for any number.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw the bankrolls to this file.")] = None,
    json: Json = False,
    out: Frame = None,
) -> None:
    """Simulate evenings: bankroll, ruin, time at the table."""
    import os

    from houseway.certificates import figures
    from houseway.rulebook.money import dollars
    from houseway.rulebook.table_rules import TableRules
    from houseway.simulation import bankroll as many
    from houseway.simulation import shards
    from houseway.terminal import arguments
    from houseway.terminal import evenings as show
    from houseway.terminal.console import print_json, progress, stdout

    if out:
        from houseway import frames

        frames.check_form(out)
    found = find(game)
    rules = TableRules(found.rulebook(edition), arguments.options(found.rulebook(edition), option))
    result = show.chosen(figures.at_table(found, rules), wager)
    job = many.Evening(
        result=result,
        bankroll=dollars(bankroll),
        unit=dollars(unit),
        rounds=arguments.count(rounds),
        evenings=arguments.count(count),
        seed=seed,
        target=dollars(target) if target else 0,
    )
    total = many.Evenings()
    threads = min(workers or os.cpu_count() or 1, job.shards)
    with (
        shards.local(threads, threads=True) as executor,
        progress(job.evenings, "evenings") as told,
    ):
        for part in shards.play_all(job, executor):
            total.add(part)
            told(part.evenings)
    if svg:
        svg.write_text(show.chart(job, total, rules.book), encoding="utf-8")
    if json:
        print_json({**job.to_json(), **total.to_json()})
    elif out:
        frames.write(frames.evenings(job, total), out)
    else:
        show.print_evenings(stdout(), job, total, rules.book)
