"""Where browsers can be called back to a game, and what a server keeps so that they know it again."""

from collections.abc import Collection
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from rowlock.store import schema

MOST_OF_ONE = 5
"""Browsers in which one person is called; of more, those that were named last."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """One browser of whoever holds a (hashed) token. It holds for the rematches of its table, too, where the same
    people have the same tokens."""

    token: str
    endpoint: str
    table: str
    p256dh: str
    auth: str
    language: str
    at: int
    told: str = ""
    """What it was called for last."""


def key(connection: Connection, name: str, fresh: str) -> str:
    """The key that was kept first under this name."""
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(schema.keys)
    connection.execute(insert.values(name=name, key=fresh).on_conflict_do_nothing())
    return kept_key(connection, name) or fresh


def kept_key(connection: Connection, name: str) -> str | None:
    return connection.scalar(select(schema.keys.c.key).where(schema.keys.c.name == name))


def subscribe(connection: Connection, one: Subscription) -> bool:
    """Whether the table was still there."""
    columns = schema.subscriptions.c
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(schema.subscriptions)
    new = {name: value for name, value in asdict(one).items() if name not in ("token", "endpoint", "told")}
    # What it was called for stays: nobody is called twice because their page has said again where they are.
    put = insert.values(**asdict(one)).on_conflict_do_update(
        index_elements=[columns.token, columns.endpoint], set_=new
    )
    known = select(schema.tables.c.id).where(schema.tables.c.id == one.table)
    if connection.scalar(known.with_for_update()) is None:
        return False
    connection.execute(put)
    newest = select(columns.endpoint).where(columns.token == one.token).order_by(columns.at.desc())
    kept = newest.limit(MOST_OF_ONE)
    connection.execute(
        delete(schema.subscriptions).where(columns.token == one.token, columns.endpoint.not_in(kept))
    )
    return True


def subscriptions(connection: Connection, tokens: Collection[str]) -> list[Subscription]:
    columns = schema.subscriptions.c
    wanted = select(schema.subscriptions).where(columns.token.in_(tokens)).order_by(columns.at)
    return [Subscription(**row) for row in connection.execute(wanted).mappings()]


def unsubscribe(connection: Connection, token: str | None, endpoint: str | None) -> None:
    """Of a token, of a browser, or of a browser for a token."""
    columns = schema.subscriptions.c
    gone = delete(schema.subscriptions)
    for column, value in ((columns.token, token), (columns.endpoint, endpoint)):
        if value is not None:
            gone = gone.where(column == value)
    connection.execute(gone)


def claim_call(connection: Connection, one: Subscription, told: str) -> bool:
    """Whether it had not been called for this yet; now it has."""
    columns = schema.subscriptions.c
    this = (columns.token == one.token, columns.endpoint == one.endpoint, columns.told != told)
    return connection.execute(update(schema.subscriptions).where(*this).values(told=told)).rowcount == 1
