"""The commands for a durable house: making one, its people, its books, audits and backups."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.ledger.database.address import url
from houseway.rulebook.refusal import Refused

if TYPE_CHECKING:
    from houseway.ledger.audit.work import Report
    from houseway.ledger.house import House

OPERATOR = "the operator"  # who has this machine
FAILED, UNSIGNED = 1, 3
SQLITE = b"SQLite format 3\x00"

Where = Annotated[
    str, typer.Argument(metavar="HOUSE", help="A SQLite file, or the URL of a PostgreSQL database.")
]
KeyFolder = Annotated[
    Path | None,
    typer.Option("--keys", metavar="FOLDER", help="The house's keys, if the environment has none."),
]
By = Annotated[
    str, typer.Option(metavar="NAME", help="The person who does this; the password is asked for.")
]
Plain = Annotated[bool, typer.Option("--plain", help="Do not seal the file with the house's key.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]

group = typer.Typer(help="A durable house: its database, people and books.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    from houseway.terminal import payouts

    group.add_typer(payouts.group, name="payouts")
    app.add_typer(group, name="house")
    app.command()(audit)
    app.command()(witness)
    app.command()(export)
    app.command()(backup)
    app.command()(restore)


def open_house(where: str, keys: Path | None) -> "House":
    """A house that is there already."""
    from houseway.ledger.house import House

    return House.open(url(where), keys)


def ask_password(name: str, confirm: bool = False) -> str:
    """Ask for a password without echo."""
    return str(
        typer.prompt(f"Password of {name}", hide_input=True, confirmation_prompt=confirm, err=True)
    )


@group.command()
def init(
    where: Where,
    keys: Annotated[
        Path, typer.Option("--keys", metavar="FOLDER", help="Folder for the new keys.")
    ],
    admin: Annotated[str, typer.Option(metavar="NAME", help="The first admin.")] = "admin",
) -> None:
    """Create a house: an empty database, new keys, one admin."""
    from houseway.ledger.chain.keys import fingerprint
    from houseway.ledger.house import House

    with House.create(url(where), keys, admin, ask_password(admin, confirm=True)) as house:
        typer.echo(
            f"A house in {house.database.shown}; its key is {fingerprint(house.keys.public)}."
        )
    typer.echo(f"Keep a copy of {keys} apart from the database: nothing opens without.", err=True)


@group.command()
def migrate(where: Where, keys: KeyFolder = None) -> None:
    """Migrate a house of an older version; back it up first."""
    from houseway.ledger.database.upkeep import migrate as bring_up

    bring_up(url(where), keys)


@group.command()
def accept(where: Where, by: By = "admin", keys: KeyFolder = None) -> None:
    """Accept a restored backup that is older than its anchor."""
    from houseway.ledger.database.upkeep import accept as take

    take(url(where), keys, by=by, password=ask_password(by))


@group.command()
def status(where: Where, keys: KeyFolder = None, json: Json = False) -> None:
    """Print how far a house is signed and witnessed, even while it runs."""
    from houseway.ledger.chain.status import status as read
    from houseway.terminal.console import print_json

    found = read(url(where), keys)
    if json:
        print_json(found.to_json())
        return
    for line in found.lines():
        typer.echo(line)


@group.command()
def repair(where: Where, by: By = "admin", keys: KeyFolder = None) -> None:
    """Rewrite altered leaves and seals, on record, where nothing else is wrong."""
    from houseway.ledger.database.upkeep import repair as write_anew

    for line in write_anew(url(where), keys, by=by, password=ask_password(by)):
        typer.echo(line)


@group.command("key")
def show_key(where: Where, keys: KeyFolder = None) -> None:
    """Print the public key of the house's log."""
    with open_house(where, keys) as house:
        typer.echo(str(house.signing.heads.key))


@group.command()
def chance(
    where: Where,
    table: Annotated[int, typer.Argument(min=1)],
    round: Annotated[int, typer.Argument(min=1)],
    keys: KeyFolder = None,
) -> None:
    """Print the proof of a round, for static/proof.html."""
    from houseway.ledger.tables.rounds import proof
    from houseway.terminal.console import print_json

    with open_house(where, keys) as house:
        print_json([one.to_json() for one in proof(house, table, round).keys if one.revealed])


@group.command()
def people(where: Where, keys: KeyFolder = None, json: Json = False) -> None:
    """List all people with role and balance."""
    from houseway.rulebook.money import money
    from houseway.terminal.console import grid, print_json, stdout

    with open_house(where, keys) as house:
        found = [(one.name, one.role, house.balance(one.name)) for one in house.people()]
    if json:
        print_json([{"name": n, "role": r, "balance": b} for n, r, b in found])
        return
    table = grid("name", "role", "balance>")
    for name, role, balance in found:
        table.add_row(name, role, money(balance))
    stdout().print(table)


@group.command("add")
def add_person(
    where: Where,
    name: Annotated[str, typer.Argument(metavar="NAME")],
    role: Annotated[str, typer.Option(help="player, dealer, floor, auditor or admin.")] = "player",
    by: By = "admin",
    keys: KeyFolder = None,
) -> None:
    """Add a person."""
    with open_house(where, keys) as house:
        house.log_out(house.log_in(by, ask_password(by)))
        house.add_person(name, role, ask_password(name, confirm=True), by=by)


