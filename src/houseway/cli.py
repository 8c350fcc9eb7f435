"""The command ``houseway``.

Results go to stdout, messages to stderr. The exit code is 2 for input that is refused, 1 for a
check that fails, 0 otherwise. Nothing is imported before a command needs it, so that help is
there at once.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from houseway.terminal.house import register
from houseway.terminal.train import register as register_train

if TYPE_CHECKING:
    from houseway.games import Game

BAD_INPUT = 2
FAILED = 1
INTERRUPTED = 130
EXTRAS = {
    "numba": "odds",
    "numpy": "odds",
    "distributed": "cluster",
    "sqlalchemy": "ledger",
    "alembic": "ledger",
    "argon2": "ledger",
    "psycopg": "postgres",
    "fastapi": "server",
    "jinja2": "server",
    "uvicorn": "server",
}  # what is installed by name, and by which extra


class House(TyperGroup):
    """The one place where what is wrong with the input becomes a reason and an exit code.

    Refusals, files that cannot be used, records and certificates that do not hold and values that
    are none are all ``ValueError``.
    """

    def invoke(self, ctx: Any) -> Any:
        """Run a command; bad input ends it with its reason."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (ValueError, OSError, ModuleNotFoundError) as error:
            typer.echo(f"houseway: {_reason(error)}", err=True)
            raise typer.Exit(BAD_INPUT) from None


def _reason(error: Exception) -> str:
    """What is wrong, in one line."""
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, ModuleNotFoundError):
        if error.name not in EXTRAS:
            raise error
        return f"this needs {error.name}: pip install 'houseway[{EXTRAS[error.name]}]'"
    first, *more = str(error).splitlines() or [type(error).__name__]
    return f"{first} (and {len(more)} more)" if more else first


app = typer.Typer(
    cls=House,
    help="Casino table games by the book: cited rules, a referee, exact odds.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameId = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, as `houseway games` lists it.")
]
Edition = Annotated[str, typer.Option(help="The edition: nj or md.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the house; repeat for more."),
]
Json = Annotated[bool, typer.Option("--json", help="Print plain data.")]


Bets = Annotated[
    list[str] | None,
    typer.Option("--bet", metavar="WAGER=DOLLARS", help="A bet of every round; repeat for more."),
]


def main() -> None:
    """Run the command."""
    app()


def _passed(holds: bool) -> None:
    """End with the code of a failed check, unless it holds."""
    if not holds:
        raise typer.Exit(FAILED)


def _game(name: str) -> "Game":
    from houseway.games import game

    return game(name)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"houseway {version('houseway')}")
        raise typer.Exit


@app.callback()
def house(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Casino table games by the book: cited rules, a referee, exact odds."""


# Reading the rules


@app.command()
def games(json: Json = False) -> None:
    """List every game and edition and what it supports."""
    from houseway.terminal.console import print_json, stdout
    from houseway.terminal.lists import entries, print_games

    found = entries()
    if json:
        print_json([entry.to_json() for entry in found])
    else:
        print_games(stdout(), found)


@app.command()
def show(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="As in `games`.")] = None,
    edition: Edition = "nj",
    cite: Annotated[
        str, typer.Option(metavar="PARAGRAPH", help="Only what cites this or what is below it.")
    ] = "",
    json: Json = False,
    schema: Annotated[bool, typer.Option("--schema", help="The JSON Schema of rulebooks.")] = False,
) -> None:
    """Show a game's rules, every value with its paragraph."""
    from houseway.rulebook.citing import citing
    from houseway.rulebook.models import Rulebook
    from houseway.terminal.console import print_json, stderr, stdout
    from houseway.terminal.rules import print_places, print_rulebook

    if schema:
        print_json(Rulebook.model_json_schema(by_alias=True))
        return
    if game is None:
        raise ValueError("which game? `houseway games` lists them")
    found = _game(game)
    book = found.rulebook(edition)
    kept = citing(book, cite)
    if json:
        print_json(kept)
    elif kept:
        print_rulebook(stdout(), book, kept)
        if cite:
            print_places(stdout(), book, kept, found.folder / f"{edition}.yaml")
    else:
        stderr().print(f"Nothing in {game} ({edition}) cites {cite}.")


@app.command()
def diff(
    game: GameId,
    left: Annotated[str, typer.Argument(metavar="EDITION")],
    right: Annotated[str, typer.Argument(metavar="EDITION")],
    json: Json = False,
) -> None:
    """Show what two editions of a game do differently."""
    from houseway.rulebook.compare import compare
    from houseway.terminal.console import print_json, stderr, stdout
    from houseway.terminal.differences import print_differences

    books = [_game(game).rulebook(edition) for edition in (left, right)]
    found = compare(*books)
    if json:
        print_json([difference.to_json() for difference in found])
    elif found:
        print_differences(stdout(), found, *books)
    else:
        stderr().print(f"{left} and {right} do not differ.")


# How far the law is covered, and scenarios that hold the referee to it


@app.command()
def law(
    subchapter: Annotated[str | None, typer.Argument(help="One source alone: 51, MD-3CB.")] = None,
    markdown: Annotated[bool, typer.Option(help="Print the coverage page.")] = False,
    json: Json = False,
) -> None:
    """Count the paragraphs of the law that the house covers."""
    from houseway import coverage
    from houseway.terminal.console import print_json, stdout
    from houseway.terminal.lists import print_coverage

    if markdown:
        typer.echo(coverage.markdown(), nl=False)
        return
    found = coverage.report(subchapter)
    if json:
        print_json([{"source": one.source, "paragraphs": one.total, **one.counts} for one in found])
    else:
        covered = sum(one.covered for one in found)
        total = sum(one.total for one in found)
        share = coverage.percent(coverage.share(found))
        print_coverage(stdout(), found, f"In all: {covered} of {total} paragraphs, {share}.")


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files.")],
    json: Json = False,
) -> None:
    """Hold the referee to scenarios."""
    from houseway.terminal.checks import print_scenarios

    _passed(print_scenarios(files, json))


