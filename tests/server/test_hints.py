"""Hints, asked of a real server: never where another person plays, and always written down."""

import time
from random import Random
from typing import Any

import pytest

from rowlock.locale import LANGUAGES, Catalogue
from rowlock.rules import parse_position
from rowlock.study import Words, hint, said
from tests.server.serving import Address, Opened

BOT = {"kind": "bot", "level": "easy"}
ADA = {"kind": "human", "name": "Ada"}


def rolled(address: Address) -> tuple[Opened, dict[str, Any]]:
    """A game of Qwixx against a bot in which something is to be decided."""
    table = address.open("qwixx", [ADA, BOT], auto_pass=False)
    return table, table.play(1, "roll")


def asked(table: Opened, seat: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = table.address.get(f"{table.path}/hint?seat={seat}", table.tokens[seat])
    return found


def words(told: dict[str, Any]) -> Words:
    return Words(
        told["key"],
        {name: words(fact) if isinstance(fact, dict) else fact for name, fact in told["facts"].items()},
    )


def test_qwixx_against_a_bot(address: Address) -> None:
    table, view = rolled(address)
    found = asked(table)
    assert (found["position"], found["seat"]) == (view["position"], 1)
    assert {move["move"] for move in found["moves"]} == set(view["moves"])
    chances = [move["chance"] for move in found["moves"]]
    assert chances == sorted(chances, reverse=True)
    here = hint(parse_position(view["position"]), 1)
    assert words(found["look"]) == here.look
    if len(chances) > 1:
        why = found["why"]
        assert sum(reason["amount"] for reason in why["reasons"]) == pytest.approx(why["amount"])
        assert why["amount"] == pytest.approx(chances[0] - chances[1], abs=1e-5)
    for language in LANGUAGES:
        assert "{" not in said(words(found["why"]["words"]), Catalogue.of(language))


def test_it_is_written_down(address: Address) -> None:
    table, view = rolled(address)
    assert view["hints"] == [0, 0]
    with address.socket(table.id, table.tokens[1]) as socket:
        socket.next("welcome")
        asked(table)
        asked(table)
        while (changed := socket.next("changed"))["events"][0]["event"]["type"] == "moved":
            pass  # the bot has decided, too
        assert [event["event"]["type"] for event in changed["events"]] == ["hinted"]
        assert changed["table"]["hints"] == [1, 0]
        assert changed["table"]["turn"] == view["turn"]
    assert table.view(1)["hints"] == [1, 0]
    assert '[Hints "1:1"]' in table.record()


def test_quixo(address: Address) -> None:
    for game, seats in (("quixo", [ADA, BOT]), ("quixo4", [ADA, BOT, BOT, BOT])):
        found = asked(address.open(game, seats))
        assert found["moves"]
        assert found["why"]["unit"] is None
        assert words(found["look"]).key.startswith("look.")


def test_never_in_the_days_game(address: Address) -> None:
    table = address.open("qwixx", [ADA], day="2026-11-18", auto_pass=False)
    table.play(1, "roll")
    path = f"{table.path}/hint?seat=1"
    assert table.address.refused(path, None, table.tokens[1], "GET") == (422, "no-hint")
    alone = address.open("qwixx", [ADA], auto_pass=False)
    alone.play(1, "roll")
    assert asked(alone)["why"]["unit"] in ("points", None)


@pytest.mark.parametrize("other", [{"kind": "human", "name": "Boris"}, {"kind": "open"}])
def test_never_against_people(address: Address, other: dict[str, str]) -> None:
    table = address.open("quixo", [ADA, other])
    assert table.address.refused(f"{table.path}/hint?seat=1", None, table.tokens[1], "GET") == (
        422,
        "no-hint",
    )
    three = address.open("qwixx", [ADA, BOT, other])
    assert address.refused(f"{three.path}/hint?seat=1", None, three.tokens[1], "GET") == (422, "no-hint")
    assert table.view(1)["hints"] == [0, 0]


def test_only_with_the_token_of_the_seat(address: Address) -> None:
    table = address.open("quixo", [ADA, BOT])
    for token in (None, "nonsense"):
        assert address.refused(f"{table.path}/hint?seat=1", None, token, "GET") == (401, "not-seated")
    assert address.refused(f"{table.path}/hint?seat=2", None, table.tokens[1], "GET") == (401, "not-seated")


def test_nothing_to_decide(address: Address) -> None:
    table = address.open("qwixx", [ADA, BOT])
    assert address.refused(f"{table.path}/hint?seat=1", None, table.tokens[1], "GET") == (422, "no-hint")
    board = address.open("quixo", [ADA, BOT])
    board.do(1, "resign")
    assert address.refused(f"{board.path}/hint?seat=1", None, board.tokens[1], "GET") == (422, "no-hint")


def test_any_position(address: Address) -> None:
    found = address.post("/hint", {"position": "quixo xx./..o/o.. x"})
    assert found["moves"][0]["value"] == "win"
    assert found["why"]["reasons"][0]["code"] == "finishes"
    assert (
        address.post("/hint", {"position": "quixo xx./..o/o.. x", "against": "a2c2"})["why"]["against"]
        == "a2c2"
    )
    solo = address.post("/hint", {"position": "qwixx 2/-/-/-/0 1 white 323311", "seat": 1})
    assert solo["why"]["unit"] == "points"
    for wrong, code in (
        ({"position": "quixo x"}, "notation"),
        ({"position": "quixo xxx/..o/o.. o"}, "no-hint"),
        ({"position": "qwixx 2/-/-/-/0 1 roll -"}, "no-hint"),
        ({"position": "quixo xx./..o/o.. x", "seat": 2}, "no-hint"),
        ({"position": "quixo xx./..o/o.. x", "against": "c2a2"}, "opponents-cube"),
    ):
        assert address.refused("/hint", wrong) == (422, code)


def test_a_warm_hint_is_there_soon(address: Address) -> None:
    """A generous bound, for a machine that does other things, too; docs/speed.md tells what was measured."""
    rng, times = Random(5), list[float]()
    table, view = rolled(address)
    while view["status"] == "playing" and len(times) < 6:
        if view["phase"] != "roll" and view["moves"]:
            begun = time.perf_counter()
            asked(table)
            times.append(time.perf_counter() - begun)
        view = table.play(1, rng.choice(view["moves"])) if view["moves"] else table.view(1)
    assert sorted(times)[len(times) // 2] < 1.5
