"""Any position, asked of a real server: what may be played, what it is worth, and what is refused."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from rowlock.rules import Record, parse_position
from rowlock.server import analysing, desk
from rowlock.server.desk import StudyDesk
from rowlock.study import Analysis, analyse
from tests.server.serving import PATIENCE, Address

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
SMALL = "quixo ..../..../..../.... x"
MIDDLE = "quixo ..x.o/x..o./.xo../o.x.x/..o.. o"
"""Nobody knows at once what this is worth."""
ROLLED = "qwixx 5/-/-/-/0 -/-/-/-/0 1 white 113526"
BEFORE = "qwixx 5/-/-/-/0 -/-/-/-/0 1 roll -"
FACTS = ("move", "exact", "value", "plies", "score", "chance", "points")


def asked(address: Address, position: str, *moves: str, **more: Any) -> Any:
    return address.post("/analyse", {"position": position, "moves": moves, **more})


def test_exact_values_as_the_library_says(address: Address) -> None:
    found = asked(address, SMALL)
    known = analyse(parse_position(SMALL))
    assert found["moves"] == [{name: getattr(option, name) for name in FACTS} for option in known.moves]
    assert (found["position"], found["seat"], found["awaiting"], found["game"]) == (SMALL, 1, [1], "quixo")
    assert found["moves"][0]["value"] == "win"
    assert found["moves"][0]["plies"] == 21
    assert found["depth"] is None


def test_what_the_rules_say_comes_at_once(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nobody(*_: object) -> str:
        raise AssertionError("nobody has to think about that")

    monkeypatch.setattr(StudyDesk, "run", nobody)
    found = asked(address, SMALL, "a1a4", "2:b1b4", seconds=0)
    after = parse_position(SMALL).play(1, "a1a4").play(2, "b1b4")
    assert found["position"] == str(after)
    assert [one["move"] for one in found["moves"]] == list(after.legal_moves(1))
    assert all(one["value"] is one["score"] is one["chance"] is None for one in found["moves"])
    over = asked(address, "quixo xxxxx/...../...../...../..... o")
    assert over["outcome"]["reason"] == "own-line"
    assert over["outcome"]["lines"] == [["a5", "b5", "c5", "d5", "e5"]]
    assert (over["seat"], over["awaiting"], over["moves"]) == (None, [], [])


def test_a_search(address: Address) -> None:
    found = asked(address, MIDDLE, seconds=0.5)
    assert found["depth"] >= 1
    assert {one["move"] for one in found["moves"]} == set(parse_position(MIDDLE).legal_moves(2))
    assert any(one["score"] is not None for one in found["moves"])


def test_whoever_asks_again_is_answered_by_the_same_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which remembers; every game has its own."""
    minds: list[object] = []

    def seen(*given: Any, mind: object, stop: object) -> Analysis:  # noqa: ARG001
        minds.append(mind)
        return analyse(*given)

    class Never:
        value = 0

    monkeypatch.setattr(desk.INSIDE, "enough", Never())
    monkeypatch.setattr(analysing, "analyse", seen)
    monkeypatch.setattr(analysing, "_minds", {})
    for position, moves in ((SMALL, ()), (SMALL, ("a1a4",)), (BEFORE, ())):
        analysing.find_out(position, moves, len(moves) + 1, 1.0)
    assert minds[0] is minds[1] is not minds[2]
    assert None not in minds


def test_both_seats_about_the_white_sum(address: Address) -> None:
    for seat in (1, 2):
        found = asked(address, ROLLED, seat=seat)
        known = analyse(parse_position(ROLLED), seat)
        assert [one["move"] for one in found["moves"]] == [option.move for option in known.moves]
        assert [one["chance"] for one in found["moves"]] == pytest.approx([o.chance for o in known.moves])
    decided = asked(address, ROLLED, "1:pass", seconds=0)
    assert (decided["awaiting"], decided["seat"]) == ([2], 2)
    assert decided["position"] == ROLLED  # what is still sealed is no part of it
    both = asked(address, ROLLED, "1:pass", "2:r2", seconds=0)
    assert both["position"] == "qwixx 5/-/-/-/0 2/-/-/-/0 1 colour 113526"


def test_before_a_roll(address: Address) -> None:
    found = asked(address, BEFORE, seat=2)
    assert found["to_tap"] == [True] * 6
    assert [one["move"] for one in found["moves"]] == ["roll"]
    odds = {one["cell"]: one for one in found["odds"]}
    assert odds["r7"]["odds"] == pytest.approx(6 / 36)
    assert odds["r2"]["skip_chance"] == 0
    assert asked(address, BEFORE, "0:113526", seconds=0)["position"] == ROLLED
    closed = asked(address, "qwixx 2,3,4,5,6,12/-/-/-/0 -/-/-/-/0 1 roll -", seconds=0)
    assert closed["to_tap"] == [True, True, False, True, True, True]