# Papers of the rules for every table


petition = typer.Typer(help="Petitions for new games.", no_args_is_help=True)
tournament = typer.Typer(help="Gaming tournaments.", no_args_is_help=True)
app.add_typer(petition, name="petition")
app.add_typer(tournament, name="tournament")


@petition.command("check")
def petition_check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A petition.")],
    json: Json = False,
) -> None:
    """Say what a petition lacks, and which of its figures are wrong."""
    from houseway.terminal.papers import print_petition

    _passed(print_petition(file, json))


@petition.command("figures")
def petition_figures(
    game: GameId, edition: Edition = "nj", option: Options = None, json: Json = False
) -> None:
    """Print the figures that a petition for a game states, from its exact odds."""
    from houseway.terminal import arguments
    from houseway.terminal.papers import print_figures

    chosen = arguments.options(_game(game).rulebook(edition), option)
    print_figures(game, edition, chosen, json)


@tournament.command("check")
def tournament_check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A tournament.")],
    json: Json = False,
) -> None:
    """Say what keeps a tournament from being held."""
    from houseway.terminal.papers import print_tournament

    _passed(print_tournament(file, json))


@app.command()
def sign(
    game: GameId,
    edition: Edition = "nj",
    option: Options = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=LEAST:MOST[:STEP]", help="Limits of a wager; repeat for more."),
    ] = None,
    json: Json = False,
) -> None:
    """Print what the sign at a table must tell."""
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments
    from houseway.terminal.papers import print_sign

    book = _game(game).rulebook(edition)
    rules = TableRules(book, arguments.options(book, option), arguments.limits(limit))
    print_sign(rules, json)


@app.command()
def guide(
    game: GameId,
    edition: Edition = "nj",
    option: Options = None,
    full: Annotated[bool, typer.Option("--full", help="The complete rules instead.")] = False,
) -> None:
    """Print a gaming guide: the short form of a game's rules."""
    from houseway import dossier
    from houseway.rulebook.guide import abridged
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments

    found = _game(game)
    if full:
        typer.echo(dossier.markdown(found), nl=False)
        return
    book = found.rulebook(edition)
    for line in abridged(TableRules(book, arguments.options(book, option))):
        typer.echo(line)


# Playing, replaying, simulating


