"""What the store keeps of how well people play."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from rowlock.store import schema

Reckon = Callable[[Mapping[str, "PersonRating"]], "list[PersonRating]"]
"""From the ratings of the people at a table, by their identities, to those after it."""


@dataclass(frozen=True, slots=True)
class PersonRating:
    """How well somebody who is known by a key plays a game, as far as that is known."""

    game: str
    identity: str
    name: str
    mean: float
    deviation: float
    games: int
    at: int


def rate(connection: Connection, table: str, newcomers: Sequence[PersonRating], reckon: Reckon) -> bool:
    """Lets a table count, if it has not; whether it does so now. In one transaction, so that it can be asked for as
    often and by as many as like to."""
    put = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert
    first = connection.execute(put(schema.rated).values(table=table).on_conflict_do_nothing())
    if first.rowcount != 1:
        return False
    # In one order everywhere, so that two servers never wait for each other in a circle.
    people = sorted(newcomers, key=lambda one: one.identity)
    connection.execute(put(schema.ratings).on_conflict_do_nothing(), [asdict(one) for one in people])
    columns = schema.ratings.c
    here = (columns.game == people[0].game, columns.identity.in_([one.identity for one in people]))
    known = select(schema.ratings).where(*here).order_by(columns.identity).with_for_update()
    before = {row["identity"]: PersonRating(**row) for row in connection.execute(known).mappings()}
    again = put(schema.ratings)
    changed = {name: again.excluded[name] for name in ("name", "mean", "deviation", "games", "at")}
    again = again.on_conflict_do_update(index_elements=[columns.game, columns.identity], set_=changed)
    connection.execute(again, [asdict(one) for one in reckon(before)])
    return True


def ratings(connection: Connection, game: str, identities: Sequence[str] | None) -> list[PersonRating]:
    columns = schema.ratings.c
    wanted = select(schema.ratings).where(columns.game == game, columns.games > 0)
    if identities is not None:
        wanted = wanted.where(columns.identity.in_(identities))
    # Whoever is known better stands before whoever may only be as good.
    wanted = wanted.order_by((columns.mean - 3 * columns.deviation).desc(), columns.at).limit(100)
    return [PersonRating(**row) for row in connection.execute(wanted).mappings()]


def forget(connection: Connection, identity: str) -> int:
    return connection.execute(delete(schema.ratings).where(schema.ratings.c.identity == identity)).rowcount
