"""`rowlock serve`: what it refuses in one line, and its settings from options and variables."""

import socket
import subprocess
from pathlib import Path

import pytest

from rowlock.cli import main
from rowlock.server.settings import Settings
from tests.server.serving import Process, lavish, process


@pytest.mark.parametrize(
    "options, problem",
    [
        (["--port", "x"], "a port is a number from 1 to 65535, not 'x'"),
        (["--port", "70000"], "a port is a number from 1 to 65535, not '70000'"),
        (["--workers", "two"], "ROWLOCK_WORKERS should be a number, not 'two'"),
        (["--workers", "0"], "ROWLOCK_WORKERS should be a number from 1 on, not '0'"),
        (["--workers", "2"], "several workers need --redis"),
        (["--redis", "localhost"], "a Redis address begins with redis://"),
        (["--database", "oracle://x"], "oracle://… is no database address"),
    ],
)
def test_bad_options(capsys: pytest.CaptureFixture[str], options: list[str], problem: str) -> None:
    assert main(["serve", *options]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"rowlock: {problem}")
    assert said.err.count("\n") == 1


def test_a_database_that_cannot_be_opened(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a database, and long enough to be taken for none" * 100)
    for database in (tmp_path, tmp_path / "file"):
        assert main(["serve", "--database", str(database)]) == 1
        assert capsys.readouterr().err.startswith(f"rowlock: The database {database} ")


@pytest.mark.parametrize(
    "variable, value, problem",
    [
        ("ROWLOCK_BOT_PAUSE", "-1", "from 0 on"),
        ("ROWLOCK_REQUESTS_PER_SECOND", "nan", "from 0 on"),
        ("ROWLOCK_MOVES_PER_SECOND", "inf", "from 0 on"),
        ("ROWLOCK_TABLES_PER_ADDRESS", "1.5", "should be a number"),
    ],
)
def test_bad_variables(variable: str, value: str, problem: str) -> None:
    with pytest.raises(ValueError, match=f"{variable} .*{problem}"):
        Settings.of({variable: value})


def test_settings_travel_to_the_workers() -> None:
    settings = lavish("some.db", workers=3, bot_workers=2, redis="redis://r", origins="https://a.example")
    assert Settings.of(settings.environment()) == settings
    assert Settings.of({}) == Settings()


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [*Process.PROGRAM, "serve", "--port", port, "--database", str(tmp_path / "db")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "address already in use" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_server_of_the_command(tmp_path: Path) -> None:
    with process(lavish(tmp_path / "db"), tmp_path) as server:
        table = server.address.open("quixo", [{"kind": "human"}, {"kind": "bot", "level": "easy"}])
        with table.socket(1) as ada:
            assert ada.do(1, "play", move="a1a5", turn=1)["type"] == "done"
        table.wait_until(lambda view: view["plies"] == 2)
