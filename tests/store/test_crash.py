"""Processes that compete, processes that are killed, a database that is killed: what was acknowledged is there once."""

import asyncio
import multiprocessing
import random
import signal
import threading
import time
from collections import defaultdict

import pytest

from tests.postgres import Postgres
from tests.store.child import RACED, TABLES, main
from tests.store.steps import opened

KILLS = 6


PROCESSES = multiprocessing.get_context("forkserver")  # imports once what takes each new process a second
PROCESSES.set_forkserver_preload(["tests.store.child"])


class Child:
    """A process that writes, and what it says."""

    def __init__(self, address: str, name: str, count: int | None = None) -> None:
        self._ear, mouth = PROCESSES.Pipe(duplex=False)
        self.process = PROCESSES.Process(target=main, args=(mouth, address, name, count))
        self.process.start()
        mouth.close()
        self.lines: list[str] = []
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()

    def _listen(self) -> None:
        with self._ear, open(self._ear.fileno(), "rb", closefd=False) as ear:
            for line in ear:
                if not line.endswith(b"\n"):
                    break  # killed in the middle of a word
                self.lines.append(line.decode().rstrip("\n"))

    def end(self, *, kill: bool = False) -> list[str]:
        """Waits for the end, or brings it about; what the child has acknowledged."""
        if kill:
            self.process.kill()
        self.process.join(60)
        self._listener.join()
        return self.acknowledged()

    def wait_for_more(self, seconds: float = 30) -> None:
        """Until the child has acknowledged something that it hadn't when we asked."""
        said = len(self.acknowledged())
        give_up = time.monotonic() + seconds
        while len(self.acknowledged()) == said:
            assert self.process.is_alive(), "the child has ended"
            assert time.monotonic() < give_up, "the child acknowledges nothing"
            time.sleep(0.005)

    def acknowledged(self) -> list[str]:
        return [line for line in self.lines.copy() if not line.startswith("unavailable")]


def check_exactly_once(address: str, lines: list[str]) -> int:
    """Everything acknowledged is in its table once and in order, and no table has a hole. How many events there are."""
    acknowledged = defaultdict(list)
    for line in lines:
        table, event = line.split(" ", 1)
        acknowledged[table].append(event)

    async def check() -> int:
        total = 0
        async with opened(address) as store:
            for table, said in acknowledged.items():
                events = await store.events(table)
                total += len(events)
                assert len(events) == len(set(events)) == await store.revision(table)
                places = {event: place for place, event in enumerate(events)}
                assert set(said) <= set(places)
                if table not in RACED:  # there, several callers speak at once
                    assert sorted(said, key=places.__getitem__) == said
        return total

    return asyncio.run(check())


def test_processes_that_compete_lose_and_double_nothing(address: str) -> None:
    # They also create the database at the same time.
    children = [Child(address, f"p{number}", count=6) for number in range(4)]
    lines = [line for child in children for line in child.end()]
    assert [child.process.exitcode for child in children] == [0] * 4
    assert {line.split()[0] for line in lines} == set(RACED)
    assert check_exactly_once(address, lines) == len(lines)


def test_a_killed_process_loses_nothing_acknowledged(address: str) -> None:
    lines: list[str] = []
    for kill in range(KILLS):
        child = Child(address, f"k{kill}")
        child.wait_for_more()
        time.sleep(random.uniform(0, 0.25))
        lines += child.end(kill=True)
        check_exactly_once(address, lines)
    assert len({line.split()[0] for line in lines}) == TABLES


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGQUIT, signal.SIGINT])
def test_a_killed_postgres_loses_nothing_acknowledged(postgres: Postgres, how: signal.Signals) -> None:
    address = postgres.new_database()
    child = Child(address, "c")
    try:
        for _ in range(2):
            child.wait_for_more()
            time.sleep(random.uniform(0, 0.2))
            postgres.stop(how)
            time.sleep(0.1)
            postgres.start()
        child.wait_for_more()  # the service has returned by itself
    finally:
        lines = child.end(kill=True)
        postgres.start()
    assert "unavailable c" in child.lines
    check_exactly_once(address, lines)


def test_the_check_finds_what_is_lost_or_doubled(address: str) -> None:
    lines = Child(address, "p", count=3).end()
    with pytest.raises(AssertionError):
        check_exactly_once(address, [*lines, f"{RACED[0]} never-written"])
