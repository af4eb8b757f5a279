"""What strangers can't do: headers, origins, sizes, speed, and names with all kinds of letters."""

import json
import re
import socket as sockets
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock.server.settings import THIS_MACHINE, Settings
from tests.server.serving import PATIENCE, PEOPLE, Address, Background, Socket


def test_headers_of_every_answer(address: Address) -> None:
    for method, path in (
        ("GET", "/api/health"),
        ("GET", "/api/nothing"),
        ("POST", "/api/tables"),
        ("GET", "/metrics"),
    ):
        headers = address.http.request(method, path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "set-cookie" not in headers
        assert (headers.get("cache-control") == "no-store") == path.startswith("/api/")


class TestHosts:
    """A foreign page can let its own name lead to this machine, and the browser believes it (DNS rebinding)."""

    @pytest.fixture
    def here(self, tmp_path: Path) -> Iterator[Background]:
        with Background(Settings(database=str(tmp_path / "db"), hosts=THIS_MACHINE)) as server:
            yield server

    @pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
    def test_this_machine(self, here: Background, host: str) -> None:
        for given in (host, f"{host}:{here.address.port}"):
            assert here.address.http.get("/api/health", headers={"Host": given}).status_code == 200

    @pytest.mark.parametrize(
        "host", ["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.", ""]
    )
    def test_any_other(self, here: Background, host: str) -> None:
        answer = here.address.http.get("/api/tables", headers={"Host": host})
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-host")

    def test_sockets(self, here: Background) -> None:
        table = here.address.open().id
        request = (
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: evil.example\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        with sockets.create_connection(("127.0.0.1", here.address.port), timeout=PATIENCE) as line:
            line.sendall(request.encode())
            assert line.recv(1000).startswith(b"HTTP/1.1 403")

    def test_a_server_without_a_list_hears_all_names(self, address: Address) -> None:
        assert address.http.get("/api/health", headers={"Host": "play.example"}).status_code == 200


class TestOrigins:
    def test_programs_name_none(self, address: Address) -> None:
        with address.socket(address.open().id) as socket:
            assert socket.receive()["type"] == "welcome"

    def test_the_page_itself(self, address: Address) -> None:
        origin = f"http://127.0.0.1:{address.port}"
        with address.socket(address.open().id, origin=origin) as socket:
            assert socket.receive()["type"] == "welcome"

    @pytest.mark.parametrize(
        "origin",
        ["http://evil.example", "null", "http://127.0.0.1:1", "http://[", "http://127.0.0.1", "nonsense"],
    )
    def test_other_pages(self, address: Address, origin: str) -> None:
        with Socket(address, address.open().path, origin) as socket:
            assert socket.code() == 4403

    def test_pages_that_are_allowed(self, tmp_path: Path) -> None:
        settings = Settings(database=str(tmp_path / "db"), origins="https://a.example, https://b.example")
        with Background(settings) as server:
            table = server.address.open()
            for origin in ("https://a.example", "https://b.example"):
                with server.address.socket(table.id, origin=origin) as socket:
                    assert socket.receive()["type"] == "welcome"
            with Socket(server.address, table.path, "https://c.example") as socket:
                assert socket.code() == 4403


class TestSizes:
    def test_a_large_body(self, address: Address) -> None:
        body = {"game": "quixo", "seats": [{"kind": "human", "name": "x" * 70_000}]}
        assert address.refused("/tables", body) == (413, "too-large")

    def test_a_large_body_in_pieces(self, address: Address) -> None:
        answer = address.http.post(
            "/api/tables",
            content=(b"x" * 10_000 for _ in range(10)),
            headers={"content-type": "application/json"},
        )
        assert (answer.status_code, answer.json()["code"]) == (413, "too-large")

    @pytest.mark.parametrize(
        "content",
        [b"", b"{", b"[" * 60_000, b"\xff\xfe", b'{"game": "\xed\xa0\x80"}', b'"\\ud800"', b"NaN", b"1e999"],
    )
    def test_what_is_no_json(self, address: Address, content: bytes) -> None:
        answer = address.http.post(
            "/api/tables", content=content, headers={"content-type": "application/json"}
        )
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed")

    @pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "nonsense", ""])
    def test_what_is_said_to_be_something_else(self, address: Address, kind: str) -> None:
        body = json.dumps({"game": "quixo", "seats": PEOPLE}).encode()
        answer = address.http.post("/api/tables", content=body, headers={"content-type": kind})
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed")

    def test_a_name_with_half_a_letter(self, address: Address) -> None:
        content = b'{"game": "quixo", "seats": [{"kind": "human", "name": "\\ud83c"}, {"kind": "bot"}]}'
        answer = address.http.post(
            "/api/tables", content=content, headers={"content-type": "application/json"}
        )
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed")

    def test_what_is_no_http(self, address: Address) -> None:
        with sockets.create_connection(("127.0.0.1", address.port), timeout=PATIENCE) as raw:
            raw.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
            assert b"400" in raw.recv(1000)


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        "Ada\u202e",
        "🎲👩‍👩‍👧",
        "‮עדה",
        '"; drop table tables; --',
        '\\ " ; \\',
        "a\u0000b",
    ],
)
def test_names_are_text(address: Address, name: str) -> None:
    table = address.open("quixo", [{"kind": "human", "name": name}, {"kind": "bot"}])
    shown = table.view()["seats"][0]["name"]
    assert shown
    assert "\u202e" not in shown
    assert "\u0000" not in shown
    assert address.http.get(f"/api{table.path}").headers["content-type"] == "application/json"
    record = address.http.get(f"/api{table.path}/record")
    assert record.headers["content-type"] == "text/plain; charset=utf-8"
    table.do(1, "resign")
    kept = address.post("/records", {"record": table.record()})
    assert address.get(f"/tables/{kept['id']}")["seats"][0]["name"] == shown


