"""The engine on Quixo: moves with values where they are certain, and the same answers every time."""

from pathlib import Path

import pytest

from rowlock.engine.protocol import Engine
from rowlock.rules.quixo import Quixo
from rowlock.solve.batch import Batch

OPEN = "quixo oxx../o..../...../....x/oo.xx x"


def answers(*lines: str, game: str = "quixo") -> list[str]:
    said: list[str] = []
    Engine(game, said.append).converse(["setoption seed 7", *lines])
    return said


@pytest.mark.parametrize(
    "position, value",
    [
        ("quixo ...../...../...../...../..... x", "draw"),
        ("quixo ..../..../..../.... x", "win"),
        ("quixo ...../oooo./...../..xx./x.... o", "win"),
    ],
)
def test_the_value_comes_with_the_move(position: str, value: str) -> None:
    (said,) = answers(f"position {position}", "go movetime 50")
    assert said.startswith("bestmove ")
    assert said.endswith(f" value {value}")


def test_nobody_waits_for_the_compiler_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(f"position {OPEN}", "go nodes 10")
    cold = Batch("something", 3, lambda: None)
    monkeypatch.setattr("rowlock.solve.batch.kept_in", lambda: None)
    monkeypatch.setattr("rowlock.bots.quixo.mind.needed", lambda manner: (cold,) if manner else ())
    first, *_, last = answers(f"position {OPEN}", "go nodes 10")
    assert first == "info compiling something, once, about 3 s"
    assert last.startswith("bestmove")


def test_greedy_and_teams_answer_without_a_value() -> None:
    greedy, team = answers("go level greedy", "newgame quixo4", "go level easy")
    assert len(greedy.split()) == 2
    assert len(team.split()) == 2


@pytest.mark.parametrize(
    "game, position", [("quixo", OPEN), ("quixo4", "quixo4 n.s.e/w..../..s../e...n/s..w. s 10")]
)
@pytest.mark.parametrize("level", ["medium", "master"])
def test_equal_history_seed_and_nodes_give_equal_answers(game: str, position: str, level: str) -> None:
    ask = (f"position {position}", f"go level {level} nodes 3000 multipv 5")
    first = answers(*ask, game=game)
    assert first == answers(*ask, game=game)
    again = answers(*ask, f"newgame {game}", *ask, game=game)
    assert again == first + first


def test_all_moves_with_what_they_are_worth() -> None:
    *lines, best = answers(f"position {OPEN}", "go nodes 5000 multipv 100")
    legal = Quixo.parse(OPEN).legal_moves(1)
    words = [line.split() for line in lines]
    assert sorted(line[4] for line in words) == sorted(legal)
    assert [line[2] for line in words] == [str(i) for i in range(1, len(legal) + 1)]
    assert all(line[5] in ("value", "score") for line in words)
    assert best.split()[1] == words[0][4]
    scores = [int(line[6]) for line in words[1:] if line[5] == "score"]
    assert scores == sorted(scores, reverse=True)


def test_small_boards_are_told_exactly() -> None:
    *lines, best = answers("position quixo ..../..../..../.... x", "go multipv 2")
    assert [line.split()[5:] for line in lines] == [["value", "win", "plies", "21", "exact"]] * 2
    assert best.endswith("value win")


def test_repetitions_come_with_the_moves() -> None:
    """Both push the same cubes to and fro. Told of the way there, the engine knows that the third time is a draw."""
    start, around = "quixo oxx.o/oxo../..x.o/o.xox/xoo.x x", ["e1e5", "c1c5", "e5e1", "c5c1"]
    state = Quixo.parse(start)
    for move in around:
        state = state.play(state.to_move, move)
    assert str(state) == start

    def told(moves: list[str]) -> str:
        ask = answers(f"position {start} moves {' '.join(moves)}", "go nodes 4000 multipv 100")
        return next(line for line in ask if " move e5e1 " in line)

    assert " score " in told(around[:2])
    assert told(around * 2 + around[:2]).endswith(" move e5e1 value draw exact")


def test_options(tmp_path: Path) -> None:
    assert answers("options", "newgame qwixx", "options") == [
        "option tablebase -",
        "option seed 7",
        "option seed 7",
    ]
    (refused,) = answers(f"setoption tablebase {tmp_path}")
    assert refused == f"error {tmp_path} holds no tables (*.rlq) of 5×5 positions"
