"""Who has sat at which table, kept by itself.

It was looked up among the transfers, by two indexes that every transfer had to be entered in.
SQLite also keeps transfers in the order of their key now, instead of a list and its index.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table, fill it from the entries, and drop what is not needed any more."""
    visits = op.create_table(
        "visits",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id"),
    )
    connection = op.get_bind()
    seated = sa.text('SELECT table_id, body FROM entries WHERE body LIKE \'%"do":"sit"%\'')
    found = {
        (name, table)
        for table, body in connection.execute(seated)
        for name in json.loads(body).get("players", {}).values()
    }
    if found:
        rows = [{"person": name, "table_id": table} for name, table in sorted(found)]
        connection.execute(sa.insert(visits), rows)
    op.drop_index("transfers_by_source", "transfers")
    op.drop_index("transfers_by_target", "transfers")
    if connection.dialect.name == "sqlite":
        op.rename_table("transfers", "transfers_before")
        _make_transfers()
        op.execute("INSERT INTO transfers SELECT * FROM transfers_before ORDER BY 1, 2, 3")
        op.drop_table("transfers_before")


def _make_transfers() -> None:
    op.create_table(
        "transfers",
        sa.Column("table_id", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("source", sa.String, nullable=False),
        sa.Column("target", sa.String, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", "number"),
        sa.CheckConstraint("amount > 0"),
        sa.CheckConstraint("source <> target"),
        sqlite_with_rowid=False,
    )
