"""The real command, through pipes and on a terminal."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from rowlock.cli import main
from rowlock.rules import Record
from tests.terminal.keyboard import plain

ROWLOCK = str(Path(sys.executable).parent / "rowlock")
ENVIRONMENT = {"PATH": os.defpath, "LANG": "C.UTF-8", "TERM": "xterm-256color", "COLUMNS": "80"}


def rowlock(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROWLOCK, "play", *arguments],
        input=typed,
        env={**ENVIRONMENT, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.fixture(autouse=True)
def _english_and_a_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setitem(ENVIRONMENT, "HOME", str(tmp_path / "home"))


class TestPipe:
    def test_asks_for_the_game(self) -> None:
        done = rowlock(typed="chess\n2\n")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.count("Which game shall it be?") == 2
        assert "  O  Easy bot" in done.stdout

    def test_no_colours_and_the_language_of_the_locale(self) -> None:
        done = rowlock("quixo", typed="quit\n", LANG="uk_UA.UTF-8")
        assert "\x1b" not in done.stdout
        assert "Легкий бот" in done.stdout
        assert done.stdout.endswith("До побачення і до нових зустрічей!\n")

    def test_bots_alone(self) -> None:
        first, again = (
            rowlock("qwixx", "--seats", "bot greedy; bot random", "--seed", "7") for _ in range(2)
        )
        assert first.stdout == again.stdout
        assert "The winner is Greedy bot." in first.stdout

    def test_save_and_resume(self, tmp_path: Path) -> None:
        file = str(tmp_path / "game.rlk")
        options = ("--seats", "Ada; Boris", "--seed", "7", "--first", "2")
        rowlock("qwixx", *options, typed=f"\npass\nsave {file}\n")
        saved = Record.parse(Path(file).read_text())
        assert saved.tag("First") == "2"
        assert len(saved.plies) == 2
        resumed = rowlock("--resume", file, "--seed", "7", typed=f"pass\nsave {file}\nyes\n")
        assert "Boris, you may cross out" in resumed.stdout
        assert len(Record.parse(Path(file).read_text()).plies) == 3

    def test_random_may_be_said(self) -> None:
        options = ("quixo", "--seats", "Ada; Boris", "--seed", "3")
        assert rowlock(*options, "--first", "random").stdout == rowlock(*options).stdout

    def test_sizes(self) -> None:
        assert " 3 │[·] [·] [·]│ 3" in rowlock("quixo", "--size", "3", "--first", "1").stdout

    def test_letters_that_cannot_be_read(self) -> None:
        done = subprocess.run(
            [ROWLOCK, "play", "quixo", "--seats", "Ada; Boris"],
            input=b"\xff\xfe\n",
            env=ENVIRONMENT,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.parametrize(
        "arguments, complaint",
        [
            (["chess"], "chess"),
            (["quixo", "--seats", "Ada"], "--seats: this game has 2 seats, not 1"),
            (["qwixx", "--seats", "A;B;C;D;E;F"], "--seats: this game has 2, 3, 4, 5 seats, not 6"),
            (["qwixx", "--seats", "Ada; "], "--seats: every seat needs a name"),
            (
                ["qwixx", "--seats", "Ada; bot clever"],
                "there is no bot “clever” for this game, only easy, medium, hard, master, greedy, random",
            ),
            (["qwixx", "--first", "3"], "--first: a number from 1 to 2, or random"),
            (["quixo", "--size", "6"], "--size: for this game only 5, 4, 3"),
            (["qwixx", "--size", "5"], "--size is not for Qwixx, so leave it out"),
            (["quixo", "--dice", "real"], "--dice is not for Quixo, so leave it out"),
            (["qwixx", "--no-repetition"], "--no-repetition is not for Qwixx, so leave it out"),
            (["quixo", "--seats", "Ada\x07; Boris"], "--seats: a name holds a character that can't be shown"),
            (["--resume", "nowhere.rlk"], "nowhere.rlk: No such file or directory"),
            (["quixo", "--resume", "nowhere.rlk"], "--resume: the file already says it, so leave out “GAME”"),
            (["--resume", "nowhere.rlk", "--no-repetition"], "so leave out “--no-repetition”"),
            (["--resume", "nowhere.rlk", "--first", "1"], "so leave out “--first”"),
            (["--language", "xx"], "--language"),
        ],
    )
    def test_bad_options(
        self, arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["play", *arguments]) == 2
        output, errors = capsys.readouterr()
        assert output == ""
        assert complaint in errors
        assert errors.count("\n") == 1

    def test_complaints_from_right_to_left(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["play", "qwixx", "--size", "3", "--language", "he"]) == 2
        assert "\ufffd" not in capsys.readouterr().err

    def test_a_resumed_game_without_dice(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "game.rlk"
        file.write_text('[Game "quixo"]\n[Seats "Ada; Boris"]\n')
        assert main(["play", "--resume", str(file), "--dice", "real"]) == 2
        assert "--dice is not for Quixo" in capsys.readouterr().err

    def test_bad_records(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "bad.rlk"
        file.write_text('[Game "quixo"]\n[Seats "Ada; Boris"]\n\n1. a1a5 a5a1\n')
        done = rowlock("--resume", str(file), "--language", "ru")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"rowlock: {file}:4:9: ")
        file.write_bytes(b"[Game \xff]")
        assert main(["play", "--resume", str(file)]) == 2
        assert f"{file}:1:7: this is no UTF-8 text" in capsys.readouterr().err
        file.write_bytes(b"")
        assert main(["play", "--resume", str(file)]) == main(["replay", str(file)]) == 2
        played, replayed = capsys.readouterr().err.splitlines()  # the same fault, told in the same way
        assert played == replayed
        assert played.startswith(f"rowlock: {file}:1:1: ")
        file.write_text('[Game "quixo"]\n[Seats "Ada; bot clever"]\n')
        assert main(["play", "--resume", str(file)]) == 2
        assert "there is no bot “clever”" in capsys.readouterr().err


class Terminal:
    """The command on a terminal of its own."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process = process
        self.master = master

    def until(self, text: str, pressing: str = "") -> str:
        """Read until a text appears; what has appeared since the last time. A key may get lost while the terminal
        is being set up for the prompt, so a person would press it again: so does this, every second."""
        end = time.monotonic() + 120
        pressed = 0.0
        new = b""
        while text not in new.decode(errors="ignore"):
            assert time.monotonic() < end, f"{text!r} doesn't come: {new.decode(errors='replace')}"
            if pressing and time.monotonic() > pressed + 1:
                self.type(pressing)
                pressed = time.monotonic()
            if select.select([self.master], [], [], 0.1)[0]:
                new += os.read(self.master, 65536)
        return new.decode()

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Terminal]:
    master, slave = os.openpty()
    process = subprocess.Popen(
        [ROWLOCK, "play", *arguments],
        env={**ENVIRONMENT, **environment},
        preexec_fn=partial(os.login_tty, slave),
    )
    os.close(slave)
    try:
        yield Terminal(process, master)
    finally:
        process.kill()
        process.wait()
        os.close(master)


