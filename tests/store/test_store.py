import asyncio
import time

import pytest

from rowlock.store import Append, Conflict, Due, StoreUnavailable, TableRow
from tests.store.steps import append, opened


def test_events_come_back_in_order(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await store.append(append("t", 0, "1", "2"))
            await store.append(append("t", 2, "ё שלום 🎲"), append("u", 0, "x"))
            assert await store.events("t") == ["1", "2", "ё שלום 🎲"]
            assert await store.events("t", after=1) == ["2", "ё שלום 🎲"]
            assert await store.events("t", after=3) == []
            assert await store.revision("t") == 3
            assert await store.events("u") == ["x"]
        async with opened(address) as store:  # and after a restart
            assert await store.events("t", after=2) == ["ё שלום 🎲"]
            assert await store.revision("t") == 3

    asyncio.run(play())


def test_an_unknown_table_is_empty(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            assert await store.events("t") == []
            assert await store.revision("t") == 0
            assert await store.tables() == []
            assert await store.last_beat() is None
            await store.append()

    asyncio.run(play())


@pytest.mark.parametrize("after", [0, 1, 3, 99])
def test_a_wrong_revision_is_a_conflict_and_writes_nothing(address: str, after: int) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await store.append(append("t", 0, "1", "2"))
            with pytest.raises(Conflict, match="Table t is at revision 2") as conflict:
                await store.append(append("u", 0, "new"), append("t", after, "3", status="over"))
            assert (conflict.value.table, conflict.value.revision) == ("t", 2)
            assert await store.events("t") == ["1", "2"]
            assert await store.revision("u") == 0
            assert [row.status for row in await store.tables()] == ["playing"]

    asyncio.run(play())


def test_a_table_begins_at_revision_0(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            with pytest.raises(Conflict) as conflict:
                await store.append(append("t", 1))
            assert conflict.value.revision == 0
            assert await store.tables() == []

    asyncio.run(play())


def test_one_call_may_append_to_a_table_twice(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await store.append(append("t", 0, "1", "2", at=5), append("t", 2, "3", status="over", at=6))
            assert await store.events("t") == ["1", "2", "3"]
            assert await store.tables() == [TableRow("t", 3, "quixo", "over", True, 5, 6, None)]
            with pytest.raises(Conflict) as conflict:
                await store.append(append("t", 3, "4"), append("t", 3, "4"))
            assert conflict.value.revision == 3
            assert await store.revision("t") == 3

    asyncio.run(play())


def test_in_a_group_a_conflict_fails_alone(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            calls = [
                store.append(append("t", 0, "first")),
                store.append(append("t", 0, "late")),
                store.append(append("u", 7, "wrong")),
                store.append(append("t", 1, "second"), append("v", 0, "with it")),
                store.append(append("w", 0, "other")),
            ]
            results = await asyncio.gather(*calls, return_exceptions=True)
            assert [type(result) for result in results] == [
                type(None),
                Conflict,
                Conflict,
                type(None),
                type(None),
            ]
            assert await store.events("t") == ["first", "second"]
            assert await store.events("v") == ["with it"]
            assert await store.events("w") == ["other"]
            assert await store.events("u") == []

    asyncio.run(play())


def test_a_caller_who_leaves_does_not_disturb_the_others(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            calls = [asyncio.create_task(store.append(append(f"t{n}", 0))) for n in range(20)]
            await asyncio.sleep(0)
            for n, call in enumerate(calls):
                if n % 2 == 0:
                    call.cancel()
                if n == 10:
                    await asyncio.sleep(0)  # some leave before the group is formed, some after
            results = await asyncio.gather(*calls, return_exceptions=True)
            assert results[1::2] == [None] * 10
            assert all(isinstance(result, asyncio.CancelledError) for result in results[0::2])
            assert [await store.revision(f"t{n}") for n in range(1, 20, 2)] == [1] * 10

    asyncio.run(play())


def test_more_calls_than_one_group_holds(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await asyncio.gather(*(store.append(append(f"t{n}", 0, str(n))) for n in range(2_500)))
            assert len(await store.tables(limit=None)) == 2_500
            assert await store.events("t2499") == ["2499"]

    asyncio.run(play())


def test_tables_are_listed_newest_change_first(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await store.append(append("a", 0, status="waiting", at=10))
            await store.append(append("b", 0, public=False, at=20))
            await store.append(append("c", 0, game="qwixx", at=30))
            await store.append(append("a", 1, status="playing", at=40, due_at=50))
            a = TableRow("a", 2, "quixo", "playing", True, 10, 40, 50)
            b = TableRow("b", 1, "quixo", "playing", False, 20, 20, None)
            c = TableRow("c", 1, "qwixx", "playing", True, 30, 30, None)
            assert await store.tables() == [a, c, b]
            assert await store.tables(limit=2) == [a, c]
            assert await store.tables(status="waiting") == []
            assert await store.tables(public=False) == [b]
            assert await store.tables(status="playing", public=True) == [a, c]
            assert await store.tables(after=a) == [c, b]
            assert await store.tables(public=True, after=a, limit=1) == [c]
            assert await store.tables(after=b) == []

    asyncio.run(play())


def test_sweep_deletes_only_what_waits_and_is_old(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await store.append(append("old", 0, "1", "2", status="waiting", at=10))
            await store.append(append("new", 0, status="waiting", at=20))
            await store.append(append("played", 0, status="over", at=10))
            assert await store.sweep(20) == 1
            assert {row.id for row in await store.tables()} == {"new", "played"}
            assert await store.events("old") == []
            with pytest.raises(Conflict) as conflict:
                await store.append(append("old", 2))
            assert conflict.value.revision == 0
            await store.append(append("old", 0, "anew", status="waiting", at=30))
            assert await store.events("old") == ["anew"]
            assert await store.sweep(20) == 0

    asyncio.run(play())


def test_the_beat_never_goes_back(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store, opened(address) as other:
            await store.beat(1_700_000_000_000)
            await other.beat(1_700_000_000_500)
            await store.beat(1_700_000_000_200)
            assert await store.last_beat() == 1_700_000_000_500

    asyncio.run(play())


def test_a_silence_is_remembered_once(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store, opened(address) as other:
            await store.beat(1_000, longest=3_000)
            await store.beat(4_000, longest=3_000)
            assert await store.silences() == []
            await asyncio.gather(store.beat(9_000, longest=3_000), other.beat(9_001, longest=3_000))
            [silence] = await store.silences()
            assert silence.began == 4_000
            assert silence.ended in (9_000, 9_001)
            await other.beat(9_500, longest=0)
            assert len(await store.silences(after=4_000)) == 1

    asyncio.run(play())


def test_the_time_is_the_databases(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            before = time.time()
            told = await store.time() / 1000
            assert before - 0.01 <= told <= time.time() + 0.01

    asyncio.run(play())


def test_what_is_due_is_claimed_once(address: str) -> None:
    """By several servers at once: the first is due longest. It is due again later, unless it has changed."""

    async def play() -> None:
        async with opened(address) as store, opened(address) as other:
            await store.append(
                *(append(f"t{n:02}", 0, due_at=100 + n) for n in range(20)), append("never", 0)
            )
            assert await store.claim(99, 1_000, 100) == []
            assert set(await store.claim(109, 1_000, 5)) == {f"t{n:02}" for n in range(5)}
            claims = await asyncio.gather(*(each.claim(109, 1_000, 100) for each in (store, other)))
            assert sorted(claims[0] + claims[1]) == [f"t{n:02}" for n in range(5, 10)]
            await store.append(append("t00", 1))  # nothing to wait for any more
            await store.set_due([Due("t01", 7, 0), Due("t02", 1, 5_000), Due("t03", 1, None)])
            again = await other.claim(4_999, 9_000, 100)
            assert sorted(again) == ["t01", *(f"t{n:02}" for n in range(4, 20))]

    asyncio.run(play())


@pytest.mark.parametrize(
    "bad, complaint",
    [
        (Append("t", 0, (), "quixo", "playing", True, None, 0), "no events"),
        (append("t", 0, "\ud800"), "surrogates"),
        (append("t", 0, "a\0b"), "null character"),
        (append("t", 0, at=2**63), "out of range"),
        (append("t", -5), "out of range"),
        (append("t", 0, due_at=2**63), "out of range"),
    ],
)
def test_what_no_database_holds_is_refused_alone(address: str, bad: Append, complaint: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            results = await asyncio.gather(
                store.append(append("u", 0)),
                store.append(bad),
                store.append(append("v", 0)),
                return_exceptions=True,
            )
            assert results[0] is None
            assert results[2] is None
            assert isinstance(results[1], ValueError)
            assert complaint in str(results[1])
            assert await store.revision("t") == 0

    asyncio.run(play())


def test_close_finishes_what_is_in_flight(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            calls = [asyncio.create_task(store.append(append(f"t{n}", 0))) for n in range(1_500)]
            await asyncio.sleep(0)
            await store.close()
            await asyncio.gather(*calls)
        async with opened(address) as store:
            assert len(await store.tables(limit=None)) == 1_500

    asyncio.run(play())


def test_after_close_every_call_says_so(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await store.close()
            for call in (
                store.append(append("t", 0)),
                store.events("t"),
                store.revision("t"),
                store.tables(),
                store.sweep(0),
                store.beat(0),
                store.last_beat(),
                store.claim(0, 0, 1),
                store.set_due([Due("t", 1, 0)]),
                store.silences(),
                store.time(),
            ):
                with pytest.raises(StoreUnavailable, match="The store is closed"):
                    await call

    asyncio.run(play())


def test_events_of_several_tables_behind_their_revisions(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowlock.store.store.MOST_AT_ONCE", 2)

    async def play() -> None:
        async with opened(address) as store:
            await store.append(append("a", 0, "1", "2", "3"), append("b", 0, "4"), append("c", 0, "5", "6"))
            assert await store.events_behind({"a": 1, "b": 1, "c": 0, "d": 0}) == {
                "a": ["2", "3"],
                "c": ["5", "6"],
            }
            assert await store.events_behind({}) == {}

    asyncio.run(play())
