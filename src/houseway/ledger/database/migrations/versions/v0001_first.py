"""The first shape: people, accounts, tables, entries, transfers, signatures."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("public_key", sa.String, nullable=False),
        sa.Column("key_check", sa.String, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("password", sa.String, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.name"), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rulebooks",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_table(
        "accounts",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("balance", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "meters",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("terms", sa.Text, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("edition", sa.String, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("head", sa.String, nullable=False),
        sa.Column("signed", sa.Integer, nullable=False),
        sa.Column("signed_at", sa.BigInteger, nullable=False),
        sa.Column("boundary", sa.Integer, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("pending", sa.Text, nullable=False),
        sa.Column("chance", sa.Text, nullable=False),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("fence", sa.Integer, nullable=False),
        sa.Column("lease_until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("asked", sa.String, nullable=False),
        sa.Column("prev", sa.String, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sa.UniqueConstraint("table_id", "key"),
    )
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
    )
    op.create_table(
        "signatures",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("head", sa.String, nullable=False),
        sa.Column("signature", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq"),
    )
    op.create_index("transfers_by_source", "transfers", ["source"])
    op.create_index("transfers_by_target", "transfers", ["target"])
