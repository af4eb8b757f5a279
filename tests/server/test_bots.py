"""Bots at the table: they play, in processes of their own; and what happens when one doesn't."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rowlock.bots import BOTS
from rowlock.rules import IllegalMove
from rowlock.server.thinking import BotFailure, Question, Thinkers, answer
from tests.server import bad_bots
from tests.server.serving import PATIENCE, PEOPLE, Address, Background, lavish

START = "quixo .../.../... x"
QUESTION = Question("quixo", "greedy", START, 1, "chance")


def ask(work: Callable[[Question], str], *questions: Question, workers: int = 1) -> list[str | BaseException]:
    async def all_at_once() -> list[str | BaseException]:
        thinkers = Thinkers(workers, work)
        try:
            asked = (thinkers.ask(question) for question in questions)
            return await asyncio.gather(*asked, return_exceptions=True)
        finally:
            thinkers.close()

    return asyncio.run(all_at_once())


def bots(count: int, level: str) -> list[dict[str, str]]:
    return [{"kind": "bot", "level": level}] * count


class TestAtTheTable:
    @pytest.mark.parametrize("game, seats", [("quixo", 2), ("quixo4", 4), ("qwixx", 3)])
    @pytest.mark.parametrize("level", ["easy", "medium"])
    def test_bots_play_a_whole_game(self, address: Address, game: str, seats: int, level: str) -> None:
        table = address.open(game, bots(seats, level), **({} if game == "qwixx" else {"size": 3}))
        over = table.wait_until(lambda view: view["status"] == "over")
        assert over["plies"] > 3
        if level in BOTS[game]:
            assert not any(seat["failed"] for seat in over["seats"])

    def test_a_bot_answers_a_person(self, address: Address) -> None:
        table = address.open("quixo", [PEOPLE[0], {"kind": "bot"}])
        table.play(1, "a1a5")
        view = table.wait_until(lambda view: view["awaiting"] == [1] and view["plies"] == 2)
        assert [ply["seat"] for ply in view["last"]] == [2]

    def test_a_bot_rolls(self, address: Address) -> None:
        table = address.open("qwixx", [PEOPLE[0], {"kind": "bot"}], first=2)
        assert table.wait_until(lambda view: view["awaiting"] == [1])["dice"]["rolls"] == 1

    def test_a_bot_plays_for_somebody_who_left_until_they_are_back(self, address: Address) -> None:
        table = address.open("quixo", grace=0)
        table.do(1, "leave")
        table.do(2, "replace", seat=1, level="easy")
        view = table.wait_until(lambda view: view["plies"] == 1)
        assert view["seats"][0]["level"] == "easy"
        assert table.refused(1, "resign") == (422, "bot-plays")
        table.do(1, "return")
        table.play(2, table.view(2)["moves"][0])
        assert table.view()["seats"][0]["level"] is None
        table.play(1, table.view(1)["moves"][0])

    def test_also_for_somebody_who_was_never_there(self, address: Address) -> None:
        table = address.open("quixo", grace=0)
        table.do(2, "replace", seat=1)
        table.wait_until(lambda view: view["plies"] == 1)

    def test_not_for_somebody_who_is_there(self, address: Address) -> None:
        table = address.open("quixo", grace=0)
        with table.socket(1) as ada:
            ada.next("presence")
            assert table.refused(2, "replace", seat=1) == (422, "still-there")

    def test_taking_back_against_a_bot(self, address: Address) -> None:
        table = address.open("quixo", [PEOPLE[0], {"kind": "bot"}])
        table.play(1, "a1a5")
        table.wait_until(lambda view: view["plies"] == 2)
        assert table.do(1, "ask-takeback")["plies"] == 0

    def test_bots_with_real_dice_wait_for_people_to_roll(self, server: Background) -> None:
        table = server.address.open("qwixx", [PEOPLE[0], {"kind": "bot"}], dice="real", first=2)
        view = table.view(1)
        assert (view["awaiting"], view["moves"], view["dice"]["to_tap"]) == ([1], [], [True] * 6)
        table.play(1, "415555")
        assert table.view(1)["awaiting"] == [1, 2]
        table.do(1, "unroll", turn=table.view()["turn"])  # the bot leaves time for that


class TestBadBots:
    @pytest.mark.parametrize(
        "work",
        [bad_bots.crashing, bad_bots.raising, bad_bots.hanging],
        ids=lambda w: w.__name__,
    )
    def test_the_table_says_so_and_goes_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: Callable[[Question], str]
    ) -> None:
        monkeypatch.setattr(
            "rowlock.server.thinking.LONGEST_THOUGHT", 1.0 if work is bad_bots.hanging else 30.0
        )
        monkeypatch.setattr("rowlock.server.tables.Thinkers", lambda workers: Thinkers(workers, work))
        with Background(lavish(tmp_path / "db")) as server:
            table = server.address.open("quixo", [PEOPLE[0], {"kind": "bot"}])
            table.play(1, "a1a5")
            view = table.wait_until(lambda view: view["plies"] == 2)
            assert [seat["failed"] for seat in view["seats"]] == [False, True]
            with table.socket(1, since=0) as ada:
                events = [missed["event"]["type"] for missed in ada.receive()["missed"]]
            assert events == ["opened", "started", "moved", "bot-failed", "moved"]

    def test_one_mishap_is_forgiven(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MOODY_MARKER", str(tmp_path / "marker"))
        assert ask(bad_bots.moody, QUESTION) == [answer(QUESTION)]
        assert (tmp_path / "marker").exists()

    def test_an_illegal_move_is_an_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(BOTS["quixo"], "cheat", lambda *_: "b2b1")
        with pytest.raises(IllegalMove):
            answer(Question("quixo", "cheat", START, 1, "chance"))

    def test_a_hanging_bot_harms_no_other(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("rowlock.server.thinking.LONGEST_THOUGHT", 3.0)
        other = Question("quixo", "greedy", START.replace(" x", " o"), 2, "chance")
        failure, move = ask(bad_bots.half_hanging, QUESTION, other)
        assert isinstance(failure, BotFailure)
        assert move == answer(other)

    def test_waiting_in_the_queue_is_not_thinking(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Many questions for one process: each has its own time, however long the queue."""
        monkeypatch.setattr("rowlock.server.thinking.LONGEST_THOUGHT", 20.0)
        answers = ask(bad_bots.process_id, *[QUESTION] * 50)
        assert len(set(answers)) == 1
        assert not any(isinstance(answer, BaseException) for answer in answers)


