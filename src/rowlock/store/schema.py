"""The tables of the database as the code sees them. What makes them is in `migrations/`."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, MetaData, Table, Text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("revision", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("waiting_for", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index("tables_by_status", "status", "changed_at"),
    Index("tables_by_waiting_for", "waiting_for"),
)

events = Table(
    "events",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("revision", BigInteger, primary_key=True, autoincrement=False),
    Column("event", Text, nullable=False),
)

beats = Table(
    "beats",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
