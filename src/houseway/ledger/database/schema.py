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
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
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
    Column("factor", String, nullable=False, server_default=""),  # the second one's secret, sealed
    Column("factor_on", Boolean, nullable=False, server_default=false()),  # it was confirmed
    Column("factor_step", BigInteger, nullable=False, server_default="0"),  # of the last code used
)

looks = Table(  # what names look like, so that no two people are taken for each other
    "looks",
    metadata,
    Column("look", String, primary_key=True),
    Column("person", String, nullable=False),
)

attempts = Table(  # passwords that were tried and were wrong, by account and by address
    "attempts",
    metadata,
    Column("kind", String, nullable=False),
    Column("who", String, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),  # milliseconds by the database's clock
    Column("until", BigInteger, nullable=False),  # not to be tried before
    PrimaryKeyConstraint("kind", "who"),
)

door_log = Table(  # who came in, who was turned away, who left
    "door_log",
    metadata,
    Column("id", String, primary_key=True),
    Column("at", BigInteger, nullable=False),  # milliseconds by the database's clock
    Column("what", String, nullable=False),
    Column("person", String, nullable=False),  # as they called themselves
    Column("address", String, nullable=False),
    Column("giver", String, nullable=False),
    Column("note", String, nullable=False),
    Index("door_log_at", "at"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String, primary_key=True),  # a hash; the token itself is the person's
    Column("person", ForeignKey("people.name"), nullable=False),
    Column("until", BigInteger, nullable=False),  # milliseconds by the database's clock
    Column("seen", BigInteger, nullable=False, server_default="0"),  # when staff last did something
)

links = Table(
    "links",
    metadata,
    Column("token", String, primary_key=True),  # a hash; the token itself is in the link
    Column("roles", String, nullable=False),  # roles that it admits, separated by spaces
    Column("back", Boolean, nullable=False),  # the owner's link: admits anyone
    Column("person", String, nullable=False, server_default=""),  # the only person whom it admits
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
    # SQLite makes a fraction of what is too large for a whole number, and takes it
    CheckConstraint(
        "balance BETWEEN -9000000000000000000 AND 9000000000000000000", name="balance_is_whole"
    ),
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
    Column("seal", String, nullable=False, server_default=""),  # by the master key: it stands there
    # the state from which the table continues
    Column("boundary", Integer, nullable=False),  # the last entry between two rounds
    Column("rules", Text, nullable=False),  # these three as they were then
    Column("data", Text, nullable=False),
    Column("pending", Text, nullable=False),
    Column("chance", Text, nullable=False),  # the current value; keys are sealed
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

checkpoints = Table(  # the whole house at one moment, signed; numbered without a gap
    "checkpoints",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", String, nullable=False),
    Column("books", String, nullable=False),  # a hash over all balances then
    Column("leaf", String, nullable=False),  # the hash of what is signed of this moment
    Column("note", Text, nullable=False),  # the root over this leaf and all before it, signed
)

heads = Table(  # the tables that had moved since the checkpoint before
    "heads",
    metadata,
    Column("number", ForeignKey("checkpoints.number"), nullable=False),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("head", String, nullable=False),
    PrimaryKeyConstraint("number", "table_id"),
    UniqueConstraint("table_id", "seq"),
)

signatures = Table(  # of houses older than checkpoints; nothing is added
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
    Column("in_effect", Integer),  # the entry at which it took effect
    PrimaryKeyConstraint("table_id", "seq"),
)
