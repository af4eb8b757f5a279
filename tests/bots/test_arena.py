import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rowlock.bots import BOTS, Limit, Question, UnknownBot
from rowlock.bots.arena import arena
from rowlock.cli import main
from rowlock.rules import Move


def test_the_same_on_any_number_of_cores() -> None:
    names = ("greedy", "easy", "random")
    assert arena("qwixx", names, 1200, seed=4, cores=2) == arena("qwixx", names, 1200, seed=4, cores=1)
    assert arena("qwixx", names, 50, seed=4) != arena("qwixx", names, 50, seed=5)


def test_first_places_add_up_and_the_better_bot_wins() -> None:
    greedy, random = arena("qwixx", ("greedy", "random"), 400)
    assert greedy.wins + random.wins == pytest.approx(1)
    assert greedy.wins - greedy.wins_margin > 0.9
    assert greedy.score - greedy.score_margin > random.score + random.score_margin


def test_who_wins_every_time_may_still_be_beaten() -> None:
    medium, random = arena("quixo", ("medium", "random"), 30)
    assert (medium.wins, random.wins) == (1, 0)
    assert medium.wins_margin == random.wins_margin == 0.1  # the rule of three: 3 of 30


def test_an_interval_is_never_wider_than_all() -> None:
    """Two games, won by one side or by each, tell next to nothing."""
    for seed in (1, 2, 3):
        for standing in arena("quixo", ("greedy", "random"), 2, seed):
            assert 0.9 < standing.wins_margin <= 1


def test_equal_bots_share() -> None:
    for standing in arena("qwixx", ("greedy",) * 4, 4000):
        assert abs(standing.wins - 0.25) < 2 * standing.wins_margin


@pytest.mark.parametrize("seats", [2, 4])
def test_the_network_to_measure_against_plays(seats: int) -> None:
    plain, *others = arena("qwixx", ("plain", *["easy"] * (seats - 1)), 40)
    assert plain.wins - plain.wins_margin > 1 / seats
    assert all(other.score < plain.score for other in others)


def always_pass(question: Question) -> Move:
    return question.view.legal_moves(question.seat)[-1]


@pytest.mark.parametrize("cores", [1, 2])
def test_a_bot_of_ones_own_plays(monkeypatch: pytest.MonkeyPatch, cores: int) -> None:
    monkeypatch.setitem(BOTS["qwixx"], "mine", always_pass)
    mine, easy = arena("qwixx", ("mine", "easy"), 8, cores=cores)
    assert mine.score == -20
    assert (mine.wins, easy.wins) == (0, 1)
    monkeypatch.setitem(BOTS["qwixx"], "easy", always_pass)
    assert [standing.score for standing in arena("qwixx", ("easy", "easy"), 4)] == [-17.5, -17.5]


def test_a_bot_that_no_other_process_can_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS["quixo"], "mine", lambda question: question.view.legal_moves(question.seat)[0])
    with pytest.raises(ValueError, match="mine can't be sent to other processes"):
        arena("quixo", ("mine", "random"), 20, cores=2)


def test_who_is_unknown_is_refused() -> None:
    with pytest.raises(UnknownBot, match=r"no 'nonsense' plays qwixx, only easy, .*, plain"):
        arena("qwixx", ("nonsense", "easy"), 1)


def test_who_plays_only_in_the_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS["qwixx"], "mine", always_pass)
    with pytest.raises(ValueError, match="sheet plays only in the fast simulation, and mine is not there"):
        arena("qwixx", ("sheet", "mine"), 1)


@pytest.mark.parametrize("game, seats", [("quixo", 2), ("quixo4", 4)])
def test_other_games(game: str, seats: int) -> None:
    standings = arena(game, ("greedy", "random") * (seats // 2), 6)
    assert standings[0].wins + standings[1].wins == pytest.approx(1)
    assert standings[0].wins > standings[1].wins


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "qwixx", "--seats", "greedy,easy", "--games", "200", "--cores", "1"]) == 0
    first, _, one, two = capsys.readouterr().out.splitlines()
    assert first == "200 games of qwixx, seed 1; ties split, 95 % intervals"
    assert one.split()[:2] == ["1", "greedy"]
    assert two.split()[:2] == ["2", "easy"]


def test_one_game_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "qwixx", "--seats", "greedy,random", "--games", "1", "--cores", "1"]) == 0
    first, _, one, two = capsys.readouterr().out.splitlines()
    assert first == "1 game of qwixx, seed 1; ties split"
    assert [line.split()[2] for line in (one, two)] == ["100.00%", "0.00%"]
    assert "±" not in one


@pytest.mark.parametrize(
    "arguments, problem",
    [
        (["qwixx", "--seats", "greedy,nobody"], "no 'nobody' plays qwixx"),
        (["quixo", "--seats", "greedy"], "quixo has 2 seats, not 1"),
        (["qwixx", "--seats", "plain,easy,easy"], "plain plays with 2 or 4 seats, not 3"),
        (["qwixx", "--seats", "greedy"], "qwixx has 2, 3, 4 or 5 seats, not 1"),
        (["qwixx", "--seats", "easy,easy", "--games", "0"], "a number from 1 to 999,999,999, not '0'"),
        (["qwixx", "--seats", "easy,easy", "--seed", "1000000000"], "to 999,999,999, not '1000000000'"),
    ],
)
def test_bad_input(arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *arguments]) == 2
    said = capsys.readouterr().err
    assert problem in said
    assert said.count("\n") == 1


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux to see the processes")
def test_ctrl_c_ends_it_at_once_and_leaves_no_process() -> None:
    """With bots that think, in processes of their own."""
    command = [sys.executable, "-c", "import sys; from rowlock.cli import main; sys.exit(main())", "arena"]
    command += ["quixo", "--seats", "hard,hard", "--games", "1000", "--cores", "2"]
    with subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL) as arena_process:
        try:
            give_up = time.monotonic() + 120
            while len(children := _children(arena_process.pid)) < 3:  # with one that looks after them
                assert time.monotonic() < give_up
                time.sleep(0.05)
            time.sleep(1)
            os.killpg(arena_process.pid, signal.SIGINT)
            assert arena_process.wait(60) == 130
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(arena_process.pid, signal.SIGKILL)
    give_up = time.monotonic() + 60
    while (left := [pid for pid in children if _lives(pid)]) and time.monotonic() < give_up:
        time.sleep(0.05)
    assert not left


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def _lives(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    return status.exists() and "\nState:\tZ" not in status.read_text()


def test_draws_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """Two greedy bots often repeat themselves."""
    first, second = arena("quixo", ("greedy", "greedy"), 20)
    assert first.shared == second.shared > 0
    assert first.wins + second.wins == pytest.approx(1)
    assert main(["arena", "quixo", "--seats", "greedy,greedy", "--games", "20", "--cores", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"drawn: {first.shared}"


def test_with_so_many_nodes_even_master_plays_the_same_games() -> None:
    once, again = (arena("quixo", ("master", "easy"), 2, limit=Limit(nodes=300)) for _ in range(2))
    assert once == again
