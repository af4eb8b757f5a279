"""`rowlock` and `rowlock serve`: what they refuse in one line, their settings from options and variables, and what a
second one does."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from rowlock.cli import main
from rowlock.server import command
from rowlock.server.settings import Settings
from tests.server.serving import PATIENCE, Process, free_port, lavish, process
from tests.server.test_restart import wait


@pytest.mark.parametrize(
    "options, problem",
    [
        (["--port", "x"], "a port is a number from 1 to 65535, not 'x'"),
        (["--port", "70000"], "a port is a number from 1 to 65535, not '70000'"),
        (["--workers", "two"], "--workers should be a number, not 'two'"),
        (["--workers", "0"], "--workers should be a number from 1 on, not '0'"),
        (["--workers", ""], "--workers should be a number, not ''"),
        (["--bot-workers", "-1"], "--bot-workers should be a number from 1 on, not '-1'"),
        (["--origins", "garbage"], "--origins should be addresses of pages like https://a.example,"),
        (["--origins", "https://a.example,b.example"], "--origins should be addresses of pages like https"),
        (["--origins", "https://a.example/page"], "--origins should be addresses of pages like https"),
        (["--redis", "redis://localhost:abc"], "the Redis address can't be read: Port could not be cast"),
        (["--redis", "redis://localhost?foo=bar"], "the Redis address can't be read: "),
        (["--redis", "redis://[::1"], "--redis can't be read: "),
        (["--database", "postgresql://[::1/name"], "--database can't be read: "),
        (["--hosts", "play.example.org,https://b.example"], "--hosts should be names like play.example.org,"),
        (["--hosts", "play.example.org:8421"], "--hosts should be names like play.example.org,"),
        (["--host", "no-such-host.invalid"], "'no-such-host.invalid' is no address of this machine"),
        (["--host", "192.0.2.1"], "'192.0.2.1' is no address of this machine"),  # kept free for examples
        (["--host", "x" * 300], "'xxx"),
        (["--host", "a..b"], "'a..b' is no address of this machine"),
        (["--workers", "2"], "several workers need --redis"),
        (["--redis", "localhost"], "a Redis address begins with redis://"),
        (["--database", "oracle://x"], "oracle://… is no database address"),
    ],
)
def test_bad_options(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    options: list[str],
    problem: str,
) -> None:
    monkeypatch.setenv("ROWLOCK_DATABASE", str(tmp_path / "db"))
    assert main(["serve", *options]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"rowlock: {problem}")
    assert said.err.count("\n") == 1


def test_an_empty_variable_is_none(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As in a unit of systemd that is a template, and also used without an instance: `ROWLOCK_PORT=%i`."""
    for name in ("PORT", "HOST", "WORKERS", "REDIS"):
        monkeypatch.setenv(f"ROWLOCK_{name}", "")
    assert main(["serve", "--database", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"rowlock: The database {tmp_path} ")  # nothing else is wrong


def test_a_database_that_cannot_be_opened(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a database, and long enough to be taken for none" * 100)
    for database in (tmp_path, tmp_path / "file"):
        assert main(["serve", "--database", str(database)]) == 2
        assert capsys.readouterr().err.startswith(f"rowlock: The database {database} ")


def test_a_variable_is_named_where_a_variable_was_given(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROWLOCK_WORKERS", "0")
    assert main(["serve"]) == 2
    assert capsys.readouterr().err == "rowlock: ROWLOCK_WORKERS should be a number from 1 on, not '0'\n"
    monkeypatch.setenv("ROWLOCK_ORIGINS", "garbage")
    assert main(["serve", "--workers", "1"]) == 2
    assert capsys.readouterr().err.startswith("rowlock: ROWLOCK_ORIGINS should be addresses of pages")


def test_origins_as_browsers_send_them() -> None:
    settings = Settings.of(
        {"ROWLOCK_ORIGINS": "https://A.example/, http://[::1]:8080 ,,https://b.example:8443"}
    )
    assert settings.allowed_origins == ["https://a.example", "http://[::1]:8080", "https://b.example:8443"]


def test_every_option_has_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    for option in ("--host NAME", "--port N", "--workers N"):
        text = said.split(f" {option} ")[-1]
        assert not text.startswith("-"), option


@pytest.mark.parametrize(
    "variable, value, problem",
    [
        ("ROWLOCK_BOT_PAUSE", "-1", "from 0 on"),
        ("ROWLOCK_REQUESTS_PER_SECOND", "nan", "from 0 on"),
        ("ROWLOCK_MOVES_PER_SECOND", "inf", "from 0 on"),
        ("ROWLOCK_TABLES_PER_ADDRESS", "1.5", "should be a number"),
        ("ROWLOCK_REQUESTS_PER_SECOND", "0", "should be more than 0"),
    ],
)
def test_bad_variables(variable: str, value: str, problem: str) -> None:
    with pytest.raises(ValueError, match=f"{variable} .*{problem}"):
        Settings.of({variable: value})


@pytest.mark.parametrize("password", ["p@ss", "pa/ss", "pa?ss", "pa#ss", "p@s/s", "12/34"])
@pytest.mark.parametrize("setting", ["database", "redis"])
def test_a_password_that_tears_an_address(setting: str, password: str) -> None:
    """Its rest would be taken for the host, and told in errors."""
    scheme = "postgresql" if setting == "database" else "redis"
    where = {setting: f"{scheme}://ada:{password}@example.org/name"}
    with pytest.raises(ValueError, match=f"--{setting}: .* %40") as refused:
        Settings.of({}, where)
    assert password not in str(refused.value)
    whole = f"{scheme}://ada:{quote(password, safe='')}@example.org/name"
    assert getattr(Settings.of({}, {setting: whole}), setting) == whole


@pytest.mark.parametrize(
    "address",
    ["games@home.db", "sqlite:////srv/games.db", "postgresql:///name?host=/run/postgresql&user=ada"],
)
def test_whole_addresses(address: str) -> None:
    assert Settings.of({}, {"database": address}).database == address


def test_settings_travel_to_the_workers() -> None:
    settings = lavish("some.db", workers=3, bot_workers=2, redis="redis://r", origins="https://a.example")
    assert Settings.of(settings.environment()) == settings
    assert Settings.of({}) == Settings()


@contextmanager
def taken_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def test_few_open_files_are_told(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Everybody who is connected takes one; who comes when all are taken gets no answer at all."""
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr("resource.getrlimit", lambda _: (1024, 1024))
    monkeypatch.setattr("resource.setrlimit", lambda _, limits: asked.append(limits))
    command._open_many_files()
    assert "at most 1004 people at once can be connected here" in caplog.text
    assert not asked  # no more than that may be had
    monkeypatch.setattr("resource.getrlimit", lambda _: (1024, 20_000))
    command._open_many_files()
    assert asked == [(20_000, 20_000)]


@pytest.mark.parametrize("workers", [(), ("--workers", "2", "--redis", "redis://127.0.0.1:1")])
def test_a_port_that_is_taken(tmp_path: Path, workers: tuple[str, ...]) -> None:
    with taken_port() as port:
        command = [
            *Process.PROGRAM,
            "serve",
            "--port",
            str(port),
            "--database",
            str(tmp_path / "db"),
            *workers,
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    problem = f"port {port} is taken: another program listens there; choose another with --port"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"rowlock: {problem}\n")


def test_the_address_for_others_on_the_network(tmp_path: Path) -> None:
    port = free_port()
    command = [*Process.PROGRAM, "serve", "--host", "0.0.0.0", "--port", str(port)]
    with subprocess.Popen(
        [*command, "--database", str(tmp_path / "db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        try:
            assert server.stdout
            told = server.stdout.readline()
            address = told.removeprefix("Others on your network open ").strip()
            assert address.endswith(f":{port}/")
            assert wait(lambda: healthy(address))
        finally:
            server.terminate()


def healthy(address: str) -> bool:
    try:
        return httpx.get(f"{address}api/health", trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


class Here:
    """`rowlock` alone, looking for room at some ports, with a browser that writes down what it opens."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.opened = folder / "opened"
        browser = folder / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >> {self.opened}\n')
        browser.chmod(0o700)
        self._environment = os.environ | {"BROWSER": f"{browser} %s"}

    @contextmanager
    def start(self, *ports: int, database: str = "db") -> Iterator[subprocess.Popen[str]]:
        program = (
            "import sys; from rowlock.server import command; "
            f"command.PORTS_HERE = {ports!r}; from rowlock.cli import main; sys.exit(main([]))"
        )
        with subprocess.Popen(
            [sys.executable, "-c", program],
            env=self._environment | {"ROWLOCK_DATABASE": str(self.folder / database)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                yield process
            finally:
                process.kill()

    def pages(self) -> list[str]:
        return self.opened.read_text().splitlines() if self.opened.exists() else []


class TestHere:
    def test_a_second_one_opens_the_page_of_the_first(self, tmp_path: Path) -> None:
        here, port = Here(tmp_path), free_port()
        address = f"http://localhost:{port}/"
        with here.start(port) as first:
            assert wait(here.pages) == [address]
            with here.start(port) as second:
                told = second.communicate(timeout=PATIENCE)
            assert second.returncode == 0
            assert told == (f"Rowlock is at {address} already: the browser opens there\n", "")
            assert here.pages() == [address] * 2
            with here.start(port, database="other") as other:  # other games: not the same table
                told = other.communicate(timeout=PATIENCE)
            assert (other.returncode, told[0]) == (2, "")
            assert (
                told[1]
                == f"rowlock: port {port} is taken by another program: choose another with ROWLOCK_PORT\n"
            )
            first.send_signal(signal.SIGINT)
            assert first.communicate(timeout=PATIENCE) == (f"Rowlock is at {address} (Ctrl-C ends it)\n", "")
            assert first.returncode == 0

    def test_another_program_has_the_port(self, tmp_path: Path) -> None:
        here, port = Here(tmp_path), free_port()
        with taken_port() as taken, here.start(taken, port) as rowlock:
            assert wait(here.pages) == [f"http://localhost:{port}/"]
            rowlock.terminate()
            told, _ = rowlock.communicate(timeout=PATIENCE)
        assert told.splitlines() == [
            f"Port {taken} is taken by another program, so this one takes another",
            f"Rowlock is at http://localhost:{port}/ (Ctrl-C ends it)",
        ]

    def test_the_port_may_be_said(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for said, ports in (("", list(command.PORTS_HERE)), ("8500", [8500])):
            monkeypatch.setenv("ROWLOCK_PORT", said)
            assert list(command._ports_here()) == ports

    def test_a_port_that_is_none(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        monkeypatch.setenv("ROWLOCK_DATABASE", str(tmp_path / "db"))
        monkeypatch.setenv("ROWLOCK_PORT", "none")
        assert main([]) == 2
        assert capsys.readouterr().err == "rowlock: a port is a number from 1 to 65535, not 'none'\n"

    @pytest.mark.parametrize(
        "answer", [b"", b"[]", b"[" * 9000, b'{"store": ""}', b"\xff", b'{"status": "ok"}']
    )
    def test_other_programs_may_answer_anything(self, answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
        from rowlock.server import command

        class Answer:
            def __init__(self, *_: object, **__: object) -> None: ...
            def request(self, *_: object) -> None: ...
            def close(self) -> None: ...
            def getresponse(self) -> "Answer":
                return self

            def read(self, _: int) -> bytes:
                return answer

        monkeypatch.setattr("http.client.HTTPConnection", Answer)
        with taken_port() as taken, pytest.raises(ValueError, match=f"the ports {taken} to {taken} are all"):
            command._place("mark", (taken, taken))


def test_the_server_of_the_command(tmp_path: Path) -> None:
    with process(lavish(tmp_path / "db"), tmp_path) as server:
        table = server.address.open("quixo", [{"kind": "human"}, {"kind": "bot", "level": "easy"}])
        with table.socket(1) as ada:
            assert ada.do(1, "play", move="a1a5", turn=1)["type"] == "done"
        table.wait_until(lambda view: view["plies"] == 2)
        assert server.end() == 0
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert lines[-1]["message"] == "ended in good order"
    listening = [line["address"] for line in lines if line["message"] == "listening"]
    assert listening == [f"127.0.0.1:{server.address.port}"]
