"""What tells others how the server fares: readiness, metrics of all workers, ids of requests, the log's level."""

import json
import logging
import re
import signal
from pathlib import Path

import pytest

from rowlock.server.logs import REQUEST, JsonLines
from rowlock.server.settings import Settings
from tests.postgres import Postgres
from tests.redis_server import RedisServer
from tests.server.serving import PEOPLE, Address, Background, Process, lavish
from tests.server.test_restart import wait
from tests.store.steps import refuse_to_write


class TestReady:
    def test_here(self, address: Address) -> None:
        assert address.get("/ready") == {"status": "ok", "redis": "none"}

    def test_the_database_is_really_asked(self, postgres: Postgres) -> None:
        with Background(lavish(postgres.new_database())) as server:
            assert server.address.get("/ready")["status"] == "ok"
            postgres.stop(signal.SIGKILL)
            try:
                answer = server.address.ask("GET", "/ready")
                assert (answer.status_code, answer.json()["code"]) == (503, "store-unavailable")
                assert server.address.get("/health")["status"] == "ok"
            finally:
                postgres.start()
            wait(lambda: server.address.ask("GET", "/ready").status_code == 200)

    def test_a_disk_that_can_only_be_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("rowlock.server.ready.LONGEST_SILENCE", 1_500)
        with Background(lavish(tmp_path / "db")) as server:
            refuse_to_write(server.tables.store._database, True)
            wait(lambda: server.address.ask("GET", "/ready").status_code == 503)
            refuse_to_write(server.tables.store._database, False)
            wait(lambda: server.address.ask("GET", "/ready").status_code == 200)

    def test_without_redis_moves_are_written_too(self, tmp_path: Path, redis_server: RedisServer) -> None:
        with Background(lavish(tmp_path / "db", redis=redis_server.address)) as server:
            wait(lambda: server.address.get("/ready")["redis"] == "here")
            redis_server.stop()
            wait(lambda: server.address.get("/ready")["redis"] == "away")
            redis_server.start()
            wait(lambda: server.address.get("/ready")["redis"] == "here")


def value(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_what_is_measured_all_the_time(address: Address) -> None:
    def text() -> str:
        return address.http.get("/metrics").text

    wait(lambda: value(text(), "rowlock_loop_lag_seconds_count"))
    wait(lambda: value(text(), "rowlock_store_up") == 1)
    for name in ("rowlock_store_seconds_count", "rowlock_redis_up", "rowlock_bots_waiting"):
        assert name in text()


def test_any_worker_answers_for_all(tmp_path: Path, redis_server: RedisServer) -> None:
    """Ten tables are opened by whichever worker; every answer counts all of them."""
    settings = lavish(tmp_path / "db", redis=redis_server.address, workers=2)
    server = Process(settings, tmp_path / "log")
    try:
        server.wait()
        for _ in range(10):
            server.address.http.close()
            server.address = Address(server.address.port)
            server.address.open("quixo", PEOPLE)
        for _ in range(10):
            again = Address(server.address.port)
            text = again.http.get("/metrics").text
            again.close()
            assert value(text, 'rowlock_tables_opened_total{game="quixo"}') == 10
    finally:
        server.end()


class TestRequestIds:
    def test_every_answer_has_one(self, address: Address) -> None:
        ids = {address.ask("GET", "/health").headers["x-request-id"] for _ in range(3)}
        assert len(ids) == 3

    @pytest.mark.parametrize(
        "given, kept", [("of-nginx.7F", True), ("a b", False), ("x" * 65, False), ('"}{', False)]
    )
    def test_of_a_web_server_in_front(self, address: Address, given: str, kept: bool) -> None:
        answer = address.http.get("/api/health", headers={"X-Request-ID": given})
        assert (answer.headers["x-request-id"] == given) == kept

    def test_stands_in_the_log(self, tmp_path: Path) -> None:
        server = Process(lavish(tmp_path / "db", log_level="debug"), tmp_path / "log")
        try:
            server.wait()
            server.address.http.get("/api/games", headers={"X-Request-ID": "asked-by-me"})
        finally:
            server.end()
        lines = [json.loads(line) for line in server.log.splitlines()]
        [line] = [line for line in lines if line.get("request") == "asked-by-me"]
        assert (line["message"], line["path"], line["status"]) == ("answered", "/api/games", 200)


def test_the_level_of_the_log() -> None:
    with pytest.raises(ValueError, match="ROWLOCK_LOG_LEVEL should be one of debug, info, warning, error"):
        Settings.of({"ROWLOCK_LOG_LEVEL": "loud"})
    with pytest.raises(ValueError, match="--log-level should be one of"):
        Settings.of({}, {"log_level": "INFO"})
    assert Settings.of({}, {"log_level": "error"}).log_level == "error"


def test_a_line_without_a_request_names_none() -> None:
    record = logging.LogRecord("rowlock", logging.INFO, "", 0, "hello", None, None)
    assert "request" not in json.loads(JsonLines().format(record))
    token = REQUEST.set("r1")
    try:
        assert json.loads(JsonLines().format(record))["request"] == "r1"
    finally:
        REQUEST.reset(token)
