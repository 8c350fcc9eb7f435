"""Exact odds, the best play, and what is written from them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.arguments import (
    AnyGame,
    Bets,
    Edition,
    Frame,
    GameId,
    Json,
    OneWager,
    Options,
    find,
)

if TYPE_CHECKING:
    from houseway.games import Game
    from houseway.terminal.odds import Labeled


def odds(
    game: AnyGame = None,
    wager: OneWager = "",
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
        typer.Option(metavar="METER=DOLLARS", help="The amount on a meter; repeat for more."),
    ] = None,
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Recompute instead of looking it up.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print a certificate.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print every outcome as CSV.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the distribution to this file.")] = None,
    out: Frame = None,
) -> None:
    """Show the exact odds of every wager."""
    from houseway.certificates import usual
    from houseway.counting.result import Certificate
    from houseway.games import editions_with_odds
    from houseway.terminal import odds as show
    from houseway.terminal.console import stdout

    if all_games == (game is not None):
        raise ValueError("which game? name one, or ask for --all")
    if out:
        from houseway import frames

        frames.check_form(out)
    chosen = wager or table or all_tables or option or bet or meter or recompute
    told = not (json or csv or svg or out)
    every: list[show.Labeled] = []
    for found, name in [(find(game), edition)] if game else editions_with_odds():
        known = None if chosen else usual.look_up(found, name)
        if known is None:
            asked = (wager, table, all_tables, option, bet, meter, recompute)
            every += _at_tables(found, name, *asked, told=told)
            continue
        results = [(result.table, result) for result in known.results]
        every += results
        if told:
            show.print_odds(stdout(), results, known.title, known.compulsory)
    if svg:
        show.write_chart(every, svg)
    if out:
        frames.write(frames.outcomes([one for _, one in every]), out)
    if json:
        from houseway.terminal.figures import with_figures

        typer.echo(Certificate(tuple(with_figures(one) for _, one in every)).dumps(), nl=False)
    elif csv:
        show.write_csv(every)


def _at_tables(
    game: "Game",
    edition: str,
    wager: str,
    table: str,
    all_tables: bool,
    option: list[str] | None,
    bet: list[str] | None,
    meter: list[str] | None,
    recompute: bool,
    *,
    told: bool,
) -> "list[Labeled]":
    """The odds of tables as the house has chosen them, by their rulebook; printed if they are to be
    told."""
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments, wanted
    from houseway.terminal import odds as show
    from houseway.terminal.console import stdout

    book = game.rulebook(edition)
    wager = arguments.wager_id(book, wager)
    stakes, meters = arguments.stakes(book, bet), arguments.meters(meter)
    options = wanted.with_table(book, arguments.options(book, option), wager, table)
    rules = TableRules(book, options)
    if all_tables:
        results = wanted.at_all_tables(
            game, book, options, stakes, wager, meters, recompute=recompute
        )
    else:
        results = wanted.at_table(game, rules, stakes, wager, meters, recompute=recompute)
    if told:
        show.print_odds(stdout(), results, book.title, rules.compulsory)
        for label, result in results if wager else ():
            show.print_result(stdout(), label, result, book)
            if not all_tables:
                show.print_meters(stdout(), game, rules, result)
    return results


def strategy(
    game: GameId,
    hand: Annotated[
        str, typer.Option(metavar="CARDS", help="Advice on one hand: 'As Kd ...'.")
    ] = "",
    board: Annotated[
        str, typer.Option(metavar="CARDS", help="With --hand: the board; ?? for a card face down.")
    ] = "",
    dealer: Annotated[str, typer.Option(metavar="CARDS", help="The dealer's open card.")] = "",
    edition: Edition = "nj",
    option: Options = None,
    bet: Bets = None,
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print every class of hands as CSV.")] = False,
    total: Annotated[int | None, typer.Option(help="With --csv: hands of that total.")] = None,
    svg: Annotated[
        Path | None,
        typer.Option(help="Draw the strategy: a chart, a card, how often each total folds."),
    ] = None,
    policy: Annotated[
        str,
        typer.Option(
            metavar="FILE|MODULE:FUNCTION", help="Compute the exact value of this policy."
        ),
    ] = "",
) -> None:
    """Show the best play, or the value of each choice."""
    from houseway.rulebook.table_rules import TableRules
    from houseway.simulation.policies import usual_bets
    from houseway.terminal import arguments
    from houseway.terminal import strategy as show
    from houseway.terminal.console import print_json, stdout
    from houseway.training.one_hand import advice
    from houseway.wording.strategies import play_name

    found = find(game)
    book = found.rulebook(edition)
    options = arguments.options(book, option)
    rules = TableRules(book, options)
    if policy:
        from houseway.terminal import policy as other

        played = other.valued(
            found, rules, other.load(policy, found, rules), arguments.stakes(book, bet)
        )
        if json:
            print_json(other.to_json(*played))
        else:
            other.print_valued(stdout(), *played, book)
        return
    if csv:
        show.write_classes(found, rules, arguments.stakes(book, bet), total)
        return
    if not (hand or board or dealer):
        best = found.odds.strategy(rules, arguments.stakes(book, bet))
        if svg:
            show.write_chart(best, f"{book.title}, {play_name(best)}", svg)
        if json:
            print_json(show.plain(best))
        else:
            show.print_strategy(stdout(), best, book)
        return
    bets = usual_bets(rules, arguments.bets(book, bet))
    seen = {"board": board, "dealer": dealer}
    read, worth = advice(found, book, options, bets, hand, seen)
    if json:
        print_json({"hand": read, "bets": bets, "worth": show.plain(worth)})
    else:
        show.print_advice(stdout(), read, bets, worth)


def sweep(
    game: GameId,
    paytable: Annotated[
        str, typer.Option(metavar="ROW:PRICES,...", help='Prices to try: "30:2..4,29:1..2".')
    ],
    wager: Annotated[
        str, typer.Option(help="The wager whose paytable changes; by default the first.")
    ] = "",
    edition: Edition = "nj",
    option: Options = None,
    bet: Bets = None,
    top: Annotated[int, typer.Option(min=0, help="Show this many; 0 shows all.")] = 0,
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print CSV with exact numbers.")] = False,
    out: Frame = None,
) -> None:
    """Compute the exact edge of many paytables."""
    from houseway.certificates import sweep as tables
    from houseway.terminal import arguments
    from houseway.terminal.console import print_json, progress, stdout
    from houseway.terminal.sweep import print_sweep, write_sweep

    if out:
        from houseway import frames

        frames.check_form(out)
    found = find(game)
    book = found.rulebook(edition)
    wager = arguments.wager_id(book, wager)
    plan = tables.plan(book, arguments.options(book, option), wager, paytable)
    with progress(len(plan), "tables") as told:
        tried = list(tables.run(found, plan, arguments.stakes(book, bet), told))
    if json:
        print_json([one.to_json() for one in tried])
    elif out:
        frames.write(frames.sweep(tried), out)
    elif csv:
        write_sweep(tried)
    else:
        print_sweep(stdout(), plan, tried, top)


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
    wager: OneWager = "",
    strategy: Annotated[
        bool, typer.Option("--strategy", help="Include the full strategy; this may take a while.")
    ] = False,
    pace: Annotated[
        int, typer.Option(min=1, max=10_000, help="Rounds an hour, for the theoretical win.")
    ] = 60,
    author: Annotated[str, typer.Option(help="The author.")] = "",
    date: Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="Today, by default.")] = "",
) -> None:
    """Write a par sheet: pays, returns, volatility, rules."""
    from houseway.documents.parsheet import parsheet as made
    from houseway.documents.workbook import parsheet_workbook
    from houseway.documents.write import FORMS, check_form, write
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments, wanted
    from houseway.terminal.parsheet import about

    check_form(out, (*FORMS, ".xlsx"))
    found = find(game)
    book = found.rulebook(edition)
    options, wager = arguments.options(book, option), arguments.wager_id(book, wager)
    rules = TableRules(book, options)
    day = arguments.day(date)
    if all_tables:
        results = wanted.at_all_tables(found, book, options, {}, wager)
    else:
        results = wanted.at_table(found, rules, {}, wager)
    every = [result for _, result in results]
    told = about(found, rules, every, author, day, strategy, pace)
    if out.suffix.lower() == ".xlsx":
        out.write_bytes(parsheet_workbook(book, every, told))
    else:
        write(made(book, every, told), out)


def equity(
    game: GameId,
    hands: Annotated[list[str], typer.Argument(metavar="HAND...", help='As "As Ks" or AsKs.')],
    board: Annotated[str, typer.Option(help="The community cards.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that are out of the deck.")] = "",
    deals: Annotated[
        int, typer.Option(min=100, max=10**7, help="Random deals to sample where all are too many.")
    ] = 20_000,
    seed: Annotated[
        int, typer.Option(min=0, max=2**64 - 1, help="Seed of the random numbers.")
    ] = 0,
    edition: Edition = "nj",
    option: Options = None,
    json: Json = False,
) -> None:
    """Show the average share of a pot that each hand wins."""
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments
    from houseway.terminal.equity import print_equity

    found = find(game)
    book = found.rulebook(edition)
    rules = TableRules(book, arguments.options(book, option))
    told = [arguments.hand(words) for words in hands]
    print_equity(
        found.equity(rules, told, arguments.hand(board), arguments.hand(dead), deals, seed), json
    )