class TestSpeed:
    """Rates so slow that no test can be slow enough to be let through by mistake."""

    def test_of_an_address(self, tmp_path: Path) -> None:
        with Background(Settings(database=str(tmp_path / "db"), requests_per_second=0.001)) as server:
            assert server.address.ask("GET", "/health").status_code == 200  # always
            statuses = {server.address.ask("GET", "/tables").status_code for _ in range(2)}
            assert statuses == {429}
            answer = server.address.ask("GET", "/tables")
            assert answer.json()["code"] == "too-fast"
            assert int(answer.headers["retry-after"]) == answer.json()["facts"]["seconds"] > 100
            with Socket(server.address, "/tables/any") as socket:
                assert socket.code() == 4429

    def test_of_a_seat(self, tmp_path: Path) -> None:
        settings = Settings(database=str(tmp_path / "db"), moves_per_second=0.5)
        with Background(settings) as server:
            table = server.address.open()
            with table.socket(1, 2) as both:
                said = [both.do(1, "say", phrase="hello") for _ in range(8)]
                assert [answer["type"] for answer in said[:2]] == ["done", "done"]
                assert said[-1]["refused"]["code"] == "too-fast"
                assert both.do(2, "say", phrase="hello")["type"] == "done"  # everyone has their own
            assert table.refused(1, "say", phrase="hello") == (429, "too-fast")

    def test_of_all_seats_of_an_address(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Many tables help nobody to send more than many players would."""
        monkeypatch.setattr("rowlock.server.app.PLAYERS_AT_ONE_ADDRESS", 1)
        with Background(Settings(database=str(tmp_path / "db"), moves_per_second=0.5)) as server:
            table = server.address.open()
            with table.socket(1, 2) as both:
                said = [both.do(seat, "say", phrase="hello") for seat in (1, 2, 1, 2)]
        assert [answer["type"] for answer in said] == ["done", "done", "refused", "refused"]

    def test_of_nonsense_over_a_socket(self, tmp_path: Path) -> None:
        settings = Settings(database=str(tmp_path / "db"), requests_per_second=2)
        with Background(settings) as server:
            table = server.address.open()
            with table.socket(1) as ada:
                for _ in range(12):
                    ada.send_text("nonsense")
                refused = [ada.next("refused")["refused"]["code"] for _ in range(12)]
                assert refused[0] == "malformed"
                assert refused[-1] == "too-fast"

    def test_long_games_cost_more(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with Background(Settings(database=str(tmp_path / "db"), requests_per_second=5)) as server:
            table = server.address.open()
            table.play(1, "a1a5")
            paths = [f"{table.path}/replay", f"{table.path}/record"]
            assert [server.address.ask("GET", path).status_code for path in paths] == [200, 200]
            for place in ("replay", "socket"):
                monkeypatch.setattr(f"rowlock.server.{place}.PLIES_A_REQUEST", 0.01)
            for path in paths:
                answer = server.address.ask("GET", path)
                assert (answer.status_code, answer.json()["code"]) == (429, "too-fast")
            with table.socket(1, since=0) as behind:
                assert behind.code() == 4429
            with table.socket(1) as ada:
                assert ada.receive()["type"] == "welcome"

    def test_tables_a_day(self, tmp_path: Path) -> None:
        settings = Settings(database=str(tmp_path / "db"), tables_per_address=3)
        with Background(settings) as server:
            for _ in range(3):
                server.address.open()
            body = {"game": "quixo", "seats": PEOPLE}
            assert server.address.refused("/tables", body) == (429, "too-many-tables")
            assert server.address.refused("/records", {"record": ""}) == (429, "too-many-tables")


def test_those_who_ask_too_fast_are_counted(tmp_path: Path) -> None:
    def counted(server: Background) -> float:
        text = server.address.http.get("/metrics").text
        found = re.search(r'rowlock_refusals_total\{code="too-fast"\} (\S+)', text)
        return float(found[1]) if found else 0.0

    with Background(Settings(database=str(tmp_path / "db"), requests_per_second=0.001)) as server:
        before = counted(server)
        assert server.address.ask("GET", "/tables").status_code == 429
        assert counted(server) == before + 1


def test_metrics(address: Address) -> None:
    table = address.open()
    table.play(1, "a1a5")
    address.refused(f"{table.path}/moves", {"move": "a1a5", "turn": 1}, table.tokens[1])
    text = address.http.get("/metrics").text
    for name in (
        'rowlock_command_seconds_count{command="play"}',
        'rowlock_tables_opened_total{game="quixo"}',
        'rowlock_refusals_total{code="stale-turn"}',
        "rowlock_connections",
    ):
        assert name in text
