"""Everything is compiled at once, on all cores, and nothing twice."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

import pytest

from rowlock.bots import ready
from rowlock.cli import main
from rowlock.solve import batch
from rowlock.solve.batch import Batch

DONE: list[str] = []


def _base() -> None:
    DONE.append("base")


def _above() -> None:
    DONE.append("above")


def _other() -> None:
    DONE.append("other")


BASE = Batch("the base", 1, _base)
ABOVE = Batch("what stands on it", 9, _above, after=(BASE,))
OTHER = Batch("something else", 5, _other)


class Pool:
    """Works in this process, at once."""

    def submit(self, work: Callable[[Batch], None], needed: Batch) -> Future[None]:
        done: Future[None] = Future()
        try:
            work(needed)
        except OSError as error:
            done.set_exception(error)
        else:
            done.set_result(None)
        return done


@contextmanager
def here(count: int) -> Iterator[Pool]:
    assert count >= 1
    yield Pool()


@pytest.fixture(autouse=True)
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "kept_in", lambda: None)
    monkeypatch.setattr(batch, "_in_memory", set())
    monkeypatch.setattr(ready, "kept_in", lambda: "somewhere")
    monkeypatch.setattr(ready, "workers", here)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    DONE.clear()


def test_what_others_need_comes_first_and_it_is_said() -> None:
    said: list[str] = []
    ready.compile_all([ABOVE, OTHER], said.append)
    assert DONE == ["other", "base", "above"]
    assert said == [
        "compiling, once",
        "compiling 2 of 3, once: something else; the base",
        "compiling 3 of 3, once: what stands on it",
    ]
    said.clear()
    ready.compile_all([ABOVE, OTHER], said.append)
    assert said == []


def test_where_nothing_can_be_kept_it_is_of_no_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "kept_in", lambda: None)
    ready.compile_all([OTHER])
    assert DONE == []


def test_what_goes_wrong_is_not_hidden() -> None:
    def fails() -> None:
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        ready.compile_all([Batch("something", 1, fails)])


def test_the_command_has_nothing_left_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make setup` has done it."""
    monkeypatch.undo()
    assert main(["ready"]) == 0
    assert capsys.readouterr() == ("", "")
