"""One transaction for the appends of many callers, each with its own compare-and-set."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from rowlock.store.append import Append
from rowlock.store.errors import Conflict
from rowlock.store.schema import events, tables

# Locked in the order of their ids, so that two servers never wait for each other in a circle. SQLite locks the
# whole database at the start of the transaction and knows no FOR UPDATE; SQLAlchemy leaves it out there.
REVISIONS = (
    select(tables.c.id, tables.c.revision)
    .where(tables.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(tables.c.id)
    .with_for_update()
)
CHANGED = ("revision", "game", "status", "public", "waiting_for", "changed_at")
SQLITE_TABLES = sqlite.insert(tables)
POSTGRES_TABLES = postgresql.insert(tables)
PUT_TABLES = {
    "sqlite": SQLITE_TABLES.on_conflict_do_update(
        index_elements=[tables.c.id], set_={name: SQLITE_TABLES.excluded[name] for name in CHANGED}
    ),
    "postgresql": POSTGRES_TABLES.on_conflict_do_update(
        index_elements=[tables.c.id], set_={name: POSTGRES_TABLES.excluded[name] for name in CHANGED}
    ),
}
PUT_EVENTS = insert(events)

Call = tuple[Append, ...]
"""What one caller wants written: all of it or nothing."""


def write_group(connection: Connection, calls: Sequence[Call]) -> list[Conflict | None]:
    """Writes every call that meets the revisions it expects, and says which ones don't."""
    ids = sorted({append.table for call in calls for append in call})
    revisions = {row.id: row.revision for row in connection.execute(REVISIONS, {"ids": ids})}
    outcomes: list[Conflict | None] = []
    table_rows: dict[str, dict[str, Any]] = {}
    event_rows: list[dict[str, Any]] = []
    for call in calls:
        conflict = advance(revisions, call)
        outcomes.append(conflict)
        if conflict is None:
            for append in call:
                created_at = table_rows.get(append.table, {}).get("created_at", append.at)
                table_rows[append.table] = table_row(append, created_at)
                event_rows += [
                    {"table": append.table, "revision": revision, "event": event}
                    for revision, event in enumerate(append.events, start=append.after + 1)
                ]
    if event_rows:
        connection.execute(PUT_TABLES[connection.dialect.name], [table_rows[i] for i in sorted(table_rows)])
        connection.execute(PUT_EVENTS, event_rows)
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


def table_row(append: Append, created_at: int) -> dict[str, Any]:
    return {
        "id": append.table,
        "revision": append.after + len(append.events),
        "game": append.game,
        "status": append.status,
        "public": append.public,
        "waiting_for": append.waiting_for,
        "created_at": created_at,  # for a new table only: CHANGED doesn't name it
        "changed_at": append.at,
    }