@pytest.mark.parametrize(
    "body, status, code",
    [
        ({"position": "quixo nonsense x"}, 422, "notation"),
        ({"position": "chess"}, 422, "notation"),
        ({"position": SMALL, "moves": ["a1a1"]}, 422, "same-place"),
        ({"position": SMALL, "moves": ["2:a1a4"]}, 422, "not-your-turn"),
        ({"position": BEFORE, "moves": ["113526"]}, 422, "notation"),
        ({"position": BEFORE, "moves": ["x:113526"]}, 422, "notation"),
        ({"position": BEFORE, "moves": ["0:117526"]}, 422, "not-a-roll"),
        ({"position": SMALL, "seat": 2}, 422, "not-your-turn"),
        ({"position": ROLLED, "seat": 3}, 422, "not-your-turn"),
        ({"position": BEFORE, "seat": 3}, 422, "roll-first"),
        ({"position": SMALL, "seconds": 6}, 422, "malformed"),
        ({"position": SMALL, "seconds": -1}, 422, "malformed"),
        ({"position": SMALL * 100}, 422, "malformed"),
        ({"position": SMALL, "moves": ["a1a4"] * 1001}, 422, "malformed"),
        ({}, 422, "malformed"),
    ],
)
def test_what_is_refused(address: Address, body: dict[str, Any], status: int, code: str) -> None:
    assert address.refused("/analyse", body) == (status, code)


def test_whoever_asks_anew_does_not_wait_for_the_old(address: Address) -> None:
    """The thought about the old question ends; without that, the new one would wait for all its seconds."""
    asked(address, MIDDLE, seconds=0.1)  # everything is loaded
    took: list[float] = []

    def long() -> None:
        began = time.monotonic()
        asked(address, MIDDLE, seconds=5)
        took.append(time.monotonic() - began)

    asking = threading.Thread(target=long)
    asking.start()
    time.sleep(0.5)
    began = time.monotonic()
    assert asked(address, SMALL, seconds=0.2)["moves"][0]["plies"] == 21
    waited = time.monotonic() - began
    asking.join()
    assert waited < 4.4
    assert took[0] < 5


def test_what_is_written(address: Address) -> None:
    for name in ("quixo", "qwixx", "quixo4"):
        text = (EXAMPLES / f"{name}.rlk").read_text(encoding="utf-8")
        record = Record.parse(text)
        found = address.post("/read", {"text": text})
        assert (found["game"], found["record"]) == (name, str(record))
        plies = [(ply["seat"], ply["move"]) for step in found["steps"] for ply in step["plies"]]
        assert plies == [(ply.seat, ply.move) for ply in record.plies]
        assert found["steps"][0]["position"] == str(record.start)
        assert found["steps"][-1]["position"] == str(record.last_state)
    [alone] = address.post("/read", {"text": f"  {SMALL}\n"})["steps"]
    assert alone["position"] == SMALL
    for start, moves in (
        (SMALL, "a1a4 2:b1b4"),
        (BEFORE, "0:113526 2:r2 1:pass 1:pass"),
        (BEFORE, "0:113526 2:r2"),
    ):
        game = address.post("/read", {"text": f"{start} moves {moves}"})
        again = address.post("/read", {"text": game["record"]})
        assert again == game
        told = [f"{ply['seat']}:{ply['move']}" for step in game["steps"] for ply in step["plies"]]
        assert sorted(told) == sorted(word if ":" in word else f"1:{word}" for word in moves.split())
        assert game["steps"][0]["plies"] == []
    alone = address.post("/read", {"text": "qwixx 5/-/-/-/0 1 roll - moves 0:113526"})
    assert address.post("/read", {"text": alone["record"]}) == alone


@pytest.mark.parametrize("text", ["", "[", "qwixx", f"{SMALL} moves a1", "hello world", '[Game "quixo"]'])
def test_what_can_not_be_read(address: Address, text: str) -> None:
    status, code = address.refused("/read", {"text": text})
    assert status == 422
    assert code in ("notation", "not-a-move", "not-an-end", "off-board")


def test_longer_than_anybody_plays(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysing, "MOST_MOVES", 3)
    text = (EXAMPLES / "quixo.rlk").read_text(encoding="utf-8")
    assert address.refused("/read", {"text": text}) == (413, "too-large")


def test_the_thought_hears_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shared:
        value = 0

    shared = Shared()
    monkeypatch.setattr(desk.INSIDE, "enough", shared)
    with desk.until_enough() as stop:
        assert not stop.said
        shared.value = 1
        give_up = time.monotonic() + PATIENCE
        while not stop.said:
            assert time.monotonic() < give_up
            time.sleep(0.01)
