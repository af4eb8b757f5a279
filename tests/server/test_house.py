"""Friends in this house: what a plain `rowlock` lets the home network reach, and for how long."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from rowlock.server import house as house_room
from rowlock.server import listening
from rowlock.server.settings import THIS_MACHINE
from tests.server.serving import Background, Opened, lavish
from tests.server.test_series import Evening

HERE = "127.0.0.1"
"""What this machine is called."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Background]:
    if listening.address_on_network() is None:
        pytest.skip("this machine is in no network")
    monkeypatch.setattr(house_room, "LOOKING", 0.05)
    with Background(replace(lavish(tmp_path / "db"), hosts=THIS_MACHINE)) as background:
        yield background


def opened(server: Background) -> tuple[Opened, httpx.Client]:
    """A table that is open to the network, and somebody there."""
    table = server.address.open("quixo")
    view = server.address.post(f"{table.path}/house", {"open": True}, table.tokens[1])
    return table, httpx.Client(base_url=view["address"])


def test_only_an_opened_table_is_reached(server: Background) -> None:
    other = server.address.open("quixo")
    table, outside = opened(server)
    with outside:
        assert outside.get(f"/api{table.path}").json()["id"] == table.id
        assert outside.get("/api/health").status_code == 200
        for path in (other.path, "/tables", f"{table.path}/house"):
            refused = outside.get(f"/api{path}")
            assert (refused.status_code, refused.json()["code"]) == (403, "house-guest"), path
        assert outside.get("/metrics").status_code == 403
        assert outside.post("/api/tables", json={"game": "quixo", "seats": []}).status_code == 403


def test_who_calls_it_by_another_name_is_refused(server: Background) -> None:
    table, outside = opened(server)
    with outside:
        for name in ("evil.example", "localhost", HERE):
            assert outside.get(f"/api{table.path}", headers={"host": name}).json()["code"] == "foreign-host"
    # Nor does the house's name hold at home.
    name = outside.base_url.host
    local = server.address.http.get("/api/health", headers={"host": name})
    assert local.json()["code"] == "foreign-host"


def test_it_is_shut_again(server: Background) -> None:
    table, outside = opened(server)
    with outside:
        assert server.address.post(f"{table.path}/house", {"open": False}, table.tokens[1])["address"] is None
        assert not reached(outside)
    assert server.address.get(f"{table.path}/house")["address"] is None


def test_it_shuts_when_the_game_is_over_and_stays_open_for_a_rematch(
    server: Background, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, outside = opened(server)
    with outside:
        table.do(2, "resign")
        for seat in (1, 2):
            view = table.do(seat, "rematch")
        following = Opened(server.address, view["next"], table.tokens)
        assert outside.get(f"/api{following.path}").status_code == 200
        following.do(1, "resign")
        monkeypatch.setattr(house_room, "LINGER", -1)
        following.wait_until(lambda _: server.address.get(f"{table.path}/house")["address"] is None)
        following.wait_until(lambda _: not reached(outside))


def test_a_series_is_open_with_all_its_tables(server: Background, monkeypatch: pytest.MonkeyPatch) -> None:
    evening, other = Evening(server.address, 2, game="quixo"), Evening(server.address, 0)
    house = f"{evening.path}/house"
    assert server.address.refused(house, {"open": True}, evening.tokens[1])[1] == "not-seated"
    address = server.address.post(house, {"open": True}, evening.host)["address"]
    assert server.address.get(house)["address"] == address
    with httpx.Client(base_url=address) as outside:
        third = outside.post(f"/api{evening.path}/people", json={"name": "P3"}).json()
        evening.tokens[third["person"]] = third["token"]
        assert outside.get(f"/s/{evening.path.rpartition('/')[2]}").status_code == 200
        for path in (house, other.path, "/series", "/tables", server.address.open("quixo").path):
            assert outside.get(f"/api{path}").status_code == 403, path
        evening.begin(1)
        [table] = evening.tables(1)
        assert outside.get(f"/api{table.path}").json()["series"] == evening.path.rpartition("/")[2]
        assert outside.get(f"/t/{table.id}").status_code == 200
        server.address.post(f"{evening.path}/end", {}, evening.host)
        assert outside.get(f"/api{evening.path}").json()["status"] == "over"
        monkeypatch.setattr(house_room, "LINGER", -1)
        table.wait_until(lambda _: not reached(outside))
    assert server.address.get(house)["address"] is None


def reached(outside: httpx.Client) -> bool:
    try:
        outside.get("/api/health")
    except httpx.TransportError:
        return False
    return True


def test_a_server_that_was_told_where_to_listen_does_nothing_else(tmp_path: Path) -> None:
    with Background(lavish(tmp_path / "db")) as background:
        table = background.address.open("quixo")
        assert background.address.get(f"{table.path}/house")["possible"] is False
        status, code = background.address.refused(f"{table.path}/house", {"open": True}, table.tokens[1])
        assert (status, code) == (422, "not-allowed")