@app.command()
def play(
    game: GameId,
    edition: Edition = "nj",
    option: Options = None,
    bank: Annotated[str, typer.Option(metavar="DOLLARS", help="What you start with.")] = "500",
    seats: Annotated[int, typer.Option(min=1, help="How many seats you play.")] = 1,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**64 - 1, help="Deal the same cards every time.")
    ] = None,
    log: Annotated[Path | None, typer.Option(help="Write the rounds here.")] = None,
    practice: Annotated[
        bool, typer.Option("--practice", help="Let the table advise; a live one may not.")
    ] = False,
) -> None:
    """Play a game in the terminal."""
    from houseway.games import open_table
    from houseway.rulebook.money import dollars
    from houseway.terminal import arguments
    from houseway.terminal.console import stdout
    from houseway.terminal.play import TerminalTable

    found = _game(game)
    chosen = arguments.options(found.rulebook(edition), option)
    table = open_table(game, edition, seed=seed, options=chosen, practice=practice)
    places = range(1, seats + 1)
    for seat in places:
        table.sit(seat, "you")
    TerminalTable(stdout(), found, table, places, dollars(bank), log).run()


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 is any that is free.")] = 8000,
    workers: Annotated[int, typer.Option(min=1, help="Processes that run tables.")] = 1,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Where the house and its keys lie; the user's data by default."
        ),
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="HOUSEWAY_DATABASE_URL",
            help="Another database than the file in that folder: a SQLite file or PostgreSQL.",
        ),
    ] = "",
    memory: Annotated[bool, typer.Option("--memory", help="Keep nothing.")] = False,
) -> None:
    """Open the web house. People, money and rounds are kept, and go on after a restart."""
    from houseway.server.serve import serve as open_doors

    open_doors(host, port, workers, data=data, database=database, memory=memory)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log of rounds.")],
    round: Annotated[int | None, typer.Option(min=1, help="Show this round.")] = None,
    viewer: Annotated[
        str, typer.Option("--as", metavar="SEAT|dealer|house", help="Who looks at it.")
    ] = "house",
    json: Json = False,
) -> None:
    """Deal recorded rounds again and compare."""
    from houseway.terminal import arguments
    from houseway.terminal.replay import print_log, print_round

    who = arguments.viewer(viewer)
    _passed(print_log(file, json) if round is None else print_round(file, round, who, json))


@app.command()
def simulate(
    game: GameId,
    rounds: Annotated[str, typer.Option(help="How many rounds: 100000 or 1e5.")],
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Where chance starts.")] = 0,
    edition: Edition = "nj",
    option: Options = None,
    bet: Bets = None,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE",
            help="How to decide: optimal where known, first, random; or a plan.",
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
        typer.Option("--job", metavar="FILE", help="Keep what is done here, and go on from it."),
    ] = None,
    log: Annotated[Path | None, typer.Option(help="Write the rounds here.")] = None,
    json: Json = False,
) -> None:
    """Simulate rounds and measure the house edge with its error."""
    import os
    from contextlib import nullcontext

    from houseway.rulebook.table_rules import TableRules
    from houseway.simulate import native as by_kernel
    from houseway.simulate import sessions, shards
    from houseway.simulate.policies import usual, usual_bets
    from houseway.terminal import arguments
    from houseway.terminal.console import print_json, progress, stderr, stdout
    from houseway.terminal.simulation import print_session

    found = _game(game)
    book = found.rulebook(edition)
    chosen = arguments.options(book, option)
    rules, count = TableRules(book, chosen), arguments.count(rounds)
    bets, plan = usual_bets(rules, arguments.bets(bet)), arguments.plan(policy)
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
    else:
        print_session(stdout(), session, book)


@app.command()
def evenings(
    game: GameId,
    bankroll: Annotated[str, typer.Option(metavar="DOLLARS", help="What the player brings.")],
    wager: Annotated[str, typer.Option(help="The wager, or main for the game itself.")] = "",
    unit: Annotated[str, typer.Option(metavar="DOLLARS", help="What is bet each round.")] = "10",
    rounds: Annotated[str, typer.Option(help="Rounds in an evening, at most.")] = "300",
    count: Annotated[str, typer.Option("--evenings", help="How many evenings.")] = "1e5",
    target: Annotated[str, typer.Option(metavar="DOLLARS", help="Go home with this much.")] = "",
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Where chance starts.")] = 0,
    edition: Edition = "nj",
    option: Options = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Threads; the result is the same for any number.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw how bankrolls spread here.")] = None,
    json: Json = False,
) -> None:
    """Play evenings drawn from the exact odds: bankrolls, ruin, how long the money lasts."""
    import os

    from houseway import certificates
    from houseway.rulebook.money import dollars
    from houseway.rulebook.table_rules import TableRules
    from houseway.simulate import bankroll as many
    from houseway.simulate import shards
    from houseway.terminal import arguments
    from houseway.terminal import evenings as show
    from houseway.terminal.console import print_json, progress, stdout

    found = _game(game)
    rules = TableRules(found.rulebook(edition), arguments.options(found.rulebook(edition), option))
    result = show.chosen(certificates.at_table(found, rules), wager)
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
    else:
        show.print_evenings(stdout(), job, total, rules.book)