def test_people_do_not_wait_for_bots_among_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORDERLY_FOLDER", str(tmp_path))
    asked = tmp_path / "asked"

    async def all_at_once() -> None:
        thinkers = Thinkers(1, bad_bots.orderly)

        def ask(name: str, people_wait: bool) -> asyncio.Task[str]:
            return asyncio.create_task(thinkers.ask(replace(QUESTION, chance=name), people_wait=people_wait))

        thoughts = [ask("running", False)]
        while not asked.exists():
            await asyncio.sleep(0.01)
        thoughts += [ask(f"bots-{number}", False) for number in (1, 2)]
        thoughts += [ask(f"people-{number}", True) for number in (1, 2)]
        gone = ask("gone", True)
        await asyncio.sleep(0)
        gone.cancel()
        (tmp_path / "go").touch()
        await asyncio.gather(*thoughts)
        assert await thinkers.ask(replace(QUESTION, chance="last")) == "last"
        thinkers.close()

    asyncio.run(all_at_once())
    assert asked.read_text().split() == ["running", "people-1", "people-2", "bots-1", "bots-2", "last"]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_bots_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    """They say their number, then the process that asked them is killed; nobody is left behind."""
    program = (
        "import asyncio, time\n"
        "from rowlock.server.thinking import Thinkers\n"
        "from tests.server.bad_bots import process_id\n"
        "from tests.server.test_bots import QUESTION\n"
        "async def main():\n"
        "    print(await Thinkers(1, process_id).ask(QUESTION), flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    script = tmp_path / "ask.py"
    script.write_text(program)
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment) as asking:
        assert asking.stdout is not None
        bot = int(asking.stdout.readline())
        assert is_running(bot)
        asking.send_signal(signal.SIGKILL)
    give_up = time.monotonic() + PATIENCE
    while is_running(bot):
        assert time.monotonic() < give_up
        time.sleep(0.05)


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_nothing_is_left_when_a_signal_ends_the_server_at_once() -> None:
    """As it ends each of several workers; Python would warn of what was not tidied up."""
    program = (
        "import asyncio, os, signal\n"
        "from rowlock.server.thinking import Thinkers\n"
        "from tests.server.test_bots import QUESTION\n"
        "async def serve():\n"
        "    thinkers = Thinkers(1, repr)\n"
        "    assert await thinkers.ask(QUESTION) == repr(QUESTION)\n"
        "    thinkers.close()\n"
        "asyncio.run(serve())\n"
        "os.kill(os.getpid(), signal.SIGTERM)\n"
    )
    root = Path(__file__).parents[2]
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (-signal.SIGTERM, "")
