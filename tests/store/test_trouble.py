"""A database that fails while the store is open: a clear error, nothing acknowledged, and it comes back by itself."""

import asyncio
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from rowlock.store import Conflict, StoreUnavailable, sqlite
from tests.store.steps import append, fails, opened, refuse_to_write, works

ROOT = Path(__file__).parents[2]


def test_a_read_only_connection(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(str(tmp_path / "a.db")) as store:
            await works(store, 0)
            refuse_to_write(store._database, True)
            await fails(store, "a.db can't be written")
            assert await store.events("t") == ["0"]
            refuse_to_write(store._database, False)
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
                assert "a.db can't be used: Permission denied" in str(error), error
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
