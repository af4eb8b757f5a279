"""A finished game looked at again, asked of a real server: progress first, then the whole; never in a running game."""

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from rowlock.rules.levels import LEVELS
from rowlock.server import studying
from rowlock.server.desk import KINDNESS, StudyDesk
from rowlock.study import Played, skill
from rowlock.study.review import AS_GOOD
from rowlock.study.skill import scale
from tests.server.serving import PATIENCE, Address, Background, lavish

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def kept(address: Address, name: str) -> str:
    record = (EXAMPLES / f"{name}.rlk").read_text(encoding="utf-8")
    table: str = address.post("/records", {"record": record})["id"]
    return table


def reviewed(address: Address, table: str) -> tuple[Any, list[float]]:
    """The review, and what was told about its progress."""
    told: list[float] = []
    give_up = time.monotonic() + 2 * PATIENCE
    while True:
        answer = address.ask("GET", f"/tables/{table}/review")
        found = answer.json()
        if answer.status_code == 200:
            return found, told
        assert (answer.status_code, found["status"]) == (202, "thinking"), found
        told.append(found["done"])
        assert time.monotonic() < give_up
        time.sleep(0.02)


@pytest.mark.parametrize("name", ["qwixx", "quixo"])
def test_a_finished_game(address: Address, name: str) -> None:
    table = kept(address, name)
    found, told = reviewed(address, table)
    assert told == sorted(told)
    assert told[0] == 0
    assert found["status"] == "done"
    steps = {step["ply"]: step for step in found["steps"]}
    replay = address.get(f"/tables/{table}/replay")
    assert sum(len(step["plies"]) for step in replay["steps"]) == len(steps)
    for seat in found["seats"]:
        parts = sum(seat[part] for part in ("start", "luck", "decisions", "others", "correction"))
        assert parts == pytest.approx(seat["result"], abs=1e-5)
        assert all(steps[ply]["seat"] == seat["seat"] for ply in seat["learn"])
    assert any(seat["learn"] for seat in found["seats"])
    for step in steps.values():
        hopes = [option["hope"] for option in step["options"]]
        assert hopes == sorted(hopes, reverse=True)
        assert (step["cost"] is None) == (not hopes)
        if step["cost"] is not None:
            played = next(one for one in step["options"] if one["move"] == step["move"])
            assert step["cost"] == pytest.approx(hopes[0] - played["hope"])
            assert step["best"] in step["good"]
            assert (step["move"] in step["good"]) == (step["cost"] <= AS_GOOD)
    again = address.ask("GET", f"/tables/{table}/review")
    assert (again.status_code, again.json()) == (200, found)


def test_how_good_somebody_is(address: Address) -> None:
    played = [{"seats": 2, "performance": 12.5}, {"seats": 3, "performance": 9.0}]
    found = address.post("/skill", {"game": "qwixx", "played": played})
    wanted = skill("qwixx", [Played(2, 12.5), Played(3, 9.0)])
    assert found.pop("levels") == {level: scale("qwixx").ratings[level].rating for level in LEVELS}
    assert found == asdict(wanted)
    for game, one in (("chess", played[0]), ("qwixx", {"seats": 1, "performance": 3})):
        assert address.refused("/skill", {"game": game, "played": [one]}) == (422, "no-review")


def test_which_games_say_how_good_somebody_is(address: Address) -> None:
    for size, said in ((5, True), (4, False)):
        table = address.open("quixo", size=size)
        table.play(1, f"a1a{size}")
        table.do(2, "resign")
        found, _ = reviewed(address, table.id)
        assert found["counts"] is said


def test_a_running_game_gets_no_help(address: Address) -> None:
    for seats in (
        [{"kind": "human"}, {"kind": "bot", "level": "easy"}],
        [{"kind": "human"}, {"kind": "open"}],
    ):
        table = address.open("qwixx", seats)
        assert address.refused(f"{table.path}/review", None, method="GET") == (409, "not-over")
    assert address.refused("/tables/nowhere/review", None, method="GET") == (404, "no-such-table")


def test_a_game_that_was_given_up(address: Address) -> None:
    table = address.open("quixo")
    table.play(1, "a1a5")
    table.do(2, "resign")
    found, _ = reviewed(address, table.id)
    assert [seat["result"] for seat in found["seats"]] == [1, 0]


def test_what_can_go_wrong_goes_wrong_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A review that takes too long is given up, and its process with it; whoever asks again may be luckier."""
    monkeypatch.setattr(studying, "LONGEST", 0.01)
    with Background(lavish(tmp_path / "tables.db")) as server:
        table = kept(server.address, "quixo")
        path = f"/tables/{table}/review"
        assert server.address.ask("GET", path).status_code == 202
        give_up = time.monotonic() + PATIENCE
        while (answer := server.address.ask("GET", path)).status_code == 202:
            assert time.monotonic() < give_up
            time.sleep(0.02)
        assert (answer.status_code, answer.json()["code"]) == (422, "no-review")
        assert "a review failed" in caplog.text
        monkeypatch.setattr(studying, "LONGEST", PATIENCE)
        found, _ = reviewed(server.address, table)
        assert found["game"] == "quixo"


def test_the_memory_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The least asked for is forgotten first; a wish beyond the queue waits outside; an old wish is dropped."""
    made: list[str] = []

    async def at_once(_: StudyDesk, seconds: float, work: Callable[..., str], record: str) -> str:  # noqa: ARG001
        made.append(record)
        return record

    monkeypatch.setattr(StudyDesk, "run", at_once)
    monkeypatch.setattr(studying, "KEPT", 2)
    with Background(lavish(tmp_path / "tables.db")) as fresh:
        tables = [kept(fresh.address, "quixo") for _ in range(3)]
        for table in (*tables, *tables[1:], tables[0]):
            give_up = time.monotonic() + PATIENCE
            while fresh.address.ask("GET", f"/tables/{table}/review").status_code == 202:
                assert time.monotonic() < give_up
        assert len(made) == 4
        monkeypatch.setattr(studying, "MOST_WAITING", 0)
        other = kept(fresh.address, "quixo")
        for _ in range(3):
            assert fresh.address.ask("GET", f"/tables/{other}/review").json()["done"] == 0
        assert len(made) == 4
        monkeypatch.setattr(studying, "MOST_WAITING", 1)
        monkeypatch.setattr(studying, "FORGOTTEN", -1.0)
        fresh.address.ask("GET", f"/tables/{other}/review")
        time.sleep(0.2)
        assert len(made) == 4


def test_the_process_stands_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.server.desk.KINDNESS", KINDNESS)
    with Background(lavish(tmp_path / "tables.db")) as server:
        table = server.address.open("quixo")
        table.play(1, "a1a5")
        table.do(2, "resign")
        reviewed(server.address, table.id)
        process = server.app.state.studies._desk._process
        [pid] = process._processes
        nice = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[16])
        assert nice >= KINDNESS > 0
