"""Links that let in one person whom the house knows."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column."""
    op.add_column("links", sa.Column("person", sa.String, nullable=False, server_default=""))
