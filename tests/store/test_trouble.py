"""A database that fails while the store is open: a clear error, nothing acknowledged, and it comes back by itself."""

import asyncio
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest
from sqlalchemy import Connection

from rowlock.store import Conflict, Store, StoreUnavailable, sqlite
from tests.postgres import Postgres, execute
from tests.store.steps import append, opened

ROOT = Path(__file__).parents[2]


async def fails(store: Store, match: str) -> None:
    """All callers of a group hear the same sentence, and nothing of theirs is there."""
    results = await asyncio.gather(
        *(store.append(append(f"x{n}", 0)) for n in range(3)), return_exceptions=True
    )
    for result in results:
        assert isinstance(result, StoreUnavailable)
        assert match in str(result)
        assert "\n" not in str(result)


async def works(store: Store, revision: int) -> None:
    await store.append(append("t", revision, str(revision)))
    assert await store.events("t") == [str(n) for n in range(revision + 1)]
    assert await store.revision("x0") == 0


def test_a_read_only_connection(tmp_path: Path) -> None:
    """As root, permissions mean nothing, so SQLite itself is told to refuse."""

    def refuse(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only = ON")

    def allow(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only = OFF")

    async def play() -> None:
        async with opened(str(tmp_path / "a.db")) as store:
            await works(store, 0)
            await store._database.write(refuse)
            await fails(store, "a.db can't be written")
            assert await store.events("t") == ["0"]
            await store._database.read(allow)  # which doesn't begin with the lock for writing
            await works(store, 1)

    asyncio.run(play())


def test_a_file_without_permission(tmp_path: Path) -> None:
    """In a process of its own, which gives up being root."""
    run_alone(
        f"""
        path = {str(tmp_path / "a.db")!r}
        async def play():
            async with opened(path) as store:
                await store.append(append("t", 0))
            os.chmod(path, 0o444)
            if os.geteuid() == 0:
                os.seteuid(65534)
            try:
                await open_store(path)
            except StoreUnavailable as error:
                assert "a.db can't be used: [Errno 13] Permission denied" in str(error), error
                print("refused")
        asyncio.run(play())
        """,
        said="refused",
    )


FILL = """
        async def play():
            async with opened(folder + "/a.db") as store:
                await store.append(append("t", 0, "0"))
                filled()
                revision = 1
                try:
                    while True:
                        await store.append(append("t", revision, str(revision) * 2000))
                        revision += 1
                except StoreUnavailable as error:
                    print(error)
                for _ in range(3):
                    try:
                        await store.append(append("u", 0, "u" * 5000))
                    except StoreUnavailable as error:
                        assert "a.db" in str(error)
                    else:
                        raise AssertionError("written to a full disk")
                assert len(await store.events("t")) == await store.revision("t") == revision
                freed()
                await store.append(append("t", revision, "u" * 5000), append("u", 0))
            async with opened(folder + "/a.db") as store:
                assert await store.revision("t") == revision + 1
        asyncio.run(play())
"""


def test_a_limit_on_the_size_of_files(tmp_path: Path) -> None:
    run_alone(
        f"""
        folder = {str(tmp_path)!r}
        def filled():
            resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
        def freed():
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        """
        + FILL,
        said="a.db can't be read or written: disk I/O error.",
    )


def test_a_full_disk(tmp_path: Path) -> None:
    """A file system of one megabyte, in a mount namespace of its own, so that nobody else sees it."""
    private = ["unshare", "--map-root-user", "--mount"]
    if (
        subprocess.run([*private, "mount", "-t", "tmpfs", "none", tmp_path], capture_output=True).returncode
        != 0
    ):
        pytest.skip("this system lets us mount nothing; the test with the limit on files stands in")
    run_alone(
        f"""
        folder = {str(tmp_path)!r}
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", folder], check=True)
        def filled():
            pathlib.Path(folder, "filler").write_bytes(bytes(500_000))
        def freed():
            pathlib.Path(folder, "filler").unlink()
        """
        + FILL,
        said="a.db has no room left on its disk: database or disk is full.",
        within=private,
    )


def run_alone(program: str, said: str, within: list[str] | None = None) -> None:
    imports = """
        import asyncio, os, pathlib, resource, subprocess
        from rowlock.store import StoreUnavailable, open_store
        from tests.store.steps import append, opened
        """
    source = textwrap.dedent(imports) + textwrap.dedent(program)
    result = subprocess.run(
        [*(within or []), sys.executable, "-W", "error", "-c", source],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    assert said in result.stdout


def test_another_program_holds_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.3)

    async def play() -> None:
        async with opened(str(tmp_path / "a.db")) as store:
            await works(store, 0)
            other = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            await fails(store, "a.db is held by another program")
            assert await store.events("t") == ["0"]
            waits = asyncio.create_task(works(store, 1))
            await asyncio.sleep(0.1)
            other.execute("ROLLBACK")
            other.close()
            await waits

    asyncio.run(play())


def test_the_file_goes_and_comes_back(tmp_path: Path) -> None:
    async def play() -> None:
        path, aside = tmp_path / "a.db", tmp_path / "aside.db"
        async with opened(str(path)) as store:
            await works(store, 0)
            path.rename(aside)
            await fails(store, "a.db can't be opened")
            with pytest.raises(StoreUnavailable, match=r"a\.db can't be opened"):
                await store.events("t")
            assert not path.exists()
            aside.rename(path)
            await works(store, 1)

    asyncio.run(play())


def test_postgres_goes_and_comes_back(postgres: Postgres) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await works(store, 0)
            await asyncio.to_thread(postgres.stop)
            for _ in range(3):
                await fails(store, "The PostgreSQL database doesn't do its work")
                for call in (store.events("t"), store.tables(), store.sweep(0), store.beat(0)):
                    with pytest.raises(StoreUnavailable, match="The PostgreSQL database doesn't do its work"):
                        await call
            await asyncio.to_thread(postgres.start)
            await works(store, 1)

    address = postgres.new_database()
    try:
        asyncio.run(play())
    finally:
        postgres.start()


def test_a_closed_connection_is_opened_again(postgres: Postgres) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await works(store, 0)
            await execute(address, HANG_UP)
            await asyncio.sleep(0.1)
            await works(store, 1)

    address = postgres.new_database()
    asyncio.run(play())


HANG_UP = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = 'rowlock' AND datname = current_database()"
)


@asynccontextmanager
async def locked_tables(address: str) -> AsyncIterator[None]:
    """Another server has locked the tables and doesn't go on."""
    connection = await asyncpg.connect(address)
    try:
        await connection.execute("BEGIN")
        await connection.execute("SELECT * FROM tables FOR UPDATE")
        yield
    finally:
        await connection.close()


def test_the_connection_is_lost_in_the_middle(postgres: Postgres) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await works(store, 0)
            async with locked_tables(address):
                calls = [store.append(append("t", 1, "lost")), store.append(append("x0", 0))]
                waiting = asyncio.gather(*calls, return_exceptions=True)
                await asyncio.sleep(0.2)
                assert not waiting.done()
                await execute(address, HANG_UP)
                for result in await waiting:
                    assert isinstance(result, StoreUnavailable)
                    assert "The PostgreSQL database doesn't do its work" in str(result)
            await works(store, 1)

    address = postgres.new_database()
    asyncio.run(play())


def test_another_server_holds_a_table_too_long(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.store.postgres.COMMAND_SECONDS", 0.3)

    async def play() -> None:
        async with opened(address) as store:
            await works(store, 0)
            async with locked_tables(address):
                with pytest.raises(
                    StoreUnavailable, match="The PostgreSQL database doesn't do its work: TimeoutError"
                ):
                    await store.append(append("t", 1, "late"))
            await works(store, 1)

    address = postgres.new_database()
    asyncio.run(play())


def test_two_servers_create_the_same_tables(address: str) -> None:
    async def play() -> None:
        async with opened(address) as one, opened(address) as two:
            for n in range(20):
                names = [f"t{n}-{m}" for m in range(10)]
                results = await asyncio.gather(
                    *(one.append(append(name, 0, "one")) for name in names),
                    *(two.append(append(name, 0, "two")) for name in reversed(names)),
                    return_exceptions=True,
                )
                for result in results:
                    assert result is None or isinstance(result, Conflict), result
                assert results.count(None) == len(names)
                assert [len(await one.events(name)) for name in names] == [1] * len(names)

    asyncio.run(play())


def test_a_table_is_swept_or_goes_on_but_never_both(address: str) -> None:
    async def play() -> None:
        async with opened(address) as one, opened(address) as two:
            for n in range(40):
                await one.append(append(f"t{n}", 0, "1", status="waiting", at=0))
                late = asyncio.create_task(one.append(append(f"t{n}", 1, "2", status="playing", at=9)))
                await asyncio.sleep(0.0002 * (n % 10))
                swept = await two.sweep(5)
                [result] = await asyncio.gather(late, return_exceptions=True)
                if swept:
                    assert isinstance(result, Conflict)
                    assert result.revision == 0
                    assert await one.events(f"t{n}") == []
                else:
                    assert result is None
                    assert await one.events(f"t{n}") == ["1", "2"]

    asyncio.run(play())
