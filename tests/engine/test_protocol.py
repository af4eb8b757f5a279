"""The engine's lines, one after the other and while it thinks."""

import queue
import re
import threading
from collections.abc import Iterator, Sequence

import pytest

from rowlock import __version__
from rowlock.engine.protocol import Engine
from rowlock.solve.qwixx import layout as qwixx_layout
from rowlock.solve.qwixx.sheet import Progress


def conversation(game: str, *lines: str) -> list[str]:
    said: list[str] = []
    Engine(game, said.append).converse(["setoption seed 1", *lines])
    return said


def test_greeting_and_quit() -> None:
    assert conversation("qwixx", "rowlock", "", "quit", "rowlock") == [
        f"id name Rowlock {__version__}",
        "ready",
    ]


AFTER_GO = "error after go: seat N, level L, movetime MS, nodes N, depth N, multipv K, infinite"


@pytest.mark.parametrize(
    "line, problem",
    [
        ("hello", "error not understood: 'hello'"),
        ("position", "error not understood: 'position'"),
        ("position qwixx nonsense", "error line 1, column 1: a Qwixx position is"),
        ("newgame chess", "error no game 'chess', only qwixx, quixo, quixo4"),
        ("go seat", AFTER_GO),
        ("go seat 3", "error seat is 1 to 2, not '3'"),
        ("go seat ²", "error seat is 1 to 2, not '²'"),
        ("go nodes 0", "error nodes is 1 to 1000000000, not '0'"),
        ("go seat 1 seat 2", AFTER_GO),
        ("go mate 3", AFTER_GO),
        ("setoption hash 5", "error no option 'hash', only seed"),
        ("setoption seed", "error setoption seed needs a value"),
        (
            "position qwixx -/-/-/-/0 -/-/-/-/0 2 roll - moves 413526",
            "error '413526' doesn't say whose it is",
        ),
        ("position qwixx -/-/-/-/0 -/-/-/-/0 2 roll - moves 0:413527", "error '0:413527' may not be played"),
        (
            "position qwixx -/-/-/-/0 -/-/-/-/0 2 roll - moves x:r5",
            "error 'x:r5' should begin with the number",
        ),
    ],
)
def test_a_wrong_line_is_an_error_and_changes_nothing(line: str, problem: str) -> None:
    position = "position qwixx -/-/-/-/0 -/-/-/-/0 2 roll -"
    before = conversation("qwixx", position, "go")
    error, *after = conversation("qwixx", position, line, "go")
    assert error.startswith(problem)
    assert after == before


def test_chance_to_win_of_each_seat() -> None:
    position = "position qwixx 2,3,4,5,6,7/-/-/-/0 9/-/-/-/3 1 roll -"
    first, second = conversation("qwixx", position, "go seat 1", "go seat 2")
    move, value = first.removeprefix("bestmove ").split(" value ")
    assert move == "roll"
    assert float(value) > 0.9
    assert float(value) + float(second.split()[-1]) == pytest.approx(1, abs=2e-4)


def test_decisions_at_every_level() -> None:
    position = "position qwixx -/-/-/-/0 -/-/-/-/0 -/-/-/-/0 1 white 112345"
    for level in ("easy", "medium", "hard", "master"):
        (answer,) = conversation("qwixx", position, f"go seat 3 level {level} movetime 50")
        word, move, value, _ = answer.split()
        assert (word, value) == ("bestmove", "value")
        assert move in ("r2", "y2", "g2", "b2", "pass")
    assert conversation("qwixx", position, "go seat 3 level best")[0].startswith(
        "error no bot 'best' plays qwixx, only easy,"
    )


def test_the_value_is_that_of_the_move_beside_it() -> None:
    """Whatever a level plays, the table of all moves says the same of it; the best move is worth more."""
    position = "position qwixx 2,3,4/-/-/-/0 -/-/-/-/0 1 white 131111"
    *lines, master = conversation("qwixx", position, "go seat 2 multipv 9")
    worth = dict(re.findall(r"move (\S+) chance (\S+)", "\n".join(lines)))
    assert [float(chance) for chance in worth.values()] == sorted(map(float, worth.values()), reverse=True)
    assert master == f"bestmove {next(iter(worth))} value {next(iter(worth.values()))}"
    (greedy,) = conversation("qwixx", position, "go seat 2 level greedy")
    _, move, _, value = greedy.split()
    assert move != next(iter(worth))
    assert value == worth[move]


