"""Why not: asked over HTTP or the socket, answered from memory, and nothing happens."""

from pathlib import Path

import pytest

from rowlock.server.ledger import Ledger
from rowlock.server.settings import Settings
from rowlock.store import Store
from tests.server.serving import Address, Background, Opened


def ask(table: Opened, seat: int, move: str, holder: int | None = None) -> object:
    token = table.tokens[holder or seat]
    return table.address.get(f"{table.path}/why-not?seat={seat}&move={move}", token)["refused"]


def test_over_http(address: Address) -> None:
    table = address.open()
    assert ask(table, 1, "a1a5") is None
    assert ask(table, 1, "a1") is None
    refused = ask(table, 1, "b2")
    assert isinstance(refused, dict)
    assert (refused["code"], refused["facts"]) == ("not-on-border", {"move": "b2"})
    table.play(1, "a1a5")
    assert [ask(table, seat, "a5a1")["code"] for seat in (1, 2)] == ["not-your-turn", "opponents-cube"]  # type: ignore[index]
    assert table.view()["plies"] == 1


def test_over_the_socket(address: Address) -> None:
    table = address.open()
    with table.socket(1) as ada:
        ada.send({"type": "ask", "id": "q1", "seat": 1, "move": "a1"})
        assert ada.next("answer") == {"type": "answer", "id": "q1", "refused": None}
        ada.send({"type": "ask", "id": "q2", "seat": 1, "move": "c3"})
        answer = ada.next("answer")
        assert (answer["id"], answer["refused"]["code"]) == ("q2", "not-on-border")
        assert set(answer["refused"]) == {"code", "message", "facts"}
        ada.send({"type": "ask", "id": "q3", "seat": 2, "move": "a1"})
        refused = ada.next("refused")
        assert (refused["id"], refused["refused"]["code"]) == ("q3", "not-seated")
        assert ada.do(1, "play", move="a1a5", turn=1)["type"] == "done"


def test_only_for_the_holder_of_the_seat(address: Address) -> None:
    table = address.open()
    path = f"{table.path}/why-not?seat=1&move=a1"
    assert address.refused(path, None, None, "GET") == (401, "not-seated")
    assert address.refused(path, None, "wrong", "GET") == (401, "not-seated")
    assert address.refused(path, None, table.tokens[2], "GET") == (401, "not-seated")
    assert address.refused("/tables/none/why-not?seat=1&move=a1", None, "any", "GET") == (
        404,
        "no-such-table",
    )
    for query in ("seat=0&move=a1", "seat=1", "move=a1", f"seat=1&move={'a' * 17}", "seat=x&move=a1"):
        path = f"{table.path}/why-not?{query}"
        assert address.refused(path, None, table.tokens[1], "GET") == (422, "malformed")


def test_neither_lock_nor_store_is_touched(server: Background, monkeypatch: pytest.MonkeyPatch) -> None:
    table = server.address.open("qwixx")
    with table.socket(1) as ada:
        ada.next("presence")

        async def touched(*_: object, **__: object) -> None:
            raise AssertionError("a question is answered from memory")

        for owner, name in ((Store, "events"), (Store, "append"), (Ledger, "change"), (Ledger, "get")):
            monkeypatch.setattr(owner, name, touched)
        live = server.tables.ledger.live[table.id]
        # Whoever writes the table holds its lock: nobody waits for that.
        server.loop.call_soon_threadsafe(lambda: server.loop.create_task(live.lock.acquire()))
        assert ask(table, 1, "roll") is None
        ada.send({"type": "ask", "id": "q", "seat": 1, "move": "r5"})
        assert ada.next("answer")["refused"]["code"] == "roll-first"
        server.loop.call_soon_threadsafe(live.lock.release)


def test_questions_are_counted(tmp_path: Path) -> None:
    with Background(Settings(database=str(tmp_path / "db"), moves_per_second=0.5)) as server:
        table = server.address.open()
        with table.socket(1) as ada:
            for number in range(3):
                ada.send({"type": "ask", "id": f"q{number}", "seat": 1, "move": "a1"})
            answers = [ada.next("answer", "refused") for _ in range(3)]
        assert [answer["type"] for answer in answers] == ["answer", "answer", "refused"]
        assert answers[2]["refused"]["code"] == "too-fast"
    with Background(Settings(database=str(tmp_path / "db"), requests_per_second=1)) as server:
        table = server.address.open()
        path = f"{table.path}/why-not?seat=1&move=a1"
        told = [server.address.ask("GET", path, token=table.tokens[1]).status_code for _ in range(6)]
        assert told[0] == 200
        assert told[-1] == 429
