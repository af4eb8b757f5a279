"""`rowlock doctor`: each thing that can be amiss is found, and said in one line with what to do."""

import resource
from pathlib import Path

import pytest
import redis

from rowlock.cli import main
from rowlock.server import doctor
from rowlock.server.doctor import Finding, examine
from rowlock.server.settings import Settings
from tests.postgres import Postgres
from tests.redis_server import RedisServer
from tests.server.serving import free_port


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)


def found(settings: Settings, about: str, host: str = "127.0.0.1") -> Finding:
    [finding] = [finding for finding in examine(settings, host) if finding.about.startswith(about)]
    assert "\n" not in str(finding)
    return finding


def test_what_is_well(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "LITTLE_ROOM", 0)
    arguments = ["doctor", "--database", str(tmp_path / "db"), "--hosts", "play.example.org"]
    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 7
    assert all(line.startswith("ok     ") for line in lines)
    assert not (tmp_path / "db").exists()  # nothing is made


def test_settings_that_do_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--workers", "2"]) == 2
    assert capsys.readouterr().out == (
        "wrong  settings: several workers need --redis to tell each other what happened\n"
    )


class TestDatabase:
    def test_a_folder_that_is_not_there(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["doctor", "--database", str(tmp_path / "none" / "db")]) == 2
        assert f"there is no folder {tmp_path / 'none'}" in capsys.readouterr().out

    def test_a_folder_that_is_not_ours(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("os.access", lambda path, _: path != tmp_path)  # root may write anywhere
        finding = found(Settings(database=f"sqlite:///{tmp_path / 'db'}"), "database")
        assert finding.verdict == "wrong"
        assert f"can't write into {tmp_path}" in finding.says

    def test_a_user_without_a_home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "none"))
        monkeypatch.setattr("os.access", lambda path, _: path != tmp_path)
        finding = found(Settings(), "database")
        assert (finding.verdict, finding.says.split(":")[0]) == ("wrong", "this user can't make its folder")

    def test_a_file_that_is_none(self, tmp_path: Path) -> None:
        (tmp_path / "db").write_text("something else, and long enough to be taken for a file" * 100)
        finding = found(Settings(database=str(tmp_path / "db")), "database")
        assert (finding.verdict, finding.says) == ("wrong", "it can't be written: file is not a database")

    def test_little_room(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(doctor, "LITTLE_ROOM", 1 << 62)
        finding = found(Settings(database=str(tmp_path / "db")), "database")
        assert (finding.verdict, finding.says.split(":")[-1]) == ("look", " make room")

    def test_one_file_for_several_workers(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(doctor, "LITTLE_ROOM", 0)
        settings = Settings(database=str(tmp_path / "db"), workers=2, redis="redis://127.0.0.1:1")
        assert "PostgreSQL lets them write together" in found(settings, "database").says

    def test_postgresql(self, postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
        settings = Settings(database=postgres.new_database())
        assert found(settings, "database").verdict == "ok"
        too_many = Settings(database=settings.database, workers=1000)
        assert "raise max_connections" in found(too_many, "database").says
        monkeypatch.setattr("rowlock.server.doctor.time.time", lambda: 1.0)
        finding = found(settings, "database")
        assert finding.verdict == "look"
        assert "s apart" in finding.says

    def test_postgresql_away(self) -> None:
        address = f"postgresql://ada:secret@127.0.0.1:{free_port()}/rowlock"
        finding = found(Settings(database=address), "database")
        assert finding.verdict == "wrong"
        assert "is the server up" in finding.says
        assert "secret" not in str(finding)


def test_redis(redis_server: RedisServer) -> None:
    assert found(Settings(redis=redis_server.address), "Redis").verdict == "ok"
    finding = found(Settings(redis=f"redis://:secret@127.0.0.1:{free_port()}"), "Redis")
    assert finding.verdict == "look"
    assert "secret" not in str(finding)


def test_redis_that_runs_no_scripts(redis_server: RedisServer) -> None:
    with redis.Redis.from_url(redis_server.address) as client:
        client.execute_command("ACL", "SETUSER", "ada", "on", ">secret", "~*", "&*", "+@all", "-@scripting")
    finding = found(Settings(redis=f"{redis_server.address}?username=ada&password=secret"), "Redis")
    assert (finding.verdict, "allow EVAL" in finding.says) == ("wrong", True)
    assert "secret" not in str(finding)


@pytest.mark.parametrize(
    "trusted, host, verdict, says",
    [
        (None, "127.0.0.1", "ok", "believed from 127.0.0.1"),
        (None, "0.0.0.0", "look", "put that machine's address into FORWARDED_ALLOW_IPS"),
        ("192.0.2.7", "0.0.0.0", "ok", "believed from 192.0.2.7"),
        ("*", "127.0.0.1", "ok", "believed from *"),
        ("*", "0.0.0.0", "wrong", "lets anybody choose their address"),
    ],
)
def test_proxies(
    trusted: str | None, host: str, verdict: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if trusted:
        monkeypatch.setenv("FORWARDED_ALLOW_IPS", trusted)
    finding = found(Settings(hosts="play.example.org"), "proxies", host)
    assert finding.verdict == verdict
    assert says in finding.says


def test_names() -> None:
    assert found(Settings(), "names").verdict == "look"


def test_few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 1024))
    assert found(Settings(), "open files").says.startswith("1024 are about 1004 people at once")


def test_more_processes_than_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert found(Settings(bot_workers=3), "processes").verdict == "ok"
    assert found(Settings(bot_workers=9), "processes").verdict == "look"


def test_bots_that_are_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.solve.batch.Batch.is_compiled", lambda _: False)
    assert "run rowlock ready" in found(Settings(), "bots").says
    monkeypatch.setattr("rowlock.solve.batch.kept_in", lambda: None)
    assert "NUMBA_CACHE_DIR" in found(Settings(), "bots").says


def test_a_page_that_is_not_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor, "__file__", str(tmp_path / "server" / "doctor.py"))
    assert found(Settings(), "page").verdict == "wrong"
