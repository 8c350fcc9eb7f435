"""Links that let people in, and where the processes that run tables are reached.

Links were known only to the process that gave them; now any process of the house knows them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "links",
        sa.Column("token", sa.String, primary_key=True),
        sa.Column("roles", sa.String, nullable=False),
        sa.Column("back", sa.Boolean, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "workers",
        sa.Column("owner", sa.String, primary_key=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
