"""Kernels are compiled once, by one process, before anybody waits."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from rowlock.rules import GAMES
from rowlock.solve import batch
from rowlock.solve.batch import Batch, locked, ready_soon

USED: list[str] = []


def _first() -> None:
    USED.append("first")


def _second() -> None:
    USED.append("second")


FIRST = Batch("something", 3, _first)
SECOND = Batch("something more", 5, _second, after=(FIRST,))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(batch, "kept_in", lambda: tmp_path)
    monkeypatch.setattr(batch, "_in_memory", set())
    USED.clear()
    return tmp_path


def new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "_in_memory", set())


def test_it_is_said_once_and_then_never_again(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    SECOND.get_ready(said.append)
    assert said == ["compiling something, once, about 3 s", "compiling something more, once, about 5 s"]
    SECOND.get_ready(said.append)
    assert USED == ["first", "second"]
    new_process(monkeypatch)
    SECOND.get_ready(said.append)
    assert len(said) == 2
    assert USED == ["first", "second"] * 2


def test_where_nothing_is_kept_each_process_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "kept_in", lambda: None)
    said: list[str] = []
    FIRST.get_ready(said.append)
    FIRST.get_ready(said.append)
    new_process(monkeypatch)
    assert not FIRST.is_compiled()
    FIRST.get_ready(said.append)
    assert len(said) == 2


def test_what_fails_is_not_compiled() -> None:
    def fails() -> None:
        raise OSError("no room")

    broken = Batch("something", 3, fails)
    with pytest.raises(OSError, match="no room"):
        broken.get_ready()
    assert not broken.is_compiled()


def test_one_compiles_and_the_other_waits(folder: Path) -> None:
    """The lock of a process that was killed is no lock."""
    code = f"from pathlib import Path; from rowlock.solve.batch import locked; lock = Path({str(folder / 'lock')!r})\n"
    code += "with locked(lock): print('in', flush=True); input()"
    entered = threading.Event()

    def enter() -> None:
        with locked(folder / "lock"):
            entered.set()

    waiting = threading.Thread(target=enter)
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        try:
            assert other.stdout
            assert other.stdout.readline() == "in\n"
            waiting.start()
            assert not entered.wait(0.3)
        finally:
            other.kill()
    assert entered.wait(30)
    waiting.join()


def test_a_lock_that_cannot_be_had_is_done_without(folder: Path) -> None:
    with locked(folder / "nowhere" / "lock"), locked(None):
        pass


def test_who_cannot_wait_is_told_so_and_finds_it_later() -> None:
    begin, begun = threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        begin.wait(30)

    needed = [Batch("something", 3, slow)]
    assert not ready_soon(needed)
    assert begun.wait(30)
    assert not ready_soon(needed)
    begin.set()
    give_up = time.monotonic() + 30
    while not ready_soon(needed):
        assert time.monotonic() < give_up
        time.sleep(0.01)


EVERYTHING = """
import gc
from numba.core.dispatcher import Dispatcher
from rowlock.bots import Limit, Question, bot, of_game, options
from rowlock.bots.qwixx.players import NAMES
from rowlock.rules import GAMES, parse_position
from rowlock.rules.levels import LEVELS
from rowlock.solve.quixo.perft import perft
from rowlock.solve.quixo.runs import on_processor

few = Limit(nodes=1000)
for position in (
    "quixo ...../..x../..o../...../..... x", "quixo xxoxo/oox.x/ox.xx/oo.xo/xoxoo x", "quixo .../.../... x",
    "quixo4 ...../..e../...../...../..... s 1", "quixo4 .../.../... n 0", "qwixx -/-/-/-/0 -/-/-/-/0 1 white 123456"
):
    state = parse_position(position)
    for level in LEVELS:
        bot(position.split()[0], level)(Question(state, state.awaiting[0], limit=few))
    options(state, state.awaiting[0], limit=few)
simulation = of_game("qwixx").simulation()
for name in ("random", "greedy", "easy", "master", "plain"):
    simulation.play([name, "greedy"], 1, 1, 0)
for size in (3, 4, 5):
    perft(GAMES["quixo"].start(size=size), 2)
for _ in on_processor(3, None):
    pass
kernels = [found for found in gc.get_objects() if isinstance(found, Dispatcher) and "rowlock" in found.__module__]
print(len(kernels), [found.__name__ for found in kernels if found.stats.cache_misses])
"""


def test_nothing_is_compiled_that_make_setup_has_not() -> None:
    found = subprocess.run([sys.executable, "-c", EVERYTHING], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    count, _, missed = found.stdout.partition(" ")
    assert int(count) > 60
    assert missed == "[]\n"


def test_every_game_says_what_its_bots_need() -> None:
    from rowlock.bots import of_game
    from rowlock.bots.ready import batches_of

    everything = batches_of(*GAMES)
    for name, game in GAMES.items():
        for level in of_game(name).bots:
            assert set(of_game(name).needs(level, game.start())) <= set(everything)
    assert len({found.what for found in everything}) == len(everything)
