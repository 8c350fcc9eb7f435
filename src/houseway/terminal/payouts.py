"""The commands for payout funds of a durable house: what is due, and what is done about it."""

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.terminal.house import By, Json, KeyFolder, Where, ask_password, open_house

if TYPE_CHECKING:
    from collections.abc import Callable

    from houseway.ledger.house import House
    from houseway.ledger.payouts.fund_actions import Line

group = typer.Typer(
    help="Payout funds: filed, counted, matched, displayed, ended.", no_args_is_help=True
)
Fund = Annotated[str, typer.Argument(metavar="FUND", help="The fund's meter, as `report` has it.")]
PaperFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="The paper as YAML; amounts in dollars.")
]
Key = Annotated[str, typer.Option(metavar="KEY", help="An idempotency key; by default a new one.")]
Game = Annotated[str, typer.Option(metavar="GAME", help="The game whose payout it is.")]


@group.command()
def report(
    where: Where,
    day: Annotated[
        str, typer.Option(metavar="DAY", help="A gaming day, such as 2026-01-31; today by default.")
    ] = "",
    keys: KeyFolder = None,
    json: Json = False,
) -> None:
    """Report every fund; exit code 1 if anything is due or differs."""
    from houseway.ledger.payouts import fund_actions as payouts
    from houseway.terminal.console import print_json

    with open_house(where, keys) as house:
        today, day_of = _days(house, day)
        lines = payouts.report(house, today, day_of)
        filed = payouts.filings(house)
    if json:
        print_json([_plain(one) for one in lines])
    else:
        for (game, edition, payout), given in filed.items():
            if given is None:
                typer.echo(f"{game} ({edition}) {payout}: nothing is filed, it may not be offered.")
        for one in lines:
            _print(one)
        typer.echo(f"{len(lines)} funds; {sum(len(one.due) for one in lines)} things due.")
    if any(one.due for one in lines):
        raise typer.Exit(1)


@group.command()
def file(
    where: Where,
    payout: Annotated[str, typer.Argument(metavar="PAYOUT", help="bad_beat or high_hand.")],
    paper: PaperFile,
    game: Game,
    edition: Annotated[str, typer.Option(metavar="EDITION")] = "nj",
    by: By = "admin",
    key: Key = "",
    keys: KeyFolder = None,
) -> None:
    """File a payout's ending and counting rules."""
    from houseway.ledger.payouts import fund_actions as payouts

    with open_house(where, keys) as house:
        _known(house, by)
        given = _read(paper)
        entry = payouts.file(
            house, payout, given, game=game, edition=edition, by=by, key=key or _new()
        )
    typer.echo(f"Filed: entry {entry}.")


@group.command("do")
def act(
    where: Where,
    fund: Fund,
    what: Annotated[str, typer.Argument(metavar="ACT", help="count_in_cage, match, adjust, ...")],
    paper: PaperFile,
    by: By = "admin",
    key: Key = "",
    keys: KeyFolder = None,
) -> None:
    """Count, verify, deposit, match, adjust, end, transfer or pay a fund."""
    from houseway.ledger.payouts import fund_actions as payouts

    with open_house(where, keys) as house:
        _known(house, by)
        today, _ = _days(house, "")
        given = {"day": today.isoformat(), **_read(paper)}
        entry = payouts.act(house, fund, what, given, by=by, key=key or _new())
    typer.echo(f"Done: entry {entry}.")


@group.command()
def form(
    first: Annotated[int, typer.Argument(min=1, metavar="FIRST", help="The first number.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="A .pdf or .html.")],
    game: Game,
    count: Annotated[int, typer.Option(min=1, max=200, help="How many forms.")] = 1,
    edition: Annotated[str, typer.Option(metavar="EDITION")] = "nj",
) -> None:
    """Print numbered Payout Contribution Forms."""
    from houseway.documents.contribution_form import contribution_form
    from houseway.documents.write import check_form, write
    from houseway.games import game as find_game
    from houseway.rulebook.refusal import Refused

    check_form(out, (".pdf", ".html"))
    rules = find_game(game).payouts
    if rules is None or (law := rules.law(edition)) is None:
        raise Refused(f"{game} ({edition}) has no payouts that pots contribute to")
    write(contribution_form(law, range(first, first + count), {}), out)


def _known(house: "House", by: str) -> None:
    """Return the user who gives the command, if known."""
    house.log_out(house.log_in(by, ask_password(by)))


def _new() -> str:
    import uuid

    return uuid.uuid4().hex


def _read(path: Path) -> dict[str, Any]:
    from houseway.rulebook.load import BadFile, read_yaml

    content = read_yaml(path)
    if not isinstance(content, dict):
        raise BadFile(str(path), [("", "is not a paper: fields and what they hold")])
    return content


def _days(house: "House", day: str) -> "tuple[date, Callable[[datetime], date]]":
    """Return the requested gaming day, and how the house names days."""
    import os

    from houseway.rulebook.calendar import zone_of
    from houseway.server.floor.shifts import USUAL, asked_period, gaming_day, read_shifts

    begins, zone = read_shifts(os.environ.get("HOUSEWAY_SHIFTS") or USUAL), zone_of(house.zone)
    now = datetime.fromisoformat(house.store.moment())
    today = asked_period(day, "", now, zone, begins).day
    return today, lambda moment: gaming_day(moment, zone, begins)


def _print(line: "Line") -> None:
    from houseway.rulebook.money import money

    fund = line.fund
    shown = f"record {money(fund.record)}, display {money(fund.display)}, {fund.stage}"
    typer.echo(f"{line.known.name} ({line.label}): {shown}")
    for due in line.due:
        typer.echo(f"  due: {due}")
    for one in fund.differences:
        typer.echo(f"  difference: {one.day} {one.says} [{one.cite}]")
    for missing in fund.missing:
        typer.echo(f"  missing: {missing}")
    if fund.revenue:
        typer.echo(f"  Master Game Report: {money(fund.revenue)} added to poker revenue")


def _plain(line: "Line") -> dict[str, Any]:
    fund = line.fund
    return {
        "fund": line.known.name,
        "payout": line.known.payout,
        "stage": fund.stage,
        "record": fund.record,
        "display": fund.display,
        "held": {table: box.held for table, box in fund.boxes.items()},
        "due": [{"reason": one.reason, "cite": one.cite} for one in line.due],
        "forms": sorted(fund.forms),
        "differences": [one.says for one in fund.differences],
        "missing": list(fund.missing),
        "added_to_revenue": fund.revenue,
    }
