"""What is taken out of the database for good."""

from collections.abc import Callable

from sqlalchemy import Connection, delete, select, update

from rowlock.store import queries, schema

Change = Callable[[list[str]], list[str]]
"""From the events of a table to as many others; to none if nothing of it is to stay."""


def rewrite(connection: Connection, table: str, change: Change) -> bool:
    """Puts other events in the places of those of a table, or removes it; whether it was there."""
    known = select(schema.tables.c.id).where(schema.tables.c.id == table)
    if connection.scalar(known.with_for_update()) is None:
        return False
    before = queries.events(connection, table, 0)
    after = change(before)
    if not after:
        connection.execute(delete(schema.tables).where(schema.tables.c.id == table))
        return True
    columns = schema.events.c
    for revision, (old, new) in enumerate(zip(before, after, strict=True), start=1):
        if old != new:
            here = (columns.table == table, columns.revision == revision)
            connection.execute(update(schema.events).where(*here).values(event=new))
    return True


def prune(connection: Connection, before: int, most: int) -> int:
    """Removes so many tables at most to which nothing has happened since; how many."""
    columns = schema.tables.c
    # What has not changed since was made before, too, and only for that there is an index.
    old = select(columns.id).where(columns.created_at < before, columns.changed_at < before)
    first = old.order_by(columns.created_at).limit(most)
    # Whoever is just writing to a table has not forgotten it.
    found = delete(schema.tables).where(columns.id.in_(first.with_for_update(skip_locked=True)))
    return connection.execute(found).rowcount
