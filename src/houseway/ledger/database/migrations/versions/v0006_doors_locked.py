"""Locks on the doors: second factors, sessions that end when nobody is there, tries of passwords
that are counted, a log of who came in, names that look alike.

Of people who look alike already the first keeps the look; the others are told apart as they are.
"""

import sqlalchemy as sa
from alembic import op

from houseway.ledger.people.names import looks

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables and columns."""
    op.create_table(
        "attempts",
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("who", sa.String, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("kind", "who"),
    )
    op.create_table(
        "door_log",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("what", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("giver", sa.String, nullable=False),
        sa.Column("note", sa.String, nullable=False),
    )
    op.create_index("door_log_at", "door_log", ["at"])
    op.add_column("sessions", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("people", sa.Column("factor", sa.String, nullable=False, server_default=""))
    op.add_column(
        "people", sa.Column("factor_on", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column(
        "people", sa.Column("factor_step", sa.BigInteger, nullable=False, server_default="0")
    )
    op.create_table(
        "looks",
        sa.Column("look", sa.String, primary_key=True),
        sa.Column("person", sa.String, nullable=False),
    )
    bind = op.get_bind()
    for name in bind.execute(sa.text("SELECT name FROM people ORDER BY name")).scalars().all():
        for look in sorted(looks(name)):
            bind.execute(
                sa.text(
                    "INSERT INTO looks (look, person) VALUES (:look, :name) ON CONFLICT DO NOTHING"
                ),
                {"look": look, "name": name},
            )
