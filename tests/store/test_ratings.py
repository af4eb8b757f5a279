"""Ratings: each table counts once, whoever asks and how often."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from rowlock.store import PersonRating
from tests.store.steps import append, opened


def person(identity: str) -> PersonRating:
    return PersonRating("quixo", identity, identity.upper(), 25.0, 8.0, 0, 1)


def one_more(before: Mapping[str, PersonRating]) -> list[PersonRating]:
    return [replace(one, mean=one.mean + 1, games=one.games + 1) for one in before.values()]


def test_each_table_counts_once(address: str) -> None:
    async def play() -> None:
        async with opened(address) as store, opened(address) as other:
            await store.append(*(append(name, 0) for name in "xyz"))
            people = [person("b"), person("a")]
            asked = [one.rate(table, people, one_more) for table in "xyz" for one in (store, other, store)]
            assert sum(await asyncio.gather(*asked)) == 3
            found = await store.ratings("quixo")
            assert [(one.identity, one.mean, one.games) for one in found] == [("a", 28.0, 3), ("b", 28.0, 3)]
            assert await store.ratings("quixo", ["b"]) == found[1:]
            assert await store.ratings("qwixx") == []
            assert await store.forget_ratings("a") == 1
        async with opened(address) as store:  # and after a restart
            assert [one.identity for one in await store.ratings("quixo")] == ["b"]
            assert not await store.rate("x", people, one_more)

    asyncio.run(play())
