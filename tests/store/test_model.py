"""Random calls against the store and against a dict that does the same in a few lines."""

import asyncio
from dataclasses import dataclass, field

import hypothesis.strategies as st
from hypothesis import given, settings
from sqlalchemy import delete

from rowlock.store import Append, Conflict, Store, TableRow, open_store, schema
from tests.store.steps import append

TABLES = st.sampled_from("abc")


@dataclass
class Model:
    events: dict[str, list[str]] = field(default_factory=dict)
    rows: dict[str, TableRow] = field(default_factory=dict)

    def append(self, call: list[Append]) -> tuple[str, int] | None:
        """The conflict, or None and the call is done."""
        events = {table: list(lines) for table, lines in self.events.items()}
        rows = dict(self.rows)
        for one in call:
            lines = events.setdefault(one.table, [])
            if len(lines) != one.after:
                return one.table, len(self.events.get(one.table, []))
            lines += one.events
            created_at = rows[one.table].created_at if one.table in rows else one.at
            rows[one.table] = TableRow(
                one.table, len(lines), one.game, one.status, one.public, created_at, one.at, one.due_at
            )
        self.events, self.rows = events, rows
        return None

    def sweep(self, before: int) -> int:
        swept = [row.id for row in self.rows.values() if row.status == "waiting" and row.changed_at < before]
        for table in swept:
            del self.rows[table], self.events[table]
        return len(swept)


@st.composite
def appends(draw: st.DrawFn) -> Append:
    """An append whose `after` is still to be set: it says how far the writer is wrong, and mostly he isn't."""
    return append(
        draw(TABLES),
        draw(st.sampled_from([0, 0, 0, 0, 0, 0, 1, -1, 2])),
        *draw(
            st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0")), min_size=1, max_size=3)
        ),
        game=draw(st.sampled_from(["quixo", "qwixx"])),
        status=draw(st.sampled_from(["waiting", "playing"])),
        public=draw(st.booleans()),
        due_at=draw(st.sampled_from([None, 5])),
        at=draw(st.integers(0, 9)),
    )


CALLS = st.lists(st.lists(appends(), min_size=1, max_size=3), min_size=1, max_size=6)
"""Calls that are made at the same time."""
STEPS = st.lists(st.one_of(CALLS, CALLS, st.integers(0, 10)), max_size=8)
"""Calls, or the time before which to sweep."""


def aimed(call: list[Append], model: Model) -> list[Append]:
    """The call with revisions in place of errors, as its writer sees them when he has read the tables."""
    seen = {table: len(lines) for table, lines in model.events.items()}
    result = []
    for one in call:
        after = max(0, seen.get(one.table, 0) + one.after)
        seen[one.table] = after + len(one.events)
        result.append(
            Append(one.table, after, one.events, one.game, one.status, one.public, one.due_at, one.at)
        )
    return result


async def compare(store: Store, model: Model, steps: list[int | list[list[Append]]]) -> None:
    for step in steps:
        if isinstance(step, int):
            assert await store.sweep(step) == model.sweep(step)
        else:
            calls, expected = [], []
            for call in step:
                calls.append(aimed(call, model))
                expected.append(model.append(calls[-1]))
            results = await asyncio.gather(*(store.append(*call) for call in calls), return_exceptions=True)
            assert [told(result) for result in results] == expected
    await compare_all(store, model)


async def compare_all(store: Store, model: Model) -> None:
    for table in "abc":
        lines = model.events.get(table, [])
        assert await store.events(table) == lines
        assert await store.events(table, after=2) == lines[2:]
        assert await store.revision(table) == len(lines)
    newest_first = sorted(model.rows.values(), key=lambda row: (-row.changed_at, row.id))
    assert await store.tables() == newest_first
    for number, row in enumerate(newest_first):
        assert await store.tables(after=row, limit=1) == newest_first[number + 1 : number + 2]
    waiting = [row for row in newest_first if row.status == "waiting" and row.public]
    assert await store.tables(status="waiting", public=True) == waiting


def told(result: BaseException | None) -> tuple[str, int] | None:
    if isinstance(result, Conflict):
        return result.table, result.revision
    if result is not None:
        raise result
    return None


def test_the_store_does_what_a_dict_does(address: str) -> None:
    with asyncio.Runner() as runner:
        store = runner.run(open_store(address))

        @settings(max_examples=settings().max_examples // 10, deadline=None)
        @given(steps=STEPS)
        def check(steps: list[int | list[list[Append]]]) -> None:
            runner.run(store._database.write(lambda connection: connection.execute(delete(schema.tables))))
            runner.run(compare(store, Model(), steps))

        try:
            check()
        finally:
            runner.run(store.close())
