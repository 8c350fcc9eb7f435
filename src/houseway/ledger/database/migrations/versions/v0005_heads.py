"""Signed heads of the whole house, numbered without a gap, and a seal on every table's row.

Until now each table's head was signed by itself; whoever deleted those signatures left no gap. The
old signatures stay as they are. Seals and the first head need the keys of the house:
``houseway house migrate`` makes them once it has audited what is there.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables; when a head was signed is no longer told in a table's row."""
    op.create_table(
        "checkpoints",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("books", sa.String, nullable=False),
        sa.Column("leaf", sa.String, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_table(
        "heads",
        sa.Column("number", sa.Integer, sa.ForeignKey("checkpoints.number"), nullable=False),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("head", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("number", "table_id"),
        sa.UniqueConstraint("table_id", "seq"),
    )
    op.add_column("tables", sa.Column("seal", sa.String, nullable=False, server_default=""))
    op.drop_column("tables", "signed")
    op.drop_column("tables", "signed_at")
    _check_balances()


def _check_balances() -> None:
    """A balance is a whole number that fits; SQLite would take anything."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    fits = "balance BETWEEN -9000000000000000000 AND 9000000000000000000"
    if not sqlite:
        op.create_check_constraint("balance_is_whole", "accounts", fits)
        return
    op.rename_table("accounts", "accounts_before")
    op.create_table(
        "accounts",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.CheckConstraint(f"{fits} AND typeof(balance) = 'integer'", name="balance_is_whole"),
    )
    op.execute("INSERT INTO accounts SELECT name, balance FROM accounts_before")
    op.drop_table("accounts_before")
