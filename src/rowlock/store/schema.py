"""The tables of the database as the code sees them. What makes them is in `migrations/`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("revision", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("due_at", BigInteger),
)
# Finished games are many, and in none of these.
for name, columns, kept in (
    ("tables_due", (tables.c.due_at,), tables.c.due_at.is_not(None)),
    ("tables_waiting", (tables.c.changed_at,), tables.c.status == literal_column("'waiting'")),
    ("tables_public", (tables.c.status, tables.c.changed_at.desc(), tables.c.id), tables.c.public.is_(True)),
):
    Index(name, *columns, sqlite_where=kept, postgresql_where=kept)
Index("tables_made", tables.c.created_at)

events = Table(
    "events",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("revision", BigInteger, primary_key=True, autoincrement=False),
    Column("event", Text, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("day", "name", name="one_result_a_name"),
)
Index("results_of_day", results.c.day, results.c.score.desc(), results.c.at, results.c.table)

ratings = Table(
    "ratings",
    metadata,
    Column("game", Text, primary_key=True),
    Column("identity", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("mean", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("games", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)

rated = Table(
    "rated",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
)

beats = Table(
    "beats",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

silences = Table(
    "silences",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("key", Text, nullable=False),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("token", Text, primary_key=True),
    Column("endpoint", Text, primary_key=True),
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("told", Text, nullable=False),
)
# A table that goes takes them along.
Index("subscriptions_of_table", subscriptions.c.table)
