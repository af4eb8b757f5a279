"""Nobody is told what they may not know: all that was ever received is searched for it."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rowlock.server.tables import token_hash
from tests.server.serving import Address, Background, Opened, Socket


class Everyone:
    """A table of three with a socket for each seat and one for a spectator, and what each has received."""

    def __init__(self, address: Address) -> None:
        seats = [{"kind": "human", "name": name} for name in ("Ada", "Boris", "Cleo")]
        self.table: Opened = address.open("qwixx", seats, auto_pass=False)
        self.sockets: dict[int, Socket] = {seat: self.table.socket(seat) for seat in (1, 2, 3)}
        self.guest = self.table.socket()

    def close(self) -> None:
        for socket in (*self.sockets.values(), self.guest):
            socket.__exit__(None, None, None)

    def do(self, seat: int, move: str) -> None:
        turn = self.table.view()["turn"]
        assert (
            self.sockets[seat].do(seat, "play", move=move, turn=turn, id=f"some-id-{move}")["type"] == "done"
        )

    def heard_by_others(self, seat: int) -> str:
        """Everything that anyone but this seat has been told by now, or is told when they ask."""
        told: list[object] = [self.table.view()]
        for other in (1, 2, 3):
            if other != seat:
                told += [self.heard(self.sockets[other]), self.table.view(other), self.missed(other)]
        told += [self.heard(self.guest), self.missed()]
        return json.dumps(without_choices(told)) + self.table.record()

    @staticmethod
    def heard(socket: Socket) -> list[dict[str, object]]:
        socket.send({"type": "ping"})
        socket.next("pong")  # and everything before it
        return socket.messages

    def missed(self, *seats: int) -> dict[str, object]:
        with self.table.socket(*seats, since=0) as again:
            return again.receive()


def without_choices(told: Any) -> Any:
    """What one may play oneself is no news about the others."""
    if isinstance(told, dict):
        return {key: without_choices(it) for key, it in told.items() if key not in ("moves", "choices")}
    return [without_choices(it) for it in told] if isinstance(told, list) else told


@pytest.fixture
def everyone(address: Address) -> Iterator[Everyone]:
    there = Everyone(address)
    yield there
    there.close()


def test_a_sealed_decision_is_nobodys_business(everyone: Everyone) -> None:
    table = everyone.table
    everyone.do(1, "roll")
    cross = table.view(2)["moves"][0]
    everyone.do(2, cross)
    heard = everyone.heard_by_others(2)
    assert cross not in heard
    assert '"?"' in heard  # that something was decided is no secret
    assert table.view(2)["sealed"] == {"2": cross}
    everyone.do(1, "pass")
    everyone.do(3, "pass")
    assert cross in everyone.heard_by_others(2)


def test_what_is_decided_ahead_is_nobodys_business(everyone: Everyone) -> None:
    table = everyone.table
    told = everyone.sockets[2].do(2, "decide-ahead", moves=["g11", "y4"])
    assert told["type"] == "done"
    assert table.view(2)["ahead"] == {"2": ["g11", "y4"]}
    heard = everyone.heard_by_others(2)
    assert "g11" not in heard
    assert "decided-ahead" not in heard
    path = f"{table.path}/ahead?seat=2"
    assert "b12" in everyone.table.address.get(path, table.tokens[2])["moves"]
    assert table.address.refused(path, None, table.tokens[1], "GET") == (401, "not-seated")
    everyone.do(1, "roll")
    assert table.view(2)["ahead"] == {}
    assert "g11" not in everyone.heard_by_others(2)


def test_pass_and_late_look_the_same_as_any_other(everyone: Everyone) -> None:
    everyone.do(1, "roll")
    everyone.do(3, "pass")
    seen = everyone.guest.next("changed")
    while seen["events"][-1]["event"]["seat"] != 3:
        seen = everyone.guest.next("changed")
    event = seen["events"][-1]["event"]
    assert (event["move"], event["why"], event["command"]) == ("?", "chosen", "")


def test_the_secret_is_told_only_at_the_end(address: Address, server: Background) -> None:
    table = address.open("qwixx")
    secret = server.tables.ledger.live[table.id].table.secret
    assert len(secret) == 64
    chance = Random(1)
    with table.socket(1, 2) as both, table.socket(since=0) as guest:
        for _ in range(20):  # too few for any game to end
            seat = chance.choice(table.view()["awaiting"])
            table.play(seat, chance.choice(table.view(seat)["moves"]))
            table.record()
            assert both.next("changed")
            assert guest.next("changed")
        assert table.view()["status"] == "playing"
        assert not any(secret in text for text in address.heard)
        table.do(1, "resign")
        assert table.view()["dice"]["secret"] == secret
        assert secret in table.record()


def test_tokens_are_told_once_and_to_their_holder_alone(address: Address) -> None:
    table = address.open("quixo", [{"kind": "human"}, {"kind": "open"}])
    token = table.tokens[1]
    with table.socket(1, since=0) as ada, table.socket(since=0):
        held = address.post(f"{table.path}/seats/2", {"name": "Boris"})
        table.play(1, "a1a5")
        ada.next("changed")
        ada.next("changed")
    table.record()
    table.view(1)
    for secret in (token, held["token"]):
        assert sum(secret in text for text in address.heard) == 1
        assert not any(token_hash(secret) in text for text in address.heard)


def test_what_a_team_says_stays_in_the_team(address: Address) -> None:
    seats = [{"kind": "human", "name": name} for name in "NESW"]
    table = address.open("quixo4", seats)
    with table.socket(1), table.socket(2) as east, table.socket(3) as south, table.socket() as guest:
        table.do(1, "say", phrase="my-cube", team=True)
        assert south.next("changed")["events"][0]["event"]["phrase"] == "my-cube"
        for socket in (east, guest):
            assert socket.next("changed")["events"] == []
        for seats_held, told in (((2, 4), False), ((3,), True), ((), False)):
            with table.socket(*seats_held, since=0) as again:
                assert ("my-cube" in json.dumps(again.receive())) == told


def test_ids_of_commands_are_not_passed_on(everyone: Everyone) -> None:
    everyone.do(1, "roll")
    everyone.table.do(2, "say", phrase="hello", id="private-id")
    heard = everyone.heard_by_others(1)
    assert "some-id" not in heard
    assert "private-id" not in heard
