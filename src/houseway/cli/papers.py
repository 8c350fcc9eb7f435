"""Papers of the rules for every table: signs, guides, petitions, tournaments."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.arguments import Edition, GameId, Json, Options, find
from houseway.cli.errors import passed

PAPERS = (".pdf", ".html")
Limits = Annotated[
    list[str] | None,
    typer.Option(metavar="WAGER=LEAST:MOST[:STEP]", help="The limits of a wager; repeat for more."),
]

petition = typer.Typer(help="Petitions for new games.", no_args_is_help=True)
tournament = typer.Typer(help="Gaming tournaments.", no_args_is_help=True)


def sign(
    game: GameId,
    edition: Edition = "nj",
    option: Options = None,
    limit: Limits = None,
    meter: Annotated[
        list[str] | None,
        typer.Option(metavar="METER=DOLLARS", help="The amount on a meter; repeat for more."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="A .pdf, .svg or .html.")
    ] = None,
    size: Annotated[
        str, typer.Option(metavar="table|wall", help="The size: 7 by 11 inches, or 22 by 28.")
    ] = "table",
    table: Annotated[str, typer.Option(help="The table's number, to print on the sign.")] = "",
    location: Annotated[str, typer.Option(help="The table's location, to print on the sign.")] = "",
    json: Json = False,
) -> None:
    """Print the sign of a table, or make a placard."""
    from houseway.documents.placard import check_form, check_size, write_placard
    from houseway.rulebook.placard import placard
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments
    from houseway.terminal.papers import print_sign, sign_law

    check_size(size)
    if out:
        check_form(out)
    found = find(game)
    book = found.rulebook(edition)
    rules = TableRules(book, arguments.options(book, option), arguments.limits(book, limit))
    law = sign_law(rules)
    place = ", ".join(filter(None, [f"Table {table}" if table else "", location]))
    made = placard(rules, found.handout, arguments.meters(meter), place)
    if out:
        write_placard(made, out, size)
    else:
        print_sign(made, law, json)


def rule_change(
    game: GameId,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FOLDER", help="Where they go.")],
    effective: Annotated[
        str, typer.Option(metavar='"YYYY-MM-DD HH:MM"', help="When it takes effect.")
    ],
    to: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A choice from then on.")
    ] = None,
    to_limit: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=LEAST:MOST[:STEP]", help="Limits from then on."),
    ] = None,
    edition: Edition = "nj",
    option: Options = None,
    limit: Limits = None,
    size: Annotated[
        str, typer.Option(metavar="table|wall", help="7 by 11 inches, or 22 by 28.")
    ] = "table",
    table: Annotated[str, typer.Option(help="The number of the table.")] = "",
    location: Annotated[str, typer.Option(help="Where the table stands.")] = "",
) -> None:
    """Write the papers of a change of rules at a table."""
    from houseway.documents.placard import check_size
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments
    from houseway.terminal.papers import sign_law, write_change

    check_size(size)
    found = find(game)
    book = found.rulebook(edition)
    chosen, limits = arguments.options(book, option), arguments.limits(book, limit)
    before = TableRules(book, chosen, limits)
    after = TableRules(
        book,
        {**chosen, **arguments.options(book, to)},
        {**limits, **arguments.limits(book, to_limit)},
    )
    law = sign_law(before)
    when = arguments.moment(effective)
    for name in write_change(found, before, after, law, when, table, location, size, out):
        typer.echo(str(out / name))


def guide(
    game: GameId,
    edition: Edition = "nj",
    option: Options = None,
    limit: Limits = None,
    full: Annotated[bool, typer.Option("--full", help="Print the complete rules instead.")] = False,
    advantage: Annotated[
        bool, typer.Option("--advantage", help="State the house advantage of every wager.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="A .pdf or .html.")
    ] = None,
) -> None:
    """Print a gaming guide, or make a leaflet."""
    from houseway.documents.guide import booklet, leaflet
    from houseway.documents.plain import plain
    from houseway.documents.rules_text import house_way
    from houseway.documents.write import check_form, write
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments, wanted
    from houseway.terminal.example_round import example

    found = find(game)
    if out:
        check_form(out, PAPERS)
    book = found.rulebook(edition)
    rules = TableRules(book, arguments.options(book, option), arguments.limits(book, limit))
    if full:
        way = house_way(found, rules)
        made = booklet(book, found.handout, found.layout(edition), way)
        if out:
            write(made, out)
        else:
            typer.echo(plain(made), nl=False)
        return
    results = [one for _, one in wanted.at_table(found, rules, {}, "")] if advantage else []
    made = leaflet(rules, found.handout, found.layout(edition), results, example(found, rules))
    if out:
        write(made, out)
    else:
        typer.echo(plain(made), nl=False)


def card(
    game: GameId,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="FILE", help="A .pdf or .html.")
    ] = None,
    edition: Edition = "nj",
    option: Options = None,
) -> None:
    """Print a dealer's card: procedure and irregularities."""
    from houseway.documents.dealer_card import dealer_card
    from houseway.documents.plain import plain
    from houseway.documents.write import check_form, write
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments
    from houseway.training.rehearsal import typical_rounds

    if out:
        check_form(out, PAPERS)
    found = find(game)
    book = found.rulebook(edition)
    options = arguments.options(book, option)
    rules = TableRules(book, options)
    made = dealer_card(found, rules, found.handout, typical_rounds(found, edition, options))
    if out:
        write(made, out)
    else:
        typer.echo(plain(made), nl=False)


