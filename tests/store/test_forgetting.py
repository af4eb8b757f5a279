"""Taking things out of the database, on SQLite and PostgreSQL."""

import asyncio

from rowlock.store import Append, Result, open_store

OLD, NEW = 1_000, 2_000


def append(table: str, status: str, at: int, *events: str) -> Append:
    return Append(table, 0, events or ("{}",), "quixo", status, False, None, at)


def test_prune_takes_what_is_old_with_all_that_belongs_to_it(address: str) -> None:
    async def run() -> None:
        store = await open_store(address)
        await store.append(*(append(f"old{n}", "over", OLD) for n in range(2_100)))  # more than at once
        await store.append(append("playing", "playing", OLD), append("waiting", "waiting", OLD))
        await store.append(append("new", "over", NEW))
        await store.enter(Result("old1", "2026-11-01", "Ada", 70, OLD))
        await store.enter(Result("new", "2026-11-01", "Boris", 60, NEW))
        assert await store.prune(NEW) == 2_102
        assert [row.id for row in await store.tables(limit=None)] == ["new"]
        assert await store.events("old1") == []
        assert [result.name for result in await store.results()] == ["Boris"]
        assert await store.prune(NEW) == 0
        await store.close()

    asyncio.run(run())


def test_rewrite_changes_events_in_their_places(address: str) -> None:
    async def run() -> None:
        store = await open_store(address)
        await store.append(append("a", "over", NEW, '"x"', '"y"', '"x"'), append("b", "over", NEW, '"x"'))
        assert await store.rewrite("a", lambda texts: [text.replace("x", "z") for text in texts])
        assert await store.events("a") == ['"z"', '"y"', '"z"']
        assert await store.events("b") == ['"x"']
        assert await store.revision("a") == 3
        assert await store.rewrite("a", lambda _: [])
        assert await store.revision("a") == 0
        assert not await store.rewrite("a", lambda texts: texts)
        await store.close()

    asyncio.run(run())
