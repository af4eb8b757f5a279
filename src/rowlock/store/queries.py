"""Everything the store asks the database apart from appending."""

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from operator import attrgetter
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    TableValuedAlias,
    Text,
    and_,
    bindparam,
    cast,
    column,
    delete,
    func,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from rowlock.store import schema

WAITING: ColumnElement[str] = literal_column("'waiting'")
"""The status of a table that nobody has started to play at; as its index has it, or it would not be used."""

THE_BEAT = 1
"""The id of the newest beat of all. Every other one is that of a process."""
FORGOTTEN = 24 * 60 * 60 * 1000
"""Milliseconds after which the last beat of a process goes."""


def _events_behind(
    pairs: TableValuedAlias, table: ColumnElement[str], after: ColumnElement[int]
) -> Select[Any]:
    columns = schema.events.c
    wanted = select(columns.table, columns.event).select_from(pairs)
    wanted = wanted.join(schema.events, and_(columns.table == table, columns.revision > after))
    return wanted.order_by(columns.table, columns.revision)


_ASKED = bindparam("asked", type_=Text)
_ROWS = func.json_each(_ASKED).table_valued("value")
_ITEMS = func.json_array_elements(cast(_ASKED, postgresql.JSON)).table_valued(
    column("value", postgresql.JSON)
)
EVENTS_BEHIND = {
    "sqlite": _events_behind(
        _ROWS, func.json_extract(_ROWS.c.value, "$[0]"), func.json_extract(_ROWS.c.value, "$[1]")
    ),
    "postgresql": _events_behind(
        _ITEMS, _ITEMS.c.value.op("->>")(0), cast(_ITEMS.c.value.op("->>")(1), BigInteger)
    ),
}
"""The events of several tables, each behind a revision, asked for as pairs in JSON."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """What is listed about a table."""

    id: str
    revision: int
    game: str
    status: str
    public: bool
    created_at: int
    changed_at: int
    due_at: int | None


@dataclass(frozen=True, slots=True)
class Due:
    """When a table wants a server, as long as it is at this revision."""

    table: str
    revision: int
    at: int | None


@dataclass(frozen=True, slots=True)
class Silence:
    """A time in which nobody was there."""

    began: int
    ended: int


table_of = attrgetter("table")


def events(connection: Connection, table: str, after: int) -> list[str]:
    columns = schema.events.c
    wanted = select(columns.event).where(columns.table == table, columns.revision > after)
    return list(connection.scalars(wanted.order_by(columns.revision)))


def events_behind(connection: Connection, revisions: Sequence[tuple[str, int]]) -> dict[str, list[str]]:
    """Asked every second or two of all tables that anybody looks at: the statement is always the same, so that nothing
    has to be compiled, and both lists go as one parameter."""
    found: dict[str, list[str]] = {}
    asked = {"asked": json.dumps(revisions)}
    for table, event in connection.execute(EVENTS_BEHIND[connection.dialect.name], asked):
        found.setdefault(table, []).append(event)
    return found


def revision(connection: Connection, table: str) -> int:
    return connection.scalar(select(schema.tables.c.revision).where(schema.tables.c.id == table)) or 0


def over(connection: Connection, tables: Sequence[str]) -> set[str]:
    columns = schema.tables.c
    return set(connection.scalars(select(columns.id).where(columns.id.in_(tables), columns.status == "over")))


def tables(
    connection: Connection, status: str | None, public: bool | None, limit: int | None, after: TableRow | None
) -> list[TableRow]:
    columns = schema.tables.c
    wanted = select(schema.tables).order_by(columns.changed_at.desc(), columns.id).limit(limit)
    if status is not None:
        wanted = wanted.where(columns.status == status)
    if public is not None:
        wanted = wanted.where(columns.public.is_(public))
    if after is not None:
        same = and_(columns.changed_at == after.changed_at, columns.id > after.id)
        wanted = wanted.where(
            columns.changed_at <= after.changed_at, or_(columns.changed_at < after.changed_at, same)
        )
    return [TableRow(**row) for row in connection.execute(wanted).mappings()]


def first_due(connection: Connection) -> int | None:
    due_at = schema.tables.c.due_at
    return connection.scalar(select(due_at).where(due_at.is_not(None)).order_by(due_at).limit(1))


def claim(connection: Connection, before: int, until: int, limit: int) -> list[str]:
    columns = schema.tables.c
    due = select(columns.id).where(columns.due_at <= before).order_by(columns.due_at).limit(limit)
    # Whom another server claims, or writes to, at this moment is in good hands.
    free = due.with_for_update(skip_locked=True)
    claimed = update(schema.tables).where(columns.id.in_(free)).values(due_at=until)
    return list(connection.scalars(claimed.returning(columns.id)))


def set_due(connection: Connection, tables: Sequence[Due]) -> None:
    columns = schema.tables.c
    same = and_(columns.id == bindparam("table"), columns.revision == bindparam("at_revision"))
    put = update(schema.tables).where(same).values(due_at=bindparam("due"))
    # In one order everywhere, so that two servers never wait for each other in a circle.
    rows = [
        {"table": one.table, "at_revision": one.revision, "due": one.at}
        for one in sorted(tables, key=table_of)
    ]
    connection.execute(put, rows)


def sweep(connection: Connection, before: int) -> int:
    columns = schema.tables.c
    abandoned = select(columns.id).where(columns.status == WAITING, columns.changed_at < before)
    # A table that is locked is being written to at this moment, so it isn't abandoned.
    locked = abandoned.with_for_update(skip_locked=True)
    return connection.execute(delete(schema.tables).where(columns.id.in_(locked))).rowcount


@dataclass(frozen=True, slots=True)
class Result:
    """A finished table in the table of its day, under the name that its player chose."""

    table: str
    day: str
    name: str
    score: int
    at: int


def enter(connection: Connection, result: Result) -> bool:
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(schema.results)
    entered = connection.execute(insert.values(**asdict(result)).on_conflict_do_nothing())
    return entered.rowcount == 1


def results(connection: Connection, day: str | None, limit: int | None) -> list[Result]:
    columns = schema.results.c
    wanted = select(schema.results).order_by(columns.score.desc(), columns.at, columns.table).limit(limit)
    if day is not None:
        wanted = wanted.where(columns.day == day)
    return [Result(**row) for row in connection.execute(wanted).mappings()]


def beat(connection: Connection, now: int, longest: int | None, process: int | None) -> None:
    beats, silences = schema.beats, schema.silences
    put = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert
    at = connection.scalar(select(beats.c.at).where(beats.c.id == THE_BEAT).with_for_update())
    if longest is not None and at is not None and now - at > longest:
        silent = put(silences).values(began=at, ended=now)
        connection.execute(silent.on_conflict_do_nothing())
    newer = put(beats).values(id=THE_BEAT, at=now)
    connection.execute(
        newer.on_conflict_do_update(
            index_elements=[beats.c.id], set_={"at": newer.excluded.at}, where=newer.excluded.at > beats.c.at
        )
    )
    if process is not None:
        own = put(beats).values(id=process, at=now)
        connection.execute(
            own.on_conflict_do_update(index_elements=[beats.c.id], set_={"at": own.excluded.at})
        )
        connection.execute(delete(beats).where(beats.c.id != THE_BEAT, beats.c.at < now - FORGOTTEN))


def alive(connection: Connection, since: int) -> set[int]:
    columns = schema.beats.c
    return set(connection.scalars(select(columns.id).where(columns.id != THE_BEAT, columns.at >= since)))


def last_beat(connection: Connection) -> int | None:
    return connection.scalar(select(schema.beats.c.at).where(schema.beats.c.id == THE_BEAT))


def silences(connection: Connection, after: int) -> list[Silence]:
    columns = schema.silences.c
    wanted = select(schema.silences).where(columns.began > after).order_by(columns.began)
    return [Silence(**row) for row in connection.execute(wanted).mappings()]


def now(connection: Connection) -> int:
    if connection.dialect.name == "sqlite":
        return time.time_ns() // 1_000_000
    told = connection.scalar(select(func.extract("epoch", func.clock_timestamp()) * 1000))
    assert told is not None
    return int(told)
