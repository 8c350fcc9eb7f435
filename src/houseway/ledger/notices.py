"""Changes of rules that were announced, as rows with their three stamps (13:69F-8.3)."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, text

from houseway.ledger import commands
from houseway.ledger.chain import canonical
from houseway.ledger.live import Live


def announced(connection: Connection, table: int) -> list[dict[str, Any]]:
    """Every change that was announced at a table, with its stamps."""
    query = text("SELECT * FROM notices WHERE table_id = :table ORDER BY seq")
    rows = connection.execute(query, {"table": table}).mappings()
    return [{**row, "change": json.loads(row["change"])} for row in rows]


def note_changes(
    connection: Connection,
    live: Live,
    command: Mapping[str, Any],
    seq: int,
    pending: int,
) -> None:
    """Keep what was announced, with its stamps, and since when it holds."""
    if command["do"] == "announce":
        change = commands.change_of(command)
        connection.execute(
            text(
                "INSERT INTO notices (table_id, seq, change, posted_at, announced_at,"
                " division_notified_at, effective_at) VALUES (:table, :seq, :change,"
                " :posted_at, :announced_at, :division_notified_at, :effective_at)"
            ),
            {
                **commands.change_json(change),
                "table": live.id,
                "seq": seq,
                "change": canonical({"options": change.options, "limits": change.limits}),
            },
        )
    elif len(live.table.announced) < pending:
        connection.execute(
            text(
                "UPDATE notices SET in_effect = :seq WHERE table_id = :table"
                " AND in_effect IS NULL AND effective_at <= :minutes"
            ),
            {"table": live.id, "seq": seq, "minutes": live.table.data.minutes},
        )
