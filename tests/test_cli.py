"""The command: what it prints, what it refuses, and how it ends."""

import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rowlock import __version__
from rowlock.cli import main
from rowlock.locale import LANGUAGES, Catalogue
from rowlock.rules import GAMES, Record

ROWLOCK = [sys.executable, "-c", "import sys; from rowlock.cli import main; sys.exit(main())"]

QWIXX = """\
[Game "qwixx"]
[Seats "Ada; Boris; bot hard"]
[First "1"]
[Event "Kitchen table"]

{Good luck!}
1. 413526 | r5 y5 {why
not} pass | b10
2. 662144 | pass pass pass | pass
3. 111111 | - pass -
"""

QUIXO = """\
[Game "quixo"]
[Seats "Ада; Боян"]
[Start "quixo xx./.../oo. o"]
[Result "2 1 own-line"]

1. c3c1
"""


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "game.rlk"


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints that must succeed without a complaint."""
    assert main(arguments) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line in which a command refuses its input."""
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("rowlock: ")
    assert said.err.count("\n") == 1
    assert said.err.endswith("\n")
    return said.err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"rowlock {__version__}\n"


def test_it_says_what_it_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert "perft" in said
    assert "replay" in said


@pytest.mark.parametrize(
    "arguments, problem",
    [
        (["--no-such-option"], "--no-such-option"),
        (["no-such-command"], "no-such-command"),
        (["no\nsuch\x1bcommand"], "command"),
        (["perft", "chess", "--depth", "1"], "chess"),
        (["perft", "quixo"], "--depth"),
        (["perft", "quixo", "--depth", "-1"], "a depth is 0 to 100, not '-1'"),
        (["perft", "quixo", "--depth", "two"], "a depth is 0 to 100, not 'two'"),
        (["perft", "quixo", "--depth", "²"], "a depth is 0 to 100, not '²'"),
        (["perft", "quixo", "--depth", "101"], "a depth is 0 to 100, not '101'"),
        (["perft", "quixo", "--depth", "9" * 5000], "a depth is 0 to 100, not '9999"),
        (["perft", "quixo", "--depth", "1", "--size", "6"], "--size: quixo has no size '6', only 5, 4, 3"),
        (["perft", "qwixx", "--depth", "1", "--size", "5"], "--size: qwixx has no size '5', it has only one"),
        (["perft", "quixo", "--depth", "1", "--position", "quixo ../... x"], "--position:1:7: "),
        (["perft", "qwixx", "--depth", "1", "--position", "quixo .../.../... x"], "--position:1:1: "),
        (
            ["perft", "quixo", "--depth", "1", "--position", "quixo .../.../... x", "--size", "3"],
            "--size: the position already says",
        ),
        (["perft", "quixo", "--depth", "1", "--position", "quixo ...../...../...../..... x"], "not 4 for 5"),
        (["replay"], "FILE"),
        (["day", ""], "day"),
        (["puzzle", "--theme", "nope"], "no puzzles of the theme 'nope', only cross, lock"),
        (["puzzle", "quixo", "--theme", "lock"], "quixo has no puzzles of the theme 'lock'"),
        (["pad", "--layout", "", "--out", "x.pdf"], "'': there is nothing in it"),
    ],
)
def test_bad_arguments(capsys: pytest.CaptureFixture[str], arguments: list[str], problem: str) -> None:
    assert problem in complaint(capsys, *arguments)