@group.command()
def clock(
    where: Where,
    by: Annotated[
        str, typer.Option(metavar="NAME", help="The floor person who sets clocks back.")
    ] = "",
    keys: KeyFolder = None,
) -> None:
    """List tables whose clock is ahead; --by sets them back, on record."""
    import uuid

    from houseway.referee.data import SET_CLOCK

    with open_house(where, keys) as house:
        if by:
            house.log_out(house.log_in(by, ask_password(by)))
        found = house.clocks_ahead()
        for table, ahead in found.items():
            typer.echo(f"Table {table}: {ahead} minutes ahead of the house's clock.")
            if by:
                house.do(table, {"do": SET_CLOCK}, by=by, key=uuid.uuid4().hex)
                typer.echo(f"Table {table}: set back.")
        if not found:
            typer.echo("No table's clock is ahead of the house's.")


@group.command("link")
def link_for(
    where: Where,
    name: Annotated[str, typer.Argument(metavar="PERSON")],
    at: Annotated[
        str, typer.Option(metavar="URL", help="The address of the running house.")
    ] = "http://127.0.0.1:8000",
    forget_password: Annotated[
        bool,
        typer.Option(
            "--forget-password", help="Remove the password and second factor and end all sessions."
        ),
    ] = False,
) -> None:
    """Print a link with which somebody whom the house knows signs in, once. It also works while the
    house is served."""
    from houseway.ledger.database.database import Database
    from houseway.ledger.people import people, sign_in_links
    from houseway.ledger.people.sign_in import forget_password as forget
    from houseway.ledger.people.sign_in_log import INVITED, write

    database = Database(url(where), stall=0)
    try:
        database.check_shape()
        with database.transaction() as connection:
            found = people.find(connection, name)
            if forget_password:
                forget(connection, database.now, name, OPERATOR)
            elif people.has_password(connection, name):
                raise Refused(
                    f"{name} signs in with a password; remove it with --forget-password first"
                )
            made = sign_in_links.give(
                connection, sign_in_links.Link((found.role,), person=name), database.now
            )
            write(connection, database.now, INVITED, name, by=OPERATOR, note="personal link")
    finally:
        database.close()
    typer.echo(f"Link for {name} ({found.role}; works once, for seven days):\n")
    typer.echo(f"  {at.rstrip('/')}/enter?token={made}")


@group.command()
def books(where: Where, json: Json = False) -> None:
    """Compare every balance and meter with the transfers."""
    from houseway.ledger.books import reconcile
    from houseway.ledger.database.database import Database
    from houseway.terminal.console import print_json

    database = Database(url(where), stall=0, reads_only=True)
    try:
        database.check_shape()
        with database.reading() as connection:
            report = reconcile(connection)
    finally:
        database.close()
    if json:
        print_json(report.to_json())
    else:
        for wrong in report.wrong:
            typer.echo(wrong)
        for line in report.meters:
            typer.echo(
                f"meter {line.name}: {line.contributions} - {line.awards} + {line.resets}"
                f" = {line.stands} millionths of a cent{'' if line.holds else ' (does not hold)'}"
            )
        holds = "hold" if report.holds else "do not hold"
        typer.echo(f"{report.accounts} accounts come to {report.total}; the books {holds}.")
    if not report.holds:
        raise typer.Exit(FAILED)


def audit(
    log: Annotated[
        str,
        typer.Argument(
            metavar="LOG|HOUSE",
            help="An exported ledger, a log of rounds, a SQLite file or a database's URL.",
        ),
    ],
    key: Annotated[
        str,
        typer.Option(metavar="KEY|FILE", help="The public key of the house."),
    ] = "",
    anchor: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The house's checkpoints outside its database: shows a rollback."
        ),
    ] = None,
    witness: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY|FILE", help="A witness that must have signed a checkpoint of the anchor."
        ),
    ] = None,
    keys: KeyFolder = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; as many as there are cores, by default.")
    ] = None,
    json: Json = False,
) -> None:
    """Check that a log is whole and unaltered, and deal every round again. Exit code 1: it does not
    hold; 3: what is in it holds, but nothing of it is signed."""
    from houseway.ledger.audit.audit import audit_database, audit_file
    from houseway.ledger.chain.keys import Keys, public_key
    from houseway.ledger.chain.signed_notes import Verifier
    from houseway.terminal.console import print_json, progress

    public = public_key(_text_or_file(key)) if key else ""
    seen_by = [Verifier.parse(_text_or_file(one)) for one in witness or ()]
    if seen_by and not anchor:
        raise ValueError(
            "--witness requires --anchor, the file that contains the witnesses' signatures"
        )
    target = database_of(log)
    with progress(_length(log), "entries") as told:
        how: dict[str, Any] = {"public_key": public, "anchor": anchor, "workers": workers}
        how["keys"] = Keys.load(keys) if keys else None
        how["witnesses"] = seen_by
        if target:
            report = audit_database(target, **how, progress=told)
        else:
            report = audit_file(Path(log), **how, progress=told)
    if json:
        print_json(report.to_json())
    else:
        _print(report, unsealed=bool(target) and not keys)
    if not report.holds:
        raise typer.Exit(FAILED)
    if not report.signed:
        raise typer.Exit(UNSIGNED)


