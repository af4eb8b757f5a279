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

from rowlock.bots import BOTS, Means, Question
from rowlock.rules import GAMES, IllegalMove, parse_position
from rowlock.server.job import Job
from rowlock.server.thinking import BotFailure, Desk, NotReady, Thinkers, TooManyWait, answer
from tests.server import bad_bots
from tests.server.serving import PATIENCE, PEOPLE, Address, Background, lavish

START = "quixo .../.../... x"
JOB = Job("table", "quixo", "greedy", START, (), 1, "chance")


def ask(work: Callable[[Job], str], *jobs: Job, workers: int = 1) -> list[str | BaseException]:
    async def all_at_once() -> list[str | BaseException]:
        thinkers = Thinkers(workers, work=work)
        try:
            asked = (thinkers.ask(job) for job in jobs)
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
        self,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
        work: Callable[[Job], str],
    ) -> None:
        monkeypatch.setattr(
            "rowlock.server.thinking.LONGEST_THOUGHT", 1.0 if work is bad_bots.hanging else 30.0
        )
        monkeypatch.setattr(
            "rowlock.server.tables.Thinkers",
            lambda workers, means, far: Thinkers(workers, means, work, far=far),
        )
        with Background(lavish(tmp_path / "db")) as server:
            table = server.address.open("quixo", [PEOPLE[0], {"kind": "bot"}])
            table.play(1, "a1a5")
            view = table.wait_until(lambda view: view["plies"] == 2)
            assert [seat["failed"] for seat in view["seats"]] == [False, True]
            with table.socket(1, since=0) as ada:
                events = [missed["event"]["type"] for missed in ada.receive()["missed"]]
            assert events == ["opened", "started", "moved", "bot-failed", "moved"]
        [said] = [record.getMessage() for record in caplog.records if "simpler" in record.getMessage()]
        assert f"medium in seat 2 of table {table.id}" in said

    def test_one_mishap_is_forgiven(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MOODY_MARKER", str(tmp_path / "marker"))
        assert ask(bad_bots.moody, JOB) == [answer(JOB)]
        assert (tmp_path / "marker").exists()

    def test_an_illegal_move_is_an_error(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(BOTS["quixo"], "cheat", lambda *_: "b2b1")
        with pytest.raises(IllegalMove):
            answer(replace(JOB, level="cheat"))

    def test_a_hanging_bot_harms_no_other(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("rowlock.server.thinking.LONGEST_THOUGHT", 3.0)
        other = replace(JOB, position=START.replace(" x", " o"), seat=2)
        failure, move = ask(bad_bots.half_hanging, JOB, other)
        assert isinstance(failure, BotFailure)
        assert move == answer(other)

    def test_waiting_in_the_queue_is_not_thinking(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Many questions for one process: each has its own time, however long the queue."""
        monkeypatch.setattr("rowlock.server.thinking.LONGEST_THOUGHT", 20.0)
        answers = ask(bad_bots.process_id, *[JOB] * 50)
        assert len(set(answers)) == 1
        assert not any(isinstance(answer, BaseException) for answer in answers)


class TestNotCompiledYet:
    """As after `pip install`: nobody waits for the compiler, and nobody's bot is given up."""

    def test_a_simpler_bot_answers_meanwhile(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(
            "rowlock.server.tables.Thinkers",
            lambda workers, means, far: Thinkers(workers, means, bad_bots.unready, far=far),
        )
        with Background(lavish(tmp_path / "db")) as server:
            table = server.address.open("quixo", [PEOPLE[0], {"kind": "bot", "level": "hard"}])
            table.play(1, "a1a5")
            view = table.wait_until(lambda view: view["plies"] == 2)
            assert not any(seat["failed"] for seat in view["seats"])
        [said] = [record.getMessage() for record in caplog.records if "simpler" in record.getMessage()]
        assert said.startswith("compiling, once, so a simpler bot answers this time: hard in seat 2 of table")

    def test_what_is_not_compiled_is_not_waited_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("rowlock.bots.registry.batch.ready_soon", lambda batches: not batches)
        monkeypatch.setattr("rowlock.server.thinking.DESK", Desk())
        assert answer(JOB)
        with pytest.raises(NotReady):
            answer(replace(JOB, level="master", position="quixo ...../...../...../...../..... x"))

    def test_the_served_one_gets_ready_by_itself(self) -> None:
        async def warmed() -> str:
            thinkers = Thinkers(1, {}, bad_bots.loaded)
            try:
                await thinkers.warm_up()
                return await thinkers.ask(JOB)
            finally:
                thinkers.close()

        assert "rowlock.bots.quixo.master" in asyncio.run(warmed())


class TestWhatTheyAreTold:
    """The view, the past and chance, and nothing of another table."""

    def test_the_past(self, monkeypatch: pytest.MonkeyPatch) -> None:
        told: list[Question] = []

        def listening(question: Question) -> str:
            told.append(question)
            return question.view.legal_moves(question.seat)[0]

        monkeypatch.setitem(BOTS["quixo"], "listening", listening)
        before = ("quixo .../.../... x", "quixo ..x/.../... o")
        answer(replace(JOB, level="listening", position="quixo o.x/.../... x", past=before))
        assert [str(state) for state in told[0].past] == list(before)
        assert str(told[0].past[-1]) == before[-1]
        assert [str(state) for state in told[0].past[1:]] == [before[1]]

    def test_a_table_tells_all_that_was_there(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[Job] = []

        async def ask(_: Thinkers, job: Job, *, asker: str, people_wait: bool) -> str:
            assert people_wait
            assert asker == ""  # nobody is connected
            asked.append(job)
            return answer(replace(job, level="greedy"))

        monkeypatch.setattr(Thinkers, "ask", ask)
        with Background(lavish(tmp_path / "db")) as server:
            table = server.address.open("quixo", [PEOPLE[0], {"kind": "bot", "level": "hard"}], size=3)
            for _ in range(2):
                table.play(1, table.view(1)["moves"][0])
                table.wait_until(lambda view: view["awaiting"] == [1])
            steps = server.address.get(f"{table.path}/replay")["steps"]
        positions = [step["position"] for step in steps]
        assert [job.position for job in asked] == [positions[1], positions[3]]
        assert [list(job.past) for job in asked] == [positions[:1], positions[:3]]
        assert {(job.table, job.level, job.seat) for job in asked} == {(table.id, "hard", 2)}

    def test_memory_stays_at_its_table(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Remembering:
            def __init__(self) -> None:
                self.seen = 0

            def fresh(self, _: Means) -> "Remembering":
                return Remembering()

            def __call__(self, question: Question) -> str:
                moves = question.view.legal_moves(question.seat)
                self.seen += 1
                return moves[self.seen - 1]

        monkeypatch.setattr("rowlock.server.thinking.DESK", Desk())
        monkeypatch.setitem(BOTS["quixo"], "remembering", Remembering())
        monkeypatch.setitem(BOTS["quixo"], "other", Remembering())
        job = replace(JOB, level="remembering")
        first, second, *_ = parse_position(START).legal_moves(1)
        assert [answer(job), answer(job), answer(replace(job, level="other"))] == [first, second, first]
        assert answer(replace(job, table="another")) == first
        assert answer(job) == first

    def test_no_answer_depends_on_another_table(self) -> None:
        """Two tables with the same opening in one process: each gets the answer that it would get alone."""
        state = GAMES["quixo"].start()
        past = [str(state)]
        for move in ("a1a5", "e1e5", "a5a1", "e5e1") * 2:
            state = state.play(state.active, move)
            past.append(str(state))
        *before, now = past
        seat = state.active
        young = Job("young", "quixo", "hard", now, (), seat, "chance")
        old = replace(young, table="old", past=tuple(before))
        jobs = [young, old, young, replace(young, table="third"), old]
        alone = {job: ask(answer, job)[0] for job in jobs}
        assert ask(answer, *jobs) == [alone[job] for job in jobs]

    def test_the_means_of_the_settings(self, tmp_path: Path) -> None:
        assert lavish(tmp_path / "db", tablebase="/folder").means == {"tablebase": "/folder"}
        assert lavish(tmp_path / "db").means == {}

        async def told() -> str:
            thinkers = Thinkers(1, {"tablebase": "/folder"}, bad_bots.means)
            try:
                return await thinkers.ask(JOB)
            finally:
                thinkers.close()

        assert asyncio.run(told()) == "{'tablebase': '/folder'}"


def test_people_do_not_wait_for_bots_among_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORDERLY_FOLDER", str(tmp_path))
    asked = tmp_path / "asked"

    async def all_at_once() -> None:
        thinkers = Thinkers(1, work=bad_bots.orderly)

        def ask(name: str, people_wait: bool) -> asyncio.Task[str]:
            return asyncio.create_task(thinkers.ask(replace(JOB, chance=name), people_wait=people_wait))

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
        assert await thinkers.ask(replace(JOB, chance="last")) == "last"
        thinkers.close()

    asyncio.run(all_at_once())
    assert asked.read_text().split() == ["running", "people-1", "people-2", "bots-1", "bots-2", "last"]


def test_a_crowd_at_the_masters_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred people have asked `master`: a newcomer's short question comes next, a household with many tables gets
    no more than one with a single table, and who would wait too long hears so at once."""
    monkeypatch.setenv("ORDERLY_FOLDER", str(tmp_path))
    asked = tmp_path / "asked"

    async def all_at_once() -> int:
        thinkers = Thinkers(1, work=bad_bots.orderly)
        thinkers._costs |= {("quixo", "master"): 1.0, ("quixo", "easy"): 0.02}

        def ask(name: str, level: str, asker: str) -> asyncio.Task[str]:
            return asyncio.create_task(thinkers.ask(replace(JOB, chance=name, level=level), asker=asker))

        thoughts = [ask("running", "greedy", "someone")]
        while not asked.exists():
            await asyncio.sleep(0.01)
        thoughts += [ask(f"greedy-house-{number}", "master", "many") for number in range(5)]
        await asyncio.sleep(0)
        thoughts += [ask(f"house-{number}", "master", f"house-{number}") for number in range(200)]
        await asyncio.sleep(0)
        thoughts.append(ask("newcomer", "easy", "newcomer"))
        await asyncio.sleep(0)
        (tmp_path / "go").touch()
        answers = await asyncio.gather(*thoughts, return_exceptions=True)
        thinkers.close()
        assert all(isinstance(found, str | TooManyWait) for found in answers)
        return sum(isinstance(found, str) for found in answers)

    answered = asyncio.run(all_at_once())
    order = asked.read_text().split()
    assert order[:3] == ["running", "newcomer", "greedy-house-0"]
    assert order.index("greedy-house-1") > order.index("house-10")
    assert len(order) == answered
    assert 20 <= answered <= 30


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_bots_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    """They say their number, then the process that asked them is killed; nobody is left behind."""
    program = (
        "import asyncio, time\n"
        "from rowlock.server.thinking import Thinkers\n"
        "from tests.server.bad_bots import process_id\n"
        "from tests.server.test_bots import JOB\n"
        "async def main():\n"
        "    print(await Thinkers(1, work=process_id).ask(JOB), flush=True)\n"
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
        "from tests.server.test_bots import JOB\n"
        "async def serve():\n"
        "    thinkers = Thinkers(1, work=repr)\n"
        "    assert await thinkers.ask(JOB) == repr(JOB)\n"
        "    thinkers.close()\n"
        "asyncio.run(serve())\n"
        "os.kill(os.getpid(), signal.SIGTERM)\n"
    )
    root = Path(__file__).parents[2]
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (-signal.SIGTERM, "")