def layout(
    game: GameId,
    out: Annotated[
        Path, typer.Option("-o", "--out", metavar="FILE", help="A .svg, .pdf or .html.")
    ],
    edition: Edition = "nj",
    option: Options = None,
) -> None:
    """Draw a game's layout to scale, with measurements."""
    from houseway.documents.layout.printed import printed, printed_svg
    from houseway.documents.write import write
    from houseway.rulebook.refusal import Refused
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments

    form = out.suffix.lower()
    if form not in (".svg", ".pdf", ".html"):
        raise Refused(f"{out.name}: a layout file must end in .svg, .pdf, .html")
    found = find(game)
    book = found.rulebook(edition)
    rules = TableRules(book, arguments.options(book, option))
    if form == ".svg":
        out.write_text(printed_svg(rules, found.layout(edition)), encoding="utf-8")
    else:
        write(printed(rules, found.layout(edition)), out)


def submission(
    game: GameId,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FOLDER", help="An empty folder.")],
    edition: Edition = "nj",
    option: Options = None,
    since: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The submission before this one.")
    ] = None,
    author: Annotated[str, typer.Option(help="The author.")] = "",
    date: Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="Today, by default.")] = "",
) -> None:
    """Write the folder that a laboratory is sent."""
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments
    from houseway.terminal.submission import Wanted, write_submission

    found = find(game)
    book = found.rulebook(edition)
    options = arguments.options(book, option)
    rules, day = TableRules(book, options), arguments.day(date)
    failed = write_submission(Wanted(found, rules, options, author, day, since), out)
    for one in failed:
        typer.echo(f"Failed: {one}")
    typer.echo(f"{out}: {f'{len(failed)} tests failed' if failed else 'every test passed'}.")
    passed(not failed)


@petition.command("check")
def petition_check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A petition.")],
    json: Json = False,
) -> None:
    """List what a petition lacks and which figures are wrong."""
    from houseway.terminal.papers import print_petition

    passed(print_petition(file, json))


@petition.command("figures")
def petition_figures(
    game: GameId, edition: Edition = "nj", option: Options = None, json: Json = False
) -> None:
    """Print the figures that a petition for a game states, from its exact odds."""
    from houseway.terminal import arguments
    from houseway.terminal.papers import print_figures

    chosen = arguments.options(find(game).rulebook(edition), option)
    print_figures(game, edition, chosen, json)


@petition.command("pack")
def petition_pack(
    game: GameId,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="A .zip.")],
    edition: Edition = "nj",
    option: Options = None,
    given: Annotated[
        Path | None,
        typer.Option("--petition", metavar="FILE", help="The petition's own text, as YAML."),
    ] = None,
    trial: Annotated[
        Path | None,
        typer.Option("--test", metavar="FILE", help="What is written of the test (8.4(f))."),
    ] = None,
    rounds: Annotated[
        int, typer.Option(min=100, max=10**7, help="Rounds dealt beside the exact figures.")
    ] = 10_000,
    strategy: Annotated[
        bool, typer.Option("--strategy", help="With the strategy in full, which may take a while.")
    ] = False,
    author: Annotated[str, typer.Option(help="The author.")] = "",
    date: Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="Today, by default.")] = "",
) -> None:
    """Write all papers of a petition to one archive."""
    from houseway.documents.write import check_form
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments
    from houseway.terminal.petition_pack import Asked, pack, read_given, read_trial

    check_form(out, (".zip",))
    found = find(game)
    book = found.rulebook(edition)
    options = arguments.options(book, option)
    rules, day = TableRules(book, options), arguments.day(date)
    petitioned = read_given(given, book.title)
    content, lacking = pack(
        Asked(found, rules, options, petitioned, author, day, read_trial(trial), rounds, strategy)
    )
    out.write_bytes(content)
    for one in lacking:
        typer.echo(str(one))
    what = f"{len(lacking)} gaps, as on checklist.pdf" if lacking else "complete; it may be filed"
    typer.echo(f"{out}: {what}.")


@tournament.command("check")
def tournament_check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A tournament.")],
    json: Json = False,
) -> None:
    """List what keeps a tournament from being held."""
    from houseway.terminal.papers import print_tournament

    passed(print_tournament(file, json))


@tournament.command("run")
def tournament_run(
    game: GameId,
    players: Annotated[int, typer.Option(min=2, max=1000, help="The number of entrants.")] = 27,
    seed: Annotated[
        int, typer.Option(min=0, max=2**64 - 1, help="Seed of the random numbers.")
    ] = 0,
    structure: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Entry fee, levels and prizes, as YAML."),
    ] = None,
    log: Annotated[Path | None, typer.Option(help="Write the rounds to this file.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show only the result.")] = False,
    edition: Edition = "nj",
    json: Json = False,
) -> None:
    """Play a tournament to its end with bots."""
    from houseway.terminal.tournament import run_tournament

    run_tournament(find(game), edition, players, seed, structure, log, quiet or json, json)
