"""The tables of the database.

``entries`` is the truth: what came in, in order, chained by hashes. ``transfers`` is the money,
each row an amount that leaves one account and reaches another, so that the sum over all accounts is
nothing by its shape. What a row of ``tables`` holds besides its place in the chain is there to go
on from without reading the whole log, and an audit can derive it again.

Amounts are millionths of a cent.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

house = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False),  # part of every signature
    Column("public_key", String, nullable=False),
    Column("key_check", String, nullable=False),  # sealed with the master key, to know it again
)

people = Table(
    "people",
    metadata,
    Column("name", String, primary_key=True),
    Column("role", String, nullable=False),
    Column("password", String, nullable=False),  # argon2; empty for who has none
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String, primary_key=True),  # a hash; the token itself is the person's
    Column("person", ForeignKey("people.name"), nullable=False),
    Column("until", BigInteger, nullable=False),  # milliseconds by the database's clock
)

links = Table(
    "links",
    metadata,
    Column("token", String, primary_key=True),  # a hash; the token itself is in the link
    Column("roles", String, nullable=False),  # whom it lets in, divided by spaces
    Column("back", Boolean, nullable=False),  # or somebody who has been here before
    Column("until", BigInteger, nullable=False),  # milliseconds by the database's clock
)

workers = Table(
    "workers",
    metadata,
    Column("owner", String, primary_key=True),  # a process, as it owns tables
    Column("address", String, nullable=False),  # where the other processes reach it
    Column("until", BigInteger, nullable=False),  # milliseconds by the database's clock
)

rulebooks = Table(
    "rulebooks",
    metadata,
    Column("hash", String, primary_key=True),
    Column("content", Text, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("name", String, primary_key=True),
    Column("balance", BigInteger, nullable=False),  # the sum of its transfers, kept at hand
)

meters = Table(
    "meters",
    metadata,
    Column("name", String, primary_key=True),
    Column("terms", Text, nullable=False),  # what every table linked to it must have agreed on
)

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("game", String, nullable=False),
    Column("edition", String, nullable=False),
    Column("settings", Text, nullable=False),
    Column("open", Boolean, nullable=False),
    # its place in the chain
    Column("seq", Integer, nullable=False),
    Column("head", String, nullable=False),
    Column("signed", Integer, nullable=False),  # the last entry whose head was signed
    Column("signed_at", BigInteger, nullable=False),
    # where to go on from
    Column("boundary", Integer, nullable=False),  # the last entry between two rounds
    Column("rules", Text, nullable=False),  # these three as they were then
    Column("data", Text, nullable=False),
    Column("pending", Text, nullable=False),
    Column("chance", Text, nullable=False),  # as it is now; keys are sealed
    # who runs it
    Column("owner", String, nullable=False),
    Column("fence", Integer, nullable=False),
    Column("lease_until", BigInteger, nullable=False),  # milliseconds by the database's clock
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("key", String, nullable=False),
    Column("asked", String, nullable=False),  # a hash of who asked for what under this key
    Column("prev", String, nullable=False),
    Column("hash", String, nullable=False),
    Column("body", Text, nullable=False),
    Column("answer", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "key"),
)

transfers = Table(
    "transfers",
    metadata,
    Column("table_id", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # within the entry
    Column("kind", String, nullable=False),
    Column("source", String, nullable=False),
    Column("target", String, nullable=False),
    Column("amount", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "seq", "number"),
    CheckConstraint("amount > 0"),
    CheckConstraint("source <> target"),
    sqlite_with_rowid=False,
)

visits = Table(
    "visits",
    metadata,
    Column("person", String, nullable=False),
    Column("table_id", Integer, nullable=False),  # where they have sat
    PrimaryKeyConstraint("person", "table_id"),
)

signatures = Table(
    "signatures",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("head", String, nullable=False),
    Column("signature", String, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
)

notices = Table(
    "notices",
    metadata,
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),  # the entry that announced it
    Column("change", Text, nullable=False),  # options and limits
    Column("posted_at", Integer, nullable=False),
    Column("announced_at", Integer, nullable=False),
    Column("division_notified_at", Integer),
    Column("effective_at", Integer, nullable=False),
    Column("in_effect", Integer),  # the entry since which it holds
    PrimaryKeyConstraint("table_id", "seq"),
)