def _text_or_file(given: str) -> str:
    """Return a file's contents, or the text itself if there is no such file."""
    path = Path(given)
    try:
        return path.read_text(encoding="utf-8").strip() if path.is_file() else given
    except UnicodeDecodeError:
        raise ValueError(f"{given} is not a text file") from None


def witness(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The file with its key and memory.")
    ],
    log: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="A log to witness, as `houseway house key` prints it."),
    ] = None,
    name: Annotated[str, typer.Option(help="The name it signs as.")] = "houseway/witness",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")
    ] = 8010,
) -> None:
    """Run a witness that signs only consistent checkpoints."""
    from contextlib import suppress

    from houseway.ledger.chain.signed_notes import Verifier
    from houseway.ledger.chain.witness import Witness
    from houseway.ledger.chain.witness_server import WitnessServer

    one = Witness(folder, name, [Verifier.parse(line) for line in log or ()])
    with WitnessServer((host, port), one) as server, suppress(KeyboardInterrupt):
        typer.echo(f"http://{host}:{server.server_address[1]} {one.key}")
        server.serve_forever()


def _print(report: "Report", unsealed: bool) -> None:
    from houseway.ledger.chain.keys import fingerprint

    for finding in report.findings:
        typer.echo(str(finding))
    if report.count > len(report.findings):
        typer.echo(f"... and {report.count - len(report.findings):,} more")
    typer.echo(f"{report.entries:,} entries, {report.rounds:,} rounds, {report.tables} tables.")
    if report.public_key:
        typer.echo(
            f"{report.signatures:,} heads signed by key {fingerprint(report.public_key)};"
            f" {report.unsigned:,} entries after the last one."
        )
        typer.echo(f"{report.shuffles:,} keys of chance checked, {report.secret:,} still secret.")
    if unsealed:
        typer.echo("The seals of tables were not checked: that needs the house's keys (--keys).")
    for name, size in report.cosigned.items():
        typer.echo(f"The witness {name} has signed {size:,} of these heads.")
    if not report.holds:
        typer.echo(f"It does not hold: {report.count:,} findings.")
    elif not report.signed:
        typer.echo("Payments follow from these cards; the log is not signed.")
    else:
        typer.echo("It holds.")


def database_of(log: str) -> str:
    """The URL, if it is a database."""
    if "://" in log:
        return log
    path = Path(log)
    if path.is_file():
        with path.open("rb") as file:
            if file.read(len(SQLITE)) == SQLITE:
                return url(log)
    return ""


def _length(log: str) -> int:
    """Count the entries without keeping them."""
    from sqlalchemy import text

    from houseway.ledger.database.database import Database

    if target := database_of(log):
        database = Database(target, stall=0, reads_only=True)
        try:
            with database.reading() as connection:
                database.check_shape()
                return int(connection.execute(text("SELECT COUNT(*) FROM entries")).scalar_one())
        finally:
            database.close()
    with Path(log).open("rb") as file:
        return sum(1 for _ in file)


def export(
    where: Where,
    out: Annotated[Path, typer.Option("-o", "--out", help="The file to write.")],
    keys: KeyFolder = None,
    plain: Plain = False,
) -> None:
    """Write the whole log as signed JSON Lines."""
    from houseway.ledger.chain.keys import Keys
    from houseway.ledger.chain.lines import export as write
    from houseway.ledger.database.database import Database

    database = Database(url(where), stall=0, reads_only=True)
    try:
        database.check_shape()
        count = write(database, Keys.load(keys), out, sealed=not plain)
    finally:
        database.close()
    typer.echo(f"{count:,} entries in {out}.", err=True)


def backup(
    where: Where,
    out: Annotated[Path, typer.Option("-o", "--out", help="The file to write.")],
    keys: KeyFolder = None,
    plain: Plain = False,
) -> None:
    """Write the database to one compressed file, without keys."""
    from houseway.ledger.chain.keys import Keys
    from houseway.ledger.database.backup import backup as write
    from houseway.ledger.database.database import Database

    sealing = None if plain else Keys.load(keys)

    database = Database(url(where), stall=0, reads_only=True)
    try:
        database.check_shape()
        count = write(database, out, sealing)
    finally:
        database.close()
    typer.echo(f"{count:,} rows in {out}.", err=True)


def restore(
    where: Where,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    keys: KeyFolder = None,
) -> None:
    """Restore a backup into an empty database."""
    from houseway.ledger.chain.keys import Keys
    from houseway.ledger.database.backup import restore as read
    from houseway.ledger.database.database import Database

    opening = Keys.load(keys) if keys else None

    database = Database(url(where))
    try:
        database.own_file()
        count = read(database, file, opening)
    finally:
        database.close()
    typer.echo(f"{count:,} rows restored.", err=True)