class TestTerminal:
    def test_a_whole_game(self) -> None:
        with terminal("quixo", "--size", "3", "--seats", "Ada; Boris", "--first", "1") as table:
            for move in ("a1a3", "c1c3", "a1a3", "c1c3"):
                assert "\x1b[" in table.until("> ")
                table.type(f"{move}\n")
            table.until("> ")
            table.type("a1a3\n")
            end = plain(table.until("press Enter"))
            assert "A full line of the winner's own symbol!" in end
            assert "The winner is Ada." in end
            table.type("\n")
            table.until("Goodbye")
            assert table.process.wait(60) == 0

    def test_no_colour(self) -> None:
        with terminal("quixo", NO_COLOR="1") as table:
            screen = table.until("> ")
            assert not re.search(r"\x1b\[[0-9;]*(3|4)[0-9;]*m", screen)

    def test_control_c(self) -> None:
        with terminal("qwixx", "--language", "bg") as table:
            table.until("> ")
            table.until("Довиждане и до скоро!", pressing="\x03")
            assert table.process.wait(60) == 130

    @pytest.mark.parametrize("left_by", ["\x03", "\x04", signal.SIGHUP, signal.SIGTERM])
    def test_a_game_that_was_left_goes_on(self, left_by: str | int) -> None:
        seats = ("--seats", "Ada; Boris", "--first", "1")
        with terminal("quixo", *seats) as table:
            table.until("> ")
            table.type("a1a5\n")
            table.until("Boris, take")
            if isinstance(left_by, int):
                os.kill(table.process.pid, left_by)
            said = table.until("Goodbye", pressing="" if isinstance(left_by, int) else left_by)
            assert "left/quixo.rlk" in said.replace("\r\n", "")
        with terminal("quixo") as table:
            assert "You left a game that is not over: Ada, Boris." in table.until("> ")
            table.type("yes\n")
            assert "Ada" in table.until("Boris, take")

    @pytest.mark.parametrize("left_by", [signal.SIGHUP, signal.SIGTERM])
    def test_a_window_that_closes_just_before_a_key_is_waited_for(self, left_by: int) -> None:
        """The signal comes between the prompt and the wait, where Python doesn't look at it by itself."""
        script = f"""
import ctypes, functools, os, readline
from rowlock.terminal.keyboard import ask, prepare_keyboard
prepare_keyboard()
readline.set_pre_input_hook(functools.partial(ctypes.CDLL(None).kill, os.getpid(), {int(left_by)}))
try:
    ask("> ")
except KeyboardInterrupt:
    print("left")
"""
        master, slave = os.openpty()
        process = subprocess.Popen([sys.executable, "-c", script], preexec_fn=partial(os.login_tty, slave))
        os.close(slave)
        try:
            Terminal(process, master).until("left")
        finally:
            process.kill()
            process.wait()
            os.close(master)

    def test_or_it_is_set_aside(self) -> None:
        with terminal("quixo", "--seats", "Ada; Boris", "--first", "1") as table:
            table.until("> ")
            table.type("a1a5\n")
            table.until("Boris, take")
            table.until("Goodbye", pressing="\x03")
        with terminal("quixo", "--seats", "Cleo; Dora", "--first", "1") as table:
            table.until("> ")
            table.type("\n")
            assert "left/quixo-1.rlk" in table.until("Cleo, take").rpartition("\x1b[2J")[2].replace(
                "\r\n", ""
            )
        with terminal("quixo", "--seats", "Cleo; Dora", "--first", "1") as table:
            table.until("Cleo, take")

    def test_control_c_before_the_game_is_chosen(self) -> None:
        with terminal() as table:
            table.until("number:")
            table.until("Goodbye", pressing="\x03")
            assert table.process.wait(60) == 130

    def test_control_d(self) -> None:
        with terminal("qwixx") as table:
            table.until("> ")
            table.type("\x04")
            table.until("Goodbye")
            assert table.process.wait(60) == 0

    def test_a_sealed_decision_is_wiped_from_the_screen(self) -> None:
        with terminal("qwixx", "--seats", "Ada; Boris", "--first", "1", "--seed", "1") as table:
            table.until("> ")
            table.type("\n")
            table.until("> ")
            table.type("r3\n")
            shown = table.until("Boris, you may")
            assert shown.startswith("r3\r\n\x1b[1A\x1b[2K\x1b[2J\x1b[H")
            assert "r3" not in plain(shown)[3:]
            table.type("\x1b[A\n")  # the arrow up brings nothing back
            assert "r3" not in plain(table.until("Boris, you may"))
