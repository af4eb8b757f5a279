"""The store: what many callers want written, gathered into few transactions."""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from platformdirs import user_data_path
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from rowlock.store import calling, forgetting, queries, ratings
from rowlock.store.append import Append, check
from rowlock.store.calling import Subscription
from rowlock.store.database import Database
from rowlock.store.errors import Conflict, StoreUnavailable
from rowlock.store.forgetting import Change
from rowlock.store.group import Call, write_group
from rowlock.store.queries import Due, Result, Silence, TableRow
from rowlock.store.ratings import PersonRating, Reckon
from rowlock.store.sqlite import open_sqlite

T = TypeVar("T")

LARGEST_GROUP = 1_000
"""Appends in one transaction; the rest waits for the next one, so that nobody waits long."""
ATTEMPTS = 5
"""How often a group is tried when another server creates one of its tables in the same moment."""
MOST_AT_ONCE = 1_000
"""Tables that are asked for in one query."""
GATHERING = 0.006
"""Seconds to wait for more where several callers are there at once: larger groups cost less processor time each."""
ENOUGH = 24
"""Callers that are not kept waiting for more."""


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    call: Call
    written: asyncio.Future[None]


class Store:
    """Made by `open_store`, used from one event loop."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: deque[Waiting] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._closed = False

    async def append(self, *appends: Append) -> None:
        """Writes all appends or none; returns when they are on disk.

        Raises Conflict when a table isn't at the revision its append expects, StoreUnavailable when the database
        fails, ValueError for an append without events or with texts that a database can't hold.
        """
        for append in appends:
            check(append)
        self._check_open()
        if not appends:
            return
        waiting = Waiting(appends, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        await waiting.written

    async def events(self, table: str, after: int = 0) -> list[str]:
        """The events of a table behind a revision, in order."""
        return await self._read(partial(queries.events, table=table, after=after))

    async def events_behind(self, revisions: Mapping[str, int]) -> dict[str, list[str]]:
        """The events of several tables, each behind a revision; those that have any."""
        known, found = list(revisions.items()), dict[str, list[str]]()
        for begin in range(0, len(known), MOST_AT_ONCE):
            some = known[begin : begin + MOST_AT_ONCE]
            found |= await self._read(partial(queries.events_behind, revisions=some))
        return found

    async def revision(self, table: str) -> int:
        """How many events the table has; 0 if there is no such table."""
        return await self._read(partial(queries.revision, table=table))

    async def over(self, tables: Sequence[str]) -> set[str]:
        """Those of some tables whose games are over."""
        return await self._read(partial(queries.over, tables=tables)) if tables else set()

    async def tables(
        self,
        status: str | None = None,
        public: bool | None = None,
        limit: int | None = 100,
        after: TableRow | None = None,
    ) -> list[TableRow]:
        """The tables that agree with everything that is given, newest change first; those that come after one."""
        return await self._read(
            partial(queries.tables, status=status, public=public, limit=limit, after=after)
        )

    async def claim(self, before: int, until: int, limit: int) -> list[str]:
        """The tables that were due before some moment, of each the claimer is the only one: they are due again at
        another moment, when whoever has claimed them may have died."""
        first = await self._read(queries.first_due)  # mostly there is nothing to write
        if first is None or first > before:
            return []
        return await self._database.write(partial(queries.claim, before=before, until=until, limit=limit))

    async def set_due(self, tables: Sequence[Due]) -> None:
        """Says anew when these tables are due; a table that has changed meanwhile stays as it is."""
        self._check_open()
        if tables:
            await self._database.write(partial(queries.set_due, tables=tables))

    async def enter(self, result: Result) -> bool:
        """Puts a result into the table of its day; False if that table has been entered, or the name is taken."""
        self._check_open()
        return await self._database.write(partial(queries.enter, result=result))

    async def results(self, day: str | None = None, limit: int | None = 100) -> list[Result]:
        """The table of a day, or of all days: the most points first, then who was first."""
        return await self._read(partial(queries.results, day=day, limit=limit))

    async def rate(self, table: str, newcomers: Sequence[PersonRating], reckon: Reckon) -> bool:
        """Lets a table count for the ratings of its people, once; whether it does so now."""
        self._check_open()
        return await self._database.write(
            partial(ratings.rate, table=table, newcomers=newcomers, reckon=reckon)
        )

    async def ratings(self, game: str, identities: Sequence[str] | None = None) -> list[PersonRating]:
        """How well people play: those that are asked for, or the best hundred."""
        return await self._read(partial(ratings.ratings, game=game, identities=identities))

    async def forget_ratings(self, identity: str) -> int:
        """Removes what is known of somebody; of how many games."""
        self._check_open()
        return await self._database.write(partial(ratings.forget, identity=identity))

    async def key(self, name: str, make: Callable[[], str]) -> str:
        """A key that was made once, and is the same for all servers and for good."""
        kept = await self._read(partial(calling.kept_key, name=name))
        if kept is not None:
            return kept
        return await self._database.write(partial(calling.key, name=name, fresh=make()))

    async def subscribe(self, one: Subscription) -> bool:
        """Where somebody can be called back to a table; False if that has gone."""
        self._check_open()
        return await self._database.write(partial(calling.subscribe, one=one))

    async def unsubscribe(self, token: str | None = None, endpoint: str | None = None) -> None:
        """Nobody is called there any more: of a token, of a browser, or of a browser for a token."""
        self._check_open()
        if token is not None or endpoint is not None:
            await self._database.write(partial(calling.unsubscribe, token=token, endpoint=endpoint))

    async def subscriptions(self, tokens: Collection[str]) -> list[Subscription]:
        """Where the holders of these (hashed) tokens can be called."""
        return await self._read(partial(calling.subscriptions, tokens=tokens)) if tokens else []

    async def claim_call(self, one: Subscription, told: str) -> bool:
        """May somebody be called there for this? Only once, whichever server asks."""
        self._check_open()
        return await self._database.write(partial(calling.claim_call, one=one, told=told))

    async def sweep(self, before: int) -> int:
        """Deletes the tables that still wait and haven't changed since `before`; says how many."""
        self._check_open()
        return await self._database.write(partial(queries.sweep, before=before))

    async def rewrite(self, table: str, change: Change) -> bool:
        """Puts other events in the places of those of a table, or removes it if there are none; whether it was there.
        Whoever has the table in memory doesn't hear of it."""
        self._check_open()
        return await self._database.write(partial(forgetting.rewrite, table=table, change=change))

    async def prune(self, before: int) -> int:
        """Removes all tables to which nothing has happened since, a few at a time; how many."""
        self._check_open()
        removed = 0
        while some := await self._database.write(partial(forgetting.prune, before=before, most=MOST_AT_ONCE)):
            removed += some
        return removed

    async def beat(self, now: int, longest: int | None = None, process: int | None = None) -> None:
        """Remembers that a server is alive, and which process of several. The newest beat of all servers counts. If the
        one before is longer ago than that, it is remembered, too, that nobody was there."""
        self._check_open()
        await self._database.write(partial(queries.beat, now=now, longest=longest, process=process))

    async def alive(self, since: int) -> set[int]:
        """The processes that have been alive since some moment."""
        return await self._read(partial(queries.alive, since=since))

    async def silences(self, after: int = -1) -> list[Silence]:
        """The times in which nobody was there, of those that began later."""
        return await self._read(partial(queries.silences, after=after))

    async def time(self) -> int:
        """What time it is, for all who have opened the same database; in milliseconds since 1970."""
        return await self._read(queries.now)

    @property
    def mark(self) -> str:
        """The same for all who have opened the same file, and for nobody else; empty if it is no file."""
        return self._database.mark

    async def last_beat(self) -> int | None:
        return await self._read(queries.last_beat)

    async def close(self) -> None:
        """Finishes what is in flight; every later call raises StoreUnavailable."""
        if self._closed:
            return
        self._closed = True
        if self._writer is not None:
            await self._writer
        await self._database.close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreUnavailable("The store is closed.")

    async def _read(self, work: Callable[[Connection], T]) -> T:
        self._check_open()
        return await self._database.read(work)

    async def _write(self) -> None:
        """Writes groups until nobody waits. What comes in during one transaction forms the next group."""
        while group := self._next_group():
            if 1 < len(group) < ENOUGH:  # many are playing: a moment later there are more
                await asyncio.sleep(GATHERING)
                group += self._next_group()
            # Whatever goes wrong belongs to the callers; the writer goes on.
            [result] = await asyncio.gather(self._write_group(group), return_exceptions=True)
            for waiting, outcome in zip(group, outcomes_of(result, len(group)), strict=True):
                if waiting.written.done():
                    continue  # the caller has gone
                if outcome is None:
                    waiting.written.set_result(None)
                else:
                    waiting.written.set_exception(outcome)

    def _next_group(self) -> list[Waiting]:
        group: list[Waiting] = []
        size = 0
        while self._waiting and size < LARGEST_GROUP:
            waiting = self._waiting.popleft()
            if not waiting.written.done():
                group.append(waiting)
                size += len(waiting.call)
        return group

    async def _write_group(self, group: Sequence[Waiting]) -> list[Conflict | None]:
        work = partial(write_group, calls=[waiting.call for waiting in group])
        for _ in range(ATTEMPTS):
            try:
                return await self._database.write(work)
            except IntegrityError:
                continue  # reads the revisions again, and finds the table of the other server
        raise StoreUnavailable("Other servers keep creating the same tables.")


