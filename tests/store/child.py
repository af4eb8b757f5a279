"""A process that writes to a store, to be run many times over and to be killed.

It says a line for each event when, and only when, the store has acknowledged it: the table and the event.
"""

import asyncio
import os
import random
from multiprocessing.connection import Connection

import rowlock.store.postgres  # noqa: F401 - imported once for all processes
from rowlock.store import Conflict, Store, StoreUnavailable, open_store
from tests.store.steps import append

RACED = ("r0", "r1", "r2")
"""The tables that all processes want to write to at the same time."""
TABLES = 20
"""How many tables one process plays at once."""


class Mouth:
    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe

    def say(self, *words: str) -> None:
        os.write(self._pipe.fileno(), (" ".join(words) + "\n").encode())  # at once: no buffer dies with us


async def race(store: Store, mouth: Mouth, name: str, count: int) -> None:
    """Several callers that compete with each other and with other processes until each has written `count` times."""

    async def run(caller: int) -> None:
        chance = random.Random(f"{name} {caller}")
        for n in range(count):
            events = [f"{name}-{caller}-{n}-{part}" for part in range(chance.randint(1, 3))]
            table = chance.choice(RACED)
            while True:
                try:
                    await store.append(append(table, await store.revision(table), *events))
                except Conflict:
                    continue
                break
            for event in events:
                mouth.say(table, event)

    await asyncio.gather(*(run(caller) for caller in range(3)))


async def go(store: Store, mouth: Mouth, name: str) -> None:
    """Plays at many tables at once, for ever; where the database fails, it reads the table again and goes on."""

    async def play(table: str) -> None:
        n = 0
        while True:
            try:
                revision = await store.revision(table)
                while True:
                    n += 1
                    event = f"{name}-{n}"
                    await store.append(append(table, revision, event))
                    mouth.say(table, event)
                    revision += 1
            except StoreUnavailable:
                mouth.say("unavailable", name)
                await asyncio.sleep(0.05)

    await asyncio.gather(*(play(f"t{number}") for number in range(TABLES)))


async def write(pipe: Connection, address: str, name: str, count: int | None) -> None:
    store = await open_store(address)
    try:
        if count is None:
            await go(store, Mouth(pipe), name)
        else:
            await race(store, Mouth(pipe), name, count)
    finally:
        await store.close()


def main(pipe: Connection, address: str, name: str, count: int | None) -> None:
    asyncio.run(write(pipe, address, name, count))
