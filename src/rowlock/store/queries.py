"""Everything the store asks the database apart from appending."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import BigInteger, Connection, Text, and_, column, delete, select, values
from sqlalchemy.dialects import postgresql, sqlite

from rowlock.store import schema

WAITING = "waiting"
"""The status of a table that nobody has started to play at."""

THE_BEAT = 1
"""The id of the only row of beats."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """What is listed about a table."""

    id: str
    revision: int
    game: str
    status: str
    public: bool
    waiting_for: str
    created_at: int
    changed_at: int


def events(connection: Connection, table: str, after: int) -> list[str]:
    columns = schema.events.c
    wanted = select(columns.event).where(columns.table == table, columns.revision > after)
    return list(connection.scalars(wanted.order_by(columns.revision)))


def events_behind(connection: Connection, revisions: Sequence[tuple[str, int]]) -> dict[str, list[str]]:
    columns = schema.events.c
    asked = values(column("id", Text), column("after", BigInteger), name="asked").data(revisions).cte()
    wanted = select(columns.table, columns.event).join(
        asked, and_(columns.table == asked.c.id, columns.revision > asked.c.after)
    )
    found: dict[str, list[str]] = {}
    for table, event in connection.execute(wanted.order_by(columns.table, columns.revision)):
        found.setdefault(table, []).append(event)
    return found


def revision(connection: Connection, table: str) -> int:
    return connection.scalar(select(schema.tables.c.revision).where(schema.tables.c.id == table)) or 0


def tables(
    connection: Connection,
    status: str | None,
    public: bool | None,
    waiting_for: str | None,
    limit: int | None,
) -> list[TableRow]:
    columns = schema.tables.c
    wanted = select(schema.tables).order_by(columns.changed_at.desc(), columns.id).limit(limit)
    if status is not None:
        wanted = wanted.where(columns.status == status)
    if public is not None:
        wanted = wanted.where(columns.public == public)
    if waiting_for is not None:
        wanted = wanted.where(columns.waiting_for == waiting_for)
    return [TableRow(**row) for row in connection.execute(wanted).mappings()]


def sweep(connection: Connection, before: int) -> int:
    columns = schema.tables.c
    abandoned = select(columns.id).where(columns.status == WAITING, columns.changed_at < before)
    # A table that is locked is being written to at this moment, so it isn't abandoned.
    locked = abandoned.with_for_update(skip_locked=True)
    return connection.execute(delete(schema.tables).where(columns.id.in_(locked))).rowcount


def beat(connection: Connection, now: int) -> None:
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(schema.beats)
    newer = insert.excluded.at > schema.beats.c.at
    connection.execute(
        insert.values(id=THE_BEAT, at=now).on_conflict_do_update(
            index_elements=[schema.beats.c.id], set_={"at": insert.excluded.at}, where=newer
        )
    )


def last_beat(connection: Connection) -> int | None:
    return connection.scalar(select(schema.beats.c.at).where(schema.beats.c.id == THE_BEAT))
