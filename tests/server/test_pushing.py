"""Calling people back to slow games, through a push service of our own that reads what it is sent."""

from __future__ import annotations

import asyncio
import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from rowlock.locale import Catalogue
from rowlock.server import pushing
from rowlock.server.pushing import Services
from rowlock.server.tables import token_hash
from tests.server.serving import PATIENCE, Address, Background, Opened, lavish

SLOW = {"per_move": 3 * 86_400}


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


@dataclass
class Browser:
    """One that has subscribed."""

    service: Service
    name: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def endpoint(self) -> str:
        return f"{self.service.address}/{self.name}"

    def subscription(self, language: str = "en") -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.endpoint,
            "p256dh": text(point),
            "auth": text(self.auth),
            "language": language,
        }

    def read(self, body: bytes) -> Any:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth))


class Service:
    """Takes calls, and answers what it is told to."""

    def __init__(self) -> None:
        self.calls: Queue[tuple[str, dict[str, str], bytes]] = Queue()
        self.answers: list[int] = []
        self.answering = Event()
        """Cleared, as long as nothing is answered."""
        self.answering.set()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.answering.wait(PATIENCE)
                status = service.answers.pop(0) if service.answers else 201
                self.send_response(status)
                if status in (301, 307):
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()
                service.calls.put(
                    (self.path[1:], {name.title(): value for name, value in self.headers.items()}, body)
                )

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def next(self) -> tuple[str, dict[str, str], bytes]:
        return self.calls.get(timeout=PATIENCE)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(PATIENCE)


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()
    yield made
    made.close()


