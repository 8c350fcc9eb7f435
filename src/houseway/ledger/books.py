"""Double-entry books: every transfer leaves one account and reaches another.

Accounts are people, the parts of a table (rack, bets, layout, fees, drop), meters and the bank,
which stands for everything outside. Amounts are millionths of a cent.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from houseway.ledger.database.statement import Statement
from houseway.ledger.errors import Short
from houseway.ledger.tables import commands
from houseway.referee.events import LAYOUT, RACK, Event
from houseway.rulebook.money import FINE, money
from houseway.rulebook.refusal import Refused

BANK = "bank"
BETS, FEES, DROP = "bets", "fees", "drop"
PARTS = (RACK, FEES, DROP, BETS, LAYOUT)  # accounts of a table that hold money
MOST = (
    commands.MOST
)  # most cents in one transfer: a billion dollars, far below the limit of a balance
METER_KINDS = (
    "opened", "fed", "awarded", "reset", "restored", "closed", "transferred", "paid_out",
    "sent", "received",
)  # fmt: skip

_CHANGE = Statement(  # a balance is never nothing: who has less than the least is refused
    "INSERT INTO accounts (name, balance) VALUES (:name, :by) ON CONFLICT (name) DO UPDATE"
    " SET balance = CASE WHEN accounts.balance < :least THEN NULL"
    " ELSE accounts.balance + excluded.balance END"
)
_OPEN = text("INSERT INTO accounts (name, balance) VALUES (:name, :balance)")
_FIND = text("SELECT balance FROM accounts WHERE name = :name")
_MOVE = Statement(
    "INSERT INTO transfers (table_id, seq, number, kind, source, target, amount)"
    " VALUES (:table, :seq, :number, :kind, :source, :target, :amount)"
)
AT_ONCE = """
    changes AS (
        SELECT * FROM json_to_recordset(CAST(:changes AS json))
        AS change (name text, by bigint, least bigint)
    ),
    changed AS (
        INSERT INTO accounts (name, balance)
        SELECT name, by FROM changes ORDER BY name COLLATE "C"
        ON CONFLICT (name) DO UPDATE SET balance =
            CASE WHEN accounts.balance < (SELECT least FROM changes WHERE name = accounts.name)
            THEN NULL ELSE accounts.balance + excluded.balance END
    ),
    moved AS (
        INSERT INTO transfers (table_id, seq, number, kind, source, target, amount)
        SELECT :table, :seq, number, kind, source, target, amount
        FROM json_to_recordset(CAST(:moves AS json))
        AS move (number integer, kind text, source text, target text, amount bigint)
    )
"""  # the same for PostgreSQL, as parts of one statement


class Move(NamedTuple):
    """An amount that goes from one account to another."""

    kind: str
    source: str
    target: str
    amount: int


def person(name: str) -> str:
    """Return the account of a person."""
    return f"player {name}"


def part(table: int, name: str) -> str:
    """Return the account of one part of a table."""
    return f"table {table} {name}"


def meter(name: str) -> str:
    """A meter's money."""
    return f"meter {name}"


def meter_name(table: int, name: str, linked: Mapping[str, str]) -> str:
    """Return the name of a table's meter in the house: its link, or a name that no link may
    have."""
    return linked.get(name) or f"{table} {name}"


class Accounts:
    """The names of a round's accounts in the books of the house."""

    def __init__(self, table: int, players: Mapping[int, str], meters: Mapping[str, str]) -> None:
        self.table = table
        self.players = players
        self.meters = meters  # of the table -> of the house

    def name(self, account: str) -> str:
        """The house's name of an account that a round names."""
        kind, _, rest = account.partition(" ")
        if kind == "seat":
            return person(self.players[int(rest)])
        if kind == "bet":
            return part(self.table, BETS)
        if kind == "meter":
            return meter(self.meters[rest])
        return part(self.table, account)

    def moves(self, events: Iterable[Event]) -> list[Move]:
        """The money that events move, those of one kind between the same accounts together."""
        sums: defaultdict[tuple[str, str, str], int] = defaultdict(int)
        for event in events:
            if event.source and event.moved:
                target = FEES if (event.kind, event.target) == ("fee", RACK) else event.target
                sums[event.kind, self.name(event.source), self.name(target)] += event.moved
        return [Move(*between, amount) for between, amount in sums.items() if amount]

    def wanted(self, events: Iterable[Event]) -> dict[str, int]:
        """Return the balance that each player must have before these wagers."""
        running: defaultdict[str, int] = defaultdict(int)
        wanted: dict[str, int] = {}
        for event in events:
            if event.source.startswith("seat "):
                who = self.name(event.source)
                running[who] -= event.moved
                if event.kind == "wagered":
                    wanted[who] = max(wanted.get(who, 0), -running[who])
            elif event.target.startswith("seat "):
                running[self.name(event.target)] += event.moved
        return wanted


