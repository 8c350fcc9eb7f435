"""Changes of rules that were announced, as rows with their three stamps (13:69F-8.3)."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger.chain.hash_chain import canonical
from houseway.ledger.database.statement import Statement
from houseway.ledger.tables import commands
from houseway.ledger.tables.live import Live

_STAMPS = (
    "table", "seq", "change", "posted_at", "announced_at", "division_notified_at", "effective_at"
)  # fmt: skip
_ANNOUNCED = Statement(
    "INSERT INTO notices (table_id, seq, change, posted_at, announced_at, division_notified_at,"
    f" effective_at) VALUES ({', '.join(f':{name}' for name in _STAMPS)})"
)
_HOLDS = Statement(
    "UPDATE notices SET in_effect = :seq WHERE table_id = :table"
    " AND in_effect IS NULL AND effective_at <= :minutes"
)


def announced(connection: Connection, table: int) -> list[dict[str, Any]]:
    """Every change that was announced at a table, with its stamps."""
    query = text("SELECT * FROM notices WHERE table_id = :table ORDER BY seq")
    rows = connection.execute(query, {"table": table}).mappings()
    return [{**row, "change": json.loads(row["change"])} for row in rows]


def noted(
    live: Live, command: Mapping[str, Any], seq: int, pending: int
) -> list[tuple[Statement, Mapping[str, Any]]]:
    """What is to be kept of a command that announces a change, with its stamps, or since which one
    holds; so many were pending before."""
    if command["do"] == "announce":
        change = commands.change_of(command)
        told = canonical({"options": change.options, "limits": change.limits})
        stamps = {**commands.change_json(change), "table": live.id, "seq": seq, "change": told}
        return [(_ANNOUNCED, {name: stamps[name] for name in _STAMPS})]
    if len(live.table.announced) < pending:
        return [(_HOLDS, {"table": live.id, "seq": seq, "minutes": live.table.data.minutes})]
    return []
