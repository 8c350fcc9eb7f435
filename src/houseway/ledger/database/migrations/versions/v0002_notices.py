"""Announced changes of rules as rows of their own, with their three stamps.

Until now they stood only in the entries that announced them; from there the rows are filled.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table and fill it from the log."""
    notices = op.create_table(
        "notices",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("change", sa.Text, nullable=False),
        sa.Column("posted_at", sa.Integer, nullable=False),
        sa.Column("announced_at", sa.Integer, nullable=False),
        sa.Column("division_notified_at", sa.Integer),
        sa.Column("effective_at", sa.Integer, nullable=False),
        sa.Column("in_effect", sa.Integer),
        sa.PrimaryKeyConstraint("table_id", "seq"),
    )
    connection = op.get_bind()
    entries = connection.execute(
        sa.text("SELECT table_id, seq, body FROM entries ORDER BY table_id, seq")
    )
    open_notices: dict[int, list[dict[str, object]]] = {}
    rows: list[dict[str, object]] = []
    for table, seq, text in entries:
        body = json.loads(text)
        said = body["do"]
        waiting = open_notices.setdefault(table, [])
        if said["do"] == "announce":
            change = {"options": said.get("options", {}), "limits": said.get("limits", {})}
            stamps = ("posted_at", "announced_at", "division_notified_at", "effective_at")
            row = {
                "table_id": table,
                "seq": seq,
                "change": json.dumps(change, sort_keys=True, separators=(",", ":")),
                **{stamp: said.get(stamp) for stamp in stamps},
                "in_effect": None,
            }
            rows.append(row)
            waiting.append(row)
        elif "rules" in body and any(i["do"] == "begin" for i in body.get("inputs", ())):
            for (
                row
            ) in waiting:  # a round began under other rules: the notices were due before this entry
                clock = [i["amount"] for i in body["inputs"] if i["do"] == "clock"]
                if not clock or int(str(row["effective_at"])) <= clock[-1]:
                    row["in_effect"] = seq
            open_notices[table] = [row for row in waiting if row["in_effect"] is None]
    if rows:
        op.bulk_insert(notices, rows)
