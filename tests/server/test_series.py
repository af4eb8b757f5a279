"""A club's evening on a real server: one link, rounds at several tables, the same dice everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rowlock.rules import DICE, Record
from rowlock.server import series_desk
from rowlock.table.dice import verify
from tests.server.serving import Address, Background, Opened, Socket, lavish


class Evening:
    """A series, the token of whoever leads, and those of the people."""

    def __init__(self, address: Address, people: int, **plan: Any) -> None:
        self.address = address
        opened = address.post("/series", {"game": "qwixx", **plan})
        self.path, self.host = f"/series/{opened['id']}", opened["token"]
        self.tokens: dict[int, str] = {}
        for number in range(1, people + 1):
            joined = address.post(f"{self.path}/people", {"name": f"P{number}"})
            self.tokens[joined["person"]] = joined["token"]

    def view(self, token: str | None = None) -> Any:
        return self.address.get(self.path, token)

    def begin(self, number: int, **more: Any) -> Any:
        return self.address.post(f"{self.path}/rounds", {"round": number, **more}, self.host)

    def tables(self, number: int) -> list[Opened]:
        """The tables of a round, with the tokens of the people there."""
        return [
            Opened(
                self.address,
                meeting["table"],
                {seat: self.tokens[team] for seat, team in enumerate(meeting["teams"], 1)},
            )
            for meeting in self.view()["rounds"][number - 1]["meetings"]
        ]


def play(table: Opened) -> None:
    """A game of penalties, with a cross where that can be."""
    seats = sorted(table.tokens)
    while (view := table.view(seats[0]))["status"] == "playing":
        seat = view["awaiting"][0]
        own = table.view(seat)
        table.address.post(
            f"{table.path}/moves",
            {"move": "roll" if "roll" in own["moves"] else "pass", "turn": own["turn"]},
            table.tokens[seat],
        )


def rolls(table: Opened) -> list[str]:
    return [ply.move for ply in Record.parse(table.record()).plies if ply.seat == DICE]


def test_an_evening_with_the_same_dice(address: Address) -> None:
    evening = Evening(
        address, 4, size=2, rounds=2, duplicate=True, name="Tuesday", options={"first": "random"}
    )
    before = evening.view(evening.tokens[2])
    assert (before["status"], before["you"], before["host"], before["planned"]) == ("gathering", 2, False, 2)
    assert address.refused(f"{evening.path}/rounds", {"round": 1}, evening.tokens[1])[1] == "not-seated"
    late = address.post(f"{evening.path}/people", {"name": "Late", "face": "owl-2"})
    assert evening.view()["people"][4]["face"] == "owl-2"
    address.ask("DELETE", f"{evening.path}/people/5", token=late["token"])
    begun = evening.begin(1)
    assert evening.begin(1) == begun  # asked twice, begun once
    assert begun["rounds"][0]["commitment"] == before["next_commitment"]
    one, other = evening.tables(1)
    seen = evening.view(evening.tokens[1])
    assert seen["table"] == one.id
    assert one.view(1)["series"] == seen["id"]
    assert one.view(1)["dice"]["commitment"] == before["next_commitment"]

    # Whoever adds randomness changes nothing, nobody else looks on, and what is over first tells nothing.
    one.do(1, "salt", salt="ab" * 16)
    play(one)
    assert one.view(1)["dice"]["secret"] is None
    assert "DiceSecret" not in address.ask("GET", f"{one.path}/record", token=one.tokens[1]).text
    for what in ("", "/record", "/replay", "/review", "/preview.png"):
        assert address.refused(one.path + what, None, other.tokens[1], method="GET") == (409, "round-open")
    link = address.http.get(f"/t/{one.id}").text
    assert "/icon-512.png" in link
    assert "preview.png" not in link
    assert "winner" not in link
    watching: Socket = address.socket(one.id)
    assert watching.code() == 4409
    assert address.refused(f"{evening.path}/rounds", {"round": 2}, evening.host) == (409, "round-open")
    half = evening.view()
    assert [bool(meeting["places"]) for meeting in half["rounds"][0]["meetings"]] == [True, False]
    assert half["rounds"][0]["secret"] is None

    play(other)
    done = evening.view()["rounds"][0]
    assert done["over"]
    assert one.view()["dice"]["secret"] == other.view()["dice"]["secret"] == done["secret"]
    assert rolls(one) == rolls(other)
    assert len(rolls(one)) == verify(Record.parse(one.record())) == verify(Record.parse(other.record()))

    evening.begin(2)
    first, second = evening.tables(2)
    assert not {frozenset(table.tokens.values()) for table in (one, other)} & {
        frozenset(table.tokens.values()) for table in (first, second)
    }
    play(first)
    after = address.post(f"{evening.path}/end", {}, evening.host)
    assert after["status"] == "over"
    assert after["rounds"][1]["meetings"][1]["places"] == [1, 1]
    assert sum(line["points"] for line in after["standings"]) == 4
    assert rolls(first)[0] != rolls(one)[0] or rolls(first)[1] != rolls(one)[1]


def test_coming_and_going(address: Address) -> None:
    evening = Evening(address, 3, game="quixo", odd="easy")
    evening.begin(1)
    view = evening.view(evening.tokens[3])
    [lone] = [meeting for meeting in view["rounds"][0]["meetings"] if 0 in meeting["teams"]]
    assert view["table"] == lone["table"]
    leave = f"{evening.path}/people/2"
    assert address.refused(leave, None, evening.tokens[1], method="DELETE")[1] == "not-seated"
    assert address.ask("DELETE", leave, token=evening.host).json()["people"][1]["gone"]
    assert address.refused(leave, {}, evening.tokens[1])[1] == "not-seated"
    assert not address.post(leave, {}, evening.tokens[2])["people"][1]["gone"]
    address.ask("DELETE", leave, token=evening.tokens[2])
    late = address.post(f"{evening.path}/people", {"name": "Late"})
    assert late["person"] == 4
    begun = evening.begin(2, call_off=True)
    assert {team for meeting in begun["rounds"][1]["meetings"] for team in meeting["teams"]} == {0, 1, 3, 4}


def test_what_is_no_series(address: Address) -> None:
    table = address.open()
    assert address.refused(f"/series/{table.id}", None, method="GET") == (404, "no-such-series")
    evening = Evening(address, 0)
    assert address.refused(evening.path.replace("series", "tables"), None, method="GET") == (
        404,
        "no-such-table",
    )
    assert address.refused("/series", {"game": "quixo", "duplicate": True}) == (422, "malformed")


def test_another_process_takes_the_results(tmp_path: Path) -> None:
    with Background(lavish(tmp_path / "db")) as one, Background(lavish(tmp_path / "db")) as other:
        evening = Evening(one.address, 3, game="quixo")
        evening.begin(1)
        [table] = evening.tables(1)
        table.do(2, "resign")
        elsewhere = other.address.get(evening.path)
        assert elsewhere["rounds"][0]["over"]
        assert elsewhere["standings"] == evening.view()["standings"]


def told(socket: Socket) -> Any:
    return socket.next("series")["series"]


def test_whoever_looks_is_told_of_every_change(address: Address) -> None:
    evening = Evening(address, 2, game="quixo")
    with Socket(address, evening.path) as leader, Socket(address, evening.path) as stranger:
        leader.send({"type": "hello", "tokens": [evening.host]})
        stranger.send({"type": "hello"})
        assert (told(leader)["host"], told(stranger)["host"]) == (True, False)
        stranger.send({"type": "ping"})
        assert stranger.next("pong")
        third = address.post(f"{evening.path}/people", {"name": "P3"})
        evening.tokens[third["person"]] = third["token"]
        assert [person["name"] for person in told(stranger)["people"]] == ["P1", "P2", "P3"]
        evening.begin(1)
        assert told(stranger)["table"] is None
        [table] = evening.tables(1)
        with Socket(address, evening.path) as player:
            player.send({"type": "hello", "tokens": [evening.tokens[2]]})
            assert told(player)["table"] == table.id
            table.do(2, "resign")  # nobody asks for the series: it is seen all the same
            assert (one := told(player))["table"] is None
            assert one == evening.view(evening.tokens[2])
        assert told(stranger)["standings"] == one["standings"]
        stranger.send({"type": "hello", "version": 2})
        assert stranger.code() == 4400
    with Socket(address, "/series/nosuchseries") as nowhere:
        nowhere.send({"type": "hello"})
        assert nowhere.code() == 4404


def test_another_process_is_seen(tmp_path: Path) -> None:
    with Background(lavish(tmp_path / "db")) as one, Background(lavish(tmp_path / "db")) as other:
        evening = Evening(one.address, 3, game="quixo")
        with Socket(other.address, evening.path) as elsewhere:
            elsewhere.send({"type": "hello", "tokens": [evening.tokens[2]]})
            assert told(elsewhere)["status"] == "gathering"
            evening.begin(1)
            assert told(elsewhere)["table"] == evening.tables(1)[0].id
            evening.tables(1)[0].do(2, "resign")
            assert told(elsewhere)["rounds"][0]["over"]


def test_what_is_forgotten_is_read_again(address: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series_desk, "MOST_KNOWN", 1)
    first, second = Evening(address, 1), Evening(address, 2)
    with Socket(address, first.path) as looking:
        looking.send({"type": "hello"})
        assert len(told(looking)["people"]) == 1
        third = Evening(address, 3)
        assert [len(one.view()["people"]) for one in (first, second, third, second)] == [1, 2, 3, 2]
        address.post(f"{first.path}/people", {"name": "Late"})
        assert len(told(looking)["people"]) == 2