# Exact odds


@app.command()
def odds(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="As in `games`.")] = None,
    wager: Annotated[str, typer.Option(help="One wager alone, outcome by outcome.")] = "",
    table: Annotated[str, typer.Option(help="The paytable of that wager.")] = "",
    all_tables: Annotated[
        bool, typer.Option("--all-tables", help="Every paytable and every option that matters.")
    ] = False,
    all_games: Annotated[bool, typer.Option("--all", help="Every game that has odds.")] = False,
    edition: Edition = "nj",
    option: Options = None,
    bet: Bets = None,
    meter: Annotated[
        list[str] | None,
        typer.Option(metavar="METER=DOLLARS", help="What a meter shows; repeat for more."),
    ] = None,
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Count again instead of looking it up.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print a certificate.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print every outcome, a line each.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the distribution here.")] = None,
) -> None:
    """Show the exact odds of every wager."""
    from houseway import certificates
    from houseway.odds.result import Certificate
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments
    from houseway.terminal import odds as show
    from houseway.terminal.console import stdout

    if all_games == (game is not None):
        raise ValueError("which game? name one, or ask for --all")
    wanted = [(_game(game), edition)] if game else certificates.editions()
    stakes, meters = arguments.stakes(bet), arguments.meters(meter)
    every = []
    for found, name in wanted:
        book = found.rulebook(name)
        options = show.with_table(book, arguments.options(book, option), wager, table)
        rules = TableRules(book, options)
        if all_tables:
            results = show.at_all_tables(
                found, book, options, stakes, wager, meters, recompute=recompute
            )
        else:
            results = show.at_table(found, rules, stakes, wager, meters, recompute=recompute)
        every += results
        if json or csv or svg:
            continue
        show.print_odds(stdout(), results, book)
        for label, result in results if wager else ():
            show.print_result(stdout(), label, result, book)
            if not all_tables:
                show.print_meters(stdout(), found, rules, result)
    if svg:
        show.write_chart(every, svg)
    if json:
        typer.echo(Certificate(tuple(result for _, result in every)).dumps(), nl=False)
    elif csv:
        show.write_csv(every)


@app.command()
def certify(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="All that have odds, by default.")
    ] = None,
    into: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Not beside the rulebooks but here.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes.")] = None,
) -> None:
    """Count every figure anew and write the certificates that the house ships."""
    import os

    from houseway import certificates
    from houseway.simulate.shards import local
    from houseway.terminal.console import progress, stderr

    for name in games or ():
        if not _game(name).has_odds:
            raise ValueError(f"the odds of {name} are not computed yet")
    every = dict.fromkeys(found for found, _ in certificates.editions())
    wanted = [found for found in every if not games or found.id in games]
    many = min(workers or os.cpu_count() or 1, len(wanted))
    with progress(len(wanted), "games") as told, local(many) as executor:
        for found, counts in certificates.each_certified(wanted, into, executor):
            for edition, results in counts.items():
                stderr().print(f"{found.id} {edition}: {results} results")
            told(1)


@app.command()
def sweep(
    game: GameId,
    paytable: Annotated[
        str, typer.Option(metavar="ROW:PRICES,...", help='What to try: "30:2..4,29:1..2".')
    ],
    wager: Annotated[str, typer.Option(help="Whose paytable; the first one, by default.")] = "",
    edition: Edition = "nj",
    option: Options = None,
    bet: Bets = None,
    top: Annotated[int, typer.Option(min=0, help="Show so many; 0 shows all.")] = 0,
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print a line each, exact numbers.")] = False,
) -> None:
    """Try many paytables for a wager: each one's exact edge, and where the best play changes."""
    from houseway import sweep as tables
    from houseway.terminal import arguments
    from houseway.terminal.console import print_json, progress, stdout
    from houseway.terminal.sweep import print_sweep, write_sweep

    found = _game(game)
    book = found.rulebook(edition)
    plan = tables.plan(book, arguments.options(book, option), wager, paytable)
    with progress(len(plan), "tables") as told:
        tried = list(tables.run(found, plan, arguments.stakes(bet), told))
    if json:
        print_json([one.to_json() for one in tried])
    elif csv:
        write_sweep(tried)
    else:
        print_sweep(stdout(), plan, tried, top)


