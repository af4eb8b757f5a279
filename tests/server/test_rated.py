"""Rated tables: people are known by a key in their browser, and each finished game counts once."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from rowlock.server.tables import token_hash
from tests.server.serving import PATIENCE, Address, Background, Opened, lavish

KEYS = {name: f"{name}-key-of-this-browser-alone" for name in ("Ada", "Boris", "Cleo", "Dora")}


def rated(address: Address, game: str, *names: str, **options: Any) -> Opened:
    """A rated table to which these come one after the other."""
    seats = [{"kind": "human", "name": names[0]}, *({"kind": "open"} for _ in names[1:])]
    body = {
        "game": game,
        "seats": seats,
        "options": {"rated": True, "first": 1, **options},
        "key": KEYS[names[0]],
    }
    told = address.post("/tables", body)
    table = Opened(address, told["id"], {1: told["token"]})
    for seat, name in enumerate(names[1:], 2):
        held = address.post(f"{table.path}/seats/{seat}", {"name": name, "key": KEYS.get(name, "")})
        table.tokens[seat] = held["token"]
    return table


def ratings(address: Address, game: str, games: int, key: str | None = None) -> Any:
    """The list as soon as so many games count in it."""
    give_up = time.monotonic() + PATIENCE
    while True:
        found = address.get(f"/ratings/{game}", key)
        if sum(one["games"] for one in found) >= games:
            return found
        assert time.monotonic() < give_up, found
        time.sleep(0.02)


def test_a_game_counts_once_for_each(address: Address) -> None:
    table = rated(address, "quixo", "Ada", "Boris")
    before = address.get(f"{table.path}/ratings")
    assert before["counts"]
    assert [(one["rating"], one["margin"], one["games"]) for one in before["seats"]] == [(1000, 653, 0)] * 2
    table.do(2, "resign")
    ada, boris = ratings(address, "quixo", 2, KEYS["Boris"])
    assert (ada["name"], ada["games"], ada["you"], boris["you"]) == ("Ada", 1, False, True)
    assert ada["rating"] - 1000 == 1000 - boris["rating"] > 50
    assert ada["margin"] < 653
    for _ in range(3):
        table.view(1)
    assert address.get(f"{table.path}/ratings")["seats"] == [ada | {"you": False}, boris | {"you": False}]

    # Playing again keeps who is known; and nobody else learns by what.
    for seat in (1, 2):
        table.do(seat, "rematch")
    again = Opened(address, table.view(1)["next"], table.tokens)
    assert address.get(f"{again.path}/ratings")["counts"]
    assert not any(KEYS["Ada"] in text or token_hash(KEYS["Ada"]) in text for text in address.heard)
    assert address.ask("DELETE", "/ratings", token=KEYS["Ada"]).status_code == 204
    assert [one["name"] for one in address.get("/ratings/quixo")] == ["Boris"]


def test_teams_win_together(address: Address) -> None:
    table = rated(address, "quixo4", "Ada", "Boris", "Cleo", "Dora")
    table.do(1, "resign")
    found = ratings(address, "quixo4", 4)
    assert {one["name"] for one in found if one["rating"] > 1000} == {"Boris", "Dora"}


def test_what_does_not_count(address: Address) -> None:
    twice, unknown = rated(address, "quixo", "Ada", "Ada"), rated(address, "quixo", "Ada", "Somebody")
    plain = rated(address, "quixo", "Cleo", "Dora", rated=False)
    for table in (twice, unknown, plain):
        assert not address.get(f"{table.path}/ratings")["counts"]
        table.do(2, "resign")
    assert {one["name"] for one in address.get("/ratings/quixo")} <= {"Ada", "Boris"}
    assert address.get(f"{unknown.path}/ratings")["seats"][1] is None
    assert address.refused("/ratings/chess", None, method="GET")[1] == "unknown-game"


def test_a_series_may_be_rated_and_every_process_may_enter_it(tmp_path: Path) -> None:
    with Background(lavish(tmp_path / "db")) as one, Background(lavish(tmp_path / "db")) as other:
        address = one.address
        opened = address.post("/series", {"game": "qwixx", "size": 2, "options": {"rated": True}})
        people = {
            name: address.post(f"/series/{opened['id']}/people", {"name": name, "key": KEYS[name]})["token"]
            for name in ("Ada", "Boris", "Cleo")
        }
        begun = address.post(f"/series/{opened['id']}/rounds", {"round": 1}, opened["token"])
        table = Opened(address, begun["rounds"][0]["meetings"][0]["table"], {1: people["Ada"]})
        table.do(1, "resign")
        there = table.at(other)
        there.view(1)
        found = ratings(other.address, "qwixx", 2)
        assert [(one["name"], one["games"]) for one in found] == [("Boris", 1), ("Ada", 1)]
        assert found == address.get("/ratings/qwixx")
