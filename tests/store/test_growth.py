"""Every question that is asked of a table that grows is answered through an index, and never by looking at all rows."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, event

from rowlock.store import Due, Store, TableRow
from rowlock.store.group import driver
from tests.store.steps import append, opened

LAST = TableRow("t", 1, "quixo", "playing", True, 0, 500, None)
QUESTIONS: dict[str, Callable[[Store], Any]] = {
    "lobby": lambda store: store.tables(status="waiting", public=True, limit=50),
    "next page of the lobby": lambda store: store.tables(status="playing", public=True, limit=50, after=LAST),
    "what is due": lambda store: store.claim(10**15, 10**15, 10),
    "due anew": lambda store: store.set_due([Due("t1", 1, None)]),
    "sweep": lambda store: store.sweep(100),
    "prune": lambda store: store.prune(100),
    "events": lambda store: store.events("t1"),
    "events of many": lambda store: store.events_behind({"t1": 0, "t2": 0}),
    "revision": lambda store: store.revision("t1"),
    "day": lambda store: store.results("2026-01-01", 50),
    "beat": lambda store: store.beat(5),
}
WHOLE = re.compile(r"Seq Scan on (tables|events|results)|SCAN (tables|events|results)(?!.* USING )")
"""How both databases say that they read all of what grows."""


@pytest.mark.parametrize("asked", QUESTIONS)
def test_every_question_has_its_index(address: str, asked: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            finished = [append(f"f{n}", 0, status="over", at=n, public=n % 10 == 0) for n in range(2_000)]
            await store.append(*finished, *(append(f"t{n}", 0, at=n, due_at=n) for n in range(20)))
            await store._database.write(analyse)
            with said_to(store) as statements:
                await QUESTIONS[asked](store)
            plans = await store._database.read(lambda connection: plans_of(connection, statements))
        assert plans
        for statement, plan in plans.items():
            assert not [line for line in plan if WHOLE.search(line)], (statement, plan)

    asyncio.run(play())


def analyse(connection: Connection) -> None:
    connection.exec_driver_sql("ANALYZE")


@contextmanager
def said_to(store: Store) -> Iterator[list[tuple[str, Any]]]:
    """Every statement that the database is given."""
    said: list[tuple[str, Any]] = []
    engine = store._database._engine  # type: ignore[attr-defined]

    def hear(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        said.append((statement, parameters[0] if many else parameters))

    engine = getattr(engine, "sync_engine", engine)
    event.listen(engine, "before_cursor_execute", hear)
    try:
        yield said
    finally:
        event.remove(engine, "before_cursor_execute", hear)


def plans_of(connection: Connection, said: list[tuple[str, Any]]) -> dict[str, list[str]]:
    plans: dict[str, list[str]] = {}
    for statement, parameters in said:
        if not statement.startswith(("SELECT", "UPDATE", "DELETE", "WITH")) or "alembic" in statement:
            continue
        if connection.dialect.name == "sqlite":
            rows = driver(connection).execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
            plans[statement] = [str(row[3]) for row in rows]
        else:
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")  # what is small would be read whole
            found = connection.exec_driver_sql(f"EXPLAIN {statement}", parameters)
            plans[statement] = [str(row[0]) for row in found]
    return plans