def test_nothing_to_decide() -> None:
    over = "position qwixx -/-/-/-/4 -/-/-/-/0 1 over -"
    assert conversation("qwixx", over, "go") == ["error the game is over"]
    colour = "position qwixx -/-/-/-/0 -/-/-/-/0 2 colour 123456"
    assert conversation("qwixx", colour, "go seat 1") == ["error seat 1 has nothing to decide"]
    assert conversation("qwixx", colour, "go")[0].startswith("bestmove ")


def test_other_games_answer_with_a_move() -> None:
    (answer,) = conversation("qwixx", "newgame quixo", "go level greedy")
    assert answer.startswith("bestmove ")


def test_solitaire_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table itself is tested in tests/solve; here as many points are still to come, whatever is crossed. So red 5
    is best, because red 6 may follow: three points."""

    class Solved:
        def to_come(self, rows: Sequence[int], penalties: int) -> float:  # noqa: ARG002 (it is always the same)
            return 24

    def cached(progress: Progress) -> Solved:
        progress(0.5)
        return Solved()

    monkeypatch.setattr(qwixx_layout, "cached", cached)
    answers = conversation("qwixx", "position qwixx -/-/-/-/0 1 roll -", "go")
    assert answers == [
        "info solving the sheet of one player, once: 50% done",
        "bestmove roll value 24.00000000",
    ]
    answers = conversation("qwixx", "position qwixx -/-/-/-/0 1 white 412345", "go multipv 1")
    assert answers[1:] == [
        "info multipv 1 move r5 points 27.00000000 exact",
        "bestmove r5 value 27.00000000",
    ]


def test_moves_lead_on_from_a_position() -> None:
    start = "position qwixx -/-/-/-/0 -/-/-/-/0 1 roll -"
    (led,) = conversation("qwixx", f"{start} moves 0:413526 1:r5 2:pass", "go")
    (there,) = conversation("qwixx", "position qwixx 5/-/-/-/0 -/-/-/-/0 1 colour+ 413526", "go")
    assert led == there


class Dialogue:
    """An engine that somebody talks with, line by line."""

    def __init__(self, game: str) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.answers: queue.Queue[str] = queue.Queue()
        self._engine = Engine(game, self.answers.put)
        self._thread = threading.Thread(target=self._engine.converse, args=(self._read(),), daemon=True)
        self._thread.start()

    def _read(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line

    def say(self, *lines: str) -> None:
        for line in lines:
            self._lines.put(line)

    def hear(self) -> str:
        """The next answer. That something is compiled is not one: where kernels are not ready yet, it may be said."""
        while (line := self.answers.get(timeout=120)).startswith("info compiling"):
            pass
        return line

    def end(self) -> None:
        self._lines.put(None)
        self._thread.join(120)
        assert not self._thread.is_alive()


OPEN = "position quixo oxx../o..../...../....x/oo.xx x"
"""Neither tables nor a short look tell what this is worth."""


@pytest.mark.parametrize(
    "game, position", [("quixo", OPEN), ("quixo4", "position quixo4 n.s.e/w..../..s../e...n/s..w. s 10")]
)
def test_it_hears_while_it_thinks(game: str, position: str) -> None:
    dialogue = Dialogue(game)
    dialogue.say(position, "go infinite", "isready")
    assert dialogue.hear() == "readyok"
    dialogue.say("rowlock", "isready", "stop")  # the greeting comes before an answer that needs no thought
    assert dialogue.hear() == f"id name Rowlock {__version__}"
    assert dialogue.hear() == "ready"
    assert dialogue.hear() == "readyok"
    assert dialogue.hear().startswith("bestmove ")
    dialogue.say("stop", "go nodes 2000")  # nothing to stop
    assert dialogue.hear().startswith("bestmove ")
    dialogue.end()


def test_stop_also_ends_what_has_not_begun_yet() -> None:
    assert len(conversation("quixo", OPEN, "go infinite", "go infinite", "stop")) == 2


def test_at_the_end_of_the_input_nothing_goes_on_for_ever() -> None:
    (answer,) = conversation("quixo", OPEN, "go infinite")
    assert answer.startswith("bestmove ")


def test_what_goes_wrong_while_it_thinks_is_not_hidden() -> None:
    """An output that nobody reads, say."""

    def closed(line: str) -> None:
        raise BrokenPipeError(line)

    with pytest.raises(BrokenPipeError):
        Engine("qwixx", closed).converse(["rowlock", "rowlock"])