def outcomes_of(result: list[Conflict | None] | BaseException, count: int) -> Sequence[BaseException | None]:
    if isinstance(result, StoreUnavailable):
        return [StoreUnavailable(*result.args) for _ in range(count)]  # each caller raises its own
    return [result] * count if isinstance(result, BaseException) else result


async def open_store(address: str | None = None) -> Store:
    """Opens the database and brings it to the newest schema.

    The address is a file in a folder that is there, `sqlite:///file` or `postgresql://user:password@host/name`; None is
    a file in the user's data folder. Raises ValueError for any other address, StoreUnavailable when the database can't
    be opened.
    """
    if address is None:
        return Store(await open_sqlite(default_file()))
    if "://" not in address:
        return Store(await open_sqlite(Path(address)))
    scheme, rest = address.split("://", 1)
    if scheme == "sqlite" and rest.startswith("/") and rest != "/":
        return Store(await open_sqlite(Path(rest[1:])))
    if scheme in ("postgresql", "postgres"):
        return Store(await open_postgres_if_installed(address))
    raise ValueError(f"{scheme}://… is no database address: give a file, sqlite:///file or postgresql://…")


def default_file() -> Path:
    """In the user's data folder, which is made if need be. The folder of any other file must be there: a slip in its
    name would otherwise begin an empty database somewhere."""
    folder = user_data_path("rowlock", appauthor=False)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnavailable(f"The folder {folder} can't be made: {error.strerror}.") from error
    return folder / "rowlock.db"


async def open_postgres_if_installed(address: str) -> Database:
    try:
        from rowlock.store.postgres import open_postgres
    except ModuleNotFoundError as error:
        raise StoreUnavailable(
            "PostgreSQL needs one more package: pip install 'rowlock[postgres]'."
        ) from error
    return await open_postgres(address)
