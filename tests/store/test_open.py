"""Addresses, new files, migrations."""

import asyncio
import sqlite3
import stat
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from rowlock.store import StoreUnavailable, open_store, schema
from tests.postgres import Postgres
from tests.store.steps import append, opened


def write_a_table(address: str | None) -> None:
    async def write() -> None:
        async with opened(address) as store:
            await store.append(append("t", 0))

    asyncio.run(write())


def tables_in(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    try:
        return [row[0] for row in connection.execute("SELECT id FROM tables")]
    finally:
        connection.close()


def test_without_an_address_it_is_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    write_a_table(None)
    assert tables_in(tmp_path / "rowlock" / "rowlock.db") == ["t"]
    assert stat.S_IMODE((tmp_path / "rowlock").stat().st_mode) == 0o700


@pytest.mark.parametrize(
    "address, file",
    [("{}/a.db", "a.db"), ("sqlite:///{}/a.db", "a.db"), ("sqlite:///b #?%41.db", "b #?%41.db")],
)
def test_a_new_file_is_for_its_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, file: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write_a_table(address.format(tmp_path))
    path = tmp_path / file
    assert tables_in(path) == ["t"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_folder_that_is_not_there_is_a_slip(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"gaems/a.db can't be used: No such file or directory\.$"):
        write_a_table(f"{tmp_path}/gaems/a.db")
    with pytest.raises(StoreUnavailable, match=r"can't be used: Is a directory\.$"):
        write_a_table(str(tmp_path))
    assert not list(tmp_path.iterdir())


def test_the_log_beside_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    async def look() -> None:
        async with opened(f"{tmp_path}/a.db") as store:
            await store.append(append("t", 0))
            assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {
                "a.db": 0o600,
                "a.db-wal": 0o600,
                "a.db-shm": 0o600,
            }

    asyncio.run(look())


@pytest.mark.parametrize(
    "address", ["mysql://host/name", "sqlite://", "sqlite:///", "sqlite://relative.db", "http://x"]
)
def test_another_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="is no database address"):
        asyncio.run(open_store(address))


def test_without_asyncpg_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rowlock.store.postgres", None)
    with pytest.raises(StoreUnavailable, match=r"pip install 'rowlock\[postgres\]'"):
        asyncio.run(open_store("postgresql://localhost/none"))


def test_commits_are_synchronous(address: str) -> None:
    def settings(connection: Connection) -> list[object]:
        if connection.dialect.name == "sqlite":
            return [
                connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "synchronous")
            ]
        return [connection.exec_driver_sql("SHOW synchronous_commit").scalar()]

    async def ask() -> None:
        async with opened(address) as store:
            assert await store._database.write(settings) in (["wal", 2], ["on"])  # 2 is FULL

    asyncio.run(ask())


def test_the_migrations_make_the_schema(address: str) -> None:
    def difference(connection: Connection) -> object:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, schema.metadata)

    async def compare() -> None:
        async with opened(address) as store:
            assert await store._database.write(difference) == []

    asyncio.run(compare())


def test_a_newer_database_is_left_alone(address: str) -> None:
    async def meet() -> None:
        async with opened(address) as store:
            await store._database.write(
                lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'"))
            )
        with pytest.raises(StoreUnavailable, match="made by a newer Rowlock"):
            await open_store(address)

    asyncio.run(meet())


def test_many_stores_may_open_a_new_database_at_once(address: str) -> None:
    async def rush() -> None:
        stores = await asyncio.gather(*(open_store(address) for _ in range(8)))
        results = await asyncio.gather(
            *(store.append(append("t", 0, str(n))) for n, store in enumerate(stores)), return_exceptions=True
        )
        assert results.count(None) == 1  # and the others met a conflict
        assert await stores[0].events("t") == [str(results.index(None))]
        for store in stores:
            await store.close()

    asyncio.run(rush())


def test_a_new_file_that_another_program_is_writing_to(tmp_path: Path) -> None:
    async def wait() -> None:
        other = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        opening = asyncio.create_task(open_store(str(tmp_path / "a.db")))
        await asyncio.sleep(0.2)
        assert not opening.done()
        other.execute("ROLLBACK")
        other.close()
        store = await opening
        await store.append(append("t", 0))
        await store.close()

    asyncio.run(wait())


def test_a_database_that_does_not_answer(postgres: Postgres) -> None:
    with pytest.raises(StoreUnavailable, match=r"database doesn't do its work: .*nowhere"):
        asyncio.run(open_store(postgres.address("nowhere")))
    with pytest.raises(StoreUnavailable, match="database doesn't do its work"):
        asyncio.run(open_store("postgresql://127.0.0.1:1/none"))


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear Ada, " * 100)
    with pytest.raises(StoreUnavailable, match=r"letter\.db is no database"):
        asyncio.run(open_store(str(path)))
    assert path.read_text() == "Dear Ada, " * 100
    with pytest.raises(StoreUnavailable, match="can't be used"):
        asyncio.run(open_store(str(tmp_path)))