def changes(moves: Sequence[Move], wanted: Mapping[str, int]) -> list[dict[str, Any]]:
    """The balances that follow from moves, each with the least that must be there beforehand, if
    anything must. Everybody takes them in the same order, so that no two wait for each other."""
    deltas: defaultdict[str, int] = defaultdict(int)
    for move in moves:
        deltas[move.source] -= move.amount
        deltas[move.target] += move.amount
    return [
        {"name": name, "by": deltas[name], "least": wanted.get(name)}
        for name in sorted(deltas)
        if deltas[name] or name in wanted
    ]


def rows(moves: Sequence[Move]) -> list[dict[str, Any]]:
    """Moves as the books have them."""
    return [{"number": number, **move._asdict()} for number, move in enumerate(moves)]


def write(
    connection: Connection,
    table: int,
    seq: int,
    moves: Sequence[Move],
    wanted: Mapping[str, int] | None = None,
) -> None:
    """Write moves and the balances that follow. What must be in an account beforehand is its
    constraint's to refuse (``Short``)."""
    if moves:
        _CHANGE(connection, changes(moves, wanted or {}))
        _MOVE(connection, [{"table": table, "seq": seq, **row} for row in rows(moves)])


def check(connection: Connection, wanted: Mapping[str, int]) -> None:
    """Refuse an amount that a person cannot pay; return the balance."""
    for name, least in wanted.items():
        if (stands := balance(connection, name)) < least:
            raise Short(f"{name} has {money(stands // FINE)} and bets more")


def open_account(connection: Connection, name: str) -> None:
    """An account with nothing in it."""
    connection.execute(_OPEN, {"name": name, "balance": 0})


def balance(connection: Connection, name: str) -> int:
    """Return the balance of an account."""
    found: int | None = connection.execute(_FIND, {"name": name}).scalar()
    if found is None:
        raise Refused(f"there is no account for {name}")
    return found


# -- reconciliation ----------------------------------------------------------------------------


@dataclass(frozen=True)
class MeterLine:
    """A meter's account: paid in, paid out, and current amount."""

    name: str
    contributions: int
    awards: int
    resets: int
    stands: int
    between: int = 0  # that came from other casinos, less what went to them

    @property
    def holds(self) -> bool:
        """Contributions less awards plus resets is what the meter shows."""
        return self.contributions - self.awards + self.resets + self.between == self.stands


@dataclass(frozen=True)
class Reconciliation:
    """The result of a reconciliation: whether the books balance, and every discrepancy."""

    accounts: int
    total: int  # over all accounts; nothing, always
    meters: tuple[MeterLine, ...]
    wrong: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong

    def to_json(self) -> dict[str, Any]:
        """The report as plain data; amounts in millionths of a cent."""
        meters = [{**vars(line), "holds": line.holds} for line in self.meters]
        return {
            "holds": self.holds,
            "accounts": self.accounts,
            "total": self.total,
            "meters": meters,
            "wrong": list(self.wrong),
        }


def reconcile(connection: Connection) -> Reconciliation:
    """Check every balance against the transfers, and every meter against its history."""
    rows = connection.execute(text("SELECT name, balance FROM accounts"))
    stands: dict[str, int] = {row.name: row.balance for row in rows}
    due: Counter[str] = Counter()
    sums = text("SELECT kind, source, target, SUM(amount) FROM transfers GROUP BY 1, 2, 3")
    by_meter: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for kind, source, target, total in connection.execute(sums):
        amount = int(total)
        due[source] -= amount
        due[target] += amount
        for account, moved in ((source, -amount), (target, amount)):
            if account.startswith("meter "):
                by_meter[account][kind] += moved
    wrong = [
        f"{name} stands at {stands.get(name, 0)} but its transfers come to {due[name]}"
        for name in sorted({*stands, *due})
        if stands.get(name, 0) != due[name]
    ]
    if total := sum(stands.values()):
        wrong.append(f"all accounts together come to {total}, not to nothing")
    lines = []
    for account, by_kind in sorted(by_meter.items()):
        resets = by_kind["opened"] + by_kind["reset"] + by_kind["closed"]
        grown = by_kind["fed"] + by_kind["restored"] + by_kind["transferred"]
        line = MeterLine(
            account.removeprefix("meter "),
            grown,
            -by_kind["awarded"] - by_kind["paid_out"],
            resets,
            stands.get(account, 0),
            by_kind["received"] + by_kind["sent"],
        )
        lines.append(line)
        unknown = set(by_kind) - set(METER_KINDS)
        if not line.holds or unknown:
            wrong.append(f"{account}: contributions - awards + resets is not what it shows")
    return Reconciliation(len(stands), total, tuple(lines), tuple(wrong))
