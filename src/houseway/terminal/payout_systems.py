"""The commands for payouts that several casinos share: the rules they have alike, the agreement,
who takes part, and how a system stands."""

from pathlib import Path
from typing import Annotated

import typer

from houseway.terminal.house import By, Json, KeyFolder, Where, ask_password, open_house

group = typer.Typer(
    help="Payout funds that several casinos share (13:69F-14.20).", no_args_is_help=True
)
Agreement = Annotated[
    Path, typer.Argument(metavar="AGREEMENT", help="The payout system agreement, as YAML.")
]


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.add_typer(group, name="payouts")


@group.command("rules")
def show_rules(
    meter: Annotated[str, typer.Argument(help="bad_beat, secondary_bad_beat or high_hand.")],
    game: Annotated[str, typer.Option(help="The game.")] = "poker",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE")] = None,
) -> None:
    """Print a table's payout rules for an agreement."""
    import yaml

    from houseway.games import game as find
    from houseway.ledger.tables.opening import payout_rules
    from houseway.rulebook.refusal import Refused
    from houseway.rulebook.table_rules import TableRules
    from houseway.terminal import arguments

    book = find(game).rulebook("nj")
    found = payout_rules(TableRules(book, arguments.options(book, option)), meter)
    if not found:
        raise Refused(f"casinos do not share a meter {meter!r}")
    typer.echo(yaml.safe_dump({"rules": found}, sort_keys=False).rstrip())


@group.command()
def found(where: Where, agreement: Agreement, by: By = "admin", keys: KeyFolder = None) -> None:
    """Start a payout system with this house as host."""
    from houseway.ledger.payouts.host import found_system
    from houseway.rulebook.load import read_yaml

    with open_house(where, keys) as house:
        house.log_out(house.log_in(by, ask_password(by)))
        made = found_system(house, read_yaml(agreement), by=by)
        typer.echo(f"{made.name} is founded; each of its casinos joins it now, this one too.")


@group.command()
def join(
    where: Where,
    agreement: Agreement,
    casino: Annotated[
        str, typer.Option(metavar="NAME", help="The name of this casino in the agreement.")
    ],
    host: Annotated[str, typer.Option(metavar="URL", help="The address of the host.")] = "",
    by: By = "admin",
    keys: KeyFolder = None,
) -> None:
    """Join a payout system; it runs while the house is served."""
    from houseway.ledger.payouts.member import join as take_part
    from houseway.rulebook.load import read_yaml

    with open_house(where, keys) as house:
        house.log_out(house.log_in(by, ask_password(by)))
        told = read_yaml(agreement)
        take_part(house, told, casino, host.rstrip("/"), by=by)
        typer.echo(f"{casino} takes part in {told['name']}.")


@group.command()
def status(where: Where, keys: KeyFolder = None, json: Json = False) -> None:
    """Print the status of this house's payout systems."""
    from houseway.ledger.payouts.log import JOINED
    from houseway.ledger.payouts.member import Link, no_host
    from houseway.ledger.payouts.systems import named
    from houseway.rulebook.money import money
    from houseway.terminal.console import grid, print_json, stdout

    with open_house(where, keys) as house:
        known = [
            Link(house, one["system"], no_host)
            for one in named(house, JOINED)
            if "agreement" in one
        ]
        told = {one.system: dict(one.told) for one in known}
    if json:
        print_json(told)
        return
    for name, now in told.items():
        if fault := now.get("fault"):
            typer.echo(f"{name} is down here since {fault['since'][:16]}: {fault['reason']}.")
        if "displayed" not in now:
            typer.echo(f"{name}: nothing has been heard of the host yet.")
            continue
        offered = "offered" if now["operational"] else "not offered"
        typer.echo(f"{name}: {money(now['displayed'])}, {offered}; step {now['number']}.")
        shown = grid("casino", "contributed", "paid out")
        for casino, one in now["shares"].items():
            shown.add_row(casino, money(one["total"]), money(one["taken"]))
        stdout().print(shown)
        for one in now["payouts"]:
            typer.echo(f"Payout {one['number']} of {money(one['amount'])}: {one['stage']}.")
