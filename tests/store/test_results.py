"""The table of each day."""

import asyncio
import sqlite3
from pathlib import Path

from rowlock.store import Result
from tests.store.steps import append, opened


def test_results_come_back_best_first(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await store.append(*(append(name, 0) for name in "abcd"))
            assert await store.results("2026-11-18") == []
            ada = Result("a", "2026-11-18", "Ада 🎲", 92, 5)
            boris = Result("b", "2026-11-18", "Boris", 104, 6)
            cleo = Result("c", "2026-11-18", "Cleo", 92, 4)
            other = Result("d", "2026-11-19", "Boris", -20, 7)
            for result in (ada, boris, cleo, other):
                assert await store.enter(result)
            assert await store.results("2026-11-18") == [boris, cleo, ada]
            assert await store.results("2026-11-18", limit=1) == [boris]
            assert await store.results() == [boris, cleo, ada, other]
        async with opened(address) as store:  # and after a restart
            assert await store.results("2026-11-19") == [other]

    asyncio.run(play())


def test_each_table_and_each_name_once(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await store.append(append("a", 0), append("b", 0))
            first = Result("a", "2026-11-18", "Ada", 92, 5)
            assert await store.enter(first)
            assert not await store.enter(Result("a", "2026-11-18", "Boris", 93, 6))
            assert not await store.enter(Result("b", "2026-11-18", "Ada", 94, 7))
            assert await store.results() == [first]
            assert await store.enter(Result("b", "2026-11-18", "ada", 94, 7))

    asyncio.run(play())


FIRST_SCHEMA = """
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO alembic_version VALUES ('0001');
CREATE TABLE tables (id TEXT NOT NULL PRIMARY KEY, revision BIGINT NOT NULL, game TEXT NOT NULL, status TEXT NOT NULL,
    public BOOLEAN NOT NULL, waiting_for TEXT NOT NULL, created_at BIGINT NOT NULL, changed_at BIGINT NOT NULL);
CREATE INDEX tables_by_status ON tables (status, changed_at);
CREATE INDEX tables_by_waiting_for ON tables (waiting_for);
CREATE TABLE events ("table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, revision BIGINT NOT NULL,
    event TEXT NOT NULL, PRIMARY KEY ("table", revision)) WITHOUT ROWID;
CREATE TABLE beats (id BIGINT NOT NULL PRIMARY KEY, at BIGINT NOT NULL);
INSERT INTO tables VALUES ('a', 1, 'quixo', 'playing', 1, 'server', 5, 6), ('b', 1, 'quixo', 'over', 0, '', 7, 8);
INSERT INTO events VALUES ('a', 1, '1'), ('b', 1, '2');
"""


def test_an_older_database_gets_what_is_new(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    connection = sqlite3.connect(file)
    connection.executescript(FIRST_SCHEMA)
    connection.close()

    async def after() -> None:
        async with opened(str(file)) as store:
            assert await store.events("a") == ["1"]
            assert [(row.id, row.due_at) for row in await store.tables()] == [("b", None), ("a", 0)]
            assert await store.enter(Result("a", "2026-11-18", "Ada", 92, 5))

    asyncio.run(after())