@app.command()
def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="All that have odds, by default.")
    ] = None,
) -> None:
    """Compile everything that exact odds and simulation need, once for this machine."""
    from houseway import certificates
    from houseway.games import games as known
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal.console import progress

    wanted = [one for one in certificates.editions() if not games or one[0].id in games]
    dealt = [one for one in known().values() if one.has_deal and (not games or one.id in games)]
    with progress(len(wanted) + len(dealt), "kernels") as told:
        for found, edition in wanted:
            if make := getattr(found.odds, "warm", None):
                make()
            else:
                found.odds.results(TableRules(found.rulebook(edition)))
            told(1)
        for found in dealt:
            found.deal.warm()
            told(1)


@app.command()
def strategy(
    game: GameId,
    hand: Annotated[
        str, typer.Option(metavar="CARDS", help="Advice on one hand: 'As Kd ...'.")
    ] = "",
    board: Annotated[str, typer.Option(metavar="CARDS", help="With it, the open board.")] = "",
    dealer: Annotated[str, typer.Option(metavar="CARDS", help="The dealer's open card.")] = "",
    edition: Edition = "nj",
    option: Options = None,
    bet: Bets = None,
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print every class of hands.")] = False,
    total: Annotated[int | None, typer.Option(help="With --csv: hands of that total.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Draw how often each total folds.")] = None,
    policy: Annotated[
        str,
        typer.Option(metavar="FILE|MODULE:FUNCTION", help="Value another way to play, exactly."),
    ] = "",
) -> None:
    """Show the best play, or the worth of each choice with a hand."""
    from houseway.rulebook.table_rules import TableRules
    from houseway.simulate.policies import usual_bets
    from houseway.terminal import arguments
    from houseway.terminal import strategy as show
    from houseway.terminal.console import print_json, stdout

    found = _game(game)
    book = found.rulebook(edition)
    options = arguments.options(book, option)
    rules = TableRules(book, options)
    if policy:
        from houseway.terminal import policy as other

        played = other.valued(found, rules, other.load(policy, found, rules), arguments.stakes(bet))
        if json:
            print_json(other.to_json(*played))
        else:
            other.print_valued(stdout(), *played, book)
        return
    if csv:
        show.write_classes(found, rules, arguments.stakes(bet), total)
        return
    if not hand:
        best = found.odds.strategy(rules, arguments.stakes(bet))
        if svg:
            show.write_chart(best, f"{book.title}, best play", svg)
        if json:
            print_json(show.plain(best))
        else:
            show.print_strategy(stdout(), best, book)
        return
    bets = usual_bets(rules, arguments.bets(bet))
    seen = {"board": board, "dealer": dealer}
    read, worth = show.advice(found, book, options, bets, hand, seen)
    if json:
        print_json({"hand": read, "bets": bets, "worth": show.plain(worth)})
    else:
        show.print_advice(stdout(), read, bets, worth)


@app.command()
def parsheet(
    game: GameId,
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="FILE", help="A .pdf, .html, .csv or .xlsx.")
    ],
    edition: Edition = "nj",
    all_tables: Annotated[
        bool, typer.Option("--all-tables", help="Every paytable and every option that matters.")
    ] = False,
    option: Options = None,
    wager: Annotated[str, typer.Option(help="One wager alone.")] = "",
) -> None:
    """Write what a laboratory asks: combinations, pays, returns, volatility, readings."""
    from houseway.documents.parsheet import parsheet as made
    from houseway.documents.write import check_form, write
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments
    from houseway.terminal import odds as show

    check_form(out)
    found = _game(game)
    book = found.rulebook(edition)
    options = arguments.options(book, option)
    if all_tables:
        results = show.at_all_tables(found, book, options, {}, wager)
    else:
        results = show.at_table(found, TableRules(book, options), {}, wager)
    write(made(book, [result for _, result in results]), out)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate.")],
    json: Json = False,
) -> None:
    """Compute every result of a certificate again."""
    from houseway.terminal.checks import print_certificate

    _passed(print_certificate(file, json))


# A durable house

register(app)
register_train(app)