class TestPerft:
    @pytest.mark.parametrize(
        "arguments, number",
        [
            ("quixo --depth 0", 1),
            ("quixo --depth 1", 44),
            ("quixo --depth 3", 76_596),
            ("quixo --depth 1 --size 3", 20),
            ("quixo4 --depth 2", 7_344),
            ("qwixx --depth 1", 6**6),
        ],
    )
    def test_prints_the_number_and_nothing_else(
        self, capsys: pytest.CaptureFixture[str], arguments: str, number: int
    ) -> None:
        assert output(capsys, "perft", *arguments.split()) == f"{number}\n"

    def test_position(self, capsys: pytest.CaptureFixture[str]) -> None:
        over = "quixo xxx/.../... o"
        assert output(capsys, "perft", "quixo", "--depth", "2", "--position", over) == "0\n"
        assert output(capsys, "perft", "quixo", "--depth", "0", "--position", over) == "1\n"

    def test_progress_on_a_terminal(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = iter(range(0, 1000, 2))
        monkeypatch.setattr("rowlock.solve.command.time.monotonic", lambda: next(clock))
        monkeypatch.setattr("sys.stderr.isatty", lambda: True)
        assert main(["perft", "quixo", "--depth", "2"]) == 0
        said = capsys.readouterr()
        assert said.out == "1836\n"
        assert "first move 22 of 44" in said.err

    def test_starts_fast(self) -> None:
        """What the command must not load before it counts: everything that draws, talks or computes in bulk."""
        heavy = "{'rich', 'babel', 'asyncio', 'numpy', 'numba'}"
        program = f"import sys; from rowlock.cli import main; main(); print({heavy} & set(sys.modules))"
        command = [sys.executable, "-c", program, "perft", "quixo", "--depth", "1"]
        assert subprocess.check_output(command, text=True) == "44\nset()\n"


class TestReplay:
    def test_account(self, capsys: pytest.CaptureFixture[str], record: Path) -> None:
        record.write_text(QWIXX, encoding="utf-8")
        assert output(capsys, "replay", str(record)).splitlines() == [
            "Qwixx: Ada, Boris, bot hard",
            "First: 1",
            "Event: Kitchen table",
            "{Good luck!}",
            "",
            "       dice    Ada            Boris          bot hard",
            "   1.  413526  r5 b10      2  y5          1  pass        0",
            "      {y5: why not}",
            "   2.  662144  pass        2  pass pass  -4  pass        0",
            "   3.  111111              2  pass       -4              0",
            "",
            "Not over yet. To decide: Ada, bot hard.",
        ]

    def test_account_of_a_finished_game(self, capsys: pytest.CaptureFixture[str], record: Path) -> None:
        record.write_text(QUIXO, encoding="utf-8")
        assert output(capsys, "replay", str(record)).splitlines() == [
            "Quixo: Ада, Боян",
            "Start: quixo xx./.../oo. o",
            "Result: 2 1 own-line",
            "",
            "       Боян  Ада",
            "   1.  c3c1       xx./.../ooo x",
            "",
            "Over (own-line): A full line of the winner's own symbol!",
            "   1. Боян",
            "   2. Ада",
        ]

    @pytest.mark.parametrize("game", GAMES)
    def test_account_of_a_game_without_moves(
        self, capsys: pytest.CaptureFixture[str], record: Path, game: str
    ) -> None:
        """Rowlock itself writes such records."""
        names = ("Ada", "Boris", "Cleo", "Dora")[: GAMES[game].seat_counts[0]]
        record.write_text(str(Record.new(game, names)), encoding="utf-8")
        *_, ending = output(capsys, "replay", str(record)).splitlines()
        assert ending.startswith("Not over yet. To decide: ")
        assert json.loads(output(capsys, "replay", "--json", str(record)))["plies"] == []

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_account_in_every_language(
        self, capsys: pytest.CaptureFixture[str], record: Path, language: str
    ) -> None:
        catalogue = Catalogue.of(language)
        record.write_text(QWIXX, encoding="utf-8")
        title, *_, owing = output(capsys, "replay", "--language", language, str(record)).splitlines()
        assert title.startswith(f"{catalogue.text('game.qwixx')}: ")
        assert catalogue.text("replay.not-over", names="|").split("|")[0].rstrip("\u2068") in owing
        assert ("Ada" in owing, "Boris" in owing) == (True, False)
        record.write_text(QUIXO, encoding="utf-8")
        told = output(capsys, "replay", "--language", language, str(record))
        assert f"{catalogue.text('outcome.own-line')}" in told
        assert "{" not in told

    def test_the_language_of_the_locale(
        self, capsys: pytest.CaptureFixture[str], record: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
        record.write_text(QUIXO, encoding="utf-8")
        assert "Игра окончена (own-line): " in output(capsys, "replay", str(record))
        assert '"game": "quixo"' in output(capsys, "replay", "--json", str(record))

    def test_json(self, capsys: pytest.CaptureFixture[str], record: Path) -> None:
        record.write_text(QUIXO, encoding="utf-8")
        assert json.loads(output(capsys, "replay", "--json", str(record))) == {
            "game": "quixo",
            "seats": ["Ада", "Боян"],
            "tags": {
                "Game": "quixo",
                "Seats": "Ада; Боян",
                "Start": "quixo xx./.../oo. o",
                "Result": "2 1 own-line",
            },
            "start": "quixo xx./.../oo. o",
            "comments": [],
            "plies": [
                {"number": 1, "seat": 2, "move": "c3c1", "comments": [], "position": "quixo xx./.../ooo x"}
            ],
            "awaiting": [],
            "outcome": {
                "reason": "own-line",
                "places": [2, 1],
                "scores": [],
                "lines": [["a1", "b1", "c1"]],
            },
        }

    def test_json_of_an_unfinished_game(self, capsys: pytest.CaptureFixture[str], record: Path) -> None:
        record.write_text(QWIXX, encoding="utf-8")
        told = json.loads(output(capsys, "replay", "--json", str(record)))
        assert [(ply["number"], ply["seat"], ply["move"]) for ply in told["plies"]] == [
            *((1, 0, "413526"), (1, 1, "r5"), (1, 2, "y5"), (1, 3, "pass"), (1, 1, "b10")),
            *((2, 0, "662144"), (2, 1, "pass"), (2, 2, "pass"), (2, 3, "pass"), (2, 2, "pass")),
            *((3, 0, "111111"), (3, 2, "pass")),
        ]
        assert told["plies"][2]["comments"] == ["why\nnot"]
        assert told["awaiting"] == [1, 3]
        assert told["outcome"] is None

    def test_standard_input(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(QUIXO.encode())))
        assert "Over (own-line)" in output(capsys, "replay", "-")

    def test_a_name_cannot_steer_the_terminal(self, capsys: pytest.CaptureFixture[str], record: Path) -> None:
        record.write_text(
            '[Game "quixo"]\n[Seats "Ada\u202e; Boris\x85"]\n\n1. a1a5 {\x1b[2J}\n', encoding="utf-8"
        )
        assert all(line.isprintable() for line in output(capsys, "replay", str(record)).splitlines())

    @pytest.mark.parametrize(
        "content, problem",
        [
            (b"", ":1:1: a record needs the tag Game"),
            (b'[Game "quixo"]\n[Seats "A; \xff"]\n', ":2:12: this is no UTF-8 text (byte 0xff)"),
            (b'[Game "chess"]\n[Seats "A; B"]\n', ":1:8: 'chess' is none of the games"),
            (b'[Game "quixo"]\n[Seats "A; \x1b"]\n', ":2:1: a tag is"),
            (QUIXO.replace("c3c1", "b2b1").encode(), ":6:4: 'b2b1' is illegal for seat 2 (not-on-border)"),
            (QUIXO.replace("2 1", "1 2").encode(), ":4:10: the moves lead to '2 1 own-line'"),
            (QUIXO.replace("xx.", "xyz").encode(), ":3:16: 'y' is none of x o ."),
        ],
    )
    def test_bad_record(
        self, capsys: pytest.CaptureFixture[str], record: Path, content: bytes, problem: str
    ) -> None:
        record.write_bytes(content)
        assert complaint(capsys, "replay", str(record)).startswith(f"rowlock: {record}{problem}")

    def test_no_file(self, capsys: pytest.CaptureFixture[str], record: Path) -> None:
        assert complaint(capsys, "replay", str(record)) == f"rowlock: {record}: No such file or directory\n"

    def test_folder(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        assert complaint(capsys, "replay", str(tmp_path)) == f"rowlock: {tmp_path}: Is a directory\n"

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless device here")
    def test_endless_file(self, capsys: pytest.CaptureFixture[str]) -> None:
        told = complaint(capsys, "replay", "/dev/zero")
        assert told == "rowlock: /dev/zero:1:1: a record has no more than 16 MB\n"

    def test_odd_file_name(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert complaint(capsys, "replay", "no\nfile").startswith("rowlock: 'no\\nfile': ")


class TestEnds:
    def test_reader_has_seen_enough(self, record: Path) -> None:
        record.write_text(QWIXX, encoding="utf-8")
        with subprocess.Popen(
            [*ROWLOCK, "replay", str(record)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as command:
            assert command.stdout is not None
            command.stdout.close()
            assert command.stderr is not None
            assert command.stderr.read() == b""
        assert command.returncode == 141

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
    @pytest.mark.parametrize("arguments", [(), ("--help",), ("--version",), ("play", "--help")])
    def test_full_disk(self, tmp_path: Path, arguments: tuple[str, ...]) -> None:
        command = [*ROWLOCK, *arguments]
        with Path("/dev/full").open("wb") as full:
            environment = os.environ | {"ROWLOCK_DATABASE": str(tmp_path / "db")}
            done = subprocess.run(command, env=environment, stdout=full, stderr=subprocess.PIPE, check=False)
        assert (done.returncode, done.stderr) == (1, b"rowlock: output: No space left on device\n")

    @pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    @pytest.mark.parametrize(
        "arguments, code",
        [
            ("--version", 0),
            ("play quixo", 0),
            ("play chess", 2),
            ("engine quixo", 0),
            ("perft quixo --depth 1", 0),
            ("replay -", 2),
            ("verify no-such-file", 2),
            ("arena quixo --seats random,random --games 1 --cores 1", 0),
        ],
    )
    def test_closed_streams(self, arguments: str, code: int, closed: str) -> None:
        """What can't be read is empty, and what can't be said is not said."""
        command = f"{shlex.join(ROWLOCK)} {arguments} </dev/null {closed}"
        done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False)
        assert done.returncode == code
        assert b"Traceback" not in done.stderr
        assert done.stderr.count(b"\n") == (code == 2 and "2>" not in closed)

    @pytest.mark.parametrize("seconds", [0.1, 0.5, 1, 3])
    def test_interrupted(self, seconds: float) -> None:
        """Whether it loads what is compiled or counts already, and however slow the machine is."""
        program = "import sys; from rowlock.cli import main; print('begun', flush=True); sys.exit(main())"
        with subprocess.Popen(
            [sys.executable, "-c", program, "perft", "quixo", "--depth", "50"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as command:
            try:
                assert command.stdout is not None
                assert command.stdout.readline() == b"begun\n"
                time.sleep(seconds)
                command.send_signal(signal.SIGINT)
                output, errors = command.communicate(timeout=60)
            finally:
                command.kill()
        assert (command.returncode, output) == (130, b"")
        assert errors == b"" or (errors.startswith(b"compiling") and errors.count(b"\n") == 1)

    def test_interrupted_while_the_compiler_is_at_work(self) -> None:
        """It can't be stopped, but nobody waits for it, nor for its end."""
        program = (
            "import sys, threading\n"
            "from rowlock.cli import main\n"
            "from rowlock.solve.quixo.batches import COUNT\n"
            "def work():\n"
            "    print('begun', flush=True)\n"
            "    threading.Event().wait()\n"
            "object.__setattr__(COUNT, 'use', work)\n"
            "sys.exit(main())"
        )
        with subprocess.Popen(
            [sys.executable, "-c", program, "perft", "quixo", "--depth", "50"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as command:
            try:
                assert command.stdout is not None
                assert command.stdout.readline() == b"begun\n"
                command.send_signal(signal.SIGINT)
                assert command.wait(60) == 130
            finally:
                command.kill()

    def test_letters_that_the_terminal_lacks(self, record: Path) -> None:
        record.write_text(QUIXO, encoding="utf-8")
        environment = os.environ | {"PYTHONIOENCODING": "ascii"}
        command = [*ROWLOCK, "replay", str(record)]
        assert b"Quixo: ???, ????" in subprocess.check_output(command, env=environment)
        told = subprocess.check_output([*command, "--json"], env=environment)
        assert json.loads(told)["seats"] == ["Ада", "Боян"]
