"""One transaction for the appends of many callers, each with its own compare-and-set."""

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Text, bindparam, func, insert, literal_column, select, true
from sqlalchemy.dialects import postgresql, sqlite

from rowlock.store.append import Append
from rowlock.store.errors import Conflict
from rowlock.store.schema import events, tables

Row = tuple[Any, ...]
TABLE_COLUMNS = tuple(column.name for column in tables.columns)
EVENT_COLUMNS = tuple(column.name for column in events.columns)
CHANGED = ("revision", "game", "status", "public", "changed_at", "due_at")

Call = tuple[Append, ...]
"""What one caller wants written: all of it or nothing."""


def write_group(connection: Connection, calls: Sequence[Call]) -> list[Conflict | None]:
    """Writes every call that meets the revisions it expects, and says which ones don't."""
    database = DATABASES[connection.dialect.name]
    revisions = database.revisions(connection, sorted({append.table for call in calls for append in call}))
    outcomes: list[Conflict | None] = []
    table_rows: dict[str, Row] = {}
    event_rows: list[Row] = []
    for call in calls:
        conflict = advance(revisions, call)
        outcomes.append(conflict)
        if conflict is None:
            for append in call:
                table_rows[append.table] = table_row(append, table_rows.get(append.table))
                event_rows += [
                    (append.table, revision, event)
                    for revision, event in enumerate(append.events, start=append.after + 1)
                ]
    if event_rows:
        database.put(connection, [table_rows[table] for table in sorted(table_rows)], event_rows)
    return outcomes


def advance(revisions: dict[str, int], call: Call) -> Conflict | None:
    """Moves the revisions on past the call, or leaves them all as they are if one isn't what the call expects."""
    moved: dict[str, int] = {}
    for append in call:
        revision = moved.get(append.table, revisions.get(append.table, 0))
        if revision != append.after:
            return Conflict(append.table, revisions.get(append.table, 0))
        moved[append.table] = revision + len(append.events)
    revisions.update(moved)
    return None


def table_row(append: Append, before: Row | None) -> Row:
    """In the order of `TABLE_COLUMNS`; `before` is what the same transaction writes of this table already."""
    return (
        append.table,
        append.after + len(append.events),
        append.game,
        append.status,
        append.public,
        before[5] if before else append.at,  # created_at, for a new table only: CHANGED doesn't name it
        append.at,
        append.due_at,
    )


def upsert(put: Any) -> Any:
    """A table that is there already is changed."""
    return put.on_conflict_do_update(
        index_elements=[tables.c.id], set_={name: put.excluded[name] for name in CHANGED}
    )


class OnPostgres:
    """Row by row, in batches that the driver makes."""

    _revisions = (
        # Locked in the order of their ids, so that two servers never wait for each other in a circle.
        select(tables.c.id, tables.c.revision)
        .where(tables.c.id.in_(bindparam("ids", expanding=True)))
        .order_by(tables.c.id)
        .with_for_update()
    )
    _put_events = insert(events)

    def __init__(self) -> None:
        self._put_tables = upsert(postgresql.insert(tables))

    def revisions(self, connection: Connection, ids: list[str]) -> dict[str, int]:
        return {row.id: row.revision for row in connection.execute(self._revisions, {"ids": ids})}

    def put(self, connection: Connection, table_rows: list[Row], event_rows: list[Row]) -> None:
        connection.execute(
            self._put_tables, [dict(zip(TABLE_COLUMNS, row, strict=True)) for row in table_rows]
        )
        connection.execute(
            self._put_events, [dict(zip(EVENT_COLUMNS, row, strict=True)) for row in event_rows]
        )


class OnSqlite:
    """All rows of a group in one statement, as JSON, and past SQLAlchemy to the driver. Whatever takes Python's time
    here is taken from the event loop. And Python lets other threads run before and after each row that it hands over:
    with a busy loop this thread would then wait for its next turn, two dozen times in a group."""

    _rows = func.json_each(bindparam("rows", type_=Text)).table_valued("value")

    def __init__(self) -> None:
        known = select(func.json_group_object(tables.c.id, tables.c.revision))
        self._revisions = _text(known.where(tables.c.id.in_(select(self._rows.c.value))))
        put = sqlite.insert(tables).from_select(TABLE_COLUMNS, self._fields(TABLE_COLUMNS))
        self._put_tables = _text(upsert(put))
        self._put_events = _text(insert(events).from_select(EVENT_COLUMNS, self._fields(EVENT_COLUMNS)))

    def _fields(self, columns: tuple[str, ...]) -> Any:
        value = self._rows.c.value
        places = [func.json_extract(value, literal_column(f"'$[{place}]'")) for place in range(len(columns))]
        return select(*places).where(true())  # without a condition, ON CONFLICT would be read as a join's ON

    def revisions(self, connection: Connection, ids: list[str]) -> dict[str, int]:
        [found] = driver(connection).execute(self._revisions, (json.dumps(ids),)).fetchone()
        revisions: dict[str, int] = json.loads(found)
        return revisions

    def put(self, connection: Connection, table_rows: list[Row], event_rows: list[Row]) -> None:
        driver(connection).execute(self._put_tables, (json.dumps(table_rows),))
        driver(connection).execute(self._put_events, (json.dumps(event_rows),))


def _text(statement: Any) -> str:
    return str(statement.compile(dialect=sqlite.dialect()))


def driver(connection: Connection) -> sqlite3.Connection:
    """The connection under SQLAlchemy's."""
    under = connection.connection.driver_connection
    assert isinstance(under, sqlite3.Connection)
    return under


DATABASES: dict[str, OnPostgres | OnSqlite] = {"postgresql": OnPostgres(), "sqlite": OnSqlite()}