@pytest.fixture
def server(tmp_path: Path, service: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[Background]:
    monkeypatch.setattr(pushing, "SOON", 0.0)
    monkeypatch.setattr(pushing, "AGAIN", (0.0, 0.0))
    with Background(lavish(tmp_path / "db", push_services=service.address)) as running:
        yield running


@pytest.fixture
def address(server: Background) -> Address:
    return server.address


def call_me(table: Opened, seat: int, browser: Browser, language: str = "en") -> int:
    body = browser.subscription(language)
    return table.address.ask("POST", f"{table.path}/push", body, table.tokens[seat]).status_code


def kept(server: Background, table: Opened) -> list[str]:
    hashes = [token_hash(token) for token in table.tokens.values()]
    found = asyncio.run_coroutine_threadsafe(server.tables.store.subscriptions(hashes), server.loop)
    return [one.endpoint for one in found.result(PATIENCE)]


def test_a_call_says_whose_game_it_is_and_who_calls(address: Address, service: Service) -> None:
    table = address.open("quixo", clock=SLOW)
    boris = Browser(service, "boris")
    assert call_me(table, 2, boris, "he") == 204
    table.play(1, "a1a5")
    name, headers, body = service.next()
    assert name == "boris"
    told = boris.read(body)
    assert told["title"] == Catalogue.of("he").text("mine.your-turn")
    assert "Ada" in told["body"]
    assert (told["dir"], told["tag"], told["address"]) == ("rtl", table.id, f"/t/{table.id}")
    assert headers["Topic"] == table.id
    assert 2 * 86_400 < int(headers["Ttl"]) <= 3 * 86_400
    # The key that browsers are given is the one by which the call is signed.
    key = address.get("/push")["key"]
    token, _, signed = headers["Authorization"].removeprefix("vapid t=").partition(",k=")
    assert signed == key
    [head, claims, _] = token.split(".")
    said = json.loads(urlsafe_b64decode(claims + "==="))
    assert (said["aud"], said["sub"]) == (service.address, "mailto:rowlock@localhost")
    assert time.time() < said["exp"] <= time.time() + 86_400  # RFC 8292: at most a day
    assert headers["Content-Encoding"] == "aes128gcm"
    assert b"Ada" not in body
    assert Vapid02.verify(headers["Authorization"])
    assert json.loads(urlsafe_b64decode(head + "==="))["alg"] == "ES256"


def test_nobody_is_called_who_looks_nor_twice(address: Address, service: Service) -> None:
    table = address.open("quixo", clock=SLOW)
    ada, boris = Browser(service, "ada"), Browser(service, "boris")
    call_me(table, 1, ada)
    assert service.next()[0] == "ada"  # whose turn it was already
    call_me(table, 1, ada)
    with table.socket(2) as looking:
        looking.next("welcome")
        call_me(table, 2, boris)
        table.play(1, "a1a5")
        looking.next("changed")
        table.do(1, "say", phrase="hello")
        looking.next("changed")
        assert service.calls.empty()
    # Nobody knows whether that line had been cut before.
    assert service.next()[0] == "boris"
    table.do(1, "say", phrase="hurry")
    table.play(2, "e1e5")
    assert service.next()[0] == "ada"
    assert service.calls.empty()


def test_who_is_called_in_a_quick_game(address: Address, service: Service) -> None:
    quick, slow = address.open("quixo", clock={"per_move": 60}), address.open("quixo", clock=SLOW)
    for number, table in enumerate((quick, slow)):
        call_me(table, 2, Browser(service, str(number)))
        table.play(1, "a1a5")
    assert service.next()[0] == "1"
    assert service.calls.empty()


@pytest.mark.parametrize("status", [404, 410])
def test_one_who_is_gone_is_forgotten(
    address: Address, server: Background, service: Service, status: int
) -> None:
    table = address.open("quixo", clock=SLOW)
    boris = Browser(service, "boris")
    call_me(table, 2, boris)
    service.answers = [status]
    table.play(1, "a1a5")
    service.next()
    give_up = time.monotonic() + PATIENCE
    while kept(server, table):
        assert time.monotonic() < give_up
        time.sleep(0.02)


def test_a_service_in_trouble_is_asked_again_and_led_nowhere(address: Address, service: Service) -> None:
    table = address.open("quixo", clock=SLOW)
    call_me(table, 2, Browser(service, "boris"))
    service.answers = [503, 307]
    table.play(1, "a1a5")
    assert [service.next()[0] for _ in range(3)] == ["boris"] * 3


def test_too_much_at_once_is_tried_again_and_a_refusal_is_not(
    address: Address, server: Background, service: Service
) -> None:
    table = address.open("quixo", clock=SLOW)
    boris = Browser(service, "boris")
    call_me(table, 2, boris)
    service.answers = [429, 403]
    table.play(1, "a1a5")
    assert [service.next()[0] for _ in range(2)] == ["boris"] * 2
    call_me(table, 1, Browser(service, "ada"))
    table.play(2, "e1e5")
    assert service.next()[0] == "ada"  # and not Boris once more
    assert service.calls.empty()
    assert boris.endpoint in kept(server, table)


def test_a_service_that_is_silent_holds_up_nobody(address: Address, service: Service) -> None:
    service.answering.clear()
    slow = [address.open("quixo", clock=SLOW) for _ in range(6)]  # more than there are threads for calls
    for table in slow:
        call_me(table, 2, Browser(service, "boris"))
        table.play(1, "a1a5")
    table = address.open("quixo")
    for seat, move in ((1, "a1a5"), (2, "e1e5"), (1, "a1a5")):
        table.play(seat, move)
    assert service.calls.empty()
    service.answering.set()
    assert {service.next()[0] for _ in slow} == {"boris"}


def test_a_rematch_calls_the_same_people(address: Address, service: Service) -> None:
    table = address.open("quixo", clock=SLOW)
    call_me(table, 1, Browser(service, "ada"))
    service.next()
    table.do(1, "resign")
    table.do(2, "rematch")
    table.do(1, "rematch")
    _, _, body = service.next()
    assert body
    assert address.get(f"/tables/{table.view()['next']}")["awaiting"] == [1]


def test_nobody_is_called_any_more(address: Address, server: Background, service: Service) -> None:
    table = address.open("quixo", clock=SLOW)
    boris = Browser(service, "boris")
    call_me(table, 2, boris)
    assert kept(server, table) == [boris.endpoint]
    path, token = f"{table.path}/push", table.tokens
    assert address.ask("DELETE", path, {"endpoint": boris.endpoint}, token[1]).status_code == 204
    assert kept(server, table) == [boris.endpoint]  # that was not who asked for it
    assert address.ask("DELETE", path, {"endpoint": boris.endpoint}, token[2]).status_code == 204
    assert kept(server, table) == []
    call_me(table, 2, boris)
    table.do(1, "resign")
    assert address.ask("DELETE", f"{table.path}/seats/2", token=token[2]).status_code == 204
    assert kept(server, table) == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.1/x",
        "https://10.0.0.1:6379/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com:8443/x",
        "http://fcm.googleapis.com/x",
        "https://push.apple.com.evil.example/x",
        "https://evilpush.apple.com/x",
        "https://[::1/x",
        "file:///etc/passwd",
        "",
    ],
)
def test_nothing_is_sent_to_anybody_else(endpoint: str) -> None:
    services = Services(lavish("db").push_services)
    assert not services.know(endpoint)
    assert services.know("https://web.push.apple.com/abc")


def test_whoever_names_another_address_is_refused(address: Address, service: Service) -> None:
    table = address.open("quixo", clock=SLOW)
    body = Browser(service, "x").subscription()
    for wrong in ({"endpoint": "https://127.0.0.1/x"}, {"p256dh": "no key"}, {"auth": ""}):
        assert address.refused(f"{table.path}/push", body | wrong, table.tokens[1]) == (
            422,
            "malformed",
        )
    assert address.refused(f"{table.path}/push", body) == (401, "not-seated")


def test_a_server_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pushing, "find_spec", lambda _: None)
    with Background(lavish(tmp_path / "db")) as server:
        assert server.address.get("/push") == {"key": None}
        table = server.address.open("quixo", clock=SLOW)
        table.play(1, "a1a5")


def test_the_key_stays(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        with Background(lavish(tmp_path / "db")) as server:
            keys.add(server.address.get("/push")["key"])
    assert len(keys) == 1
